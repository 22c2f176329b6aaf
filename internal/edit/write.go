package edit

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
)

// errChanged says that a file no longer has the content that its fixes were made for.
var errChanged = errors.New("changed since nplint read it")

// WriteFile replaces the content of the file, which must still be expected, by data: a reader sees the old content or
// the new, never a part. A symbolic link is followed and stays one. The permission bits are kept, and the owner where
// the system lets us; other hard links keep the old content. A file that is write-protected is not replaced. On an
// error, which is one sentence that says what to do, the file is as it was; the error wraps errChanged if its content
// is another.
//
// Meanwhile a file named .nplint-*.tmp lies beside the target; it remains only if the process is killed.
func WriteFile(path string, expected, data []byte) error {
	return replaceFile(path, expected, func(temp io.Writer) error {
		_, err := temp.Write(data)
		return err
	})
}

// replaceFile is WriteFile with the new content written by a function.
func replaceFile(path string, expected []byte, write func(temp io.Writer) error) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return notWritten(path, err)
	}
	temp, err := writeTemp(target, write)
	if err != nil {
		return notWritten(path, err)
	}
	// The last step before the renaming, so that little time is left in which a change would be lost.
	if err = checkContent(target, expected); err == nil {
		err = os.Rename(temp, target)
	}
	if err != nil {
		_ = os.Remove(temp)
		return notWritten(path, err)
	}
	syncDir(filepath.Dir(target))
	return nil
}

// writeTemp writes a new file beside the target, with its permissions and owner, and returns the path when the
// content is on the disk. On an error the file is gone.
func writeTemp(target string, write func(temp io.Writer) error) (string, error) {
	info, err := os.Stat(target)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	name := filepath.Join(filepath.Dir(target), ".nplint-"+rand.Text()+".tmp")
	// Until it is complete, nobody else may read the new content: the target may be private.
	temp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	err = write(temp)
	keepOwner(temp, info)
	// Each step is taken, the file closed in any case, and the first error counts.
	err = cmp.Or(err, temp.Chmod(info.Mode().Perm()), temp.Sync(), temp.Close())
	if err != nil {
		_ = os.Remove(name)
		return "", err
	}
	return name, nil
}

// keepOwner gives temp the owner and group that info names, or at least the group, as far as the system lets us. It
// finds them by reflection because the type of info.Sys differs between systems, and some have no owners.
func keepOwner(temp *os.File, info fs.FileInfo) {
	stat := reflect.Indirect(reflect.ValueOf(info.Sys()))
	if stat.Kind() != reflect.Struct {
		return
	}
	uid, gid := stat.FieldByName("Uid"), stat.FieldByName("Gid")
	if !uid.CanUint() || !gid.CanUint() {
		return
	}
	if temp.Chown(int(uid.Uint()), int(gid.Uint())) != nil {
		_ = temp.Chown(-1, int(gid.Uint()))
	}
}

// checkContent returns errChanged if the file does not have the expected content. The file is opened for writing too: a
// renaming asks only for the right to write to the directory, and would replace a file that is write-protected.
func checkContent(path string, expected []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err == nil && !bytes.Equal(content, expected) {
		err = errChanged
	}
	return err
}

// syncDir brings a renaming in dir to the disk. Not every system can do that, and the new content is in its place
// already, so errors do not count.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// notWritten says why the file at path was left as it was, and what to do.
func notWritten(path string, err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch { // the paths in these are of no use to the user: one is that of the temporary file
	case errors.As(err, &pathError):
		err = pathError.Err
	case errors.As(err, &linkError):
		err = linkError.Err
	}
	advice := "solve that and run nplint again"
	switch {
	case errors.Is(err, errChanged), errors.Is(err, fs.ErrNotExist):
		advice = "run nplint again"
	case errors.Is(err, fs.ErrPermission):
		advice = "make the file and its directory writable and run nplint again"
	}
	return fmt.Errorf("%s was not fixed (%w): %s", path, err, advice)
}

package files

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
	"strings"
	"syscall"

	"github.com/nplint/nplint/internal/paths"
)

// Target is a file that is to be written: a name below a directory that no link leads out of, whoever swaps one in
// meanwhile.
type Target struct {
	Top  string // absolute
	Name string // relative to Top
	own  string // the name of a device or an open file, which is used as it is; "" for all others
}

// ErrChanged says that a file no longer has the content that it was expected to have.
var ErrChanged = errors.New("changed since nplint read it")

var errIntoGit = errors.New("a link leads into .git")

// To returns the target that a user means by a name in a working directory. A relative name does not leave the project
// around the directory through a link in any of its parts; an absolute one, or one that goes up, is the user's own
// will. Nothing is written over but a regular file.
func To(dir, name string) (Target, error) {
	abs := filepath.Clean(name)
	if !filepath.IsAbs(name) {
		abs = filepath.Join(dir, name)
	}
	switch {
	case filepath.IsLocal(name):
		return within(paths.Real(paths.Project(dir)), filepath.Join(paths.Real(dir), name))
	}
	if special(abs) {
		return Target{own: abs}, nil
	}
	abs = paths.Key(abs)
	t := At(abs)
	return t, t.check()
}

// special reports whether a name is one of a device, or of a file that a process has opened; /dev/shm holds files as
// any directory does.
func special(abs string) bool {
	return strings.HasPrefix(abs, "/proc/") || strings.HasPrefix(abs, "/dev/") && !strings.HasPrefix(abs, "/dev/shm/")
}

// At returns the target at an absolute path without links.
func At(abs string) Target { return Target{Top: filepath.Dir(abs), Name: filepath.Base(abs)} }

// within returns the target at a path that begins with a directory, without links in its directories.
func within(top, abs string) (Target, error) {
	meant, _ := filepath.Rel(top, abs)
	t := Target{Top: top, Name: meant}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return t, nil // opening it will say why
	}
	if !paths.Within(dir, top) {
		return t, errors.New("a link leads out of the project")
	}
	if t.Name, err = filepath.Rel(top, filepath.Join(dir, filepath.Base(abs))); err != nil {
		return t, err
	}
	if paths.InGit(t.Name) && !paths.InGit(meant) {
		return t, errIntoGit
	}
	return t, t.check()
}

// check says why the target cannot be written over: it is there, and no regular file.
func (t Target) check() error {
	info, err := os.Lstat(filepath.Join(t.Top, t.Name))
	if err != nil {
		return nil // nothing is there, or opening it will say why
	}
	return writable(info.Mode())
}

// writable says why what has a mode is not written over.
func writable(mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode&fs.ModeSymlink != 0:
		return errors.New("it is a symbolic link, which may lead anywhere")
	case mode.IsDir():
		return errors.New("it is a directory")
	case mode&fs.ModeNamedPipe != 0:
		return errors.New("it is a named pipe")
	}
	return errNotRegular
}

// Abs returns the absolute path of the target.
func (t Target) Abs() string { return cmp.Or(t.own, filepath.Join(t.Top, t.Name)) }

// intoGit returns an error if a link leads into what git keeps for itself, where files name programs that it runs.
func (t Target) intoGit() error {
	for dir := filepath.Dir(t.Name); dir != "." && !paths.InGit(t.Name); dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(filepath.Join(t.Top, dir)); err == nil {
			if top := paths.Real(t.Top); paths.Within(real, top) && !paths.Holds(top, real) {
				return errIntoGit
			}
			return nil
		}
	}
	return nil
}

// open opens the directory of the target.
func (t Target) open() (*os.Root, error) {
	if err := t.intoGit(); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(t.Top)
	if dir := filepath.Dir(t.Name); err == nil && dir != "." {
		defer root.Close()
		return root.OpenRoot(dir)
	}
	return root, err
}

// MakeDir makes the directory of the target and those above it.
func (t Target) MakeDir() error {
	if err := t.intoGit(); err != nil {
		return err
	}
	root, err := os.OpenRoot(t.Top)
	if err != nil {
		return err
	}
	defer root.Close()
	return root.MkdirAll(filepath.Dir(t.Name), 0o755)
}

// Create writes a file that must not be there yet; else the error is fs.ErrExist. On an error it still is not.
func (t Target) Create(data []byte) error {
	root, err := t.open()
	if err != nil {
		return err
	}
	defer root.Close()
	base := filepath.Base(t.Name)
	f, err := root.OpenFile(base, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = root.Remove(base)
	}
	return err
}

// Replace has a function write the whole file anew, be it there or not: a reader sees the old content or the new, never
// a part. The mode is kept, and the owner where the system lets us. Where nothing can be renamed, as in a directory
// that is write-protected or onto a file that is mounted, the file itself is rewritten. What killed runs have left in
// the directory is removed.
func (t Target) Replace(write func(io.Writer) error) error {
	if t.own != "" {
		f, err := os.OpenFile(t.own, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	root, err := t.open()
	if err != nil {
		return err
	}
	defer root.Close()
	sweep(root)
	base := filepath.Base(t.Name)
	old, err := openOld(root, base, os.O_WRONLY)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if old != nil {
		defer old.Close()
	}
	temp, err := newTemp(root, old)
	if err != nil {
		if old == nil {
			return &fs.PathError{Op: "open", Path: t.Name, Err: paths.Reason(err)}
		}
		return rewrite(old, write)
	}
	if err := temp.fill(old, write); err != nil {
		return errors.Join(err, temp.drop())
	}
	err = temp.rename(base)
	if err != nil && old != nil {
		err = rewrite(old, temp.copy)
	}
	return errors.Join(err, temp.drop())
}

// Change has a function write a file anew that must have the expected content until it is renamed; else the error is
// ErrChanged. It is otherwise like Replace, but that a directory which is write-protected is an error.
func (t Target) Change(expected []byte, write func(io.Writer) error) error {
	root, err := t.open()
	if err != nil {
		return err
	}
	defer root.Close()
	base := filepath.Base(t.Name)
	// The file is opened for writing too: a renaming asks only for the right to write to the directory, and would
	// replace a file that is write-protected.
	old, err := openOld(root, base, os.O_RDWR)
	if err != nil {
		return err
	}
	defer old.Close()
	temp, err := newTemp(root, old)
	if err != nil {
		return err
	}
	err = temp.fill(old, func(w io.Writer) error { return cmp.Or(write(w), temp.file.Sync()) })
	// The last step before the renaming, so that little time is left in which a change would be lost.
	if err == nil {
		err = holds(root, base, expected)
	}
	if err != nil {
		return errors.Join(err, temp.drop())
	}
	if err = temp.rename(base); mounted(err) {
		err = rewrite(old, temp.copy)
	}
	if err := errors.Join(err, temp.drop()); err != nil {
		return err
	}
	syncDir(root)
	return nil
}

// openOld opens a regular file that is to be written over. No link is followed.
func openOld(root *os.Root, base string, how int) (*os.File, error) {
	info, err := root.Lstat(base)
	if err != nil {
		return nil, err
	}
	if err := writable(info.Mode()); err != nil {
		return nil, err
	}
	f, err := root.OpenFile(base, how|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(ErrChanged, f.Close())
	}
	return f, nil
}

// holds returns ErrChanged if a file does not have the expected content.
func holds(root *os.Root, base string, expected []byte) error {
	f, err := openOld(root, base, os.O_RDWR)
	if err != nil {
		return err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, int64(len(expected))+1))
	if err == nil && !bytes.Equal(content, expected) {
		err = ErrChanged
	}
	return err
}

// rewrite writes an opened file from its start.
func rewrite(f *os.File, write func(io.Writer) error) error {
	_, err := f.Seek(0, io.SeekStart)
	return cmp.Or(err, f.Truncate(0), write(f))
}

// mounted reports whether a renaming was refused for what is at its target, which can still be written.
func mounted(err error) bool { return errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV) }

// temp is a new file that is to take the place of another.
type temp struct {
	root *os.Root
	name string
	file *os.File
}

// tempName tells what a killed run may have left.
const tempName = ".nplint-*.tmp"

// newTemp makes a temporary file beside an old one or, if this is nil, in its place. Until it is complete, nobody else
// may read the new content: the old one may be private. It is locked as long as this process lives, so that others do
// not take it for left over.
func newTemp(root *os.Root, old *os.File) (*temp, error) {
	mode := fs.FileMode(0o644)
	if old != nil {
		mode = 0o600
	}
	for {
		name := strings.Replace(tempName, "*", rand.Text(), 1)
		f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err != nil {
			return nil, err
		}
		lock(f, true)
		if _, err := root.Lstat(name); err == nil {
			return &temp{root, name, f}, nil
		}
		f.Close() // another run swept it away before it was locked
	}
}

// fill writes the temporary file and gives it the mode and the owner of an old one, if there is one.
func (t *temp) fill(old *os.File, write func(io.Writer) error) error {
	err := write(t.file)
	if old == nil {
		return err
	}
	info, statError := old.Stat()
	if statError == nil {
		keepOwner(t.file, info)
		statError = t.file.Chmod(info.Mode().Perm())
	}
	return cmp.Or(err, statError)
}

// rename puts the temporary file into its place. An error of closing it may be the first word of a full disk.
func (t *temp) rename(base string) error {
	if closedFirst {
		if err := t.file.Close(); err != nil {
			return err
		}
	}
	if err := t.root.Rename(t.name, base); err != nil {
		return err
	}
	t.name = ""
	return nil
}

// copy writes the content of the temporary file.
func (t *temp) copy(w io.Writer) error {
	f, err := t.root.Open(t.name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// drop closes the temporary file, and removes it unless it has been renamed.
func (t *temp) drop() error {
	err := t.file.Close()
	if t.name != "" {
		_ = t.root.Remove(t.name)
	}
	if t.name != "" || errors.Is(err, fs.ErrClosed) {
		return nil
	}
	return err
}

// Leftover reports whether a name is one of the files that a run makes only for a moment, so that one that was killed
// has left it.
func Leftover(name string) bool {
	random, ok := strings.CutPrefix(name, ".nplint-")
	random, end := strings.CutSuffix(random, ".tmp")
	return ok && end && len(random) == len(rand.Text()) && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// Sweep removes what killed runs have left in the directory of the target.
func (t Target) Sweep() {
	if root, err := t.open(); err == nil {
		sweep(root)
		root.Close()
	}
}

// sweep removes what killed runs have left in a directory. What a running one is writing is locked.
func sweep(root *os.Root) {
	dir, err := root.Open(".")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if !Leftover(name) {
			continue
		}
		if f, err := openOld(root, name, os.O_RDWR); err == nil {
			if lock(f, false) {
				_ = root.Remove(name)
			}
			f.Close()
		}
	}
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

// syncDir brings a renaming in a directory to the disk. Not every system can do that, and the new content is in its
// place already, so errors do not count.
func syncDir(root *os.Root) {
	if d, err := root.Open("."); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Append opens a file that somebody else has told to add to. It waits for nobody.
func Append(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o644)
	if err != nil {
		return nil, err
	}
	return admit(f, func(info fs.FileInfo) error {
		if !info.Mode().IsRegular() && info.Mode()&fs.ModeCharDevice == 0 {
			return fmt.Errorf("open %s: %w", name, errNotRegular)
		}
		return nil
	})
}

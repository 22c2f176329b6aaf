package edit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
)

// write puts a change on disk that was made for a file below a base: a reader sees the old content or the new, never a
// part. A symbolic link is followed and stays one; it must lead to where it led when the file was linted, which is below
// the base. The permission bits are kept, and the owner where the system lets us; other hard links keep the old content.
// A file that is write-protected is not replaced. On an error, which is one sentence that says what to do, the file is as
// it was; the error wraps files.ErrChanged if its content is another than before the change.
//
// Meanwhile a file named .nplint-*.tmp lies beside the target; it remains only if the process is killed.
func (c *Change) write(base string) error {
	return c.replace(base, func(temp io.Writer) error {
		_, err := temp.Write(c.After)
		return err
	})
}

// replace is write with the new content written by a function.
func (c *Change) replace(base string, write func(temp io.Writer) error) error {
	path := filepath.Join(base, filepath.FromSlash(c.Path))
	real, err := filepath.EvalSymlinks(path)
	if err == nil && c.real != "" && real != c.real {
		err = files.ErrChanged
	}
	if err == nil {
		var target files.Target
		if target, err = targetBelow(base, real); err == nil {
			err = target.Change(c.Before, write)
		}
	}
	if err != nil {
		return notWritten(path, err)
	}
	return nil
}

// targetBelow returns the target at a path without links that lies below a base.
func targetBelow(base, real string) (files.Target, error) {
	top := paths.Real(base)
	if !paths.Within(real, top) {
		return files.Target{}, errors.New("a link leads out of the project")
	}
	return files.Target{Top: top, Name: filepath.FromSlash(paths.Below(real, top))}, nil
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
	case errors.Is(err, files.ErrChanged), errors.Is(err, fs.ErrNotExist):
		advice = "run nplint again"
	case errors.Is(err, fs.ErrPermission):
		advice = "make the file and its directory writable and run nplint again"
	}
	return fmt.Errorf("%s was not fixed (%w): %s", path, err, advice)
}

// Write puts the changes on disk, each file atomically and only if it still is what was linted. It goes on after a file
// that cannot be written, of which nothing is fixed then, and returns all errors, one for each such file. It stops
// between two files when ctx is done.
func (r *Repair) Write(ctx context.Context) []error {
	var failed []error
	swept := map[string]bool{}
	for i := range r.Changes {
		c := &r.Changes[i]
		if err := ctx.Err(); err != nil {
			return append(failed, fmt.Errorf("stopped before %s was fixed: %w", c.Path, err))
		}
		if dir := filepath.Dir(c.real); !swept[dir] {
			swept[dir] = true
			if target, err := targetBelow(r.Before.Base, c.real); err == nil {
				target.Sweep()
			}
		}
		if err := c.write(r.Before.Base); err != nil {
			failed = append(failed, err)
			r.Fixed = slices.DeleteFunc(r.Fixed, func(f Fixed) bool { return f.Path == c.Path })
		}
	}
	return failed
}

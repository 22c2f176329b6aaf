package discover

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
)

// Read returns the content of an input, or what stands in its place. Of files with more than limit bytes it says that
// they are too large, and of those of which too many values would be made.
func Read(f *files.FS, in *document.Input, limit int) ([]byte, *document.Problem) {
	const tooLarge = "the file has %d bytes, more than the %d that nplint reads (max_file_size), so it is not judged; " +
		"shorten it, or raise max_file_size"
	const longText = "the text has more than the %d bytes that nplint reads (max_file_size), so it is not judged; " +
		"shorten it, or raise max_file_size"
	data, err := f.Read(in.Path)
	var large *files.TooLarge
	switch {
	case errors.As(err, &large) && f.Unsaved(in.Path): // of which no more may have been read than is needed to know that
		return nil, &document.Problem{Rule: "file-too-large", Message: fmt.Sprintf(longText, limit)}
	case errors.As(err, &large):
		return nil, &document.Problem{Rule: "file-too-large", Message: fmt.Sprintf(tooLarge, large.Size, limit)}
	case err != nil:
		return nil, noAccess("file", err)
	}
	if dense := document.Dense(in, data, limit); dense != "" {
		return nil, &document.Problem{Rule: "file-too-large", Message: dense}
	}
	return data, nil
}

// inTheWay returns why a file that a user names cannot be judged, or nil.
func inTheWay(abs string) *document.Problem {
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &document.Problem{
			Rule:    "file-missing",
			Message: "the file does not exist; look for where it was written instead, or have it written again",
		}
	case err != nil:
		return noAccess("file", err)
	case !info.Mode().IsRegular():
		return unreadable("this is a %s, not a file, so it is not read", typeName(info.Mode()))
	}
	return nil
}

func unreadable(format string, args ...any) *document.Problem {
	return &document.Problem{Rule: "file-unreadable", Message: fmt.Sprintf(format, args...)}
}

// noAccess is the problem of a file or directory that the system does not let us read, or that lies too deep.
func noAccess(what string, err error) *document.Problem {
	if errors.Is(err, errDeep) {
		return unreadable("the path of this %s is longer or deeper than those of projects are, so nothing in it is judged; "+
			"write it to exclude", what)
	}
	return unreadable("the %s cannot be read (%v), so nothing in it is judged", what, paths.Reason(err))
}

func typeName(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

// linkError says why a symbolic link cannot be resolved.
func linkError(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return "it leads to itself"
}

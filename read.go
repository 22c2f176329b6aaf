package nplint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// statProblem says why a path cannot be judged, or nil.
func statProblem(path string) *document.Problem {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &document.Problem{Rule: "file-missing", Message: "the file does not exist; look for where it was written instead, or have it written again"}
	case err != nil:
		return unreadableProblem("file", err)
	case info.IsDir():
		return &document.Problem{Rule: "file-unreadable", Message: "this is a directory, not an artefact"}
	case !info.Mode().IsRegular():
		return &document.Problem{Rule: "file-unreadable", Message: "this is a " + typeName(info.Mode()) + ", not a file, so it is not read"}
	}
	return nil
}

// unsaved returns the content that the overlay has for a path relative to the base.
func (r *run) unsaved(path string) ([]byte, bool) {
	if len(r.Overlay) == 0 {
		return nil, false
	}
	data, ok := r.Overlay[r.overlayKey(filepath.Join(r.base, filepath.FromSlash(path)))]
	return data, ok
}

// read returns the content of an input, from the overlay or from disk.
func (r *run) read(in *document.Input) ([]byte, *document.Problem) {
	file := r.base + string(filepath.Separator) + filepath.FromSlash(in.Path)
	if strings.HasSuffix(r.base, string(filepath.Separator)) {
		file = r.base + filepath.FromSlash(in.Path)
	}
	data, unsaved := r.unsaved(in.Path)
	var err error
	switch {
	case !unsaved && r.snapshot != nil:
		data, err = r.content(r.snapshot, in.Path, func() ([]byte, error) { return readFile(file, r.config.MaxFileSize) })
	case !unsaved:
		data, err = readFile(file, r.config.MaxFileSize)
	case len(data) > r.config.MaxFileSize:
		err = &tooLarge{int64(len(data))}
	}
	var large *tooLarge
	switch {
	case errors.As(err, &large):
		return nil, &document.Problem{Rule: "file-too-large", Message: fmt.Sprintf("the file has %d bytes, more than the %d that nplint reads (max_file_size), so it is not judged; shorten it, or raise max_file_size", large.size, r.config.MaxFileSize)}
	case err != nil:
		return nil, unreadableProblem("file", err)
	}
	return data, nil
}

// overlayKey is the function of that name, asked once for each file: a run that fixes reads every file several times.
func (r *run) overlayKey(file string) string {
	if key, ok := r.keys.Load(file); ok {
		return key.(string)
	}
	key := overlayKey(file)
	r.keys.Store(file, key)
	return key
}

// tooLarge says that a file has more bytes than may be read.
type tooLarge struct{ size int64 }

func (e *tooLarge) Error() string { return fmt.Sprintf("%d bytes", e.size) }

// readAny reads a regular file of any size up to the limit. One that grows meanwhile is read as far as it went when it was opened.
func readAny(file string, limit int) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readOpen(f, limit)
}

func readOpen(f *os.File, limit int) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	if info.Size() > int64(limit) {
		return nil, &tooLarge{info.Size()}
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return data[:n], nil
}

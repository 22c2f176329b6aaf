package git

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/paths"
)

// maxText is how many bytes those files of a repository may have that git loads as a whole, and maxName one that holds
// no more than a name.
const (
	maxText = 64 << 20
	maxName = 64 << 10
)

// special returns an error if git would wait for ever, or fill the memory, at a file of the repository around a
// directory, such as a link to /dev/zero: git opens whatever stands there.
func special(dir string) error {
	top := paths.Repository(dir)
	if top == "" {
		return nil
	}
	own := filepath.Join(top, ".git")
	if info, err := os.Stat(own); err == nil && !info.IsDir() { // of a further work tree
		text, err := name(own)
		if err != nil {
			return err
		}
		own = under(top, strings.TrimPrefix(text, "gitdir: "))
	}
	shared, err := name(filepath.Join(own, "commondir"))
	if err != nil {
		return err
	}
	common := under(own, shared)
	head, err := name(filepath.Join(own, "HEAD"))
	if err != nil {
		return err
	}
	if ref, ok := strings.CutPrefix(head, "ref: "); ok {
		if _, err := name(under(common, ref)); err != nil {
			return err
		}
	}
	for _, dir := range slices.Compact([]string{own, common}) {
		for _, file := range []string{"HEAD", "config", "config.worktree", "shallow", "info/exclude", "info/attributes",
			"info/sparse-checkout", "objects/info/alternates"} {
			if _, err := size(filepath.Join(dir, file), maxText); err != nil {
				return err
			}
		}
		for _, file := range []string{"index", "packed-refs", "objects/info/commit-graph"} { // which git does not load as a whole
			if _, err := size(filepath.Join(dir, file), math.MaxInt64); err != nil {
				return err
			}
		}
	}
	return nil
}

// under returns a path that is relative to a directory, if it is not absolute.
func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// size returns how many bytes a file has, and an error if it is neither a regular file of at most so many nor a
// directory. One that is not there has none.
func size(file string, most int64) (int64, error) {
	info, err := os.Stat(file)
	switch short := filepath.Base(file); {
	case err != nil || info.IsDir():
		return 0, nil
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s of its repository is no regular file", short)
	case info.Size() > most:
		return 0, fmt.Errorf("%s of its repository has more than %d bytes", short, most)
	}
	return info.Size(), nil
}

// name returns the name that a file holds, or "" if it is not there.
func name(file string) (string, error) {
	if n, err := size(file, maxName); n == 0 {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", nil // git says why
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxName))
	return strings.TrimSpace(string(text)), err
}

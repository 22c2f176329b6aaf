package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/paths"
)

// entry is a file in of git's index or of a commit.
type entry struct {
	path string // relative to the directory that git is asked about, with slashes
	mode string // "100644", "100755", "120000" for a symbolic link, or submodule
	id   string // of the content
}

// submodule is the mode of the commit of another repository.
const submodule = "160000"

// regular reports whether the entry is a file, and not a link or a submodule.
func (f *entry) regular() bool { return strings.HasPrefix(f.mode, "100") }

func byPath(a, b entry) int { return strings.Compare(a.path, b.path) }

// change is how a path differs between a commit and the index. An entry that is not there has the path "".
type change struct{ before, after entry }

// index returns the entries of git's index below directories of the repository, sorted by path, and the paths that are
// in conflict, which have no entry. Of very many directories those of the whole repository are returned.
func (g *repo) index(ctx context.Context, dirs ...string) (files []entry, conflicts []string, err error) {
	if err := g.useIndex(ctx); err != nil {
		return nil, nil, err
	}
	args := []string{"--literal-pathspecs", "ls-files", "-z", "--stage"}
	length := 0
	for _, dir := range dirs {
		length += len(dir)
	}
	if length <= argumentBytes && !slices.Contains(dirs, "") {
		args = append(args, "--")
		for _, dir := range dirs {
			args = append(args, dir+"/")
		}
	}
	out, err := g.run(ctx, nil, args...)
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.SplitSeq(string(out), "\x00") {
		about, path, _ := strings.Cut(line, "\t")
		switch parts := strings.Fields(about); {
		case len(parts) != 3:
		case parts[2] != "0": // in a merge conflict a file is there up to three times
			conflicts = append(conflicts, path)
		default:
			files = append(files, entry{path, parts[0], parts[1]})
		}
	}
	slices.SortStableFunc(files, byPath)
	return files, slices.Compact(conflicts), nil
}

// changes returns how the index differs from a commit, without paths in conflict. Renamed files are found out.
func (g *repo) changes(ctx context.Context, commit string) ([]change, error) {
	if err := g.useIndex(ctx); err != nil {
		return nil, err
	}
	out, err := g.run(ctx, nil, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--find-renames", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=dirty", "--ita-invisible-in-index", "--relative", commit)
	if err != nil {
		return nil, err
	}
	var changes []change
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for len(fields) > 1 {
		about := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		if len(about) != 5 {
			return nil, fmt.Errorf("git says: %q", fields[0])
		}
		c := change{entry{fields[1], about[0], about[2]}, entry{fields[1], about[1], about[3]}}
		fields = fields[2:]
		switch about[4][0] {
		case 'A':
			c.before = entry{}
		case 'D':
			c.after = entry{}
		case 'U':
			continue
		case 'R', 'C':
			if len(fields) == 0 {
				return nil, errors.New("git's answer ends too early")
			}
			c.after.path, fields = fields[0], fields[1:]
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// listed returns the sorted files in git's index that lie below directories of the repository, as index does.
func (g *repo) listed(ctx context.Context, dirs ...string) ([]string, error) {
	files, paths, err := g.index(ctx, dirs...)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].mode != submodule {
			paths = append(paths, files[i].path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// executables returns those of the files below a directory of the repository that git's index has as executable.
func (g *repo) executables(ctx context.Context, dir string) (paths []string, err error) {
	files, _, err := g.index(ctx, dir)
	for i := range files {
		if files[i].mode == "100755" {
			paths = append(paths, files[i].path)
		}
	}
	return paths, err
}

// useIndex has git read the index that a hook was started for, if it is one of this repository. `git commit FILE` and
// `git commit -a` make a passing one, which holds what is about to be committed.
func (g *repo) useIndex(ctx context.Context) error {
	index := os.Getenv("GIT_INDEX_FILE")
	if index == "" || slices.ContainsFunc(g.env, func(v string) bool { return strings.HasPrefix(v, "GIT_INDEX_FILE=") }) {
		return nil
	}
	out, err := g.run(ctx, nil, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	if index, err = filepath.Abs(index); err == nil && paths.Real(filepath.Dir(index)) == paths.Real(strings.TrimSpace(string(out))) {
		g.env = append(g.env, "GIT_INDEX_FILE="+index)
	}
	return nil
}

// Indexed returns the content that files have in git's index, by the names that were asked for; what is not in it, is
// in conflict or has more than limit bytes is left out. Errors are those of Committed.
func (b Base) Indexed(ctx context.Context, names []string, limit int) (map[string][]byte, error) {
	contents := map[string][]byte{}
	err := b.eachRepository(names, func(g *repo, inside map[string][]string) error {
		if err := g.useIndex(ctx); err != nil {
			return err
		}
		blobs, err := g.indexed(ctx, slices.Sorted(maps.Keys(inside)))
		if err != nil {
			return err
		}
		maps.DeleteFunc(blobs, func(_ string, b blob) bool { return b.size > limit })
		byID, err := g.contents(ctx, blobs)
		if err != nil {
			return err
		}
		for path, b := range blobs {
			for _, name := range inside[path] {
				contents[name] = byID[b.id]
			}
		}
		return nil
	})
	return contents, err
}

// indexed returns which content the index has of files, asked once for all.
func (g *repo) indexed(ctx context.Context, paths []string) (map[string]blob, error) {
	paths = slices.DeleteFunc(paths, func(path string) bool { return strings.Contains(path, "\n") }) // which ends a question
	var input bytes.Buffer
	for _, path := range paths {
		fmt.Fprintf(&input, ":./%s\n", path)
	}
	out, err := g.run(ctx, input.Bytes(), "cat-file", "--batch-check")
	if err != nil {
		return nil, err
	}
	found := map[string]blob{}
	for _, path := range paths {
		head, rest, _ := bytes.Cut(out, []byte("\n"))
		out = rest
		parts := strings.Fields(string(head))
		size := -1
		if len(parts) == 3 && parts[1] == "blob" {
			if size, err = strconv.Atoi(parts[2]); err != nil {
				size = -1
			}
		}
		switch {
		case size >= 0:
			found[path] = blob{parts[0], size}
		case !bytes.HasSuffix(head, []byte(" missing")):
			return nil, fmt.Errorf("git says: %q", head)
		}
	}
	return found, nil
}

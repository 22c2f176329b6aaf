package discover

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/paths"
)

// findTargets makes the paths of the query absolute. A path keeps the names that it was given, since a link to an
// artefact is judged under its own name; but an absolute one, or one that goes up, is freed of links in its directories: it
// may lead anywhere, and can be compared with the working directory.
func (p *Place) findTargets() error {
	q := p.query
	if len(q.Paths) == 0 {
		p.Targets = []string{p.projectAround(q.Dir)}
		return nil
	}
	if err := CheckNames(q.Dir, q.Paths); err != nil {
		return err
	}
	for _, name := range q.Paths {
		if name == "" {
			return errors.New("a path is empty; write . for the working directory")
		}
		abs := filepath.Join(q.Dir, name)
		if filepath.IsAbs(name) {
			abs = filepath.Clean(name)
		}
		if !filepath.IsLocal(name) {
			abs = paths.RealParent(abs)
		}
		if paths.TooLong(abs) {
			return paths.LengthError(inert.Visible(name, ""))
		}
		if _, ok := q.Texts.Get(abs); !ok && q.Kind == "" {
			if _, err := os.Lstat(abs); err != nil {
				err = fmt.Errorf("%s: %w", inert.Visible(name, ""), paths.Reason(err))
				if !q.Deleted {
					return err
				}
				p.missing[abs] = err
			}
		}
		p.Targets = append(p.Targets, abs)
	}
	return nil
}

// CheckNames refuses names that lead, through a link, from the repository that a directory lies in into another one,
// unless they are absolute or go up: then it is what somebody wants.
func CheckNames(dir string, names []string) error {
	top := paths.Repository(dir)
	for _, name := range names {
		if top == "" || !filepath.IsLocal(name) {
			continue
		}
		start := filepath.Join(dir, name)
		if info, err := os.Stat(start); err != nil || !info.IsDir() {
			start = filepath.Dir(start)
		}
		if !paths.Within(paths.Real(paths.Repository(start)), paths.Real(top)) {
			return fmt.Errorf("%s: a link leads out of the project; name what it leads to by an absolute path", inert.Visible(name, ""))
		}
	}
	return nil
}

// named returns the names of the targets in the base.
func (p *Place) named(fs *files.FS) []string {
	names := make([]string, len(p.Targets))
	for i, target := range p.Targets {
		names[i] = fs.Name(target)
	}
	return names
}

// projectAround returns the nearest project root at or above a directory of the same repository, or else the directory.
func (p *Place) projectAround(dir string) string {
	for above := range paths.Upward(dir) {
		if p.roots.isRoot(above) {
			return above
		}
		if paths.IsRepository(above) {
			break
		}
	}
	return dir
}

// Projects returns the projects that the targets lie in, and those targets that lie in none.
func (p *Place) Projects() []string {
	var dirs []string
	for _, target := range p.Targets {
		start := target
		if info, err := os.Stat(target); err == nil && !info.IsDir() {
			start = filepath.Dir(target)
		}
		if around := p.projectAround(start); p.roots.isRoot(around) {
			target = around
		}
		if !slices.Contains(dirs, target) {
			dirs = append(dirs, target)
		}
	}
	return dirs
}

// findBase returns the directory that all names are relative to: the repository around the targets, or the directory of
// the configuration, or the project root around them, or else what contains all targets.
func (p *Place) findBase() string {
	common := ""
	bases := map[string]string{} // of directories: many files share one
	for i, target := range p.Targets {
		start := target
		if info, err := os.Stat(target); err != nil || !info.IsDir() {
			start = filepath.Dir(target)
		}
		if bases[start] == "" {
			bases[start] = p.baseOf(start)
		}
		if i == 0 {
			common = bases[start]
		}
		for !paths.Within(bases[start], common) && common != filepath.Dir(common) { // drives of Windows have nothing in common
			common = filepath.Dir(common)
		}
	}
	return common
}

// baseOf is findBase for one directory.
func (p *Place) baseOf(start string) string {
	if repository := paths.Repository(start); repository != "" {
		return repository
	}
	for dir := range paths.Upward(start) {
		if p.query.ConfigDir != "" && paths.SameDir(dir, p.query.ConfigDir) || p.roots.isRoot(dir) {
			return dir
		}
	}
	return start
}

package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
)

// maxPaths is how many files and directories a call may name.
const maxPaths = 1000

// place is where a call may look.
type place struct {
	Options
	dir  string   // that relative paths are relative to
	tops []string // directories without links; nothing outside of them is looked at
}

// place returns where a call of the client may look: the directories that it gives or, if it has none, that of the
// server. ask is what it must be asked before.
func (s *server) place(ctx context.Context, c client) (p *place, ask mcp.InputRequestMap, err error) {
	roots, ask, err := c.roots(ctx)
	if err == nil && ask == nil {
		p, err = s.placeOf(roots)
	}
	return p, ask, err
}

// placeOf returns the place that the URIs of a client's roots make.
func (s *server) placeOf(roots []string) (*place, error) {
	p := &place{Options: s.Options, dir: paths.Spelled(paths.Real(s.Dir))}
	for _, root := range roots {
		dir, err := paths.Native.FromURI(root)
		if err != nil {
			continue // it is no directory
		}
		p.tops = append(p.tops, paths.Spelled(paths.Real(dir)))
	}
	switch {
	case len(roots) == 0 && p.dir == filepath.Dir(p.dir):
		return nil, errors.New("the server was started in the topmost directory, and the client gives no roots: " +
			"have it started as `nplint mcp DIRECTORY`")
	case len(roots) == 0:
		p.tops = []string{p.dir}
	case len(p.tops) == 0:
		return nil, errors.New("none of the client's roots is a directory of this machine, so nothing may be looked at")
	}
	if !p.has(p.dir) {
		p.dir = p.tops[0]
	}
	return p, nil
}

// has reports whether a path without links lies in the place.
func (p *place) has(real string) bool {
	return slices.ContainsFunc(p.tops, func(top string) bool { return paths.Within(real, top) })
}

// path returns the absolute path of what a client names, by a path or a file URI, be it there or not, without links in
// its directories. It fails for what lies outside of the place, by its name or through links.
func (p *place) path(name string) (string, error) {
	abs := name
	switch {
	case name == "":
		return "", errors.New("a path is empty; leave it out for the whole project")
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%q is no path", name)
	case strings.HasPrefix(name, "file:"):
		var err error
		if abs, err = paths.Native.FromURI(name); err != nil {
			return "", err
		}
	case !filepath.IsAbs(name):
		abs = filepath.Join(p.dir, name)
		if top := paths.Repository(p.dir); top != "" && nearer(filepath.Join(top, name), abs) {
			abs = filepath.Join(top, name) // as findings name it
		}
	}
	if abs = filepath.Clean(abs); paths.TooLong(abs) {
		return "", paths.LengthError(name)
	}
	abs = paths.Spelled(abs)
	above, ok := paths.Resolve(filepath.Dir(abs))
	own := filepath.Join(above, filepath.Base(abs)) // of links, only one that is the file itself is left
	real, found := paths.Resolve(own)
	switch {
	case !ok || !found:
		return "", fmt.Errorf("%s: a symbolic link leads nowhere", name)
	case p.has(real) && (!p.has(own) || isDir(real)):
		return real, nil
	case p.has(real):
		return own, nil
	case p.has(abs):
		return "", fmt.Errorf("%s leads, through a symbolic link, outside of %s", name, p)
	}
	return "", fmt.Errorf("%s lies outside of %s", name, p)
}

// nearer reports whether the first of two paths is there and the second not; or else their directories.
func nearer(a, b string) bool {
	if paths.Exists(a) || paths.Exists(b) {
		return !paths.Exists(b)
	}
	return paths.Exists(filepath.Dir(a)) && !paths.Exists(filepath.Dir(b))
}

// String says where a call may look.
func (p *place) String() string { return "what may be looked at: " + strings.Join(p.tops, ", ") }

// options returns what to run for the paths of a client; none is the whole directory.
func (p *place) options(names []string) (nplint.Options, error) {
	o, err := p.bare(names)
	if err == nil {
		o.Config, err = p.config(paths.Around(p.dir, o.Paths))
	}
	return o, err
}

// bare is options without a configuration.
func (p *place) bare(names []string) (nplint.Options, error) {
	o := nplint.Options{Dir: p.dir, Rules: p.Rules, Passes: p.Passes, Nested: true}
	if len(names) > maxPaths {
		const many = "paths has %d entries, and at most %d are taken; name directories"
		return o, fmt.Errorf(many, len(names), maxPaths)
	}
	for _, name := range names {
		abs, err := p.path(name)
		if err != nil {
			return o, err
		}
		// Relative to the directory, so that no link leads out that takes the place of one on the way meanwhile.
		if rel, err := filepath.Rel(p.dir, abs); err == nil && filepath.IsLocal(rel) {
			abs = rel
		}
		o.Paths = append(o.Paths, abs)
	}
	if len(names) == 0 {
		o.Paths = []string{p.dir}
	}
	return o, nil
}

// file returns the absolute path of the one file that a call is about.
func (p *place) file(o *nplint.Options) string {
	if filepath.IsAbs(o.Paths[0]) {
		return o.Paths[0]
	}
	return filepath.Join(p.dir, o.Paths[0])
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// config returns the configuration that holds at a path.
func (p *place) config(path string) (*nplint.Config, error) {
	if !isDir(path) {
		path = filepath.Dir(path)
	}
	file, found, err := nplint.FindConfig(path)
	if err != nil || !found {
		return nplint.DefaultConfig(), err
	}
	return nplint.LoadConfig(file, p.Rules)
}

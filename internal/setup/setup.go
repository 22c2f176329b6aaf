// Package setup sets nplint up in a project: it writes a configuration with every setting explained and tells the
// hosts of a project, the programs that run its hooks and pipelines, to run nplint. It knows the hosts, and nothing
// of any pack but its data.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
)

// File is what Run did about one file.
type File struct {
	Path  string // relative to the project's directory, with slashes
	Wrote bool   // else it was there and is as it was
	Note  string // what else there is to know or to do
}

// Project is what is set up.
type Project struct {
	Dir     string       // absolute, without symbolic links
	Kinds   []string     // of the artefacts in it, each as often as there are artefacts
	Known   config.Known // what a configuration may speak of
	Version string       // of nplint that is to be run
}

// Run writes a configuration into the directory of a project and, at the top of the git repository around it, what its
// hosts need. A file that is there stays as it is, but for hooks and a server that are added to the settings of agent
// programs; with force those are replaced that are nplint's alone. It returns what it did, also with an error.
func Run(ctx context.Context, p Project, force bool) ([]File, error) {
	top := paths.Repository(p.Dir)
	isBelow := top != "" && top != p.Dir
	done, err := p.write(nil, p.Dir, config.Name, template(p.Known, p.Kinds, isBelow), force)
	if err == nil && done[0].Wrote && isBelow && hasNew(p.Known, p.Kinds) {
		done[0].Note = "packs hold for a whole run, so name them in " + p.file(top, config.Name, "").Path +
			", where hooks and pipelines begin"
	}
	if err == nil {
		done, err = p.agentHooks(done, top)
	}
	if err == nil {
		done, err = p.mcpServer(done, top)
	}
	if err != nil || top == "" {
		return done, err
	}
	if done, err = p.hook(ctx, done, top); err != nil {
		return done, err
	}
	return p.pipeline(done, top, force)
}

// write writes a file below a directory, unless it is there and is to be kept, and adds what it did. It never leaves
// the directory, whatever links lead out of it.
func (p Project) write(done []File, top, name, text string, force bool) ([]File, error) {
	file := p.file(top, name, "")
	kept, err := writeBelow(top, name, text, force)
	if err != nil {
		return done, unwritten(top, name, file.Path, err)
	}
	file.Wrote = !kept
	if kept {
		file.Note = "--force replaces it"
	}
	return append(done, file), nil
}

// file returns a file below the top of the repository, about which a person has to know something.
func (p Project) file(top, name, note string) File {
	if rel, err := filepath.Rel(p.Dir, filepath.Join(top, name)); err == nil {
		name = filepath.ToSlash(rel)
	}
	return File{Path: name, Note: note}
}

// unwritten says why a file below a directory, which is shown by a path, cannot be written.
func unwritten(top, name, path string, err error) error {
	if depth := leadsOut(top, name); depth > 0 {
		link := path
		for range strings.Count(name, "/") + 1 - depth {
			link = pathpkg.Dir(link)
		}
		return fmt.Errorf("%s: cannot be written: %s is a link that leads out of the repository; put what it leads to in its "+
			"place, or write the file yourself", path, link)
	}
	return fmt.Errorf("%s: cannot be written: %w", path, paths.Reason(err))
}

// leadsOut returns how many parts of a name below a directory make the path of a link that leads out of the directory,
// or 0 if there is none.
func leadsOut(top, name string) int {
	at := top
	for i, part := range strings.Split(name, "/") {
		at = filepath.Join(at, part)
		to, err := os.Readlink(at)
		if err != nil {
			continue
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		if !paths.Within(paths.Real(to), paths.Real(top)) {
			return i + 1
		}
	}
	return 0
}

func writeBelow(top, name, text string, force bool) (kept bool, err error) {
	target := files.Target{Top: top, Name: filepath.FromSlash(name)}
	if err := target.MakeDir(); err != nil {
		return false, err
	}
	err = target.Create([]byte(text))
	if !errors.Is(err, fs.ErrExist) {
		return false, err
	}
	if _, err := files.ReadBelow(top, name, maxHook); err != nil {
		return false, err
	}
	if !force {
		return true, nil
	}
	return false, target.Replace(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

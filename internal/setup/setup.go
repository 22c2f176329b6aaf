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
	"path/filepath"

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

// Run writes a configuration into the directory of a project and, at the top of the git repository around it, what
// its hosts need. A file that is there stays as it is, but for hooks and a server that are added to the settings of agent
// programs; with force those are replaced that are nplint's alone. It returns what it did, also with an error.
func Run(ctx context.Context, p Project, force bool) ([]File, error) {
	done, err := p.write(nil, p.Dir, config.Name, template(p.Known, p.Kinds), force)
	top := paths.Repository(p.Dir)
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
		return done, fmt.Errorf("%s: cannot be written: %w", file.Path, paths.Reason(err))
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

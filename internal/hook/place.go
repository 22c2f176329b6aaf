package hook

import (
	"os"
	"path/filepath"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
)

// tops returns the directories that the agent may write in, each free of links and in the letter case of the disk.
func (a *answerer) tops() []string {
	if a.dirs != nil {
		return a.dirs
	}
	dirs := []string{a.event.dir}
	for _, name := range a.host.projects {
		if dir := os.Getenv(name); filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	for i := range dirs {
		dirs[i] = paths.Spelled(paths.Real(paths.Project(paths.Real(filepath.Clean(dirs[i])))))
	}
	a.dirs = dirs
	return dirs
}

// place returns the path of a file without links in its directories, in the letter case of the disk, and the top of the
// project that it lies in; "" if that is none of the agent's.
func (a *answerer) place(name string) (file, top string) {
	if name = paths.Native.Plain(name); !filepath.IsAbs(name) {
		name = filepath.Join(a.event.dir, name)
	}
	if name = filepath.Clean(name); paths.TooLong(name) {
		return "", ""
	}
	parent, ok := paths.Resolve(filepath.Dir(name))
	if !ok {
		return "", ""
	}
	file = paths.Spelled(filepath.Join(parent, filepath.Base(name)))
	for _, dir := range a.tops() {
		if !paths.Within(file, dir) || file == dir {
			continue
		}
		if inner := paths.Repository(filepath.Dir(file)); paths.Within(inner, dir) {
			dir = inner
		}
		return file, dir
	}
	return "", ""
}

// options returns how files in a project are linted.
func (a *answerer) options(top, file string) (nplint.Options, error) {
	o := a.Options
	config, err := a.Config(file)
	if err != nil {
		return o, err
	}
	o.Dir, o.Config, o.Nested = top, config, true
	return o, nil
}

// project returns the top of the project that the agent works in, and how all of it is linted.
func (a *answerer) project() (top string, o nplint.Options, err error) {
	top = a.tops()[0]
	o, err = a.options(top, top)
	return top, o, err
}

// absolute returns the path of the file that a finding is in.
func absolute(report *nplint.Report, f *nplint.Finding) string {
	return filepath.Join(report.Base, filepath.FromSlash(f.Path))
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

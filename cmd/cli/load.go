package cli

import (
	"os"
	"path/filepath"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// around returns what all paths, of which the relative ones are in dir, have in common: the one path, or the directory that holds several. So it does
// not matter in which order a hook is given files of several projects.
func around(dir string, paths []string) string {
	common := dir
	for i, path := range paths {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if i == 0 {
			common = filepath.Clean(path)
		}
		for rel, err := filepath.Rel(common, path); (err != nil || !filepath.IsLocal(rel)) && common != filepath.Dir(common); rel, err = filepath.Rel(common, path) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// loadConfig returns the configuration that applies to a path.
func loadConfig(file string, none bool, path string, known *rules.Catalogue) (*nplint.Config, error) {
	if none {
		return nplint.DefaultConfig(), nil
	}
	if file == "" {
		dir, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		found := false
		if file, found, err = nplint.FindConfig(dir); err != nil {
			return nil, err
		} else if !found {
			return nplint.DefaultConfig(), nil
		}
	}
	if dir, err := os.Getwd(); err == nil && filepath.IsAbs(file) {
		if rel, err := filepath.Rel(dir, file); err == nil {
			file = rel // messages name it as a person here would
		}
	}
	return nplint.LoadConfig(file, known)
}

// misnamedConfig returns the base name of a file in a directory, or in one above it of the same repository, that was meant to be the configuration, or "".
func misnamedConfig(dir string) string {
	for {
		for _, name := range []string{"nplint.toml", ".nplint.yaml", ".nplint.yml", ".nplint.json"} {
			if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return name
			}
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if err == nil || dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

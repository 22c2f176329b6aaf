package cli

import (
	"os"
	"path/filepath"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

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

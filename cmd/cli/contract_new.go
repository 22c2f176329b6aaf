package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/example"
	"github.com/nplint/nplint/internal/files"
)

// makeContract writes a contract to begin with, and its examples beside it.
func makeContract(s env, f *configFlags, kind string) error {
	config, err := f.load(s.rules)
	if err != nil {
		return err
	}
	start, err := example.First(config, kind)
	if err != nil {
		return err
	}
	for _, file := range start.Files {
		target := path.Join(start.Dir, file[0])
		if err := writeNew(cmp.Or(config.Dir, "."), target, file[1]); err != nil {
			return err
		}
		if err := s.print("wrote %s\n", onLine(target)); err != nil {
			return err
		}
	}
	if !start.Named {
		dirs := `"` + strings.Join(append(config.ContractDirs, start.Dir), `", "`) + `"`
		if err := s.print("write into %s:\n\n[contracts]\ndirs = [%s]\n\n", nplint.ConfigName, onLine(dirs)); err != nil {
			return err
		}
	}
	return s.print("change it to what your files must hold, and try it with `nplint contract test`\n")
}

// writeNew writes a file that must not be there yet.
func writeNew(top, name, text string) error {
	target := files.Target{Top: top, Name: filepath.FromSlash(name)}
	if err := target.MakeDir(); err != nil {
		return err
	}
	err := target.Create([]byte(text))
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; nothing is written over it", name)
	}
	return err
}

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/example"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
)

// newKind is a kind as people write it: pack and name.
var newKind = memo.Regexp(`^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$`)

// makeContract writes a contract to begin with, and its examples beside it: into the pack of the configuration that the
// kind is of, or else into the first directory of contracts that it names.
func makeContract(s env, f *configFlags, kind string) error {
	if !newKind().MatchString(kind) {
		return fmt.Errorf("kind %q: write pack and name in small letters, such as team/decision", kind)
	}
	known, err := f.contracts(s.rules)
	if err != nil {
		return err
	}
	if c := known[kind]; c != nil {
		return fmt.Errorf("the kind %s has a contract: %s", kind, c.File)
	}
	config, err := f.load(s.rules)
	if err != nil {
		return err
	}
	dir, marker, named := example.PlaceOf(config, path.Dir(kind))
	base := config.Dir
	if base == "" {
		base = "."
	}
	name := path.Base(kind)
	contract, cases := example.First(kind, marker)
	for _, file := range [][2]string{{".toml", contract}, {".txtar", cases}} {
		target := path.Join(dir, name+file[0])
		if err := writeNew(base, target, file[1]); err != nil {
			return err
		}
		if err := s.print("wrote %s\n", onLine(target)); err != nil {
			return err
		}
	}
	if !named {
		dirs := `"` + strings.Join(append(config.ContractDirs, dir), `", "`) + `"`
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

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
	dir, marker, named := placeOf(config, path.Dir(kind))
	base := config.Dir
	if base == "" {
		base = "."
	}
	name := path.Base(kind)
	fill := strings.NewReplacer("KIND", kind, "NAME", name, "MARKER", marker)
	for _, file := range []struct{ ending, text string }{{".toml", contractSeed}, {".txtar", examplesSeed}} {
		target := path.Join(dir, name+file.ending)
		if err := writeNew(base, target, fill.Replace(file.text)); err != nil {
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

// anything is what stands for a name, or a part of one, in a path pattern.
var anything = memo.Regexp(`\*+|\{[^}]*\}`)

// placeOf returns the directory for a new contract of a pack and whether the configuration names it; of a pack that
// lies there also the file, as part of an archive, that makes an example one of its projects.
func placeOf(config *nplint.Config, pack string) (dir, marker string, named bool) {
	for _, own := range config.ContractDirs {
		switch isPack := config.IsPack(own); {
		case isPack && path.Base(own) == pack:
			for _, p := range config.OwnPacks {
				if p.Name == pack && len(p.Markers) > 0 {
					marker = "-- all/" + anything().ReplaceAllString(p.Markers[0], "x") + " --\n"
				}
			}
			return path.Join(own, "kinds"), marker, true
		case !isPack && dir == "":
			dir = own
		}
	}
	return cmp.Or(dir, "contracts"), "", dir != ""
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

const contractSeed = `# docs/contracts.md of nplint has every key; ` + "`nplint contract schema`" + ` prints their JSON Schema.
kind  = "KIND"
title = "NAME"
about = "Who writes such a file, and who reads it."
paths = ["docs/NAMEs/{number:digits}-{slug}.md"]

[frontmatter]
required = ["number", "status"]

[frontmatter.properties]
number = { type = "integer", minimum = 1, examples = [1] }
status = { enum = ["open", "done"] }

[[invariants]]
that    = "number == int(path.number)"
message = "number must be the one in the file name"

[[sections]]
heading = "## Summary"
text    = true
`

const examplesSeed = `# Each folder is a case. nplint has nothing to say about good, and of bad what its want says.
MARKER-- bad/docs/NAMEs/0002-second.md --
---
number: 3
status: Done
---

## Summary

Two things.
-- bad/want --
docs/NAMEs/0002-second.md:2:1: error[invariant] number must be the one in the file name, but number is 3
docs/NAMEs/0002-second.md:3:9: error[enum] ` + "`status`" + ` is "Done"; it must be open or done; did you mean done?
-- good/docs/NAMEs/0001-first.md --
---
number: 1
status: open
---

## Summary

One thing.
`

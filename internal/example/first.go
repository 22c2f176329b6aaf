package example

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/memo"
)

// Start is a contract to begin with, and cases that hold.
type Start struct {
	Dir   string      // where its files belong, relative to the configuration
	Named bool        // whether the configuration names that directory
	Files [][2]string // name in it and text
}

// newKind is a kind as people write it: pack and name.
var newKind = memo.Regexp(`^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$`)

// First returns the first contract of a kind: for the pack of the configuration that the kind is of, or else for the first
// directory of contracts that it names. It refuses a kind that has a contract, and one of a pack that is built in.
func First(config *nplint.Config, kind string) (*Start, error) {
	if !newKind().MatchString(kind) {
		return nil, fmt.Errorf("kind %q: write pack and name in small letters, such as team/decision", kind)
	}
	known, err := nplint.Contracts(config)
	if err != nil {
		return nil, err
	}
	if c := known[kind]; c != nil {
		return nil, fmt.Errorf("the kind %s has a contract: %s", kind, c.File)
	}
	builtin, err := nplint.Contracts(nplint.DefaultConfig())
	if err != nil {
		return nil, err
	}
	pack, name := path.Dir(kind), path.Base(kind)
	for _, c := range builtin {
		if c.Pack() == pack {
			return nil, fmt.Errorf("kind %q: the pack %s is built in; give your kind a name of your own, such as team/%s", kind,
				pack, name)
		}
	}
	s := &Start{}
	var marker string
	s.Dir, marker, s.Named = placeOf(config, pack)
	fill := strings.NewReplacer("KIND", kind, "NAME", name, "MARKER", marker)
	s.Files = [][2]string{{name + ".toml", fill.Replace(firstContract)}, {name + ".txtar", fill.Replace(firstCases)}}
	return s, nil
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

const firstContract = `# docs/contracts.md of nplint has every key; ` + "`nplint contract schema`" + ` prints their JSON Schema.
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

const firstCases = `# Each folder is a case. nplint has nothing to say about good, and of bad what its want says.
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

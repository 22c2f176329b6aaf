package example

import (
	"cmp"
	"path"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/memo"
)

// First returns a contract of a kind to begin with, and cases that hold. marker is a file of all cases that makes their
// directories projects, or "".
func First(kind, marker string) (contract, cases string) {
	fill := strings.NewReplacer("KIND", kind, "NAME", path.Base(kind), "MARKER", marker)
	return fill.Replace(firstContract), fill.Replace(firstCases)
}

// anything is what stands for a name, or a part of one, in a path pattern.
var anything = memo.Regexp(`\*+|\{[^}]*\}`)

// PlaceOf returns the directory for a new contract of a pack and whether the configuration names it; of a pack that
// lies there also the file, as part of an archive, that makes an example one of its projects.
func PlaceOf(config *nplint.Config, pack string) (dir, marker string, named bool) {
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

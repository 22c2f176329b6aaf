package report

import (
	"path"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

const spawnMissing = "researcher-spawn-missing"

var (
	spawnName = memo.Regexp(`(?i)\bspawn-(\d{1,4})\b`)
	spawnSays = memo.Regexp(`(?i)^spawn-(\d{1,4}) says$`)
)

// source is a spawn that a field names, and the block that the field belongs to.
type source struct {
	index, block int
	span         document.Span
}

// spawns holds the number of spawns against the spawns that the decisions name and, in a project, against their
// files. Spawns count from 0.
func spawns(r *report) {
	p, k := r.number("k")
	if k < 1 {
		return // reported by what it is
	}
	files := spawnFiles(r)
	if n := len(files); n > 0 && n < k {
		r.value(spawnMissing, p, "",
			"`k` is %d, but research/ holds the output of %s, so agreement was not measured over what is there; write "+
				"%d, or have the missing ones written again", k, document.Count(n, "spawn"), n)
		return
	}
	named := sources(r.Doc.Body)
	var beyond []source
	blocks, zero, most := map[int]bool{}, false, 0
	for _, s := range named {
		zero, most = zero || s.index == 0, max(most, s.index)
		if s.index >= k {
			beyond = append(beyond, s)
			blocks[s.block] = true
		}
	}
	switch {
	case len(beyond) == 0, !zero && most == k && len(files) == 0: // somebody counts from 1
	case len(files) > k && files[most], len(files) == 0 && len(blocks) > 1:
		r.value(spawnMissing, p, "",
			"`k` is %d, but the decisions name spawn-%d, and spawns count from 0, so agreement was not measured over "+
				"all of them; write %d", k, most, most+1)
	default:
		for i, s := range beyond {
			if i > 0 && beyond[i-1].span == s.span {
				continue
			}
			r.Reportf(spawnMissing, s.span, "body.blocks",
				"spawn-%d is named here, but with `k` %d the spawns are spawn-0 to spawn-%d, so nobody can look up "+
					"what it found; name the spawn that was meant", s.index, k, k-1)
		}
	}
}

// spawnFiles returns the indexes of the spawn files beside the report.
func spawnFiles(r *report) map[int]bool {
	files := map[int]bool{}
	if r.set.Standalone {
		return files
	}
	below := path.Join(path.Dir(r.Doc.Path), "research") + "/spawn-"
	for _, in := range r.set.Inputs(below) {
		if n, err := strconv.Atoi(strings.TrimSuffix(in.Path[len(below):], ".md")); err == nil {
			files[n] = true
		}
	}
	return files
}

// sources returns the spawns that the fields of decisions name as where something comes from.
func sources(body *document.Body) (named []source) {
	for block := range body.Headings {
		h := &body.Headings[block]
		if h.Level != 3 {
			continue
		}
		fields := body.FieldsIn(h.Below)
		for i := range fields {
			f := &fields[i]
			var found [][]string
			if f.Label == "Reconciled-from" || f.Label == "Reconciler verdict" {
				found = spawnName().FindAllStringSubmatch(f.Text, -1)
			} else if m := spawnSays().FindStringSubmatch(f.Label); m != nil {
				found = [][]string{m}
			}
			for _, m := range found {
				if n, err := strconv.Atoi(m[1]); err == nil {
					named = append(named, source{n, block, f.Span})
				}
			}
		}
	}
	return named
}

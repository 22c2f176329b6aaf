// Package roadmap judges what no schema can say of roadmap.yaml: ids and numbers that are used twice or contradict
// each other, milestones that programs pass over, keys that are probably misspelt, and files that the reader refuses
// for their size.
package roadmap

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges artefacts of the kind nubos/roadmap.
var Analyzer = &analysis.Analyzer{
	Name:     "roadmap",
	Doc:      "hold the roadmap against its reader, and its entries against each other",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	limit := set.Options.Number("roadmap-too-large", "max")
	set.Each([]string{"nubos/roadmap"}, func(r *document.Reporter) {
		if r.Doc.Problem == nil {
			j := &roadmap{Reporter: r}
			if j.size(int(limit)); len(r.Doc.Src) > int(limit) {
				return // none of it is read
			}
			j.milestones(document.Items(r.Doc.Data.Root.Get("milestones")))
		}
	})
	return nil, nil
}

// maxAliases is how many aliases the reader of nubos-pilot resolves before it refuses a roadmap.
const maxAliases = 100

// roadmap is one roadmap under judgement.
type roadmap struct {
	*document.Reporter
	meant map[string]int // how many milestones have an id or one that is written for it
}

// size holds the file against the limits of its reader, the one for bytes as given.
func (j *roadmap) size(limit int) {
	if n := len(j.Doc.Src); n > limit {
		j.Reportf("roadmap-too-large", j.Doc.FirstLine(), "$",
			"the roadmap has %d bytes, and its reader refuses more than %d, so every command fails; archive what is "+
				"finished", n, limit)
	}
	for _, a := range j.Doc.Data.Aliases {
		if a.Self {
			j.Reportf("roadmap-parse-error", a.Span, "$",
				"this alias stands within the value that it repeats, so the roadmap never ends; write out what is "+
					"meant")
			return
		}
		if a.Total > maxAliases {
			j.Reportf("roadmap-parse-error", a.Span, "$",
				"with this alias, more than %d are to be resolved, those within anchored values counted anew each "+
					"time, and the reader refuses such a file; write the values out", maxAliases)
			return
		}
	}
}

func (j *roadmap) milestones(list []*document.Node) {
	ids := j.once("roadmap-duplicate-milestone", "milestone id")
	numbers := j.once("roadmap-duplicate-milestone", "milestone number")
	slugs := j.once("roadmap-duplicate-slug", "slug")
	phases := j.once("roadmap-duplicate-phase", "phase number")
	order := entries{roadmap: j, byName: map[string]*entry{}}
	for i, m := range list {
		if m.Type != document.Map {
			continue // reported by its type
		}
		at := fmt.Sprintf("$.milestones[%d]", i)
		order.add(usable(m.Get("id")), m, at)
		again := ids.add(m.Get("id"), at+".id")
		j.id(m, at)
		if !numbers.add(m.Get("number"), at+".number") && !again {
			j.number(m, at)
		}
		slugs.add(m.Get("slug"), at+".slug")
		j.parts(m, at)
		j.criteria(m, at)
		j.keys(m, at, "milestone")
		slices := j.once("roadmap-duplicate-slice", "slice id")
		j.members(m, at, "slices", func(s *document.Node, at string) {
			slices.add(s.Get("id"), at+".id")
			order.add(fullSlice(m.Get("id"), s.Get("id")), s, at)
			slugs.add(s.Get("slug"), at+".slug")
		})
		j.members(m, at, "phases", func(p *document.Node, at string) {
			phases.add(p.Get("number"), at+".number")
			slugs.add(p.Get("slug"), at+".slug")
			order.add(phase(p.Get("number")), p, at)
		})
	}
	order.dependencies()
}

// members judges the slices or phases of a milestone, and calls each with every one that is a map.
func (j *roadmap) members(milestone *document.Node, at, key string, each func(member *document.Node, at string)) {
	for i, n := range document.Items(milestone.Get(key)) {
		if n.Type != document.Map {
			continue // reported by its type
		}
		at := fmt.Sprintf("%s.%s[%d]", at, key, i)
		each(n, at)
		j.criteria(n, at)
		j.keys(n, at, key)
	}
}

// parts reports a milestone that its reader passes over.
func (j *roadmap) parts(m *document.Node, at string) {
	slices, phases := m.Get("slices"), m.Get("phases")
	for _, part := range []*document.Node{slices, phases} {
		if part != nil && part.Type != document.Null {
			return // a list, or a wrong type, which is reported as such
		}
	}
	if slices == nil && phases == nil && j.misspelt(m) {
		return
	}
	span := m.Span
	if p := m.Pair("id"); p != nil {
		span = document.Span{Start: p.KeySpan.Start, End: p.Value.Span.End}
	}
	for _, key := range []string{"slices", "phases"} {
		if p := m.Pair(key); p != nil {
			span = p.KeySpan
		}
	}
	j.Reportf("roadmap-empty-milestone", span, at,
		"milestone %s has neither `slices` nor `phases`, so its reader passes over it and no command knows it; write "+
			"`slices: []` until it is planned", label(m))
}

// misspelt reports whether a milestone has a key that was probably meant as the one of its slices or phases.
func (j *roadmap) misspelt(m *document.Node) bool {
	known, absent := known(m, "milestone")
	return slices.ContainsFunc(m.Pairs, func(p document.Pair) bool { return isPart(meant(p.Key, known, absent)) })
}

// isPart reports whether a key is one of the two by which the reader knows a milestone.
func isPart(key string) bool { return key == "slices" || key == "phases" }

// meant returns the key that an unknown one was probably meant as, of those that the entry does not have, or "".
func meant(key string, known, absent []string) string {
	if slices.Contains(known, key) {
		return ""
	}
	return spell.Nearest(key, absent)
}

// known returns the keys of a milestone, of one of its "slices" or of one of its "phases", and those that the entry
// does not have.
func known(n *document.Node, of string) (keys, absent []string) {
	keys = []string{"id", "number", "name", "slug", "goal", "description", "status", "requirements", "success_criteria",
		"depends_on"}
	switch of {
	case "milestone":
		keys = append(keys, "slices", "phases")
	case "phases":
		keys = append(keys, "plans")
	}
	return keys, slices.DeleteFunc(slices.Clone(keys), n.Has)
}

// keys warns of a key that nobody knows and that is probably a misspelling of one that is not there.
func (j *roadmap) keys(n *document.Node, at, of string) {
	known, absent := known(n, of)
	for i := range n.Pairs {
		p := &n.Pairs[i]
		near := meant(p.Key, known, absent)
		if isPart(near) && !n.Has("slices") && !n.Has("phases") {
			j.Fixf("roadmap-empty-milestone", p.KeySpan, at+"."+p.Key, document.Guess("rename it to "+near, p.KeySpan, near),
				"the key `%s` is not known, so milestone %s has neither `slices` nor `phases`, and its reader passes over "+
					"it; did you mean `%s`?", p.Key, label(n), near)
		} else if near != "" {
			j.Fixf("roadmap-unknown-key", p.KeySpan, at+"."+p.Key,
				document.Replace("rename it to "+near, p.KeySpan, near),
				"the key `%s` is not known, so its reader passes over it and takes the default; did you mean `%s`?",
				p.Key, near)
		}
	}
}

// label names an entry in a message.
func label(n *document.Node) string {
	for _, key := range []string{"id", "name", "number"} {
		if v := n.Get(key); v != nil && v.Text != "" {
			return document.Quote(v.Text)
		}
	}
	return "without id"
}

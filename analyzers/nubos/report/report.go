// Package report holds the reports of nubos-pilot against themselves: counters against blocks, a status against what
// it follows from, a file against its name. The contract pass judges the shape; this one judges whether the parts
// tell one story.
package report

import (
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Analyzer judges verifications, validations, spawn outputs and reconciled research.
var Analyzer = &analysis.Analyzer{
	Name:     "report",
	Doc:      "hold reports against themselves: counters, statuses and names",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	for kind, judge := range map[string]func(*report){
		"nubos/verification":      verification,
		"nubos/validation":        validation,
		"nubos/researcher-output": spawn,
		"nubos/research-final":    research,
	} {
		set.Each([]string{kind}, func(r *document.Reporter) {
			if r.Doc.Readable() {
				judge(&report{Reporter: r, set: set, front: r.Doc.Front.Root})
			}
		})
	}
	return nil, nil
}

// report is one report under judgement.
type report struct {
	*document.Reporter
	set   *document.Set
	front *document.Node
}

// number returns the pair of a key with a whole number that is not negative, or nil: anything else the contract
// reports.
func (r *report) number(key string) (*document.Pair, int) {
	if p := r.front.Pair(key); p != nil {
		if n, ok := document.Whole(p.Value); ok {
			return p, n
		}
	}
	return nil, 0
}

// word returns the pair of a key whose text is one of the words, or nil.
func (r *report) word(key string, words ...string) *document.Pair {
	if p := r.front.Pair(key); p != nil && slices.Contains(words, document.Text(p.Value)) {
		return p
	}
	return nil
}

// value reports a finding at the value of a pair, with the fix that writes text there, if text is not empty.
func (r *report) value(rule string, p *document.Pair, text, format string, args ...any) {
	var fixes []document.Fix
	if text != "" {
		text = p.Value.Requote(text)
		fixes = document.Replace(fmt.Sprintf("set %s to %s", p.Key, text), p.Value.Span, text)
	}
	r.Fixf(rule, p.Place(), "frontmatter."+p.Key, fixes, format, args...)
}

// milestone holds the milestone that a report names against its file name and directory.
func (r *report) milestone() {
	name, dir := r.Doc.Var("milestone"), r.Doc.Var("dir")
	if dir != "" && dir != name {
		r.Reportf("report-path", r.Doc.FirstLine(), "path",
			"the file is named after %s but lies in the directory %s, so programs do not find it there; rename or "+
				"move it", name, dir)
		return // which milestone it belongs to is open
	}
	if dir == "" {
		dir = name
	} else if place.Of(r.Doc.Root, r.Doc.Path).Milestone == "" {
		return // the directory is misnamed, and that is reported
	}
	p := r.front.Pair("milestone")
	if p == nil {
		return
	}
	id := document.Text(p.Value)
	if id == dir || !place.IsID(id, 'M') || !place.IsID(dir, 'M') {
		return
	}
	fix := dir
	if dir != place.FormatID('M', place.IDNumber(dir, 'M')) {
		fix = "" // the directory itself is not named as it should be
	}
	r.value("report-path", p, fix, "`milestone` is %q, but the path says %s, and programs find the file by "+
		"that; write it, or move the file", id, dir)
}

// spawn judges the output of a researcher spawn; its counters are compared with its blocks by the contract.
func spawn(r *report) {
	p, index := r.number("spawn_index")
	name, err := strconv.Atoi(r.Doc.Var("index"))
	if p == nil || err != nil || name == index {
		return
	}
	r.value("spawn-index", p, strconv.Itoa(name),
		"`spawn_index` is %d, but the file is spawn-%s.md; the reconciler would credit its findings to another spawn",
		index, r.Doc.Var("index"))
}

// Package report holds the reports of nubos-pilot against themselves: counters against blocks, a status against what
// it follows from, a file against its name. The contract pass judges the shape; this one judges whether the parts
// tell one story.
package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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

var judges = map[string]func(*report){
	"nubos/verification":      (*report).verification,
	"nubos/validation":        (*report).validation,
	"nubos/researcher-output": (*report).spawn,
	"nubos/research-final":    (*report).research,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	set.Each(slices.Collect(maps.Keys(judges)), func(r *document.Reporter) {
		if r.Doc.Readable() {
			judges[r.Doc.Kind](&report{Reporter: r, set: set, front: r.Doc.Front.Root})
		}
	})
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
	p := r.front.Pair(key)
	if p == nil || p.Value.Type != document.Number || p.Value.Num < 0 || p.Value.Num != float64(int(p.Value.Num)) {
		return nil, 0
	}
	return p, int(p.Value.Num)
}

// word returns the pair of a key whose text is one of the words, or nil.
func (r *report) word(key string, words ...string) *document.Pair {
	p := r.front.Pair(key)
	if p == nil || p.Value.Type != document.String {
		return nil
	}
	for _, w := range words {
		if p.Value.Text == w {
			return p
		}
	}
	return nil
}

// value reports a finding at the value of a pair, with the fix that writes text there, if text is not empty.
func (r *report) value(rule string, p *document.Pair, text, format string, args ...any) {
	f := document.Finding{Rule: rule, Span: p.Value.Span, At: "frontmatter." + p.Key,
		Message: fmt.Sprintf(format, args...)}
	if f.Span.Len() == 0 {
		f.Span = p.KeySpan
	}
	if text != "" {
		text = p.Value.Requote(text)
		f.Fixes = document.Replace(fmt.Sprintf("set %s to %s", p.Key, text), p.Value.Span, text)
	}
	r.Report(f)
}

// milestone holds the milestone that a report names against its file name and directory.
func (r *report) milestone() {
	name, dir := r.Doc.Var("milestone"), r.Doc.Var("dir")
	if dir != "" && name != "" && dir != name {
		r.Report(document.Finding{Rule: "report-path", Span: r.Doc.FirstLine(), At: "path",
			Message: fmt.Sprintf("the file is named after %s but lies in the directory %s, so programs do not find it "+
				"there; rename or move it",
				name, dir)})
		return // which milestone it belongs to is open
	}
	if dir == "" {
		dir = name
	} else if place.Of(r.Doc.Root, r.Doc.Path).Milestone == "" {
		return // the directory is misnamed, and that is reported
	}
	p := r.front.Pair("milestone")
	if p == nil || p.Value.Type != document.String || !isMilestone(p.Value.Text) || !isMilestone(dir) ||
		p.Value.Text == dir {
		return
	}
	fix := dir
	if number, err := strconv.Atoi(dir[1:]); err != nil || dir != fmt.Sprintf("M%03d", number) {
		fix = "" // the directory itself is not named as it should be
	}
	r.value("report-path", p, fix, "`milestone` is %q, but the path says %s; one of them is wrong", p.Value.Text, dir)
}

// isMilestone reports whether s is a milestone id: M and at least three digits.
func isMilestone(s string) bool {
	digits, ok := strings.CutPrefix(s, "M")
	return ok && len(digits) >= 3 && strings.Trim(digits, "0123456789") == ""
}

// spawn judges the output of a researcher spawn; its counters are compared with its blocks by the contract.
func (r *report) spawn() {
	p, index := r.number("spawn_index")
	name, err := strconv.Atoi(r.Doc.Var("index"))
	if p == nil || err != nil || name == index {
		return
	}
	r.value("spawn-index", p, strconv.Itoa(name),
		"`spawn_index` is %d, but the file is spawn-%s.md; the reconciler would credit its findings to another spawn",
		index, r.Doc.Var("index"))
}

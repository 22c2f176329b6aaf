package conformance

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var token = memo.Regexp(`\{[^{}]*\}`)

// states judges the state files that a fixture speaks of.
func (j *fixtureFile) states(f *model.Fixture) {
	before, after := f.Node.Get("precondition").Get("state_files"), f.Node.Get("postcondition").Get("state_files")
	usesHarness := j.files(before, f.At+".precondition.state_files", false)
	usesHarness = cmp.Or(usesHarness, j.files(after, f.At+".postcondition.state_files", true))
	events := []*document.Node{f.Node.Get("event")}
	for i, step := range document.Items(f.Node.Get("steps")) {
		at := fmt.Sprintf("%s.steps[%d]", f.At, i)
		usesHarness = cmp.Or(usesHarness, j.files(step.Get("assert_state"), at+".assert_state", true))
		j.keys(step.Get("assert_return"), at+".assert_return")
		events = append(events, step.Get("event"))
	}
	j.keys(f.Node.Get("postcondition").Get("return_value"), f.At+".postcondition.return_value")
	for _, event := range events {
		if event.Get("params").Has("harness_id") {
			return
		}
	}
	if usesHarness != nil && !j.project.IsOldest() {
		j.Reportf("nx-fixture-harness-id", usesHarness.KeySpan, f.At,
			"the path holds {HARNESS_ID}, and no event has the parameter harness_id, so a runner must know it from "+
				"elsewhere; pass it")
	}
}

// files judges a map from state files to what is expected of them or put into them. It returns the first pair whose
// path names the harness.
func (j *fixtureFile) files(files *document.Node, at string, expected bool) (harness *document.Pair) {
	for _, p := range document.Pairs(files) {
		place := at + "." + p.Key
		for _, t := range token().FindAllString(p.Key, -1) {
			if t == "{HARNESS_ID}" && harness == nil {
				harness = &p
			}
			j.token(&p, t, place)
		}
		if !expected || p.Value.Type != document.Map || len(p.Value.Pairs) == 0 {
			continue
		}
		if ext := path.Ext(p.Key); ext != ".json" && ext != ".jsonl" {
			j.Reportf("nx-fixture-state-semantics", p.KeySpan, place,
				"%s is no JSON file, so nothing in it can be asserted by JSONPath; "+
					"write {} for a file that must be there", p.Key)
			continue
		}
		j.keys(p.Value, place)
	}
	return harness
}

func (j *fixtureFile) token(p *document.Pair, t, at string) {
	known := t == "{STATE_ROOT}" || t == "{HARNESS_ID}"
	switch {
	case j.project.IsOldest():
		j.Reportf("nx-fixture-token", p.KeySpan, at,
			"the path holds %s, and paths of fixtures are literal in this edition, so a runner makes a file of "+
				"that name; write the path", t)
	case !known:
		j.Reportf("nx-fixture-token", p.KeySpan, at,
			"the path holds %s, and runners put in only {STATE_ROOT} and {HARNESS_ID}; write the path out", t)
	case path.Base(path.Dir(j.Doc.Path)) != "lifecycle":
		j.Reportf("nx-fixture-token", p.KeySpan, at,
			"the path holds %s, which runners put in for lifecycle fixtures only; write the path out: .nexus/state/…",
			t)
	}
}

// keys reports assertions whose keys are no JSONPath.
func (j *fixtureFile) keys(n *document.Node, at string) {
	for _, p := range document.Pairs(n) {
		if !strings.HasPrefix(p.Key, "$") {
			j.Reportf("nx-fixture-state-semantics", p.KeySpan, at+"."+p.Key,
				"the key %q is no JSONPath, so runners find nothing by it; start it with $", p.Key)
		}
	}
}

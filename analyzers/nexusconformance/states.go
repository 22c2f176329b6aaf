package nexusconformance

import (
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

var token = rules.Lazy(`\{[^{}]*\}`)

// states judges the state files that a fixture speaks of.
func (j *judge) states(f *project.Fixture) {
	usesHarness := j.files(f.Node.Get("precondition").Get("state_files"), f.At+".precondition.state_files", false)
	usesHarness = firstPair(usesHarness, j.files(f.Node.Get("postcondition").Get("state_files"), f.At+".postcondition.state_files", true))
	events := []*document.Node{f.Node.Get("event")}
	for i, step := range items(f.Node.Get("steps")) {
		at := fmt.Sprintf("%s.steps[%d]", f.At, i)
		usesHarness = firstPair(usesHarness, j.files(step.Get("assert_state"), at+".assert_state", true))
		j.keys(step.Get("assert_return"), at+".assert_return")
		events = append(events, step.Get("event"))
	}
	j.keys(f.Node.Get("postcondition").Get("return_value"), f.At+".postcondition.return_value")
	for _, event := range events {
		if event.Get("params").Has("harness_id") {
			return
		}
	}
	if usesHarness != nil && j.nexus.Edition != "0.6" {
		j.Reportf("nx-fixture-harness-id", usesHarness.KeySpan, f.At, "the path holds {HARNESS_ID}, and no event has the parameter harness_id, so a runner must know it from elsewhere; pass it")
	}
}

func firstPair(a, b *document.Pair) *document.Pair {
	if a != nil {
		return a
	}
	return b
}

// files judges a map from state files to what is expected of them or put into them. It returns the first pair whose path names the harness.
func (j *judge) files(files *document.Node, at string, expected bool) (harness *document.Pair) {
	all := pairs(files)
	for i := range all {
		p := &all[i]
		place := at + "." + p.Key
		for _, t := range token().FindAllString(p.Key, -1) {
			if t == "{HARNESS_ID}" && harness == nil {
				harness = p
			}
			j.token(p, t, place)
		}
		if !expected || p.Value.Type != document.Map || len(p.Value.Pairs) == 0 {
			continue
		}
		if ext := path.Ext(p.Key); ext != ".json" && ext != ".jsonl" {
			j.Reportf("nx-fixture-state-semantics", p.KeySpan, place, "%s is no JSON file, so nothing in it can be asserted by JSONPath; write {} for a file that must be there", p.Key)
			continue
		}
		j.keys(p.Value, place)
	}
	return harness
}

func (j *judge) token(p *document.Pair, t, at string) {
	known := t == "{STATE_ROOT}" || t == "{HARNESS_ID}"
	switch {
	case j.nexus.Edition == "0.6":
		j.Reportf("nx-fixture-token", p.KeySpan, at, "the path holds %s, and paths of fixtures are literal in this edition, so a runner makes a file of that name; write the path", t)
	case !known:
		j.Reportf("nx-fixture-token", p.KeySpan, at, "the path holds %s, and runners put in only {STATE_ROOT} and {HARNESS_ID}; write the path out", t)
	case path.Base(path.Dir(j.Doc.Path)) != "lifecycle":
		j.Reportf("nx-fixture-token", p.KeySpan, at, "the path holds %s, which runners put in for lifecycle fixtures only; write the path out: .nexus/state/…", t)
	}
}

// keys reports assertions whose keys are no JSONPath.
func (j *judge) keys(n *document.Node, at string) {
	all := pairs(n)
	for i := range all {
		if p := &all[i]; !strings.HasPrefix(p.Key, "$") {
			j.Reportf("nx-fixture-state-semantics", p.KeySpan, at+"."+p.Key, "the key %q is no JSONPath, so runners find nothing by it; start it with $", p.Key)
		}
	}
}

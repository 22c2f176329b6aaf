package conformance

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// covers judges what a fixture claims to cover.
func (j *fixtureFile) covers(f *model.Fixture) {
	covers := f.Node.Get("covers")
	switch {
	case covers != nil && covers.Type != document.Map:
		return // the contract says it
	case covers == nil && misspelt(f.Node, "covers"):
		return // the contract says it
	case covers == nil:
		j.Reportf("nx-fixture-covers-missing", j.Doc.Start(f.Node), f.At+".covers",
			"the fixture has no `covers`, so nobody counts what it covers, and the reference then checks no "+
				"fixture any further; list the fields that it asserts")
		return
	case covers.Type == document.Map && len(document.Pairs(covers.Get("state_schemas")))+len(document.Pairs(covers.Get("return_value"))) == 0:
		j.Reportf("nx-fixture-covers-missing", covers.Span, f.At+".covers",
			"`covers` names neither a state schema nor a return value, so nobody counts what the fixture covers; "+
				"list the fields that it asserts")
		return
	}
	for _, p := range document.Pairs(covers.Get("state_schemas")) {
		j.coveredSchema(&p, f.At+".covers.state_schemas."+p.Key)
	}
	for _, p := range document.Pairs(covers.Get("return_value")) {
		if !slices.Contains(j.tools, p.Key) {
			j.Fixf("nx-fixture-covers-unknown", p.KeySpan, f.At+".covers.return_value."+p.Key, j.Meant(p.KeySpan, p.Key, j.tools),
				"%s is no tool of the contract, so this covers nothing%s", p.Key, spell.Suggest(p.Key, j.tools))
		}
	}
	j.truthful(f, covers)
}

// misspelt reports whether a map has a key that is a likely misspelling of one of the given.
func misspelt(node *document.Node, keys ...string) bool {
	return slices.ContainsFunc(node.Pairs, func(p document.Pair) bool {
		return !slices.Contains(keys, p.Key) && spell.Nearest(p.Key, keys) != ""
	})
}

func (j *fixtureFile) coveredSchema(p *document.Pair, at string) {
	fields, known := j.fields[p.Key]
	if len(j.fields) == 0 || known && len(fields.names) == 0 {
		return // the fixture is judged alone, or the schema cannot be read
	}
	if missing := j.project.Dir("nexus/state-schema") + p.Key; !known && j.project.Released() &&
		slices.Contains(j.project.Schemas(), missing) {
		return // nx-schema-missing says it
	}
	if !known {
		j.Fixf("nx-fixture-covers-unknown", p.KeySpan, at, j.Meant(p.KeySpan, p.Key, j.schemas),
			"there is no state schema %s, so this covers nothing%s", p.Key, spell.Suggest(p.Key, j.schemas))
		return
	}
	names := fields.names
	listed := map[string]bool{}
	for _, item := range document.Items(p.Value) {
		listed[document.Text(item)] = true
	}
	for i, item := range document.Items(p.Value) {
		name := document.Text(item)
		if name != "" && !fields.has(name) {
			fixes := j.Meant(item.Span, name, names)
			if listed[spell.Nearest(name, names)] {
				fixes = nil
			}
			j.Fixf("nx-fixture-covers-unknown", item.Span, document.Index(at, i), fixes,
				"%s has no field %s, so this covers nothing%s", p.Key, name, spell.Suggest(name, names))
		}
	}
}

// truthful reports claims that no assertion bears out, all of a fixture at once.
func (j *fixtureFile) truthful(f *model.Fixture, covers *document.Node) {
	states, returned := assertions(f)
	var empty []string
	claims := 0
	check := func(p *document.Pair, asserted *parts) {
		for _, name := range document.Texts(p.Value) {
			// The field itself is asserted, a part of it, or the length of the list that it stands for.
			if claims++; asserted == nil || !asserted.has(strings.TrimSuffix(name, "[]")) {
				empty = append(empty, name)
			}
		}
	}
	for _, p := range document.Pairs(covers.Get("state_schemas")) {
		check(&p, states[strings.TrimSuffix(p.Key, ".schema.json")])
	}
	for _, p := range document.Pairs(covers.Get("return_value")) {
		check(&p, returned)
	}
	if len(empty) > 0 {
		j.Reportf("nx-fixture-covers-truthful", f.Node.Pair("covers").KeySpan, f.At+".covers",
			"of %s that `covers` names, no assertion confirms %s, so they count as covered and nobody tests them; "+
				"assert them, or take them out", document.Count(claims, "field"), strings.Join(empty, ", "))
	}
}

var position = memo.Regexp(`\[\d+\]`)

// assertions returns what a fixture asserts, as fields: of each state file by its name without ending, and of what
// tools return.
func assertions(f *model.Fixture) (states map[string]*parts, returned *parts) {
	states, returned = map[string]*parts{}, newParts()
	add := func(to *parts, n *document.Node) {
		for _, p := range document.Pairs(n) {
			key := strings.TrimPrefix(strings.TrimPrefix(position().ReplaceAllString(p.Key, "[]"), "$"), ".")
			to.add(strings.TrimPrefix(strings.TrimPrefix(key, "[]"), "."), false) // of a list at the top
		}
	}
	addFiles := func(files *document.Node) {
		for _, p := range document.Pairs(files) {
			name := strings.TrimSuffix(path.Base(p.Key), path.Ext(p.Key))
			if states[name] == nil {
				states[name] = newParts()
			}
			add(states[name], p.Value)
		}
	}
	post := f.Node.Get("postcondition")
	addFiles(post.Get("state_files"))
	add(returned, post.Get("return_value"))
	if post.Has("error") || post.Has("error_contains") {
		returned.add("error", false)
	}
	for _, step := range document.Items(f.Node.Get("steps")) {
		addFiles(step.Get("assert_state"))
		add(returned, step.Get("assert_return"))
	}
	return states, returned
}

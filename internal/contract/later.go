package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// laterKey is a key that came with a later version of the framework than the project is of.
type laterKey struct {
	pair  *document.Pair
	place string // as findings name it
	since string
}

// later reports keys that came with later versions than the project is of: those of a file have one cause, and are one
// finding. It returns their places, below which nothing is judged. Single values that came later are a finding each.
func later(a *artefact, t tree) (keys []laterKey) {
	if len(t.schema.Since) == 0 {
		return nil
	}
	keys = a.laterIn(t.root, t.schema.Since, "", t.at)
	if len(keys) == 0 {
		return nil
	}
	f := document.Finding{Rule: "later-key", Span: keys[0].pair.KeySpan, At: keys[0].place}
	var names []string
	for _, k := range keys {
		line, _ := a.doc.Position(k.pair.KeySpan.Start)
		name := strings.TrimPrefix(strings.TrimPrefix(k.place, t.at), ".")
		names = append(names, fmt.Sprintf("`%s` (%s, line %d)", name, k.since, line))
		if k.place != f.At {
			f.Related = append(f.Related, document.Related{Span: k.pair.KeySpan, Message: "`" + name + "` came with " + k.since})
		}
	}
	f.Message = a.version.Later("key", names) + "; where such a version runs, nothing is wrong, and an older one passes over what it does not know"
	a.add(f)
	return keys
}

// laterIn returns the keys in a value that came later, the outermost ones, and reports values that did. The schema
// names the value as place, and findings as at. It goes no deeper than the schema says something of, so that aliases
// within one another cost nothing.
func (a *artefact) laterIn(n *document.Node, since map[string]rules.Since, place, at string) (keys []laterKey) {
	if within(since, place+"[]") {
		for i, item := range document.Items(n) {
			keys = append(keys, a.laterIn(item, since, place+"[]", fmt.Sprintf("%s[%d]", at, i))...)
		}
	}
	pairs := document.Pairs(n)
	for i := range pairs {
		p := &pairs[i]
		place, at := strings.TrimPrefix(place+"."+p.Key, "."), at+"."+p.Key
		came := since[place]
		with := came.Values[p.Value.Text]
		switch {
		case a.version.Lacks(came.Key):
			keys = append(keys, laterKey{p, at, came.Key})
		case a.version.Lacks(with):
			a.add(document.Finding{Rule: "enum", Span: p.Value.Span, At: at, Least: a.version.Of == "",
				Message: fmt.Sprintf("`%s` is %s, which came with %s, a later version than %s", p.Key, document.Show(p.Value), with, a.version.Than())})
		case within(since, place):
			keys = append(keys, a.laterIn(p.Value, since, place, at)...)
		}
	}
	return keys
}

// within reports whether a schema says something of what is in the value at a place.
func within(since map[string]rules.Since, place string) bool {
	for said := range since {
		if rest, ok := strings.CutPrefix(said, place); ok && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// below reports whether a place is one of keys that came later, or in one.
func below(keys []laterKey, at string) bool {
	return slices.ContainsFunc(keys, func(k laterKey) bool {
		rest, ok := strings.CutPrefix(at, k.place)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

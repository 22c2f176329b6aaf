package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/spell"
)

// Mend returns the fix that writes a text in the place of a word: one that is near to it. It is safe if the words differ only
// in case, separators or tense.
func Mend(place document.Span, word, near, text string) []document.Fix {
	return Instead("write "+near, place, text, spell.Surely(word, near))
}

// NearKeys reports keys of a value, and of what is in it, that the contract of a kind does not know there and that are near
// to one that is not given.
func (r *Reporter) NearKeys(root *document.Node, kind, rule string) {
	if body := contract.BodyOf(r.Set, kind); body != nil && body.Data != nil {
		r.nearKeys(root, body.Data.JSON, rule, "$")
	}
}

func (r *Reporter) nearKeys(n *document.Node, schema map[string]any, rule, at string) {
	if items, ok := schema["items"].(map[string]any); ok {
		for i, item := range document.Items(n) {
			r.nearKeys(item, items, rule, document.Index(at, i))
		}
	}
	known, _ := schema["properties"].(map[string]any)
	others, _ := schema["additionalProperties"].(map[string]any)
	required, _ := schema["required"].([]any)
	absent := slices.DeleteFunc(slices.Sorted(maps.Keys(known)), n.Has)
	for _, p := range document.Pairs(n) {
		inner, isKnown := known[p.Key].(map[string]any)
		if isKnown || others != nil {
			if !isKnown {
				inner = others
			}
			r.nearKeys(p.Value, inner, rule, at+"."+p.Key)
			continue
		}
		near := spell.Close(p.Key, absent)
		if meant := r.Table("key_slips")[p.Key]; meant != nil && slices.Contains(absent, meant[0]) {
			near = meant[0]
		}
		if near == "" || slices.Contains(required, any(near)) || schema["additionalProperties"] == false {
			continue // what is missing, or not allowed, is told anyway
		}
		place := ""
		if at != "$" {
			place = " in `" + strings.TrimPrefix(at, "$.") + "`"
		}
		f := document.Finding{Rule: rule, Span: p.KeySpan, At: at + "." + p.Key, Lesser: true,
			Message: fmt.Sprintf("%s knows no %q%s, so it has no effect; did you mean %q?", r.Program(), p.Key, place, near)}
		f.Fixes = Mend(p.KeySpan, p.Key, near, `"`+near+`"`)
		r.Report(f)
	}
}

// MendRepository adds to a finding about a repository on GitHub what is to be written: its name, if the text is an address
// of it, or else the kind of source that takes addresses.
func MendRepository(f *document.Finding, repo *document.Node, other string) {
	meant := notation.Repository(repo.Text)
	if meant == "" {
		f.Message += fmt.Sprintf("; for another host write the source %q with `url`", other)
		return
	}
	f.Message += fmt.Sprintf("; write %q", meant)
	f.Fixes = document.Replace("write "+meant, repo.Span, document.JSONString(meant))
}

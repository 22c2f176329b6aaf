package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

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
		r.nearKeys(root, body.Data.JSON, nil, kind, rule, "$")
	}
}

// setting is what a key at the top holds.
type setting struct {
	name   string
	places func() map[string][]string // where the keys of its maps may stand, by their names
}

// nearKeys judges a map, and top is the setting that it belongs to, or nil.
func (r *Reporter) nearKeys(n *document.Node, schema map[string]any, top *setting, kind, rule, at string) {
	if items, ok := schema["items"].(map[string]any); ok {
		for i, item := range document.Items(n) {
			r.nearKeys(item, items, top, kind, rule, document.Index(at, i))
		}
	}
	known, _ := schema["properties"].(map[string]any)
	others, _ := schema["additionalProperties"].(map[string]any)
	m := keysOf{Reporter: r, top: top, kind: kind, rule: rule, at: at, known: known,
		absent: slices.DeleteFunc(slices.Sorted(maps.Keys(known)), n.Has)}
	m.required, _ = schema["required"].([]any)
	for _, p := range document.Pairs(n) {
		inner, isKnown := known[p.Key].(map[string]any)
		switch {
		case isKnown || others != nil:
			if !isKnown {
				inner = others
			}
			above := top
			if at == "$" {
				above = &setting{p.Key, sync.OnceValue(func() map[string][]string { return keyPlaces(inner, p.Key) })}
			}
			r.nearKeys(p.Value, inner, above, kind, rule, at+"."+p.Key)
		case schema["additionalProperties"] != false: // else it is told anyway
			m.unknown(p)
		}
	}
}

// keysOf is a map with keys that a contract does not know.
type keysOf struct {
	*Reporter
	top            *setting // that it belongs to, or nil
	kind, rule, at string
	known          map[string]any // by the key
	absent         []string       // keys that the contract knows and the map does not have
	required       []any
	absentWords    [][]string // of the keys that are absent, once somebody has asked
}

// unknown judges a key that the contract does not know.
func (m *keysOf) unknown(p document.Pair) {
	near := spell.Close(p.Key, m.absent)
	if meant := m.Table("key_slips")[p.Key]; meant != nil && slices.Contains(m.absent, meant[0]) {
		near = meant[0]
	}
	if m.kind == "claude/settings" && m.at == "$" && m.Table("settings_elsewhere")[p.Key] != nil ||
		near != "" && slices.Contains(m.required, any(near)) {
		return // what is missing is told anyway
	}
	place := ""
	if m.at != "$" {
		place = " in `" + strings.TrimPrefix(m.at, "$.") + "`"
	}
	f := document.Finding{Rule: m.rule, Span: p.KeySpan, At: m.at + "." + p.Key, Lesser: true,
		Message: fmt.Sprintf("%s knows no %q%s, so it has no effect", m.Program(), p.Key, place)}
	var places []string
	if m.top != nil {
		places = m.top.places()[p.Key]
	}
	switch {
	case near != "" && (p.Value.Type == document.Map || p.Value.Type == document.List) && isScalar(m.known[near]):
		f.Message += fmt.Sprintf("; %q is another setting, which takes no map or list", near)
	case near != "":
		f.Message += fmt.Sprintf("; did you mean %q?", near)
		f.Fixes = Mend(p.KeySpan, p.Key, near, `"`+near+`"`)
	case len(places) == 1:
		f.Message += "; put what it says into " + places[0]
	case m.top != nil && m.at == "$."+m.top.name && m.kind == "claude/settings" && slices.Contains(m.Keys(m.kind), p.Key):
		f.Message += "; put it at the top of the settings"
	default:
		alike := m.alike(p)
		if len(alike) == 0 {
			return // it may be one of a later version, or of another program
		}
		f.Message += "; did you mean " + document.OneOf(alike) + "?"
		if len(alike) == 1 {
			f.Fixes = document.Guess("write "+alike[0], p.KeySpan, `"`+alike[0]+`"`)
		}
	}
	m.Report(f)
}

// alike returns the keys that are absent and of which one is probably meant by another: all words are the same but for one that is
// shortened or has another ending. In a setting to which no version adds keys they may differ in one word, or have more of them.
func (m *keysOf) alike(p document.Pair) (alike []string) {
	own := camelWords(p.Key)
	isClosed, isPhrase := m.top != nil && slices.Contains(m.List("keys_closed"), m.top.name), len(own) > 1
	if len(own) == 0 || !isPhrase && !isClosed {
		return nil
	}
	if m.absentWords == nil {
		for _, key := range m.absent {
			m.absentWords = append(m.absentWords, camelWords(key))
		}
	}
	for i, other := range m.absentWords {
		isLike := isPhrase && isShortened(own, other) || isClosed && (isPhrase && differInWord(own, other) || isSome(own, other))
		if isLike && (p.Value.Type == document.List) != isScalar(m.known[m.absent[i]]) {
			alike = append(alike, m.absent[i])
		}
	}
	return alike
}

// isEnded reports whether two words are one but for an ending: dirs and directories, directory and directories, allow and allowed.
func isEnded(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	const least = 3 // letters that both have
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n >= least && n >= min(len(a), len(b))-1
}

// isShortened reports whether the words of two keys are the same, but for one that differs in its ending.
func isShortened(a, b []string) bool {
	if len(a) != len(b) || !differInWord(a, b) {
		return false
	}
	i := slices.IndexFunc(a, func(word string) bool { return !slices.Contains(b, word) })
	return i >= 0 && isEnded(a[i], b[i])
}

// isSome reports whether a key has some of the words of another, in their order.
func isSome(a, b []string) bool {
	for _, word := range b {
		if len(a) > 0 && isEnded(a[0], word) {
			a = a[1:]
		}
	}
	return len(a) == 0
}

// isScalar reports whether a schema takes texts, numbers and truth values alone.
func isScalar(schema any) bool {
	of, _ := schema.(map[string]any)
	kind, isOne := of["type"].(string)
	return isOne && slices.Contains([]string{"string", "boolean", "integer", "number"}, kind)
}

// differInWord reports whether the words of two keys differ in one place.
func differInWord(a, b []string) bool {
	differ := 0
	for i := range a {
		if len(a) == len(b) && a[i] != b[i] {
			differ++
		}
	}
	return differ == 1
}

// camelWords returns the words of a key such as allowedHosts.
func camelWords(key string) (words []string) {
	start := 0
	for i := range key {
		if i > start && 'A' <= key[i] && key[i] <= 'Z' {
			words, start = append(words, key[start:i]), i
		}
	}
	return append(words, key[start:])
}

// keyPlaces returns where maps of a schema, which is that of the map at a path, have keys, by their names.
func keyPlaces(schema map[string]any, at string) map[string][]string {
	places := map[string][]string{}
	known, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		places[name] = append(places[name], at+"."+name)
		inner, _ := known[name].(map[string]any)
		for key, more := range keyPlaces(inner, at+"."+name) {
			places[key] = append(places[key], more...)
		}
	}
	return places
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

package notation

import (
	"strings"
	"testing"
)

func TestReadMeta(t *testing.T) {
	const ok = "name: 'bake', description: 'Bakes'"
	for text, want := range map[string]string{
		"":                    "",
		"#!/usr/bin/env node": "",
		"// only a note":      "",
		"export const meta = {" + ok + "}\nawait agent('x')":                                       "",
		"#!/usr/bin/env node\n/* a */ // b\nexport  const meta={\n" + ok + ",\n}":                  "",
		"export const meta = { " + ok + ", phases: [{ title: 'A', detail: \"b\" }, ], n: -1.5e3 }": "",
		"export const meta = { 'name': `bake`, \"description\": 'it\\'s', a: null, b: [true] }":    "",
		"const meta = {" + ok + "}":                                      "first statement",
		"'use strict'\nexport const meta = {" + ok + "}":                 "first statement",
		"import x from 'x'\nexport const meta = {" + ok + "}":            "first statement",
		"export const meta: Meta = {" + ok + "}":                         "first statement",
		"export const meta = { name: NAME, description: 'b' }":           "`NAME` in `meta`",
		"export const meta = { name, description: 'b' }":                 "`name` in `meta`",
		"export const meta = { name: 'a' + 'b', description: 'b' }":      "computes",
		"export const meta = { name: 'a', description: `b ${c}` }":       "placeholder",
		"export const meta = { name: 'a', description: 'b', ...rest }":   "spreads",
		"export const meta = { name: 'a', description: 'b', [k]: 1 }":    "computed",
		"export const meta = { name: 'a', description: 'b', run() {} }":  "function",
		"export const meta = { name: 'a', description: 'b', n: -x }":     "computes",
		"export const meta = { name: 'a', description: ['b'].join('') }": "computes",
		"export const meta = { name: 'a' }":                              "`description` of `meta`",
		"export const meta = { name: '', description: 'b' }":             "`name` of `meta`",
		"export const meta = { name: 1, description: 'b' }":              "`name` of `meta`",
		"export const meta = { name: 'a', description: /b/ }":            "", // odd
		"export const meta = { name: 'a":                                 "",
		"export const meta = " + strings.Repeat("{a:", 100):              "",
	} {
		m := ReadMeta(text)
		if want == "" && m.Wrong != "" || !strings.Contains(m.Wrong, want) || m.To > len(text) && m.Wrong != "" {
			t.Errorf("%q: %+v, want %q", text, m, want)
		}
	}
	if m := ReadMeta("export const meta = { name: 'bake', description: 'Bakes', x: { name: 'no' } }"); m.Name != "bake" {
		t.Errorf("name is %q", m.Name)
	}
}

// FuzzReadMeta holds that what is read lies in the text, whatever that is.
func FuzzReadMeta(f *testing.F) {
	f.Add("export const meta = { name: 'a', description: `b ${c}` }")
	f.Add("#!/usr/bin/env node\n/* a */ export const meta = {\"name\": 'a\\'', b: [-1, {c: null}], ...d}")
	f.Add("export const meta = { name: 'a\\")
	f.Add("  module.exports = { meta }")
	f.Fuzz(func(t *testing.T, text string) {
		m := ReadMeta(text)
		if m.Wrong != "" && (m.From < 0 || m.From >= m.To || m.From > len(text)) {
			t.Errorf("%+v of %d bytes", m, len(text))
		}
		if m.Name != "" && !strings.HasPrefix(text[m.NameAt:], m.Name) {
			t.Errorf("%q is not at %d", m.Name, m.NameAt)
		}
	})
}

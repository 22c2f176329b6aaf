package data

import (
	"strings"
	"testing"
)

// yamlBroken are texts with one fault each. A > at its start marks the line on which a person would look.
var yamlBroken = []string{
	// a colon where none can stand
	">title: Plan: the desk\nowner: anna\n",
	"owner: anna\n>title: Plan: the desk\nwave: 1\n",
	"owner: anna\nwave: 1\n>title: Plan: the desk\n",
	"owner: anna\ntasks:\n  - id: T1\n>    title: Plan: the desk\n  - id: T2\n    title: b\n",
	"owner: anna\ntasks:\n>  - Plan: the: desk\n  - b\n",
	"owner: anna\n>when: at 10: 30 or later: never\nwave: 1\n",
	"owner:\n  name: anna\n>  mail: to: anna\n  phone: 1\nwave: 1\n",
	">owner: anna: bob\n",
	// indentation
	"owner: anna\n>  wave: 1\ntitle: a\n",
	"owner: anna\n> wave: 1\n title: a\n",
	"owner:\n    name: anna\n>  mail: x\nwave: 1\n",
	"tasks:\n  - id: T1\n    title: a\n>   wave: 1\n  - id: T2\n",
	"tasks:\n  - id: T1\n>     title: a\n  - id: T2\n",
	"tasks:\n  - a\n> - b\n  - c\n",
	"tasks:\n  - a\n  - b\n>wave 1\ntitle: a\n",
	" owner: anna\n>title: a\nwave: 1\n",
	"tasks:\n  - id: T1\n  - id: T2\n> wave: 1\ntitle: a\n",
	"owner:\n  name: anna\n  mail: x\n>   phone: 1\nwave: 1\n",
	"owner:\n  name: anna\n>mail\nwave: 1\n",
	// tabs
	"owner:\n>\tname: anna\nwave: 1\n",
	"owner:\n  name: anna\n>\tmail: x\nwave: 1\n",
	"tasks:\n  - a\n>\t- b\n  - c\n",
	"owner: anna\ntext: |\n>\tname\nwave: 1\n",
	"owner:\n>  \tname: anna\nwave: 1\n",
	// quotes
	"owner: anna\n>title: \"Plan\nwave: 1\n",
	">title: \"Plan\nowner: anna\nwave: 1\n",
	"owner: anna\nwave: 1\n>title: \"Plan\n",
	"owner: anna\n>title: 'Plan\nwave: 1\n",
	"owner: anna\n>title: \"Plan\nnote: \"x\"\nwave: 1\n",
	"owner: anna\n>title: 'Plan\nnote: 'x'\nwave: 1\n",
	"owner: anna\n>title: 'it's'\nwave: 1\n",
	"owner: anna\n>title: \"a\" b\nwave: 1\n",
	"owner: anna\n>title: \"a\"b\nwave: 1\n",
	"owner: anna\n>title: 'a' 'b'\nwave: 1\n",
	"owner: anna\n>title: \"C:\\path\"\nwave: 1\n",
	"owner: anna\n>title: \"\\d+\"\nwave: 1\n",
	"owner: anna\n>title: \"\\xg\"\nwave: 1\n",
	"owner: anna\n>title: \"\\u12\"\nwave: 1\n",
	"tasks:\n  - \"a\"\n>  - \"b\n  - \"c\"\nwave: 1\n",
	"tasks:\n>  - 'a\n  - 'b'\nwave: 1\n",
	"owner: anna\n>'title: a\nwave: 1\n",
	"owner: anna\n>\"title: a\nwave: 1\n",
	"owner: anna\n>title: \"a\n  b\nwave: 1\n",
	// brackets
	"owner: anna\n>tasks: [a, b\nwave: 1\n",
	">tasks: [a, b\nowner: anna\nwave: 1\n",
	"owner: anna\nwave: 1\n>tasks: [a, b\n",
	"owner: anna\n>tasks: [a, b]]\nwave: 1\n",
	"owner: anna\n>tasks: [a, , b]\nwave: 1\n",
	"owner: anna\n>tasks: [a b: c: d]\nwave: 1\n",
	"owner: anna\n>tasks: [\"a\" \"b\"]\nwave: 1\n",
	"owner: anna\n>tasks: [\n  a,\n  b\nwave: 1\n",
	"owner: anna\n>tasks: {a: 1, b: 2\nwave: 1\n",
	"owner: anna\n>tasks: {a: 1, b: 2}}\nwave: 1\n",
	"owner: anna\n>tasks: {a: 1 b: 2}\nwave: 1\n",
	"owner: anna\n>tasks: {a: [1, 2}\nwave: 1\n",
	"owner: anna\n>tasks: [a, {b: 1]\nwave: 1\n",
	"owner: anna\n>tasks: [a], b\nwave: 1\n",
	"owner: anna\ntasks: [a] # x\n>  b: 1\nwave: 1\n",
	"owner: anna\n>title: {{ name }}x\nwave: 1\n",
	"owner: anna\n>title: {name} Plan\nwave: 1\n",
	"owner: anna\n>title: [Plan] of the desk\nwave: 1\n",
	// characters with a meaning
	"owner: anna\n>title: @anna\nwave: 1\n",
	"owner: anna\n>title: `Plan`\nwave: 1\n",
	"owner: anna\n>title: %Plan\nwave: 1\n",
	"owner: anna\n>title: *.md\nwave: 1\n",
	"owner: anna\n>title: **Plan**\nwave: 1\n",
	"owner: anna\n>title: *plan\nwave: 1\n",
	"owner: anna\n>title: & Plan\nwave: 1\n",
	"owner: anna\n>title: !a!b Plan\nwave: 1\n",
	"owner: anna\n>title: > Plan\nwave: 1\n",
	"owner: anna\n>title: | Plan\nwave: 1\n",
	"owner: anna\n>title: |0\n  Plan\nwave: 1\n",
	"owner: anna\n>title: - Plan\nwave: 1\n",
	"owner: anna\n>title: ? Plan\nwave: 1\n",
	"owner: anna\n>@title: Plan\nwave: 1\n",
	"owner: anna\n>`title`: Plan\nwave: 1\n",
	"tasks:\n  - a\n>  - @b\n  - c\n",
	"tasks:\n  - a\n>  - *\n  - c\n",
	"tasks:\n  - a\n>  - `b`\n  - c\n",
	"owner: anna\n>%title: Plan\nwave: 1\n",
	// what is no line of YAML
	"owner: anna\n>just words\nwave: 1\n",
	"owner: anna\n>title Plan\nwave: 1\n",
	"owner: anna\n>title = Plan\nwave: 1\n",
	"owner: anna\n>- Plan\nwave: 1\n",
	"- anna\n>wave: 1\n- b\n",
	"owner: anna\n>} \nwave: 1\n",
	"owner: anna\n>]\nwave: 1\n",
	"owner: anna\n><<<<<<< HEAD\nwave: 1\n",
	"owner: anna\nwave: 1\n>just words\n",
	"owner: anna\ntext: |\n  a\n>b\nwave: 1\n",
	"owner: anna\ntext: |\n  a\n> b: c\nwave: 1\n",
	"owner: anna\ntext: >\n    a\n    b\n>  c\nwave: 1\n",
	"owner: anna\n>// a comment\nwave: 1\n",
	"owner: anna\n>title:Plan\nwave: 1\n",
	"owner: anna\n>\x01title: a\nwave: 1\n",
	"owner: anna\n>---\nwave: 1\n",
}

// TestYAMLLines holds the line of each fault.
func TestYAMLLines(t *testing.T) {
	for _, marked := range yamlBroken {
		line, src := 0, ""
		for i, text := range strings.SplitAfter(marked, "\n") {
			plain, here := strings.CutPrefix(text, ">")
			if src += plain; here {
				line = i + 1
			}
		}
		data := parseYAML(src)
		if data.Fault == nil {
			t.Errorf("%q: no fault, and there should be one on line %d", src, line)
			continue
		}
		if got := 1 + strings.Count(src[:data.Fault.Span.Start], "\n"); got != line {
			t.Errorf("%q: the fault is on line %d, and should be on %d: %s", src, got, line, data.Fault.Message)
		}
	}
}

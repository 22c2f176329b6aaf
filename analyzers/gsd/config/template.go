package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// fills is the lists of words that commands fill in for, by the keys with the texts.
var fills = map[string]string{
	"phase_branch_template":     "phase_branch_words",
	"milestone_branch_template": "milestone_branch_words",
	"quick_branch_template":     "quick_branch_words",
	"template":                  "pr_section_words",
}

// telling is the word without which a template is the same for each branch (W014, W015).
var telling = map[string]struct{ word, code string }{
	"phase_branch_template":     {"phase", "W014"},
	"milestone_branch_template": {"milestone", "W015"},
}

var token = memo.Regexp(`\{([a-zA-Z][a-zA-Z0-9_]*)\}`)

// templates reports words between braces that no command fills in.
func (j *judge) templates(root *document.Node) {
	for _, key := range []string{"phase_branch_template", "milestone_branch_template", "quick_branch_template"} {
		for _, section := range []*document.Node{root, root.Get("git")} {
			j.template(section.Get(key), key, "it stays as it is in the name of each branch")
		}
	}
	if sections := root.Get("ship").Get("pr_body_sections"); sections != nil {
		for _, section := range sections.Items {
			j.template(section.Get("template"), "template",
				"`config-set` refuses the section, and /gsd-ship leaves it as it is")
		}
	}
}

func (j *judge) template(n *document.Node, key, effect string) {
	if n == nil || n.Type != document.String {
		return
	}
	known, filled := true, j.set.Vocabulary("gsd", fills[key])
	offered := slices.DeleteFunc(slices.Clone(filled), func(word string) bool {
		return word == "project" // which /gsd-execute-phase alone fills in
	})
	for _, m := range token().FindAllStringSubmatch(n.Text, -1) {
		if slices.Contains(filled, m[1]) {
			continue
		}
		known = false
		f := document.Finding{Rule: "gsd-config-template", Span: n.Span, At: "$." + key,
			Message: fmt.Sprintf("nothing fills in {%s} here, so %s; there are %s", m[1], effect,
				document.AllOf(braced(offered)))}
		if near := spell.Close(m[1], filled); near != "" {
			f.Message += fmt.Sprintf("; did you mean {%s}?", near)
		}
		j.Report(f)
	}
	if t := telling[key]; known && t.word != "" && !strings.Contains(n.Text, "{"+t.word+"}") {
		j.Reportf("gsd-config-template", n.Span, "$."+key, "there is no {%s} in this template, so the name of a branch does "+
			"not tell which %[1]s it is of (%s); add {%[1]s}", t.word, t.code)
	}
}

// braced returns words between braces.
func braced(words []string) []string {
	all := slices.Clone(words)
	for i := range all {
		all[i] = "{" + all[i] + "}"
	}
	return all
}

package config

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// filled is what commands fill in for, in the texts that config.json holds.
var filled = map[string][]string{
	"phase_branch_template":     {"project", "phase", "slug"},
	"milestone_branch_template": {"milestone", "slug"},
	"quick_branch_template":     {"num", "quick", "slug"},
	"template":                  {"phase_number", "phase_name", "phase_dir", "base_branch", "padded_phase"},
}

var token = memo.Regexp(`\{([a-zA-Z][a-zA-Z0-9_]*)\}`)

// templates reports words between braces that no command fills in.
func templates(r *document.Reporter, root *document.Node) {
	for _, key := range []string{"phase_branch_template", "milestone_branch_template", "quick_branch_template"} {
		for _, section := range []*document.Node{root, root.Get("git")} {
			template(r, section.Get(key), key, "it stays as it is in the name of each branch")
		}
	}
	if sections := root.Get("ship").Get("pr_body_sections"); sections != nil {
		for _, section := range sections.Items {
			template(r, section.Get("template"), "template",
				"`config-set` refuses the section, and /gsd-ship leaves it as it is")
		}
	}
}

func template(r *document.Reporter, n *document.Node, key, effect string) {
	if n == nil || n.Type != document.String {
		return
	}
	for _, m := range token().FindAllStringSubmatch(n.Text, -1) {
		if slices.Contains(filled[key], m[1]) {
			continue
		}
		f := document.Finding{Rule: "gsd-config-template", Span: n.Span, At: "$." + key,
			Message: fmt.Sprintf("nothing fills in {%s} here, so %s; there are %s", m[1], effect,
				document.AllOf(braced(filled[key])))}
		if near := spell.Close(m[1], filled[key]); near != "" {
			f.Message += fmt.Sprintf("; did you mean {%s}?", near)
		}
		r.Report(f)
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

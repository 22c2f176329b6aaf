package vocab

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// policy judges what is kept of memory, and for how long.
type policy struct{ *wordFile }

// memoryPolicy judges the values of vocabulary/memory_policy.yml.
func (s *policy) memoryPolicy() {
	if list := s.root.Get("categories"); list != nil && list.Type == document.List {
		s.unique(list, "$.categories")
		for i, entry := range list.Items {
			id, prefix := document.Text(entry.Get("id")), entry.Get("prefix")
			if id != "" && document.Text(prefix) != "" && prefix.Text != id+"-" {
				s.Report(document.Finding{Rule: "nx-memory-policy-values", Span: prefix.Span,
					At:    fmt.Sprintf("$.categories[%d].prefix", i),
					Fixes: document.Replace("write "+id+"-", prefix.Span, id+"-"),
					Message: fmt.Sprintf("the prefix of the category %s is %q; it is the id with a hyphen, or "+
						"files of the category are not found: %s-", id, prefix.Text, id)})
			}
		}
	}
	naming := s.root.Get("naming")
	if p := naming.Get("pattern"); document.Text(p) != "" {
		_, err := new(memo.Patterns).Parse(lookaround.Replace(p.Text))
		if err != nil && !errors.As(err, new(*memo.TooCostly)) {
			s.Reportf("nx-memory-policy-values", p.Span, "$.naming.pattern",
				"`pattern` is no regular expression (%v), so no name of a memory file can be checked; correct it", err)
		}
	}
	tracking := s.root.Get("access_tracking")
	if scope := tracking.Get("scope"); document.Text(scope) != "" && scope.Text != s.project.Dir("nexus/memory") {
		s.Reportf("nx-memory-policy-values", scope.Span, "$.access_tracking.scope",
			"`scope` is %q, but memory lies in .nexus/memory/, so nothing would be tracked; write that", scope.Text)
	}
	if ref := tracking.Get("storage_contract_reference"); document.Text(ref) != "" && !s.there(ref.Text) {
		s.Reportf("nx-memory-policy-values", ref.Span,
			"$.access_tracking.storage_contract_reference",
			"`storage_contract_reference` is %q, and there is no such file, so nobody knows how reads are stored; "+
				"correct the path", ref.Text)
	}
	if gate := s.root.Get("forgetting").Get("manual_gate_default"); gate != nil && gate.Type == document.Bool &&
		!gate.True {
		s.Reportf("nx-memory-policy-values", gate.Span, "$.forgetting.manual_gate_default",
			"`manual_gate_default` is false, so memory would be deleted without anybody asking for it; "+
				"write true, and leave it to consumers to turn it off")
	}
	s.automaticDeletion()
	s.cited(s.root, "$")
}

// lookaround takes out of an expression what consumers, whose expressions are those of JavaScript, know and Go does
// not.
var lookaround = strings.NewReplacer("(?=", "(?:", "(?!", "(?:", "(?<=", "(?:", "(?<!", "(?:", "(?<", "(?P<")

// automaticDeletion judges what the policy says of deleting without being asked.
func (s *policy) automaticDeletion() {
	forgetting := s.root.Get("forgetting")
	if p := forgetting.Get("automatic_deletion_structure").Get("principle"); document.Text(p) != "" &&
		p.Text != "minimum_three_signal_intersection" {
		s.Reportf("nx-memory-auto-delete", p.Span,
			"$.forgetting.automatic_deletion_structure.principle",
			"the principle of automatic deletion is %q; a file may go only when at least three independent signals "+
				"agree: minimum_three_signal_intersection", p.Text)
	}
	if r := forgetting.Get("recoverable_deletion_requirement"); document.Text(r) != "" && r.Text != "git_commit" {
		s.Reportf("nx-memory-auto-delete", r.Span,
			"$.forgetting.recoverable_deletion_requirement",
			"`recoverable_deletion_requirement` is %q; what is deleted must be found again in the history of git: "+
				"git_commit", r.Text)
	}
}

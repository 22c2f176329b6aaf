package reporters

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/rules"
)

// RuleJSON is a rule as JSON output shows it.
type RuleJSON struct {
	ID       string         `json:"id"`
	Pack     string         `json:"pack"`
	Title    string         `json:"title"`
	Severity string         `json:"severity"`
	Fix      string         `json:"fix"`
	Analyzer string         `json:"analyzer"`
	Kinds    []string       `json:"kinds,omitempty"`
	Since    string         `json:"since"`
	Source   string         `json:"source"`
	Tags     []string       `json:"tags,omitempty"`
	Preset   string         `json:"preset"`
	Preview  bool           `json:"preview,omitempty"`
	URL      string         `json:"url,omitempty"`
	Options  map[string]any `json:"options,omitempty"`
	Why      string         `json:"why,omitempty"`
	Excerpt  string         `json:"excerpt,omitempty"`
}

// NewRuleJSON returns a rule for JSON output, with the text of its page or without.
func NewRuleJSON(r *rules.Rule, page bool) RuleJSON {
	j := RuleJSON{ID: r.ID, Pack: r.Pack, Title: r.Title, Severity: r.Severity, Fix: r.Fix, Analyzer: r.Analyzer,
		Kinds: r.Kinds, Since: r.Since, Source: r.Source, Tags: r.Tags, Options: r.Options,
		Preset: r.Preset, Preview: r.Preview, URL: r.URL()}
	if page {
		j.Why, j.Excerpt = r.Why, r.Excerpt
	}
	return j
}

// RuleText returns the page of a rule for reading, with an excerpt of the fault and its mend, in lines of at most so
// many columns or as it was written with 0.
func RuleText(r *rules.Rule, markdown bool, columns int) string {
	var b strings.Builder
	if markdown {
		b.WriteString("# ")
	}
	fmt.Fprintf(&b, "%s: %s\n\n", r.ID, r.Title)
	kinds := "any artefact"
	if len(r.Kinds) > 0 {
		kinds = strings.Join(r.Kinds, ", ")
	}
	fmt.Fprintf(&b, "severity: %s · fix: %s · kinds: %s%s\nsource: %s\n", r.Severity, r.Fix, kinds, sinceOf(r), r.Source)
	if r.Preset != rules.Recommended || r.Preview {
		fmt.Fprintf(&b, "preset: %s · preview: %t\n", r.Preset, r.Preview)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		fmt.Fprintf(&b, "option %s: %v\n", name, r.Options[name])
	}
	head := b.String()
	b.Reset()
	for line := range strings.Lines(head) {
		b.WriteString(terminal.Wrap(strings.TrimSuffix(line, "\n"), columns, "  ") + "\n")
	}
	fmt.Fprintf(&b, "\n%s\n", terminal.Paragraphs(r.Why, columns))
	switch fence := rules.Fence(r.Excerpt); {
	case r.Excerpt == "":
	case markdown:
		fmt.Fprintf(&b, "\n%s\n\n%sdiff\n%s%s\n", aboveExcerpt(r), fence, r.Excerpt, fence)
	default:
		fmt.Fprintf(&b, "\n%s\n\n%s", aboveExcerpt(r), r.Excerpt)
	}
	return b.String()
}

// aboveExcerpt says what the excerpt of a page shows, as its proof makes it.
func aboveExcerpt(r *rules.Rule) string {
	switch {
	case r.Fix == "safe":
		return "What `--fix` does:"
	case r.Fix == "unsafe":
		return "What `--fix --unsafe-fixes` does:"
	case strings.Contains("\n"+r.Excerpt, "\n!"):
		return "Where it is:"
	}
	return "How to fix it:"
}

// sinceOf says which version of nplint brought a rule, if one did.
func sinceOf(r *rules.Rule) string {
	if r.Since == "" {
		return ""
	}
	return " · since " + r.Since
}

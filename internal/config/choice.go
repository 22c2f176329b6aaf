package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/version"
	"github.com/nplint/nplint/rules"
)

// Choice is the caller's selection of rules on top of the configuration, by id, "contract/id", tag or pack. Only
// turns everything else off; Enable turns rules on that the configuration turns off; Disable wins over both.
type Choice struct{ Only, Enable, Disable []string }

// Check returns an error if a selector names no rule, "contract/id", tag or pack. kinds are those of all contracts.
func (c Choice) Check(known *rules.Catalogue, kinds []string) error {
	selectors := slices.Concat(c.Only, c.Enable, c.Disable)
	if len(selectors) == 0 {
		return nil // most runs, which need not read all pages for it
	}
	words := map[string]bool{}
	for _, id := range known.Older() {
		words[id] = true
	}
	for _, r := range known.All() {
		words[r.ID], words[r.Pack] = true, true
		for _, tag := range r.Tags {
			words[tag] = true
		}
	}
	contracts := kindNames(kinds)
	for _, selector := range selectors {
		contract, id, qualified := report.CutContract(selector)
		switch {
		case qualified && known.Named(id) == nil:
			return fmt.Errorf("unknown rule %q in %q%s; `nplint rules` lists all",
				id, selector, spell.DidYouMean(id, slices.Sorted(maps.Keys(words))))
		case !qualified && !words[selector]:
			return fmt.Errorf("unknown rule, tag or pack %q%s; `nplint rules` lists all",
				selector, spell.DidYouMean(selector, slices.Sorted(maps.Keys(words))))
		case qualified && !slices.Contains(contracts, contract):
			return fmt.Errorf("unknown contract %q in %q%s; `nplint contract list` lists all",
				contract, selector, spell.DidYouMean(contract, contracts))
		}
	}
	return nil
}

// Select returns the known rules with the given ids, tags or packs in the order of their ids, or all for no selector.
func Select(known *rules.Catalogue, selectors []string) ([]*rules.Rule, error) {
	if err := (Choice{Only: selectors}).Check(known, nil); err != nil {
		return nil, err
	}
	var chosen []*rules.Rule
	for _, r := range known.All() {
		if len(selectors) == 0 || selected(selectors, r.ID, r, "") {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

// selected reports whether one of the selectors is about a rule in artefacts of a kind. The rule is nil if no page
// describes it.
func selected(selectors []string, id string, rule *rules.Rule, kind string) bool {
	return slices.ContainsFunc(selectors, func(selector string) bool {
		if report.Matches(selector, id, kind) {
			return true
		}
		return rule != nil && (selector == rule.Pack || slices.Contains(rule.Tags, selector) ||
			slices.ContainsFunc(rule.RenamedFrom, func(older string) bool { return report.Matches(selector, older, kind) }))
	})
}

// Levels tells how much rules weigh in files: what their pages say, then the files' configurations, then the caller.
type Levels struct {
	Scopes *Scopes
	Choice Choice
}

// Of returns the severity of a rule in a file of a kind, whose path is relative to the base.
func (l Levels) Of(rule, kind, file string) report.Severity { return l.of(rule, kind, file, "") }

// Lesser returns the severity of findings of a rule that its pass calls lesser: what the page says of them, unless a
// configuration gives the rule a level.
func (l Levels) Lesser(rule, kind, file string) report.Severity {
	if page := l.Page(rule); page != nil {
		return l.of(rule, kind, file, page.Lesser)
	}
	return l.of(rule, kind, file, "")
}

// Mild returns the severity of findings of a rule in documents that are over: a warning in place of an error, unless a
// configuration gives the rule a level.
func (l Levels) Mild(rule, kind, file string) report.Severity {
	if page := l.Page(rule); page != nil && onPage(page) == report.Error {
		return l.of(rule, kind, file, "warning")
	}
	return l.of(rule, kind, file, "")
}

// Past returns the severity of findings of a rule in documents that are long over: as Mild, but an info in place of a
// warning.
func (l Levels) Past(rule, kind, file string) report.Severity {
	if page := l.Page(rule); page != nil && onPage(page) == report.Warning {
		return l.Least(rule, kind, file)
	}
	return l.Mild(rule, kind, file)
}

// Least returns the severity of findings of a rule that its pass calls least: info, unless a configuration gives the
// rule a level.
func (l Levels) Least(rule, kind, file string) report.Severity { return l.of(rule, kind, file, "info") }

// of returns the severity of a rule that weighs what is given where nobody says otherwise; "" is what its page says.
func (l Levels) of(rule, kind, file, weighs string) report.Severity {
	if report.Unjudged(rule) {
		return l.unjudged(rule, kind)
	}
	page := l.Scopes.known.Rules.Get(rule)
	if page != nil && weighs != "" {
		lighter := *page
		lighter.Severity = weighs
		page = &lighter
	}
	fallback := onPage(page)
	switch level := l.Scopes.severity(rule, kind, file, page); {
	case selected(l.Choice.Disable, rule, page, kind):
		return report.Off
	case len(l.Choice.Only) > 0 && !selected(l.Choice.Only, rule, page, kind):
		return report.Off
	case level == report.Off && (selected(l.Choice.Enable, rule, page, kind) || len(l.Choice.Only) > 0):
		return fallback
	default:
		return level
	}
}

// unjudged returns the severity of findings of a rule that says that something was not judged: whatever is configured, and
// a warning only for a file of a pack that may fail no run yet.
func (l Levels) unjudged(rule, kind string) report.Severity {
	pack, _, _ := strings.Cut(kind, "/")
	if c := l.Scopes.Outer().Config; rule == "file-unreadable" && IsNew(c, pack) {
		return report.Warning
	}
	return report.Error
}

// TurnedOff reports whether the configuration or the caller turns a rule, an id or "contract/id", off in a file of a
// kind. That only others were asked for does not count: all passes run whatever is asked for.
func (l Levels) TurnedOff(name, kind, file string) bool {
	_, rule, _ := report.CutContract(name)
	if page := l.Page(rule); page != nil {
		rule = page.ID
	}
	l.Choice.Only = nil
	return l.Of(rule, kind, file) == report.Off
}

// onPage returns the severity on a rule's page, and Error for a rule without one, which a user's pass may report.
func onPage(rule *rules.Rule) report.Severity {
	if rule == nil {
		return report.Error
	}
	severity, err := report.ParseSeverity(rule.Severity)
	if err != nil {
		return report.Error // the loader of pages has seen to it that this cannot be
	}
	return severity
}

// pageSeverity returns the severity in a kind of file of a rule of which the configuration says nothing: that on its
// page, unless it is not in the preset, it came later than the version that the configuration is pinned to, or its
// pack is new.
func pageSeverity(c *Config, rule *rules.Rule, kind string) report.Severity {
	for c.parent != nil {
		c = c.parent // what holds for a run only the outermost says
	}
	if rule != nil && (rule.Preset == rules.Strict && c.Preset != rules.Strict || rule.Preview && !c.Preview) {
		return report.Off
	}
	pack, _, _ := strings.Cut(kind, "/")
	if rule != nil && (c.Since != "" && version.Later(rule.Since, c.Since) || IsNew(c, pack)) {
		return min(onPage(rule), report.Warning)
	}
	return onPage(rule)
}

// Page returns the page of a rule that has an id or once had it, or nil if there is none.
func (l Levels) Page(id string) *rules.Rule { return l.Scopes.known.Rules.Named(id) }

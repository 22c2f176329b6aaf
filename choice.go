package nplint

import (
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/rules"
)

// choice is the caller's selection of rules on top of the configuration.
type choice struct {
	rules                 *rules.Catalogue
	only, enable, disable []string
}

// SelectRules returns the known rules (nil: the built-in ones) with the given ids, tags or packs in the order of their ids, or all for no
// selector. The error is a *UsageError for a selector that nothing has.
func SelectRules(known *rules.Catalogue, selectors []string) ([]*rules.Rule, error) {
	c, err := newChoice(Options{Only: selectors, Rules: known}, nil)
	if err != nil {
		return nil, err
	}
	var chosen []*rules.Rule
	for _, r := range known.All() {
		if len(selectors) == 0 || c.matches(selectors, r.ID, "") {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

// newChoice checks that every selector names a rule, "contract/rule", tag or pack.
func newChoice(o Options, contracts map[string]*rules.Contract) (choice, error) {
	if len(o.Only)+len(o.Enable)+len(o.Disable) == 0 {
		return choice{rules: o.Rules}, nil // most runs, which need not read all pages for it
	}
	known := map[string]bool{}
	for _, r := range o.Rules.All() {
		known[r.ID], known[r.Pack] = true, true
		for _, tag := range r.Tags {
			known[tag] = true
		}
	}
	for _, selector := range slices.Concat(o.Only, o.Enable, o.Disable) {
		contract, id, qualified := cutContract(selector)
		switch {
		case qualified && o.Rules.Get(id) == nil:
			return choice{}, usage("unknown rule %q in %q%s; `nplint rules` lists all", id, selector, rules.DidYouMean(id, slices.Sorted(maps.Keys(known))))
		case !qualified && !known[selector]:
			return choice{}, usage("unknown rule, tag or pack %q%s; `nplint rules` lists all", selector, rules.DidYouMean(selector, slices.Sorted(maps.Keys(known))))
		case qualified:
			if names := kindNames(contracts); !slices.Contains(names, contract) {
				return choice{}, usage("unknown contract %q in %q%s; `nplint contract list` lists all", contract, selector, rules.DidYouMean(contract, names))
			}
		}
	}
	return choice{o.Rules, o.Only, o.Enable, o.Disable}, nil
}

// kindNames returns the kinds and their short names, sorted.
func kindNames(contracts map[string]*rules.Contract) []string {
	var names []string
	for kind := range contracts {
		names = append(names, kind, path.Base(kind))
	}
	slices.Sort(names)
	return names
}

// cutContract splits "verification/enum" or "nubos/verification/enum" into contract and rule.
func cutContract(selector string) (contract, id string, ok bool) {
	i := strings.LastIndexByte(selector, '/')
	if i < 0 {
		return "", selector, false
	}
	return selector[:i], selector[i+1:], true
}

func (c choice) matches(selectors []string, id, kind string) bool {
	rule := c.rules.Get(id)
	for _, selector := range selectors {
		contract, name, qualified := cutContract(selector)
		switch {
		case qualified && name == id && (contract == kind || contract == path.Base(kind)):
			return true
		case qualified:
		case selector == id, rule != nil && (selector == rule.Pack || slices.Contains(rule.Tags, selector)):
			return true
		}
	}
	return false
}

// apply returns the level of a rule after the caller's choice. fallback is its level without a configuration.
func (c choice) apply(id, kind string, level, fallback Severity) Severity {
	switch {
	case c.matches(c.disable, id, kind):
		return Off
	case len(c.only) > 0 && !c.matches(c.only, id, kind):
		return Off
	case level == Off && (c.matches(c.enable, id, kind) || c.matches(c.only, id, kind)):
		return fallback
	}
	return level
}

// checkAnalyzers reports a rule that is not built in and names none of the passes as the one that reports it: it would never be found.
func checkAnalyzers(known *rules.Catalogue, passes []*analysis.Analyzer) error {
	if known == nil {
		return nil // the built-in rules alone, which tests hold
	}
	for _, rule := range known.All() {
		if rules.Get(rule.ID) == nil && !slices.ContainsFunc(passes, func(a *analysis.Analyzer) bool { return a.Name == rule.Analyzer }) {
			return usage("%s: there is no pass with the name %q, so the rule would never be reported; pass the analyzer that reports it", rule.File(), rule.Analyzer)
		}
	}
	return nil
}

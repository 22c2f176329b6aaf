package config

import (
	"errors"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/report"
)

// Suppression lets findings stand in files that can hold no comment, such as JSON, or in many files.
type Suppression struct {
	Paths  []string // globs
	Rules  []string // ids, or "contract/id"
	Reason string
	At     string // the place in the artefact's own terms, as a finding names it; "" is any
}

// Suppresses reports whether the configuration, or one that it refines, suppresses a finding in a file, whose path is
// relative to its directory, or "". It notes in used every rule that does.
func (c *Config) Suppresses(f *report.Finding, file string, used Places) (is bool) {
	ids := c.known.Rules.Names(f.Rule)
	for c, file := range c.Chain(file) {
		for i := range c.Suppressions {
			s := &c.Suppressions[i]
			if s.At != "" && s.At != f.At {
				continue
			}
			for k, name := range s.Rules {
				said := slices.ContainsFunc(ids, func(id string) bool { return report.Matches(name, id, f.Kind) })
				if said && c.globs.matchesAny(s.Paths, file) { // which takes longer
					is = true
					used.note(c, suppressedRule(i, k))
				}
			}
		}
	}
	return is
}

// suppressedRule is the place of a rule in one of the suppressions of a configuration.
func suppressedRule(suppression, rule int) string {
	return itemPath(keyPath(itemPath("suppressions", suppression), "rules"), rule)
}

// suppress adds the suppression with the fields that stand at the place from in a file.
func (f *configFile) suppress(c *Config, from string, fields map[string]any) {
	to := itemPath("suppressions", len(c.Suppressions))
	s := Suppression{
		Paths:  f.list(c, nil, keyPath(from, "paths"), keyPath(to, "paths"), fields["paths"]),
		Rules:  f.list(c, nil, keyPath(from, "rules"), keyPath(to, "rules"), fields["rules"]),
		Reason: fields["reason"].(string),
	}
	s.At, _ = fields["at"].(string)
	for key := range fields {
		c.places[keyPath(to, key)] = f.place(keyPath(from, key))
	}
	c.Suppressions = append(c.Suppressions, s)
}

// suppressionShape is the shape of [[suppressions]].
func suppressionShape(known Known, globs *shape) *shape {
	one := tableOf(map[string]*shape{
		"paths": globs,
		"rules": {Type: "array", MinItems: 1, Items: &shape{Type: "string", Pattern: `^(` + contractText + `/)?(` + strings.Join(known.allIDs(), "|") + `)$`, check: suppressible},
			Description: "ids of rules, or contract/id"},
		"reason": {Type: "string", Pattern: `\S`, check: notBlank,
			Description: "why the findings are to stand"},
		"at": {Type: "string", MinLength: 1,
			Description: "the one place that is meant, as JSON output names it: $.tasks[2].status"},
	}, "paths", "rules", "reason")
	return &shape{Type: "array", Items: one,
		Description: "findings that are to stand, in files that can hold no comment, such as JSON"}
}

// suppressible says what is wrong with the name of a rule whose findings are to be suppressed.
func suppressible(r *configReader, name string) error {
	_, id, qualified := report.CutContract(name)
	switch {
	case r.known.Rules.Named(id) != nil && !report.Suppressible(id):
		return errors.New("cannot be suppressed, since it says that something was not judged, or that a suppression does not work")
	case r.known.Rules.Named(id) == nil || qualified:
		return r.contractRule(name)
	}
	return nil
}

func notBlank(_ *configReader, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("must not be blank")
	}
	return nil
}

// suppressions writes the suppressions that the filter wants.
func (w *configWriter) suppressions(wanted func(*Suppression) bool) {
	c := w.config
	for i := range c.Suppressions {
		s, at := &c.Suppressions[i], itemPath("suppressions", i)
		if !wanted(s) {
			continue
		}
		w.WriteString("\n[[suppressions]]\n")
		w.list("paths", s.Paths, keyPath(at, "paths"))
		w.list("rules", s.Rules, keyPath(at, "rules"))
		w.set("reason", s.Reason, c.places[keyPath(at, "reason")])
		if s.At != "" {
			w.set("at", s.At, c.places[keyPath(at, "at")])
		}
	}
}

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
	Until  string // the last day on which it holds; "" is for ever
}

// Suppressor tells which findings configurations suppress, and notes every rule in them that does. What is asked of one
// file after another is looked up once for each.
type Suppressor struct {
	Used  Places
	Today string // the day by which suppressions are over
	path  string
	of    map[suppressible]*suppressed
}

// suppressible is what a suppression says of findings, beside their place.
type suppressible struct {
	config     *Config
	rule, kind string
}

// suppressed is what suppresses findings of a rule in a file: all of them, or those at some places.
type suppressed struct {
	all standing
	at  map[string]*suppressedAt
}

// suppressedAt is what suppresses findings at a place, and those in suppressions who are not told yet that they do.
type suppressedAt struct {
	standing
	used []usedAt
}

// standing says whether findings are let stand, and until when they were if that is over.
type standing struct {
	is   bool
	over string
}

// add adds a suppression that holds until a day.
func (s *standing) add(until, today string) {
	if report.Over(until, today) {
		s.over = max(s.over, until)
	} else {
		s.is = true
	}
}

// usedAt is a rule in a suppression that does something.
type usedAt struct {
	config *Config
	at     string
}

// Suppresses reports whether the configuration of a file, or one that it refines, suppresses a finding in it. over is
// the last day of what did so, if there is one, and else "".
func (s *Suppressor) Suppresses(scope *Scope, f *report.Finding) (is bool, over string) {
	if s.path != f.Path || s.of == nil {
		s.path, s.of = f.Path, map[suppressible]*suppressed{}
	}
	key := suppressible{scope.Config, f.Rule, f.Kind}
	by := s.of[key]
	if by == nil {
		by = s.find(scope, f)
		s.of[key] = by
	}
	at := by.at[f.At]
	if at == nil {
		return by.all.is, by.all.over
	}
	for _, u := range at.used {
		s.Used.note(u.config, u.at)
	}
	at.used = nil
	return by.all.is || at.is, max(by.all.over, at.over)
}

// find finds what suppresses the findings of a rule in a file.
func (s *Suppressor) find(scope *Scope, f *report.Finding) *suppressed {
	found := &suppressed{at: map[string]*suppressedAt{}}
	ids := scope.Config.known.Rules.Names(f.Rule)
	for c, file := range scope.Config.Chain(scope.Path(f.Path)) {
		for i := range c.lookup().suppressing(file) {
			for k, name := range c.Suppressions[i].Rules {
				if !slices.ContainsFunc(ids, func(id string) bool { return report.Matches(name, id, f.Kind) }) {
					continue
				}
				until := c.Suppressions[i].Until
				if at := c.Suppressions[i].At; at != "" {
					if found.at[at] == nil {
						found.at[at] = &suppressedAt{}
					}
					found.at[at].add(until, s.Today)
					found.at[at].used = append(found.at[at].used, usedAt{c, suppressedRule(i, k)})
					continue
				}
				found.all.add(until, s.Today)
				s.Used.note(c, suppressedRule(i, k))
			}
		}
	}
	return found
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
	s.Until, _ = fields["until"].(string)
	for key := range fields {
		c.places[keyPath(to, key)] = f.place(keyPath(from, key))
	}
	c.Suppressions = append(c.Suppressions, s)
}

// suppressionShape is the shape of [[suppressions]].
func suppressionShape(known Known, globs *shape, all bool) *shape {
	pattern := ""
	if all {
		pattern = `^(` + contractText + `/)?(` + strings.Join(known.allIDs(), "|") + `)$`
	}
	one := tableOf(map[string]*shape{
		"paths": globs,
		"rules": {Type: "array", MinItems: 1, Items: &shape{Type: "string", Pattern: pattern, check: canSuppress},
			Description: "ids of rules, or contract/id"},
		"reason": {Type: "string", Pattern: `\S`, check: notBlank,
			Description: "why the findings are to stand"},
		"at": {Type: "string", MinLength: 1,
			Description: "the one place that is meant, as JSON output names it: $.tasks[2].status"},
		"until": {Type: "string", Pattern: `^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, check: isDay,
			Description: "the last day on which they are, such as 2026-12-31: then they come back, as warnings at most"},
	}, "paths", "rules", "reason")
	return &shape{Type: "array", Items: one,
		Description: "findings that are to stand, in files that can hold no comment, such as JSON"}
}

// canSuppress says what is wrong with the name of a rule whose findings are to be suppressed.
func canSuppress(r *configReader, name string) error {
	_, id, qualified := report.CutContract(name)
	switch {
	case r.known.Rules.Named(id) != nil && !report.Suppressible(id):
		return errors.New("cannot be suppressed, since it says that something was not judged, or that a suppression does not work")
	case r.known.Rules.Named(id) == nil || qualified:
		return r.contractRule(name)
	}
	return nil
}

func isDay(_ *configReader, text string) error {
	if report.CheckDay(text) != nil {
		return errors.New("must be a day, such as \"2026-12-31\"")
	}
	return nil
}

func notBlank(_ *configReader, text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("must not be blank")
	}
	return nil
}

// suppression writes one of the suppressions.
func (w *configWriter) suppression(i int) {
	s, at := &w.config.Suppressions[i], itemPath("suppressions", i)
	w.WriteString("\n[[suppressions]]\n")
	w.list("paths", s.Paths, keyPath(at, "paths"))
	w.list("rules", s.Rules, keyPath(at, "rules"))
	w.set("reason", s.Reason, w.config.places[keyPath(at, "reason")])
	if s.At != "" {
		w.set("at", s.At, w.config.places[keyPath(at, "at")])
	}
	if s.Until != "" {
		w.set("until", s.Until, w.config.places[keyPath(at, "until")])
	}
}

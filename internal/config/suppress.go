package config

import (
	"errors"
	"math/bits"
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
// file after another is looked up once for each, and what suppressions say once for a run.
type Suppressor struct {
	Used  Places
	Today string // the day by which suppressions are over
	path  string
	of    map[suppressible]*suppressed
	known map[suppressible]map[string][]globClaim // by the place that suppressions name
}

// suppressible is what a suppression says of findings, beside their place.
type suppressible struct {
	config     *Config
	rule, kind string
}

// suppressed is what suppresses findings of a rule in a file.
type suppressed struct {
	key suppressible
	by  []claimed
	at  map[string]standing // by place; "" is all of them
}

// claimed is a configuration with suppressions of a rule, and its globs that match a file.
type claimed struct {
	config *Config
	globs  *matched
	claims map[string][]globClaim
}

// globClaim is up to 64 globs of suppressions, as bits of one word of those that match a file: which of them suppress,
// of these are over, and of which it is noted that they do something.
type globClaim struct {
	word              int
	all, ended, noted uint64
}

// standing says whether findings are let stand, and until when they were if that is over.
type standing struct {
	is   bool
	over string
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
		by = &suppressed{key: key, at: map[string]standing{}}
		for c, file := range scope.Config.Chain(scope.Path(f.Path)) {
			if claims := s.claims(c, key); len(claims) > 0 {
				by.by = append(by.by, claimed{c, c.lookup().matched(file), claims})
			}
		}
		s.of[key] = by
	}
	all, at := s.stands(by, ""), s.stands(by, f.At)
	return all.is || at.is, max(all.over, at.over)
}

// claims returns what the suppressions of one configuration say of findings.
func (s *Suppressor) claims(c *Config, key suppressible) map[string][]globClaim {
	ids := key.config.known.Rules.Names(key.rule)
	key.config = c
	if found, ok := s.known[key]; ok {
		return found
	}
	found := map[string][]globClaim{}
	x := c.lookup()
	for k, i := range x.owners {
		one, glob := &c.Suppressions[i], x.suppressions.from+k
		if !slices.ContainsFunc(one.Rules, func(name string) bool { return matchesAny(name, ids, key.kind) }) {
			continue
		}
		all := found[one.At]
		if len(all) == 0 || all[len(all)-1].word != glob/64 {
			all = append(all, globClaim{word: glob / 64})
			found[one.At] = all
		}
		last, bit := &all[len(all)-1], uint64(1)<<(glob%64)
		if last.all |= bit; report.Over(one.Until, s.Today) {
			last.ended |= bit
		}
	}
	if s.known == nil {
		s.known = map[suppressible]map[string][]globClaim{}
	}
	s.known[key] = found
	return found
}

func matchesAny(name string, ids []string, kind string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return report.Matches(name, id, kind) })
}

// stands tells what suppressions that name a place say of a rule in a file, and notes those that say something.
func (s *Suppressor) stands(of *suppressed, at string) standing {
	found, ok := of.at[at]
	if ok {
		return found
	}
	for _, in := range of.by {
		x, claims := in.config.lookup(), in.claims[at]
		for n := range claims {
			c := &claims[n]
			if c.word >= len(in.globs.bits) {
				break
			}
			hit := in.globs.bits[c.word] & c.all
			found.is = found.is || hit&^c.ended != 0
			for left := hit & (c.ended | ^c.noted); left != 0; left &= left - 1 {
				bit := bits.TrailingZeros64(left)
				i := x.owners[c.word*64+bit-x.suppressions.from]
				if c.ended&(1<<bit) != 0 {
					found.over = max(found.over, in.config.Suppressions[i].Until)
				}
				if c.noted&(1<<bit) == 0 {
					s.note(in.config, i, &of.key)
				}
			}
			c.noted |= hit
		}
	}
	of.at[at] = found
	return found
}

// note notes that a suppression does something for a rule.
func (s *Suppressor) note(c *Config, i int, key *suppressible) {
	ids := key.config.known.Rules.Names(key.rule)
	for k, name := range c.Suppressions[i].Rules {
		if matchesAny(name, ids, key.kind) {
			s.Used.note(c, suppressedRule(i, k))
		}
	}
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

package nplint

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/suppression"
)

// suppressed reports whether a comment in its file or the configuration suppresses a finding, of which nothing is needed but rule, kind,
// place and the offset of its start. It notes which comments were of use.
func (r *run) suppressed(d *diagnostics, f *Finding) bool {
	if !suppression.Suppressible(f.Rule) {
		return false
	}
	scope := r.scopeOf(f.Path)
	is := scope.config.suppresses(f, scope.path(f.Path), func(c *Config, at string) { note(r.suppressing, c, at) })
	for _, directive := range d.suppressions.In(f.Path) {
		is = directive.Covers(f.Rule, f.Kind, f.Range.Start.Offset) || is // every one that covers it is of use
	}
	return is
}

// unused returns the findings about suppressions that suppress nothing, when all others have been held against them. A file that is judged alone, or
// was not judged as a whole, has none: what is suppressed there may not have been looked for.
func (r *run) unused(d *diagnostics) []Finding {
	if r.Kind != "" {
		return nil
	}
	failed := map[string]bool{}
	for i := range d.all {
		if doc, _, ok := d.locate(d.all[i].Pos, d.all[i].End); ok && d.all[i].Category == "internal-error" {
			failed[doc.Path] = true
		}
	}
	var found []Finding
	all := d.suppressions.All()
	for _, file := range slices.Sorted(maps.Keys(all)) {
		doc := d.set.Lookup(file)
		if failed[file] || !r.wholly(doc) {
			continue
		}
		for _, directive := range all[file] {
			if f, ok := r.unusedIn(doc, directive); ok {
				found = append(found, f)
			}
		}
	}
	return append(found, r.unusedEntries(d, failed)...)
}

// unusedEntries returns the findings about rules in [[suppressions]] for which nothing is suppressed, in the configurations whose whole directory was
// linted. failed are files that were not judged as a whole.
func (r *run) unusedEntries(d *diagnostics, failed map[string]bool) []Finding {
	finder := &idleFinder{run: r}
	for _, c := range r.judged {
		for i, s := range c.Suppressions {
			for k, name := range s.Rules {
				if at := suppressedRule(i, k); !r.suppressing[c][at] && r.lookedFor(c, &s, name, d.set, failed) {
					where := ""
					if s.At != "" {
						where = " at " + s.At
					}
					finder.report(c, at, "config-unused", fmt.Sprintf("no file that this is about has a finding of %s%s, so nothing is suppressed, and one that comes would be hidden; remove the entry", name, where))
				}
			}
		}
	}
	var found []Finding
	for _, e := range finder.found {
		doc := d.set.Lookup(e.file)
		start, end := e.span(doc.Src)
		f := Finding{Rule: e.rule, Path: e.file, Message: e.message, At: e.at, Range: rangeOf(doc, document.Span{Start: start, End: end})}
		if f.Severity = r.severity(&f, doc); f.Severity != Off {
			found = append(found, f)
		}
	}
	return found
}

// wholly reports whether nothing keeps the passes from judging all of a document. It may lack frontmatter that its contract does not demand.
func (r *run) wholly(doc *document.Document) bool {
	if doc.Readable() || doc.Problem != nil || doc.Front == nil || !doc.Front.Absent() {
		return doc.Readable()
	}
	c := r.contracts[doc.Kind]
	if c == nil {
		return false
	}
	body, err := c.Body()
	return err == nil && (body.Frontmatter == nil || body.Frontmatter.Optional)
}

// lookedFor reports whether a suppression's rule is on in some file that it is about, and every such file was judged as a whole.
func (r *run) lookedFor(c *Config, s *Suppression, name string, set *document.Set, failed map[string]bool) (on bool) {
	for i := range r.inputs {
		in := &r.inputs[i]
		scope := r.scopeOf(in.Path)
		for above, file := scope.config, scope.path(in.Path); above != nil && file != ""; above, file = above.parent, above.prefix+file {
			if above != c || !matchesAny(s.Paths, file) {
				continue
			}
			doc := set.Lookup(in.Path)
			if failed[in.Path] || !r.wholly(doc) {
				return false
			}
			on = on || in.Target && !r.turnedOff(name, doc)
		}
	}
	return on
}

// unusedIn returns the finding about those rules of a directive for which it suppresses nothing, if there are any. A rule that is off in this
// file is none of them: its pass may look no further then.
func (r *run) unusedIn(doc *document.Document, directive *suppression.Directive) (f Finding, ok bool) {
	drop := func(n suppression.Name) bool { return !n.Used && !r.turnedOff(n.Text, doc) }
	var names []string
	for _, n := range directive.Names {
		if drop(n) {
			names = append(names, n.Text)
		}
	}
	if len(names) == 0 {
		return f, false
	}
	f = Finding{Rule: "suppression-unused", Path: doc.Path, Kind: doc.Kind, Contract: path.Base(doc.Kind), At: "comment"}
	if f.Severity = r.severity(&f, doc); f.Severity == Off {
		return f, false
	}
	f.Range = rangeOf(doc, directive.Comments[0].Span)
	f.Message = fmt.Sprintf("there is no finding of %s here, so nothing is suppressed, and one that comes would be hidden; remove the suppression", strings.Join(names, " and "))
	if len(names) < len(directive.Names) {
		f.Message = fmt.Sprintf("there is no finding of %s here, so nothing of it is suppressed, and one that comes would be hidden; take it out of the list", strings.Join(names, " and "))
	}
	for _, fix := range directive.Without(drop) {
		edits := make([]Edit, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = Edit{Path: doc.Path, Range: rangeOf(doc, e.Span), NewText: e.Text}
		}
		f.Fixes = append(f.Fixes, Fix{Title: fix.Title, Safe: true, Edits: edits})
	}
	return f, true
}

// turnedOff reports whether the configuration or the caller turns a rule off in a file. That only others were asked for does not count: all
// passes run whatever is asked for.
func (r *run) turnedOff(name string, doc *document.Document) bool {
	_, rule, _ := cutContract(name)
	return r.level(rule, doc, choice{enable: r.choice.enable, disable: r.choice.disable}) == Off
}

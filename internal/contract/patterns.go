package contract

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// judgePatterns reports patterns that match too seldom, too often or at all.
func judgePatterns(a *artefact) {
	if len(a.body.Patterns) == 0 {
		return
	}
	hits := make([][]document.Span, len(a.body.Patterns))
	for i := range a.body.Patterns {
		p := &a.body.Patterns[i]
		a.doc.Body.EachLineWith(p.Literal, func(line string, start int) bool {
			if !strings.HasPrefix(line, p.Prefix) {
				return true
			}
			if !a.effort.Allows(p.Regexp, line) {
				return false
			}
			if m := p.Regexp.FindStringIndex(line); m != nil {
				if !a.effort.Take(stepsOfMatch) {
					return false
				}
				hits[i] = append(hits[i], document.Span{Start: start + m[0], End: start + m[1]})
			}
			return true
		})
	}
	for i := range a.body.Patterns {
		p, spans := &a.body.Patterns[i], hits[i]
		at := "body." + p.Name
		switch {
		case p.Forbidden:
			for _, span := range spans {
				a.say("forbidden-pattern", span, at, "%q must not stand here%s", a.doc.Text(span), instead(p))
			}
		case len(spans) < p.Min:
			missingPattern(a, p, at, len(spans))
		case p.Max > 0 && len(spans) > p.Max:
			a.add(document.Finding{Rule: "body-pattern-max", Span: spans[p.Max], At: at,
				Message: fmt.Sprintf(
					"%q is one of %s like it, and at most %d may be here; remove what is too much",
					a.doc.Text(spans[p.Max]), document.Count(len(spans), "line"), p.Max),
				Related: []document.Related{{Span: spans[0], Message: "the first"}}})
		}
	}
}

// instead is the end of a message that says what to write, if the contract does.
func instead(p *rules.Text) string {
	if p.Message == "" {
		return ""
	}
	return "; write " + p.Message
}

// missingPattern reports at a line that matches but for its case, or at the first line of the file.
func missingPattern(a *artefact, p *rules.Text, at string, count int) {
	f := document.Finding{Rule: "body-pattern-min", Span: a.doc.FirstLine(), At: at,
		Message: fmt.Sprintf("the body lacks %s", missingText(p))}
	if p.Min > 1 {
		f.Message = fmt.Sprintf(
			"the body has %s of at least %d like %s", document.Count(count, "line"), p.Min, missingText(p))
	}
	a.doc.Body.EachLine(func(line string, start int) bool {
		if !a.effort.Allows(p.Loose, line) {
			return false
		}
		if m := p.Loose.FindStringIndex(line); m != nil && !p.Regexp.MatchString(line) {
			f.Span = document.Span{Start: start + m[0], End: start + m[1]}
			f.Message = fmt.Sprintf("%q is not what the consumer looks for: %s", line[m[0]:m[1]], missingText(p))
			return false
		}
		return true
	})
	for i := range a.doc.Body.Fields {
		if field := &a.doc.Body.Fields[i]; p.Prefix != "" && spell.Same(strings.Trim(p.Prefix, "*: "), field.Label) &&
			f.Span == a.doc.FirstLine() {
			f.Span = field.Span
			f.Message = fmt.Sprintf("%q is not what the consumer looks for: %s", a.doc.Text(field.Span), missingText(p))
		}
	}
	if stub := stub(a, p); stub != "" && f.Span == a.doc.FirstLine() {
		f.Fixes = addLine(a.doc, stub)
	}
	a.add(f)
}

// missingText says what is missing where a pattern matches nothing: what the contract calls it, or the pattern.
func missingText(p *rules.Text) string {
	if p.Message != "" {
		return p.Message
	}
	return fmt.Sprintf("a line that matches `%s`", p.Pattern)
}

// maxStub is how long a line may be that a fix adds.
const maxStub = 4096

// stub fills a pattern's stub from the frontmatter; it is "" if a key is missing, or if nobody would write so long a line.
func stub(a *artefact, p *rules.Text) string {
	stub := p.Stub
	for {
		if len(stub) > maxStub {
			return ""
		}
		before, rest, ok := strings.Cut(stub, "{")
		key, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return stub
		}
		if a.doc.Front == nil || a.doc.Front.Root.Get(key) == nil || a.wrong[key] {
			return ""
		}
		stub = before + a.doc.Front.Root.Get(key).Text + after
	}
}

// addLine is the fix that puts a line below the first heading, or at the start of the body.
func addLine(d *document.Document, text string) []document.Fix {
	at := d.Body.Span.Start
	if heads := d.Body.Headings; len(heads) > 0 && heads[0].Level == 1 {
		at = heads[0].Span.End
		return document.Replace("add "+text, document.Span{Start: at, End: at}, "\n\n"+text)
	}
	return document.Replace("add "+text, document.Span{Start: at, End: at}, "\n"+text+"\n")
}

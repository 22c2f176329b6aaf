package contract

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// judgeSections reports sections that are missing, misspelt or there too often.
func (j *judge) judgeSections() {
	headings := j.Doc.Body.Headings
	for i := range j.body.Sections {
		s := &j.body.Sections[i]
		level, title := heading(s)
		var room [8]int
		hits := room[:0] // indices of headings
		for k := range headings {
			if headings[k].Level == level && isTitled(&headings[k], title) {
				hits = append(hits, k)
			}
		}
		least := 1
		if s.Min != nil {
			least = *s.Min
		}
		switch {
		case len(hits) < least:
			j.missingSection(s, "body."+s.Name, len(hits), least)
		case s.Max > 0 && len(hits) > s.Max:
			j.Report(document.Finding{Rule: "body-pattern-max", Span: headings[hits[s.Max]].Span, At: "body." + s.Name,
				Message: fmt.Sprintf("the section `%s` stands here again; there may be at most %d of it", s.Heading, s.Max),
				Related: []document.Related{{Span: headings[hits[0]].Span, Message: "first here"}}})
		}
	}
}

func heading(s *rules.Section) (level int, title string) {
	title = strings.TrimLeft(s.Heading, "#")
	return len(s.Heading) - len(title), strings.TrimSpace(title)
}

// isSection reports whether a heading is the section.
func isSection(h *document.Heading, s *rules.Section) bool {
	level, title := heading(s)
	return h.Level == level && isTitled(h, title)
}

// isTitled reports whether a heading has a title, alone or followed by a space or punctuation other than a hyphen.
func isTitled(h *document.Heading, title string) bool {
	text := h.Text
	if h.Setext || h.Indent > 0 || text == "" || title == "" || text[0] != title[0] {
		return false // most headings are not even looked at
	}
	if strings.IndexByte(text, '\t') >= 0 || strings.Contains(text, "  ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	rest, ok := strings.CutPrefix(text, title)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// missingSection reports at the heading that was probably meant, or at the first line.
func (j *judge) missingSection(s *rules.Section, at string, count, least int) {
	f := document.Finding{Rule: "body-pattern-min", Span: j.Doc.FirstLine(), At: at,
		Message: fmt.Sprintf("the section `%s` is missing, and its consumer looks for exactly this heading", s.Heading)}
	if least > 1 {
		f.Message = fmt.Sprintf("there must be at least %d sections `%s`, and there are %d", least, s.Heading, count)
	}
	if h := j.nearHeading(s); h != nil {
		f.Span = h.Span
		f.Message = fmt.Sprintf("the section `%s` is missing; this heading looks like it, but its consumer looks for exactly `%s`", s.Heading, s.Heading)
		f.Fixes = document.Replace("write "+s.Heading, h.Span, s.Heading)
	} else if s.Stub != "" && count == 0 {
		f.Message += fmt.Sprintf("; if there is nothing to list, write `%s` below it", s.Stub)
		f.Fixes = j.addSection(s)
	}
	j.Report(f)
}

// nearHeading returns the heading that was probably meant for a section: it reads alike, or one is the end or start of the other.
func (j *judge) nearHeading(s *rules.Section) *document.Heading {
	_, title := heading(s)
	var loose *document.Heading
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		if j.isAnySection(h) {
			continue
		}
		if Same(h.Text, title) || rules.Nearest(h.Text, []string{title}) != "" && !opposite(h.Text, title) {
			return h
		}
		if loose == nil && len(h.Text) >= 4 && (wordsOf(title, h.Text) || wordsOf(h.Text, title)) {
			loose = h
		}
	}
	return loose
}

// opposite reports whether one of two titles is the other with something before it, as in "Uncovered" and "Covered".
func opposite(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

func (j *judge) isAnySection(h *document.Heading) bool {
	for i := range j.body.Sections {
		if isSection(h, &j.body.Sections[i]) {
			return true
		}
	}
	return false
}

// wordsOf reports whether part is the first or last words of whole.
func wordsOf(whole, part string) bool {
	whole, part = strings.ToLower(whole), strings.ToLower(part)
	if rest, ok := strings.CutPrefix(whole, part); ok {
		return strings.IndexAny(rest, " -:") == 0
	}
	rest, ok := strings.CutSuffix(whole, part)
	return ok && strings.HasSuffix(rest, " ")
}

// addSection is the fix that puts an empty section in front of the section that follows it in the contract, or at the end.
func (j *judge) addSection(s *rules.Section) []document.Fix {
	line := j.Doc.Newline()
	text := s.Heading + line + line + s.Stub + line
	behind := false
	for i := range j.body.Sections {
		next := &j.body.Sections[i]
		if next == s {
			behind = true
			continue
		}
		for _, h := range j.Doc.Body.Headings {
			if behind && isSection(&h, next) {
				return document.Replace("add an empty section "+s.Heading, document.Span{Start: h.Span.Start, End: h.Span.Start}, text+line)
			}
		}
	}
	gap := line
	if !j.Doc.EndsLine() {
		gap = line + line
	}
	end := len(j.Doc.Src)
	return document.Replace("add an empty section "+s.Heading, document.Span{Start: end, End: end}, gap+text)
}

// judgePatterns reports patterns that match too seldom, too often or at all.
func (j *judge) judgePatterns() {
	if len(j.body.Patterns) == 0 {
		return
	}
	hits := make([][]document.Span, len(j.body.Patterns))
	j.Doc.Body.EachLine(func(line string, start int) bool {
		for i := range j.body.Patterns {
			p := &j.body.Patterns[i]
			if !strings.HasPrefix(line, p.Prefix) {
				continue
			}
			if m := p.Regexp.FindStringIndex(line); m != nil {
				hits[i] = append(hits[i], document.Span{Start: start + m[0], End: start + m[1]})
			}
		}
		return true
	})
	for i := range j.body.Patterns {
		p, spans := &j.body.Patterns[i], hits[i]
		at := "body." + p.Name
		switch {
		case p.Forbidden:
			for _, span := range spans {
				j.report("forbidden-pattern", span, at, fmt.Sprintf("%q must not stand here%s", j.Doc.Text(span), instead(p)))
			}
		case len(spans) < p.Min:
			j.missingPattern(p, at, len(spans))
		case p.Max > 0 && len(spans) > p.Max:
			j.Report(document.Finding{Rule: "body-pattern-max", Span: spans[p.Max], At: at,
				Message: fmt.Sprintf("%q is one of %s like it, and at most %d may be here; remove what is too much", j.Doc.Text(spans[p.Max]), document.Count(len(spans), "line"), p.Max),
				Related: []document.Related{{Span: spans[0], Message: "the first"}}})
		}
	}
}

func instead(p *rules.Text) string {
	if p.Message == "" {
		return ""
	}
	return "; write " + p.Message
}

// missingPattern reports at a line that matches but for its case, or at the first line of the file.
func (j *judge) missingPattern(p *rules.Text, at string, count int) {
	f := document.Finding{Rule: "body-pattern-min", Span: j.Doc.FirstLine(), At: at,
		Message: fmt.Sprintf("the body lacks %s", missingText(p))}
	if p.Min > 1 {
		f.Message = fmt.Sprintf("the body has %s of at least %d like %s", document.Count(count, "line"), p.Min, missingText(p))
	}
	j.Doc.Body.EachLine(func(line string, start int) bool {
		if m := p.Loose.FindStringIndex(line); m != nil && !p.Regexp.MatchString(line) {
			f.Span = document.Span{Start: start + m[0], End: start + m[1]}
			f.Message = fmt.Sprintf("%q is not what the consumer looks for: %s", line[m[0]:m[1]], missingText(p))
			return false
		}
		return true
	})
	for i := range j.Doc.Body.Fields {
		if field := &j.Doc.Body.Fields[i]; p.Prefix != "" && Same(strings.Trim(p.Prefix, "*: "), field.Label) && f.Span == j.Doc.FirstLine() {
			f.Span = field.Span
			f.Message = fmt.Sprintf("%q is not what the consumer looks for: %s", j.Doc.Text(field.Span), missingText(p))
		}
	}
	if stub := j.stub(p); stub != "" && f.Span == j.Doc.FirstLine() {
		f.Fixes = j.addLine(stub)
	}
	j.Report(f)
}

func missingText(p *rules.Text) string {
	if p.Message != "" {
		return p.Message
	}
	return fmt.Sprintf("a line that matches `%s`", p.Pattern)
}

// stub fills a pattern's stub from the frontmatter; it is "" if a key is missing.
func (j *judge) stub(p *rules.Text) string {
	stub := p.Stub
	for {
		before, rest, ok := strings.Cut(stub, "{")
		key, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return stub
		}
		if j.Doc.Front == nil || j.Doc.Front.Root.Get(key) == nil || j.wrong[key] {
			return ""
		}
		stub = before + j.Doc.Front.Root.Get(key).Text + after
	}
}

// addLine is the fix that puts a line below the first heading, or at the start of the body.
func (j *judge) addLine(text string) []document.Fix {
	line := j.Doc.Newline()
	at := j.Doc.Body.Span.Start
	if heads := j.Doc.Body.Headings; len(heads) > 0 && heads[0].Level == 1 {
		at = heads[0].Span.End
		return document.Replace("add "+text, document.Span{Start: at, End: at}, line+line+text)
	}
	return document.Replace("add "+text, document.Span{Start: at, End: at}, line+text+line)
}

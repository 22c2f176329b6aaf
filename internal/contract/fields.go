package contract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// judgeField holds one labelled field of a block against the contract. It reports whether the field's line was taken
// for the title of the block.
func judgeField(a *artefact, rule *rules.Block, b *block, name string, fields []document.LabelField) (swallowed bool) {
	want := rule.Fields[name]
	if !a.effort.Take(len(fields)) {
		return false
	}
	var room [2]*document.LabelField
	seen := room[:0]
	for i := range fields {
		if f := &fields[i]; f.Label == name && f.Canonical() {
			if b.swallowed.Contains(f.Span.Start) {
				a.say("block-field-missing", b.heading.Span, b.at(name),
					"the heading of %s has no title, so its consumer takes the line %q for the title and finds no `%s`; write a "+
						"title behind the colon", b.id, a.doc.Text(b.swallowed), name)
				return true
			}
			seen = append(seen, f)
		}
	}
	if len(seen) == 0 {
		missingField(a, b, name, want, rule.Order, fields)
		return false
	}
	var lost *document.LabelField
	if len(seen) > 1 && a.effort.Take(8*len(fields)) {
		lost = withoutHeading(rule, fields)
	}
	for _, again := range seen[1:] {
		message := fmt.Sprintf(
			"%s has a second `%s`; its consumer reads the first and never sees this one; remove one of them", b.id, name)
		switch {
		case lost != nil && lost.Span != again.Span:
			continue // one cause
		case lost != nil:
			message = fmt.Sprintf(
				"%s has its fields twice from here on, and its consumer never sees the second ones: the heading of their own "+
					"block seems to be missing; write `%s` above them", b.id, rule.Heading)
		}
		a.add(document.Finding{Rule: "block-field-duplicate", Span: again.Span, At: b.at(name), Message: message, Related: []document.Related{{Span: seen[0].Span, Message: "the first"}}})
	}
	judgeValue(a, rule, b, seen[0], want)
	return false
}

// withoutHeading returns the first field that stands in a block again if others do as well, so that they seem to be
// those of a block that has lost its heading; else nil.
func withoutHeading(rule *rules.Block, fields []document.LabelField) (first *document.LabelField) {
	count, again := map[string]int{}, 0
	for i := range fields {
		f := &fields[i]
		if _, known := rule.Fields[f.Label]; !known || !f.Canonical() {
			continue
		}
		if count[f.Label]++; count[f.Label] == 2 {
			again++
			if first == nil {
				first = f
			}
		}
	}
	if again < 2 || again < len(count) {
		return nil
	}
	return first
}

func judgeValue(a *artefact, rule *rules.Block, b *block, f *document.LabelField, want rules.Field) {
	if f.Text == "" {
		a.say("block-field-empty", f.Span, b.at(f.Label), "`%s` of %s is empty%s", f.Label, b.id, choices(want))
		return
	}
	switch {
	case b.forbiddenIn(a, rule, f.Text) != "": // reported for every field of the block
	case a.has(want.ForbiddenValues, f.Text):
		a.say("block-field-forbidden", f.Value, b.at(f.Label),
			"`%s` of %s must not be %q; write its real value", f.Label, b.id, f.Text)
	case len(want.Enum) > 0 && !a.has(want.Enum, f.Text):
		message := fmt.Sprintf("`%s` of %s is %q; it must be %s", f.Label, b.id, f.Text, document.OneOf(want.Enum))
		finding := document.Finding{Rule: "block-field-enum", Span: f.Value, At: b.at(f.Label), Message: message}
		if near := a.nearest(f.Text, want.Enum); near != "" {
			finding.Message += fmt.Sprintf("; did you mean %s?", near)
			if at := strings.Index(a.doc.Text(f.Value), f.Text); at >= 0 {
				start := f.Value.Start + at // a comment behind the word stays
				finding.Fixes = nearFix(f.Text, near, want.Enum, document.Span{Start: start, End: start + len(f.Text)}, near)
			}
		}
		a.add(finding)
	case want.Regexp != nil && !a.matches(want, f.Text):
		a.say("block-field-pattern", f.Value, b.at(f.Label),
			"`%s` of %s is %q; it must be %s", f.Label, b.id, f.Text, fieldPattern(want))
	}
}

// choices is the end of a message that says what to write as the value of a field.
func choices(want rules.Field) string {
	if len(want.Enum) == 0 {
		return "; write its value on the same line"
	}
	return "; write " + document.OneOf(want.Enum)
}

// fieldPattern says what a field with a pattern must be.
func fieldPattern(want rules.Field) string {
	if want.Message != "" {
		return want.Message
	}
	return "a text that matches `" + want.Pattern + "`"
}

// missingField reports a field that consumers do not see, at the line that was meant for it or at the block's heading.
func missingField(a *artefact, b *block, name string, want rules.Field, known []string, fields []document.LabelField) {
	rule := "block-field-missing"
	if want.Recommended || want.Optional {
		rule = "block-field-recommended"
	}
	f := document.Finding{Rule: rule, Span: b.heading.Span, At: b.at(name), Message: fmt.Sprintf(
		"%s has no `%s`; write a line `- **%s:** …` below its heading", b.id, name, name)}
	if !a.effort.Take(len(fields)*(stepsOfNear+len(known)) + b.below.Len()/2) {
		return
	}
	if near := nearField(name, known, fields); near != nil {
		f.Span = near.Span
		for f.Span.Start > 0 && (a.doc.Src[f.Span.Start-1] == ' ' || a.doc.Src[f.Span.Start-1] == '\t') {
			f.Span.Start--
		}
		f.Message = fmt.Sprintf(
			"%s has no `%s` that its consumer sees: %s; write `- **%s:** …`", b.id, name, misshape(near, name), name)
		f.Fixes = document.Replace(fmt.Sprintf(
			"write it as - **%s:**", name), f.Span, strings.TrimSpace(fmt.Sprintf("- **%s:** %s", name, a.doc.Text(near.Value))))
	} else if line := plainField(a, b, name); line.Len() > 0 {
		f.Span = line
		f.Message = fmt.Sprintf(
			"%s has no `%s` that its consumer sees: the label of this line is not bold; write `- **%s:** …`", b.id, name, name)
		f.Fixes = boldField(a, line, name, want)
	} else if want.Optional {
		return
	}
	a.add(f)
}

// nearField returns the line that was probably meant for a field, or nil. A label that the contract knows is meant for
// itself, and one that is the start of several for the one that has most of it.
func nearField(name string, known []string, fields []document.LabelField) *document.LabelField {
	for i := range fields {
		f := &fields[i]
		if spell.Same(f.Label, name) || !slices.Contains(known, f.Label) && (spell.Nearest(f.Label, []string{name}) != "" ||
			shortened(f.Label, name) && !slices.ContainsFunc(known, func(other string) bool {
				return len(other) > len(name) && shortened(f.Label, other)
			})) {
			return f
		}
	}
	return nil
}

// shortened reports whether a label is the start of a name, or the other way round, as "Reason" is of "Reasoning".
func shortened(label, name string) bool {
	short, long := strings.ToLower(label), strings.ToLower(name)
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) >= 5 && strings.HasPrefix(long, short)
}

// plainField returns the line of a block that starts with the name of a field which is not bold, or has no colon: `-
// Status: Pass`.
func plainField(a *artefact, b *block, name string) (line document.Span) {
	below := b.below
	for at := below.Start; at < below.End; {
		next := below.End
		if i := bytes.IndexByte(a.doc.Src[at:below.End], '\n'); i >= 0 {
			next = at + i + 1
		}
		text := strings.TrimRight(string(a.doc.Src[at:next]), " \t\r\n")
		label := strings.TrimLeft(text, " \t-*+_")
		if h := a.doc.Body.HiddenAt(at); h == nil && len(label) > len(name) && strings.EqualFold(label[:len(name)], name) &&
			strings.HasPrefix(strings.TrimLeft(label[len(name):], "*_ "), ":") {
			return document.Span{Start: at, End: at + len(text)}
		}
		at = next
	}
	return document.Span{}
}

// boldField is the fix that writes a line as a field: `Status: Pass` and `* *Status*: Pass` alike. It is safe if the line
// is not indented, and what stands there is a value of the field. There is none if it is not even near to one.
func boldField(a *artefact, line document.Span, name string, want rules.Field) []document.Fix {
	text := a.doc.Text(line)
	_, value, _ := strings.Cut(text, ":")
	value = strings.TrimSpace(strings.TrimLeft(value, "*_"))
	label := strings.TrimLeft(text, " \t-*+_")[:len(name)]
	if value == "" || len(want.Enum) > 0 && !slices.Contains(want.Enum, value) && spell.Nearest(value, want.Enum) == "" ||
		want.Regexp != nil && !a.matches(want, value) {
		return nil
	}
	fix := document.Replace(fmt.Sprintf("write it as - **%s:**", name), line, fmt.Sprintf("- **%s:** %s", name, value))
	fix[0].Unsafe = text[0] == ' ' || text[0] == '\t' || label != name || len(want.Enum) > 0 && !slices.Contains(want.Enum, value)
	return fix
}

// misshape says why consumers do not see a line as the field.
func misshape(f *document.LabelField, name string) string {
	switch {
	case f.Label != name:
		return fmt.Sprintf("this line is labelled %q", f.Label)
	case !f.Inside:
		return "the colon stands outside of the bold label"
	case f.Name.Len() != len(f.Label):
		return "there is space around the label inside of the asterisks"
	case f.Bullet != "-" && f.Bullet != "*" && f.Bullet != "":
		return fmt.Sprintf("its bullet is %q", f.Bullet)
	}
	return "its bullet is indented"
}

// matches reports whether a value matches the pattern of a field, as far as that may be tried.
func (a *artefact) matches(want rules.Field, value string) bool {
	return a.effort.Allows(want.Regexp, value) && want.Regexp.MatchString(value)
}

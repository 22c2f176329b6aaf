package hook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
)

const (
	maxLines = 20  // of an answer
	maxLine  = 480 // bytes of a line
	maxMend  = 120 // bytes of a text that is quoted as a mend
	maxEdits = 4   // places of a mend that are told
)

// say returns findings as text, behind lines that come first: a line that says how many there are, and one for each. It
// returns "" if there is nothing to say.
func say(report *nplint.Report, found []nplint.Finding, opening string, lines ...string) string {
	if len(found) == 0 {
		return strings.Join(lines, "\n")
	}
	slices.SortStableFunc(found, byWeight)
	lines = append(lines, fmt.Sprintf(opening, count(found)))
	for i := range found {
		if len(found)-i > 1 && len(lines) == maxLines-1 {
			lines = append(lines, fmt.Sprintf("and %d more; `nplint run` shows all", len(found)-i))
			break
		}
		lines = append(lines, line(report, &found[i]))
	}
	return strings.Join(lines, "\n")
}

// count says how many errors and warnings there are.
func count(found []nplint.Finding) string {
	errors, warnings := 0, 0
	for i := range found {
		if found[i].Severity == nplint.Error {
			errors++
		} else {
			warnings++
		}
	}
	switch {
	case warnings == 0:
		return spell.Count(errors, "error")
	case errors == 0:
		return spell.Count(warnings, "warning")
	}
	return spell.Count(errors, "error") + " and " + spell.Count(warnings, "warning")
}

// line returns a finding as one line, with what would mend it. Nothing in it is obeyed by anybody.
func line(report *nplint.Report, f *nplint.Finding) string {
	message := f.Message
	if len(f.Fixes) > 0 {
		message = once(message, f.Fixes[0].Title)
	}
	text := fmt.Sprintf("%s:%d: %s[%s] %s", f.Path, f.Range.Start.Line, f.Severity, f.Rule, message)
	text = cut(reporters.Visible(text, ""), maxLine)
	if len(f.Fixes) == 0 {
		return text
	}
	return text + "; " + cut(reporters.Visible(remedy(report.Source(f.Path), f.Fixes[0]), ""), maxLine)
}

// once takes from a message what the title of its fix says as well.
func once(message, title string) string {
	word, ok := strings.CutPrefix(title, "write ")
	if !ok {
		return message
	}
	if text, ok := strings.CutSuffix(message, "; "+title); ok {
		return text
	}
	for _, hint := range []string{
		"; did you mean " + word + "?", "; did you mean `" + word + "`?",
		fmt.Sprintf(" (did you mean %q?)", word), " (did you mean " + word + "?)",
	} {
		text, rest, ok := strings.Cut(message, hint)
		switch {
		case !ok:
			continue
		case strings.HasPrefix(hint, ";") && len(rest) > 1 && rest[1] != '(':
			text += "." // another sentence follows
		}
		return text + rest
	}
	return message
}

// remedy returns a fix as words: its title, and all that has to change if that is little.
func remedy(source []byte, fix nplint.Fix) string {
	word := "fix: "
	if !fix.Safe {
		word = "fix, if it is what you mean: "
	}
	change, whole := changes(source, fix.Edits)
	switch {
	case change == "":
		return word + fix.Title
	case len(fix.Edits) == 1 && (fix.Title == "write "+whole || fix.Title == "write `"+whole+"`"):
		return word + change
	}
	return word + fix.Title + " (" + change + ")"
}

// changes says what edits of a file change, and what the last of them writes; "" if that is much, or not in one file.
func changes(source []byte, edits []nplint.Edit) (words, written string) {
	var parts []string
	last := ""
	for _, e := range edits {
		start, end := e.Range.Start.Offset, e.Range.End.Offset
		if start > end || end > len(source) || end-start > maxMend || len(e.NewText) > maxMend || e.Path != edits[0].Path {
			return "", ""
		}
		old, line := string(source[start:end]), e.Range.Start.Line
		what := fmt.Sprintf("replace `%s` by `%s`", old, e.NewText)
		at := fmt.Sprintf("on line %d", line)
		switch {
		case old == "":
			what, at = fmt.Sprintf("insert `%s`", e.NewText), fmt.Sprintf("at line %d, column %d", line, e.Range.Start.Column)
		case e.NewText == "":
			what, at = fmt.Sprintf("remove `%s`", old), fmt.Sprintf("from line %d", line)
		}
		if what == last {
			parts = append(parts, at)
		} else {
			parts = append(parts, what+" "+at)
		}
		last, written = what, e.NewText
	}
	if len(parts) > maxEdits {
		return "", ""
	}
	return strings.Join(parts, " and "), written
}

// cut shortens a text to so many bytes at most.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	const end = "…"
	most -= len(end)
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + end
}

// byWeight sorts errors in front of warnings, each as they stand in the files.
func byWeight(a, b nplint.Finding) int {
	return cmp.Or(cmp.Compare(b.Severity, a.Severity), strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset))
}

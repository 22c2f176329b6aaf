// Package dialect reads frontmatter as Claude Code does: a block from the first byte to the first three dashes
// anywhere, read as YAML and, if that fails, once more with values in quotes. It knows nothing of what keys mean.
package dialect

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

const mark = "\uFEFF"

// Read finds and reads the frontmatter of a text. It has one Fault or Notes of one rule: what hides the keys hides all
// other faults of them. Without frontmatter Root has no pairs and Open is empty.
func Read(s string) *document.Frontmatter {
	start := 0
	if strings.HasPrefix(s, mark) {
		start = len(mark)
	}
	f := &document.Frontmatter{Root: &document.Node{Type: document.Map}, End: start, Comments: true}
	f.Open, f.Close, f.Text = at(start), at(start), at(start)
	next := opening(s, start)
	if next < 0 {
		late(s, start, f)
		return f
	}
	end, _ := document.LineEnd(s, start)
	f.Open = document.Span{Start: start, End: end}
	length := strings.Index(s[next:], "---")
	if length < 0 {
		if keyLine().MatchString(s[next:]) {
			unclosed(f, "no `---` follows")
		}
		return f
	}
	stop := next + length
	f.Text, f.Close = document.Span{Start: next, End: stop}, document.Span{Start: stop, End: stop + 3}
	f.End = stop + 3
	if end, after := document.LineEnd(s, f.End); strings.TrimSpace(s[f.End:end]) == "" {
		f.End = after
	}
	if line := strings.LastIndexByte(s[:stop], '\n') + 1; line < stop && !indentedEnd(s, line, f) {
		cutOrNot(s, line, f)
	}
	if f.Fault == nil && strings.TrimSpace(s[next:stop]) == "" {
		early(s, f)
	}
	if f.Fault == nil {
		read(s, f)
	}
	if f.Fault == nil && len(f.Notes) == 0 && start > 0 {
		span := document.Span{End: start}
		f.Notes = append(f.Notes, document.Finding{
			Rule: "cc-frontmatter-start", Span: span, At: "frontmatter", Lesser: true,
			Message: "a byte order mark stands before the frontmatter: Claude Code drops it since 2.1.239, and older or " +
				"stricter readers find no frontmatter behind it; save the file without it",
			Fixes: document.Replace("remove the byte order mark", span, ""),
		})
	}
	return f
}

func at(offset int) document.Span { return document.Span{Start: offset, End: offset} }

// opening returns where the text behind a fence at an offset starts, or -1 if there is no fence. A line feed ends it: behind
// a carriage return alone Claude Code finds none.
func opening(s string, offset int) int {
	if !strings.HasPrefix(s[offset:], "---") {
		return -1
	}
	end, next := document.LineEnd(s, offset)
	if strings.TrimSpace(s[offset+3:end]) != "" || next == end || s[next-1] != '\n' {
		return -1
	}
	return next
}

var (
	keyLine = memo.Regexp(`^(?:[ \t]*(?:#.*)?\r?\n)*[A-Za-z_-]+:(?:\s|$)`)
	ownKey  = memo.Regexp(`(?m)^(?:name|description|tools|model|allowed-tools|argument-hint|paths):(?:\s|$)`)
	// blockKey is a line of one of the keys that such blocks end with, none of which starts a line of prose.
	blockKey = memo.Regexp(`^(?:name|description|tools|disallowedTools|model|color|effort|memory|skills|permissionMode|` +
		`maxTurns|background|isolation|allowed-tools|disallowed-tools|argument-hint|arguments|paths|when_to_use|license|version|` +
		`user-invocable|disable-model-invocation|mcpServers|hooks):(?:\s|$)`)
	anyKey = memo.Regexp(`^[A-Za-z_-]+:(?:\s|$)`)
	prose  = memo.Regexp(`\n[ \t]*\r?\n(?:#+ |\*|>|<|\x60|[A-Z][\w'’]* +[\w'’])`)
	dashes = memo.Regexp(`^(?:[^\w\n]{0,8}--[^\w\n]{0,8}|[–—]+-*[ \t]*)$`)
)

// lines20 is how far down a block is looked for that was meant as frontmatter.
const lines20 = 20

// late notes frontmatter that does not stand at the first byte, or behind other than three dashes.
func late(s string, start int, f *document.Frontmatter) {
	where := start
	end, next := document.LineEnd(s, start)
	if m := dashes().FindStringIndex(s[start:end]); m != nil && keyLine().MatchString(s[next:]) {
		if block, _, ok := strings.Cut(s[next:], "\n--"); ok && ownKey().MatchString(block) {
			span := document.Span{Start: start, End: end}
			f.Fault = fault("cc-frontmatter-start", span, "this line is no `---`, so there is no frontmatter for Claude Code: "+
				"an agent of a project is passed over, and other files have no key; write three hyphens and nothing before them")
			f.Fault.Fixes = document.Replace("write ---", span, "---")
			return
		}
	}
	if isClosed, ok := headless(s, start); ok {
		span := document.Span{Start: start, End: end}
		f.Fault = fault("cc-frontmatter-start", span, "the line `---` before the keys is missing, so there is no frontmatter for "+
			"Claude Code: an agent of a project is passed over, and other files have no key; write it as the first line, and "+
			"another behind the keys")
		if isClosed {
			newline := s[end:next]
			f.Fault.Fixes = document.Replace("write ---", at(start), "---"+newline)
		}
		return
	}
	for range lines20 {
		_, next := document.LineEnd(s, where)
		if next >= len(s) {
			return
		}
		where = next
		body := opening(s, where)
		if body < 0 {
			continue
		}
		length := strings.Index(s[body:], "\n---")
		if length < 0 || !keyLine().MatchString(s[body:]) || !ownKey().MatchString(s[body:body+length]) {
			return
		}
		before := strings.TrimSpace(s[start:where])
		heading := strings.HasPrefix(before, "#") || strings.HasPrefix(before, "<!--")
		if before != "" && !heading || fenced(before) {
			return
		}
		what, span := "a blank line", document.Span{Start: start, End: where}
		edits := []document.Edit{{Span: span}}
		if before != "" {
			what = "`" + strings.SplitN(before, "\n", 2)[0] + "`"
			_, behind := document.LineEnd(s, body+length+1)
			edits = append(edits, document.Edit{Span: at(behind), Text: "\n" + before + "\n"})
		}
		end, _ := document.LineEnd(s, start)
		f.Fault = fault("cc-frontmatter-start", document.Span{Start: start, End: end}, "the frontmatter starts behind "+what+
			", so there is none for Claude Code: an agent of a project is passed over, and other files have no key; "+
			"`---` must be the first line of the file")
		f.Fault.Fixes = []document.Fix{{Title: "start the file with the frontmatter", Edits: edits}}
		return
	}
}

// headless reports whether keys stand at an offset without a fence before them, blank lines apart, and whether a fence ends them.
// Where none does, they are those of a skill or agent.
func headless(s string, from int) (isClosed, ok bool) {
	from += len(s[from:]) - len(strings.TrimLeft(s[from:], " \t\r\n"))
	if !keyLine().MatchString(s[from:]) {
		return false, false
	}
	first, hasName, hasDescription := from, false, false
	for range lines20 {
		end, next := document.LineEnd(s, from)
		line := strings.TrimRight(s[from:end], " \t")
		if isClosed = line == "---"; isClosed || line == "" {
			break
		}
		hasName = hasName || strings.HasPrefix(line, "name: ")
		hasDescription = hasDescription || strings.HasPrefix(line, "description: ")
		from = next
	}
	return isClosed, isClosed && ownKey().MatchString(s[first:from]) || hasName && hasDescription
}

// early notes keys behind a block without any.
func early(s string, f *document.Frontmatter) {
	isClosed, ok := headless(s, f.End)
	if !ok {
		return
	}
	f.Fault = fault("cc-frontmatter-start", f.Close, "the frontmatter ends here, before the keys, so it has none for Claude Code: an "+
		"agent of a project is passed over, and other files have no key; remove this line, and write it behind the keys")
	if isClosed {
		f.Fault.Fixes = document.Replace("remove this line", document.Span{Start: f.Text.End, End: f.End}, "")
	}
	f.Root = nil
}

// fenced reports whether a fence that a text opens is still open at its end: what follows is an example.
func fenced(text string) bool {
	open := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case open != "":
			if strings.HasPrefix(line, open) {
				open = ""
			}
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
			open = line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
		}
	}
	return open != ""
}

func fault(rule string, span document.Span, message string) *document.Finding {
	return &document.Finding{Rule: rule, Span: span, At: "frontmatter", Message: message}
}

func unclosed(f *document.Frontmatter, why string) {
	f.Fault = fault("cc-frontmatter-unclosed", f.Open, "the frontmatter that starts here is never closed ("+why+
		"), so Claude Code finds none of its keys; write a line `---` behind the last key")
	f.Root = nil
}

// indentedEnd reports whether nothing but blanks stands before the dashes in their line, and no key or indented text behind it:
// then the frontmatter is meant to end here.
func indentedEnd(s string, line int, f *document.Frontmatter) bool {
	rest := strings.TrimLeft(s[f.Close.End:], "\r\n")
	return len(rest) < len(s)-f.Close.End && strings.TrimSpace(s[line:f.Close.Start]) == "" &&
		!strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "\t") && !keyLine().MatchString(rest)
}

// cutOrNot notes a block that three dashes within a line end.
func cutOrNot(s string, line int, f *document.Frontmatter) {
	if prose().MatchString(s[f.Text.Start:line]) {
		unclosed(f, "the next `---` stands in the text")
		return
	}
	span := f.Close
	message := "three dashes end the frontmatter wherever they stand, here in the middle of a line: the rest of the " +
		"value and all keys below are read as text; write an em dash (—), or one or two hyphens"
	f.Fault = fault("cc-frontmatter-dash", span, message)
	for span.End < len(s) && s[span.End] == '-' {
		span.End++
	}
	f.Fault.Fixes = document.Replace("write an em dash", span, "—")
	f.Root = nil
}

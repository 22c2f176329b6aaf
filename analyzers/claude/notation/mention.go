package notation

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Mention is a place in a text that names an agent, skill or command in a literal form.
type Mention struct {
	Line
	What     string // "type" or "agent", "skill", "command", "part" of one of the three, "tool"
	Sure     bool   // whoever writes it means such a name and nothing else
	From, To int    // of the name in the line
}

// form is a way to name something.
type form struct {
	hints   []string // a line without any of these has none; nil is what isSlashed looks for
	pattern func() *memo.Pattern
	what    string
	sure    bool // whoever writes it means such a name and nothing else
	marked  bool // the name stands between backticks
}

const (
	id    = `([A-Za-z][\w.:-]*\w)`
	verbs = `(?i)\b(?:use|using|have|ask|with|invoke|launch|run|spawn|call|via|to)\s+(?:the\s+)?`
	agent = `\s+(?:sub-?)?agent\b`
	// several stands before agents of which more than one is called.
	several = `(?i)\b(?:use|using|launch|run|spawn|dispatch|start)\s+` +
		`(?:(?:the|\d+(?:\s*(?:-|–|to)\s*\d+)?|two|three|several|multiple|parallel)\s+){0,2}`
)

var (
	agents = []string{"agent", "Agent"}
	skills = []string{"skill", "Skill"}
	tools  = []string{"tool", "Tool"}
	forms  = []form{
		{[]string{"subagent_type"}, memo.Regexp(`\bsubagent_type["']?\s*[:=]\s*["'\x60]?` + id), "type", true, false},
		{agents, memo.Regexp("(?i)`" + id + "`" + agent), "agent", true, true},
		{[]string{" agent", " Agent", " subagent", " Subagent", " sub-agent", " Sub-agent"}, memo.Regexp(verbs + id + agent), "agent", false, false},
		{[]string{"agents", "Agents"}, memo.Regexp(several + "`?" + id + "`?" + `\s+(?:sub-?)?agents\b`), "agent", false, false},
		{tools, memo.Regexp("(?i)\\bagent\\s+tool\\s+(?:with|for)\\s+`" + id + "`"), "agent", true, true},
		{[]string{"@agent-"}, memo.Regexp(`(?:^|\s)@agent-` + id), "agent", true, false},
		{[]string{"Agent("}, memo.Regexp(`\bAgent\(["']?([A-Za-z][\w.-]*\w)["']?\)`), "agent", false, false},
		{[]string{"Skill("}, memo.Regexp(`\bSkill\(["']?` + id + `["']?\)`), "skill", true, false},
		{[]string{"skill `", "Skill `"}, memo.Regexp("(?i)\\bskill\\s+`" + id + "`"), "skill", true, true},
		{[]string{"` skill", "` Skill"}, memo.Regexp("(?i)\\b(?:the|use|with)\\s+`" + id + "`\\s+skill\\b"), "skill", true, true},
		{tools, memo.Regexp("(?i)\\bskill\\s+tool\\s*(?:[(:]|with|for|to\\s+\\w+)\\s*(?:the\\s+)?(?:skill\\s*[:=]\\s*)?[`\"']" + id + "[`\"']"), "skill", true, false},
		{[]string{"skill ", "Skill "}, memo.Regexp(`(?i)(?:^|[^\w-])skill\s+` + id), "skill", false, false},
		{skills, memo.Regexp(`(?i)\bthe\s+` + id + `\s+skill\b`), "skill", false, false},
		{[]string{" tool"}, memo.Regexp(`\b(?i:use|using|with|via|through)\s+(?:the\s+)?\x60?([A-Z][a-z]+[A-Z]\w*|Agent|Bash|Edit|Glob|Grep|Read|Write)\x60?\s+tool\b`), "tool", false, false},
		{nil, memo.Regexp(`(?:^|[\s(\x60"'])/([A-Za-z][\w:-]*[^\W_])_?(?:$|[\s.,;:!?)\x60"'])`), "command", false, false},
		{[]string{":"}, memo.Regexp(`(?:^|[\s(*>\x60"'])([a-z][\w-]*:[a-z][\w-]*\w)(?:$|[.,;:!?]*[\s)*<\x60"']|[.!?]$)`), "part", false, false},
	}
)

// fitting returns the forms that a text may have.
func fitting(text string) []form {
	has := wordsOf(text)
	return slices.DeleteFunc(slices.Clone(forms), func(f form) bool { return !has.of(f.what) })
}

// words says which words a text has, or may have: those of them without which it has no form are looked for once.
type words struct{ agent, skill, slash, colon, tool bool }

func wordsOf(text string) words {
	return words{strings.Contains(text, "gent"), strings.Contains(text, "kill"), strings.Contains(text, "/"),
		isParted(text), strings.Contains(text, "tool")}
}

// isParted reports whether a colon stands between two words, as behind the name of a plugin.
func isParted(text string) bool {
	for i := strings.IndexByte(text, ':'); i >= 0 && i+1 < len(text); {
		if i > 0 && text[i-1] != ' ' && 'a' <= text[i+1] && text[i+1] <= 'z' {
			return true
		}
		next := strings.IndexByte(text[i+1:], ':')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// of reports whether the text has the word that belongs to what forms name.
func (w words) of(what string) bool {
	switch what {
	case "skill":
		return w.skill
	case "command":
		return w.slash
	case "part":
		return w.colon
	case "tool":
		return w.tool
	}
	return w.agent
}

// fits reports whether a line may have the form.
func (f *form) fits(line string) bool {
	if f.what == "command" {
		return isSlashed(line)
	}
	return slices.ContainsFunc(f.hints, func(hint string) bool { return strings.Contains(line, hint) })
}

// isSlashed reports whether a word behind a slash starts in a line, and is not the end of a path.
func isSlashed(line string) bool {
	for i := range len(line) - 1 {
		if c := line[i+1] | 0x20; line[i] == '/' && 'a' <= c && c <= 'z' && (i == 0 || strings.IndexByte(" \t(`\"'", line[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// calls is what stands before a command; a word behind a slash may be a path as well.
var calls = memo.Regexp(`(?i)(?:^|[^\w/-])(?:runs?|use|using|types?|calls?|invokes?|executes?|try|with|via|command)\b`)

// Mentions calls call with every place of a text that names something; if fences count, too, then in them those of types
// of agents alone.
func Mentions(d *document.Document, fences bool, call func(m Mention)) {
	forms := fitting(d.Content())
	line := func(forms []form) func(l Line) {
		return func(l Line) {
			verb, at := -1, 0 // the last one before a command, and how far it was looked for
			has, marks := wordsOf(l.Text), strings.Contains(l.Text, "`")
			if has == (words{}) {
				return // none of the hints
			}
			for _, f := range forms {
				if !has.of(f.what) || f.marked && !marks || !f.fits(l.Text) {
					continue
				}
				for _, m := range f.pattern().FindAllStringSubmatchIndex(l.Text, -1) {
					near := l.Around(m[2], m[3])
					from, to := m[2]-(near.Start-l.Start), m[3]-(near.Start-l.Start)
					behind := l.Text[m[3]:]
					open := strings.ContainsAny(behind[:min(len(behind), 1)], "<{*/") || strings.HasPrefix(behind, ":<") ||
						strings.HasPrefix(behind, ":{") || strings.HasSuffix(l.Text[m[2]:m[3]], ".md") // a file
					if f.what == "type" && strings.Contains(near.Text[from:to], ".") && !strings.ContainsAny(near.Text[from-1:from], "\"'`") {
						continue // a field of a variable
					}
					if open {
						continue
					}
					if f.what == "command" && !strings.ContainsAny(l.Text[m[2]:m[3]], "-:_") {
						for v := calls().FindStringIndex(l.Text[at:m[2]]); v != nil; v = calls().FindStringIndex(l.Text[at:m[2]]) {
							verb, at = at+v[0], at+v[1]
						}
						if at = m[2]; verb < m[2]-from {
							continue
						}
					}
					call(Mention{near, f.what, f.sure, from, to})
				}
			}
		}
	}
	Text(d, line(forms))
	if len(forms) > 0 && forms[0].what == "type" && fences {
		for i := range d.Body.Hidden {
			if h := &d.Body.Hidden[i]; h.Kind == document.Fence {
				at := h.Inner.Start
				for text := range strings.SplitAfterSeq(d.Text(h.Inner), "\n") {
					line(forms[:1])(Line{text, at})
					at += len(text)
				}
			}
		}
	}
}

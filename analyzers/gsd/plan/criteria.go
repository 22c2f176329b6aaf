package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
)

// criteriaJudge judges the checks of a plan's tasks as `verify plan-structure` does: it is blind to fences, and takes
// each line for a command.
type criteriaJudge struct {
	*judge
	plain   string // the text with lines joined, each byte in its place
	told    map[string]bool
	allowed map[string]bool // numbers of checks that the plan allows
}

// criteria reports checks that cannot tell whether a task is done.
func (j criteriaJudge) criteria() {
	if j.done || j.over || model.Past(j.p, j.Doc) {
		return
	}
	j.plain, j.told, j.allowed = joined.Replace(j.text), map[string]bool{}, map[string]bool{}
	for _, m := range allowedTrap().FindAllStringSubmatch(j.text, -1) {
		j.allowed[m[1]] = true
	}
	j.echoes()
	if j.p.Old() {
		return // it looks for echoes alone
	}
	j.passing()
	for _, tag := range []string{"acceptance_criteria", "automated", "verify"} {
		for _, block := range blocks(j.plain, tag) {
			if m := bulkFailing().FindStringIndex(j.plain[block.Start:block.End]); m != nil && tag == "acceptance_criteria" {
				j.trap("R2", block.Start, m, false, "a test of what does not change passes before the change as well, so "+
					"`verify plan-structure` refuses a plan that wants all of them seen to fail; ask that each discriminates")
			}
			for _, c := range commands(j.plain, block) {
				j.command(c)
			}
		}
	}
}

// command reports what makes a check worthless, or impossible to meet.
func (j criteriaJudge) command(at document.Span) {
	text := j.plain[at.Start:at.End]
	if counted(text) {
		for _, m := range exactCount().FindAllStringSubmatchIndex(text, -1) {
			number := text[max(m[2], m[4], m[6]):m[1]]
			if n := strings.TrimLeft(number, "0"); n != "" && n != "1" {
				j.trap("R1", at.Start, m, false, "`grep -c` counts lines and not matches, so `verify plan-structure` refuses a "+
					"check for exactly %s; write `>= %s`, or look at the lines of `grep -n`", number, number)
				break
			}
		}
	}
	if m := variable().FindStringSubmatchIndex(text); m != nil {
		j.trap("R3", at.Start, m[2:4], false, "zsh takes the whole value of %s for the name of a command, which is not there, "+
			"so `verify plan-structure` refuses the plan; write the command itself", text[m[2]:m[3]])
	}
	if m := pipedGit().FindStringIndex(text); m != nil {
		j.trap("R4", at.Start, m, true, "only the last command of a pipe tells how it ended, so the check "+
			"may pass though git fails; keep what git writes in a variable first")
	}
	if m := wholeLine().FindStringIndex(text); m != nil && counter().MatchString(text) && !blanksGone().MatchString(text) {
		j.trap("R5", at.Start, m, false, "on macOS `wc` writes spaces before its number, so this never matches there, and "+
			"`verify plan-structure` refuses the plan; compare numbers: `test \"$n\" -eq 0`")
	}
	if m := relative().FindStringSubmatchIndex(text); m != nil {
		j.trap("R6", at.Start, m[2:4], false, "%s counts from whatever was committed last, perhaps by another session, so "+
			"`verify plan-structure` refuses the plan; write the range, <sha>^..<sha>", text[m[2]:m[3]])
	} else if m := bareDiff().FindStringSubmatchIndex(text); m != nil {
		if rest := strings.TrimSpace(text[m[2]:m[3]]); rest == "" || oneFlag().MatchString(rest) {
			j.trap("R6", at.Start, m, true, "`git diff` shows nothing of what is committed, so the check passes "+
				"whatever was done; write the range, <sha>^..<sha>, unless it is about what is not committed")
		}
	}
}

// trap keeps a finding at two offsets from a place, unless the plan allows what the check has a number for.
func (j criteriaJudge) trap(number string, start int, at []int, weak bool, format string, args ...any) {
	span := document.Span{Start: start + at[0], End: start + at[1]}
	span.Start, span.End = document.Trim(j.plain, span.Start, span.End)
	cause := fmt.Sprint(number, span.Start)
	if j.told[cause] || j.allowed[number] {
		return // <automated> stands in <verify>
	}
	j.told[cause] = true
	j.gather.Add(fmt.Sprint(number, weak), document.Finding{Rule: "gsd-task-criteria", Span: span, At: "body", Lesser: weak,
		Message: fmt.Sprintf(format+" ("+number+")", args...)})
}

// mostLiterals is how many literals of checks are looked for in actions.
const mostLiterals = 1000

// echoes reports what an <action> says and a check wants nowhere.
func (j criteriaJudge) echoes() {
	if !strings.Contains(j.plain, "grep") {
		return
	}
	spoken := j.spoken()
	looked := map[string]bool{}
	for _, m := range allowedEcho().FindAllStringSubmatch(j.plain, -1) {
		looked[m[1]] = true
	}
	for _, at := range commands(j.plain, document.Span{End: len(j.plain)}) {
		text := j.plain[at.Start:at.End]
		if !strings.Contains(text, "grep") || !none().MatchString(text) {
			continue
		}
		quoted, bare := wanted(text)
		weak := len(quoted) == 0
		if weak {
			quoted = bare
		}
		for _, m := range quoted {
			literal := text[m[0]:m[1]]
			i := -1
			if !looked[literal] && len(looked) < mostLiterals {
				i = slices.IndexFunc(spoken, func(s document.Span) bool {
					return strings.Contains(j.plain[s.Start:s.End], literal)
				})
			}
			looked[literal] = true
			if i < 0 {
				continue
			}
			start := spoken[i].Start + strings.Index(j.plain[spoken[i].Start:], literal)
			span := document.Span{Start: start, End: start + len(literal)}
			what := "refuses the plan"
			if weak {
				what = "warns"
			}
			j.gather.Add(what, document.Finding{Rule: "gsd-task-criteria", Span: span, At: "body", Lesser: weak,
				Message: fmt.Sprintf("<action> says %s, which a check wants nowhere in the file: what it says lands in comments, "+
					"so `verify plan-structure` %s; say it in other words, or write <!-- planner-discipline-allow: %s -->",
					document.Quote(literal), what, literal),
				Related: []document.Related{{Span: document.Span{Start: at.Start + m[0], End: at.Start + m[1]},
					Message: "the check"}}})
		}
	}
}

// spoken returns what stands in actions outside of commands that look for something.
func (j criteriaJudge) spoken() (found []document.Span) {
	for _, action := range blocks(j.plain, "action") {
		start := action.Start
		for _, m := range check().FindAllStringIndex(j.plain[action.Start:action.End], -1) {
			found = append(found, document.Span{Start: start, End: action.Start + m[0]})
			start = action.Start + m[1]
		}
		found = append(found, document.Span{Start: start, End: action.End})
	}
	return found
}

// wanted returns where the patterns stand that a command counts the lines of, those between quotes and others.
func wanted(text string) (quoted, bare [][]int) {
	for _, m := range grep().FindAllStringSubmatchIndex(text, -1) {
		switch options := text[m[2]:m[3]]; {
		case !countOption().MatchString(options) || invertOption().MatchString(options):
		case m[4] < m[5]:
			quoted = append(quoted, m[4:6])
		case m[6] < m[7]:
			quoted = append(quoted, m[6:8])
		case m[8] >= 0 && wordy().MatchString(text[m[8]:m[9]]):
			bare = append(bare, m[8:10])
		}
	}
	return quoted, bare
}

// counted reports whether a command counts lines by grep.
func counted(text string) bool {
	return slices.ContainsFunc(grep().FindAllStringSubmatch(text, -1),
		func(m []string) bool { return countOption().MatchString(m[1]) })
}

// blocks returns what stands in elements of a name that have no attributes: up to the end of each, if none begins before.
func blocks(text, name string) (found []document.Span) {
	open, end := "<"+name+">", "</"+name+">"
	closing := -1 // where the next end stands
	for at := 0; ; {
		i := strings.Index(text[at:], open)
		if i < 0 {
			return found
		}
		at += i + len(open)
		if closing < at {
			if closing = strings.Index(text[at:], end) + at; closing < at {
				return found
			}
		}
		if !strings.Contains(text[at:closing], open) {
			found = append(found, document.Span{Start: at, End: closing})
			at = closing
		}
	}
}

// commands returns what stands between `&&` and `||` of each line, outside of quotes.
func commands(text string, in document.Span) (found []document.Span) {
	start, quote := in.Start, byte(0)
	add := func(end int) {
		if from, to := document.Trim(text, start, end); from < to {
			found = append(found, document.Span{Start: from, End: to})
		}
	}
	for i := in.Start; i < in.End; i++ {
		switch c := text[i]; {
		case c == '\n':
			add(i)
			start, quote = i+1, 0
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.HasPrefix(text[i:in.End], "&&"), strings.HasPrefix(text[i:in.End], "||"):
			add(i)
			start, i = i+2, i+1
		}
	}
	add(in.End)
	return found
}

// joined joins lines that end with a backslash, and reads `&&` where it stands as entities: what it writes is as long as
// what it reads, so that places stay.
var joined = strings.NewReplacer("\\\r\n", "   ", "\\\n", "  ", "\r\n", " \n", "&amp;&amp;", "&&        ")

const options = `grep((?:\s+-{1,2}[A-Za-z][A-Za-z-]*)+)\s+`

var (
	allowedTrap = memo.Regexp(`<!--\s*plan-criteria-allow:\s*(R[1-6])\s+-\s+[^>]*\S\s*-->`)
	allowedEcho = memo.Regexp(`<!--\s*planner-discipline-allow:\s*(.+?)\s*-->`)
	bulkFailing = memo.Regexp(`(?i)\b(?:all\s+(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+` +
		`tests|tests\s+\d+\s+through\s+\d+)\b[^\n.]{0,120}?observed\s+fail`)
	grep         = memo.Regexp(options + `(?:'([^']*)'|"([^"]*)"|([^\s'"|>&;]+))`)
	check        = memo.Regexp(options + `(?:'[^']*'|"[^"]*"|[^\s'"|>&;]+)[^\n]*?(?:==|-eq|=)\s*0\b`)
	countOption  = memo.Regexp(`(?:^|\s)-[A-Za-z]*c[A-Za-z]*(?:\s|$)|--count\b`)
	invertOption = memo.Regexp(`(?:^|\s)-[A-Za-z]*v[A-Za-z]*(?:\s|$)|--invert-match\b`)
	none         = memo.Regexp(`\s==?\s*0\b|-eq\s+0\b|\bequals\s+0\b`)
	wordy        = memo.Regexp(`[A-Za-z_]`)
	exactCount   = memo.Regexp(`\s==?\s*(\d+)\b|-eq\s+(\d+)\b|(?i:\breturns?\s+exactly\s+(\d+)\b)`)
	variable     = memo.Regexp("^(?:[-*]\\s*)?`?(\\$[A-Z_][A-Z0-9_]*)\\s")
	pipedGit     = memo.Regexp(`\bgit\s+[a-z][^\n|]*\|`)
	counter      = memo.Regexp(`\bwc\b`)
	wholeLine    = memo.Regexp(`\bgrep\s+(?:-{1,2}[A-Za-z]*x[A-Za-z]*|--line-regexp)\s+['"]?\d+['"]?`)
	blanksGone   = memo.Regexp(`\btr\s+-d\b`)
	relative     = memo.Regexp(`\bgit\s+(?:diff|log)\b[^\n|;&]*\b(HEAD~\d+)`)
	bareDiff     = memo.Regexp("\\bgit\\s+diff\\b([^`\\n|;&<>]*)")
	oneFlag      = memo.Regexp(`^-{1,2}[A-Za-z-]+$`)
)

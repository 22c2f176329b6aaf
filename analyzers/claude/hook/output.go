package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	specific = memo.Regexp(`\bhookSpecificOutput\\*["']?\s*:\s*\{`)
	named    = memo.Regexp(`\bhookEventName\\*["']?\s*:\s*\\*["'](\w+)`)
	blocking = memo.Regexp(`\bexit\s*\(?\s*2\b`)
	keyed    = memo.Regexp(`[{,]\s*\\*["']?(\w+)\\*["']?\s*:`)
)

// judgeOutput reports an answer of a hook that Claude Code refuses or does not read.
func judgeOutput(h *hooks, entry *document.Node, sources []*source, at string) {
	n := entry.Get("command")
	for _, s := range sources {
		line, why := s.misread()
		if why != "" && (s.name == itself || !h.told[s.place(line)+why]) {
			h.told[s.place(line)+why] = true // once of a script that several hooks run
			h.Report(document.Finding{Rule: "cc-hook-output", Span: n.Span, At: at + ".command", Message: s.place(line) + why})
		}
	}
}

// denies is what refuses or holds something up.
var denies = memo.Regexp(`\bexit\s*\(?\s*2\b|\bpermissionDecision\\*["']?\s*:\s*\\*["'](?:deny|ask)|\bdecision\\*["']?\s*:\s*\\*["']block`)

// judgeAsync reports a hook that refuses in the background, where nothing waits for it.
func judgeAsync(h *hooks, event string, entry *document.Node, sources []*source, at string) {
	n := entry.Get("async")
	if n == nil || n.Type != document.Bool || !n.True || entry.Has("asyncRewake") ||
		!slices.Contains([]string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "Stop", "SubagentStop"}, event) {
		return
	}
	for _, s := range sources {
		for i, line := range strings.Split(s.text, "\n") {
			if word := denies().FindString(line); word != "" && !comments().MatchString(line) {
				h.Reportf("cc-hook-output", n.Span, at+".async", "%s refuses (%s), and with `async` Claude Code does not wait for the "+
					"hook, so nothing is refused; drop `async`", s.place(i+1), document.Quote(word))
				return
			}
		}
	}
}

// misread returns the line of a script, counted from 1, on which it answers what Claude Code does not take from a hook
// of an event, and why not. isOf tells whether an answer is one of an event that the script has nothing to do with.
func misread(text, event string, isOf func(event string) bool) (line int, why string) {
	const longest = 1000 // of the beginning of a line that is looked at
	names := named().FindAllStringSubmatch(text, -1)
	elsewhere := strings.Count(text, "hookEventName")
	var blocks []string
	var starts []int
	for _, m := range specific().FindAllStringIndex(text, -1) {
		before := text[max(0, m[0]-longest):m[0]]
		before = before[strings.LastIndexByte(before, '\n')+1:]
		block, after := braced(text[m[1]-1:])
		if block == "" || comments().MatchString(before) || strings.Contains(block, "...") || strings.Contains(block, "**") {
			continue
		}
		elsewhere -= strings.Count(block, "hookEventName")
		if blocking().MatchString(after[:min(len(after), 300)]) {
			continue // that counts whatever is said
		}
		blocks, starts = append(blocks, block), append(starts, m[0])
	}
	decisions := func(text string) int { return len(decides().FindAllStringIndex(text, -1)) }
	all, permits := decisions(text), strings.Contains(text, "permissionDecision") // the text may be large, and have very many blocks
	line, at := 1, 0
	for i, block := range blocks {
		line, at = line+strings.Count(text[at:starts[i]], "\n"), starts[i]
		var keys []string
		for _, m := range keyed().FindAllStringSubmatch(block, -1) {
			keys = append(keys, m[1])
		}
		m := named().FindStringSubmatch(block)
		switch {
		case !strings.Contains(block, "hookEventName") && elsewhere == 0:
			return line, fmt.Sprintf(" answers with `hookSpecificOutput` and no `hookEventName` in it, so Claude Code "+
				"refuses the answer and the hook does nothing; add `\"hookEventName\": %q`", event)
		case m == nil:
		case m[1] == "PreToolUse" && decidedOtherwise(block) != "":
			return line, fmt.Sprintf(" decides %q, and Claude Code knows allow, deny, ask and defer alone, so it refuses the answer and "+
				"nothing is decided", decidedOtherwise(block))
		case m[1] == "PreToolUse" && slices.Contains(keys, "decision") && !permits:
			return line, " answers with `decision` in `hookSpecificOutput`, where Claude Code reads `permissionDecision` and " +
				"`permissionDecisionReason`, so nothing is decided; write these"
		case slices.Contains(keys, "permissionDecision") && !slices.Contains(permitting, m[1]):
			return line, fmt.Sprintf(" answers with `permissionDecision`, which a hook of %s does not have, so nothing is "+
				"decided; write %s", m[1], instead(m[1]))
		case slices.Contains(keys, "decision") && m[1] != "PreToolUse" && m[1] != "PermissionRequest" &&
			decisions(block) == all:
			return line, fmt.Sprintf(" answers with `decision` in `hookSpecificOutput`, where a hook of %s has none, so "+
				"nothing is decided; write it beside that", m[1])
		case m[1] != event && len(names) == 1 && elsewhere == 0 && !strings.Contains(text, "hook_event_name") && isOf(m[1]):
			return line, fmt.Sprintf(" answers as a hook of %s, and this one is of %s, so Claude Code refuses the answer; "+
				"write `\"hookEventName\": %q`", m[1], event, event)
		}
	}
	return unheard(text)
}

var (
	// permitting is the events whose hooks answer with permissionDecision.
	permitting = []string{"PreToolUse", "PreModelSwitch", "PreSkillShellCommand"}
	decides    = memo.Regexp(`\bdecision\b`)
)

// instead says what a hook of an event answers in place of permissionDecision.
func instead(event string) string {
	if event == "PermissionRequest" {
		return "`\"decision\": {\"behavior\": \"deny\"}`"
	}
	return "`\"decision\": \"block\"` beside `hookSpecificOutput`"
}

// decidedOtherwise returns the decision of an answer if Claude Code does not know it, or "".
func decidedOtherwise(block string) string {
	if m := decided().FindStringSubmatch(block); m != nil && !slices.Contains(verdicts, m[1]) {
		return m[1]
	}
	return ""
}

// braced parts a text that begins with a brace behind the one that closes it; block is "" if none does.
func braced(text string) (block, after string) {
	depth := 0
	for i := range min(len(text), 4000) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i+1], text[i+1:]
			}
		}
	}
	return "", text
}

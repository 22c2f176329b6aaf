package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

var (
	// What prints an object that stands in the script, up to its brace.
	prints = memo.Regexp(`(?m)(?:^|&&|\|\||;|\b(?:then|else|do)\b)[ \t]*(?:cat\s+<<-?\s*['"]?\w+['"]?[ \t]*\n\s*|(?:echo(?:\s+-e)?|` +
		`printf\s+(?:["']%s(?:\\n)?["'])?|jq(?:\s+-\w+|\s+--(?:null-input|compact-output|raw-output|arg(?:json)?\s+\w+\s+` +
		`(?:"[^"\n]*"|\S+)(?:\s+\\\n)?))*|print\(\s*json\.dumps\(|(?:console\.log|process\.stdout\.write)\(\s*JSON\.stringify\()` +
		`\s*['"]?\s*)\{`)
	chats    = memo.Regexp(`^\s*(?:echo|printf|print\(|console\.log\()\s*\(?f?["'][^"'\s{]`)
	aside    = memo.Regexp(`[|>]|stderr|\bexit\b`)
	valued   = memo.Regexp(`^\\*["']?(\w+)\\*["']?\s*:\s*(?:\\*["'](\w+)\\*["'])?`)
	decided  = memo.Regexp(`\bpermissionDecision\\*["']?\s*:\s*\\*["'](\w+)\\*["']`)
	blocks   = memo.Regexp(`\bdecision\\*["']?\s*:\s*\\*["'](?:block|approve)`)
	spread   = memo.Regexp(`\.\.\.|\*\*`)
	decision = []string{"approve", "block"}
	verdicts = []string{"allow", "deny", "ask", "defer"}
)

// unheard returns the line of a script, counted from 1, on which it prints an answer that Claude Code refuses or does not
// see, and why not. A script that answers otherwise somewhere may serve several programs.
func unheard(text string) (line int, why string) {
	if !strings.Contains(text, "ecision") && !strings.Contains(text, "hookSpecificOutput") {
		return 0, "" // no answer
	}
	for _, m := range prints().FindAllStringIndex(text, -1) {
		object, after := braced(text[m[1]-1:])
		behind := command(after)
		start := strings.LastIndexByte(text[:m[0]], '\n') + 1
		if spread().MatchString(object) || comments().MatchString(text[start:m[1]]) ||
			blocking().MatchString(after[:min(len(after), 300)]) {
			continue
		}
		isError := strings.Contains(behind, ">&2") || strings.Contains(behind, "stderr")
		if !isError && strings.ContainsAny(behind, "|>") {
			continue // another program gets it, or a file
		}
		if why = refusedAnswer(text, object, isError); why == "" && isAnswer(object) && chatted(text[:start]) {
			why = " prints an answer behind a text, so Claude Code takes all of it for text and decides nothing; print the text to stderr"
		}
		if why != "" {
			return strings.Count(text[:m[1]], "\n") + 1, why
		}
	}
	return 0, ""
}

// command returns what is left of a command at the start of a text, with the lines on which a backslash has it go on.
func command(text string) string {
	const most = 5 // lines
	all := ""
	for range most {
		line, rest, _ := strings.Cut(text, "\n")
		all, text = all+line, rest
		if !strings.HasSuffix(line, "\\") {
			break
		}
	}
	return all
}

// refusedAnswer returns why Claude Code takes nothing from an object that a script prints, or "".
func refusedAnswer(text, object string, isError bool) string {
	keys := topKeys(object)
	_, isDecided := keys["permissionDecision"]
	value := keys["decision"]
	switch {
	case isDecided && !strings.Contains(text, "hookSpecificOutput"):
		return " answers with `permissionDecision` by itself, and Claude Code reads it in `hookSpecificOutput` alone, beside " +
			"`hookEventName`, so nothing is decided; put it there"
	case value != "" && !slices.Contains(decision, value) && !strings.Contains(text, "hookSpecificOutput") && !blocks().MatchString(text):
		return fmt.Sprintf(" answers with the decision %q, and Claude Code knows `block` and `approve` alone, so it refuses the answer "+
			"and nothing is decided", value)
	case isError && isAnswer(object):
		return " prints its answer to stderr, and Claude Code reads answers on stdout alone, so nothing is decided"
	}
	return ""
}

// isAnswer reports whether an object has what Claude Code reads in an answer.
func isAnswer(object string) bool {
	keys := topKeys(object)
	_, isSpecific := keys["hookSpecificOutput"]
	return isSpecific || slices.Contains(decision, keys["decision"])
}

// chatted reports whether the line before prints a text to stdout.
func chatted(before string) bool {
	before = strings.TrimRight(before, " \t\n")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return chats().MatchString(line) && !aside().MatchString(line)
}

// topKeys returns the keys of an object of JSON or the like, each with its value if that is a word in quotes.
func topKeys(object string) map[string]string {
	keys, depth := map[string]string{}, 0
	for i := range len(object) {
		switch object[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth != 1 || object[i] != '{' && object[i] != ',' {
			continue
		}
		if m := valued().FindStringSubmatch(strings.TrimLeft(object[i+1:], " \t\n")); m != nil {
			keys[m[1]] = m[2]
		}
	}
	return keys
}

package hook

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	exits = memo.Regexp(`(?:\bexit\s+|\bsys\.exit\(\s*|\bprocess\.exit\(\s*)([\w"'$-]+)|` +
		`\b(?:process\.exitCode|SystemExit)\b`)
	other = memo.Regexp(`\b(?:exec|trap)\b|permissionDecision|hookSpecificOutput|["']decision\b|\b2\b`)
	says  = memo.Regexp(`\b(?:echo|printf|print|console\.(?:error|log)|write)\b`)
	// A noun such as "block of code" is no refusal.
	refuses = memo.Regexp(`\bBLOCK\b|(?i:\b(?:block(?:ed|ing)|den(?:y|ied|ies)|refus(?:e|ed|es|ing)|` +
		`forbid(?:den|s)?|reject(?:ed|s|ing)?|not allowed)\b)`)
	excuses = memo.Regexp(`(?i)(?:permission|access) denied|connection (?:was )?(?:refused|rejected)|` +
		`n[o'][nt][- ]?block|refused to connect`)
	comments = memo.Regexp(`^\s*(?:#|//|\*|/\*)`)
)

// judgeExit reports a script that says that it refuses what it is asked about, and exits 1, which refuses nothing.
func judgeExit(h *hooks, event string, entry *document.Node, sources []source, at string) {
	if !slices.Contains([]string{"PreToolUse", "UserPromptSubmit", "PermissionRequest"}, event) {
		return
	}
	n := entry.Get("command")
	command := document.Text(n)
	if strings.ContainsAny(command, "|;&\n") || slices.ContainsFunc([]string{"async", "asyncRewake", "onFailure"},
		entry.Has) {
		return
	}
	if len(sources) != 2 {
		return
	}
	script := sources[1]
	line, said := refusal(script.text)
	if line == 0 {
		return
	}
	h.Reportf("cc-hook-exit", n.Span, at+".command",
		"%s exits 1 after it says %q, and an exit code of 1 does not block: %s goes on; only 2 blocks, so write exit "+
			"code 2, with the reason on stderr", script.place(line), said, goesOn[event])
}

var goesOn = map[string]string{
	"PreToolUse": "the tool", "UserPromptSubmit": "the prompt", "PermissionRequest": "the request",
}

// refusal returns the line of a script, counted from 1, on which it exits 1 below a line that says it refuses, and the
// word for that. It is 0 if there is none, or if the script may tell Claude Code in another way.
func refusal(text string) (line int, said string) {
	const near = 6 // so many lines above the exit
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if comments().MatchString(l) {
			continue
		}
		if m := exits().FindStringSubmatch(l); m != nil && m[1] != "0" && m[1] != "1" || other().MatchString(
			strings.ReplaceAll(strings.ReplaceAll(l, ">&2", ""), "2>", "")) {
			return 0, ""
		} else if m == nil || m[1] != "1" || line != 0 {
			continue
		}
		for _, above := range lines[max(i-near, 0) : i+1] {
			word := refuses().FindString(above)
			if word != "" && says().MatchString(above) && !comments().MatchString(above) && !excuses().MatchString(above) {
				line, said = i+1, word
			}
		}
	}
	return line, said
}

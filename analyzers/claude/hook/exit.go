package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	exits = memo.Regexp(`(?:\bexit\s+|\bsys\.exit\(\s*|\bprocess\.exit\(\s*)([\w"'$-]+)|` +
		`\b(?:process\.exitCode|SystemExit)\b`)
	other   = memo.Regexp(`\b(?:exec|trap)\b|\b2\b`)
	answers = memo.Regexp(`permissionDecision|hookSpecificOutput|["']decision\b`)
	leaves  = memo.Regexp(`\bexit\s+0\b`)
	ends    = memo.Regexp(`;;|^\s*(?:fi|esac|else|elif|\}\s*$)`)
	says    = memo.Regexp(`\b(?:echo|printf|print|console\.(?:error|log)|write)\b`)
	// A noun such as "block of code" is no refusal.
	refuses = memo.Regexp(`\bBLOCK\b|(?i:\b(?:block(?:ed|ing)|den(?:y|ied|ies)|refus(?:e|ed|es|ing)|` +
		`forbid(?:den|s)?|reject(?:ed|s|ing)?|not allowed)\b)`)
	excuses = memo.Regexp(`(?i)(?:permission|access) denied|connection (?:was )?(?:refused|rejected)|` +
		`n[o'][nt][- ]?block|refused to connect`)
	// A text is looked for in what the hook is asked about.
	looks = memo.Regexp(`\bif\b.*(?:["'] in |\bgrep\b|re\.search\(|\.includes\(|=~).*` +
		`(?:tool_input|\bcommand\b|\bcmd\b|\bprompt\b)|` +
		`\bif\b.*(?:tool_input|\bcommand\b|\bcmd\b|\bprompt\b).*(?:\bgrep\b|\.includes\(|=~)`)
	// A branch of a shell's case, and the case that it is in.
	branch   = memo.Regexp(`^\s*\(?[^()#]*\*[^()]*[\w.-][^()]*\)`)
	switches = memo.Regexp(`\bcase\b.*(?:tool_input|\bcommand\b|\bcmd\b|\bprompt\b).*\bin\b`)
	lacks    = memo.Regexp(`!|\bnot\b|\s-v\b|-z\b`)
	comments = memo.Regexp(`^\s*(?:#|//|\*|/\*)`)
)

// judgeExit reports a script that refuses what it is asked about by exiting 1, which refuses nothing: it says so, or it
// writes a text where it found what it looked for.
func judgeExit(h *hooks, event string, entry *document.Node, sources []*source, at string) {
	if !slices.Contains([]string{"PreToolUse", "UserPromptSubmit", "PermissionRequest"}, event) {
		return
	}
	n := entry.Get("command")
	command := document.Text(n)
	isRun := len(sources) == 2 && !strings.ContainsAny(command, "|;&\n") // and its exit code counts
	if !isRun && len(sources) != 1 || slices.ContainsFunc([]string{"async", "asyncRewake", "onFailure"}, entry.Has) {
		return
	}
	script := sources[len(sources)-1]
	line, why := script.refusal()
	if line == 0 {
		return
	}
	h.Reportf("cc-hook-exit", n.Span, at+".command",
		"%s exits 1 after it %s, and an exit code of 1 does not block: %s goes on; only 2 blocks, so write exit "+
			"code 2, with the reason on stderr", script.place(line), why, goesOn[event])
}

var goesOn = map[string]string{
	"PreToolUse": "the tool", "UserPromptSubmit": "the prompt", "PermissionRequest": "the request",
}

// refusal returns the line of a script, counted from 1, on which it exits 1 to refuse, and what it does above that
// tells so. It is 0 if there is none, or if the script may tell Claude Code in another way.
func refusal(text string) (line int, why string) {
	lines := strings.Split(text, "\n")
	blocked, last := "", 0 // what it says where it exits 2, and the line behind the last exit
	isShell := strings.HasPrefix(lines[0], "#!") && shells().MatchString(lines[0]+"\r")
	for i, l := range lines {
		if isComment(l, isShell) {
			continue
		}
		m := exits().FindStringSubmatch(l)
		if m != nil && m[1] == "2" && isShell && ends2().MatchString(l) {
			if blocked = refusing(lines[last:i+1], isShell); blocked == "" {
				return 0, ""
			}
			last = i + 1
			continue
		}
		if m != nil {
			last = i + 1
		}
		if m != nil && m[1] != "0" && m[1] != "1" || other().MatchString(
			strings.ReplaceAll(strings.ReplaceAll(l, ">&2", ""), "2>", "")) ||
			answers().MatchString(l) && !(isShell && (line != 0 || leftAfter(lines[i:]))) {
			return 0, ""
		} else if m == nil || m[1] != "1" || line != 0 {
			continue
		}
		if why = refusing(lines[:i+1], isShell); why != "" {
			line = i + 1
		}
	}
	if blocked != "" && (!strings.EqualFold(blocked, why) || strings.HasPrefix(why, "found")) {
		return 0, "" // it may fail there
	}
	return line, why
}

// ends2 is a line that exits 2 and does nothing else.
var ends2 = memo.Regexp(`^\s*exit\s+2\s*(?:;;\s*)?(?:#.*)?$`)

// leftAfter reports whether a shell's answer, which starts on the first of some lines, is all that its branch does: it
// exits 0 behind it. What comes later in the file has another exit code.
func leftAfter(lines []string) bool {
	const most = 15
	for _, l := range lines[:min(len(lines), most)] {
		if leaves().MatchString(l) {
			return true
		}
		if ends().MatchString(l) {
			return false
		}
	}
	return false
}

// refusing says what the end of some lines does that tells that the exit there is to refuse, or "".
func refusing(lines []string, isShell bool) string {
	const near = 6 // so many lines above the exit
	why, wrote := "", false
	for i := len(lines) - 1; i >= max(len(lines)-1-near, 0); i-- {
		l := lines[i]
		if isComment(l, isShell) {
			continue
		}
		wrote = wrote || says().MatchString(l)
		switch word := refuses().FindString(l); {
		case word != "" && says().MatchString(l) && !excuses().MatchString(l):
			return fmt.Sprintf("says %q", word)
		case wrote && (len(lines)-1-i <= 2 && looks().MatchString(l) && !lacks().MatchString(l) ||
			len(lines)-1-i <= 3 && isShell && branch().MatchString(l) && isCase(lines[:i])):
			why = "found what it looks for"
		}
	}
	return why
}

// isComment reports whether a line is a comment. In a shell what starts with a star is a branch.
func isComment(line string, isShell bool) bool {
	return comments().MatchString(line) && !(isShell && branch().MatchString(line))
}

// isCase reports whether some lines end in a shell's case about what the hook is asked about.
func isCase(lines []string) bool {
	const most = 40
	for _, l := range slices.Backward(lines[max(len(lines)-most, 0):]) {
		if strings.TrimSpace(l) == "esac" {
			return false
		}
		if switches().MatchString(l) {
			return true
		}
	}
	return false
}

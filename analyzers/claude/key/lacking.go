package key

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// quiet are the tools with which no agent runs a command, nor has another one run it.
var quiet = []string{"Edit", "Glob", "Grep", "LS", "MultiEdit", "NotebookEdit", "NotebookRead", "Read", "TaskCreate",
	"TaskGet", "TaskList", "TaskUpdate", "TodoRead", "TodoWrite", "WebFetch", "WebSearch", "Write"}

var (
	// commandLine is a command with at least one word behind its program.
	commandLine = memo.Regexp(`^(?:\./[\w./-]+|ansible(?:-playbook)?|aws|az|bash|bazel|bun|bundle|cargo|cmake|colcon|composer|ctest|curl|` +
		`deno|docker|dotnet|eslint|flutter|gcloud|gdb|gh|git|glab|go|gradle|helm|jest|jq|just|kubectl|lldb|make|mvn|mypy|nix|node|npm|npx|` +
		`php|pip3?|pnpm|podman|poetry|psql|pytest|python3?|rake|ros2|rspec|ruby|ruff|sbt|sh|swift|terraform|tox|tsc|uv|uvx|vitest|` +
		`xcodebuild|yarn|zig) +[\w$<{"'./-]`)
	// bidden is the start of a sentence that has its reader do something, with a command at its end.
	bidden = memo.Regexp(`^(?:[-*+] +|\d+[.)] +)?(?:\[[ x]\] +)?[*_]*(?:(?:First|Then|Now|Next|Always|Finally),? +)?` +
		`(?:(?:[Rr]un|[Ee]xecute)\b[^.;:?!]{0,60}|([Uu]se (?:the command )?)|` +
		`(?:Check|Collect|Compare|Determine|Fetch|Find|Gather|Get|Identify|Inspect|List|Look|Read|Review|Search|See|Show|Verify)\b` +
		`[^.;:?!]{0,80}\b(?:by running|run|running|using|via|with) )[*_]*$`)
	// goal is what follows a command that is to be used.
	goal = memo.Regexp("^`+[*_]*(?:[.,;:)]|\\s*$|\\s+(?:and|for|on|to)\\b)")
	// theirs is what follows a command that is for somebody else.
	theirs = memo.Regexp("^`+[*_]*\\s+(?:\\w+\\s+){0,2}(?:themsel(?:f|ves)|himself|herself)\\b")
	// spared are words of a sentence that is about others, or about what is not to be done.
	spared = memo.Regexp(`(?i)\b(?:ask|callers?|can(?:not)?|could|do not|example|if|instead|leader|main|manually|may|might|never|no|not|` +
		`offer|orchestrator|parent|recommend\w*|remind|said|say|should|suggest\w*|tell|they|unless|users?|would|you)\b|n't\b`)
)

// judgeLacking reports commands that the text of an agent has it run, where it has no tool to run one: all that it has are
// known, and none of them does.
func judgeLacking(r *model.Reporter) {
	list := r.Front().Pair("tools")
	if list == nil || r.Doc.Body == nil {
		return
	}
	tools := notation.Tools(r.Doc, list.Value)
	if len(tools) == 0 || slices.ContainsFunc(tools, func(t notation.Tool) bool {
		return t.Fault != "" || !slices.Contains(quiet, r.Canonical(t.Name)) && !slices.Contains(quiet, t.Name)
	}) {
		return
	}
	const most = 200 // commands that are looked at
	looked := 0
	var all gather.Alike
	notation.TextWith(r.Doc, "`", func(l notation.Line) {
		if looked == most {
			return
		}
		codes, _ := l.Codes()
		for _, c := range codes[:min(len(codes), most-looked)] {
			looked++
			if !commandLine().MatchString(c.Text) || !isBidden(l, c) {
				continue
			}
			all.Add(document.Finding{Rule: "cc-tool-lacking", Span: c.Span(0, len(c.Text)), At: "body",
				Message: fmt.Sprintf("the agent is to run %s, and `tools` gives it none that runs commands, so it makes up what would come "+
					"out; add Bash there, or have the caller hand it in", document.Quote(c.Text))})
		}
	})
	all.Report(r, "other command", "")
}

// isBidden reports whether the sentence in which a code span stands has its reader run what is in it.
func isBidden(l, code notation.Line) bool {
	from := code.Start - l.Start
	near := l.Around(from, from)
	before := strings.TrimRight(near.Text[:from-(near.Start-l.Start)], "`")
	for _, end := range []string{". ", ": ", "; ", "! ", "? "} {
		if i := strings.LastIndex(before, end); i >= 0 {
			if start := before[i+len(end):]; bidden().MatchString(start) {
				before = start
			}
		}
	}
	before = strings.TrimLeft(before, " \t")
	m, behind := bidden().FindStringSubmatch(before), l.Text[from+len(code.Text):]
	return m != nil && (m[1] == "" || goal().MatchString(behind)) && !spared().MatchString(before) && !theirs().MatchString(behind)
}

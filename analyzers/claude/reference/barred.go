package reference

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	// What stands before a skill that the model is told to call, and before a command that the user is to type.
	called = memo.Regexp("(?i)\\b(?:use|using|have|invoke|run|launch|spawn|dispatch|delegate to|call|load|apply|via|with|through|follow)\\s+(?:the\\s+)?`?$|\\bSkill\\([\"']?$")
	typed  = memo.Regexp(`(?i)\b(?:types?|typing|users?\s+(?:to|can|may|should|must|runs?|invokes?))\b[^.]*$`)
	asked  = memo.Regexp(`(?i)\b(?:users?|human|assistant|orchestrator|callers?|manual(?:ly)?|by hand|ask|tell|say|suggest|recommend|remind|offer|types?|not|never|cannot)\b|n't\b`)
)

// What stands before a command that a sentence has its reader run, and in a line that tells the user how to go on.
var (
	begun = memo.Regexp("(?i)(?:^|[.;:,]\\s+|\\b(?:then|and|now)\\s+)(?:[-*+]\\s+|\\d+[.)]\\s+)?[*_]*" +
		"(?:run|invoke|execute|call)\\s+[`*_]*/$")
	// spoken is words for somebody else, in which the command is not the first.
	spoken = memo.Regexp(`(?:^|[\s(])["“][\w\x60][^"”]*\s[\x60*_]*/$`)
	ahead  = memo.Regexp(`(?i)\b(?:next|ready|later|afterwards?|to (?:see|start|continue|resume|view|check))\b`)
)

// judgeBarred reports whether a text has the model call a skill that is for the user alone, or the user type one that is
// for the model alone, and tells of it.
func (r *names) judgeBarred(m notation.Mention, name string, span document.Span) bool {
	start, why := m.Text[:m.From], ""
	l, what := r.caller.line.of(m.Text), "" // what the model is told to call
	switch {
	case m.What == "skill" && isCalled(start):
		what = "the skill"
	case m.What == "command" && slices.Contains(model.Prompts, r.Doc.Kind) && begun().MatchString(lastWords(start)) &&
		!spoken().MatchString(lastWords(start)) && !l.isAhead():
		what = "it"
	}
	switch {
	case what != "" && l.asked().none() && !l.isSample():
		if file := r.ByHand(name); file != "" && file != r.Doc.Path {
			why = file + " says `disable-model-invocation: true`, so the model that follows this text is refused " + what + "; drop the " +
				"key there, or have the user type /" + name
		}
	case m.What == "command" && typed().MatchString(start):
		if file := model.ByModel(r.Tree, name); file != "" {
			why = file + " says `user-invocable: false`, so whoever types this gets an error and nothing runs; drop the key there, or " +
				"have the model use the skill"
		}
	}
	if why != "" {
		r.told[name] = true
		r.Reportf("cc-reference", span, "body", "%s", why)
	}
	return why != ""
}

// judgeToolless reports whether a text has its agent call a tool, or a skill or an agent of the repository, that it cannot, and
// tells of it: `tools` does not list the tool, or Skill or Agent, nor Agent this one, and `skills` does not load the skill.
func (r *names) judgeToolless(m notation.Mention, name string, span document.Span) bool {
	if !slices.Contains(model.Agents, r.Doc.Kind) || !r.Front().Has("tools") || r.caller.line.of(m.Text).isSample() {
		return false
	}
	c := &r.caller
	what := c.calls(m, name)
	if what == "" {
		return false
	}
	why := c.lacks(what, m.What == "type", name)
	if why == "" {
		return false
	}
	c.missing.Add(what, document.Finding{Rule: "cc-reference", Span: span, At: "body",
		Message: fmt.Sprintf("the agent is to call the %s %q, and `tools` %s", what, name, why)})
	r.told[name] = true
	return true
}

// caller is the agent that a text is of.
type caller struct {
	*model.Reporter
	loads map[string]bool // its tools, and the skills that it is given beforehand; nil if nobody has asked
	types []string        // of agents to which its tool Agent is bound
	// missing is what it is to call and cannot, as calls names it.
	missing gather.ByCause
	line    line // that the last mention stands in
}

// line is what is said around mentions, of which a line may hold very many.
type line struct {
	text              string
	asked             func() others
	isSample, isAhead func() bool
}

// others is the words of a text that leave calls to somebody else: where the first ends, and where the last begins.
type others struct{ first, last int } // -1 if there are none

func (o others) none() bool { return o.last < 0 }

// of returns what a text says, which is asked for again and again.
func (l *line) of(text string) *line {
	if l.asked == nil || l.text != text {
		*l = line{text, sync.OnceValue(func() others {
			if all := asked().FindAllStringIndex(text, -1); len(all) > 0 {
				return others{all[0][1], all[len(all)-1][0]}
			}
			return others{-1, -1}
		}), sync.OnceValue(func() bool { return sample().MatchString(text) }),
			sync.OnceValue(func() bool { return ahead().MatchString(text) })}
	}
	return l
}

// mostCall is how many bytes of what stands before a name may be the call of it.
const mostCall = 64

// lastWords returns the end of what stands before a name.
func lastWords(start string) string {
	if len(start) > mostCall {
		start = start[len(start)-mostCall:]
		start = start[strings.IndexAny(start, " \t")+1:] // without a part of a word
	}
	return start
}

// isCalled reports whether what stands before a name has the reader call it. Only its last words are looked at.
func isCalled(start string) bool { return called().MatchString(lastWords(start)) }

// calls returns what a text has its agent call by a name: "skill", "agent" or "tool"; "" if it need not call it.
func (r *caller) calls(m notation.Mention, name string) string {
	start := m.Text[:m.From]
	l := r.line.of(m.Text)
	switch m.What {
	case "skill":
		isLess := strings.Contains(start, "only ") || strings.Contains(m.Text, name+"/SKILL.md") // which it is to read
		if !isLess && r.IsSkill(name) && isCalled(start) && l.asked().none() {
			return "skill"
		}
	case "type", "agent":
		isMeant := m.What == "type" || isCalled(start)
		if isMeant && r.AgentKnown(name) && !r.isItself(name) && (l.asked().none() || l.asked().first > m.From) {
			return "agent"
		}
	case "tool":
		isTool := slices.Contains(r.List("tools"), name) && !slices.Contains(r.List("tools_withheld"), name)
		sentence := strings.LastIndex(start, ". ") + 1
		if isTool && l.asked().last < sentence {
			return "tool"
		}
	}
	return ""
}

// isItself reports whether a name is that of the agent that is judged.
func (r *caller) isItself(name string) bool {
	own, _, _ := r.Twins(r.Doc.Path)
	return own != nil && (name == own.Name || name == own.Full)
}

// lacks returns what `tools` lacks for an agent to call a skill, an agent or a tool, and what to do; "" if it lacks nothing. An agent
// that is named as a type is called by the tool Agent and nothing else.
func (r *caller) lacks(what string, isType bool, name string) string {
	if r.loads == nil {
		r.readTools()
	}
	isBound := func(t string) bool { return spell.Same(bare(t), bare(name)) }
	switch {
	case r.loads["*"]:
	case what == "skill" && !r.loads["Skill"] && !r.loads[bare(name)]:
		return "does not list Skill, so it cannot; list Skill there, or the skill in `skills`"
	case what == "agent" && isType && !r.loads["Agent"]:
		return fmt.Sprintf("does not list Agent, so it cannot; list Agent(%s) there", name)
	case what == "agent" && len(r.types) > 0 && !r.loads["Agent()"] && !slices.ContainsFunc(r.types, isBound):
		return "binds Agent to others, so it cannot; add it there"
	case what == "tool" && !r.loads[name]:
		return "does not list it, so it cannot; add it there"
	}
	return ""
}

// bare returns a name without the plugin before it.
func bare(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// readTools reads what an agent has: its tools, those that Claude Code adds to them, and its skills.
func (r *caller) readTools() {
	r.loads = map[string]bool{}
	for _, tool := range notation.Tools(r.Doc, r.Front().Get("tools")) {
		own := r.Canonical(tool.Name)
		r.loads[own] = true
		if own == "Agent" {
			r.loads["Agent()"] = r.loads["Agent()"] || tool.Args == ""
			r.types = append(r.types, tool.Types()...)
		}
	}
	if r.Front().Has("memory") { // which it keeps in files
		r.loads["Read"], r.loads["Write"], r.loads["Edit"] = true, true, true
	}
	for _, skill := range notation.Tools(r.Doc, r.Front().Get("skills")) {
		r.loads[bare(skill.Name)] = true
	}
}

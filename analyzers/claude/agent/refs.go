package agent

import (
	"fmt"
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// judgeTwin reports an agent that another one of its scope hides, and one that hides a built-in one.
func judgeTwin(r *model.Reporter) {
	own, winner, isFold := r.Twins(r.Doc.Path)
	hidden, isRight := r.WrongTwin(r.Doc.Path)
	if own == nil || own.Name == "" {
		return
	}
	var span document.Span
	if n := r.Front().Get("name"); document.Text(n) != "" {
		span = n.Span
	}
	f := document.Finding{Rule: "cc-agent-twin", Span: span, At: "frontmatter.name", Lesser: isFold}
	switch {
	case winner != nil && isFold:
		f.Message = fmt.Sprintf("the agent of %s has this name but for its case, so people and models take one for the "+
			"other; give one of them another name", winner.Path)
		r.Report(f)
	case isRight: // which is told where the name is wrong
	case winner != nil:
		tellTwin(r, f, own, winner.Path, "the last one, that one, and discards this agent")
	case hidden != nil:
		tellTwin(r, f, own, hidden.Path, "the last one, this one, and discards that agent")
	case own.Plugin == nil && slices.Contains(r.List("agents"), own.Name):
		r.Reportf("cc-agent-shadow", span, "frontmatter.name",
			"the agent takes the place of the built-in agent %q; give it another name unless that is meant", own.Name)
	}
}

// tellTwin reports an agent that has the name of the one in another file, of which kept says which Claude Code keeps.
func tellTwin(r *model.Reporter, f document.Finding, own *model.Agent, other, kept string) {
	if own.Plugin != nil { // whose agents it reads at once
		kept = "the one that it happens to read last, and discards the other"
	}
	f.Message = fmt.Sprintf("%s has the name %q as well: Claude Code silently keeps %s; give one of them another name",
		other, own.Name, kept)
	if r.At(other).Content() == r.Doc.Content() {
		f.Lesser = true // nothing is lost
		f.Message = fmt.Sprintf("%s is a copy of this agent, %q, and Claude Code keeps one of the two, so that changes of the other do "+
			"nothing; remove one", other, own.Name)
	}
	r.Report(f)
}

func judgeReferences(r *model.Reporter) {
	front := r.Front()
	var lost, barred gather.Alike
	var few spell.Few
	for _, skill := range notation.Tools(r.Doc, front.Get("skills")) {
		if skill.Name != "" {
			judgeSkill(r, skill, &lost, &barred, &few)
		}
	}
	barred.Report(r, "other skill", "")
	lost.Report(r, "other skill", "")
	if r.Doc.Kind == "claude/agent" {
		for _, server := range document.Items(front.Get("mcpServers")) {
			switch isMap := server.Type == document.Map; {
			case server.Type != document.String && !isMap, isMap && slices.ContainsFunc(server.Pairs, func(p document.Pair) bool {
				return p.Value.Type != document.Map
			}):
				r.Reportf("cc-agent-mcp-ref", server.Span, "frontmatter.mcpServers", "an entry is the name of a server, or that name as the "+
					"key of its configuration, so Claude Code leaves this one out, and the agent has no tools of it; write one of them")
			case isMap:
				judgeInline(r, server)
			case server.Text != "":
				judgeServer(r, server)
			}
		}
	}
	judgeSpawned(r, "tools", "disallowedTools")
}

// judgeSpawned reports the agents in the lists of tools below some keys that there are not.
func judgeSpawned(r *model.Reporter, keys ...string) {
	for _, key := range keys {
		for _, tool := range notation.Tools(r.Doc, r.Front().Get(key)) {
			if tool.Name == "Agent" || tool.Name == "Task" {
				judgeTypes(r, tool, "frontmatter."+key)
			}
		}
	}
}

func judgeSkill(r *model.Reporter, skill notation.Tool, lost, barred *gather.Alike, few *spell.Few) {
	name := skill.Name
	if file := r.ByHand(name); file != "" {
		barred.Add(document.Finding{Rule: "cc-agent-skill-ref", Span: skill.Span, At: "frontmatter.skills",
			Message: fmt.Sprintf("%s says `disable-model-invocation: true`, and what the model may not call is not preloaded for an "+
				"agent either; drop it there, or do not list %q here", file, name)})
		return
	}
	if r.SkillKnown(name) || r.IsCommand(name) || slices.Contains(r.List("command_skills"), name) {
		return
	}
	f := document.Finding{Rule: "cc-agent-skill-ref", Span: skill.Span, At: "frontmatter.skills"}
	near := few.Nearest(name, r.Facts().SkillNames)
	f.Least = near == "" && r.Facts().Foreign
	f.Message = fmt.Sprintf("there is no skill %q in this repository, so nothing is preloaded for the agent", name)
	if near == "" {
		f.Message += "; name a directory with a SKILL.md, or a skill of a plugin as plugin:skill"
		lost.Add(f)
		return
	}
	f.Message += fmt.Sprintf("; did you mean %q?", near)
	f.Fixes = r.Meant(skill.Span, name, r.Facts().SkillNames)
	if skill.Own.Len() != len(name) {
		f.Fixes = nil
	}
	r.Report(f)
}

// judgeInline reports a server that an agent configures and that Claude Code can start or reach in no way.
func judgeInline(r *model.Reporter, server *document.Node) {
	for _, p := range server.Pairs {
		kind, why := document.Text(p.Value.Get("type")), ""
		switch {
		case kind != "" && !slices.Contains(r.List("mcp_types"), kind):
			why = fmt.Sprintf("there is no type %s of servers", document.Quote(kind))
		case kind == "" && p.Value.Has("url") && !p.Value.Has("command"):
			why = "it has a `url` and no `type`, and is taken for a program"
		case !p.Value.Has("url") && !p.Value.Has("command"):
			why = "it has neither `command` nor `url`"
		default:
			continue
		}
		r.Reportf("cc-agent-mcp-ref", p.KeySpan, "frontmatter.mcpServers", "Claude Code leaves the server %q out, so the agent has no tools "+
			"of it: %s; write the type, one of %s, and what it needs", p.Key, why, document.OneOf(r.List("mcp_types")))
	}
}

func judgeServer(r *model.Reporter, server *document.Node) {
	known := r.Said("servers")
	near := spell.Nearest(server.Text, known)
	if r.Times(server.Text) > 0 || near == "" && !r.Facts().HasMCP {
		return
	}
	f := document.Finding{Rule: "cc-agent-mcp-ref", Span: server.Span, At: "frontmatter.mcpServers"}
	f.Message = fmt.Sprintf("no .mcp.json, settings file or plugin of this repository configures a server %q, so the "+
		"agent has no tools of it%s", server.Text, spell.DidYouMean(server.Text, known))
	if near != "" {
		f.Fixes = r.Meant(server.Span, server.Text, known)
	}
	r.Report(f)
}

// judgeTypes reports the types of agents in Agent(a, b) that there are not.
func judgeTypes(r *model.Reporter, tool notation.Tool, at string) {
	for _, name := range tool.Types() {
		if r.AgentKnown(name) {
			continue
		}
		near, hint := model.NearAgent(r.Facts(), name)
		f := document.Finding{
			Rule: "cc-agent-type-ref", Span: tool.Span, At: at, Least: near == "" && r.Facts().Foreign,
			Message: fmt.Sprintf("there is no agent %q in this repository, and none is built in, so it cannot be started%s",
				name, hint),
		}
		if near != "" && tool.Own.Len() > 0 {
			f.Span, _ = document.Find(r.Doc, tool.Span, name)
			if spell.Only(name, r.Facts().AgentNames) == near {
				f.Fixes = document.Replace("write "+near, f.Span, path.Base(near))
				f.Fixes[0].Unsafe = !spell.Surely(name, near)
			}
		}
		r.Report(f)
	}
}

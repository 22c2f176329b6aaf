// Package reference judges what texts for the model name: agents, skills, commands, imported files and scripts. Only what is
// named in a literal form is looked for, since the user may have more at home than the repository shows.
package reference

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges references in texts.
var Analyzer = &analysis.Analyzer{
	Name:     "claudereference",
	Doc:      "look for the agents, skills, commands, files and scripts that texts name",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		if t.Standalone {
			return nil, nil
		}
		texts := slices.Concat(model.Instructions, []string{"claude/notes"})
		all := slices.Concat(model.Prompts, texts, []string{"claude/output-style", "claude/plugin-style"})
		t.Each(all, judge)
		t.Each(all, judgeSlashed)
		t.Each(slices.Concat(model.Agents, model.Instructions), judgeParts)
		t.Each(texts, judgeImports)
		t.Each(texts, judgeUnseen)
		t.Each([]string{"claude/command", "claude/skill"}, judgeMentions)
		t.Each([]string{"claude/instructions", "claude/rule", "claude/command", "claude/skill"}, judgeCommands)
		return nil, nil
	},
}

var (
	sample = memo.Regexp(`(?i)\bexamples?\b|\be\.g\.|\bsuch as\b|❌`)
	bots   = memo.Regexp(`(?i)\bcomment.*\s(?:issues?|prs?|(?:pull|merge) requests?|discussions?|commits?)\b|` +
		`评论|評論|コメント|댓글`)
	// forbidden is what stands before a name that is not to be called.
	forbidden = memo.Regexp("(?i)\\b(?:not|n['’]t|never)\\s+(?:(?:use|run|call|invoke|load|launch|try|execute|the|any|to)\\s+){0,3}" +
		"[`*_\"'(]*/?$|\\b(?:formerly|previously|used to be|renamed from)\\s+[`*_\"'(]*/?$")
	placeholder = memo.Regexp(`(?i)^(?:(?:agent|skill|command|plugin)[-_]?(?:name|id|identifier|type)|name|type|x|foo|bar|` +
		`baz|(?:kebab|snake|camel|pascal|lower|upper)[-_]?case|your-.*|my-.*|example.*|string|subagent.*|claude-[\w.-]*\d[\w.-]*)$`)
)

func judge(r *model.Reporter) {
	n := &names{Reporter: r, told: map[string]bool{}, near: map[[2]string]string{}, strays: gather.ByCause{},
		caller: caller{Reporter: r, missing: gather.ByCause{}}}
	notation.Mentions(r.Doc, slices.Contains(model.Prompts, r.Doc.Kind), n.judge)
	for _, what := range slices.Sorted(maps.Keys(n.caller.missing)) {
		n.caller.missing[what].Report(r, "other "+what, "")
	}
	for _, plugin := range slices.Sorted(maps.Keys(n.strays)) {
		n.strays[plugin].Report(r, "other command", " of "+plugin)
	}
	n.short.Report(r, "other agent", "")
	n.judgeSlips()
}

// mostJudged is how many mentions are looked at in a document, with what stands around each.
const mostJudged = 3000

// names is what is found out of the names in a text, each of which may stand there thousands of times.
type names struct {
	*model.Reporter
	judged int // mentions
	told   map[string]bool
	near   map[[2]string]string // by what it names and the name
	all    []string             // that skills and commands are called by
	any    []string             // that agents are called by as well
	caller caller
	strays gather.ByCause // commands by what stands before their colon, where that is wrong
	short  gather.Alike   // types of agents of the text's own plugin that are given without it
	due    map[int]bool   // starts of the lines that tell what is to be made; nil if nobody has asked
}

// known returns the names of which one may be meant.
func (r *names) known(what string) []string {
	lists := r.lists(what)
	switch what {
	case "command":
		if r.all == nil {
			r.all = slices.Concat(lists...)
		}
		return r.all
	case "part":
		if r.any == nil {
			r.any = slices.Concat(lists...)
		}
		return r.any
	}
	return lists[0]
}

// lists are those of known, each of which is sorted.
func (r *names) lists(what string) [][]string {
	switch f := r.Facts(); what {
	case "skill":
		return [][]string{f.SkillNames}
	case "command":
		return [][]string{f.SkillNames, f.Loaded}
	case "part":
		return [][]string{f.AgentNames, f.SkillNames, f.CommandNames}
	default:
		return [][]string{f.AgentNames}
	}
}

// hasPart reports whether a plugin here has a part of the sort that is named.
func (r *names) hasPart(what, plugin string) bool {
	has := func(names []string) bool { return hasOf(names, plugin) }
	switch f := r.Facts(); what {
	case "skill":
		return has(f.SkillNames)
	case "part":
		return has(f.AgentNames) || has(f.SkillNames) || has(f.CommandNames)
	default:
		return has(f.AgentNames)
	}
}

// hasOf reports whether one of the names, which are sorted, is that of a part of a plugin.
func hasOf(names []string, plugin string) bool {
	i, _ := slices.BinarySearch(names, plugin+":")
	return i < len(names) && strings.HasPrefix(names[i], plugin+":")
}

// close is spell.Close for a name of what is named, or the one command that a name in its text stands for.
func (r *names) close(what, name string) string {
	near, known := r.near[[2]string{what, name}]
	if !known {
		if what == "command" {
			near = inDirectory(name, r.Facts())
			plugin, rest, _ := strings.Cut(name, ":")
			if short, isTwice := strings.CutPrefix(rest, plugin+"-"); isTwice && r.isThere(what, plugin+":"+short) {
				near = plugin + ":" + short
			}
		}
		if what == "agent" || what == "type" {
			if a := r.Facts().Renamed[name]; a != nil {
				near = a.Full
			}
		}
		if near == "" {
			near = spell.Close(name, r.known(what))
		}
		r.near[[2]string{what, name}] = near
	}
	return near
}

// isOther reports whether a name is one of another plugin than a short name of one.
func isOther(plugin, name string) bool {
	other, _, has := strings.Cut(name, ":")
	return has && other != plugin && spell.Close(plugin, []string{other}) == "" && !isShort(plugin, other)
}

// isShort reports whether one of two names is short for the other: db and database.
func isShort(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 2 || a[0] != b[0] {
		return false
	}
	for i := range b {
		if a != "" && a[0] == b[i] {
			a = a[1:]
		}
	}
	return a == ""
}

// inDirectory returns the command that is meant by a name without its directory, or with the directory abbreviated, or
// by one that leaves out what the file says of the directory again; "" if there is none or several, or too many to choose from.
func inDirectory(name string, f *model.Facts) (found string) {
	const most = 100
	dir, rest, _ := strings.Cut(name, ":")
	if len(f.ByLast[name])+len(f.ByLast[rest]) > most {
		return ""
	}
	for _, c := range slices.Concat(f.ByLast[name], f.ByLast[rest], f.ByLast[dir+"-"+rest]) {
		isAbbreviated := c.Last() == rest && isShort(dir, strings.TrimSuffix(c.Name, ":"+rest))
		if c.Last() == name || isAbbreviated || c.Name == dir+":"+dir+"-"+rest {
			if found != "" && found != c.Name {
				return ""
			}
			found = c.Name
		}
	}
	return found
}

// direct is what stands before a command that the reader is told to call, and not before a route of a server.
var direct = memo.Regexp("(?i)\\b(?:run|invoke|execute)\\s+`?/$")

// ran is what stands before a script of a package.
var ran = memo.Regexp("(?i)\\b(?:npm|pnpm|yarn|bun|npx|run-script|rake|just|make|task)(?:\\s+run)?\\s+`?$")

// least is how long a name must be whose form is loose, so that being near another means something.
const least = 6

// isInstalled reports whether a name is one of those that another program installs, and the repository has no other of
// these: then they are at the user's home.
func (r *names) isInstalled(what, name string) bool {
	return slices.ContainsFunc(r.List("installed"), func(start string) bool {
		starts := func(name string) bool { return strings.HasPrefix(name, start) }
		return starts(name) && !slices.ContainsFunc(r.known(what), starts)
	})
}

// judge judges a name that stands in a line.
func (r *names) judge(m notation.Mention) {
	name, span := m.Text[m.From:m.To], m.Span(m.From, m.To)
	if r.judged++; r.judged > mostJudged || r.told[name] || r.isInstalled(m.What, name) ||
		r.judgeBarred(m, name, span) || r.judgeToolless(m, name, span) || m.What == "tool" || r.judgeShort(m, name, span) {
		return
	}
	plugin, rest, _ := strings.Cut(name, ":")
	l := lack{Mention: m, name: name, plugin: plugin, rest: rest, isOurs: rest != "" && r.IsPlugin(plugin)}
	if l.isSlip = isOfSlip(r, &l); !l.isSlip && r.isThere(m.What, name) {
		return
	}
	l.Sure = l.Sure || l.isSlip
	// Nobody has other parts of such a plugin at home, and one without any may have lost them all.
	l.isWhole = l.isOurs && (m.What == "command" || r.hasPart(m.What, plugin))
	l.Sure = l.Sure || l.isWhole
	l.isProject = slices.Contains([]string{"claude/agent", "claude/command", "claude/skill"}, r.Doc.Kind) &&
		strings.Contains("/"+r.Doc.Path, "/.claude/")
	if isElsewhere(r, &l) || !hasNear(r, &l) {
		return
	}
	isRun := l.isProject && m.What == "command" && l.near == "" && strings.Contains(name, "-") && direct().MatchString(m.Text[:m.From])
	l.Sure = l.Sure || isRun
	if isOpen(r, &l) {
		return
	}
	r.told[name] = true
	does := fails[m.What]
	if isRun {
		does += ", unless the user has one at home"
	}
	finding := document.Finding{
		Rule: "cc-reference", Span: span, At: "body",
		Least:   l.near == "" && !l.isWhole && !(m.What == "type" && l.isProject) && m.What != "command",
		Message: fmt.Sprintf("this repository has no %s %q, so %s%s", sorts[m.What], name, does, spell.Hint(l.near)),
	}
	if l.near != "" {
		finding.Fixes = document.Replace("write "+l.near, span, l.near)
		finding.Fixes[0].Unsafe = !spell.Surely(name, l.near)
	}
	if m.What != "command" || rest == "" || l.isOurs != (l.near == "") || l.isOurs && hasOf(r.Facts().CommandNames, plugin) {
		r.Report(finding)
		return
	}
	// What stands before the colon is wrong, or a plugin that has no commands at all.
	r.strays.Add(plugin, finding)
}

// judgeShort reports whether a text of a plugin gives the type of one of the plugin's agents without the plugin, and
// keeps it.
func (r *names) judgeShort(m notation.Mention, name string, span document.Span) bool {
	p := r.PluginOf(r.Doc.Path)
	if m.What != "type" || p == nil || !strings.HasPrefix(r.Doc.Kind, "claude/plugin-") || strings.Contains(name, ":") ||
		notation.IsIndex(r.Doc.Path) || r.caller.isItself(name) {
		return false
	}
	full := r.Facts().Scoped(name)
	if !strings.HasPrefix(full, p.Name+":") || slices.Contains(r.List("agents"), name) ||
		r.caller.line.of(m.Text).isSample() || isLinked(r.Reporter, p, full) {
		return false
	}
	r.told[name] = true
	r.short.Add(document.Finding{Rule: "cc-agent-short", Span: span, At: "body", Fixes: document.Guess("write "+full, span, full),
		Message: fmt.Sprintf("agents of plugins have the name of theirs before their own, so the call fails (\"Agent type '%s' not "+
			"found\"); write %s", name, full)})
	return true
}

// isLinked reports whether a project has the agent of a plugin as well, such as by a link to its directory.
func isLinked(r *model.Reporter, p *model.Plugin, full string) bool {
	for _, a := range r.Facts().Agents {
		if a.Full == full {
			file := path.Join(".claude/agents", path.Base(a.Path))
			return r.Exists(file) || r.Exists(path.Join(p.Dir, file))
		}
	}
	return false
}

// lack is a name of what the repository does not have.
type lack struct {
	notation.Mention
	name, plugin, rest string // and its parts before and behind a colon
	isOurs, isWhole    bool   // the plugin is one of the repository, and all of it is there
	isProject          bool   // the text is one of a project's own
	isSlip             bool   // all but the name of the plugin is right
	near               string // what is meant, or ""
}

// isElsewhere reports whether somebody else may have what is named, or the text means no such thing.
func isElsewhere(r *names, l *lack) bool {
	switch {
	case l.What == "command" && strings.Contains(l.name, ":") && !l.isOurs && r.isOfUser(l.plugin, l.name):
		return true
	case l.isSlip:
		return false
	case l.What == "part" && !(l.isOurs && r.isPart(l.Mention, l.plugin, l.name, l.isWhole)):
		return true
	case placeholder().MatchString(bare(l.name)) || sample().MatchString(l.Text):
		return true
	}
	return l.What == "command" && bots().MatchString(l.Text)
}

// isOfSlip reports whether a name is that of a part of the repository but for a slip in that of the plugin.
func isOfSlip(r *names, l *lack) bool {
	if l.What != "part" || l.isOurs || r.IsSkill(l.plugin) || r.IsCommand(l.plugin) {
		return false
	}
	near, own, _ := strings.Cut(r.close(l.What, l.name), ":")
	return own == l.rest && r.IsPlugin(near) && spell.Close(l.plugin, []string{near}) != "" &&
		!ran().MatchString(l.Text[:l.From]) && !labels().MatchString(l.Text[l.To:])
}

// hasNear finds out what is meant. It is false if that is what the name is one of, or the text says not to call it.
func hasNear(r *names, l *lack) bool {
	l.near = r.close(l.What, l.name)
	if !spell.Surely(l.name, l.near) && forbidden().MatchString(l.Text[:l.From]) {
		return false
	}
	if (l.What == "type" || l.What == "agent") && spell.Same(l.name, l.near) {
		return false // the tool Agent compares types without case, hyphens and underscores
	}
	if l.near == "" && l.Sure {
		l.near = spell.Nearest(l.name, r.known(l.What))
	}
	if l.isOurs {
		l.near = ofPlugin(r, l)
	}
	if own, isOwn := strings.CutPrefix(l.near, l.plugin+":"); isOwn && l.rest != "" && spell.Nearest(l.rest, []string{own}) == "" &&
		!strings.Contains(l.rest, own) && !strings.Contains(own, l.rest) {
		l.near = "" // they have nothing in common but the name of the plugin
	}
	return true
}

// ofPlugin returns what is meant by a name with that of a plugin of the repository before it: no part of another plugin, and where
// none is near, the only one of the plugin that begins with the name and a hyphen.
func ofPlugin(r *names, l *lack) string {
	if plugin, _, isPart := strings.Cut(l.near, ":"); l.near != "" && (!isPart || plugin == l.plugin || r.Facts().Enabled[plugin]) {
		return l.near
	}
	begin, found := l.name+"-", ""
	for _, names := range r.lists(l.What) {
		i, _ := slices.BinarySearch(names, begin)
		for _, name := range names[i:] {
			if !strings.HasPrefix(name, begin) {
				break
			}
			if found != "" && found != name {
				return ""
			}
			found = name
		}
	}
	return found
}

// maybe is what stands behind a name of what need not be there.
var maybe = memo.Regexp("(?i)^[`*_\"']*\\s*\\((?:if|when|where)\\b[^)]*\\b(?:exists?|available|installed|present|any)\\b")

// isOpen reports whether what is named may still be made, or the word may be no name.
func isOpen(r *names, l *lack) bool {
	// A word in backticks is a name where a project with agents of its own has its reader use the agent.
	isWord := l.isProject && l.What == "agent" && l.Sure && called().MatchString(l.Text[:l.From]) &&
		strings.HasSuffix(l.Text[:l.From], " the `") && len(r.Facts().AgentNames) > 0
	return l.near == "" && (r.isDue(l.Line) || isComing(l.Mention) || maybe().MatchString(l.Text[l.To:])) ||
		isDoubtful(l.Mention, l.name, l.near) && !(isWord && l.near == "") || r.isTitle(l.Mention, l.name, l.near)
}

// By what a name is one of: how messages call it, and what happens where it is not there.
var (
	sorts = map[string]string{
		"type": "agent", "agent": "agent", "skill": "skill", "command": "command", "part": "agent, skill or command",
	}
	fails = map[string]string{
		"type": "the call fails", "agent": "the call fails", "skill": "the call fails", "part": "nothing is called",
		"command": "whoever follows the text calls nothing",
	}
)

// isThere reports whether the repository has what is named, or everybody has.
func (r *names) isThere(what, name string) bool {
	switch what {
	case "skill":
		return r.SkillKnown(name) || r.IsCommand(name)
	case "command":
		return r.IsSkill(name) || r.IsCommand(name) || slices.Contains(r.List("commands"), name)
	case "part":
		return r.AgentKnown(name) || r.SkillKnown(name) || r.IsCommand(name)
	default:
		isSame := func(agent string) bool { return spell.Same(name, agent) }
		return r.AgentKnown(name) || slices.ContainsFunc(r.List("agents"), isSame)
	}
}

// isOfUser reports whether a command may be one of a plugin that the user has, and is not near one of the repository.
func (r *names) isOfUser(plugin, name string) bool {
	if r.IsSkill(plugin) || r.IsCommand(plugin) {
		return false
	}
	near := r.close("command", name)
	return near == "" || isOther(plugin, near) || r.Facts().Enabled[plugin]
}

// labels is what stands behind the name of something else that has a colon.
var labels = memo.Regexp("(?i)^[`*_]*\\s+(?:\\w+\\s+)?(?:issues?|labels?)\\b")

// isPart reports whether a name is meant for a part of a plugin here, and not for a script, a label, or a word that the author
// means otherwise.
func (r *names) isPart(m notation.Mention, plugin, name string, isWhole bool) bool {
	if ran().MatchString(m.Text[:m.From]) || labels().MatchString(m.Text[m.To:]) {
		return false
	}
	return strings.HasPrefix(r.close(m.What, name), plugin+":") || isWhole && isBidden(m)
}

// isTitle reports whether a heading names nearly the command that its own file is, which calls nothing, or a text the name that
// its own frontmatter has, as is told there.
func (r *names) isTitle(m notation.Mention, name, near string) bool {
	if r.Doc.Kind == "claude/command" && name == strings.TrimPrefix(document.Text(r.Front().Get("name")), "/") {
		return true
	}
	own, _ := r.CommandIn(r.Doc.Path)
	return own != nil && near == own.Full && strings.HasPrefix(m.Text, "#")
}

// isDoubtful reports whether a name may be another word: it is near none that there is, or too short to tell.
func isDoubtful(m notation.Mention, name, near string) bool {
	if strings.HasPrefix(m.Text, "#") && strings.EqualFold(near, name) {
		return true // a heading writes its words with capitals
	}
	hasDash := strings.Contains(name, "-")
	if near == "" {
		return !m.Sure || !hasDash && m.What != "type" && m.What != "command"
	}
	return !m.Sure && (len(name) < least || m.What != "command" && !hasDash)
}

// What stands before a part of a plugin that the model is told to use, and behind one.
var (
	bidden = memo.Regexp("(?i)\\b(?:use|using|invoke|load)\\s+(?:the\\s+)?[`*_\"']*$")
	sorted = memo.Regexp("(?i)^[`*_\"']*\\s+(?:skill|(?:sub-?)?agent|command)\\b")
)

// isBidden reports whether a text has the model use what it names with its plugin, and does not mean another word.
func isBidden(m notation.Mention) bool {
	return bidden().MatchString(m.Text[:m.From]) && strings.Contains(m.Text[m.From:m.To], "-") || sorted().MatchString(m.Text[m.To:])
}

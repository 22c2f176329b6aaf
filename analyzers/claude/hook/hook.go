// Package hook judges hooks wherever they stand: in settings, in files and manifests of plugins, and in frontmatter.
package hook

import (
	"cmp"
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

// Analyzer judges hooks.
var Analyzer = &analysis.Analyzer{
	Name:     "claudehook",
	Doc:      "hold hooks against the events, matchers and entries that Claude Code knows",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each(slices.Concat(model.Prompts, []string{"claude/settings", "claude/hooks", "claude/plugin"}), judge)
		t.Each([]string{"claude/marketplace"}, judgeEntries)
		t.Each([]string{"claude/settings"}, judgeStatus)
		if !t.Standalone {
			t.Each([]string{"claude/mcp", "claude/plugin"}, judgeProcesses)
		}
		return nil, nil
	},
}

// hooks is the hooks of one place.
type hooks struct {
	*model.Reporter
	own    *commands
	at     string
	events []string // all that Claude Code knows
	plugin *model.Plugin
	astray gather.Alike // paths that are looked for in the user's directory

	unknown  gather.Alike     // events of which none is near a known one
	strange  []string         // their names
	nameless gather.Alike     // matchers that can be no name
	slow     gather.Alike     // timeouts that look like milliseconds
	called   gather.Alike     // matchers that say what a tool is called with
	unquoted gather.Alike     // directories of Claude Code that stand outside of quotes
	gone     map[string]*gone // scripts of directories that are not there
	told     map[string]bool  // what was told of scripts

	patterns memo.Patterns // of the matchers
	effort   memo.Effort   // of holding them against names
}

// gone is commands whose scripts lie in one directory that is not there, and the first of the scripts.
type gone struct {
	gather.Alike
	file string
}

func newHooks(r *model.Reporter, at string, plugin *model.Plugin) *hooks {
	return &hooks{Reporter: r, own: &commands{Reporter: r, plugin: plugin}, at: at, events: r.Events(), plugin: plugin,
		gone: map[string]*gone{}, told: map[string]bool{}}
}

func judge(r *model.Reporter) {
	h := newHooks(r, "$.hooks", r.PluginOf(r.Doc.Path))
	root := r.Doc.Map()
	if r.Doc.Front != nil {
		root, h.at = r.Front(), "frontmatter.hooks"
	}
	isTold := r.Doc.Kind != "claude/hooks" || root.Has("modules")
	for _, p := range document.Pairs(root) {
		if slices.Contains(h.events, p.Key) && (p.Value.Type == document.List || p.Value.Type == document.Map) {
			r.Reportf("cc-hook-place", p.KeySpan, strings.TrimSuffix(h.at, "hooks")+p.Key,
				"%q stands beside `hooks`, where Claude Code does not look for events: the hooks never run, an agent is not "+
					"loaded, and permissions beside them may not be applied; put it below `hooks`", p.Key)
			isTold = true
		}
	}
	all := root.Get("hooks")
	if all == nil && root != nil && !isTold {
		near := ""
		for _, p := range root.Pairs {
			near = cmp.Or(near, spell.DidYouMean(p.Key, []string{"hooks"}))
		}
		h.Reportf("cc-hook-shape", r.Doc.Start(r.Doc.Data.Root), "$", "the file has no `hooks`, a map of events, and no "+
			"`modules`, so Claude Code refuses it, and no hook of the plugin runs; write {\"hooks\": {…}}%s", near)
	}
	if all != nil && all.Type != document.Map && r.Doc.Kind != "claude/plugin" && r.Doc.Front == nil {
		h.Reportf("cc-hook-shape", all.Span, h.at, "`hooks` must be a map of events, so none of these hooks runs")
	}
	if r.Doc.Kind != "claude/plugin-agent" { // whose hooks Claude Code ignores, as cc-agent-plugin-key says
		judgeEvents(h, all)
	}
}

// judgeEntries judges the hooks that entries of a marketplace give their plugins.
func judgeEntries(r *model.Reporter) {
	top := path.Dir(path.Dir(r.Doc.Path))
	for i, entry := range document.Items(r.Doc.Map().Get("plugins")) {
		source := document.Text(entry.Get("source"))
		all := entry.Get("hooks")
		if !strings.HasPrefix(source, ".") {
			continue
		}
		if plugin := r.PluginOf(path.Join(top, source, "plugin")); plugin != nil {
			judgeEvents(newHooks(r, document.Index("$.plugins", i)+".hooks", plugin), all)
		}
	}
}

// judgeEvents judges a map of events.
func judgeEvents(h *hooks, all *document.Node) {
	for _, p := range document.Pairs(all) {
		h.event(p)
	}
	h.astray.Report(h.Reporter, "other path", "")
	h.unquoted.Report(h.Reporter, "other command", "")
	h.called.Report(h.Reporter, "other matcher", "")
	h.slow.Report(h.Reporter, "other timeout", "")
	h.nameless.Report(h.Reporter, "other matcher", "")
	if f := h.unknown.First; f != nil {
		word := "event"
		if len(h.strange) > 1 {
			word = "events"
		}
		f.Message = fmt.Sprintf("%s knows no %s %s, so %s", h.Program(), word, document.AllOf(h.strange), follows(h))
		h.Report(*f)
	}
	for _, dir := range slices.Sorted(maps.Keys(h.gone)) {
		g := h.gone[dir]
		h.Missing(g.file, g.One("other command", ", for there is no "+dir))
	}
}

// shape reports an entry that Claude Code does not take.
func (h *hooks) shape(span document.Span, at, what string) {
	effect := "; Claude Code ignores the entry"
	event, _, _ := strings.Cut(strings.TrimPrefix(at, h.at+"."), "[")
	if event == "PreToolUse" || event == "PermissionRequest" {
		effect = "; below " + event + " Claude Code then applies none of the file's hooks and permissions"
		if refusal := notation.Refusal(h.Doc.Kind); refusal != "" {
			effect = ", so Claude Code " + refusal
		}
	}
	h.Report(document.Finding{
		Rule: "cc-hook-shape", Span: span, At: at,
		Message: what + effect,
	})
}

// follows returns what becomes of hooks below an event that there is not.
func follows(h *hooks) string {
	if h.Doc.Kind == "claude/marketplace" {
		return "it " + notation.Refusal(h.Doc.Kind)
	}
	return "these hooks never run"
}

// notes are keys that say something to people.
var notes = memo.Regexp(`^(?:[_$/#]|(?:comment|description|notes?)$)`)

// around is the events of other programs that come before or after a tool is called.
var around = memo.Regexp(`(?i)^(before|after)\w*(?:tool|file|edit|shell|mcp)`)

func (h *hooks) event(p document.Pair) {
	at := h.at + "." + p.Key
	if !slices.Contains(h.events, p.Key) {
		f := document.Finding{Rule: "cc-hook-event", Span: p.KeySpan, At: at}
		near, hint := spell.Nearest(p.Key, h.events), spell.DidYouMean(p.Key, h.events)
		if begun := p.Key + "Use"; near == "" && slices.Contains(h.events, begun) {
			hint = spell.Hint(begun)
		}
		if m := around().FindStringSubmatch(p.Key); m != nil && hint == "" {
			hint = spell.Hint(map[string]string{"before": "PreToolUse", "after": "PostToolUse"}[strings.ToLower(m[1])])
		}
		if p.Value.Type == document.String && notes().MatchString(p.Key) && h.Doc.Kind != "claude/marketplace" {
			return
		}
		if hint == "" && near == "" {
			h.unknown.Add(f)
			h.strange = append(h.strange, document.Quote(p.Key))
			return
		}
		f.Message = fmt.Sprintf("%s knows no event %q, so %s%s", h.Program(), p.Key, follows(h), hint)
		if near != "" {
			text := near
			if h.Doc.Src[p.KeySpan.Start] == '"' {
				text = `"` + near + `"`
			}
			f.Fixes = model.Mend(p.KeySpan, p.Key, near, text)
		}
		h.Report(f)
		return
	}
	if p.Value.Type != document.List {
		h.shape(p.Value.Span, at, fmt.Sprintf("%q must be a list of {matcher, hooks}", p.Key))
		return
	}
	for i, group := range p.Value.Items {
		h.group(p.Key, group, document.Index(at, i))
	}
}

func (h *hooks) group(event string, group *document.Node, at string) {
	list := group.Get("hooks")
	if list == nil || list.Type != document.List {
		span := h.Doc.Start(group)
		if list != nil {
			span = list.Span
		}
		h.shape(span, at, "an event's entry needs `hooks`, a list of what to run")
		return
	}
	if m := group.Get("matcher"); m != nil {
		if m.Type != document.String {
			h.shape(m.Span, at+".matcher", "`matcher` must be a text")
		} else {
			h.matcher(event, m, at+".matcher")
		}
	}
	for _, p := range group.Pairs {
		if near := spell.Close(p.Key, []string{"matcher"}); near != "" && !group.Has(near) {
			h.Report(document.Finding{
				Rule: "cc-hook-shape", Span: p.KeySpan, At: at + "." + p.Key, Lesser: true,
				Message: fmt.Sprintf("Claude Code knows no field %q here, so the hooks run for all of the event; did you mean %q?",
					p.Key, near),
				Fixes: h.Meant(p.KeySpan, p.Key, []string{near}),
			})
		}
	}
	judgeInner(h, group, at)
	for i, entry := range list.Items {
		h.entry(event, group, entry, document.Index(at+".hooks", i))
	}
}

func (h *hooks) entry(event string, group, entry *document.Node, at string) {
	kind := entry.Get("type")
	fields, ok := h.Table("hook_types")[document.Text(kind)]
	if entry.Type != document.Map || !ok {
		span, what := h.Doc.Start(entry), "an entry needs a `type`"
		if kind != nil {
			span, what = kind.Span, fmt.Sprintf("there is no type %s of hooks", document.Show(kind))
		}
		h.shape(span, at+".type", what+"; write command, prompt, agent, http or mcp_tool")
		return
	}
	known := judgeFields(h, entry, fields, at)
	judgeType(h, event, kind, at+".type")
	judgeOuter(h, event, group, entry, at)
	judgeOnce(h, entry, at)
	judgeValues(h, entry, known, at)
	h.timeout(entry.Get("timeout"), at+".timeout")
	h.condition(event, group, entry.Get("if"), at+".if")
	switch kind.Text {
	case "http":
		judgeHeaders(h, entry, at)
	case "mcp_tool":
		judgeServer(h, entry.Get("server"), at+".server")
	}
	if !h.Standalone && kind.Text == "command" && entry.Has("command") {
		judgeCommands(h, event, group, entry, at)
	}
}

// judgeFields judges the fields of an entry by those of its type, of which each that is needed stands behind a `!`. It returns all
// that Claude Code knows.
func judgeFields(h *hooks, entry *document.Node, fields []string, at string) (known []string) {
	known = slices.Clone(h.List("hook_fields"))
	for _, field := range fields {
		name, isNeeded := strings.CutPrefix(field, "!")
		known = append(known, name)
		v := entry.Get(name)
		isMisspelt := func(p document.Pair) bool { return spell.Close(p.Key, []string{name}) != "" }
		switch {
		case !isNeeded:
		case v == nil && !slices.ContainsFunc(entry.Pairs, isMisspelt):
			span, what := h.Doc.Start(entry), fmt.Sprintf("an entry of the type %s needs `%s`", document.Text(entry.Get("type")), name)
			if other := otherField(h, entry, fields); other != nil {
				span, what = other.KeySpan, fmt.Sprintf("%s, and `%s` is no field of it", what, other.Key)
			}
			h.shape(span, at, what)
		case v != nil && (v.Type != document.String || v.Text == ""):
			h.shape(v.Span, at+"."+name, fmt.Sprintf("`%s` must be a text", name))
		}
	}
	for _, p := range entry.Pairs {
		if near := spell.Close(p.Key, known); !slices.Contains(known, p.Key) && near != "" && !entry.Has(near) {
			h.Report(document.Finding{
				Rule: "cc-hook-shape", Span: p.KeySpan, At: at + "." + p.Key, Lesser: !slices.Contains(fields, "!"+near),
				Message: fmt.Sprintf("Claude Code knows no field %q of hooks and ignores it; did you mean %q?", p.Key, near),
				Fixes:   h.Meant(p.KeySpan, p.Key, []string{near}),
			})
		}
	}
	return known
}

// judgeCommands judges what an entry of the type command runs.
func judgeCommands(h *hooks, event string, group, entry *document.Node, at string) {
	h.command(entry.Get("command"), at+".command")
	h.judgeBackslashes(entry, at+".command")
	if h.plugin != nil && !entry.Has("args") && document.Text(entry.Get("shell")) != "powershell" {
		judgeUnquoted(h, entry.Get("command"), at+".command")
	}
	sources := h.own.sources(event, document.Text(entry.Get("command")), entry.Get("args"))
	judgeExit(h, event, entry, sources, at)
	judgeOutput(h, entry, sources, at)
	judgeAsync(h, event, entry, sources, at)
	judgeBraces(h, entry, at)
	judgeExec(h, entry, at+".command")
	judgeInput(h, event, group, entry, sources, at)
	judgeRenamed(h, event, entry, sources, at)
	judgeUnset(h, event, entry, sources, at)
	for _, arg := range notation.Lists(entry.Get("args")) {
		h.command(arg, at+".args")
	}
	h.relative(entry, at+".command")
}

var taken = memo.Regexp(`\$\{([A-Z_][A-Z0-9_]*)\}|\$([A-Z_][A-Z0-9_]*)`)

// judgeHeaders reports variables in headers that may not be put in there.
func judgeHeaders(h *hooks, entry *document.Node, at string) {
	names := entry.Get("allowedEnvVars")
	if names != nil && names.Type != document.List {
		return // the entry is ignored
	}
	allowed := document.Texts(names)
	for _, p := range document.Pairs(entry.Get("headers")) {
		for _, m := range taken().FindAllStringSubmatch(document.Text(p.Value), -1) {
			name := m[1] + m[2]
			if slices.Contains(allowed, name) {
				continue
			}
			h.Reportf("cc-hook-header", p.Value.Span, at+".headers."+p.Key, "`allowedEnvVars` of the hook does not list %s, so "+
				"Claude Code sends the header without it; add it there%s", name, spell.DidYouMean(name, allowed))
			break
		}
	}
}

// judgeType reports a type of hooks that Claude Code does not run for an event.
func judgeType(h *hooks, event string, kind *document.Node, at string) {
	asks := kind.Text == "prompt" || kind.Text == "agent"
	switch {
	case asks && slices.Contains(h.List("events_outside"), event):
		h.Reportf("cc-hook-shape", kind.Span, at, "%s comes outside of a conversation, where Claude Code runs no hook of the type "+
			"%s, so this one fails each time; write a command", event, kind.Text)
	case slices.Contains(h.Table("event_lacks")[event], kind.Text):
		h.Reportf("cc-hook-shape", kind.Span, at, "Claude Code runs no hook of the type %s for %s, so this one does nothing; "+
			"write a command", kind.Text, event)
	}
}

func (h *hooks) timeout(n *document.Node, at string) {
	switch {
	case n == nil:
	case n.Type != document.Number || n.Num <= 0:
		h.shape(n.Span, at, "`timeout` must be a number of seconds above 0, and is "+document.Show(n))
	case n.Num >= 1000 && int(n.Num)%500 == 0:
		seconds := max(1, int(n.Num)/1000)
		h.slow.Add(document.Finding{Rule: "cc-hook-timeout", Span: n.Span, At: at,
			Fixes: document.Guess("write seconds", n.Span, fmt.Sprint(seconds)),
			Message: fmt.Sprintf("`timeout` counts seconds: %s of them are %d minutes, and a hook that hangs holds the session as long; if "+
				"milliseconds were meant, write %d", n.Text, int(n.Num)/60, seconds)})
	}
}

func (h *hooks) condition(event string, group, n *document.Node, at string) {
	if n == nil || n.Type != document.String {
		return
	}
	if !slices.Contains(h.List("events_tool"), event) {
		h.Reportf("cc-hook-if", n.Span, at, "`if` holds a rule against the use of a tool, and %s is none, so this hook "+
			"never runs; remove it", event)
		return
	}
	tool := notation.ParseTool(document.Text(n))
	if name, full := h.OwnServer(tool.Name); name != "" {
		h.Reportf("cc-hook-if", n.Span, at, "tools of a server of a plugin are called %s…, so %s holds for none of this "+
			"plugin, and this hook never runs for them", full, document.Show(n))
	}
	if tool.Fault != "" || tool.HasArg && tool.Args == "" || !h.Known(tool.Name) && !strings.HasPrefix(tool.Name, "mcp__") {
		near, _ := h.Near(tool.Name)
		h.Reportf("cc-hook-if", n.Span, at, "%s is no permission rule, such as Bash(git push *), so this hook never runs%s",
			document.Show(n), spell.DidYouMean(tool.Name, []string{near}))
	} else if m := group.Get("matcher"); isApart(h, document.Text(m), tool.Name) {
		h.Reportf("cc-hook-if", n.Span, at, "the matcher lets %s in alone, and the rule %s is about %s, so this hook never runs; "+
			"write a rule about what the matcher names", document.Show(m), document.Show(n), tool.Name)
	}
}

// single is the tools whose uses count as those of no other one. A use of Monitor, for one, is held against rules for Bash, too.
var single = []string{"Agent", "Bash", "Edit", "Glob", "Grep", "NotebookEdit", "PowerShell", "Read", "Skill", "WebFetch",
	"WebSearch", "Write"}

// isApart reports whether a matcher lists tools and a rule is about another one.
func isApart(h *hooks, matcher, tool string) bool {
	if tool = h.Canonical(tool); !listed().MatchString(matcher) || !slices.Contains(single, tool) {
		return false
	}
	names := strings.FieldsFunc(matcher, func(c rune) bool { return c == '|' || c == ',' })
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		name = h.Canonical(strings.TrimSpace(name))
		return name == tool || !slices.Contains(single, name)
	})
}

var (
	listed = memo.Regexp(`^[A-Za-z0-9_|, -]*$`)
	rule   = memo.Regexp(`^([A-Za-z]+)\(.*\)$`)
	// beyond is what JavaScript's expressions have and ours do not, or what is a letter there and a large class here.
	beyond = memo.Regexp(`\(\?(?:[!=]|<[!=])|\\[1-9pP]`)
)

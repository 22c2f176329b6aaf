package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/claude/permission"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// maxHeld is how often rules are held against those that go before, long ones more often: many times what real settings
// need.
const maxHeld = 5_000_000

// judgeRules judges the permission rules of settings.
func judgeRules(r *model.Reporter, permissions *document.Node) {
	where := shared(r)
	var before []stand // those in deny and ask
	held, size := 0, 0 // size is what it takes to hold one against all before
	goes := func(s stand) {
		if decisions[s.weight] != "allow" {
			before, size = append(before, s), size+1+len(s.tool.Args)/64
		}
	}
	for _, text := range slices.Sorted(maps.Keys(where)) {
		goes(where[text])
	}
	hidden := gather.ByCause{} // by what goes before
	astray := gather.ByCause{} // by what they have in common, such as the server that is meant
	for weight, list := range decisions {
		for i, n := range document.Items(permissions.Get(list)) {
			if n.Type != document.String {
				continue // the contract says it
			}
			at := document.Index("$.permissions."+list, i)
			(&rule{r, n, list, at, notation.ParseTool(n.Text)}).judge(astray)
			normal := canonical(r, n.Text)
			mine := newStand(r, weight, n.Text, "")
			other, has := where[normal]
			if !has || weight < other.weight {
				where[normal] = mine
			} else if other.weight < weight {
				r.Reportf("cc-permission-contradiction", n.Span, at, "%q stands in `%s`%s, too, which goes before `%s`, so this "+
					"entry has no effect; take it out of one of the two", other.text, decisions[other.weight], other.where, list)
				continue
			}
			if held += size + len(before)*(len(mine.tool.Args)/64); held <= maxHeld {
				i := slices.IndexFunc(before, func(s stand) bool { return s.weight < weight && isWithin(mine.tool, s.tool) })
				if i >= 0 {
					wide := before[i]
					key := shownRule(wide.tool)
					hidden.Add(key, document.Finding{Rule: "cc-permission-contradiction", Span: n.Span, At: at,
						Message: fmt.Sprintf("%q in `%s`%s covers this rule and goes before `%s`, whatever is more exact, so this entry "+
							"has no effect; take one of the two out", key, decisions[wide.weight], wide.where, list)})
				}
			}
			goes(mine)
		}
	}
	judgeLists(r, permissions)
	hidden.Report(r, "other rule", "")
	astray.Report(r, "other rule", "")
}

// canonical returns a rule as others that mean the same have it.
func canonical(r *model.Reporter, rule string) string {
	name, rest, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(rule), "(*)"), "(")
	return r.Canonical(name) + "(" + rest
}

// stand is where a rule stands: in which of the lists, as what, and of which other file.
type stand struct {
	weight      int
	text, where string
	tool        notation.Tool // by the name that the program has for it
}

func newStand(r *model.Reporter, weight int, text, where string) stand {
	tool := notation.ParseTool(strings.TrimSpace(text))
	tool.Name = r.Canonical(tool.Name)
	return stand{weight, text, where, tool}
}

// shared returns the rules of settings.json, which hold beside those of settings.local.json, by their canonical forms.
func shared(r *model.Reporter) map[string]stand {
	rules := map[string]stand{}
	file, isLocal := strings.CutSuffix(r.Doc.Path, ".local.json")
	d := r.At(file + ".json")
	if !isLocal || d == nil || !d.Readable() {
		return rules
	}
	for weight, list := range decisions {
		for _, rule := range document.Texts(d.Map().Get("permissions").Get(list)) {
			if normal := canonical(r, rule); rules[normal].text == "" {
				rules[normal] = newStand(r, weight, rule, " of "+d.Path)
			}
		}
	}
	return rules
}

// decisions is the lists of rules, first the one that goes before the others.
var decisions = []string{"deny", "ask", "allow"}

// judgeLists reports rules below a key of permissions that Claude Code takes none from, unless another finding tells of it.
func judgeLists(r *model.Reporter, permissions *document.Node) {
	for _, p := range document.Pairs(permissions) {
		near := spell.Close(p.Key, decisions)
		if meant := r.Table("key_slips")[p.Key]; meant != nil {
			near = meant[0]
		}
		list := document.Texts(p.Value)
		if slices.Contains(decisions, p.Key) || near != "" && !permissions.Has(near) || len(list) == 0 ||
			len(list) < len(p.Value.Items) || slices.ContainsFunc(list, func(text string) bool { return !isRule(r, text) }) {
			continue
		}
		r.Reportf("cc-settings-key", p.KeySpan, "$.permissions."+p.Key, "%s takes rules from `allow`, `ask` and `deny` of "+
			"`permissions` alone, so none of those below %q holds; move them", r.Program(), p.Key)
	}
}

// isRule reports whether a text is a rule about a tool that there is.
func isRule(r *model.Reporter, text string) bool {
	tool := notation.ParseTool(strings.TrimSpace(text))
	return tool.Fault == "" && (r.Known(tool.Name) || strings.HasPrefix(tool.Name, "mcp__"))
}

func shownRule(t notation.Tool) string {
	if !t.HasArg {
		return t.Name
	}
	return t.Name + "(" + t.Args + ")"
}

// isWithin reports whether all that a rule is about another one is about as well.
func isWithin(t, wide notation.Tool) bool {
	if server := notation.Server(wide.Name); server != "" {
		return notation.Server(t.Name) == server &&
			(wide.Name == "mcp__"+server || wide.Name == "mcp__"+server+"__*")
	}
	args := strings.TrimSpace(t.Args)
	switch isShell := t.Name == "Bash" || t.Name == "PowerShell"; {
	case t.Name != wide.Name || !t.HasArg:
		return false
	case !wide.HasArg || wide.Args == "*":
		return true
	case isShell:
		start, ok := strings.CutSuffix(strings.Replace(wide.Args, ":*", " *", 1), " *")
		return ok && !strings.Contains(start, "*") && strings.HasPrefix(strings.Replace(args, ":*", " ", 1), start+" ")
	default:
		start, ok := strings.CutSuffix(wide.Args, "/**")
		return ok && !strings.ContainsAny(start, "*?[") && strings.HasPrefix(args, start+"/")
	}
}

// rule is a permission rule, and where it stands.
type rule struct {
	*model.Reporter
	node     *document.Node
	list, at string
	tool     notation.Tool
}

// judge judges a rule by itself; astray gathers those that have one thing wrong, such as the name of a server.
func (r *rule) judge(astray gather.ByCause) {
	if r.judgeForm(astray) || r.judgeBare() || r.judgeName() || r.Standalone {
		return
	}
	if r.tool.Name == "Agent" || r.tool.Name == "Task" {
		r.judgeTypes()
	}
	if !r.judgeSkill() {
		r.judgeServer(astray)
	}
}

// finding returns one about the rule as a whole.
func (r *rule) finding(format string, args ...any) document.Finding {
	return document.Finding{Rule: "cc-permission-rule", Span: r.node.Span, At: r.at, Message: fmt.Sprintf(format, args...)}
}

// lost is what follows where a rule of a list has no effect, which is plain where it allows something.
var lost = map[string]string{
	"ask":  ", and nobody is asked because of it",
	"deny": ", and nothing is kept from the model by it",
}

// judgeForm tells of a rule that Claude Code skips, or that matches nothing as it is written, and reports whether it did. What is
// wrong with a tool, whatever it is called with, is told once.
func (r *rule) judgeForm(astray gather.ByCause) bool {
	var f document.Finding
	why, meant := skipped(r.Reporter, r.node.Text, r.list)
	if why != "" {
		f = r.finding("Claude Code skips the rule %q (%s)", r.node.Text, why)
		f.Message += lost[r.list]
	} else {
		why, meant = permission.Never(r.Reporter, r.node.Text, r.list)
		if also, better := rooted(r.Reporter, cmp.Or(meant, r.node.Text)); also != "" {
			why, meant = cmp.Or(why, also), better
		}
		f = r.finding("the rule %q does not do what it says: %s", r.node.Text, why)
		f.Lesser = true
	}
	if why == "" {
		return false
	}
	if meant != "" {
		f.Message += fmt.Sprintf("; write %q", meant)
		f.Fixes = document.Replace("write "+meant, r.node.Span, document.JSONString(meant))
		f.Fixes[0].Unsafe = permission.IsPart(r.node.Text) || strings.HasSuffix(r.node.Text, ":*") || r.list == "allow" && permission.IsWide(meant)
	}
	if !f.Lesser || f.Fixes == nil || !slices.Contains([]string{"Write", "NotebookEdit", "MultiEdit", "Glob"}, r.tool.Name) {
		r.Report(f)
		return true
	}
	astray.Add(r.list+"("+r.tool.Name, f) // no server is called so
	return true
}

// judgeBare tells of a rule whose parentheses are missing, and reports whether it did.
func (r *rule) judgeBare() bool {
	m := bare().FindStringSubmatch(r.node.Text)
	if m == nil || !r.Known(m[1]) {
		return false
	}
	meant := m[1] + "(" + m[2] + ")"
	if _, better := permission.Refused(m[1], m[2]); better != "" {
		meant = better
	}
	f := r.finding("the rule %q does not do what it says: without parentheses all of it is taken for the name of a tool, so it never "+
		"matches; write %q", r.node.Text, meant)
	f.Lesser = true
	f.Fixes = document.Guess("write "+meant, r.node.Span, document.JSONString(meant))
	r.Report(f)
	return true
}

// judgeName tells of a tool that there is not, and reports whether it did.
func (r *rule) judgeName() bool {
	if r.Known(r.tool.Name) || strings.Contains(r.tool.Name, "*") || strings.HasPrefix(r.tool.Name, "mcp_") {
		return false
	}
	near, program := r.Near(r.tool.Name)
	if near == "" && (r.list == "allow" || strings.Contains(r.tool.Name, "_")) {
		return false
	}
	f := r.finding("%s has no tool %q, so the rule never matches", r.Program(), r.tool.Name)
	f.Lesser = true
	f.Message += lost[r.list]
	if program != "" {
		f.Message += "; it is a tool of " + program
	}
	if near != "" {
		meant := near + strings.TrimPrefix(r.node.Text, r.tool.Name)
		f.Message += fmt.Sprintf("; did you mean %q?", meant)
		f.Fixes = model.Instead("write "+meant, r.node.Span, document.JSONString(meant), spell.Surely(r.tool.Name, near))
	}
	r.Report(f)
	return true
}

// input is a rule about what the tool Agent is called with.
var input = memo.Regexp(`^\s*(model|isolation|run_in_background|mode)\s*:`)

// judgeTypes tells of agents that there are not.
func (r *rule) judgeTypes() {
	if m := input().FindStringSubmatch(r.tool.Args); m != nil && r.list == "allow" {
		f := r.finding("`deny` and `ask` alone hold a rule against `%s` of a call: in `allow` all of %q is taken for the type of an agent, "+
			"so it never matches; write the type of one", m[1], r.tool.Args)
		f.Lesser = true
		r.Report(f)
		return
	}
	for _, name := range r.tool.Types() {
		if r.AgentKnown(name) {
			continue
		}
		near, hint := model.NearAgent(r.Facts(), name)
		f := r.finding("there is no agent %q in this repository, and none is built in, so the rule never matches%s", name, hint)
		f.Rule, f.Fixes = "cc-agent-type-ref", r.Meant(r.node.Span, name, r.Facts().AgentNames)
		f.Least = r.Facts().Foreign && near == ""
		r.Report(f)
	}
}

// judgeSkill tells of a skill that there is not and that is near one, and reports whether it did.
func (r *rule) judgeSkill() bool {
	near := permission.NearSkill(r.Reporter, r.tool)
	if near == "" {
		return false
	}
	name := strings.TrimSpace(r.tool.Args)
	f := r.finding("there is no skill %q in this repository, and %q is, so the rule never matches", name, near)
	f.Rule, f.Fixes = "cc-settings-skill-ref", r.Meant(r.node.Span, name, r.Facts().SkillNames)
	r.Report(f)
	return true
}

// judgeServer tells of a server that there is not; one that is near another, in astray.
func (r *rule) judgeServer(astray gather.ByCause) {
	name := r.tool.Name
	if strings.HasPrefix(name, "mcp_") && !strings.HasPrefix(name, "mcp__") {
		f := r.finding("%q names no tool: those of servers have two underscores, mcp__SERVER__TOOL, so the rule never matches", name)
		f.Lesser = true
		r.Report(f)
	}
	server := notation.Server(name)
	if server == "" || strings.Contains(server, "*") {
		return
	}
	if name == "mcp__"+server {
		if meant := notation.Parted(server, func(name string) bool { return r.Times(name) > 0 }); meant != "" {
			r.Reportf("cc-tool-mcp", r.node.Span, r.at, "%q names no tool: two underscores part the server from the tool, so the rule "+
				"never matches; write %q", name, meant)
			return
		}
	}
	if plugin, rest := model.Unserved(r.Tree, server); plugin != nil {
		r.Reportf("cc-tool-mcp", r.node.Span, r.at, "the plugin %q of this repository brings %s and no server %q, so the rule never "+
			"matches", plugin.Name, document.AllOf(plugin.Servers), rest)
		return
	}
	if near := spell.Close(server, r.Facts().Servers); near != "" && r.Times(server) == 0 {
		f := r.finding("no server %q is configured in this repository, and %q is: the rule never matches", server, near)
		f.Rule = "cc-tool-mcp"
		astray.Add(server, f)
	}
}

// unescaped returns the places of a byte that no backslash stands before.
func unescaped(s string, c byte) (places []int) {
	for i := range len(s) {
		backslashes := len(s[:i]) - len(strings.TrimRight(s[:i], `\`))
		if s[i] == c && backslashes%2 == 0 {
			places = append(places, i)
		}
	}
	return places
}

var (
	lower = memo.Regexp(`^[a-z][^_]*$`)
	fixed = memo.Regexp(`^mcp__[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*__`)
)

// skipped returns why Claude Code skips a rule, and the one that is probably meant; "" if it takes it.
func skipped(r *model.Reporter, rule, list string) (why, meant string) {
	text, trimmed := rule, strings.TrimSpace(rule)
	open, closed := unescaped(text, '('), unescaped(text, ')')
	tool, content := text, ""
	switch {
	case trimmed == "":
		return "it is empty", ""
	case len(open) == 0 && len(closed) == 0:
	case len(closed) == 0 || len(open) > len(closed) && closed[len(closed)-1] < open[len(open)-1]:
		return "its parenthesis is not closed", trimmed + ")"
	case len(open) == 0:
		return "a parenthesis closes that was never opened", ""
	case open[0] == 0:
		return "there is no tool before the parenthesis", ""
	case closed[len(closed)-1] != len(text)-1:
		if strings.HasSuffix(trimmed, ")") {
			return "a space stands behind the closing parenthesis", trimmed
		}
		return "text stands behind the closing parenthesis", ""
	default:
		tool, content = text[:open[0]], text[open[0]+1:len(text)-1]
		if content == "" {
			return "there is nothing between the parentheses", tool
		}
		if len(open) != len(closed) && (strings.Contains(content, `\(`) || strings.Contains(content, `\)`)) {
			return "escaped and plain parentheses are mixed and do not balance", ""
		}
	}
	if strings.Contains(tool, ")") || strings.TrimSpace(tool) == "" {
		return "there is a parenthesis in the name of the tool", ""
	}
	isMCP := strings.HasPrefix(tool, "mcp__")
	switch {
	case lower().MatchString(tool):
		if near, _ := r.Near(tool); near != "" {
			meant = near + strings.TrimPrefix(text, tool)
		}
		return "names of tools start in upper case", meant
	case isMCP && len(open) > 0:
		return "rules for tools of servers take no arguments", tool
	case list == "allow" && strings.Contains(tool, "*") && !fixed().MatchString(tool):
		if name := strings.TrimSuffix(tool, ":*"); r.Known(name) {
			meant = name
		}
		return "in `allow` a tool's name takes no `*`, unless it stands behind a literal mcp__SERVER__", meant
	}
	return permission.Refused(tool, content)
}

// bare is a rule without parentheses around what it is about.
var bare = memo.Regexp(`^([A-Z]\w*)\s*[\[{<:\s]\s*([^\[\]{}<>()]+?)\s*[\]}>]?$`)

var absolute = memo.Regexp(`^/(etc|usr|var|opt|root|proc|sys|srv|home|tmp|private|mnt|Users|Volumes)(?:/|$)`)

// rooted returns why a rule with the path of a directory of the system holds for none, and the one that is meant.
func rooted(r *model.Reporter, rule string) (why, meant string) {
	tool := notation.ParseTool(strings.TrimSpace(rule))
	m := absolute().FindStringSubmatch(tool.Args)
	if m == nil || !slices.Contains([]string{"Read", "Edit"}, tool.Name) || r.Standalone {
		return "", ""
	}
	dir := document.Join(notation.Project(r.Doc.Path), m[1])
	if r.Exists(dir) || r.Ignored([]string{dir})[dir] {
		return "", ""
	}
	return fmt.Sprintf("one `/` leads to the root of the project, which has no directory %s, and two lead to that of the "+
		"disk", m[1]), tool.Name + "(/" + tool.Args + ")"
}

package model

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Facts is what all files together say.
type Facts struct {
	Plugins  []*Plugin
	Agents   []*Agent
	Skills   []*Call
	Commands []*Call
	Styles   []string
	ByLast   map[string][]*Call // commands of directories by the ends of their names
	byDir    map[string]*Plugin
	byName   map[string]*Plugin // the first of each name
	twins    twins
	calls    map[string][]*Call // skills and commands by the names that they are called by
	inDir    map[string][]*Call // skills by the directory in which theirs lies
	below    map[string]int     // how many skills lie one directory deeper

	// The names that agents, skills and commands are called by, sorted.
	AgentNames, SkillNames, CommandNames []string
	Loaded                               []string // those of commands, without what a manifest leaves out

	Renamed map[string]*Agent   // agents by the names of files in which another name stands; nil where several are called so
	Servers []string            // MCP servers that anything configures, sorted
	times   map[string]int      // how often each is configured
	Markets map[string][]string // the plugins that a marketplace of the repository lists, by its name
	Foreign bool                // settings enable plugins from elsewhere, whose parts cannot be known
	Enabled map[string]bool     // the names of these plugins
	Models  []string            // that settings name
	Main    []string            // agents that settings start sessions as
	Allowed []string            // what the permissions of all settings allow
	lost    map[string]bool     // names of skills and agents that lie where nothing finds them, which is told there
	HasMCP  bool                // there is an .mcp.json that lists servers, and all such files can be read
	Shown   int                 // characters of a description that settings have the model shown, or 0
	Depths  map[string]int      // of instructions and what they import: how many imports lead there
	sources map[string]bool     // directories that marketplaces name as those of plugins
	Listed  []string            // directories of skills that marketplaces name, or that lie beside them
	named   map[string]bool     // these, and those that manifests name
	naming  map[string]*Plugin  // the plugins whose manifests name files and directories of commands
	disused map[string][]Disused
	filled  map[string]bool   // directories of agents in which one has a name
	bare    map[string]string // by the directory of agents, the first that has no frontmatter
}

// Agent is a file that Claude Code takes for an agent.
type Agent struct {
	Path   string
	Scope  string // the directory that names are unique in, or the plugin's
	Name   string // as the file says, or as it is called; "" if there is none
	Full   string // with the plugin and directories before it
	Plugin *Plugin
	Lost   bool // Claude Code does not load it, whatever others are called
}

// Disused is an agent or command that loads from a directory whose name says otherwise, and the name that it is called by.
type Disused struct{ Path, Name string }

func readFacts(t *Tree) *Facts {
	f := newFacts()
	isBroken := false // a file of servers cannot be read
	f.Depths = depths(t)
	f.readPlugins(t)
	inputs := t.Inputs("")
	t.Parallel(len(inputs), func(i int) { // what takes time, and is kept
		switch file := inputs[i].Path; inputs[i].Kind {
		case "claude/agent", "claude/plugin-agent":
			t.head(file)
		case "claude/skill", "claude/plugin-skill":
			t.Shown(file)
		}
	})
	for _, in := range inputs {
		switch in.Kind {
		case "claude/agent", "claude/plugin-agent":
			f.readAgent(t, in)
		case "claude/skill", "claude/plugin-skill":
			if !isPart(t, in.Kind, in.Path, f.IsNamed) {
				c := f.call(in.Path, path.Base(path.Dir(in.Path)), path.Dir(in.Path))
				c.Shown = t.Shown(in.Path)
				if c.Name == "." && c.Shown != "" { // which the directory that the repository is cloned to most probably bears
					c.Name, c.Full = c.Shown, c.Shown
				}
				f.Skills = append(f.Skills, c)
			}
		case "claude/skill-misplaced":
			f.lost[path.Base(path.Dir(in.Path))] = true
		case "claude/misplaced":
			isBroken = f.readMisplaced(in.Path, t.At(in.Path).Content()) || isBroken
		case "claude/command", "claude/plugin-command":
			if !isPart(t, in.Kind, in.Path, f.IsNamed) {
				addCommand(f, t, in.Path)
			}
		case "claude/output-style", "claude/plugin-style":
			name := cmp.Or(t.Shown(in.Path), strings.TrimSuffix(path.Base(in.Path), ".md"))
			if p := f.PluginOf(in.Path); p != nil && in.Kind == "claude/plugin-style" {
				name = p.Name + ":" + name
			}
			f.Styles = append(f.Styles, name)
		case "claude/mcp":
			m, plugin := t.At(in.Path).Map(), f.PluginOf(in.Path)
			has := m.Get("mcpServers") != nil
			f.HasMCP, isBroken = f.HasMCP || has, isBroken || m == nil || !has && plugin == nil && len(m.Pairs) > 0
			f.addServers(m.Get("mcpServers"), plugin)
		case "claude/settings", "claude/plugin-settings":
			f.readSettings(t, t.At(in.Path).Map())
		}
	}
	f.HasMCP = f.HasMCP && !isBroken
	index(f, f.workflows(t))
	return f
}

// addCommand adds a command. Its name is its path, with colons.
func addCommand(f *Facts, t *Tree, file string) {
	dir, name, _ := notation.CutLast(file, "commands")
	called := func(below string) string { return strings.ReplaceAll(strings.TrimSuffix(below, ".md"), "/", ":") }
	c := f.call(file, called(name), dir)
	if c.Full != c.Name {
		c.Shown = t.Shown(file)
	}
	p := f.PluginOf(file)
	c.isLeft = p != nil && !p.loads(file)
	f.Commands = append(f.Commands, c)
	addDisused(f, file, "commands", c.Full)
	for at := file; c.Full == c.Name && at != "."; at = path.Dir(at) {
		if p := f.naming[at]; p != nil {
			if at == file {
				at = path.Dir(file)
			}
			c.also = p.Name + ":" + called(strings.TrimPrefix(file, at+"/"))
			break
		}
	}
}

// index fills what is looked up in, of all that was read.
func index(f *Facts, workflows []*Call) {
	f.twins = twinsOf(f)
	for _, c := range f.Skills {
		dir := path.Dir(c.Dir)
		f.inDir[dir] = append(f.inDir[dir], c)
		f.below[path.Dir(dir)]++
	}
	for _, c := range slices.Concat(f.Skills, f.Commands) {
		for _, name := range c.names() {
			f.calls[name] = append(f.calls[name], c)
		}
	}
	f.AgentNames, f.SkillNames = agentNames(f.Agents), namesOf(f.Skills)
	f.Renamed = renamedOf(f.Agents)
	f.ByLast = map[string][]*Call{}
	var loaded []*Call
	for _, c := range f.Commands {
		if !c.isLeft {
			loaded = append(loaded, c)
		}
		if c.Full == c.Name && c.Name != c.Last() {
			f.ByLast[c.Last()] = append(f.ByLast[c.Last()], c)
		}
	}
	f.CommandNames = namesOf(slices.Concat(f.Commands, workflows))
	f.Loaded = namesOf(append(loaded, workflows...))
	f.Servers = slices.Sorted(maps.Keys(f.times))
}

var titled = memo.Regexp(`(?m)^name:[ \t]*["']?([^"'\r\n]+)`)

// readMisplaced reads what a file that nothing finds would bring, and reports whether that is servers: that it is not found
// is told there, and not once more where it is meant.
func (f *Facts) readMisplaced(file, text string) (isServers bool) {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if name == "SKILL" {
		name = path.Base(path.Dir(file))
	}
	_, part, _ := strings.Cut("/"+file, "/.claude/")
	switch dir, _, _ := strings.Cut(part, "/"); {
	case path.Ext(file) == ".json":
		return strings.HasSuffix(file, "mcp.json") && strings.Contains(text, `"mcpServers"`)
	case !notation.Described(text):
	case strings.HasPrefix(dir, "agent") || dir == "subagents" || strings.HasPrefix(dir, "skill"):
		f.lost[name] = true
	case strings.HasPrefix(dir, "output"):
		f.Styles = append(f.Styles, name)
		if m := titled().FindStringSubmatch(text); m != nil {
			f.Styles = append(f.Styles, strings.TrimSpace(m[1]))
		}
	}
	return false
}

// newFacts returns those of no files.
func newFacts() *Facts {
	return &Facts{
		Markets: map[string][]string{}, byDir: map[string]*Plugin{}, byName: map[string]*Plugin{}, calls: map[string][]*Call{},
		inDir: map[string][]*Call{}, below: map[string]int{}, lost: map[string]bool{}, times: map[string]int{},
		sources: map[string]bool{}, named: map[string]bool{}, naming: map[string]*Plugin{}, Enabled: map[string]bool{},
		disused: map[string][]Disused{}, filled: map[string]bool{}, bare: map[string]string{},
	}
}

func (f *Facts) call(file, name, dir string) *Call {
	c := &Call{Path: file, Name: name, Full: name, Dir: dir}
	if p := f.PluginOf(file); p != nil {
		if path.Base(file) == "SKILL.md" && path.Clean("./"+p.Dir) == path.Clean(dir) {
			c.Name = p.Name // a SKILL.md at the root
		}
		c.Full = p.Name + ":" + c.Name
	}
	return c
}

func (f *Facts) readAgent(t *Tree, in document.Input) {
	head := t.head(in.Path)
	a := &Agent{Path: in.Path, Name: head.name, Plugin: f.PluginOf(in.Path)}
	stem := strings.TrimSuffix(path.Base(in.Path), ".md")
	dir, below, _ := notation.CutLast(in.Path, "agents")
	a.Scope, a.Full, a.Lost = dir+"/agents", a.Name, !head.isRead || notation.Refused(a.Name)
	if in.Kind == "claude/plugin-agent" && a.Plugin != nil {
		a.Scope, a.Lost = a.Plugin.Path, false
		if !a.Plugin.IsAgent(in.Path) {
			return // it is none
		}
		if a.Name == "" {
			a.Name = stem
		}
		parts := []string{a.Plugin.Name}
		if i := strings.LastIndexByte(below, '/'); i > 0 && !a.Plugin.listed[in.Path] {
			parts = append(parts, strings.Split(below[:i], "/")...)
		}
		a.Full = strings.Join(append(parts, a.Name), ":")
	}
	f.Agents = append(f.Agents, a)
	f.filled[a.Scope] = f.filled[a.Scope] || a.Name != ""
	if head.isBare && !notation.IsDocument(in.Path) && (f.bare[a.Scope] == "" || in.Path < f.bare[a.Scope]) {
		f.bare[a.Scope] = in.Path
	}
	if !a.Lost && a.Name != "" {
		addDisused(f, in.Path, "agents", a.Full)
	}
}

// FirstBare returns the first agent without frontmatter of a directory in which none has a name, or "".
func FirstBare(f *Facts, dir string) string {
	if f.filled[dir] {
		return ""
	}
	return f.bare[dir]
}

// addDisused adds what loads all the same, though its directory below the one of a name says that it is not in use.
func addDisused(f *Facts, file, below, name string) {
	if dir := notation.Disused(file, below); dir != "" {
		f.disused[dir] = append(f.disused[dir], Disused{file, name})
	}
}

// addServers adds the servers of a map. Those of a plugin have its name before theirs.
func (f *Facts) addServers(servers *document.Node, p *Plugin) {
	for _, s := range document.Pairs(servers) {
		f.times[s.Key]++
		if p != nil {
			f.times[notation.ServerID("plugin_"+p.Name+"_"+s.Key)]++
			id := notation.ServerID(s.Key)
			p.Servers, p.ids[id] = append(p.Servers, s.Key), append(p.ids[id], s.Key)
		}
	}
}

func (f *Facts) readSettings(t *Tree, m *document.Node) {
	for _, p := range document.Pairs(m.Get("enabledPlugins")) {
		name, market, _ := strings.Cut(p.Key, "@")
		if _, ours := f.Markets[market]; !ours && !(p.Value.Type == document.Bool && !p.Value.True) {
			f.Foreign, f.Enabled[name] = true, true
		}
	}
	f.addServers(m.Get("mcpServers"), nil)
	f.Main = append(f.Main, document.Text(m.Get("agent")))
	if n := m.Get("skillListingMaxDescChars"); n != nil && n.Type == document.Number {
		f.Shown = int(n.Num)
	}
	f.Models = append(f.Models, document.Texts(m.Get("availableModels"))...)
	for _, key := range []string{"modelOverrides", "modelPicker"} {
		for _, p := range document.Pairs(m.Get(key)) {
			f.Models = append(f.Models, p.Key, document.Text(p.Value))
		}
	}
	f.Allowed = append(f.Allowed, document.Texts(m.Get("permissions").Get("allow"))...)
	if mode := document.Text(m.Get("permissions").Get("defaultMode")); mode != "" {
		for _, rule := range t.List("mode_allows") {
			if name, allows, _ := strings.Cut(rule, "="); name == mode {
				f.Allowed = append(f.Allowed, allows)
			}
		}
	}
}

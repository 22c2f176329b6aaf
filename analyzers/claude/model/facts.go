package model

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
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
	disused map[string][]Disused
}

// Plugin is a directory with a manifest, or with an entry of a marketplace that stands for one.
type Plugin struct {
	Dir   string // "" is the run's base
	Name  string
	Path  string // of the file with the manifest
	paths map[string][]string
	// listed are the paths that it gives for agents; there need be none.
	listed map[string]bool
	// Servers are the MCP servers that it brings, as they are configured.
	Servers []string
	ids     map[string][]string // these, by what stands for each in the names of tools
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

// Call is a skill or command.
type Call struct {
	Path string
	Name string // "db:migrate"
	Full string // with the plugin before it
	// Shown is the name in the frontmatter, which calls skills and commands of plugins as well, or "".
	Shown string
	Dir   string // of a skill: its directory; of a command: the project or plugin
}

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
			t.shown(file)
		}
	})
	for _, in := range inputs {
		switch in.Kind {
		case "claude/agent", "claude/plugin-agent":
			f.readAgent(t, in)
		case "claude/skill", "claude/plugin-skill":
			if isPart(t, in.Kind, in.Path, f.IsNamed) {
				continue
			}
			c := f.call(in.Path, path.Base(path.Dir(in.Path)), path.Dir(in.Path))
			c.Shown = t.shown(in.Path)
			f.Skills = append(f.Skills, c)
		case "claude/skill-misplaced":
			f.lost[path.Base(path.Dir(in.Path))] = true
		case "claude/misplaced":
			isBroken = f.readMisplaced(in.Path, t.At(in.Path).Content()) || isBroken
		case "claude/command", "claude/plugin-command":
			if isPart(t, in.Kind, in.Path, f.IsNamed) {
				continue
			}
			dir, name, _ := notation.CutLast(in.Path, "commands")
			c := f.call(in.Path, strings.ReplaceAll(strings.TrimSuffix(name, ".md"), "/", ":"), dir)
			if c.Full != c.Name {
				c.Shown = t.shown(in.Path)
			}
			f.Commands = append(f.Commands, c)
			addDisused(f, in.Path, "commands", c.Full)
		case "claude/output-style", "claude/plugin-style":
			name := cmp.Or(t.shown(in.Path), strings.TrimSuffix(path.Base(in.Path), ".md"))
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
	for _, c := range f.Commands {
		if c.Full == c.Name && c.Name != c.Last() {
			f.ByLast[c.Last()] = append(f.ByLast[c.Last()], c)
		}
	}
	f.CommandNames = namesOf(slices.Concat(f.Commands, f.workflows(t)))
	f.Servers = slices.Sorted(maps.Keys(f.times))
	return f
}

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
	case strings.HasPrefix(dir, "output-style"):
		f.Styles = append(f.Styles, name)
	}
	return false
}

// newFacts returns those of no files.
func newFacts() *Facts {
	return &Facts{
		Markets: map[string][]string{}, byDir: map[string]*Plugin{}, byName: map[string]*Plugin{}, calls: map[string][]*Call{},
		inDir: map[string][]*Call{}, below: map[string]int{}, lost: map[string]bool{}, times: map[string]int{},
		sources: map[string]bool{}, named: map[string]bool{}, Enabled: map[string]bool{}, disused: map[string][]Disused{},
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

// workflows returns the scripts that are called as commands are: those of the directory workflows of projects and
// plugins, or that a manifest names.
func (f *Facts) workflows(t *Tree) (all []*Call) {
	add := func(file string, p *Plugin) {
		c := &Call{Path: file, Name: strings.TrimSuffix(path.Base(file), path.Ext(file))}
		if c.Full = c.Name; p != nil {
			c.Full = p.Name + ":" + c.Name
		}
		all = append(all, c)
	}
	for _, p := range f.Plugins {
		dirs := p.Paths("workflows")
		if len(dirs) == 0 {
			dirs = []string{path.Join(p.Dir, "workflows")}
		}
		for _, dir := range dirs {
			if path.Ext(dir) != "" {
				add(dir, p)
			}
			for _, name := range t.Names(dir) {
				add(path.Join(dir, name), p)
			}
		}
	}
	for _, name := range t.Names(".claude/workflows") {
		add(".claude/workflows/"+name, nil)
	}
	return all
}

func (f *Facts) readPlugins(t *Tree) {
	for _, in := range t.Inputs("") {
		switch in.Kind {
		case "claude/plugin":
			d := t.Lookup(in.Path)
			manifest := d.Map()
			p := &Plugin{Dir: notation.Base(path.Dir(path.Dir(in.Path))), Path: in.Path, paths: map[string][]string{}, ids: map[string][]string{}}
			for _, key := range []string{"agents", "commands", "hooks", "lspServers", "mcpServers", "monitors", "outputStyles", "skills",
				"workflows"} {
				for _, n := range PathsIn(manifest, key) {
					p.paths[key] = append(p.paths[key], path.Join(p.Dir, n.Text))
				}
			}
			p.listed = map[string]bool{}
			for _, file := range p.paths["agents"] {
				p.listed[file] = true
			}
			if p.Name = document.Text(manifest.Get("name")); p.Name == "" {
				p.Name = path.Base(p.Dir)
			}
			f.Plugins = append(f.Plugins, p)
			f.byDir[p.Dir] = p
			if f.byName[p.Name] == nil {
				f.byName[p.Name] = p
			}
			for _, dir := range p.Paths("skills") {
				f.named[dir] = true
			}
			f.addServers(manifest.Get("mcpServers"), p)
		case "claude/marketplace":
			m := t.Lookup(in.Path).Map()
			name, top := document.Text(m.Get("name")), path.Dir(path.Dir(in.Path))
			isTop := false // skills lie at the top
			for _, entry := range document.Items(m.Get("plugins")) {
				f.Markets[name] = append(f.Markets[name], document.Text(entry.Get("name")))
				source := path.Join(top, document.Text(entry.Get("source")))
				if text := document.Text(entry.Get("source")); text != "" {
					if !strings.HasPrefix(text, ".") {
						source = path.Join(top, document.Text(m.Get("metadata").Get("pluginRoot")), text)
					}
					f.sources[notation.Base(source)] = true
				}
				for _, skill := range notation.Lists(entry.Get("skills")) {
					dir := path.Join(source, skill.Text)
					f.Listed, isTop = append(f.Listed, dir), isTop || path.Dir(dir) == path.Clean(top)
				}
			}
			for _, dir := range t.Names(top) { // where people keep more of them
				if isTop && dir[0] != '.' && !f.sources[notation.Base(path.Join(top, dir))] {
					f.Listed = append(f.Listed, path.Join(top, dir))
				}
			}
			f.Markets[name] = append(f.Markets[name], "")
		}
	}
	for _, dir := range f.Listed {
		f.named[dir] = true
	}
}

// PathsIn returns the paths that a key of a manifest gives, at its top or below `experimental`: texts, a list of them, or
// for commands those below `source` in a map.
func PathsIn(manifest *document.Node, key string) []*document.Node {
	n := manifest.Get(key)
	if n == nil {
		n = manifest.Get("experimental").Get(key)
	}
	if key != "commands" || n == nil || n.Type != document.Map {
		return notation.Lists(n)
	}
	var all []*document.Node
	for _, p := range n.Pairs {
		if source := p.Value.Get("source"); document.Text(source) != "" {
			all = append(all, source)
		}
	}
	return all
}

// IsNamed reports whether a manifest or an entry of a marketplace names a directory as that of a skill.
func (f *Facts) IsNamed(dir string) bool { return f.named[dir] }

// PluginOf returns the innermost plugin that a file is a part of, or nil. What lies below .claude is a project's.
func (f *Facts) PluginOf(file string) *Plugin {
	for dir := path.Dir(file); path.Base(dir) != ".claude"; dir = path.Dir(dir) {
		if p := f.byDir[notation.Base(dir)]; p != nil {
			return p
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return nil
}

// copied returns the directory that is copied with a file when its plugin is installed: the outermost around it that is
// one of a plugin. It is "" if there is none, or if it is the run's base. What lies below .claude is a project's.
func (f *Facts) copied(file string) (outermost string) {
	for dir := path.Dir(file); path.Base(dir) != ".claude"; dir = path.Dir(dir) {
		if f.byDir[notation.Base(dir)] != nil || f.sources[notation.Base(dir)] {
			outermost = notation.Base(dir)
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return outermost
}

// PluginNamed returns the plugin of a name, or nil.
func (f *Facts) PluginNamed(name string) *Plugin { return f.byName[name] }

// Paths returns the paths that a key of the manifest for parts of the plugin gives, relative to the run's base.
func (p *Plugin) Paths(key string) []string { return p.paths[key] }

// IsAgent reports whether a file in the directory of the plugin may be an agent: all may, unless the manifest lists some.
func (p *Plugin) IsAgent(file string) bool { return len(p.listed) == 0 || p.listed[file] }

var nameLine = memo.Regexp(`(?m)^name:[ \t]*["']?([^"'\r\n#]+)`)

// head is what the frontmatter of an agent says.
type head struct {
	name   string
	isRead bool // it can be read, and has a description
}

// head returns what an agent has in its text.
func (t *Tree) head(file string) head {
	return t.heads.Get(t.Set, file, func() head {
		d := t.At(file)
		if d.Readable() {
			front := d.Front.Root
			return head{strings.Clone(document.Text(front.Get("name"))),
				strings.TrimSpace(document.Text(front.Get("description"))) != ""}
		}
		if m := nameLine().FindStringSubmatch(d.Content()); m != nil {
			return head{name: strings.Clone(strings.TrimSpace(m[1]))}
		}
		return head{}
	})
}

// shown returns the name in the frontmatter of a skill, command or style, or "".
func (t *Tree) shown(file string) string {
	return t.names.Get(t.Set, file, func() string {
		if d := t.At(file); d.Readable() {
			return strings.Clone(document.Text(d.Front.Root.Get("name")))
		}
		return ""
	})
}

func (f *Facts) readAgent(t *Tree, in document.Input) {
	head := t.head(in.Path)
	a := &Agent{Path: in.Path, Name: head.name, Plugin: f.PluginOf(in.Path)}
	stem := strings.TrimSuffix(path.Base(in.Path), ".md")
	dir, below, _ := notation.CutLast(in.Path, "agents")
	a.Scope, a.Full, a.Lost = dir+"/agents", a.Name, !head.isRead || notation.Refused(a.Name)
	if in.Kind == "claude/plugin-agent" && a.Plugin != nil {
		a.Scope, a.Lost = a.Plugin.Path, false
		listed := a.Plugin.Paths("agents")
		if !a.Plugin.IsAgent(in.Path) {
			return // it is none
		}
		if a.Name == "" {
			a.Name = stem
		}
		parts := []string{a.Plugin.Name}
		if i := strings.LastIndexByte(below, '/'); i > 0 && len(listed) == 0 {
			parts = append(parts, strings.Split(below[:i], "/")...)
		}
		a.Full = strings.Join(append(parts, a.Name), ":")
	}
	f.Agents = append(f.Agents, a)
	if !a.Lost && a.Name != "" {
		addDisused(f, in.Path, "agents", a.Full)
	}
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

// has reports whether a name is among sorted ones.
func has(names []string, name string) bool {
	_, found := slices.BinarySearch(names, name)
	return found
}

var blank = memo.Regexp(`[\s\x00-\x1f]`)

// Scoped returns the type of the plugin's agent that has a name, if no agent is called so without the plugin; or "".
func (f *Facts) Scoped(name string) (full string) {
	for _, a := range f.Agents {
		switch {
		case a.Full == name:
			return ""
		case a.Plugin != nil && a.Name == name && full == "":
			full = a.Full
		}
	}
	return full
}

// agentNames returns the names that agents are called by. The name of the file counts where the agent has none that
// Claude Code takes: that is reported there, and not once more where the agent is called.
func agentNames(agents []*Agent) []string {
	var names []string
	for _, a := range agents {
		names = append(names, a.Name, a.Full)
		if a.Name == "" || notation.Refused(a.Name) || blank().MatchString(a.Name) {
			names = append(names, strings.TrimSuffix(path.Base(a.Path), ".md"))
		}
	}
	return compact(names)
}

// renamedOf returns agents by the names of their files, with and without their plugin, where they are called otherwise.
func renamedOf(agents []*Agent) map[string]*Agent {
	renamed := map[string]*Agent{}
	for _, a := range agents {
		stem := strings.TrimSuffix(path.Base(a.Path), ".md")
		if a.Lost || a.Name == "" || a.Name == stem {
			continue
		}
		for _, name := range []string{stem, strings.TrimSuffix(a.Full, a.Name) + stem} {
			if other, isTaken := renamed[name]; isTaken && other != a {
				renamed[name] = nil
			} else {
				renamed[name] = a
			}
		}
	}
	return renamed
}

// NearAgent returns the name of the agent that is meant by one that there is not, and what tells of it: that of the
// file that is called so, or one that is nearly so. It is "" if there is none.
func NearAgent(f *Facts, name string) (near, hint string) {
	if a := f.Renamed[name]; a != nil {
		return a.Full, fmt.Sprintf(": %s calls itself %q", a.Path, a.Full)
	}
	return spell.Nearest(name, f.AgentNames), spell.DidYouMean(name, f.AgentNames)
}

func namesOf(calls []*Call) []string {
	var names []string
	for _, c := range calls {
		names = append(names, c.names()...)
	}
	return compact(names)
}

// names returns what a skill or command is called by, sorted. A project's command has one name alone, with the
// directories that it lies in.
func (c *Call) names() []string {
	last := c.Last()
	names := []string{c.Name, c.Full}
	if c.Full != c.Name || path.Base(c.Path) == "SKILL.md" {
		names = append(names, last)
	}
	if i := strings.IndexByte(c.Full, ':'); i > 0 {
		names = append(names, c.Full[:i]+":"+last)
	}
	if c.Shown != "" && !blank().MatchString(c.Shown) {
		names = append(names, c.Shown)
		if c.Full != c.Name {
			names = append(names, c.Full[:strings.LastIndexByte(c.Full, ':')+1]+c.Shown)
		}
	}
	return compact(names)
}

// Last returns the name without the directories before it.
func (c *Call) Last() string { return c.Name[strings.LastIndexByte(c.Name, ':')+1:] }

func compact(names []string) []string {
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(n string) bool { return n == "" })
}

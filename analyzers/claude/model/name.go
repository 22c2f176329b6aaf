package model

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Call is a skill or command.
type Call struct {
	Path string
	Name string // "db:migrate"
	Full string // with the plugin before it
	// Shown is the name in the frontmatter, which calls skills and commands of plugins as well, or "".
	Shown string
	Dir   string // of a skill: its directory; of a command: the project or plugin

	also   string // the name of a project's command as one of a plugin whose manifest names it, or ""
	isLeft bool   // the manifest names other commands
}

var nameLine = memo.Regexp(`(?m)^name:[ \t]*["']?([^"'\r\n#]+)`)

// head is what the frontmatter of an agent says.
type head struct {
	name   string
	isRead bool // it can be read, and has a description
	isBare bool // it can be read, and has no frontmatter
}

// head returns what an agent has in its text.
func (t *Tree) head(file string) head {
	return t.heads.Get(t.Set, file, func() head {
		d := t.At(file)
		if d.Readable() {
			front := d.Front.Root
			return head{strings.Clone(document.Text(front.Get("name"))),
				strings.TrimSpace(document.Text(front.Get("description"))) != "", len(front.Pairs) == 0}
		}
		if m := nameLine().FindStringSubmatch(d.Content()); m != nil {
			return head{name: strings.Clone(strings.TrimSpace(m[1]))}
		}
		return head{}
	})
}

// Shown returns the name in the frontmatter of a skill, command or style, or in the meta of a workflow, or "".
func (t *Tree) Shown(file string) string {
	return t.names.Get(t.Set, file, func() string {
		switch d := t.At(file); {
		case d == nil:
			return ""
		case path.Ext(file) == ".js":
			return strings.Clone(notation.ReadMeta(d.Content()).Name)
		case d.Readable():
			return strings.Clone(document.Text(d.Front.Root.Get("name")))
		}
		return ""
	})
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
	names := []string{c.Name, c.Full, c.also}
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

// has reports whether a name is among sorted ones.
func has(names []string, name string) bool {
	_, found := slices.BinarySearch(names, name)
	return found
}

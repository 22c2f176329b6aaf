// Package view shows the agents, skills and commands of a tree, with who names whom.
package view

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

// Parts is the agents, skills and commands of a run.
var Parts = &analysis.Analyzer{
	Name:       "claudeparts",
	Doc:        "show agents, skills and commands, and who names them",
	Requires:   []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	ResultType: reflect.TypeFor[pack.View](),
	Run:        func(pass *analysis.Pass) (any, error) { return view(model.Of(pass)), nil },
}

// part is a row of the table.
type part struct {
	Sort    string   `json:"sort"`
	Name    string   `json:"name"`
	Path    string   `json:"path"`
	NamedBy []string `json:"named_by"`
	More    int      `json:"named_by_more,omitempty"` // how many there are besides
}

// mostNames is how many of those that name a part are listed: many parts of one name are named by the same.
const mostNames = 100

// partsOf returns what has a name.
func partsOf(f *model.Facts) (parts []part) {
	for _, a := range f.Agents {
		if a.Name != "" && !a.Lost {
			parts = append(parts, part{Sort: "agent", Name: a.Full, Path: a.Path})
		}
	}
	for _, c := range f.Skills {
		parts = append(parts, part{Sort: "skill", Name: c.Full, Path: c.Path})
	}
	for _, c := range f.Commands {
		parts = append(parts, part{Sort: "command", Name: c.Full, Path: c.Path})
	}
	return parts
}

func view(t *model.Tree) pack.View {
	f := t.Facts()
	parts, others := partsOf(f), unloadedOf(t)
	if len(parts)+len(others) == 0 {
		return pack.View{}
	}
	data := map[string]any{"parts": parts}
	section := pack.Section{Name: "claude", Title: "Claude Code", Data: data}
	table := pack.Table{Columns: []string{"sort", "name", "file", "named by"}}
	nameThem(t, parts)
	for _, p := range parts {
		by := strings.Join(p.NamedBy, ", ")
		if p.More > 0 {
			by += fmt.Sprintf(" and %d more", p.More)
		}
		table.Rows = append(table.Rows, []string{p.Sort, p.Name, p.Path, by})
	}
	section.Tables = []pack.Table{table}
	if len(others) > 0 {
		data["unloaded"] = others
		idle := pack.Table{Columns: []string{"not loaded", "file", "because"}}
		for _, u := range others {
			idle.Rows = append(idle.Rows, []string{u.Sort, u.Path, u.Why})
		}
		section.Tables = append(section.Tables, idle)
	}
	section.Notes = []string{fmt.Sprintf("%s, %s, %s, %s", document.Count(len(f.Agents), "agent"),
		document.Count(len(f.Skills), "skill"),
		document.Count(len(f.Commands), "command"), document.Count(len(f.Plugins), "plugin"))}
	return pack.View{Sections: []pack.Section{section}}
}

// known is what was found out of projects that are kept.
type known struct {
	names document.Memo[string, map[string]bool] // that parts have
	named document.Memo[string, []string]        // by path: those of them that are words of the text
}

// own returns the name of a part without that of its plugin.
func own(p *part) string { return p.Name[strings.LastIndexByte(p.Name, ':')+1:] }

// nameThem finds out which parts the text of each names, by a word of its own. Each text is read once, whatever the
// number of parts.
func nameThem(t *model.Tree, parts []part) {
	known := document.Shared[known](t.Set)
	namers := map[string][]namer{} // by the name that they name
	for _, by := range parts {
		for _, name := range known.namedIn(t, by.Path) {
			namers[name] = append(namers[name], namer{by.Name, by.Path})
		}
	}
	for name, all := range namers {
		namers[name] = distinct(all)
	}
	for i := range parts {
		parts[i].take(namers[own(&parts[i])])
	}
}

// namer is a part that names another. Several of one name have no path.
type namer struct{ name, path string }

// distinct sorts parts that name one and leaves one of each name.
func distinct(all []namer) (names []namer) {
	slices.SortStableFunc(all, func(a, b namer) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.path, b.path)) })
	for i, by := range all {
		switch last := len(names) - 1; {
		case i == 0 || names[last].name != by.name:
			names = append(names, by)
		case names[last].path != by.path:
			names[last].path = ""
		}
	}
	return names
}

// take lists those that name the part, but not the part itself.
func (p *part) take(all []namer) {
	p.NamedBy = []string{}
	own, isOwn := slices.BinarySearchFunc(all, p.Name, func(by namer, name string) int { return cmp.Compare(by.name, name) })
	isOwn = isOwn && all[own].path == p.Path
	for i, by := range all {
		if len(p.NamedBy) == mostNames {
			p.More = len(all) - i
			if isOwn && own >= i {
				p.More--
			}
			return
		}
		if !isOwn || i != own {
			p.NamedBy = append(p.NamedBy, by.name)
		}
	}
}

// namedIn returns the names of parts that are words of a text.
func (k *known) namedIn(t *model.Tree, file string) []string {
	return k.named.Get(t.Set, file, func() (found []string) {
		names := k.names.Get(t.Set, "", func() map[string]bool {
			names := map[string]bool{}
			for _, p := range partsOf(t.Facts()) {
				names[own(&p)] = true
			}
			return names
		})
		text := t.At(file).Content()
		for at := 0; at < len(text); at++ {
			start := at
			for at < len(text) && !isNoWord(rune(text[at])) {
				at++
			}
			if word := text[start:at]; names[word] && (strings.Contains(word, "-") || isMarked(text, start, at)) {
				found = append(found, strings.Clone(word))
			}
		}
		slices.Sort(found)
		return slices.Compact(found)
	})
}

// isMarked reports whether the word between two offsets of a text is written as a name, and no word like any other: behind a
// mark, before what it is the name of, or in a list of the frontmatter.
func isMarked(text string, at, end int) bool {
	if at > 0 && strings.ContainsRune("/@`\"'*:", rune(text[at-1])) {
		return true
	}
	behind := func(sort string) bool { return strings.HasPrefix(text[end:], sort) }
	if slices.ContainsFunc(sorts, behind) {
		return true
	}
	line := text[max(0, at-longestList):at]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	key, _, isKey := strings.Cut(line, ":")
	return isKey && slices.Contains(lists, key) || strings.TrimLeft(line, " ") == "- "
}

var sorts = []string{" agent", " subagent", " skill", " command"}

const longestList = 200 // bytes of a line before a name

// lists are keys of frontmatter whose values name parts.
var lists = []string{"agent", "agents", "skills", "tools", "allowed-tools", "subagent_type"}

func isNoWord(c rune) bool {
	return c >= 0x80 || !document.IsWordByte(byte(c)) && c != '-'
}

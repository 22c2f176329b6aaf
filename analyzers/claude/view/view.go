// Package view shows the agents, skills and commands of a tree, with who names whom.
package view

import (
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
}

// partsOf returns what has a name.
func partsOf(f *model.Facts) (parts []part) {
	for _, a := range f.Agents {
		if a.Name != "" {
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
	parts := partsOf(f)
	if len(parts) == 0 {
		return pack.View{}
	}
	section := pack.Section{Name: "claude", Title: "Claude Code", Data: map[string]any{"parts": parts}}
	table := pack.Table{Columns: []string{"sort", "name", "file", "named by"}}
	nameThem(t, parts)
	for _, p := range parts {
		table.Rows = append(table.Rows, []string{p.Sort, p.Name, p.Path, strings.Join(p.NamedBy, ", ")})
	}
	section.Tables = []pack.Table{table}
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
	called := map[string][]int{}
	for i := range parts {
		parts[i].NamedBy = []string{}
		called[own(&parts[i])] = append(called[own(&parts[i])], i)
	}
	known := document.Shared[known](t.Set)
	for _, by := range parts {
		for _, name := range known.namedIn(t, by.Path) {
			for _, i := range called[name] {
				if parts[i].Path != by.Path {
					parts[i].NamedBy = append(parts[i].NamedBy, by.Name)
				}
			}
		}
	}
	for i := range parts {
		slices.Sort(parts[i].NamedBy)
		parts[i].NamedBy = slices.Compact(parts[i].NamedBy)
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
		for word := range strings.FieldsFuncSeq(t.At(file).Content(), isNoWord) {
			if names[word] {
				found = append(found, strings.Clone(word))
			}
		}
		slices.Sort(found)
		return slices.Compact(found)
	})
}

func isNoWord(c rune) bool {
	return c >= 0x80 || !document.IsWordByte(byte(c)) && c != '-'
}

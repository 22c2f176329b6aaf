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

func view(t *model.Tree) pack.View {
	f := t.Facts()
	var parts []part
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

// nameThem finds out which parts the text of each names, by a word of its own. Each text is read once, whatever the
// number of parts.
func nameThem(t *model.Tree, parts []part) {
	called := map[string][]int{}
	for i, p := range parts {
		parts[i].NamedBy = []string{}
		name := p.Name[strings.LastIndexByte(p.Name, ':')+1:]
		called[name] = append(called[name], i)
	}
	for _, by := range parts {
		for word := range strings.FieldsFuncSeq(t.At(by.Path).Content(), isNoWord) {
			for _, i := range called[word] {
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

func isNoWord(c rune) bool {
	return c >= 0x80 || !document.IsWordByte(byte(c)) && c != '-'
}

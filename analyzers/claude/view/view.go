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
	texts := map[string]string{}
	for _, p := range parts {
		texts[p.Path] = t.At(p.Path).Content()
	}
	section := pack.Section{Name: "claude", Title: "Claude Code", Data: map[string]any{"parts": parts}}
	table := pack.Table{Columns: []string{"sort", "name", "file", "named by"}}
	for i := range parts {
		p := &parts[i]
		p.NamedBy = []string{}
		for _, other := range parts {
			if other.Path != p.Path && names(texts[other.Path], p.Name[strings.LastIndexByte(p.Name, ':')+1:]) {
				p.NamedBy = append(p.NamedBy, other.Name)
			}
		}
		slices.Sort(p.NamedBy)
		p.NamedBy = slices.Compact(p.NamedBy)
		table.Rows = append(table.Rows, []string{p.Sort, p.Name, p.Path, strings.Join(p.NamedBy, ", ")})
	}
	section.Tables = []pack.Table{table}
	section.Notes = []string{fmt.Sprintf("%s, %s, %s, %s", document.Count(len(f.Agents), "agent"), document.Count(len(f.Skills), "skill"),
		document.Count(len(f.Commands), "command"), document.Count(len(f.Plugins), "plugin"))}
	return pack.View{Sections: []pack.Section{section}}
}

// names reports whether a text has a name as a word of its own.
func names(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		at := from + i
		end := at + len(name)
		isWord := func(c byte) bool { return document.IsWordByte(c) || c == '-' }
		if (at == 0 || !isWord(text[at-1])) && (end == len(text) || !isWord(text[end])) {
			return true
		}
		from = end
	}
}

package scratch

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/pack"
)

// Views writes what packs show, a line for each row, measure, note and node.
func Views(views []pack.View) string {
	var out strings.Builder
	for _, v := range views {
		for _, s := range v.Sections {
			fmt.Fprintf(&out, "%s: %s\n", s.Name, s.Title)
			for _, part := range s.Parts {
				fmt.Fprintf(&out, "  part %s %s\n", part.ID, part.Status)
			}
			writeProgress(&out, s.Progress, "  ")
			for _, t := range s.Tables {
				for _, row := range append([][]string{t.Columns}, t.Rows...) {
					fmt.Fprintf(&out, "  | %s\n", strings.Join(row, " | "))
				}
			}
			for _, note := range s.Notes {
				fmt.Fprintf(&out, "  %s\n", note)
			}
		}
		for _, g := range v.Graphs {
			fmt.Fprintf(&out, "graph %s\n", g.ID)
			for _, group := range g.Groups {
				for _, n := range group.Nodes {
					fmt.Fprintf(&out, "  %s: %s %v\n", group.Title, n.ID, n.Labels)
				}
			}
			for _, e := range g.Edges {
				fmt.Fprintf(&out, "  %+v\n", e)
			}
		}
	}
	return out.String()
}

func writeProgress(out *strings.Builder, all []pack.Progress, indent string) {
	for _, p := range all {
		fmt.Fprintf(out, "%s%s: %d of %d %s %v\n", indent, p.Name, p.Done, p.Of, p.Unit, p.Missing)
		writeProgress(out, p.Parts, indent+"  ")
	}
}

// Symbols writes what packs know by name: where it is defined, and who means it.
func Symbols(symbols []*pack.Symbol) string {
	var out strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&out, "%s %s %s %q", s.Kind, s.ID, s.Scope, s.Title)
		for _, m := range s.Defined {
			fmt.Fprintf(&out, " =%s:%d", m.Path, m.Span.Start)
		}
		for _, m := range s.Mentions {
			fmt.Fprintf(&out, " @%s:%d", m.Path, m.Span.Start)
		}
		for _, f := range s.Files {
			fmt.Fprintf(&out, " file %s", f.Path)
		}
		if s.Held != "" {
			fmt.Fprintf(&out, " held: %s", s.Held)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

var golden = flag.Bool("golden", false, "write what is shown into testdata, to be read before it is kept")

// Golden holds a text against the file of a name in testdata.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *golden {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
}

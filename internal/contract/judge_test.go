package contract

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/scratch"
)

// TestJudge holds files against the contracts in front of them in testdata/judge.txtar.
func TestJudge(t *testing.T) {
	const name = "judge.txtar"
	archive, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var c *Contract
	judged := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		switch path.Ext(f.Name) {
		case ".toml":
			c = compiledWith(t, string(f.Data))
			judged.Files = append(judged.Files, f)
		case ".md":
			found := txtar.File{Name: f.Name + ": found", Data: []byte(told(c, f.Name, string(f.Data)))}
			judged.Files = append(judged.Files, f, found)
		}
	}
	scratch.Golden(t, name, string(txtar.Format(judged)))
}

// told returns what is found in a file, and what fixes write.
func told(c *Contract, name, text string) string {
	vars, _ := c.source.Match(name, true)
	in := &document.Input{Path: name, Kind: c.source.Kind, Dialect: c.source.Dialect, Vars: vars}
	d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
	var out strings.Builder
	for _, f := range c.Judge(d, document.Version{}) {
		line, column := d.Position(f.Span.Start)
		fmt.Fprintf(&out, "%d:%d %s %s: %s\n", line, column, f.Rule, f.At, f.Message)
		for _, r := range f.Related {
			line, column := d.Position(r.Span.Start)
			fmt.Fprintf(&out, "\t%d:%d %s\n", line, column, r.Message)
		}
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				fmt.Fprintf(&out, "\t%q becomes %q", d.Text(e.Span), e.Text)
				if fix.Unsafe {
					out.WriteString(" perhaps")
				}
				out.WriteString("\n")
			}
		}
	}
	return out.String()
}

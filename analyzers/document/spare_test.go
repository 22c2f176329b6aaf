package document

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/fixtures"
)

// samples returns artefacts of all kinds and texts with everything that Markdown and frontmatter can hold.
func samples() map[string]string {
	all := map[string]string{
		"all.md":  "---\na: 1\nb:\n  - x\n  - k: v\n    l: [1, 2]\n---\n\n# One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- c -->\n\n```go\n# no\n```\n\n<task id=\"a\" wave=1><read_first/></task>\n\n- **Status:** yes <!-- no -->\n",
		"bare.md": "no frontmatter\n", "empty.md": "", "open.md": "---\na: 1\n", "wrong.md": "---\na: 1\n# b\n---\n# Two\n", "cr.md": "---\na: 1\r---\r# Two\r\r- x\r",
	}
	for _, kind := range fixtures.Kinds() {
		for i := range 8 {
			f := fixtures.Artefact(fixtures.Options{Kind: kind, Seed: 1, Faults: 0.5, Count: 8}, i)
			all[fmt.Sprintf("%s-%d.md", kind, i)] = string(f.Data)
		}
	}
	return all
}

// parts is everything that a document says of its text.
func parts(t *testing.T, d *Document) string {
	t.Helper()
	encoded, err := json.Marshal([]any{d.Front, d.Body})
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(encoded), "[]", "null")
}

// TestSpareRoom holds that a document is the same in the room of any other as in its own.
func TestSpareRoom(t *testing.T) {
	texts := samples()
	read := func(in *Input) ([]byte, *Problem) { return []byte(texts[in.Path]), nil }
	want := map[string]string{}
	for path := range texts {
		want[path] = parts(t, Parse(&Input{Path: path, Dialect: "nubos"}, read))
	}
	for first := range texts {
		for second := range texts {
			var old spare
			old.take(Parse(&Input{Path: first, Dialect: "nubos"}, read))
			if got := parts(t, parse(&Input{Path: second, Dialect: "nubos"}, read, old)); got != want[second] {
				t.Fatalf("%s in the room of %s:\ngot  %s\nwant %s", second, first, got, want[second])
			}
		}
	}
}

// TestLentDocuments holds that a document that somebody asked for stays as it is, however many are judged since.
func TestLentDocuments(t *testing.T) {
	texts := samples()
	p := &Project{Jobs: 2, Read: func(in *Input) ([]byte, *Problem) { return []byte(texts[in.Path]), nil }}
	for path := range texts {
		p.Inputs = append(p.Inputs, Input{Path: path, Dialect: "nubos", Target: true})
	}
	s := NewSet(p)
	for i := range s.slots {
		s.slots[i].file = token.NewFileSet().AddFile(s.Inputs[i].Path, -1, 1<<20)
	}
	lent, want := map[int]*Document{}, map[int]string{}
	for i := 0; i < len(s.Inputs); i += 3 {
		lent[i] = s.At(i)
		want[i] = parts(t, lent[i])
	}
	judged := make([]string, len(s.Inputs))
	s.Each(&analysis.Pass{Analyzer: Analyzer}, nil, func(r *Reporter) {
		for i := range s.Inputs {
			if s.Inputs[i].Path == r.Doc.Path {
				judged[i] = parts(t, r.Doc)
			}
		}
	})
	if err := s.Sweep(context.Background()); err != nil {
		t.Fatal(err)
	}
	for i, d := range lent {
		if got := parts(t, d); got != want[i] {
			t.Errorf("%s was changed:\ngot  %s\nwant %s", d.Path, got, want[i])
		}
	}
	for i := range s.Inputs {
		if want := parts(t, s.At(i)); judged[i] != want {
			t.Errorf("%s was judged as\n%s\nwant\n%s", s.Inputs[i].Path, judged[i], want)
		}
	}
}

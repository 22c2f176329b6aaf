// Package table is for tests that judge many small changes of a project: it keeps the tree, and tells what nplint says.
package table

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
)

// Tree is a tree of files that a test changes.
type Tree struct {
	testing.TB
	Dir   string
	parts engine.Parts
}

// New writes the files of an archive, such as a base of proofs, below a new directory, which a pack judges.
func New(t testing.TB, of pack.Pack, archive string) Tree {
	t.Helper()
	tree := Tree{t, t.TempDir(), parts.Of(of)}
	files, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files.Files {
		tree.Write(f.Name, string(f.Data))
	}
	return tree
}

// Write writes a file of the tree.
func (t Tree) Write(name, text string) {
	t.Helper()
	name = filepath.Join(t.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Change makes changes to a text, each of which replaces what is there once, written "old => new | old => new" with \n
// for line ends.
func (t Tree) Change(text, changes string) string {
	t.Helper()
	if changes == "" {
		return text
	}
	for change := range strings.SplitSeq(changes, " | ") {
		before, after, _ := strings.Cut(strings.ReplaceAll(change, `\n`, "\n"), "=>")
		before, after = strings.TrimSuffix(before, " "), strings.TrimPrefix(after, " ")
		if strings.Count(text, before) != 1 {
			t.Fatalf("%q is there %d times", before, strings.Count(text, before))
		}
		text = strings.Replace(text, before, after, 1)
	}
	return text
}

// Findings returns what rules say about the tree: where in the file's own terms and on which text, and what the fix
// writes.
func (t Tree) Findings(rules ...string) string {
	t.Helper()
	return t.run(engine.Options{Dir: t.Dir, Only: rules})
}

// Alone is Findings of a file that is judged alone, as an artefact of a kind.
func (t Tree) Alone(kind, name, text string, rules ...string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	return t.run(engine.Options{Dir: dir, Kind: kind, Paths: []string{file}, Only: rules,
		Overlay: map[string][]byte{file: []byte(text)}})
}

func (t Tree) run(o engine.Options) string {
	t.Helper()
	report, err := engine.Run(context.Background(), o, t.parts)
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("\n", `\n`, "frontmatter.", "")
	var all []string
	for _, f := range report.Findings {
		said := plain.Replace(f.At + " `" + string(report.Source(f.Path)[f.Range.Start.Offset:f.Range.End.Offset]) + "`")
		for _, fix := range f.Fixes {
			var writes []string
			for _, e := range fix.Edits {
				writes = append(writes, plain.Replace("`"+e.NewText+"`"))
			}
			said += " => " + strings.Join(writes, ", ")
		}
		all = append(all, said)
	}
	return strings.Join(all, " | ")
}

// Count returns how many findings of a rule a run of a pack has.
func Count(t testing.TB, of pack.Pack, rule string, o engine.Options) (n int) {
	t.Helper()
	report, err := engine.Run(context.Background(), o, parts.Of(of))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Rule == rule {
			n++
		}
	}
	return n
}

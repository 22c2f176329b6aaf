package nplint_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// BenchmarkSession measures how long it takes after a change of one file until the findings of the whole project are
// there: of words, which touch no id, edge or status, and of a status.
func BenchmarkSession(b *testing.B) {
	for _, size := range []struct {
		kind  string
		count int
	}{{"project", 5}, {"project", 238}, {"gsd", 200}, {"gsd", 10000}, {"claude", 200}, {"claude", 5000}} {
		dir := b.TempDir()
		if err := fixtures.Generate(dir, fixtures.Options{Kind: size.kind, Count: size.count}); err != nil {
			b.Fatal(err)
		}
		s := nplint.Open(nplint.Options{Dir: dir})
		first, err := s.Check(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		file := map[string]string{
			"project": ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md",
		}[size.kind]
		if file == "" {
			file = plan(b, dir)
		}
		file = filepath.Join(dir, file)
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%s-%d/words", size.kind, first.Summary.Files), func(b *testing.B) {
			for i := range b.N {
				s.Edit(file, append(bytes.Clone(text), fmt.Sprintf("\nWords %d.\n", i)...))
				if _, err := s.Check(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// plan returns the name of an artefact in the middle of a project.
func plan(b *testing.B, dir string) string {
	b.Helper()
	files, err := nplint.Files(b.Context(), nplint.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range files[len(files)/2:] {
		if filepath.Ext(f.Path) == ".md" && f.Kind != "" {
			return f.Path
		}
	}
	b.Fatal("no artefact")
	return ""
}

package nplint_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// BenchmarkSession measures how long it takes after a change of one file until the findings of the whole project are
// there, and what the session keeps in memory: of words, which touch no id, edge or status; of a status or name in a file
// that many others are held against; and of what makes that file unreadable, as when somebody is just typing in it.
func BenchmarkSession(b *testing.B) {
	for _, p := range []struct {
		kind          string
		counts        []int
		words, shared string // files that are edited
		was, is       string // in the shared one
		broken        string // at its end
	}{
		{"project", []int{5, 238}, ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md", ".nubos-pilot/roadmap.yaml",
			"status: done", "status: pending", "  1\n"},
		{"gsd", []int{200, 10000}, "", "ROADMAP.md", "- [ ]", "- [x]", "\n```\n"},
		{"claude", []int{200, 5000}, "", "plugin.json", `"name": "p`, `"name": "q`, "  1\n"},
	} {
		for _, count := range p.counts {
			b.Run(fmt.Sprintf("%s-%d", p.kind, count), func(b *testing.B) {
				dir := b.TempDir()
				if err := fixtures.Generate(dir, fixtures.Options{Kind: p.kind, Count: count}); err != nil {
					b.Fatal(err)
				}
				b.Run("words", func(b *testing.B) {
					s := benchmarkSession(b, dir, artefact(b, dir, cmp.Or(p.words, ".md")), func(text []byte) []byte {
						return append(text, "\nMore words.\n"...)
					})
					table, err := s.Symbols(b.Context())
					if err == nil {
						_, err = table.Graphs(b.Context())
					}
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(heap(), "MB-with-symbols")
					runtime.KeepAlive(s)
				})
				b.Run("shared", func(b *testing.B) {
					benchmarkSession(b, dir, artefact(b, dir, p.shared), func(text []byte) []byte {
						return bytes.Replace(text, []byte(p.was), []byte(p.is), 1)
					})
				})
				b.Run("broken", func(b *testing.B) {
					benchmarkSession(b, dir, artefact(b, dir, p.shared), func(text []byte) []byte { return append(text, p.broken...) })
				})
			})
		}
	}
}

// benchmarkSession has one file edited and put back, in turn.
func benchmarkSession(b *testing.B, dir, file string, edit func(text []byte) []byte) *nplint.Session {
	b.Helper()
	s := nplint.Open(nplint.Options{Dir: dir})
	first, err := s.Check(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	texts := [][]byte{edit(bytes.Clone(text)), text}
	if bytes.Equal(texts[0], text) {
		b.Fatalf("nothing is edited in %s", file)
	}
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		s.Edit(file, texts[i%2])
		if _, err := s.Check(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(first.Summary.Files), "artefacts")
	b.ReportMetric(heap(), "MB")
	return s
}

// heap returns how many megabytes are in use.
func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

// BenchmarkSessionSymbols measures how long it takes after a change of one file, once the findings are there, until an
// editor is told what stands at a place of it and dependencies.
func BenchmarkSessionSymbols(b *testing.B) {
	for _, p := range []struct {
		kind, name string
		count      int
	}{{"project", ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md", 80}, {"gsd", ".md", 3700}, {"claude", ".md", 3700}} {
		b.Run(p.kind, func(b *testing.B) {
			dir := b.TempDir()
			if err := fixtures.Generate(dir, fixtures.Options{Kind: p.kind, Count: p.count}); err != nil {
				b.Fatal(err)
			}
			file := artefact(b, dir, p.name)
			s := nplint.Open(nplint.Options{Dir: dir})
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			name, _ := filepath.Rel(dir, file)
			for i := -1; i < 0 || b.Loop(); i++ {
				b.StopTimer()
				s.Edit(file, append(bytes.Clone(text), fmt.Sprintf("\nWords %d.\n", i%2)...))
				if _, err := s.Check(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				table, err := s.Symbols(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				table.At(filepath.ToSlash(name), 0)
				if _, err := table.Graphs(b.Context()); err != nil {
					b.Fatal(err)
				}
				if i < 0 {
					places := 0
					for _, s := range table.Symbols {
						places += len(s.Defined) + len(s.Mentions)
					}
					b.ReportMetric(float64(places), "places")
					b.ResetTimer()
				}
			}
		})
	}
}

// artefact returns the absolute path of an artefact in the middle of a project whose name ends so.
func artefact(b *testing.B, dir, end string) string {
	b.Helper()
	all, err := nplint.Artefacts(b.Context(), nplint.Options{Dir: dir})
	if err != nil {
		b.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(file string) bool { return !strings.HasSuffix(filepath.ToSlash(file), end) })
	if len(all) == 0 {
		b.Fatalf("no artefact ends with %s", end)
	}
	return all[len(all)/2]
}

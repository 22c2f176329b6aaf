package nplint_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/rules"
)

// TestCorpusKinds holds that every file that nubos-pilot's programs and agents read has a kind, or is on the list of those without one.
func TestCorpusKinds(t *testing.T) {
	dir := corpus(t)
	nubos := rules.Packs()[slices.IndexFunc(rules.Packs(), func(p *rules.Pack) bool { return p.Name == "nubos" })]
	var without []*rules.Pattern
	for _, text := range nubos.Vocabulary["without_kind"] {
		without = append(without, must(rules.ParsePattern(text)))
	}
	kinds := map[string]bool{}
	check := func(path string) {
		if kind := kindOf("", path); kind != "" {
			kinds[kind] = true
		} else if !slices.ContainsFunc(without, func(p *rules.Pattern) bool { _, ok := p.Match(path); return ok }) {
			t.Errorf("%s has no kind and is not on the list of files without one", path)
		}
	}
	shop := filepath.Join(dir, "trees", "shop")
	for _, part := range []string{".nubos-pilot", "agents", "workflows"} {
		eachFile(t, filepath.Join(shop, part), func(path string) { check(part + "/" + path) })
	}
	for _, part := range []string{"agents", "workflows"} {
		eachFile(t, filepath.Join(dir, "nubos-pilot-1.2.4", part), func(path string) { check(part + "/" + path) })
	}
	eachFile(t, filepath.Join(dir, "nubos-pilot-1.2.4", "templates"), func(path string) {
		if path != "COMPLETENESS.md" && !strings.Contains(path, "payload/") && path != "opencode/opencode.json" {
			check("templates/" + path)
			check(rendered(path))
		}
	})
	if len(kinds) < 25 {
		t.Errorf("only %d kinds were met: %v", len(kinds), kinds)
	}
}

// rendered is where an artefact lies that is made from a template.
func rendered(template string) string {
	part, name, found := strings.Cut(template, "/")
	switch {
	case template == "VALIDATION.md":
		return ".nubos-pilot/milestones/M001/M001-VALIDATION.md"
	case !found:
		return ".nubos-pilot/" + template
	case part == "milestone":
		return ".nubos-pilot/milestones/M001/M001-" + name
	case part == "slice":
		return ".nubos-pilot/milestones/M001/slices/S001/S001-" + name
	}
	return ".nubos-pilot/milestones/M001/slices/S001/tasks/T0001/T0001-" + name
}

// eachFile calls f with the path of every file below a directory, relative to it.
func eachFile(t *testing.T, dir string, f func(path string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			f(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

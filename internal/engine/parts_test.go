package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/core"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/rules"
)

func pass(name string) *analysis.Analyzer {
	return &analysis.Analyzer{Name: name, Doc: name, Run: func(*analysis.Pass) (any, error) { return nil, nil }}
}

// TestParts holds what is said of parts that do not fit together, and that a run takes those that do.
func TestParts(t *testing.T) {
	one := pass("one")
	data := []*rules.Pack{{Name: "team", Version: "1", Contracts: []*rules.Contract{{Kind: "team/note", Dialect: "yaml"}}}}
	odd := []*rules.Pack{{Name: "team", Version: "1", Contracts: []*rules.Contract{
		{Kind: "team/odd", Dialect: "runes", File: "kinds/odd.toml", Text: "dialect = \"runes\"\n"},
	}}}
	for _, c := range []struct {
		name  string
		parts engine.Parts
		more  []*analysis.Analyzer
		want  string
	}{
		{"nothing", engine.Parts{}, nil, ""},
		{"halves of one name", engine.Parts{Packs: []pack.Pack{{Name: "team", Passes: []*analysis.Analyzer{one}}}, Data: data}, nil, ""},
		{
			"no data", engine.Parts{Packs: []pack.Pack{{Name: "taem"}}, Data: data}, nil,
			"pack taem: there are passes and no data (did you mean \"team\"?)",
		},
		{
			"two passes of one name", engine.Parts{Core: []*analysis.Analyzer{one}}, []*analysis.Analyzer{pass("one")},
			"pass one: there are two of this name",
		},
		{"an unknown dialect", engine.Parts{Data: odd}, nil, `kinds/odd.toml:1: dialect "runes": write one of `},
	} {
		_, err := engine.Run(context.Background(), engine.Options{Dir: t.TempDir(), Passes: c.more}, c.parts)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if usage := (*engine.UsageError)(nil); errors.As(err, &usage) {
			t.Errorf("%s: the caller of a program can do nothing about it", c.name)
		}
	}
}

// TestPackOfData runs the core with a pack of data alone, which nobody has heard of.
func TestPackOfData(t *testing.T) {
	contracts, err := rules.LoadContracts(fstest.MapFS{"note.toml": {Data: []byte(`kind = "team/note"
title = "Note"
paths = [".team/{name}.json"]
dialect = "json"

[data]
required = ["title"]
`)}}, "kinds")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{".team/one.json": "{}\n", ".team/two.json": `{"title": "x"}` + "\n"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	parts := engine.Parts{
		Core: core.Passes,
		Data: []*rules.Pack{{Name: "team", Version: "1", Markers: []string{".team/*"}, Contracts: contracts}},
	}
	r, err := engine.Run(context.Background(), engine.Options{Dir: dir}, parts)
	if err != nil {
		t.Fatal(err)
	}
	if r.Summary.Files != 2 || len(r.Findings) != 1 || r.Findings[0].Rule != "missing-required" || r.Findings[0].Kind != "team/note" {
		t.Errorf("got %+v and %+v, want one missing-required in two files", r.Summary, r.Findings)
	}
	if known, err := engine.Contracts(engine.Options{}, parts); err != nil || len(known) != 1 {
		t.Errorf("got the contracts %v, %v", known, err)
	}
}

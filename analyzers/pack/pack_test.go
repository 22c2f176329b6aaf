package pack_test

import (
	"slices"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
)

func mention(path string, start int) pack.Mention {
	span := document.Span{Start: start, End: start + 2}
	return pack.Mention{Path: path, Span: span, Own: span}
}

// TestBook gathers what three files say of two symbols, one of which nothing defines, as packs do: the project once,
// and each file by itself.
func TestBook(t *testing.T) {
	project := pack.NewBook("app")
	agent := project.Add(pack.Symbol{Kind: "agent", ID: "a1", Name: "a1"})
	project.Add(pack.Symbol{Kind: "task", ID: "t1", Name: "t1"})
	project.Defined(agent, mention("a.md", 5))
	names := project.Names()
	if names.Book("app").Find("agent", "", "a2") != nil {
		t.Error("a symbol is found that there is not")
	}
	for _, joined := range []func(b *pack.Book, file string, noted []pack.Symbol){
		func(b *pack.Book, _ string, noted []pack.Symbol) { b.Join(noted) }, (*pack.Book).JoinFile,
	} {
		all := pack.NewBook("app")
		all.Join(project.Noted())
		for _, file := range []string{"c.md", "b.md", "a.md"} {
			b := names.Book("app")
			for _, start := range []int{9, 5, 9} {
				b.Meant(b.Find("agent", "", "a1"), mention(file, start))
			}
			if file != "a.md" {
				b.Meant(b.Find("task", "", "t1"), mention(file, 1))
			}
			b.Find("task", "", "t1")
			joined(all, file, b.Noted())
		}
		got := map[string][2][]string{}
		for _, s := range all.Symbols() {
			if s.Root != "app" {
				t.Errorf("%s is of the project in %q", s.ID, s.Root)
			}
			var places [2][]string
			for i, in := range [][]pack.Mention{s.Defined, s.Mentions} {
				for _, m := range in {
					places[i] = append(places[i], m.Path+":"+string(rune('0'+m.Span.Start)))
				}
			}
			got[s.ID] = places
		}
		for id, want := range map[string][2][]string{
			"a1": {{"a.md:5"}, {"a.md:9", "b.md:5", "b.md:9", "c.md:5", "c.md:9"}},
			"t1": {{"b.md:1"}, {"c.md:1"}},
		} {
			if !slices.Equal(got[id][0], want[0]) || !slices.Equal(got[id][1], want[1]) {
				t.Errorf("%s is defined and meant at %q, want %q", id, got[id], want)
			}
		}
	}
}

// TestFindingsBelow looks for the findings of a project beside others whose names begin like its own.
func TestFindingsBelow(t *testing.T) {
	var all []pack.Finding
	for _, path := range []string{"a", "app-2/x", "app.md", "app/x", "app/y/z", "apple/x"} {
		all = append(all, pack.Finding{Path: path})
	}
	if got := pack.FindingsBelow(all, ""); len(got) != len(all) {
		t.Errorf("below all: %v", got)
	}
	if got := pack.FindingsBelow(all, "app"); len(got) != 2 || got[0].Path != "app/x" || got[1].Path != "app/y/z" {
		t.Errorf("below app: %v", got)
	}
	if got := pack.FindingsBelow(all, "zoo"); len(got) > 0 {
		t.Errorf("below zoo: %v", got)
	}
}

package nplint_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
)

// renamedTrees is the projects in which everything that has a name is renamed, and the rules that say of a new name
// that it stands out of the order, by the kind of what has it: that is why such a name is refused.
var renamedTrees = []struct {
	name, dir string
	kinds     int // of symbols
}{
	{"demo", "fixtures/demo", 5},
	{"demo-nexus", "fixtures/demo-nexus", 4},
	{"shop", "../shared/corpus/trees/shop", 7},
	{"clinic", "../shared/corpus/gsd/trees/clinic", 4},
	{"bakery", "../shared/corpus/claude/trees/bakery", 3},
	{"superpowers", "../shared/corpus/claude/real/superpowers", 1},
}

// outOfOrder is the rules that say of the number in a name that it is not that of its place, by the kind of what has
// it.
var outOfOrder = map[string][]string{
	"task":     {"broken-dependency", "cyclic-dependency", "todo-stale"},
	"decision": {"decision-sequence"},
}

// TestRenameEverything renames everything that has a name, one after the other, and holds that nplint finds what it
// found before.
func TestRenameEverything(t *testing.T) {
	for _, tree := range renamedTrees {
		t.Run(tree.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(tree.dir)); os.IsNotExist(err) {
				t.Skipf("NOT RUN: %s is not there", tree.dir)
			} else if err != nil {
				t.Fatal(err)
			}
			before := findingsOf(t, dir)
			table, err := nplint.Symbols(t.Context(), nplint.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			for _, s := range table.Symbols {
				renameOne(t, dir, table, s, before)
				kinds[s.Kind]++
			}
			t.Log(kinds)
			if len(kinds) != tree.kinds {
				t.Errorf("there are symbols of %d kinds, want %d", len(kinds), tree.kinds)
			}
		})
	}
}

// renameOne renames a symbol in a directory, holds that it changes nothing else, and takes that back. What may not be
// called anything else must be refused. A number that a place asks for is replaced all the same, to see that it is
// known who means it; then rules that judge the order are not heard.
func renameOne(t *testing.T, dir string, table *nplint.SymbolTable, s *pack.Symbol, before []string) {
	name, deaf := unusual(s), []string(nil)
	if n := s.Numbers; s.Held != "" || n != nil && n.Only+n.Below != "" && s.Kind != "phase" {
		if _, err := table.Rename(s, name); err == nil || !strings.Contains(err.Error(), s.ID) {
			t.Errorf("%s may be called %s: %v", s.ID, name, err)
		}
		if deaf = outOfOrder[s.Kind]; s.Held != "" || deaf == nil {
			return
		}
		free := *s
		free.Numbers, s = nil, &free
	}
	r, err := table.Rename(s, name)
	if err != nil {
		t.Errorf("%s: %v", s.ID, err)
		return
	}
	for _, f := range r.Edits {
		text, _ := table.Text(f.Path)
		for _, e := range f.Edits {
			if was := e.Span.Of(text); was != s.Name && number(was) != number(s.Name) {
				t.Errorf("%s: a rename replaces %q in %s", s.ID, was, f.Path)
			}
		}
	}
	undo := apply(t, dir, table, r)
	defer undo()
	renamed, err := nplint.Symbols(t.Context(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	same := func(other *pack.Symbol) bool {
		return other.ID == r.ID && other.Kind == s.Kind && other.Scope == s.Scope && len(other.Files) == len(s.Files) &&
			len(other.Defined) == len(s.Defined) && len(other.Mentions) == len(s.Mentions)
	}
	if len(renamed.Symbols) != len(table.Symbols) || !slices.ContainsFunc(renamed.Symbols, same) {
		t.Errorf("%s to %s: not all that meant the one means the other", s.ID, r.ID)
	}
	heard := func(f string) bool {
		rule, _, _ := strings.Cut(f, " ")
		return !slices.Contains(deaf, rule)
	}
	var then, after []string
	for _, f := range before {
		if heard(f) {
			then = append(then, f)
		}
	}
	for _, f := range findingsOf(t, dir) {
		if heard(f) {
			if f = strings.ReplaceAll(f, name, s.Name); s.Kind == "phase" {
				f = strings.ReplaceAll(f, ".87", "")
			}
			after = append(after, strings.ReplaceAll(f, " 877", " "+number(s.Name)))
		}
	}
	slices.Sort(after)
	if !slices.Equal(after, then) {
		t.Errorf("%s to %s:\n%s", s.ID, r.ID, differences(then, after))
	}
}

// number returns the number in a name.
func number(name string) string { return strings.TrimLeft(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-0") }

// TestSymbols holds what a table answers about the demo, with a text that is not saved.
func TestSymbols(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("fixtures/demo")); err != nil {
		t.Fatal(err)
	}
	const file = ".nubos-pilot/milestones/M003/slices/S002/S002-PLAN.md"
	if err := os.Mkdir(filepath.Join(dir, ".nubos-pilot/milestones/M003/slices/S001/tasks/T0007"), 0o777); err != nil {
		t.Fatal(err)
	}
	s := nplint.Open(nplint.Options{Dir: dir})
	table := func() *nplint.SymbolTable {
		t.Helper()
		found, err := s.Symbols(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	first := table()
	if table() != first {
		t.Error("symbols of a project that did not change are looked for again")
	}
	text, _ := first.Text(file)
	at := strings.Index(string(text), "M003-S001-T0001")
	found, mention := first.At(file, at+2)
	if found == nil || found.ID != "M003-S001-T0001" || found.Title != "Text of a notice" ||
		mention.Span.Of(text) != found.ID {
		t.Fatalf("at the id of a task there is %+v", found)
	}
	if main := found.Defined[0]; !strings.HasSuffix(main.Path, "S001/S001-PLAN.md") {
		t.Errorf("it is defined in %s", main.Path)
	}
	s.Edit(filepath.Join(dir, filepath.FromSlash(file)), append([]byte("\n\n"), text...))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if again, err := s.Symbols(t.Context()); err != nil || again.Outline(file) == nil || again.Links(file) == nil {
				t.Errorf("one of several at once gets %v", err)
			}
		})
	}
	all.Wait()
	if second := table(); second.Version != 1 {
		t.Errorf("version %d", second.Version)
	} else if now, _ := second.At(file, at+4); now == nil || now.ID != found.ID {
		t.Error("a text that is not saved is not seen")
	}
	for _, c := range []struct{ id, to, want string }{
		{"M003-S001-T0001", "M003-S001-T12", "of this task must have, like M003-S001-T0001"},
		{"M003-S001-T0001", "M003-S002-T0009", "has not the form"},
		{"M003-S001-T0001", "M003-S001-T0002", "something else has that name already"}, // a task that is dropped
		{"M003-S001-T0001", "M003-S001-T0007", "tasks/T0001 would overwrite .nubos-pilot/milestones/M003/slices/S001/tasks/T0007"},
		{"M003-S002-T0001", "M003-S002-T0009", "cannot be renamed: it is task number 1 of S002-PLAN.md"},
		{"M003", "M002", "it comes behind M002"},
		{"M003", "M003", "has that name already"},
		{"SC-2", "SC-1", "it is the criterion number 2"},
		{"np-loan-clerk", "np-reminder", "the agent np-reminder is there already"},
		{"np-planner", "np-plan", "an agent of nubos-pilot"},
		{"np-loan-clerk", "Loan Clerk", "has not the form"},
		{"np-loan-clerk", "np-executor", "something else has that name"},
	} {
		i := slices.IndexFunc(first.Symbols, func(s *pack.Symbol) bool { return s.ID == c.id })
		if r, err := first.Rename(first.Symbols[i], c.to); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s to %s: %v, %v; want %s", c.id, c.to, r, err, c.want)
		}
	}
}

// TestSymbolsOrder holds that the numbers in an order of execution mean phases.
func TestSymbolsOrder(t *testing.T) {
	dir := t.TempDir()
	const file = ".planning/ROADMAP.md"
	for name, text := range map[string]string{
		file: "# Roadmap: Desk\n\n## Phases\n\n- [ ] **Phase 1: Booking** - Slots\n- [ ] **Phase 2: Mail** - Letters\n\n" +
			"## Progress\n\n**Execution order:** Phases are executed in order: 1 → 2\n",
		".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n",
	} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), os.WriteFile(at, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	table, err := nplint.Symbols(t.Context(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := table.Text(file)
	s, m := table.At(file, strings.LastIndexByte(string(text), '2'))
	if s == nil || s.Kind != "phase" || s.ID != "2" || m.Span.Of(text) != "2" {
		t.Errorf("the last 2 means %+v", s)
	}
}

// TestOutline holds the outline and the links of a plan of the demo.
func TestOutline(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("fixtures/demo")); err != nil {
		t.Fatal(err)
	}
	table, err := nplint.Symbols(t.Context(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	const file = ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md"
	text, _ := table.Text(file)
	var got []string
	var walk func(parts []nplint.Part, inside string)
	walk = func(parts []nplint.Part, inside string) {
		for _, p := range parts {
			got = append(got, inside+p.Kind+" "+p.Name+" "+p.Detail)
			if name := p.At.Of(text); !strings.Contains(p.Name, name) || p.At.Start < p.Span.Start || p.At.End > p.Span.End {
				t.Errorf("%s stands at %q", p.Name, name)
			}
			walk(p.Parts, inside+"  ")
		}
	}
	walk(table.Outline(file), "")
	want := []string{"heading M003-S001 — Notices ", "  element objective ", "  element context ",
		"  element reality_check ", "    element files_read ", "    element commands_run ", "    element assumptions ",
		"    element unknowns ", "  element tasks ", "    task M003-S001-T0001 Text of a notice",
		"    element Task Branches", "  element verification ", "  element success_criteria ", "  element output "}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var links []string
	for _, l := range table.Links(file) {
		links = append(links, l.Span.Of(text)+" "+l.Target)
	}
	leads := []string{"src/queue.js src/queue.js", "package.json package.json", "package.json package.json"}
	if !slices.Equal(links, leads) {
		t.Errorf("got %q, want %q", links, leads)
	}
	const underlined = "agents/np-underlined.md"
	title := strings.Repeat("A title\n---\n\n", 40)
	if err := os.WriteFile(filepath.Join(dir, underlined), []byte("---\nname: np-underlined\n---\n# All\n\n"+title), 0o600); err != nil {
		t.Fatal(err)
	}
	if table, err = nplint.Symbols(t.Context(), nplint.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if all := table.Outline(underlined); len(all) != 1 || len(all[0].Parts) != 40 {
		t.Errorf("titles that are underlined lie in each other: %+v", all)
	}
	if len(table.Outline("no-such-file")) > 0 || len(table.Outline("agents/np-planner.md")) == 0 {
		t.Error("the outline is one of another file")
	}
	roadmap := table.Outline(".nubos-pilot/roadmap.yaml")
	if len(roadmap) != 2 || len(roadmap[1].Parts) != 3 || roadmap[1].Parts[2].Name != "M003" {
		t.Errorf("the outline of the roadmap is %+v", roadmap)
	}
}

// TestSymbolsHold holds of all symbols of all corpora that their places are in their files, that a rename would replace
// names and numbers alone, and that no two of its edits meet.
func TestSymbolsHold(t *testing.T) {
	for _, dir := range []string{"fixtures", "../shared/corpus"} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			if _, err := os.Stat(dir); err != nil {
				t.Skipf("NOT RUN: %s is not there", dir)
			}
			table, err := nplint.Symbols(t.Context(), nplint.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d symbols", len(table.Symbols))
			for _, s := range table.Symbols {
				hold(t, table, s)
			}
		})
	}
}

// hold holds the places of one symbol.
func hold(t *testing.T, table *nplint.SymbolTable, s *pack.Symbol) {
	if len(s.Defined) == 0 && len(s.Files) == 0 || !strings.HasSuffix(s.ID, s.Name) || s.Kind == "" {
		t.Errorf("%s %s is defined nowhere", s.Kind, s.ID)
	}
	taken := map[string][]pack.Mention{}
	for _, m := range slices.Concat(s.Defined, s.Mentions) {
		text, ok := table.Text(m.Path)
		inside := m.Span.Start <= m.Own.Start && m.Own.End <= m.Span.End || m.Own.Len() == 0
		if !ok || m.Span.Start < 0 || m.Span.Start > m.Span.End || m.Span.End > len(text) || !inside {
			t.Errorf("%s %s stands at %v, %v of %s, which has %d bytes", s.Kind, s.ID, m.Span, m.Own, m.Path, len(text))
			continue
		}
		if was := m.Own.Of(text); was != "" && was != s.Name && (m.Digits == 0 || number(was) != number(s.Name)) {
			t.Errorf("%s %s stands at %q of %s", s.Kind, s.ID, was, m.Path)
		}
		for _, other := range taken[m.Path] {
			if m.Own.Len() > 0 && m.Own.Start < other.Own.End && other.Own.Start < m.Own.End {
				t.Errorf("%s %s stands twice at %v of %s", s.Kind, s.ID, m.Own, m.Path)
			}
		}
		taken[m.Path] = append(taken[m.Path], m)
	}
	for _, f := range s.Files {
		was := filepath.Base(f.Path)[f.Own.Start:f.Own.End]
		_, err := os.Lstat(filepath.Join(table.Base, filepath.FromSlash(f.Path)))
		if err != nil || number(was) != number(s.Name) {
			t.Errorf("%s %s is to be %q of %s: %v", s.Kind, s.ID, was, f.Path, err)
		}
	}
}

// unusual returns a name for a symbol that nothing else has.
func unusual(s *pack.Symbol) string {
	digits := strings.TrimLeft(s.Like, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-")
	end := strings.TrimRight(s.Name, "0123456789")
	switch {
	case s.Kind == "phase":
		return s.Name + ".87" // between this one and the next
	case s.Like == "1":
		return "877"
	case digits == s.Like && s.Kind != "plan":
		return s.Name + "-renamed"
	case len(digits) < 3:
		return end + "87"
	}
	return end + fmt.Sprintf("%0*d", len(digits), 877)
}

// findingsOf returns the findings in a directory, sorted.
func findingsOf(t *testing.T, dir string) (all []string) {
	t.Helper()
	report, err := nplint.Run(t.Context(), nplint.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		all = append(all, fmt.Sprintf("%s %s: %s", f.Rule, f.Path, f.Message))
	}
	slices.Sort(all)
	return all
}

// apply makes a rename on disk, and returns what takes it back.
func apply(t *testing.T, dir string, table *nplint.SymbolTable, r *nplint.Rename) (undo func()) {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, f := range r.Edits {
		text, ok := table.Text(f.Path)
		if !ok {
			t.Fatalf("%s has no text", f.Path)
		}
		var b strings.Builder
		end := 0
		for _, e := range f.Edits {
			b.Write(text[end:e.Span.Start])
			b.WriteString(e.Text)
			end = e.Span.End
		}
		b.Write(text[end:])
		check(os.WriteFile(at(f.Path), []byte(b.String()), 0o644))
	}
	for _, m := range r.Moves {
		check(os.Rename(at(m.From), at(m.To)))
	}
	return func() {
		for _, m := range slices.Backward(r.Moves) {
			check(os.Rename(at(m.To), at(m.From)))
		}
		for _, f := range r.Edits {
			text, _ := table.Text(f.Path)
			check(os.WriteFile(at(f.Path), text, 0o644))
		}
	}
}

// differences returns the lines that only one of two sorted lists has.
func differences(before, after []string) string {
	var b strings.Builder
	for _, line := range before {
		if !slices.Contains(after, line) {
			b.WriteString("- " + line + "\n")
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			b.WriteString("+ " + line + "\n")
		}
	}
	return b.String()
}

package document

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

// TestReleasedDocuments holds that a document that somebody asked for stays as it is, however many are judged and
// released since, and that each is judged as it is parsed alone.
func TestReleasedDocuments(t *testing.T) {
	texts := samples()
	p := &Project{Jobs: 2, Read: func(in *Input) ([]byte, *Problem) { return []byte(texts[in.Path]), nil }}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		p.Inputs = append(p.Inputs, Input{Path: path, Dialect: "nubos", Target: true})
	}
	d := NewDriver(p, token.NewFileSet())
	s := d.as(&analysis.Pass{Analyzer: Analyzer})
	held, want := map[string]*Document{}, map[string]string{}
	for path := range texts {
		want[path] = parts(t, Parse(&Input{Path: path, Dialect: "nubos"}, p.Read))
	}
	for i := 0; i < len(p.Inputs); i += 3 {
		held[p.Inputs[i].Path] = s.At(p.Inputs[i].Path)
	}
	var judged sync.Map
	s.Each(nil, func(r *Reporter) { judged.Store(r.Doc.Path, parts(t, r.Doc)) })
	if err := d.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for path, doc := range held {
		if got := parts(t, doc); got != want[path] {
			t.Errorf("%s was changed:\ngot  %s\nwant %s", path, got, want[path])
		}
	}
	for path := range texts {
		if got, _ := judged.Load(path); got != want[path] {
			t.Errorf("%s was judged as\n%s\nwant\n%s", path, got, want[path])
		}
	}
}

// TestRecord holds that whatever a pass asks is told to the recorder, with its name.
func TestRecord(t *testing.T) {
	var told []Question
	const door = Door[string]("d")
	opened, closed := "", 1
	p := &Project{
		Inputs: []Input{{Path: "a/x.md", Root: "a", Kind: "k"}}, Read: func(*Input) ([]byte, *Problem) { return nil, nil },
		Record: func(q Question) { told = append(told, q) },
		Host: Host{
			Option: func(string, string) any { return 2.0 }, Doors: []Opened{door.Open(strings.ToUpper)}, Vocabulary: func(string, string) []string { return nil },
			Edition: func(set *Set, _, root string) string { set.HasArtefact(root, "VERSION"); return "1" },
			Version: func(*Set, string, string) Version { return Version{Of: "1"} },
			Look:    func(string, string) Entry { return Absent }, File: func(string, string) ([]byte, error) { return nil, nil },
			List: func(string, string) ([]string, error) { return nil, nil }, Committed: func([]string) (map[string][]byte, error) { return nil, nil },
			Tracked: func([]string) (map[string][]string, error) { return nil, nil }, Ignored: func([]string) (map[string]bool, error) { return nil, nil },
		},
	}
	s := newStore(p).as(&analysis.Pass{Analyzer: &analysis.Analyzer{Name: "house"}})
	d := s.Lookup("a/x.md")
	for _, ask := range []func(){
		func() { s.At("b.md") }, func() { s.Has("c.md") }, func() { s.Inputs("a/") }, func() { s.First(d) }, func() { s.Roots() }, func() { s.HasBelow("a", "b/") },
		func() { s.Options.Number("r", "o") }, func() { s.Options.Word("r", "o") }, func() { s.Options.Words("r", "o") }, func() { s.Vocabulary("p", "l") },
		func() { opened = door.Ask(s, "k") }, func() { closed = Door[int]("d").Ask(s, "") }, func() { s.Edition("p", "a") }, func() { s.Version("p", "a") },
		func() { s.Files.Look("a", "f") },
		func() { _, _ = s.Files.Read("a", "f") }, func() { _, _ = s.Files.List("a", "d") }, func() { _, _ = s.Git.Committed([]string{"f", "g"}) },
		func() { _, _ = s.Git.Tracked([]string{"d"}) }, func() { _, _ = s.Git.Ignored([]string{"f"}) },
	} {
		ask()
	}
	var got strings.Builder
	for _, q := range told {
		fmt.Fprintf(&got, "%s|%s|%s|%s\n", q.Pass, q.Of, q.Root, q.Name)
	}
	const want = `house|document||a/x.md
house|document||b.md
house|input||c.md
house|inputs||a/
house|inputs||a/
house|inputs||
house|inputs||a/b/
house|option|r|o
house|option|r|o
house|option|r|o
house|vocabulary|p|l
house|d||k
house|d||
house|edition|p|a
|input||a/VERSION
house|version|p|a
house|entry|a|f
house|file|a|f
house|directory|a|d
house|committed||f
house|committed||g
house|tracked||d
house|ignored||f
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if opened != "K" || closed != 0 {
		t.Errorf("the door leads to %q, and that of another type to %d", opened, closed)
	}
}

// TestPinned holds that who looked a document up has its nodes compare with those of a later look, whatever was found in
// it between.
func TestPinned(t *testing.T) {
	p := &Project{Jobs: 1, MaxSize: 1 << 20, Inputs: []Input{{Path: "a.json", Dialect: "json", Target: true}},
		Read: func(*Input) ([]byte, *Problem) { return []byte(`{"a": 1}`), nil }}
	d := NewDriver(p, token.NewFileSet())
	s := d.as(&analysis.Pass{Analyzer: Analyzer, Report: func(analysis.Diagnostic) {}})
	before := s.Lookup("a.json")
	s.Each(nil, func(r *Reporter) { r.Report(Finding{Rule: "r"}) })
	if err := d.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s.At("a.json") != before || s.Lookup("a.json") != before {
		t.Error("a document that was looked up is parsed anew")
	}
}

// TestKeptOfFindings holds that of a document with a finding its text alone outlives the run, and that whoever asks for the
// document then has it parsed from the text that was judged.
func TestKeptOfFindings(t *testing.T) {
	const count = 200
	text := fixtures.Artefact(fixtures.Options{Kind: "verification", Seed: 1, Count: 1}, 0).Data
	var reads atomic.Int64
	fset := token.NewFileSet()
	p := &Project{Jobs: 2, MaxSize: 1 << 20, Read: func(*Input) ([]byte, *Problem) {
		return append(bytes.Clone(text), fmt.Sprintln("read", reads.Add(1))...), nil
	}}
	for i := range count {
		p.Inputs = append(p.Inputs, Input{Path: fmt.Sprintf("%03d.md", i), Dialect: "yaml", Target: true})
	}
	d := NewDriver(p, fset)
	s := d.as(&analysis.Pass{Analyzer: Analyzer, Report: func(analysis.Diagnostic) {}})
	var trees, facts atomic.Int64
	var judged sync.Map
	find := func(r *Reporter) {
		judged.Store(r.Doc.Path, string(r.Doc.Src))
		trees.Add(1)
		runtime.AddCleanup(r.Doc.Body, func(int) { trees.Add(-1) }, 0)
		for range 2 {
			Once(r.Doc, func() *int { facts.Add(1); return new(int) })
		}
		r.Report(Finding{Rule: "r"})
	}
	s.Each(nil, find)
	s.EachLast(nil, func(r *Reporter) { r.Report(Finding{Rule: "r"}) })
	if err := d.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	for range 100 { // cleanups come some time after a collection
		if runtime.GC(); trees.Load() == 0 {
			break
		}
		runtime.Gosched()
	}
	if n := facts.Load(); n != count {
		t.Errorf("facts of %d documents were found out %d times", count, n)
	}
	if n := trees.Load(); n != 0 {
		t.Errorf("the trees of %d documents of %d are kept", n, count)
	}
	for i := range p.Inputs {
		path := p.Inputs[i].Path
		want, _ := judged.Load(path)
		if bare := s.Bare(path); string(bare.Src) != want || bare.Body != nil {
			t.Fatalf("%s is kept as %q with %v, want %q", path, bare.Src, bare.Body, want)
		}
		if whole := s.At(path); string(whole.Src) != want || whole.Body == nil {
			t.Fatalf("%s is parsed again from %q, want %q", path, whole.Src, want)
		}
	}
	if n := reads.Load(); n != count {
		t.Errorf("%d documents were read %d times", count, n)
	}
}

// TestWeight holds that a driver weighs what was read, a long text more than as many bytes in short ones; and that
// documents that wait for being judged stay parsed only up to some bytes, and are judged all the same.
func TestWeight(t *testing.T) {
	const long = 1 << 20
	texts := map[string]string{"unread": "a"}
	for i := range maxWaiting/long + 3 {
		texts[fmt.Sprintf("long%02d", i)] = strings.Repeat("a\n", long/2)
	}
	p := &Project{Jobs: 2, MaxSize: long, Read: func(in *Input) ([]byte, *Problem) { return []byte(texts[in.Path]), nil }}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		p.Inputs = append(p.Inputs, Input{Path: path, Dialect: "none", Target: path != "unread"})
	}
	d := NewDriver(p, token.NewFileSet())
	s := d.as(&analysis.Pass{Analyzer: Analyzer})
	kept := 0
	for i := range p.Inputs[:len(p.Inputs)-1] {
		s.At(p.Inputs[i].Path)
		if d.slots[i].doc != nil {
			kept++
		}
	}
	if kept != maxWaiting/long {
		t.Errorf("%d documents stay parsed, not %d", kept, maxWaiting/long)
	}
	n := len(p.Inputs) - 1
	if least := n * long * (long / bytesDense); Weight(d) < least || Weight(d) > least+2*n*long {
		t.Errorf("%d texts weigh %d", n, Weight(d))
	}
	var judged atomic.Int64
	s.Each(nil, func(*Reporter) { judged.Add(1) })
	if err := d.Run(context.Background()); err != nil || int(judged.Load()) != n || d.waiting.Load() != 0 {
		t.Errorf("%d are judged, %d bytes wait: %v", judged.Load(), d.waiting.Load(), err)
	}
}

// TestBatches holds that each input is in one batch, that a small project is not cut, and that a large one is.
func TestBatches(t *testing.T) {
	of := func(sizes ...int) (all []Input) {
		for k, n := range sizes {
			for range n {
				all = append(all, Input{Root: fmt.Sprint(k)})
			}
		}
		return all
	}
	for _, c := range []struct {
		sizes []int
		jobs  int
		want  []int
	}{
		{nil, 2, []int{0, 0}},
		{[]int{1}, 8, []int{0, 1}},
		{[]int{3}, 1, []int{0, 1, 2, 3}},
		{[]int{100, 100, 100, 100, 100, 100, 100, 100}, 1, []int{0, 100, 200, 300, 400, 500, 600, 700, 800}},
		{[]int{10, 10, 10, 10, 250, 10, 10, 10, 10, 10, 182}, 1, []int{0, 40, 72, 104, 136, 168, 200, 232, 264, 300, 340, 372, 404, 436, 468, 500, 522}},
	} {
		if got := batchesOf(of(c.sizes...), c.jobs); !slices.Equal(got, c.want) {
			t.Errorf("%v for %d: got %v, want %v", c.sizes, c.jobs, got, c.want)
		}
	}
}

// TestParallel holds that every call is made once, several at once where there are as many jobs and the project is not
// kept, and that a panic in one reaches the caller.
func TestParallel(t *testing.T) {
	const n = 4
	p := &Project{Jobs: n}
	s := NewSet(p)
	var meet sync.WaitGroup // which a call alone would wait in for ever
	meet.Add(n)
	var sum atomic.Int64
	s.Parallel(n, func(i int) {
		meet.Done()
		meet.Wait()
		sum.Add(int64(i))
	})
	if sum.Load() != 6 {
		t.Errorf("the calls got %d in all, not 6", sum.Load())
	}
	func() {
		defer func() {
			if problem := recover(); problem != "three" {
				t.Errorf("the caller got %v", problem)
			}
		}()
		s.Parallel(8, func(i int) {
			if i == 3 {
				panic("three")
			}
		})
	}()
	if s.Parallel(3, func(i int) { sum.Add(1) }); sum.Load() != 9 {
		t.Errorf("after a panic, %d calls were made, not 3", sum.Load()-6)
	}
	p.Jobs = 1
	var order []int
	NewSet(p).Parallel(3, func(i int) { order = append(order, i) })
	if !slices.Equal(order, []int{0, 1, 2}) {
		t.Errorf("one job made the calls %v", order)
	}
}

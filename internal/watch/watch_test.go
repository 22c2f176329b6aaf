package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/nplint/nplint/internal/scratch"
)

// TestFiles changes a tree step by step, watched by the system and by looking.
func TestFiles(t *testing.T) {
	steps := []struct {
		name string
		do   func(at func(string) string) error
		want []string // must be told, perhaps among others
	}{
		{"write", func(at func(string) string) error { return os.WriteFile(at("a/x.md"), []byte("longer"), 0o600) },
			[]string{"a/x.md"}},
		{"make", func(at func(string) string) error { return os.WriteFile(at("a/y.md"), nil, 0o600) }, []string{"a/y.md"}},
		{"move", func(at func(string) string) error { return os.Rename(at("a/y.md"), at("a/z.md")) },
			[]string{"a/y.md", "a/z.md"}},
		{"delete", func(at func(string) string) error { return os.Remove(at("a/z.md")) }, []string{"a/z.md"}},
		{"a directory with files", func(at func(string) string) error {
			if err := os.MkdirAll(at("a/b/c"), 0o700); err != nil {
				return err
			}
			return os.WriteFile(at("a/b/c/new.md"), nil, 0o600)
		}, []string{"a/b", "a/b/c/new.md"}},
		{"a file in a new directory", func(at func(string) string) error {
			return os.WriteFile(at("a/b/c/newer.md"), nil, 0o600)
		}, []string{"a/b/c/newer.md"}},
		{"move a directory", func(at func(string) string) error { return os.Rename(at("a/b"), at("a/d")) },
			[]string{"a/b", "a/d", "a/d/c/new.md"}},
		{"a file where it was moved to", func(at func(string) string) error {
			return os.WriteFile(at("a/d/c/new.md"), []byte("x"), 0o600)
		}, []string{"a/d/c/new.md"}},
		{"delete a directory", func(at func(string) string) error { return os.RemoveAll(at("a/d")) }, []string{"a/d"}},
		{"a top that was not there", func(at func(string) string) error {
			if err := os.MkdirAll(at("later/on"), 0o700); err != nil {
				return err
			}
			return os.WriteFile(at("later/on/x.md"), nil, 0o600)
		}, []string{"later/on/x.md"}},
	}
	for _, l := range []limits{{dirs: 100}, {dirs: 3, rest: time.Millisecond}, {dirs: 0, rest: time.Millisecond}} {
		t.Run(fmt.Sprint(l.dirs), func(t *testing.T) {
			top := t.TempDir()
			at := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
			for _, dir := range []string{"a", "node_modules"} {
				if err := os.Mkdir(at(dir), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for _, file := range []string{"a/x.md", "node_modules/x"} {
				if err := os.WriteFile(at(file), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			tree := Tree{Tops: []string{top, at("later/on")},
				Skip: func(dir string) bool { return filepath.Base(dir) == "node_modules" }}
			changes := files(t.Context(), tree, l)
			for _, step := range steps {
				if err := os.WriteFile(at("node_modules/x"), []byte(step.name), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := step.do(at); err != nil {
					t.Fatal(err)
				}
				hear(t, step.name, changes, at, step.want)
			}
		})
	}
}

// TestLostTop takes away the directory that is watched, and brings it back.
func TestLostTop(t *testing.T) {
	above := t.TempDir()
	at := func(name string) string { return filepath.Join(above, filepath.FromSlash(name)) }
	if err := os.Mkdir(at("top"), 0o700); err != nil {
		t.Fatal(err)
	}
	changes := files(t.Context(), Tree{Tops: []string{at("top")}}, limits{dirs: 100, rest: time.Millisecond})
	if err := os.Rename(at("top"), at("away")); err != nil {
		t.Skip(err) // the system lets nobody move what is watched
	}
	hear(t, "taken away", changes, at, []string{"top"})
	if err := os.Rename(at("away"), at("top")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("top/x.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	hear(t, "brought back", changes, at, []string{"top/x.md"})
}

// hear waits until all of want has been told, or anything may have changed.
func hear(t *testing.T, step string, changes <-chan []string, at func(string) string, want []string) {
	t.Helper()
	told := map[string]bool{}
	late := time.After(10 * time.Second)
	for {
		missing := slices.ContainsFunc(want, func(name string) bool { return !told[at(name)] })
		if !missing {
			return
		}
		select {
		case batch := <-changes:
			if batch == nil {
				return
			}
			for _, name := range batch {
				if filepath.Dir(name) == at("node_modules") {
					t.Errorf("%s: %s is told", step, name)
				}
				told[name] = true
			}
		case <-late:
			t.Fatalf("%s: told are %v, want %v", step, told, want)
		}
	}
}

// TestGather holds that changes wait for a receiver, each is told once, and that one of anything is one of all.
func TestGather(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	told, out := make(chan string), make(chan []string)
	go gather(ctx, told, out)
	for _, name := range []string{"b", "a", "b"} {
		told <- name
	}
	told <- "c"
	if got, want := <-out, []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("told are %v, want %v", got, want)
	}
	told <- "d"
	told <- ""
	if got := <-out; got != nil {
		t.Errorf("told are %v, want none", got)
	}
	stop()
	if _, open := <-out; open {
		t.Error("the channel is open though nobody listens")
	}
}

// TestAttemptsGather has very many files change while whoever is told of the first is busy.
func TestAttemptsGather(t *testing.T) {
	told, out := make(chan string), make(chan []string)
	go gather(t.Context(), told, out)
	for start := time.Now(); time.Since(start) < 2*patience; {
		told <- "first" // until it is offered
	}
	n := scratch.Many(50_000)
	scratch.Bound(t, 100<<20, func() {
		for i := range n {
			told <- fmt.Sprintf("file %d", i)
		}
	})
	if got := <-out; len(got) != n+1 {
		t.Errorf("told are %d files, want %d", len(got), n+1)
	}
}

// TestSkip holds that what comes in a directory that is passed over is not told.
func TestSkip(t *testing.T) {
	for _, l := range []limits{{dirs: 100}, {rest: time.Millisecond}} {
		top := t.TempDir()
		changes := files(t.Context(), Tree{Tops: []string{top}, Skip: func(dir string) bool {
			return filepath.Base(dir) == ".git"
		}}, l)
		if err := os.MkdirAll(filepath.Join(top, ".git", "objects"), 0o700); err != nil {
			t.Fatal(err)
		}
		want := filepath.Join(top, "seen")
		for _, file := range []string{filepath.Join(top, ".git", "objects", "x"), want} {
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := <-changes; !slices.Equal(got, []string{want}) {
			t.Errorf("told are %v, want %s", got, want)
		}
	}
}

func TestProject(t *testing.T) {
	base := t.TempDir()
	for _, dir := range []string{".git", "src/dist", "copy", "plans/dist/old"} {
		if err := os.MkdirAll(filepath.Join(base, filepath.FromSlash(dir)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{".gitignore": "dist/\n", "copy/.git": "gitdir: elsewhere\n"} {
		if err := os.WriteFile(filepath.Join(base, filepath.FromSlash(file)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	skip := Project(base, []string{filepath.Join(base, "plans", "dist", "ROADMAP.md")}).Skip
	for name, want := range map[string]bool{
		"": false, "src": false, "src/dist": true, ".git": true, "copy": true, "src/none": false, "..": true,
		"plans": false, "plans/dist": false, "plans/dist/old": true,
	} {
		if got := skip(filepath.Join(base, filepath.FromSlash(name))); got != want {
			t.Errorf("%q is passed over: %t, want %t", name, got, want)
		}
	}
}

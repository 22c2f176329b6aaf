package git

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCapped copies more than is taken, as os/exec does with what git writes.
func TestCapped(t *testing.T) {
	for _, c := range []struct {
		bytes int
		full  bool
	}{{1000, false}, {1001, true}, {1 << 20, true}} {
		out := &capped{limit: 1000}
		_, err := io.Copy(out, strings.NewReader(strings.Repeat("x", c.bytes)))
		if (err != nil) != c.full || out.full != c.full || out.got.Len() > out.limit {
			t.Errorf("of %d bytes %d are kept; full: %v, error: %v", c.bytes, out.got.Len(), out.full, err)
		}
	}
}

// repository makes a new repository.
func repository(t *testing.T) (dir string, g *repo) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Skipf("git init: %v %s", err, out)
	}
	if g, err = open(dir, dir); err != nil {
		t.Fatal(err)
	}
	return dir, g
}

// TestIndexed asks for what the index has of files, whatever they are called and whatever is on disk.
func TestIndexed(t *testing.T) {
	dir, g := repository(t)
	texts := map[string]string{
		"a.md": "a\n", "sub/b c.md": "no end", "sub/ü\"'.md": "", "-d.md": "x missing\n", "@e:f": "e", "line\nend.md": "l",
		"large.md": strings.Repeat("x", 2000), "last.md": "z\n",
	}
	var names []string
	for name, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Skip(err)
		}
		names = append(names, name)
	}
	if _, err := g.run(t.Context(), nil, "add", "-A"); err != nil {
		t.Fatal(err)
	}
	for name := range texts {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("other"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names = append(names, "untracked.md", "no/such", "../outside.md", "sub")
	delete(texts, "line\nend.md") // nobody can ask for it
	delete(texts, "large.md")
	base := Base{Dir: dir, Real: dir}
	got, err := base.Indexed(context.Background(), names, 1000)
	if err != nil || len(got) != len(texts) {
		t.Errorf("%d files, %v: %q", len(got), err, got)
	}
	for name, want := range texts {
		if string(got[name]) != want {
			t.Errorf("%q has %q, want %q", name, got[name], want)
		}
	}
	if got, err := (Base{Dir: t.TempDir(), Real: t.TempDir()}).Indexed(context.Background(), []string{"a.md"}, 1000); err == nil && len(got) > 0 {
		t.Errorf("outside of a repository: %q", got)
	}
}

// TestListed asks for the files of a few directories, which are named to git, and of more than a command line holds.
func TestListed(t *testing.T) {
	dir, g := repository(t)
	for _, name := range []string{"a/x", "b/x"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := g.run(t.Context(), nil, "add", "-A"); err != nil {
		t.Fatal(err)
	}
	for bytes, want := range map[int]string{argumentBytes: "a/x", argumentBytes + 1: "a/x b/x"} {
		dirs := []string{"a"}
		for left := bytes - len("a"); left > 0; left -= 100 {
			dirs = append(dirs, strings.Repeat("c", min(left, 100)))
		}
		files, err := g.listed(t.Context(), dirs...)
		if got := strings.Join(files, " "); err != nil || got != want {
			t.Errorf("%d bytes of names: %q, %v; want %q", bytes, got, err, want)
		}
	}
}

// TestLastCommit asks for the last commit, and for the last one until a time.
func TestLastCommit(t *testing.T) {
	dir, _ := repository(t)
	base, first := Base{Dir: dir, Real: dir}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	run := func(when time.Time, args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=ada", "-c", "user.email=ada@example.com"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_COMMITTER_DATE="+when.Format(time.RFC3339))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %v %s", args, err, out)
		}
	}
	if c, err := LastCommit(context.Background(), base, time.Time{}); err == nil {
		t.Errorf("without a commit: %v", c)
	}
	for day := range 2 {
		run(first.AddDate(0, 0, day), "commit", "-q", "--allow-empty", "--no-gpg-sign", "-m", "x")
	}
	for _, c := range []struct{ until, want time.Time }{
		{time.Time{}, first.AddDate(0, 0, 1)},
		{first.AddDate(0, 0, 1), first.AddDate(0, 0, 1)},
		{first.Add(time.Hour), first},
		{first.Add(-time.Hour), time.Time{}},
	} {
		got, err := LastCommit(context.Background(), base, c.until)
		if !got.Time.Equal(c.want) || (err != nil) != c.want.IsZero() {
			t.Errorf("until %v: %v, %v; want %v", c.until, got, err, c.want)
		}
	}
}

// TestIgnoredAnswers holds that the bytes of each answer about ignore rules are counted by themselves, however many there
// have been of the same git.
func TestIgnoredAnswers(t *testing.T) {
	_, g := repository(t)
	l := &listener{git: g}
	for range 3 {
		if _, err := l.ignored(t.Context(), []string{"a", "b"}); err != nil {
			t.Fatal(err)
		}
		l.mutex.Lock()
		if l.running != nil { // nobody asked for long
			l.running.said = maxOutput - 3 // as after some hundred thousand answers
		}
		l.mutex.Unlock()
	}
	if l.refusals > 0 {
		t.Errorf("git was started anew: %v", l.refusal)
	}
}

// TestNoRepository asks about a directory that lies in no repository, which needs no program.
func TestNoRepository(t *testing.T) {
	dir := t.TempDir()
	programs := t.TempDir()
	started := filepath.Join(programs, "started")
	text := "#!/bin/sh\ntouch " + started + "\nexit 1\n"
	if err := os.WriteFile(filepath.Join(programs, "git"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, marker := range []string{"", "HEAD"} { // which a bare repository has
		if marker != "" {
			if err := os.WriteFile(filepath.Join(dir, marker), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := NewIgnoring(Base{Dir: dir, Real: dir}).Ignored(t.Context(), []string{"a.md"})
		_, missing := os.Stat(started)
		if isStarted := missing == nil; isStarted != (marker != "") || errors.Is(err, ErrNotKept) == isStarted {
			t.Errorf("with %q: git was started: %v; %v", marker, isStarted, err)
		}
	}
}

package nplint_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// history returns how a scratch repository was.
func (s workTree) history(revision string) *nplint.History {
	s.Helper()
	h, err := nplint.Since(context.Background(), nplint.Options{Dir: s.dir}, revision)
	if err != nil {
		s.Fatal(err)
	}
	return h
}

// blob returns the id of a content.
func (s workTree) blob(revision string) string {
	s.Helper()
	cmd := exec.Command("git", "rev-parse", revision)
	cmd.Dir = s.dir
	out, err := cmd.Output()
	if err != nil {
		s.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestSince compares how a project was in its commits with what a run finds in a copy of each.
func TestSince(t *testing.T) {
	s := newWorkTree(t)
	finder, reader := fmt.Sprintf(agent, "finder"), fmt.Sprintf(agent, "reader")
	s.write("agents/np-finder.md", finder)
	s.repository("")
	commit := func(change func()) {
		change()
		s.git("", "add", "--all")
		s.git("", "commit", "--quiet", "--allow-empty", "--message=one more")
	}
	commit(func() { s.write("agents/np-reader.md", reader) })
	commit(func() { s.git("", "mv", "agents/np-reader.md", "agents/np-writer.md") })
	commit(func() { s.write("agents/np-finder.md", strings.Replace(finder, "Haiku", "haiku", 1)) })
	commit(func() { s.remove("agents/np-writer.md") })
	s.write("agents/np-new.md", fmt.Sprintf(agent, "new")) // of no commit
	h := s.history("HEAD~4")
	if h.Commits != 5 || len(h.Moments) != 6 {
		t.Fatalf("%d commits and %d moments, want 5 and 6", h.Commits, len(h.Moments))
	}
	for i, m := range h.Moments {
		dir := s.dir
		if m.Commit != "" {
			dir = filepath.Join(t.TempDir(), "copy")
			s.git("", "worktree", "add", "--quiet", "--detach", dir, m.Commit)
		}
		r, err := nplint.Run(context.Background(), nplint.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		want := r.Summary
		if m.Summary == nil {
			t.Fatalf("moment %d was not judged: %s", i, m.Unjudged)
		}
		if m.Summary.Fixable = want.Fixable; *m.Summary != want { // fixes that bring errors are not looked for
			t.Errorf("moment %d has %+v, want %+v", i, *m.Summary, want)
		}
	}
	if first, last := h.Moments[1].Summary.Errors, h.Moments[4].Summary.Errors; first <= last {
		t.Errorf("%d errors in the second commit and %d in the last one", first, last)
	}
}

// TestSinceSamples holds how many of many commits are looked at, and which.
func TestSinceSamples(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.repository("")
	const more = nplint.MostMoments + 5
	for range more {
		s.git("", "commit", "--quiet", "--allow-empty", "--message=nothing")
	}
	h := s.history(fmt.Sprintf("HEAD~%d", more))
	if h.Commits != more+1 || len(h.Moments) != nplint.MostMoments+1 {
		t.Fatalf("%d commits and %d moments", h.Commits, len(h.Moments))
	}
	seen := map[string]bool{}
	for _, m := range h.Moments {
		seen[m.Commit] = true
	}
	if len(seen) != len(h.Moments) {
		t.Error("a commit was looked at twice")
	}
	ends := s.history("HEAD")
	if h.Moments[nplint.MostMoments-1].Commit != ends.Moments[0].Commit {
		t.Error("the last commit was left out")
	}
}

// TestSinceGap takes the content of a file out of a repository: the commits that have it are gaps.
func TestSinceGap(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.repository("")
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder")+"\nmore\n")
	s.git("", "commit", "--quiet", "--all", "--message=more")
	objects, err := filepath.Glob(filepath.Join(s.dir, ".git/objects/??/*"))
	if err != nil {
		t.Fatal(err)
	}
	gone := s.blob("HEAD~1:agents/np-finder.md")
	for _, object := range objects {
		if strings.HasSuffix(strings.ReplaceAll(object, "/", ""), gone) {
			if err := os.Remove(object); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := s.history("HEAD~1")
	if m := h.Moments[0]; m.Summary != nil || !strings.Contains(m.Unjudged, "git does not have the content "+gone) {
		t.Errorf("the commit without its file is %+v", m)
	}
	for i, m := range h.Moments[1:] {
		if m.Summary == nil || m.Summary.Files != 1 {
			t.Errorf("moment %d is %+v", i+1, m)
		}
	}
}

// TestSinceMistakes holds what is said of revisions that there is no history from.
func TestSinceMistakes(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.repository("")
	s.git("", "checkout", "--quiet", "--orphan", "other")
	s.git("", "commit", "--quiet", "--message=other")
	s.git("", "checkout", "--quiet", "main")
	for revision, want := range map[string]string{
		"nosuch":          `it cannot be told how it was since nosuch: there is no commit "nosuch" here; name another, or fetch it`,
		"--output=/tmp/x": `it cannot be told how it was since --output=/tmp/x: there is no commit "--output=/tmp/x" here; name another, or fetch it`,
		"other":           `it cannot be told how it was since other: the last commit does not come from "other"; name one of its ancestors`,
		"HEAD:agents":     `it cannot be told how it was since HEAD:agents: there is no commit "HEAD:agents" here; name another, or fetch it`,
	} {
		_, err := nplint.Since(context.Background(), nplint.Options{Dir: s.dir}, revision)
		if err == nil || err.Error() != want || !nplint.IsUsage(err) {
			t.Errorf("%s: got %v, want %s", revision, err, want)
		}
	}
}

// TestSinceGrafts holds that a file of a repository that says which parents commits have is not believed.
func TestSinceGrafts(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.repository("")
	for range 3 {
		s.git("", "commit", "--quiet", "--allow-empty", "--message=nothing")
	}
	s.write(".git/info/grafts", s.blob("HEAD")+" "+s.blob("HEAD~3")+"\n")
	if h := s.history("HEAD~3"); h.Commits != 4 {
		t.Errorf("%d commits are told of, and there are 4", h.Commits)
	}
}

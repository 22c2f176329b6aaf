package nplint_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
)

// TestGitMissing runs nplint where there is no git that it would run.
func TestGitMissing(t *testing.T) {
	s := newWorkTree(t)
	s.write("log.md", "one\n")
	s.repository("")
	fake := "#!/bin/sh\ntouch " + s.dir + "/ran\n"
	s.write("bin/git", fake)
	if err := os.Chmod(filepath.Join(s.dir, "bin/git"), 0o755); err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	if err := os.Symlink(filepath.Join(s.dir, "bin/git"), filepath.Join(elsewhere, "git")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"none", t.TempDir(), "because there is no git on this machine"},
		{"in the linted repository", filepath.Join(s.dir, "bin"), "because the git on the PATH is part of what is linted, and nplint runs no program from there"},
		{"a link to there", elsewhere, "because the git on the PATH is part of what is linted, and nplint runs no program from there"},
		{"in a relative directory", "bin", "because the git on the PATH stands in a relative directory, and nplint runs no program that depends on where it is started"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(s.dir)
			t.Setenv("PATH", c.path)
			if got := s.committed("", "log.md"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if exists(filepath.Join(s.dir, "ran")) {
				t.Error("the program in the repository was run")
			}
		})
	}
}

// TestGitOwner asks about a repository of another user.
func TestGitOwner(t *testing.T) {
	s := newWorkTree(t)
	if os.Getuid() != 0 {
		t.Skip("only root can give a repository to another user")
	}
	s.write("log.md", "one\n")
	s.repository("")
	for _, path := range []string{"", ".git"} {
		if err := os.Chown(filepath.Join(s.dir, path), 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	const refused = "because git refuses to read the repository, since it belongs to another user (see safe.directory in git's manual)"
	if got := s.committed("", "log.md"); got != refused {
		t.Errorf("got %s, want %s", got, refused)
	}
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "safe.directory")
	t.Setenv("GIT_CONFIG_VALUE_0", "*")
	if got, want := s.committed("", "log.md"), `log.md="one\n"`; got != want {
		t.Errorf("with safe.directory set: got %s, want %s", got, want)
	}
}

// TestGitHostile asks about a repository that names a program wherever git may run one. The program must not run.
func TestGitHostile(t *testing.T) {
	s := newWorkTree(t)
	s.write("log.md", "one\n")
	s.write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
	s.repository("")
	outside := t.TempDir()
	marker, evil := filepath.Join(outside, "ran"), filepath.Join(outside, "evil")
	if err := os.WriteFile(evil, []byte("#!/bin/sh\necho \"$@\" >> "+marker+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
		"diff.external", "diff.evil.textconv", "diff.evil.command", "filter.evil.smudge", "filter.evil.clean", "filter.evil.process",
		"merge.evil.driver", "credential.helper", "gpg.program", "pager.ls-tree", "pager.cat-file", "pager.ls-files", "pager.check-ignore", "pager.diff-index", "pager.merge-base", "pager.rev-list", "diff.orderFile",
		"uploadpack.packObjectsHook",
	} {
		s.git("", "config", key, evil)
	}
	for _, command := range []string{"ls-tree", "cat-file", "ls-files", "check-ignore", "rev-parse", "diff-index", "merge-base", "rev-list"} {
		s.git("", "config", "alias."+command, "!"+evil)
	}
	s.git("", "config", "core.hooksPath", outside)
	for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"} {
		if err := os.Symlink(evil, filepath.Join(outside, hook)); err != nil {
			t.Fatal(err)
		}
	}
	askAll := func(want string) {
		t.Helper()
		s.ask("", func(set *document.Set) {
			if err := errors.Join(second(set.Git.Tracked([]string{""})), second(set.Git.Ignored([]string{"log.md"}))); err != nil {
				t.Error(err)
			}
		})
		if got := s.committed("", "log.md"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if ran, err := os.ReadFile(marker); err == nil {
			t.Errorf("a program that the repository names was run:\n%s", ran)
		}
	}
	askAll(`log.md="one\n"`)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	const both = "agents/np-finder.md agent-invalid-tier\nagents/np-finder.md agent-unknown-tool"
	if got := s.news(fromHead); got != both {
		t.Errorf("new since HEAD is %q, want %q", got, both)
	}
	if got := s.news(func(o *nplint.Options) { o.NewFromMergeBase = "HEAD" }); got != both {
		t.Errorf("new since the merge base is %q, want %q", got, both)
	}
	if got := s.news(staged); got != "" {
		t.Errorf("new in the index is %q, and nothing was staged", got)
	}
	if h := s.history("HEAD"); len(h.Moments) != 2 || h.Moments[0].Summary == nil {
		t.Errorf("the history is %+v", h)
	}
	askAll(`log.md="one\n"`)

	// A partial clone that lacks the content, with a remote that is a program.
	for key, value := range map[string]string{
		"core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.url": "ext::" + evil,
		"remote.origin.promisor": "true", "remote.origin.uploadpack": evil, "protocol.ext.allow": "always",
	} {
		s.git("", "config", key, value)
	}
	s.remove(".git/objects/56/26abf0f72e58d7a153368ba57db4c673c0e171") // the content "one\n"
	askAll("because git does not have the committed log.md here")
}

func second[T any](_ T, err error) error { return err }

// TestGitCancelled holds that a question ends with the run.
func TestGitCancelled(t *testing.T) {
	s := newWorkTree(t)
	s.repository("")
	ctx, cancel := context.WithCancel(context.Background())
	var asked error
	pass := &analysis.Analyzer{
		Name: "ask", Doc: "ask git", Requires: []*analysis.Analyzer{document.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			cancel()
			_, asked = document.Of(pass).Git.Committed([]string{"log.md"})
			return nil, nil
		},
	}
	if _, err := nplint.Run(ctx, nplint.Options{Dir: s.dir, Paths: []string{"."}, Passes: []*analysis.Analyzer{pass}}); err == nil || asked == nil {
		t.Errorf("the run ended with %v, the question with %v", err, asked)
	}
}

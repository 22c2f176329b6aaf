package nplint_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
)

// workTree is a directory in which git can be used. The user's own configuration does not count there.
type workTree struct {
	*testing.T
	dir string
}

func newWorkTree(t *testing.T) workTree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("THERE IS NO git ON THIS MACHINE, so nothing that asks git is tested")
	}
	for name, value := range map[string]string{
		"HOME": t.TempDir(), "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
	} {
		t.Setenv(name, value)
	}
	return workTree{t, t.TempDir()}
}

// write makes a file with the content, and the directories above it.
func (s workTree) write(path, content string) {
	s.Helper()
	file := filepath.Join(s.dir, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		s.Fatal(err)
	}
}

// git runs git in a directory below its directory.
func (s workTree) git(dir string, args ...string) {
	s.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = filepath.Join(s.dir, dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (s workTree) remove(path string) {
	s.Helper()
	if err := os.Remove(filepath.Join(s.dir, path)); err != nil {
		s.Fatal(err)
	}
}

func (s workTree) link(target, path string) {
	s.Helper()
	if err := os.Symlink(target, filepath.Join(s.dir, path)); err != nil {
		s.Fatal(err)
	}
}

// repository makes a repository of a directory, with all that is in it in one commit.
func (s workTree) repository(dir string) {
	s.Helper()
	s.git(dir, "init", "--quiet", "--initial-branch=main")
	s.git(dir, "add", "--all")
	s.git(dir, "commit", "--quiet", "--allow-empty", "--message=all")
}

// ask runs nplint in a directory with a pass that asks the driver something.
func (s workTree) ask(dir string, question func(set *document.Set)) {
	s.Helper()
	asked := false
	pass := &analysis.Analyzer{
		Name: "ask", Doc: "ask git", Requires: []*analysis.Analyzer{document.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			asked = true
			question(document.Of(pass))
			return nil, nil
		},
	}
	_, err := nplint.Run(context.Background(), nplint.Options{Dir: filepath.Join(s.dir, dir), Paths: []string{"."}, Passes: []*analysis.Analyzer{pass}})
	if err != nil || !asked {
		s.Fatalf("the question was not asked: %v", err)
	}
}

// committed tells what the last commit has of the paths: `path="content"` for each, or "because" and the error.
func (s workTree) committed(dir string, paths ...string) (answer string) {
	s.Helper()
	s.ask(dir, func(set *document.Set) {
		contents, err := set.Git.Committed(paths)
		if err != nil {
			answer = "because " + err.Error()
			return
		}
		var parts []string
		for _, path := range slices.Sorted(maps.Keys(contents)) {
			parts = append(parts, fmt.Sprintf("%s=%q", path, contents[path]))
		}
		answer = strings.Join(parts, " ")
	})
	return answer
}

// TestCommitted asks repositories of all sorts for the content of files in their last commit.
func TestCommitted(t *testing.T) {
	for _, c := range []struct {
		name  string
		setUp func(s workTree)
		dir   string // where nplint runs
		paths []string
		want  string
	}{
		{"a changed file", func(s workTree) {
			s.write("log.md", "one\n")
			s.repository("")
			s.write("log.md", "two\n")
		}, "", []string{"log.md"}, `log.md="one\n"`},
		{"a staged change is no commit", func(s workTree) {
			s.write("log.md", "one\n")
			s.repository("")
			s.write("log.md", "two\n")
			s.write("new.md", "new\n")
			s.git("", "add", "--all")
		}, "", []string{"log.md", "new.md"}, `log.md="one\n"`},
		{"a deleted file, an empty one, and two with the same content", func(s workTree) {
			s.write("gone.md", "gone")
			s.write("empty.md", "")
			s.write("a/same.md", "same\r\n")
			s.write("b/same.md", "same\r\n")
			s.repository("")
			s.remove("gone.md")
		}, "", []string{"b/same.md", "gone.md", "empty.md", "a/same.md"}, `a/same.md="same\r\n" b/same.md="same\r\n" empty.md="" gone.md="gone"`},
		{"strange names", func(s workTree) {
			for _, name := range []string{"a b.md", "ü.md", "x\ny.md", "t\tt.md", ":(top)x.md", "-p.md", "*.md", "q\".md"} {
				s.write(name, "x")
			}
			s.repository("")
		}, "", []string{"a b.md", "ü.md", "x\ny.md", "t\tt.md", ":(top)x.md", "-p.md", "*.md", "q\".md"},
			"*.md=\"x\" -p.md=\"x\" :(top)x.md=\"x\" a b.md=\"x\" q\".md=\"x\" t\tt.md=\"x\" x\ny.md=\"x\" ü.md=\"x\""},
		{"an asterisk is no pattern", func(s workTree) {
			s.write("a.md", "x")
			s.repository("")
		}, "", []string{"*.md"}, ""},
		{"a detached HEAD", func(s workTree) {
			s.write("log.md", "one\n")
			s.repository("")
			s.git("", "checkout", "--quiet", "--detach")
		}, "", []string{"log.md"}, `log.md="one\n"`},
		{"a shallow clone", func(s workTree) {
			s.write("origin/log.md", "one\n")
			s.repository("origin")
			s.git("origin", "commit", "--quiet", "--allow-empty", "--message=more")
			s.git("", "clone", "--quiet", "--depth=1", "file://"+s.dir+"/origin", "clone")
		}, "clone", []string{"log.md"}, `log.md="one\n"`},
		{"a linked work tree", func(s workTree) {
			s.write("main/log.md", "one\n")
			s.repository("main")
			s.git("main", "worktree", "add", "--quiet", "../second")
		}, "second", []string{"log.md"}, `log.md="one\n"`},
		{"a directory and a link are no files", func(s workTree) {
			s.write("dir/log.md", "one\n")
			s.link("dir/log.md", "link.md")
			s.repository("")
		}, "", []string{"dir", "link.md"}, ""},
		{"a file behind a link to a directory", func(s workTree) {
			s.write("dir/log.md", "one\n")
			s.link("dir", "also")
			s.repository("")
		}, "", []string{"dir/log.md", "also/log.md"}, `also/log.md="one\n" dir/log.md="one\n"`},
		{"a file outside of the base", func(s workTree) {
			s.write("repo/log.md", "one\n")
			s.repository("repo")
		}, "repo", []string{"../other.md", "log.md"}, `log.md="one\n"`},
		{"repositories below the base", func(s workTree) {
			s.write("a/x/log.md", "in a\n")
			s.write("b/log.md", "in b\n")
			s.repository("a")
			s.repository("b")
		}, "", []string{"a/x/log.md", "b/log.md"}, `a/x/log.md="in a\n" b/log.md="in b\n"`},
		{"a repository inside of another", func(s workTree) {
			s.write("log.md", "outer\n")
			s.write("sub/log.md", "inner\n")
			s.repository("sub")
			s.git("sub", "branch", "other")
			s.repository("")
		}, "", []string{"log.md", "sub/log.md", "sub"}, `log.md="outer\n" sub/log.md="inner\n"`},
		{"no repository", func(s workTree) { s.write("log.md", "one\n") }, "", []string{"log.md"}, "because this is no git repository"},
		{"no commit", func(s workTree) {
			s.write("log.md", "one\n")
			s.git("", "init", "--quiet")
			s.git("", "add", "--all")
		}, "", []string{"log.md"}, "because the repository has no commit yet"},
		{"a bare repository", func(s workTree) { s.git("", "init", "--quiet", "--bare") }, "", []string{"log.md"}, "because this is a bare git repository"},
		{"a HEAD that leads nowhere", func(s workTree) {
			s.write("log.md", "one\n")
			s.repository("")
			s.write(".git/HEAD", strings.Repeat("1", 40)+"\n")
		}, "", []string{"log.md"}, "because git says: not a tree object"},
		{"a broken configuration", func(s workTree) {
			s.repository("")
			s.write(".git/config", "[core\n")
		}, "", []string{"log.md"}, "because git says: bad config line 1 in file .git/config"},
		{"no path at all", func(s workTree) {}, "", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newWorkTree(t)
			c.setUp(s)
			if got := s.committed(c.dir, c.paths...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestCommittedMany asks for more files than fit on one command line.
func TestCommittedMany(t *testing.T) {
	s := newWorkTree(t)
	var paths []string
	for i := range 1000 {
		path := fmt.Sprintf("%s/%04d.md", strings.Repeat("long", 20), i)
		s.write(path, path)
		paths = append(paths, path)
	}
	s.repository("")
	s.ask("", func(set *document.Set) {
		contents, err := set.Git.Committed(paths)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if string(contents[path]) != path {
				t.Fatalf("%s has the content %q", path, contents[path])
			}
		}
	})
}

// TestCommittedLarge holds that a file with more bytes than nplint reads is refused by name.
func TestCommittedLarge(t *testing.T) {
	s := newWorkTree(t)
	s.write("large.md", strings.Repeat("large\n", 6<<20))
	s.repository("")
	const want = "because the committed large.md has 37748736 bytes, more than the 2097152 that nplint reads (max_file_size)"
	if got := s.committed("", "large.md"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTracked lists the files of indexes.
func TestTracked(t *testing.T) {
	s := newWorkTree(t)
	s.write("top.md", "x")
	s.write("a/x.md", "x")
	s.write("a/ü\n.md", "x")
	s.write("ab/y.md", "x")
	s.write("sub/z.md", "x")
	s.repository("sub")
	s.repository("")
	s.write("a/untracked.md", "x")
	s.write("a/staged.md", "x")
	s.git("", "add", "a/staged.md")
	s.remove("a/x.md")
	for dir, want := range map[string][]string{
		"":        {"a/staged.md", "a/x.md", "a/ü\n.md", "ab/y.md", "top.md"},
		"a":       {"a/staged.md", "a/x.md", "a/ü\n.md"},
		"a/":      {"a/staged.md", "a/x.md", "a/ü\n.md"},
		"sub":     {"sub/z.md"},
		"nowhere": nil,
		"..":      nil,
	} {
		s.ask("", func(set *document.Set) {
			if got, err := set.Git.Tracked([]string{dir, "ab"}); err != nil || !reflect.DeepEqual(got[dir], want) || len(got["ab"]) != 1 {
				t.Errorf("%q: got %q, %v, want %q", dir, got, err, want)
			}
		})
	}
}

// TestTrackedUnread tells that the index cannot be read, and does not take it for an empty one.
func TestTrackedUnread(t *testing.T) {
	s := newWorkTree(t)
	s.write("x.md", "x")
	s.repository("")
	s.write(".git/index", "no index")
	s.ask("", func(set *document.Set) {
		if got, err := set.Git.Tracked([]string{""}); err == nil {
			t.Errorf("got %q, and no error", got)
		}
	})
}

// TestTrackedInHook lists the files of the index that git made for a commit, and not those of another repository's.
func TestTrackedInHook(t *testing.T) {
	s := newWorkTree(t)
	s.write("mine/x.md", "x")
	s.write("other/y.md", "y")
	s.repository("mine")
	s.repository("other")
	s.git("mine", "read-tree", "--index-output=.git/next-index-1", "--empty")
	for _, c := range []struct {
		index string
		want  []string
	}{
		{"mine/.git/next-index-1", nil},
		{"other/.git/index", []string{"x.md"}},
	} {
		t.Setenv("GIT_DIR", filepath.Join(s.dir, "other/.git"))
		t.Setenv("GIT_WORK_TREE", filepath.Join(s.dir, "other"))
		t.Setenv("GIT_INDEX_FILE", filepath.Join(s.dir, c.index))
		s.ask("mine", func(set *document.Set) {
			if got, err := set.Git.Tracked([]string{""}); err != nil || !slices.Equal(got[""], c.want) {
				t.Errorf("with the index %s: got %q, %v, want %q", c.index, got, err, c.want)
			}
		})
	}
}

// TestIgnored holds paths against git's ignore rules.
func TestIgnored(t *testing.T) {
	s := newWorkTree(t)
	s.write(".gitignore", "dir/\n*.tmp\n!keep.tmp\nonly/*\n")
	s.write("deep/.gitignore", "local.md\n")
	s.write("tracked.tmp", "x")
	s.write("sub/x.md", "x")
	s.write("sub/.gitignore", "x.md\n")
	s.git("sub", "init", "--quiet")
	s.link("deep", "link")
	s.git("", "init", "--quiet")
	s.git("", "add", "--force", "tracked.tmp")
	for path, want := range map[string]bool{
		"dir/": true, "dir": false, "dir/x.md": true, "x.tmp": true, "keep.tmp": false, "ü\n.tmp": true, "tracked.tmp": true,
		"only/": true, "other/": false, "deep/local.md": true, "local.md": false, "link/local.md": true, "sub/x.md": true,
		"../x.tmp": false, "": false, ":(top)x.tmp": true, "*.md": false,
	} {
		s.ask("", func(set *document.Set) {
			got, err := set.Git.Ignored([]string{path, "never.md"})
			if err != nil || got[path] != want || got["never.md"] {
				t.Errorf("%q: got %v, %v, want %v", path, got, err, want)
			}
		})
	}
}

// TestIgnoredReference holds that a plan may have files read that git ignores: what a build makes is in no commit.
func TestIgnoredReference(t *testing.T) {
	s := newWorkTree(t)
	s.write(".planning/STATE.md", "---\ngsd_state_version: 1.0\n---\n")
	s.write(".planning/phases/01-desk/01-01-PLAN.md", "---\nphase: 01-desk\nplan: 01\n---\n\n<task type=\"auto\">\n"+
		"<name>Read</name>\n<read_first>\n- dist/slots.d.ts\n- types/slots.d.ts\n</read_first>\n</task>\n")
	s.write(".gitignore", "dist/\n")
	s.git("", "init", "--quiet")
	r, err := nplint.Run(context.Background(), nplint.Options{Dir: s.dir, Only: []string{"gsd-plan-reference"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "types/slots.d.ts") {
		t.Errorf("want the one that git does not ignore, got %v", r.Findings)
	}
}

// TestMovedReference holds that a path in instructions is told where git has the file elsewhere below the same directory, and no
// other of its name.
func TestMovedReference(t *testing.T) {
	s := newWorkTree(t)
	s.write("CLAUDE.md", "Prices: `src/orders/price.ts`, `src/oven.ts`, `src/util.ts`, `src/lone.ts`, `docs/price.ts`, `orders/tax.ts`.\n\n"+
		"Add `src/new/tax.ts` for taxes.\n")
	for _, file := range []string{".claude/rules/x.md", "src/pricing/price.ts", "src/oven.ts", "src/a/util.ts", "src/b/util.ts", "src/orders/tax.ts", "docs/x"} {
		s.write(file, "")
	}
	s.git("", "init", "--quiet")
	s.git("", "add", ".")
	r, err := nplint.Run(context.Background(), nplint.Options{Dir: s.dir, Only: []string{"cc-reference"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "no src/orders/price.ts") ||
		!strings.Contains(r.Findings[0].Message, "src/pricing/price.ts") {
		t.Errorf("want the one that was moved, got %v", r.Findings)
	}
}

// TestIgnoredAndTracked holds that files are linted which git tracks though a pattern covers them, and others are not.
func TestIgnoredAndTracked(t *testing.T) {
	s := newWorkTree(t)
	s.write(".gitignore", ".claude/\n")
	for _, name := range []string{"kept", "own"} {
		s.write(".claude/skills/"+name+"/SKILL.md", "---\nname: other\ndescription: Use it.\n---\n\nText.\n")
	}
	s.git("", "init", "--quiet")
	found := func() (files []string) {
		r, err := nplint.Run(context.Background(), nplint.Options{Dir: s.dir, Only: []string{"cc-skill-name"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Findings {
			files = append(files, f.Path)
		}
		return files
	}
	if got := found(); len(got) > 0 {
		t.Errorf("git tracks nothing, got %q", got)
	}
	s.git("", "add", "--force", ".claude/skills/kept")
	if got := found(); !slices.Equal(got, []string{".claude/skills/kept/SKILL.md"}) {
		t.Errorf("git tracks one, got %q", got)
	}
	t.Setenv("PATH", t.TempDir())
	if got := found(); len(got) > 0 {
		t.Errorf("without git the patterns count, got %q", got)
	}
}

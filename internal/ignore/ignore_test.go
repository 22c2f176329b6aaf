package ignore_test

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/ignore"
)

// trees is how many random trees are held against git; NPLINT_IGNORE_TREES names another number.
func trees(t *testing.T) uint64 {
	more, err := strconv.ParseUint(os.Getenv("NPLINT_IGNORE_TREES"), 10, 64)
	if err == nil {
		return more
	}
	if testing.Short() {
		return 20
	}
	return 200
}

// TestLikeGit asks both of everything in random trees with random ignore files. The seeds are fixed.
func TestLikeGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on this machine")
	}
	asked, ignored := 0, 0
	for seed := range trees(t) {
		dir := t.TempDir()
		names := plant(t, rand.New(rand.NewPCG(seed, 11)), dir)
		want := gitIgnored(t, dir, names)
		tree := ignore.New(dir, nil, nil)
		for _, name := range names {
			info, err := os.Lstat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			dir, base := path.Split(name)
			reason := tree.At(strings.TrimSuffix(dir, "/"), nil).Ignored(base, info.IsDir())
			if got := reason != nil; got != want[name] {
				t.Errorf("seed %d: %s: got %+v, git says %t", seed, name, reason, want[name])
			}
			asked++
			if want[name] {
				ignored++
			}
		}
		if t.Failed() {
			showFiles(t, dir)
			return
		}
		os.RemoveAll(dir)
	}
	if ignored*10 < asked {
		t.Errorf("of %d names only %d are ignored, so little was compared", asked, ignored)
	}
}

// TestLikeGitLong asks both of patterns with a * far behind their start.
func TestLikeGitLong(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on this machine")
	}
	dir := t.TempDir()
	initGit(t, dir)
	var names []string
	patterns := ""
	for n := 60; n < 135; n++ {
		start := strconv.Itoa(n) + strings.Repeat("a", n)
		patterns += start + "*b*c\n"
		for _, end := range []string{"bc", "xbxc", "xb", "c", "bcx"} {
			names = append(names, start+end)
		}
	}
	write(t, filepath.Join(dir, ".gitignore"), patterns)
	want, at := gitIgnored(t, dir, names), ignore.New(dir, nil, nil).At("", nil)
	for _, name := range names {
		if got := at.Ignored(name, false) != nil; got != want[name] {
			t.Errorf("%s: got %t, git says %t", name, got, want[name])
		}
	}
}

// TestLikeGitPatterns asks both of patterns with all that may stand in one, each in a directory of its own.
func TestLikeGitPatterns(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on this machine")
	}
	patterns := []string{
		"[a-c]", "[c-a]", "[b-b]", "[a-", "[a", "[", "[]", "[]a]", "[]-a]", "[!]a]", "[!a-c]", "[^a]", "[!", "[a-]", "[-a]", "[a-c-z]", "[a\\-c]",
		`[\]]`, `[\a-c]`, `[a-\c]`, `[a-\`, `[\`, "[[:digit:]]", "[[:digit:]-z]", "[![:digit:]]", "[[:nope:]]", "[[:digit]", "[[:", "[[:]", "[[:a]",
		"[[:alpha:][:digit:]]", "[[:upper:]a]", "[[:punct:]]", "x[a", "x[!a]y", "[/]b", "x[/]b", "?", "??", "x?b", "x*b", "x/*", "x/?", `\a`, `a\`, `a\\`, `\*`,
		"**", "**/b", "/**", "x/**", "x/**/b", "**/**/b", "x/**/**/b", "**b", "a**", "x**/b", "x/**b", `x/**\/b`, `**\/b`, "***", "***/b", "*/b", "*/*/b",
		"x/", "x/y/", "/x", "/b", "y/", "*/", "*y/", "/*/y/", "!a", "a\n!a", "*\n!b", "*\n!x/\n!b", "/x/*\n!/x/y", "a \nb\\ \n", "#a", `\#a`, `\!a`, "b\r",
		"a\n*b\na", "*.a\n*\n!?", strings.Repeat("*a", 70), strings.Repeat("?", 70) + "*", "\xef\xbb\xbfa", "a\x00b",
	}
	names := []string{
		"a", "b", "c", "d", "z", "1", "-", "]", "[", "!", "^", `\`, "*", "B", "b ", "a ", "ab", "ba", "aa", "x1y", "xay", "x[a", "[a", "[]", "[", `a\`, "#a", "!a",
		"x", "x/b", "x/a", "x/y", "x/y/b", "x/y/a", "x/y/y", "y", "y/b", "é", strings.Repeat("a", 80), "a.a", ".a",
	}
	dir := t.TempDir()
	initGit(t, dir)
	var all []string
	for i, pattern := range patterns {
		in := "p" + strconv.Itoa(i)
		for _, below := range []string{"x/y/y", "y"} {
			if err := os.MkdirAll(filepath.Join(dir, in, below), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(t, filepath.Join(dir, in, ".gitignore"), pattern+"\n")
		for _, name := range names {
			all = append(all, in+"/"+name)
		}
	}
	want, tree := gitIgnored(t, dir, all), ignore.New(dir, nil, nil)
	for _, name := range all {
		in, base := path.Split(name)
		isDir := base == "x" || base == "y"
		if got := tree.At(strings.TrimSuffix(in, "/"), nil).Ignored(base, isDir) != nil; got != want[name] {
			i, _ := strconv.Atoi(strings.TrimPrefix(strings.Split(name, "/")[0], "p"))
			t.Errorf("%q with %q: got %t, git says %t", name, patterns[i], got, want[name])
		}
	}
}

// plant makes a repository with random names and ignore files, and returns all names but those of git.
func plant(t *testing.T, r *rand.Rand, dir string) []string {
	t.Helper()
	parts := []string{"a", "b", "ab", "a.b", "build", "x y", ".a", "b.md", "B", "[a]", "a-b", "!a", "#b", "é", "a*"}
	known := map[string]bool{}
	for range 12 + r.IntN(12) {
		name := ""
		for range 1 + r.IntN(4) {
			name = path.Join(name, parts[r.IntN(len(parts))])
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if os.MkdirAll(filepath.Dir(file), 0o755) != nil { // a file stands in the way
			continue
		}
		if r.IntN(5) == 0 {
			_ = os.MkdirAll(file, 0o755)
		} else if _, err := os.Lstat(file); err != nil {
			_ = os.WriteFile(file, nil, 0o644)
		}
	}
	var dirs []string
	_ = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err == nil && file != dir {
			known[filepath.ToSlash(file[len(dir)+1:])] = true
		}
		if err == nil && e.IsDir() {
			dirs = append(dirs, file)
		}
		return err
	})
	initGit(t, dir)
	for i, d := range dirs {
		if i == 0 || r.IntN(4) == 0 {
			write(t, filepath.Join(d, ".gitignore"), lines(r))
		}
	}
	write(t, filepath.Join(dir, ".git", "info", "exclude"), lines(r))
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// initGit makes what git init would, without a process.
func initGit(t *testing.T, dir string) {
	t.Helper()
	for _, d := range []string{"objects", "refs", "info"} {
		if err := os.MkdirAll(filepath.Join(dir, ".git", d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lines returns the text of a random ignore file.
func lines(r *rand.Rand) string {
	pieces := []string{
		"a", "b", "ab", "a.b", "build", "B", ".a", "md", "x y", "é", "*", "*", "**", "***", "?", "/", "/", "/**/", "**/", "/**", "*.md", "*b",
		"[a-c]", "[!a]", "[^b]", "[ab", "[]a]", "[a-]", "[[:alpha:]]", "[[:nope:]]", "[[:a]", "[a\\]]", "[\\a-b]", "\\", "\\*", "\\[", "\\ ", "a/b", "-", "[--b]", "[/]", "[!/]",
	}
	var b strings.Builder
	if r.IntN(10) == 0 {
		b.WriteString("\xef\xbb\xbf")
	}
	for range 1 + r.IntN(5) {
		b.WriteString([]string{"", "", "", "", "", "!", "!", "/", "#", `\!`, `\#`}[r.IntN(11)])
		for range 1 + r.IntN(3) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteString([]string{"", "", "", "/", "/", " ", "  ", `\ `, "\t", "\r"}[r.IntN(10)])
		if r.IntN(12) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// gitIgnored asks git.
func gitIgnored(t *testing.T, dir string, names []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("git", "-C", dir, "check-ignore", "-z", "--stdin", "--no-index")
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "XDG_CONFIG_HOME="+dir+"/.git")
	input := ""
	for _, name := range names {
		input += "./" + name + "\x00"
	}
	cmd.Stdin = strings.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("git check-ignore: %v\n%s", err, &stderr)
	}
	ignored := map[string]bool{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		ignored[strings.TrimPrefix(name, "./")] = true
	}
	return ignored
}

// showFiles logs the ignore files of a tree.
func showFiles(t *testing.T, dir string) {
	_ = filepath.WalkDir(dir, func(file string, _ fs.DirEntry, err error) error {
		if base := filepath.Base(file); err == nil && (base == ".gitignore" || base == "exclude") {
			text, _ := os.ReadFile(file)
			t.Logf("%s: %q", file[len(dir):], text)
		}
		return nil
	})
}

// TestTree holds what git is not asked about: other working trees, what is named, and where no repository is.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		".git/HEAD": "", ".gitignore": "dist/\n*.log\n", "dist/a/x.md": "", "copy/.git": "gitdir: elsewhere", "copy/x.md": "", "inner/.git/HEAD": "",
		"inner/x.log": "", "big/.gitignore": strings.Repeat("x\n", 1<<20), "big/x": "",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, file), text)
	}
	tree := ignore.New(dir, nil, nil)
	if r := tree.At("dist/a", nil).Ignored("x.md", false); r == nil || *r != (ignore.Reason{File: ".gitignore", Line: 1, Pattern: "dist/"}) {
		t.Errorf("dist/a/x.md: %+v", r)
	}
	if ignore.New(dir, []string{"dist/a"}, nil).At("dist/a", nil).Ignored("x.md", false) != nil {
		t.Error("what is named is ignored")
	}
	if tree.At("inner", nil).Ignored("x.log", false) != nil {
		t.Error("a repository is ruled by the one around it")
	}
	if tree.At("big", nil).Ignored("x", false) != nil {
		t.Error("a file of 2 MiB counts")
	}
	if !tree.At("copy", nil).Apart() || ignore.New(dir, []string{"copy/x.md"}, nil).At("copy", nil).Apart() || tree.At("inner", nil).Apart() {
		t.Error("other working trees are not told")
	}
	if ignore.New(filepath.Join(dir, "dist"), nil, nil).At("", nil).Ignored("x.log", false) != nil {
		t.Error("ignore files count where no repository is")
	}
}

// TestTracked holds that what git tracks is not ignored, and asks for it only where a pattern covers something.
func TestTracked(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".gitignore"), "dist/\n*.log\n")
	asked := false
	tree := ignore.New(dir, nil, func() []string {
		asked = true
		return []string{"a.log", "dist/deep/x.md", "dist/y.md"}
	})
	for _, c := range []struct {
		dir, base      string
		isDir, ignored bool
	}{
		{"", "x.md", false, false}, {"", "a.log", false, false}, {"", "b.log", false, true}, {"", "dist", true, false},
		{"dist", "y.md", false, false}, {"dist", "z.md", false, true}, {"dist", "deep", true, false}, {"dist", "dee", true, true},
		{"dist/deep", "x.md", false, false}, {"dist/deep", "y.md", false, true}, {"other", "dist", true, true},
	} {
		if got := tree.At(c.dir, nil).Ignored(c.base, c.isDir) != nil; got != c.ignored {
			t.Errorf("%s in %q: ignored is %t", c.base, c.dir, got)
		}
		if c.base == "x.md" && c.dir == "" && asked {
			t.Error("git is asked where nothing is covered")
		}
	}
}

// TestLinkedIgnoreFile holds that an ignore file that is a link says nothing, as git has it.
func TestLinkedIgnoreFile(t *testing.T) {
	dir := t.TempDir()
	initGit(t, dir)
	write(t, filepath.Join(dir, "patterns"), "a\n")
	if err := os.Symlink("patterns", filepath.Join(dir, ".gitignore")); err != nil {
		t.Skip(err)
	}
	if reason := ignore.New(dir, nil, nil).At("", nil).Ignored("a", false); reason != nil {
		t.Errorf("got %+v", reason)
	}
}

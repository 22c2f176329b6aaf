package edit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// diffPairs are texts before and after a change.
var diffPairs = []struct{ name, before, after string }{
	{"one line", "a\n", "b\n"},
	{"empty before", "", "a\nb\n"},
	{"empty after", "a\nb\n", ""},
	{"empty before, no final newline", "", "a"},
	{"empty after, no final newline", "a", ""},
	{"newline only", "", "\n"},
	{"final newline gained", "a\nb", "a\nb\n"},
	{"final newline lost", "a\nb\n", "a\nb"},
	{"no final newline on either side", "a\nb", "a\nc"},
	{"no final newline in the context", "a\nb\nc", "x\nb\nc"},
	{"line added behind a last line without newline", "a", "a\nb"},
	{"crlf", "a\r\nb\r\nc\r\n", "a\r\nx\r\nc\r\n"},
	{"crlf becomes lf", "a\r\nb\r\nc\r\n", "a\nb\nc\n"},
	{"lf becomes crlf", "a\nb", "a\r\nb\r\n"},
	{"lone cr", "a\rb\nc\r", "a\rx\nc\r\r"},
	{"nul and invalid utf-8", "a\x00\nb\xff\xfe\nc\n", "a\x00\nb\xc3\x28\n\x00c\n"},
	{"bom", "\ufeff---\na\n", "---\na\n"},
	{
		"lines that look like a diff",
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n",
		"+++ b/x\n--- a/x\n@@ -1 +1 @@\n\\ No newline at end of file\n",
	},
	{"trailing white space and empty lines", "a \n\n\t\n\n", "a\n\n\t \n\n\n"},
	{"six equal lines between", numbered(1, 20), numbered(1, 4) + "five\n" + numbered(6, 11) + "twelve\n" + numbered(13, 20)},
	{"seven equal lines between", numbered(1, 20), numbered(1, 4) + "five\n" + numbered(6, 12) + "x\n" + numbered(14, 20)},
	{"lines moved", numbered(1, 30), numbered(11, 30) + numbered(1, 10)},
	{"lines repeated", strings.Repeat("a\nb\n", 20), strings.Repeat("b\na\n", 22)},
	{"all lines of one side in the other", numbered(5, 8), numbered(1, 12)},
	{"two of 60,000 lines", numbered(1, 60_000), "line 1\ntwo\n" + numbered(3, 59_998) + "line 60000\n"},
}

// numbered returns the lines "line first" to "line last".
func numbered(first, last int) string {
	var s strings.Builder
	for i := first; i <= last; i++ {
		fmt.Fprintf(&s, "line %d\n", i)
	}
	return s.String()
}

func TestDiffText(t *testing.T) {
	for _, test := range []struct{ name, path, before, after, want string }{
		{"equal", "a.md", "a\n", "a\n", ""},
		{"one of many lines", "dir/a.md", numbered(1, 9), numbered(1, 4) + "five\n" + numbered(6, 9), `--- a/dir/a.md
+++ b/dir/a.md
@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+five
 line 6
 line 7
 line 8
`},
		{"new content", "a.md", "", "a\nb", `--- a/a.md
+++ b/a.md
@@ -0,0 +1,2 @@
+a
+b
\ No newline at end of file
`},
		{"two hunks", "a.md", numbered(1, 10), "zero\n" + numbered(1, 9), `--- a/a.md
+++ b/a.md
@@ -1,3 +1,4 @@
+zero
 line 1
 line 2
 line 3
@@ -7,4 +8,3 @@
 line 7
 line 8
 line 9
-line 10
`},
		{"quoted path", "ä\t\"\\\x7f\xff b.md", "a\n", "", `--- "a/\303\244\t\"\\\177\377 b.md"` + "\t" + `
+++ "b/\303\244\t\"\\\177\377 b.md"` + "\t" + `
@@ -1 +0,0 @@
-a
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Diff(test.path, []byte(test.before), []byte(test.after)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestDiffMergesHunksThatMeet(t *testing.T) {
	for _, test := range []struct{ equal, hunks int }{{1, 1}, {6, 1}, {7, 2}} {
		between := numbered(1, test.equal)
		diff := Diff("a.md", []byte("a\n"+between+"b\n"), []byte("x\n"+between+"y\n"))
		if got := strings.Count(diff, "\n@@ "); got != test.hunks {
			t.Errorf("%d equal lines between two changes: got %d hunks, want %d", test.equal, got, test.hunks)
		}
	}
}

// TestDiffIsShort has every line but the first and the last compared, each distinct from all others.
func TestDiffIsShort(t *testing.T) {
	before, after := numbered(1, 60_000), "zero\n"+numbered(1, 59_999)
	diff := Diff("a.md", []byte(before), []byte(after))
	want := "--- a/a.md\n+++ b/a.md\n" +
		"@@ -1,3 +1,4 @@\n+zero\n line 1\n line 2\n line 3\n" +
		"@@ -59997,4 +59998,3 @@\n line 59997\n line 59998\n line 59999\n-line 60000\n"
	if diff != want {
		t.Errorf("got:\n%.2000s\nwant:\n%s", diff, want)
	}
}

func TestCodeLinesRunsOutOfRunes(t *testing.T) {
	const runes = utf8.MaxRune + 1 - 0x800 // without surrogates
	lines := make([]string, runes+2)
	for i := range lines {
		lines[i] = strconv.Itoa(i)
	}
	a, b := codeLines(lines, lines)
	if len(a.runes) != runes || !slices.Equal(a.runes, b.runes) || !slices.Equal(a.lines, b.lines) {
		t.Fatalf("got %d and %d runes, want the same %d", len(a.runes), len(b.runes), runes)
	}
	for i, r := range a.runes {
		if !utf8.ValidRune(r) || i > 0 && r <= a.runes[i-1] || a.lines[i] != i {
			t.Fatalf("line %d became rune %#x of line %d", i, r, a.lines[i])
		}
	}
}

// TestDiffApplies has git apply the diffs. It also has git write its own, to see that both name the files alike.
func TestDiffApplies(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed: nothing says whether it takes our diffs")
	}
	for _, pair := range diffPairs {
		t.Run(pair.name, func(t *testing.T) { applyWithGit(t, git, "sub/file.md", pair.before, pair.after) })
	}
	paths := []string{"with space.md", "Maßnahmen/über alles.md", "日本.md", "a/b/c.md", "-dash.md", "it's.md"}
	if runtime.GOOS != "windows" {
		paths = append(paths, "tab\tand \"quotes\".md", "back\\slash.md", "new\nline.md", "bell\a\x01\x7f.md", " lead and trail ")
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) { applyWithGit(t, git, path, "a\nb\n", "a\nc\n") })
	}
}

func applyWithGit(t *testing.T, git, path, before, after string) {
	dir := t.TempDir()
	for name, text := range map[string]string{path: before, "a/" + path: before, "b/" + path: after} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	diff := Diff(path, []byte(before), []byte(after))

	// The error only says that the files differ.
	theirs, _ := runPlainGit(git, dir, "", "diff", "--no-index", "--no-prefix", "--text", "--", "a/"+path, "b/"+path)
	_, names, _ := strings.Cut(theirs, "\n--- ")
	names, _, ok := strings.Cut(names, "\n@@ ")
	if !ok || !strings.HasPrefix(diff, "--- "+names+"\n@@ ") {
		t.Errorf("got:\n%.200s\ngit says:\n%.300s", diff, theirs)
	}

	if output, err := runPlainGit(git, dir, diff, "apply", "-"); err != nil {
		t.Fatalf("git apply: %v\n%s\n%.2000s", err, output, diff)
	}
	got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != after {
		t.Errorf("git apply made %.200q, want %.200q, from\n%.2000s", got, after, diff)
	}
}

// runPlainGit runs git in a directory.
func runPlainGit(git, dir, stdin string, args ...string) (output string, err error) {
	cmd := exec.Command(git, args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func FuzzDiff(f *testing.F) {
	for _, pair := range diffPairs {
		if len(pair.before) < 1000 {
			f.Add([]byte(pair.before), []byte(pair.after))
		}
	}
	f.Fuzz(func(t *testing.T, before, after []byte) {
		diff := Diff("a.md", before, after)
		if string(before) == string(after) {
			if diff != "" {
				t.Fatalf("equal texts differ:\n%s", diff)
			}
			return
		}
		got, err := applyDiff(diff, string(before))
		if err != nil {
			t.Fatalf("%v in\n%s", err, diff)
		}
		if got != string(after) {
			t.Fatalf("got %q, want %q, from\n%s", got, after, diff)
		}
	})
}

var hunkHead = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$`)

// applyDiff applies a unified diff of a.md. Unlike git apply it takes no line that is not exactly where its hunk says.
func applyDiff(diff, before string) (string, error) {
	body, ok := strings.CutPrefix(diff, "--- a/a.md\n+++ b/a.md\n")
	if !ok {
		return "", errors.New("wrong file names")
	}
	old, lines := slices.Collect(strings.Lines(before)), slices.Collect(strings.Lines(body))
	var out []string
	used, endOld, endNew := 0, 0, 0 // lines of old that are used up; where the current hunk must end
	for i, line := range lines {
		text := line[1:]
		if i+1 < len(lines) && lines[i+1] == "\\ No newline at end of file\n" {
			text = strings.TrimSuffix(text, "\n")
		}
		switch line[0] {
		case '@':
			startOld, countOld, startNew, countNew := readHunkHead(line)
			if used != endOld || len(out) != endNew || startOld < used || startOld+countOld > len(old) {
				return "", fmt.Errorf("%q or the hunk before has wrong numbers", line)
			}
			out, used = append(out, old[used:startOld]...), startOld
			if len(out) != startNew {
				return "", fmt.Errorf("%q comes at line %d", line, len(out))
			}
			endOld, endNew = startOld+countOld, startNew+countNew
		case ' ', '-':
			if used >= endOld || old[used] != text {
				return "", fmt.Errorf("%q is not in the file at line %d", text, used)
			}
			if used++; line[0] == ' ' {
				out = append(out, text)
			}
		case '+':
			out = append(out, text)
		case '\\':
		default:
			return "", fmt.Errorf("unexpected line %q", line)
		}
	}
	if used != endOld || len(out) != endNew {
		return "", errors.New("the last hunk has wrong numbers")
	}
	return strings.Join(append(out, old[used:]...), ""), nil
}

// readHunkHead returns, for each side, the number of lines before the hunk and in it; -1 in place of those before if the
// head cannot be read.
func readHunkHead(line string) (startOld, countOld, startNew, countNew int) {
	m := hunkHead.FindStringSubmatch(line)
	if m == nil {
		return -1, 0, -1, 0
	}
	side := func(start, count string) (int, int) {
		first, _ := strconv.Atoi(start)
		if count == "" {
			return first - 1, 1
		}
		n, _ := strconv.Atoi(count)
		if n > 0 {
			first--
		}
		return first, n
	}
	startOld, countOld = side(m[1], m[2])
	startNew, countNew = side(m[3], m[4])
	return startOld, countOld, startNew, countNew
}

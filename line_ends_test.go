package nplint_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
)

// lintDir returns what `nplint run` prints for a directory, as seen from the working directory of the reader.
func lintDir(t *testing.T, dir, workDir string) string {
	t.Helper()
	o := nplint.Options{Dir: workDir, Paths: []string{dir}, Config: must(nplint.LoadConfig(filepath.Join(dir, nplint.ConfigName), nil))}
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := must(reporters.Lookup("text")).Write(&out, report, &reporters.Options{WorkDir: workDir}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// inWindows gives the files of a tree that have one of some extensions, or all, the line ends of Windows.
func inWindows(t *testing.T, dir string, extensions ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || len(extensions) > 0 && !slices.Contains(extensions, filepath.Ext(file)) {
			return err
		}
		text := bytes.ReplaceAll(must(os.ReadFile(file)), []byte("\r\n"), []byte("\n"))
		return os.WriteFile(file, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLineEnds holds that a project with the line ends of Windows has the same findings in the same places, and keeps its line ends when it is
// mended.
func TestLineEnds(t *testing.T) {
	unix, dir := t.TempDir(), t.TempDir() // neither is a repository
	for _, to := range []string{unix, dir} {
		if err := os.CopyFS(to, os.DirFS("fixtures/demo")); err != nil {
			t.Fatal(err)
		}
	}
	inWindows(t, dir)
	if got, want := lintDir(t, dir, dir), lintDir(t, unix, unix); got != want {
		t.Errorf("with CRLF line ends the demo gives\n%s\nwant\n%s", got, want)
	}
	repair, err := nplint.Mend(t.Context(), nplint.Options{Dir: dir}, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range repair.Changes {
		if slices.ContainsFunc(strings.SplitAfter(string(c.After), "\n"), func(line string) bool { return line != "" && !strings.HasSuffix(line, "\r\n") }) {
			t.Errorf("%s is mended with other line ends:\n%q", c.Path, c.After)
		}
	}
	if len(repair.Changes) == 0 {
		t.Error("nothing was mended")
	}
}

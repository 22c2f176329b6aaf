package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// TestManualPipelines holds what the manual says of the hooks and the action against their files.
func TestManualPipelines(t *testing.T) {
	manual := read(t, "docs/ci.md")
	keys := func(text, pattern string) (names []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
		return names
	}
	ids := keys(read(t, ".pre-commit-hooks.yaml").text, `(?m)^- id: (\S+)$`)
	_, inputs, _ := strings.Cut(read(t, "action.yml").text, "\ninputs:\n")
	inputs, outputs, _ := strings.Cut(inputs, "\noutputs:\n")
	outputs, _, _ = strings.Cut(outputs, "\nruns:\n")
	const key = `(?m)^  ([a-z-]+):$`
	rows := func(heading string, names ...string) {
		for _, name := range names {
			if !strings.Contains(manual.section(heading), "`"+name+"`") {
				t.Errorf("the section %q does not name %s", heading, name)
			}
		}
	}
	rows("## pre-commit", ids...)
	rows("## GitHub", keys(inputs, key)...)
	rows("## GitHub", keys(outputs, key)...)
	if len(ids) == 0 || len(keys(inputs, key)) == 0 || len(keys(outputs, key)) == 0 {
		t.Error("the hooks or the action are not read right")
	}
	for _, p := range []page{manual, read(t, "README.md")} {
		for _, block := range p.fences("yaml") {
			for _, id := range keys(block, `- id: (\S+)`) {
				if !slices.Contains(ids, id) {
					t.Errorf("%s: there is no hook %s", p.name, id)
				}
			}
			_, with, _ := strings.Cut(block, "nplint/nplint@")
			for _, input := range keys(with, `(?m)^    ([a-z-]+): `) {
				if !slices.Contains(keys(inputs, key), input) {
					t.Errorf("%s: the action has no input %s", p.name, input)
				}
			}
		}
	}
}

// TestActionVersion holds that the action downloads the release that it is a part of, and that actions within it are fixed to a commit
// that the manual names.
func TestActionVersion(t *testing.T) {
	want := "\nreadonly VERSION=" + nplint.Version + " # of the action"
	if !strings.Contains(read(t, ".github/action.sh").text, want) {
		t.Errorf(".github/action.sh has no line %q", want[1:])
	}
	manual := read(t, "docs/ci.md").section("### Actions within the action")
	uses := regexp.MustCompile(`(?m)^ *(?:- )?uses: (\S+)@(\S+)(?: # (\S+))?$`).FindAllStringSubmatch(read(t, "action.yml").text, -1)
	for _, u := range uses {
		if row := fmt.Sprintf("| `%s` | %s | `%s` |", u[1], u[3], u[2]); len(u[2]) != 40 || !strings.Contains(manual, row) {
			t.Errorf("the manual has no row %s", row)
		}
	}
	if len(uses) == 0 {
		t.Error("the action is not read right")
	}
}

// TestVersion holds that every page and file that tells people or programs a version of nplint to use tells this one.
func TestVersion(t *testing.T) {
	const version = `(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)`
	for name, told := range map[string]string{
		"README.md":                        `(?:rev: |nplint/nplint@)v` + version,
		"action.yml":                       `such as v` + version,
		"docs/ci.md":                       `(?:rev: |version: |such as .|nplint@|names .)v` + version,
		"docs/fleet.md":                    `cmd/nplint@v` + version,
		"docs/output.md":                   `"version": "` + version + `"`,
		"editors/vscode/package-lock.json": `"name": "nplint",\s+"version": "` + version + `"`,
	} {
		found := regexp.MustCompile(told).FindAllStringSubmatch(read(t, name).text, -1)
		if len(found) == 0 {
			t.Errorf("%s names no version", name)
		}
		for _, version := range found {
			if version[1] != nplint.Version {
				t.Errorf("%s has %q, and nplint is version %s", name, version[0], nplint.Version)
			}
		}
	}
}

// TestMap holds that the map of the code names every room, and no room that is not there.
func TestMap(t *testing.T) {
	m := read(t, "ARCHITECTURE.md")
	if size := len(m.text); size > 12<<10 {
		t.Errorf("the map has %d bytes, and at most 12 KB fit a reader", size)
	}
	rooms := m.section("## Rooms")
	for _, name := range filesAt(t, "internal/*", "cmd/*", "analyzers/*", "analyzers/core") {
		info, err := os.Stat(filepath.Join(repository, name))
		if err == nil && info.IsDir() && !isPack(path.Base(name)) && !strings.Contains(rooms, "\n    "+name+"/ ") {
			t.Errorf("the map has no room %s", name)
		}
	}
	for _, row := range regexp.MustCompile(`(?m)^    ([a-z.][A-Za-z./-]*)`).FindAllStringSubmatch(rooms, -1) {
		if _, err := os.Stat(filepath.Join(repository, row[1])); err != nil {
			t.Errorf("there is no room %s", row[1])
		}
	}
}

// TestManualPrograms holds that the Go code in the manual is part of what tests build and run.
func TestManualPrograms(t *testing.T) {
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	tested := ""
	for _, name := range []string{"cmd/cli/testdata/house/main.go", "cmd/cli/testdata/house/prose/prose_test.go",
		"example_test.go"} {
		tested += squeeze(read(t, name).text)
	}
	for _, p := range manualPages(t) {
		for _, program := range p.fences("go") {
			if p.name == "docs/packs.md" {
				break // .ci/demo-pack.sh builds that
			}
			if !strings.Contains(tested, squeeze(program)) {
				t.Errorf("%s: no test runs\n%s", p.name, program)
			}
		}
	}
}

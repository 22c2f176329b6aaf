package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/rules"
)

// The manual, the README and the other pages at the root are held against the command here: what they show is what it
// prints.

// repository is the root of this module, as seen from here.
const repository = "../.."

// page is a Markdown file of the repository.
type page struct {
	name string // relative to the repository, with slashes
	text string
}

// read returns a page by its name.
func read(t *testing.T, name string) page {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return page{name, string(text)}
}

// manualPages returns the README and all pages below docs.
func manualPages(t *testing.T) []page {
	t.Helper()
	pages := []page{read(t, "README.md")}
	err := filepath.WalkDir(filepath.Join(repository, "docs"), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			name, _ := filepath.Rel(repository, path)
			pages = append(pages, read(t, filepath.ToSlash(name)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

var fence = regexp.MustCompile("(?ms)^(```|~~~~)([a-z]+)\n(.*?)^(?:```|~~~~)$")

// fences returns the code in a language that a page shows.
func (p page) fences(language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(p.text, -1) {
		if m[2] == language {
			found = append(found, m[3])
		}
	}
	return found
}

// section returns the prose below a heading up to the next one of its level or above, or "" if there is no such
// heading.
func (p page) section(heading string) string {
	_, below, found := strings.Cut("\n"+fence.ReplaceAllString(p.text, ""), "\n"+heading+"\n")
	if !found {
		return ""
	}
	marks := heading[:strings.IndexByte(heading, ' ')]
	for level := range marks {
		below, _, _ = strings.Cut(below, "\n"+marks[level:]+" ")
	}
	return below
}

// inRepository makes an empty directory, in which nothing from above counts, the working directory.
func inRepository(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	writeFile(t, ".git/HEAD", "")
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReadme holds the README against its size and what it shows against what the command prints.
func TestReadme(t *testing.T) {
	readme := read(t, "README.md")
	if size := len(readme.text); size > 8<<10 {
		t.Errorf("the README has %d bytes, and at most 8 KB are read", size)
	}
	t.Chdir(repository)
	for _, block := range readme.fences("console") {
		command, want, _ := strings.Cut(strings.TrimPrefix(block, "$ go run ./cmd/nplint "), "\n")
		if got, _ := output(strings.Fields(command)...); !abridges(want, got) {
			t.Errorf("nplint %s prints\n%s", command, got)
		}
	}
}

// TestManualExamples runs the archives in the manual: the files of a project, and what the commands at their start
// print there, or `nplint` if there are none. An archive without files goes on with those of the one before it.
func TestManualExamples(t *testing.T) {
	count := 0
	for _, p := range manualPages(t) {
		t.Run(p.name, func(t *testing.T) {
			for _, text := range p.fences("txtar") {
				runExample(t, txtar.Parse([]byte(text)))
				count++
			}
		})
	}
	if count < 10 {
		t.Errorf("the manual has only %d examples", count)
	}
}

func runExample(t *testing.T, archive *txtar.Archive) {
	t.Helper()
	if len(archive.Files) > 1 {
		inRepository(t)
	}
	stdin, want := "", ""
	for _, f := range archive.Files {
		switch f.Name {
		case "output":
			want = string(f.Data)
		case "stdin":
			stdin = string(f.Data)
		default:
			writeFile(t, f.Name, string(f.Data))
		}
	}
	commands := []string{"$ nplint"}
	if comment := strings.TrimSpace(string(archive.Comment)); comment != "" {
		commands = strings.Split(comment, "\n")
	}
	got := ""
	for _, command := range commands {
		arguments, ok := strings.CutPrefix(command, "$ nplint")
		if !ok {
			t.Fatalf("%q is no command", command)
		}
		text, _ := outputOf(stdin, strings.Fields(arguments)...)
		got += text
	}
	if !abridges(want, got) {
		t.Errorf("%s prints\n%s\nand the page says\n%s", strings.Join(commands, ", "), got, want)
	}
}

// TestManualRound plays the round that docs/agents.md shows as an agent would: the edit of its second step makes of the
// file of the first what the second has, and nplint neither refuses it nor has anything to say of it.
func TestManualRound(t *testing.T) {
	type event struct {
		SessionID string `json:"session_id"`
		Dir       string `json:"cwd"`
		Name      string `json:"hook_event_name"`
		Tool      string `json:"tool_name"`
		Input     struct {
			File string `json:"file_path"`
			Old  string `json:"old_string"`
			New  string `json:"new_string"`
		} `json:"tool_input"`
	}
	var steps []*txtar.Archive
	for _, text := range read(t, "docs/agents.md").fences("txtar") {
		steps = append(steps, txtar.Parse([]byte(text)))
	}
	if len(steps) != 2 {
		t.Fatalf("the round has %d steps", len(steps))
	}
	inRepository(t)
	faulty, mended := string(steps[0].Files[0].Data), string(steps[1].Files[0].Data)
	var e event
	if err := json.Unmarshal(steps[1].Files[1].Data, &e); err != nil {
		t.Fatal(err)
	}
	if got := strings.Replace(faulty, e.Input.Old, e.Input.New, 1); e.Tool != "Edit" || got != mended {
		t.Fatalf("%s makes of the first file\n%s", e.Tool, got)
	}
	writeFile(t, e.Input.File, faulty)
	for _, name := range []string{"PreToolUse", "PostToolUse"} {
		e.Name = name
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if got, status := outputOf(string(text), "hook", "claude-code"); got != "" || status != 0 {
			t.Errorf("%s: %s, exit status %d", name, got, status)
		}
		writeFile(t, e.Input.File, mended)
	}
}

// abridges reports whether a text is another one whose lines stand for themselves, but for lines "…" that stand for
// any number of lines.
func abridges(short, long string) bool {
	lines := strings.Split(long, "\n")
	skip := false
	for line := range strings.SplitSeq(short, "\n") {
		if line == "…" {
			skip = true
			continue
		}
		if skip && line == "" {
			return true // the end
		}
		for skip && len(lines) > 0 && lines[0] != line {
			lines = lines[1:]
		}
		if len(lines) == 0 || lines[0] != line {
			return false
		}
		lines, skip = lines[1:], false
	}
	return len(lines) == 0
}

// filesAt returns the files of the repository that match patterns, by names with slashes.
func filesAt(t *testing.T, patterns ...string) (names []string) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name, _ := filepath.Rel(repository, file)
			names = append(names, filepath.ToSlash(name))
		}
	}
	return names
}

// TestManualLinks holds that all links within the repository lead to a file, and to a heading if they name one.
func TestManualLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pages := manualPages(t)
	for _, name := range filesAt(t, "*.md", "rules/*/*.md", "editors/*/*.md", "fixtures/*.md") {
		pages = append(pages, read(t, name))
	}
	for _, p := range pages {
		prose := fence.ReplaceAllString(p.text, "")
		for _, m := range link.FindAllStringSubmatch(prose, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := p.name
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(p.name), file))
			}
			if _, err := os.Stat(filepath.Join(repository, target)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", p.name, m[1])
			} else if anchor != "" && !slices.Contains(anchors(read(t, target)), anchor) {
				t.Errorf("%s: %s has no heading #%s", p.name, target, anchor)
			}
		}
	}
}

// anchors returns the names under which GitHub addresses the headings of a page.
func anchors(p page) (names []string) {
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	other := regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(p.text, ""), -1) {
		names = append(names, strings.ReplaceAll(other.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return names
}

// TestManualTraps holds that the rules exist which the table of traps names.
func TestManualTraps(t *testing.T) {
	_, table, found := strings.Cut(read(t, "docs/decisions.md").text, "\n| no. | trap | here |\n")
	if !found {
		t.Fatal("docs/decisions.md has no table of traps")
	}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		for _, m := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(cells[len(cells)-1], -1) {
			if rules.Get(m[1]) == nil {
				t.Errorf("there is no rule %s", m[1])
			}
		}
	}
}

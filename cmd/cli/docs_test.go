package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
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

// TestManualLinks holds that all links within the repository lead to a file, and to a heading if they name one.
func TestManualLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pages := manualPages(t)
	for _, pattern := range []string{"*.md", "rules/*/*.md", "editors/*/*.md", "fixtures/*.md"} {
		files, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name, _ := filepath.Rel(repository, file)
			pages = append(pages, read(t, filepath.ToSlash(name)))
		}
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

// commandFlags returns the flags of every command by its path, such as "baseline create", as the manual page has
// them. That of the root is "".
func commandFlags(t *testing.T) map[string][]string {
	t.Helper()
	man, _ := output("man")
	man = strings.ReplaceAll(man, `\-`, "-")
	flags := map[string][]string{}
	command := ""
	for line := range strings.Lines(man) {
		if rest, ok := strings.CutPrefix(line, `.SS "nplint `); ok {
			command = strings.TrimRight(regexp.MustCompile(`^[a-z ]*`).FindString(rest), " ")
			flags[command] = slices.Clone(flags[strings.Fields(command)[0]]) // those of the command above
		}
		if m := regexp.MustCompile(`^\.B (?:-\w, )?--([a-z-]+)`).FindStringSubmatch(line); m != nil {
			flags[command] = append(flags[command], m[1])
		}
	}
	flags[""] = flags["run"]
	return flags
}

var (
	inlineCommand = regexp.MustCompile("`nplint( [^`]*)?`")
	longFlag      = regexp.MustCompile(`--([a-z][a-z-]*[a-z])`)
)

// TestManualCommands holds that the commands and flags in the manual exist, and that all flags are in it.
func TestManualCommands(t *testing.T) {
	flags := commandFlags(t)
	if len(flags) < 10 || len(flags["run"]) < 20 {
		t.Fatalf("the manual page is not read right: %v", flags)
	}
	named := map[string]bool{}
	for _, p := range manualPages(t) {
		var lines []string
		for _, m := range inlineCommand.FindAllStringSubmatch(p.text, -1) {
			lines = append(lines, m[1])
		}
		for _, language := range []string{"sh", "txtar", "yaml"} {
			for _, block := range p.fences(language) {
				for _, m := range regexp.MustCompile(`(?m)^(?:\$ |.*go run .*/)?nplint(?:@v[0-9.]+)?( [^#|&>\n]*)?`).FindAllStringSubmatch(block, -1) {
					lines = append(lines, m[1])
				}
			}
		}
		for _, line := range lines {
			if err := checkCommand(flags, strings.Fields(line)); err != nil {
				t.Errorf("%s: `nplint%s`: %v", p.name, line, err)
			}
		}
		for _, m := range longFlag.FindAllStringSubmatch(p.text, -1) {
			named[m[1]] = true
		}
	}
	for command, all := range flags {
		for _, flag := range all {
			if !named[flag] {
				t.Errorf("no page of the manual names --%s of nplint %s", flag, command)
			}
		}
	}
}

// checkCommand says what is wrong with a command line of the manual.
func checkCommand(flags map[string][]string, words []string) error {
	command := ""
	for len(words) > 0 {
		longer := strings.TrimSpace(command + " " + words[0])
		if _, ok := flags[longer]; !ok {
			break
		}
		command, words = longer, words[1:]
	}
	if command == "" && len(words) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(words[0]) {
		return fmt.Errorf("there is no command %s", words[0])
	}
	for _, word := range words {
		m := longFlag.FindStringSubmatch(word)
		if m != nil && strings.HasPrefix(word, "--") && m[1] != "format" && !slices.Contains(flags[command], m[1]) {
			return fmt.Errorf("there is no flag --%s", m[1])
		}
	}
	return nil
}

// TestManualConfiguration loads every configuration in the manual, and holds that all keys have their section.
func TestManualConfiguration(t *testing.T) {
	manual := read(t, "docs/configuration.md")
	inRepository(t)
	writeFile(t, "base.toml", "version = 1\n")
	writeFile(t, "project/contracts/README", "")
	for _, block := range manual.fences("toml") {
		writeFile(t, "project/.nplint.toml", block)
		if _, err := nplint.LoadConfig("project/.nplint.toml", nil); err != nil {
			t.Errorf("%v in\n%s", err, block)
		}
	}
	type schema struct {
		Properties map[string]schema
		Items      *schema
	}
	var top schema
	if err := json.Unmarshal(nplint.ConfigSchema(nil), &top); err != nil {
		t.Fatal(err)
	}
	for key, s := range top.Properties {
		if isPack(key) {
			key = "Editions"
		}
		section := manual.section("## " + key)
		if section == "" {
			t.Errorf("the key %s has no section", key)
		}
		if s.Items != nil {
			s = *s.Items
		}
		for inner := range s.Properties {
			if key != "rules" && !strings.Contains(section, "`"+inner+"`") {
				t.Errorf("the section %s does not name %s", key, inner)
			}
		}
	}
}

func isPack(name string) bool {
	return slices.ContainsFunc(rules.Packs(), func(p *rules.Pack) bool { return p.Name == name })
}

// TestManualContracts loads every contract in the manual, and holds that all keys of a contract stand in its tables.
func TestManualContracts(t *testing.T) {
	manual := read(t, "docs/contracts.md")
	inRepository(t)
	writeFile(t, ".nplint.toml", "version = 1\ncontracts.dirs = [\"contracts\"]\n")
	for _, block := range manual.fences("toml") {
		if !strings.HasPrefix(block, "kind") {
			block = "kind = \"team/example\"\npaths = [\"examples/*.md\"]\n" + block
		}
		writeFile(t, "contracts/example.toml", block)
		if text, status := output("contract", "list"); status != exitClean {
			t.Errorf("%s in\n%s", text, block)
		}
	}
	checkKeys(t, manual, "## The head", reflect.TypeFor[rules.Contract]())
	for _, f := range reflect.VisibleFields(reflect.TypeFor[rules.Body]()) {
		name := f.Tag.Get("json")
		switch {
		case name == "-":
		case name == "ids" || name == "references":
			of := f.Type
			if of.Kind() == reflect.Slice {
				of = of.Elem()
			}
			checkKeys(t, manual, map[string]string{"ids": "### `[ids]`", "references": "### `[[references]]`"}[name], of)
		case f.Type.Kind() == reflect.Slice:
			checkKeys(t, manual, "## `[["+name+"]]`", f.Type.Elem())
		case f.Type.Kind() == reflect.Struct:
			checkKeys(t, manual, "## `["+name+"]`", f.Type)
		case manual.section("## `["+name+"]`") == "":
			t.Errorf("the table [%s] has no section", name)
		}
	}
}

// TestManualPacks holds that all keys of a pack and of a rule page are in the manual.
func TestManualPacks(t *testing.T) {
	manual := read(t, "docs/packs.md")
	checkKeys(t, manual, "### pack.toml", reflect.TypeFor[rules.Pack]())
	for _, f := range reflect.VisibleFields(reflect.TypeFor[rules.Rule]()) {
		key := strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(f.Name, "$1-$2"))
		switch {
		case !f.IsExported(), f.Name == "Pack", f.Name == "Why", f.Name == "Excerpt":
			continue // the page's place and body
		case f.Name == "Options":
			key = "option.NAME"
		}
		if !strings.Contains(manual.section("### A page"), "\n| `"+key+"` |") {
			t.Errorf("docs/packs.md does not tell the key %s of a page", key)
		}
	}
}

// checkKeys holds that a section of a page has a row for every key of a struct, and a section of its own for every
// table below it.
func checkKeys(t *testing.T, p page, heading string, of reflect.Type) {
	t.Helper()
	section := p.section(heading)
	for _, f := range reflect.VisibleFields(of) {
		name := f.Tag.Get("json")
		if name == "-" || !f.IsExported() {
			continue
		}
		if !strings.Contains(section, "\n| `"+name+"` |") {
			t.Errorf("%s: the section %q has no row for the key %s", p.name, heading, name)
		}
		if f.Type.Kind() == reflect.Map && f.Type.Elem().Kind() == reflect.Struct {
			table := strings.Trim(heading, "#` []")
			checkKeys(t, p, "### `["+table+"."+name+"]`", f.Type.Elem())
		}
	}
}

// TestManualFields holds that every field of the JSON output is in the manual, below the one that holds it.
func TestManualFields(t *testing.T) {
	manual := read(t, "docs/output.md").section("## json")
	inRepository(t)
	text, _ := output("--quiet", "--output", "json")
	var report map[string]any
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	named := func(name string) bool { return strings.Contains(manual, "`"+name+"`") }
	for key, value := range report {
		inner, _ := value.(map[string]any)
		if !named(key) && len(inner) == 0 {
			t.Errorf("the manual does not name %s", key)
		}
		for name := range inner {
			if !named(key + "." + name) {
				t.Errorf("the manual does not name %s.%s", key, name)
			}
		}
	}
	seen := map[reflect.Type]bool{}
	var walk func(parent string, of reflect.Type)
	walk = func(parent string, of reflect.Type) {
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "-" && !named(parent+"."+name) && !named(parent+"[]."+name) {
				t.Errorf("the manual does not name %s.%s", parent, name)
			}
			walk(name, f.Type)
		}
	}
	walk("findings", reflect.TypeFor[nplint.Finding]())
	walk("summary", reflect.TypeFor[nplint.Summary]())
}

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
	for _, pattern := range []string{"internal/*", "cmd/*", "analyzers/*", "analyzers/core"} {
		folders, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			name, _ := filepath.Rel(repository, folder)
			if info, err := os.Stat(folder); err == nil && info.IsDir() && !isPack(filepath.Base(name)) &&
				!strings.Contains(rooms, "\n    "+filepath.ToSlash(name)+"/ ") {
				t.Errorf("the map has no room %s", name)
			}
		}
	}
	for _, row := range regexp.MustCompile(`(?m)^    ([a-z.][A-Za-z./-]*)`).FindAllStringSubmatch(rooms, -1) {
		if _, err := os.Stat(filepath.Join(repository, row[1])); err != nil {
			t.Errorf("there is no room %s", row[1])
		}
	}
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

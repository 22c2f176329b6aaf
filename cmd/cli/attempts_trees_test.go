//go:build unix

package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsTrees tries trees with very many of what the system has to be asked about, for each of which it could be
// asked about all the others.
func TestAttemptsTrees(t *testing.T) {
	const agent = "---\nname: np-a\ndescription: A.\ntier: Haiku\ntools: Read\n---\n"
	link := func(t *testing.T, target, name string) {
		t.Helper()
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	deep := func(t *testing.T) {
		for i := 0; i <= 1000; i += 50 {
			dir := strings.Repeat("a/", i)
			writeFile(t, dir+"agents/np-a.md", agent)
			writeFile(t, dir+".nplint.toml", "version = 1\n")
		}
		if err := os.Remove(".nplint.toml"); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range []struct {
		name   string
		make   func(t *testing.T)
		status int
		want   string
		args   []string // of nplint; nil is run
	}{
		{"links in a chain", func(t *testing.T) {
			writeFile(t, "agents/np-last.md", agent)
			for i := range 3000 {
				link(t, fmt.Sprintf("np-%d.md", i+1), fmt.Sprintf("agents/np-%d.md", i))
			}
			link(t, "np-last.md", "agents/np-4000.md")
		}, 3, "the same holds for", nil},
		{"configurations in one another", func(t *testing.T) {
			for i := range 230 {
				dir := strings.Repeat("a/", i)
				writeFile(t, dir+"agents/np-a.md", agent)
				writeFile(t, dir+".nplint.toml", "version = 1\n[[overrides]]\npaths = [\"x\"]\nrules.agent-invalid-tier = \"warning\"\n")
			}
		}, 1, "config-unused", nil},
		{"directories in one another", deep, 3, "is longer or deeper than those of projects are", nil},
		{"files to mend in directories in one another", deep, 3, "is longer or deeper than those of projects are", []string{"run", "--fix"}},
		{"a project in directories in one another", deep, 0, "wrote .nplint.toml", []string{"init"}},
		{"a path with very many directories", deep, 2, "longer or deeper than paths of files are",
			[]string{"run", strings.Repeat("a/", 1000) + "agents/np-a.md"}},
		{"a path with very many directories that are not there", deep, 2, "longer or deeper than paths of files are",
			[]string{"check", "--kind", "nubos/agent", strings.Repeat("b/", 1900) + "np-a.md"}},
		{"roots in one another with commands", func(t *testing.T) {
			for i := range 240 {
				dir := strings.Repeat("d/", i)
				writeFile(t, dir+".claude/agents/a.md", "---\nname: a\ndescription: b\n---\nA.\n")
				writeFile(t, dir+"CLAUDE.md", "Run `npm run x`, `make y` and `just z`.\n")
			}
		}, 0, "", nil},
		{"large configurations in one another", func(t *testing.T) {
			for i := range 130 {
				dir := strings.Repeat("a/", i)
				writeFile(t, dir+"agents/np-a.md", agent)
				writeFile(t, dir+".nplint.toml", "version = 1\n"+
					numbered(150, "[[overrides]]\npaths = [\"x~/**\", \"**/a~*\"]\nrules.agent-invalid-tier = \"warning\"\n"))
			}
		}, 2, "from the outermost one down to this have more than 1MiB", nil},
		{"files to mend below very many directories", func(t *testing.T) {
			for i := range scratch.Many(1500) {
				writeFile(t, fmt.Sprintf("%sagents/np-a%d.md", strings.Repeat("a/", 240), i), agent)
			}
		}, 1, "+tier: haiku", []string{"run", "--diff"}},
		{"configurations beside one another", func(t *testing.T) {
			for i := range scratch.Many(1500) {
				writeFile(t, fmt.Sprintf("d%d/e%d/agents/np-a.md", i/60, i), agent)
				writeFile(t, fmt.Sprintf("d%d/e%d/.nplint.toml", i/60, i),
					"version = 1\n[[overrides]]\npaths = [\"x\"]\nrules.agent-invalid-tier = \"warning\"\n")
			}
		}, 1, "config-unused", nil},
		{"directories of phases", func(t *testing.T) {
			phases(t, func(i int) string { return fmt.Sprintf("%02d-a%d", i, i) }, "A~", "")
		}, 0, "gsd-project-section", nil},
		{"directories with the names of other phases", func(t *testing.T) {
			phases(t, func(i int) string { return fmt.Sprintf("%02d-a", i/2+1) }, "B", numbered(manyPhases()/2, "### Phase 9000~: A\n**Goal**: a\n\n"))
		}, 0, "the name of phase", nil},
		{"directories that no roadmap has", func(t *testing.T) {
			archived := "<details>\n<summary>v1.0</summary>\n\n" + numbered(scratch.Many(40_000), "- [x] Phase x~: A\n") + "\n</details>\n"
			phases(t, func(i int) string { return fmt.Sprintf("%d-c%d", 50_000+i, i) }, "A", archived)
		}, 0, fmt.Sprintf("nor those of %d other directories", manyPhases()-1), nil},
	} {
		t.Run(a.name, func(t *testing.T) {
			inRepository(t)
			a.make(t)
			if a.args == nil {
				a.args = []string{"run"}
			}
			var got string
			var status int
			scratch.Bound(t, most, func() { got, status = output(a.args...) })
			if status != a.status || !strings.Contains(got, a.want) {
				t.Errorf("nplint exits with %d, not %d, and says, with %q:\n%.2000s", status, a.status, a.want, got)
			}
		})
	}
}

// manyPhases is how many directories of phases there are.
func manyPhases() int { return scratch.Many(3000) }

// phases makes a project of GSD with so many directories of phases, a roadmap of phases with a name, in which ~ is their
// number, and what comes behind them.
func phases(t *testing.T, dir func(i int) string, name, more string) {
	t.Helper()
	n := manyPhases()
	writeFile(t, ".planning/PROJECT.md", "# P\n")
	writeFile(t, ".planning/ROADMAP.md", "# Roadmap\n\n## Phases\n\n"+numbered(n, "- [ ] **Phase ~: "+name+"**\n")+
		"\n## Phase Details\n\n"+numbered(n, "### Phase ~: "+name+"\n**Goal**: a\n\n")+more)
	for i := range n {
		writeFile(t, fmt.Sprintf(".planning/phases/%s/%02d-01-PLAN.md", dir(i), i), "---\nplan: 01\n---\n")
	}
}

// TestAttemptsIgnored tries ignore files that take long to hold against names.
func TestAttemptsIgnored(t *testing.T) {
	tree := func(ignored string, names int, name string) map[string]string {
		all := map[string]string{".gitignore": ignored, "agents/np-a.md": "a\n"}
		for i := range names {
			all[fmt.Sprintf(name, i)] = "a\n"
		}
		return all
	}
	nested := tree("", 300, strings.Repeat("a/", 100)+"b%d.md")
	for i := range 100 {
		nested[strings.Repeat("a/", i)+".gitignore"] = strings.Repeat(fmt.Sprintf("z*%d\n", i), 1000)
	}
	const long = "a*a*a*a*a*a*a*a*a*a"
	bombs := numbered(3000, strings.Repeat("**/", 100)+"a~\n")
	stars := numbered(9900, "*"+long+"~*\n")
	files := []string{"files"}
	const unread, endless = ".gitignore:1:1: error[file-too-large]", ".gitignore: what git ignores takes too long to tell"
	try(t, []attempt{
		{name: "patterns of any depth", files: tree(bombs, 1, strings.Repeat("a/", 230)+"np-%d.md"), status: anyStatus, never: endless},
		{name: "patterns of many stars that end otherwise", files: tree(numbered(9900, long+"b~\n"), 1000, strings.Repeat("a", 100)+"%d.md"), args: files,
			never: endless},
		{name: "names", files: tree(numbered(9900, "b~\n"), 1000, strings.Repeat("a", 100)+"%d.md"), args: files, never: endless},
		{name: "patterns of many stars", long: true, files: tree(stars, 500, "d%d/"+strings.Repeat("a", 200)+"/x.md"), status: 2, want: endless},
		{name: "many files above each other", files: nested, status: anyStatus, never: endless},
		{name: "a line of 1 MB", files: tree(strings.Repeat("*a", 500_000), 1, "x%d.md"), status: 1, want: unread},
		{name: "very many lines", files: tree(strings.Repeat("a\n", 10_001), 1, "x%d.md"), status: 1, want: unread},
		{name: "a file of 2 MB", files: tree(strings.Repeat(strings.Repeat("b", 2000)+"\n", 1001), 1, "x%d.md"), status: 1, want: unread},
	})
}

// TestAttemptsBesideContracts tries examples of contracts beside which lie very many large files, which each example
// would need.
func TestAttemptsBesideContracts(t *testing.T) {
	inRepository(t)
	for file, text := range own("", "# A\n") {
		writeFile(t, file, text)
	}
	writeFile(t, "contracts/a.txtar", "-- good/docs/a.md --\n# A\n")
	for i := range 500 {
		name := fmt.Sprintf("contracts/%d.bin", i)
		writeFile(t, name, "")
		if err := os.Truncate(name, 1_000_000); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	var status int
	scratch.Bound(t, most, func() { got, status = output("contract", "test") })
	if status != 2 || !strings.Contains(got, "take too long") {
		t.Errorf("nplint contract test exits with %d and says\n%s", status, got)
	}
}

package nplint_test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// agent is an artefact with two faults, in its tier and in its tools.
const agent = "---\nname: np-%s\ndescription: Finds a book.\ntier: Haiku\ntools: Read, Grpe\n---\n\n## Completeness Mandate\n\ntemplates/COMPLETENESS.md\n"

// news returns path and rule of what is new, one a line.
func (s workTree) news(change func(o *nplint.Options)) string {
	s.Helper()
	config := nplint.DefaultConfig()
	off := nplint.Off
	for _, rule := range []string{"doctrine:missing-completeness-file", "agent:missing-completeness-mandate", "agent:missing-completeness-link"} {
		config.Rules[rule] = nplint.RuleConfig{Severity: &off}
	}
	o := nplint.Options{Dir: s.dir, Config: config}
	change(&o)
	report, err := nplint.Run(context.Background(), o)
	if err != nil {
		if !nplint.IsUsage(err) {
			s.Errorf("%v is no mistake of the caller", err)
		}
		return err.Error()
	}
	var found []string
	for _, f := range report.Findings {
		found = append(found, f.Path+" "+f.Rule)
	}
	return strings.Join(found, "\n")
}

func fromHead(o *nplint.Options) { o.NewFrom = "HEAD" }
func staged(o *nplint.Options)   { o.Staged = true }

// TestNew changes a project in several ways and looks at what is new in it.
func TestNew(t *testing.T) {
	finder, reader := fmt.Sprintf(agent, "finder"), fmt.Sprintf(agent, "reader")
	mended := strings.Replace(finder, "Haiku", "haiku", 1)
	const both = "agents/np-reader.md agent-invalid-tier\nagents/np-reader.md agent-unknown-tool"
	for name, c := range map[string]struct {
		change       func(s workTree)
		head, staged string // what is new in the working tree, and in the index
	}{
		"nothing":        {func(workTree) {}, "", ""},
		"one is mended":  {func(s workTree) { s.write("agents/np-finder.md", mended) }, "", ""},
		"one is deleted": {func(s workTree) { s.git("", "rm", "--quiet", "agents/np-finder.md") }, "", ""},
		"untracked":      {func(s workTree) { s.write("agents/np-reader.md", reader) }, both, ""},
		"ignored":        {func(s workTree) { s.write(".gitignore", "np-reader*\n"); s.write("agents/np-reader.md", reader) }, "", ""},
		"intended": {func(s workTree) {
			s.write("agents/np-reader.md", reader)
			s.git("", "add", "--intent-to-add", "agents/np-reader.md")
		}, both, ""},
		"staged": {func(s workTree) {
			s.write("agents/np-reader.md", reader)
			s.git("", "add", "agents")
			s.remove("agents/np-reader.md")
		}, "", both},
		"one more on a line": {func(s workTree) { s.write("agents/np-finder.md", strings.Replace(finder, "Grpe", "Grpe, Raed", 1)) },
			"agents/np-finder.md agent-unknown-tool\nagents/np-finder.md agent-unknown-tool", ""},
		"line ends": {func(s workTree) { s.write("agents/np-finder.md", strings.ReplaceAll(finder, "\n", "\r\n")) }, "", ""},
		"through a link": {func(s workTree) {
			s.write("bots/np-reader.md", reader)
			s.git("", "mv", "agents", "old")
			s.link("bots", "agents")
			s.git("", "add", "bots", "agents")
		}, both, both},
		"another repository": {func(s workTree) {
			s.write("agents/sub/x", "")
			s.write("agents/sub/agents/np-reader.md", reader)
			s.repository("agents/sub")
			s.write("agents/sub/agents/np-reader.md", reader+"\n")
		}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newWorkTree(t)
			s.write("agents/np-finder.md", finder)
			s.write("templates/x", "")
			s.repository("")
			c.change(s)
			if got := s.news(fromHead); got != c.head {
				t.Errorf("in the working tree: got\n%s\nwant\n%s", got, c.head)
			}
			if got := s.news(staged); got != c.staged {
				t.Errorf("in the index: got\n%s\nwant\n%s", got, c.staged)
			}
		})
	}
}

// TestNewNowhere asks what is new where that cannot be told.
func TestNewNowhere(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	const prefix = "it cannot be told what is new: "
	for _, c := range []struct {
		name, want string
		change     func(o *nplint.Options)
	}{
		{"no repository", prefix + "this is no git repository", staged},
		{"no commit", prefix + "the repository has no commit yet", func(o *nplint.Options) { o.NewFromMergeBase = "v1" }},
		{"no such commit", prefix + `there is no commit "v2" here; name another, or fetch it`, func(o *nplint.Options) { o.NewFrom = "v2" }},
		{"a file", prefix + `there is no commit "HEAD:agents" here; name another, or fetch it`, func(o *nplint.Options) { o.NewFrom = "HEAD:agents" }},
		{"an option", prefix + `there is no commit "--all" here; name another, or fetch it`, func(o *nplint.Options) { o.NewFrom = "--all" }},
		{"two questions", "only one can be asked for of what is new since a revision, since a merge base, and what is staged", func(o *nplint.Options) { o.NewFrom, o.Staged = "HEAD", true }},
		{"a file alone", "a file that is judged alone has no earlier state to be compared with; leave out the kind, or the revision",
			func(o *nplint.Options) { o.Staged, o.Kind, o.Paths = true, "agent", []string{"agents/np-finder.md"} }},
	} {
		switch c.name {
		case "no commit":
			s.git("", "init", "--quiet")
			s.git("", "fetch", "--quiet", s.tagged(), "v1:v1")
		case "no such commit":
			s.git("", "add", "--all")
			s.git("", "commit", "--quiet", "--message=all")
		}
		if got := s.news(c.change); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, got, c.want)
		}
	}
	_, err := nplint.Mend(context.Background(), nplint.Options{Dir: s.dir, Staged: true}, false)
	if !nplint.IsUsage(err) {
		t.Errorf("to fix what is staged gives %v", err)
	}
}

// TestTouched holds that a report tells the files whose own text is new from those that have new findings because of others.
func TestTouched(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", strings.NewReplacer("Haiku", "haiku", "Grpe", "Grep").Replace(fmt.Sprintf(agent, "finder")))
	s.write("templates/COMPLETENESS.md", "# Completeness\n")
	s.repository("")
	s.write("agents/np-reader.md", fmt.Sprintf(agent, "reader"))
	s.remove("templates/COMPLETENESS.md")
	s.git("", "add", "--all")
	for name, o := range map[string]nplint.Options{"revision": {NewFrom: "HEAD"}, "staged": {Staged: true}} {
		o.Dir = s.dir
		report := must(nplint.Run(context.Background(), o))
		if touched, ok := report.Touched["agents/np-finder.md"]; touched || !ok || !report.Touched["agents/np-reader.md"] {
			t.Errorf("%s: touched are %v", name, report.Touched)
		}
	}
	if report := must(nplint.Run(context.Background(), nplint.Options{Dir: s.dir})); report.Touched != nil {
		t.Errorf("compared with nothing, touched are %v", report.Touched)
	}
}

// tagged makes another repository with a branch v1.
func (s workTree) tagged() string {
	s.Helper()
	other := workTree{s.T, s.TempDir()}
	other.write("x", "")
	other.repository("")
	other.git("", "branch", "v1")
	return other.dir
}

// TestNewFixed holds that only what is new is fixed.
func TestNewFixed(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.repository("")
	s.write("agents/np-reader.md", fmt.Sprintf(agent, "reader"))
	repair := must(nplint.Mend(context.Background(), nplint.Options{Dir: s.dir, NewFrom: "HEAD"}, false))
	if len(repair.Changes) != 1 || repair.Changes[0].Path != "agents/np-reader.md" {
		t.Errorf("changed: %+v", repair.Changes)
	}
}

// TestNewObjects looks for what is new in a repository of another object format, and in one that lacks what is to be compared with.
func TestNewObjects(t *testing.T) {
	s := newWorkTree(t)
	s.write("agents/np-finder.md", fmt.Sprintf(agent, "finder"))
	s.git("", "init", "--quiet", "--object-format=sha256")
	s.git("", "add", "--all")
	s.git("", "commit", "--quiet", "--message=all")
	s.write("agents/np-finder.md", strings.Replace(fmt.Sprintf(agent, "finder"), "Grpe", "Raed", 1))
	if got, want := s.news(fromHead), "agents/np-finder.md agent-unknown-tool"; got != want {
		t.Errorf("sha256: got %s, want %s", got, want)
	}
	ask := exec.Command("git", "rev-parse", "HEAD:agents/np-finder.md")
	ask.Dir = s.dir
	id := strings.TrimSpace(string(must(ask.Output())))
	s.remove(".git/objects/" + id[:2] + "/" + id[2:])
	_, err := nplint.Run(context.Background(), nplint.Options{Dir: s.dir, NewFrom: "HEAD"})
	if err == nil || !strings.Contains(err.Error(), "git does not have the content") {
		t.Errorf("without the contents: %v", err)
	}
}

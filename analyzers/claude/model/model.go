// Package model tells what the files of Claude Code in a repository say of each other: agents, skills, commands, servers
// and plugins with the names that others call them by.
package model

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
)

// Kinds by what their files are, wherever they lie.
var (
	Agents       = []string{"claude/agent", "claude/plugin-agent"}
	Skills       = []string{"claude/skill", "claude/plugin-skill"}
	Commands     = []string{"claude/command", "claude/plugin-command"}
	Calls        = slices.Concat(Skills, Commands) // what users and models call by a slash
	Prompts      = slices.Concat(Agents, Calls)
	Instructions = []string{"claude/instructions", "claude/imported", "claude/rule"}
)

// Analyzer provides *Tree.
var Analyzer = &analysis.Analyzer{
	Name:       "claudemodel",
	Doc:        "tie the files of Claude Code together",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Tree](),
	Run:        func(pass *analysis.Pass) (any, error) { return newTree(document.Of(pass)), nil },
}

// Tree is all files of Claude Code in a run, as one pass sees them. Paths are relative to the run's base.
type Tree struct {
	*document.Set
	vocabulary
	asked
	own   *document.Set // of the model, for what is found out once
	facts *document.Memo[string, *Facts]
	heads *document.Memo[string, head]     // what the texts of agents say, by path
	names *document.Memo[string, string]   // in the texts of styles, skills, commands and workflows, by path
	lists *document.Memo[string, []string] // names in directories
	hands *document.Memo[string, bool]     // skills and commands that the model may not call, by path
	leads *document.Memo[string, []string] // what instructions and what they import import, by path
}

// Of returns the files of a run. The pass must require Analyzer.
func Of(pass *analysis.Pass) *Tree {
	return pass.ResultOf[Analyzer].(*Tree).as(document.Of(pass))
}

// as returns the tree as one sees it who asks a set.
func (t *Tree) as(set *document.Set) *Tree {
	other := *t
	other.Set, other.vocabulary.set, other.asked.tree = set, set, &other
	return &other
}

// newTree ties documents together without reading any.
func newTree(set *document.Set) *Tree {
	t := &Tree{Set: set, vocabulary: vocabulary{set, &document.Memo[string, map[string][]string]{}}, own: set,
		facts: &document.Memo[string, *Facts]{}, heads: &document.Memo[string, head]{},
		names: &document.Memo[string, string]{}, leads: &document.Memo[string, []string]{},
		hands: &document.Memo[string, bool]{}, lists: &document.Memo[string, []string]{}}
	t.asked = asked{t, newAnswers()}
	return t
}

// Facts returns what is known of all files together. It is found out once.
func (t *Tree) Facts() *Facts {
	return t.facts.Get(t.Set, "", func() *Facts { return readFacts(t.as(t.own)) })
}

// Keys returns the keys that the contract of a kind knows.
func (t *Tree) Keys(kind string) []string {
	body := contract.BodyOf(t.Set, kind)
	switch {
	case body == nil:
		return nil
	case body.Frontmatter != nil:
		return body.Frontmatter.Properties
	case body.Data != nil:
		return body.Data.Properties
	}
	return nil
}

// Reporter hands over the findings of one document.
type Reporter struct {
	*document.Reporter
	*Tree
	missing []missing
	held    int             // names that files which are not there were held against
	called  map[string]bool // whether the document calls tools of a server, by its id
}

// missing is a finding of a path that is not there, or not with others.
type missing struct {
	file    string
	finding document.Finding
	isHere  bool
}

// Each has call called for every document of some kinds that can be read, as Set.Each does, but for parts of skills.
func (t *Tree) Each(kinds []string, call func(r *Reporter)) {
	named := func(dir string) bool {
		return ask(t, t.known.is, [2]string{"named", dir}, func(f *Facts) bool { return f.IsNamed(dir) })
	}
	t.Set.Each(kinds, func(r *document.Reporter) {
		if r.Doc.Readable() && !isPart(t, r.Doc.Kind, r.Doc.Path, named) {
			reporter := &Reporter{Reporter: r, Tree: t}
			call(reporter)
			reporter.reportMissing()
		}
	})
}

// Missing reports a path that is not there, unless git ignores it, so that a build may make it. Git is asked of all such
// paths of a document at once.
func (r *Reporter) Missing(file string, f document.Finding) {
	r.missing = append(r.missing, missing{file, f, false})
}

// Unshared reports a file that is there, if it is one of a plugin that a marketplace has by its directory, and git
// ignores it and does not have it: who installs the plugin does not have it either.
func (r *Reporter) Unshared(file string, f document.Finding) {
	if r.isSource(file) {
		r.missing = append(r.missing, missing{file, f, true})
	}
}

// isSource reports whether a file is one of a plugin that a marketplace has by its directory, and none that builds make.
func (r *Reporter) isSource(file string) bool {
	p := r.PluginOf(file)
	return p != nil && r.Facts().sources[p.Dir] && !isMade(file)
}

// written are the endings of scripts that people write, and no build makes.
var written = []string{".sh", ".bash", ".zsh", ".py", ".rb", ".pl", ".ps1"}

func (r *Reporter) reportMissing() {
	if len(r.missing) == 0 {
		return
	}
	var files []string
	for _, m := range r.missing {
		files = append(files, m.file)
	}
	ignored := r.Ignored(files)
	for _, m := range r.missing {
		switch {
		case m.isHere:
			if !ignored[m.file] {
				continue
			}
			tracked, err := r.Git.Tracked([]string{""}) // which is asked once for all documents
			if _, isThere := slices.BinarySearch(tracked[""], m.file); err != nil || isThere {
				continue
			}
		case !ignored[m.file]:
		case slices.Contains(written, path.Ext(m.file)) && r.isSource(m.file):
			m.finding.Lesser = true
			m.finding.Message += "; git ignores it, so who has it must add it with `git add -f`"
		default:
			continue
		}
		r.Report(m.finding)
	}
}

// isPart reports whether a file is one of a skill: a SKILL.md that lies in another skill, where Claude Code looks no
// further unless a manifest names the directory itself, and what lies beside a SKILL.md among commands.
func isPart(t *Tree, kind, file string, isNamed func(dir string) bool) bool {
	dir := path.Dir(file)
	group := path.Dir(dir)
	switch kind {
	case "claude/command":
		return t.IsFile(dir + "/SKILL.md")
	case "claude/skill":
		if project, rest, ok := strings.Cut("/"+file, "/.claude/skills/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			whole := strings.TrimPrefix(project+"/.claude/skills/"+name, "/")
			if whole != dir && t.IsFile(whole+"/SKILL.md") && !isNamed(dir) {
				return true // be it among the skills for another program, as in a repository that is a skill
			}
		}
		return path.Base(group) != "skills" && path.Base(group) != "skill" && !strings.Contains("/"+file, "/.claude/commands/") &&
			t.IsFile(group+"/SKILL.md") && !isNamed(dir)
	}
	return false
}

// Front returns the keys of the document.
func (r *Reporter) Front() *document.Node { return r.Doc.Front.Root }

var dotted = memo.Regexp(`(?:^|/)\.([^/]+)/`)

// IsForeign reports whether a skill lies where other programs than Claude Code alone look for skills: its tools, its
// placeholders and the way it is called are theirs. What lies in .agents is for all of them.
func (r *Reporter) IsForeign() bool {
	if !slices.Contains(Skills, r.Doc.Kind) {
		return false
	}
	below := r.Doc.Path
	if p := r.PluginOf(below); p != nil {
		below = strings.TrimPrefix(below, p.Dir+"/")
		if p.holds("skills", path.Dir(r.Doc.Path)) {
			return false
		}
	}
	return slices.ContainsFunc(dotted().FindAllStringSubmatch(below, -1), func(m []string) bool {
		return m[1] != "claude" && m[1] != "agents"
	})
}

// Exists reports whether there is anything at a path relative to the run's base.
func (t *Tree) Exists(file string) bool {
	file = path.Clean(file)
	return file != ".." && !strings.HasPrefix(file, "../") && (file == "." || t.Files.Look("", file) != document.Absent)
}

// IsFile reports whether there is a file at a path relative to the run's base.
func (t *Tree) IsFile(file string) bool {
	file = path.Clean(file)
	return !strings.HasPrefix(file, "..") && t.Files.Look("", file) == document.File
}

// Names returns the names in a directory relative to the run's base, sorted; none if it cannot be read. They are not the
// caller's to change.
func (t *Tree) Names(dir string) []string {
	dir = path.Clean("./" + dir)
	return t.lists.Get(t.Set, dir, func() []string { // very many paths may lead to one directory
		names, err := t.Set.Files.List("", dir)
		if err != nil {
			return nil
		}
		return names
	})
}

// Ignored returns those of some paths that git ignores, or that have a name of what builds make.
func (t *Tree) Ignored(files []string) map[string]bool {
	all, asked := map[string]bool{}, []string(nil)
	for _, file := range slices.Compact(slices.Sorted(slices.Values(files))) {
		if isMade(file) {
			all[file] = true
		} else {
			asked = append(asked, file)
		}
	}
	if len(asked) > 0 {
		if ignored, err := t.Git.Ignored(asked); err == nil {
			maps.Copy(all, ignored)
		}
	}
	return all
}

// isMade reports whether a file has a name of what builds make.
func isMade(file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), func(part string) bool { return slices.Contains(made, part) })
}

// made are directories that builds make.
var made = []string{"node_modules", "dist", "build", "target", "out", ".venv", "venv"}

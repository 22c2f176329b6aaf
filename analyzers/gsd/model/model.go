// Package model tells what the files of a `.planning` directory say of one another, as the programs of GSD read them:
// phases with plans, waves and summaries, the roadmap, the requirements, the state. It judges nothing.
package model

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer provides the projects of GSD.
var Analyzer = &analysis.Analyzer{
	Name:       "gsdmodel",
	Doc:        "tie the documents of GSD projects together",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Projects](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Projects{Set: document.Of(pass), found: &document.Memo[[2]string, *Planning]{}}, nil
	},
}

// Projects is the GSD projects of a run.
type Projects struct {
	*document.Set
	found *document.Memo[[2]string, *Planning]
}

// Of returns the projects of a run. The pass must require Analyzer.
func Of(pass *analysis.Pass) *Projects { return pass.ResultOf[Analyzer].(*Projects) }

// Each has call called for every document of some kinds (all of the pack, if none is named) with the planning
// directory that it lies in. set is of the pass that asks.
func (p *Projects) Each(set *document.Set, kinds []string, call func(r *document.Reporter, p *Planning)) {
	kinds = slices.Clone(kinds) // which is the caller's
	for i := range kinds {
		kinds[i] = "gsd/" + kinds[i]
	}
	set.Each(kinds, func(r *document.Reporter) {
		if strings.HasPrefix(r.Doc.Kind, "gsd/") {
			planning := p.Planning(r.Doc.Root, r.Doc.RootPath())
			planning.weigh(r)
			call(r, planning)
		}
	})
}

// weigh makes what is found in a document of a phase that is over weigh less. Of former milestones plans, research and
// summaries are what people and agents look up, and audits list each test run that is open; nobody goes by the rest.
func (p *Planning) weigh(r *document.Reporter) {
	at := ageOf(p, r.Doc)
	r.Least = at.unlisted || at.past && !slices.Contains(lookedUp, r.Doc.Kind) ||
		at.complete && at.ticked && r.Doc.Kind == "gsd/context"
	r.Past = at.past && r.Doc.Kind != "gsd/research"
	r.Mild = at.past || at.complete && (r.Doc.Kind == "gsd/plan" || r.Doc.Kind == "gsd/summary")
}

var lookedUp = []string{"gsd/plan", "gsd/research", "gsd/summary", "gsd/uat"}

const planning = ".planning/"

// Planning returns the planning directory of a file, whose path is relative to its project root.
func (p *Projects) Planning(root, file string) *Planning {
	dir := planning
	const streams = planning + "workstreams/"
	if rest, ok := strings.CutPrefix(file, streams); ok {
		if ws, _, ok := strings.Cut(rest, "/"); ok {
			dir = file[:len(streams+ws+"/")]
		}
	}
	if known, ok := p.found.Known(p.Set, [2]string{root, dir}); ok {
		return known
	}
	return p.found.Get(p.Set, [2]string{root, dir}, func() *Planning {
		return &Planning{Set: p.Set, Root: root, Dir: dir, Edition: p.Edition("gsd", root)}
	})
}

// Plannings returns all planning directories of the run that have files, in the order of their paths.
func (p *Projects) Plannings() []*Planning {
	var all []*Planning
	for _, root := range p.Roots() {
		for _, in := range p.Inputs(document.Join(root, planning)) {
			if !strings.HasPrefix(in.Kind, "gsd/") {
				continue
			}
			if found := p.Planning(in.Root, strings.TrimPrefix(strings.TrimPrefix(in.Path, in.Root),
				"/")); !slices.Contains(all, found) {
				all = append(all, found)
			}
		}
	}
	return all
}

// Lacking returns what the file of a script declares if the script of a name is not among it; else nil.
func Lacking(p *Planning, s notation.Script, name string) *notation.Declared {
	found := p.declared.Get(p.Set, s.File, func() *notation.Declared {
		content, err := p.Files.Read(p.Root, s.File)
		if err != nil {
			return nil
		}
		return notation.Declaring(s.Declares(content))
	})
	if found == nil || found.Has[name] || name == "start" && s.File == "package.json" ||
		s.Programs && spell.Close(name, found.Names) == "" {
		return nil
	}
	return found
}

// Planning is one planning directory: `.planning`, or a workstream in it. What is known of its files is found out
// once, when it is first asked for.
type Planning struct {
	*document.Set
	Root    string // of the project, relative to the run's base
	Dir     string // relative to the root, with a slash at its end
	Edition string // of GSD; "" is the newest

	Made     document.Memo[bool, *notation.Names]      // what some plan changes
	Makers   document.Memo[string, map[string]*Plan]   // the plan that changes a file, by its path; nil if several do
	Named    document.Memo[bool, map[string][]*Phase]  // phases by what names them or a plan of theirs
	Closing  document.Memo[string, map[string]*Plan]   // by the directory of a phase, its active plans by the names of summaries that close them
	declared document.Memo[string, *notation.Declared] // by the file that declares it; nil if it is not known
	InPhases document.Memo[bool, map[string]bool]      // names and paths of files

	phases       document.Memo[string, *Phase]
	ages         document.Memo[string, age] // by the directory of a phase
	list         document.Memo[bool, []*Phase]
	archive      document.Memo[bool, string]
	numbered     document.Memo[bool, map[string]*Phase]
	archived     document.Memo[bool, map[string]bool] // numbers of phases
	unfetched    document.Memo[bool, map[string]bool] // empty directories of submodules
	roadmap      document.Memo[bool, *Roadmap]
	standings    document.Memo[string, standing] // by the number of a phase
	requirements document.Memo[bool, *Requirements]
	state        document.Memo[bool, *State]
	keys         document.Memo[string, bool]
	settings     document.Memo[string, string]
	decisions    document.Memo[string, []Decision]
}

// Old reports whether the edition reads frontmatter line by line.
func (p *Planning) Old() bool { return dialect.Old(p.Edition) }

// ReadsYAML reports whether the edition is told that reads frontmatter as YAML: by the configuration, or by a plan that
// names a workflow of gsd-core.
func ReadsYAML(p *Planning) bool {
	if p.Edition != "" {
		return !p.Old()
	}
	return p.keys.Get(p.Set, "reads YAML", func() bool {
		for _, in := range p.Inputs(p.Path("phases/")) {
			if in.Kind != "gsd/plan" {
				continue
			}
			if d := p.At(in.Path); d != nil && strings.Contains(d.Content(), "/gsd-core/") {
				return true
			}
		}
		return false
	})
}

// ByLines reports whether the frontmatter of a document is read line by line: by the edition, or, where none is told, by
// get-shit-done, whose workflow the document names.
func ByLines(p *Planning, d *document.Document) bool {
	return p.Old() || strings.Contains(d.Content(), "/get-shit-done/") && !ReadsYAML(p)
}

// Workstream reports whether the directory is a workstream.
func (p *Planning) Workstream() bool { return p.Dir != planning }

// Below returns the path of a document relative to the planning directory.
func (p *Planning) Below(d *document.Document) string { return strings.TrimPrefix(d.RootPath(), p.Dir) }

// Path returns the path of a file of the planning directory relative to the run's base.
func (p *Planning) Path(below string) string { return document.Join(p.Root, p.Dir+below) }

// Doc returns a file of the planning directory that is an artefact and can be read, or nil.
func (p *Planning) Doc(below string) *document.Document {
	if d := p.At(p.Path(below)); d != nil && d.Problem == nil && d.Dialect != "unread" {
		return d
	}
	return nil
}

// Front returns the frontmatter of a document.
func (p *Planning) Front(d *document.Document) *dialect.Front {
	type read struct { // the edition may become another while a project is kept
		front   *dialect.Front
		edition string
	}
	r := document.Once(d, func() read { return read{dialect.Read(d.Content(), p.Edition), p.Edition} })
	if r.edition != p.Edition {
		return dialect.Read(d.Content(), p.Edition)
	}
	return r.front
}

// Slips returns the keys at the top of a document that are near one which GSD knows and which is not there.
func Slips(p *Planning, d *document.Document, root *document.Node) notation.Slips {
	return notation.SlipsIn(root, p.Vocabulary("gsd", strings.TrimPrefix(d.Kind, "gsd/")+"_keys"))
}

// Exists reports whether there is a file or directory at a path as a plan names it: relative to the directory that
// holds `.planning`, or to the repository above it. What a submodule holds that was not fetched may be there.
func Exists(p *Planning, file string) bool {
	file = path.Clean(strings.TrimSuffix(file, "/"))
	if p.Files.Look(p.Root, file) != document.Absent || p.Root != "" && p.Files.Look("", file) != document.Absent {
		return true
	}
	dirs := p.unfetched.Get(p.Set, true, func() map[string]bool { return unfetched(p) })
	if len(dirs) == 0 || strings.Contains(file, " ") { // a remark behind a path, as in src/a.js (new)
		return false
	}
	for dir := file; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if dirs[dir] {
			return true
		}
	}
	return false
}

// unfetched returns the directories of submodules in which nothing is, so that they were not fetched.
func unfetched(p *Planning) map[string]bool {
	const most = 1000 // more than any repository has
	dirs, n := map[string]bool{}, 0
	text, _ := p.Files.Read(p.Root, ".gitmodules")
	for line := range strings.Lines(string(text)) {
		if key, dir, _ := strings.Cut(line, "="); strings.TrimSpace(key) == "path" && n < most {
			n++
			dir = path.Clean(strings.TrimSpace(dir))
			if names, _ := p.Files.List(p.Root, dir); len(names) == 0 {
				dirs[dir] = true
			}
		}
	}
	return dirs
}

// Majority reports whether at least half of the documents of a kind whose keys are read have a key, at the top level.
func Majority(p *Planning, kind, key string) bool {
	return p.keys.Get(p.Set, kind+" "+key, func() bool {
		have, all := 0, 0
		for _, in := range p.Inputs(p.Path("phases/")) {
			if in.Kind != "gsd/"+kind {
				continue
			}
			if d := p.At(in.Path); d != nil && d.Problem == nil {
				if f := p.Front(d); !f.Lost() {
					all++
					if f.Root.Has(key) {
						have++
					}
				}
			}
		}
		return 2*have >= all && have > 0
	})
}

// Keys returns the texts that a value holds: those of a list, or the one of a scalar; none of an empty one.
func Keys(n *document.Node) []*document.Node {
	switch {
	case n == nil || n.Type == document.Map:
		return nil
	case n.Type == document.List:
		return n.Items
	case dialect.Text(n) == "":
		return nil
	}
	return []*document.Node{n}
}

// Setting returns the value in config.json at a path of keys as it is written there, "" if there is none.
func Setting(p *Planning, keys ...string) string {
	return p.settings.Get(p.Set, strings.Join(keys, "."), func() string {
		for _, dir := range []string{p.Dir, planning} {
			d := p.Lookup(document.Join(p.Root, dir+"config.json")) // which is small, and asked often
			if d == nil || d.Data == nil {
				continue
			}
			n := d.Data.Root
			for _, key := range keys {
				n = n.Get(key)
			}
			if n != nil {
				return strings.Clone(d.Text(n.Span))
			}
		}
		return ""
	})
}

// Package layout judges where the files of nexus projects lie: the directories of agents and skills, programs in a
// tree of prompts, and what may stand where below .nexus. It opens no file but those of which the names alone do not
// tell.
package layout

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// Analyzer judges the places of all files of nexus projects.
var Analyzer = &analysis.Analyzer{
	Name:     "nexuslayout",
	Doc:      "judge where the files of nexus projects lie, and what git does with them",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	all := map[string]*facts{} // by root
	tracked := trackedBelow(projects)
	for _, root := range projects.StateRoots() {
		facts := newFacts(projects.Project(root), tracked)
		all[root] = facts
		projects.Prefetch(func() { _, _ = facts.tracked() })
		projects.Prefetch(func() { _, _ = facts.ignored() })
	}
	projects.Each(nil, func(r *document.Reporter, project *model.Project) {
		if project.Standalone {
			return
		}
		p := &place{Reporter: r, project: project, facts: all[project.Root], below: r.Doc.RootPath()}
		switch r.Doc.Kind {
		case "nexus/runtime-code":
			p.program()
		case "nexus/source-entry":
			p.sourceEntry()
		case "nexus/agent-meta", "nexus/skill-meta":
			p.pair("body.md", "the prompt")
		case "nexus/body":
			p.pair("meta.yml", "what the harness must know of it")
		}
		if project.Anchor == r.Doc.Path {
			p.emptyMembers()
		}
		if rest, ok := strings.CutPrefix(p.below, project.Dir("nexus/entry")); ok {
			parts := strings.Split(rest, "/")
			if home := homes[rest]; home != "" {
				p.here("nx-state-root-file", "%s lies where no program looks for it; move it to %s", p.below,
					project.Dir("nexus/entry")+home)
			} else if !project.IsNewest() {
				p.nexusEntry(parts)
			} else if len(parts) == 2 && parts[0] == "memory" && strings.EqualFold(path.Ext(parts[1]), ".md") {
				p.memoryPrefix(parts[1])
			}
			(&gitPlace{p}).git()
		}
	})
	projects.Each([]string{"nexus/memory", "nexus/context", "nexus/project-rule"}, func(r *document.Reporter, p *model.Project) {
		if r.Doc.Problem == nil {
			knowledge(r, p)
		}
	})
	projects.Each([]string{"nexus/instructions"}, func(r *document.Reporter, p *model.Project) {
		if !p.IsNewest() {
			essentials(r)
		}
	})
	return nil, nil
}

// homes is where common files belong that lie elsewhere below .nexus.
var homes = map[string]string{"plan.json": "state/plan.json", "tasks.json": "state/tasks.json",
	"state/history.json": "history.json"}

// place judges where one file lies.
type place struct {
	*document.Reporter
	project *model.Project
	facts   *facts
	below   string // its path relative to the project root
}

// here reports a finding about the file as a whole.
func (p *place) here(rule, format string, args ...any) {
	p.Reportf(rule, p.Doc.FirstLine(), "content", format, args...)
}

// first reports whether the file is the first one below a directory that is relative to the project root: a directory
// is reported once.
func (p *place) first(dir string) bool {
	return p.project.FirstBelow(document.Join(p.Doc.Root, dir)+"/") == p.Doc.Path
}

// programNames are names of programs that the rule no-runtime lists, as patterns of path.Match.
var programNames = []string{"gate.cjs", "gate.ts", "gate.js", "pre-commit", "post-commit", "session-start.js",
	"mcp-server.*", "server.ts", "tool-*.ts", "tool-*.js",
	"plugin-tool.js", "*.d.ts", "*.d.mts", "*.d.cts"}

func (p *place) program() {
	base := path.Base(p.below)
	listed := slices.ContainsFunc(programNames, func(pattern string) bool {
		ok, err := path.Match(pattern, base)
		return ok && err == nil
	})
	if listed || path.Base(path.Dir(p.below)) == "types" && path.Ext(base) == ".ts" {
		p.here("nx-rule-no-runtime",
			"%s is part of a program by its name, and the rule no-runtime keeps hooks, servers, tools and type "+
				"definitions out of a tree of prompts; move it to the harness that runs it", p.below)
		return
	}
	p.here("nx-runtime-code",
		"%s is a program, and consumers take this tree for prompts and data alone; "+
			"move it below scripts/ if it builds the tree, else to the harness that runs it", p.below)
}

// sourceEntry judges what stands below agents and skills and is neither meta.yml nor body.md.
func (p *place) sourceEntry() {
	parts := strings.Split(p.below, "/")
	switch len(parts) {
	case 2:
		p.here("nx-dir-strict",
			"%s is no directory, and consumers take everything in %s/ for the directory of one; move it away",
			p.below, parts[0])
	case 3:
		p.here("nx-dir-strict",
			"%s does not belong into %s: consumers read meta.yml and body.md there and nothing else; move it away",
			parts[2], path.Dir(p.below))
	default:
		if dir := strings.Join(parts[:3], "/"); p.first(dir) {
			p.here("nx-dir-strict",
				"the directory %s does not belong there: consumers read meta.yml and body.md and nothing else; "+
					"move it away", dir)
		}
	}
}

// pair reports a meta.yml without its body.md, and the other way round.
func (p *place) pair(other, what string) {
	dir := path.Dir(p.below)
	if !p.project.HasFile(dir + "/" + other) {
		p.here("nx-dir-strict",
			"%s has no %s, %s, so neither manifest nor harness can be built; add it", dir, other, what)
	}
}

// emptyMembers reports directories with neither meta.yml nor body.md.
func (p *place) emptyMembers() {
	for _, top := range []string{"agents", "skills"} {
		names, err := p.project.Files.List(p.Doc.Root, top)
		if err != nil {
			continue // there is none
		}
		for _, name := range names {
			dir := top + "/" + name
			if p.project.Files.Look(p.Doc.Root, dir) == document.Dir && !p.project.HasFile(dir+"/meta.yml") &&
				!p.project.HasFile(dir+"/body.md") {
				p.here("nx-dir-strict",
					"the directory %s has neither meta.yml nor body.md, so consumers fail at it; "+
						"add both or remove it", dir)
			}
		}
	}
}

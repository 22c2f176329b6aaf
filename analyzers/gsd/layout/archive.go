package layout

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	phasesOf  = memo.Regexp(`^v[\d.]+-phases$`)
	ofPhase   = memo.Regexp(`[/-](?:PLAN|SUMMARY|CONTEXT|RESEARCH|VERIFICATION|VALIDATION|UAT)\.md$`)
	quickTask = memo.Regexp(`^\d{6}-[0-9a-z]{3}-`) // has a day for a number
	otherWork = memo.Regexp(`-(?:quick|spikes|sketches|research|debug|todos|seeds|threads|notes)$`)
)

// archive reports, at its first file, a directory of phases of a former milestone that has not the name by which they
// are looked for.
func (j *judge) archive(known *document.Memo[*model.Planning, []string]) {
	parts := strings.Split(j.p.Below(j.Doc), "/") // milestones, the directory, that of a phase, a file
	if len(parts) < 4 || phasesOf().MatchString(parts[1]) || otherWork().MatchString(parts[1]) {
		return
	}
	name := parts[1]
	dir, phase := "milestones/"+name+"/", parts[2]
	if phase == "phases" && len(parts) > 4 && !strings.HasPrefix(name, "ws-") {
		dir, phase = dir+"phases/", parts[3]
	}
	if !notation.ValidDir(phase) || quickTask().MatchString(phase) || j.p.FirstBelow(j.p.Path(dir)) != j.Doc.Path ||
		!slices.ContainsFunc(j.p.Inputs(j.p.Path(dir)), func(in document.Input) bool { return ofPhase().MatchString(in.Path) }) {
		return // or there is nothing to find
	}
	meant := "v1.0-phases"
	if at := version().FindStringIndex(name); at != nil && at[0] == 0 {
		meant = strings.ToLower(name[:at[1]]) + "-phases"
	}
	more := ""
	if strings.HasSuffix(name, "-phases") { // all have a version of one form
		names := known.Get(j.p.Set, j.p, func() []string { return misnamedArchives(j.p) })
		if name != names[0] {
			return // it is told at the first
		}
		if n := len(names) - 1; n > 0 {
			more = "; the same holds for " + document.Count(n, "other directory")
		}
	}
	j.Reportf("gsd-archive-dir", j.Doc.FirstLine(), "name",
		"GSD looks for phases of former milestones in directories such as milestones/%s alone, so neither find-phase "+
			"nor history-digest finds those in %s; rename it%s", meant, strings.TrimSuffix(dir, "/"), more)
}

// misnamedArchives returns the names, sorted, of the directories of former milestones whose version is none to GSD.
func misnamedArchives(p *model.Planning) []string {
	names, _ := p.Files.List(p.Root, p.Dir+"milestones")
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !strings.HasSuffix(name, "-phases") || phasesOf().MatchString(name)
	})
	slices.Sort(names)
	return names
}

package reference

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// canonical judges the <canonical_refs> of a milestone's context.
func canonical(s *source) {
	e := s.Doc.Body.Closed("canonical_refs")
	if e == nil || s.place.Milestone == "" {
		return
	}
	for i, line := range model.Lines(s.Doc.Content(), e.Inner()) {
		file(s, line, document.Index("body.canonical_refs", i), "whoever works on the milestone is sent there to read it")
	}
}

// planPaths judges the references in <context> and the <read_first> of each task.
func planPaths(s *source) {
	if s.place.Milestone == "" {
		return
	}
	const sent = "the executor is sent there to read it"
	if e := s.Doc.Body.Closed("context"); e != nil {
		for i, line := range model.Lines(s.Doc.Content(), e.Inner()) {
			if strings.HasPrefix(strings.TrimLeft(line.Text, "`"), "@") {
				file(s, line, document.Index("body.context", i), sent)
			}
		}
	}
	for _, t := range s.tree.PlanOf(s.Doc).Tasks {
		part := t.Part("read_first")
		if part == nil || t.Tag.Unclosed {
			continue
		}
		for i, item := range model.Entries(s.Doc.Content(), part.Inner) {
			file(s, item, fmt.Sprintf("tasks[%s].read_first[%d]", t.ID, i), sent+" first")
		}
	}
}

// file reports an entry that names a file which is not there and which nobody plans to write.
func file(s *source, item model.Item, at, why string) {
	name := projectPath(item.Text)
	if name == "" || there(s, name) || !ours(s, name) || expected(s, name) {
		return
	}
	hint := ""
	var fixes []document.Fix
	if near, only := beside(s, name); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
		if only {
			fixes = write(s, item.Span, name, near)
		}
	}
	s.Fixf("broken-reference", item.Span, at, fixes,
		"%s does not exist%s, and no task plans to write it, though %s; correct the path or remove the entry",
		name, hint, why)
}

// there reports whether a path leads to anything, from the root of the project or from the artefact.
func there(s *source, name string) bool {
	if s.tree.HasArtefact(s.Doc.Root, name) || s.tree.Files.Look(s.Doc.Root, name) != document.Absent {
		return true
	}
	dir, ok := strings.CutPrefix(path.Dir(s.Doc.Path), s.Doc.Root)
	return ok && s.tree.Files.Look(s.Doc.Root, path.Join(strings.TrimPrefix(dir, "/"), name)) != document.Absent
}

// manifests is files that lie at the root of a working tree with code.
var manifests = []string{"package.json", "composer.json", "go.mod", "pyproject.toml", "setup.py", "Cargo.toml",
	"Gemfile", "mix.exs", "pom.xml", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "Makefile"}

// ours reports whether a path that leads nowhere is one of this working tree: its first part is there, or nearly, or
// the project is the root of a tree with code. Plans may be kept apart from the code that they are about, and below a
// repository they may name its files from its own root.
func ours(s *source, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	if first != name && s.tree.Files.Look(s.Doc.Root, first) != document.Absent {
		return true
	}
	if s.guesses.spent() {
		return false
	}
	names, err := s.tree.Files.List(s.Doc.Root, ".")
	if err != nil {
		return false
	}
	code := func(name string) bool { return slices.Contains(manifests, name) }
	return s.Doc.Root == "" && slices.ContainsFunc(names, code) || s.guesses.nearest(first, names) != ""
}

// near suggests a file beside the one that is missing, for a message.
func near(s *source, name string) string {
	if near, _ := beside(s, name); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// beside returns a file beside the one that is missing, and whether it is the only one with nearly its name.
func beside(s *source, name string) (near string, only bool) {
	if s.guesses.spent() {
		return "", false
	}
	names, err := s.tree.Files.List(s.Doc.Root, path.Dir(name))
	if err != nil {
		return "", false // neither is the directory
	}
	if near := s.guesses.nearest(path.Base(name), names); near != "" {
		return path.Join(path.Dir(name), near), spell.Only(path.Base(name), names) == near
	}
	return "", false
}

// later is artefacts that exist only when what they are about is finished.
var later = memo.Regexp(`^\.nubos-pilot/milestones/(M\d{3,})/` +
	`(?:slices/(S\d{3,})/(?:S\d{3,}-SUMMARY\.md|tasks/(T\d{4,})/T\d{4,}-SUMMARY\.md)|` +
	`M\d{3,}-(?:VERIFICATION|VALIDATION)\.md)$`)

// expected reports whether a file is still to be written: by a task of any plan, or as a report on work that is
// planned and not finished.
func expected(s *source, name string) bool {
	m := later().FindStringSubmatch(name)
	if m == nil {
		return len(s.written.of(s.tree, s.Doc.Root, name)) > 0
	}
	open := func(e *model.Entry) bool { return e != nil && !model.Finished(e.Status.Text) }
	if !model.Test(s.tree, s.Doc.Root, m[1], "is open", open) {
		return false
	}
	milestone := s.tree.Outline(s.Doc.Root, m[1])
	slice := milestone.Slice(m[2])
	switch {
	case m[2] == "":
		return true
	case slice == nil || len(slice.Tasks) == 0:
		return slice != nil
	case m[3] == "":
		return !isPast(milestone, slice)
	}
	status, ok := slice.Status(slice.Full + "-" + m[3])
	return ok && status != "done"
}

// isPast reports whether all tasks of a slice are over and a later one was begun: its summary is written in between.
func isPast(milestone *model.Outline, slice *model.SliceOutline) bool {
	return slice.Progress() == "done" && slices.ContainsFunc(milestone.Slices, func(later *model.SliceOutline) bool {
		return later.Number > slice.Number && later.Progress() != "pending" && later.Progress() != ""
	})
}

// writers is the milestones whose tasks plan to write a file, by root and path.
type writers struct {
	byRoot document.Memo[string, map[string][]string]
}

// of returns the milestones whose tasks plan to write a file.
func (w *writers) of(tree *model.Tree, root, name string) []string {
	return w.byRoot.Get(tree.Set, root, func() map[string][]string {
		all := map[string][]string{}
		for _, id := range tree.MilestoneIDs(root) {
			for name := range tree.Outline(root, id).Writes {
				all[name] = append(all[name], id)
			}
		}
		return all
	})[name]
}

// maxModified is how many files of a task are looked for; the scaffolder's limit for one that can be done at once is
// far below.
const maxModified = 200

// removes finds words by which a task says that a file goes.
var removes = memo.Regexp(`(?i)\b(?:remov|delet|drop|mov|renam|replac)`)

// modified reports files that a task which is done should have written and that are not there.
func modified(s *source) {
	slice := s.slice()
	if slice == nil || !s.Doc.Readable() {
		return
	}
	f := slice.FileIn(s.place.Task)
	if f == nil || f.Path != s.Doc.Path || f.Status != "done" {
		return
	}
	if model.MayBeFinished(s.tree, s.Doc.Root, s.place.Milestone) {
		return // what later milestones removed was there when it was looked for
	}
	removing := sync.OnceValue(func() bool { return removes().MatchString(s.Doc.Content()) })
	var planned *model.Task
	if slice.Plan != nil {
		planned = slice.Plan.Task(f.ID)
	}
	for i, item := range f.Modified[:min(len(f.Modified), maxModified)] {
		if planned != nil && !has(planned.Files, item.Text) {
			continue // it is reported that the plan says something else
		}
		name := projectPath(item.Text)
		if name == "" || there(s, name) || !ours(s, name) || touchedByOthers(s, f, item.Text) || removing() {
			continue
		}
		s.Reportf("done-without-file", item.Span, document.Index("frontmatter.files_modified", i),
			"the task is done, but %s does not exist%s; the verifier looks for the work there, so correct the path, "+
				"or set the task back", name, near(s, name))
	}
}

// touchedByOthers reports whether another task of the project than that of a file changes what has the name too: it
// may have moved or removed it.
func touchedByOthers(s *source, f *model.File, name string) bool {
	for _, slice := range s.milestone().Slices {
		for _, other := range slice.Files {
			if other != f && has(other.Modified, name) {
				return true
			}
		}
	}
	return slices.ContainsFunc(s.written.of(s.tree, s.Doc.Root, path.Clean(name)),
		func(id string) bool { return id != s.place.Milestone })
}

func has(items []model.Item, text string) bool {
	return slices.ContainsFunc(items, func(i model.Item) bool { return i.Text == text })
}

// evidence reports places that a verification names and that are not there.
func evidence(s *source) {
	for i := range s.Doc.Body.Fields {
		if f := &s.Doc.Body.Fields[i]; f.Label == "Evidence" {
			looked(s, f.Value)
		}
	}
}

// looked reports places that a text names as evidence and that are not there.
func looked(s *source, text document.Span) {
	for _, span := range evidencePlaces(s.Doc.Text(text), text.Start) {
		place := s.Doc.Text(span)
		if first, _, _ := strings.Cut(place, "/"); s.tree.Files.Look(s.Doc.Root, first) == document.Absent {
			continue // it is about another working tree
		}
		if name := projectPath(place); name != "" && s.tree.Files.Look(s.Doc.Root, name) == document.Absent &&
			!s.tree.HasArtefact(s.Doc.Root, name) {
			hint := ""
			var fixes []document.Fix
			if near, only := beside(s, name); near != "" {
				hint = fmt.Sprintf(" (did you mean %s?)", near)
				if only {
					fixes = write(s, span, name, near)
				}
			}
			s.Fixf("evidence-missing", span, "body.evidence", fixes,
				"%s does not exist (any more)%s, so nobody can look at the evidence; name where it is now", name, hint)
		}
	}
}

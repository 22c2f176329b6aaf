package reference

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

const broken = "broken-reference"

// named returns the first word of an entry that names a file and nothing else, or the file and a remark set off from
// it; "" if it is prose.
func named(entry string) string {
	word, rest := strings.TrimSpace(entry), ""
	if i := strings.IndexAny(word, " \t"); i >= 0 {
		word, rest = word[:i], strings.TrimSpace(word[i:])
	}
	if rest != "" && !strings.ContainsAny(word[len(word)-1:], ",;:") && !strings.ContainsAny(rest[:1], "(,;:-") &&
		!strings.HasPrefix(rest, "—") && !strings.HasPrefix(rest, "–") {
		return ""
	}
	return strings.TrimPrefix(strings.Trim(strings.TrimPrefix(strings.TrimRight(word, ".,;:"), "@"), "`"), "@")
}

// withoutLine cuts off the place in a file that a path may end with: a line, a range of lines or an anchor.
func withoutLine(name string) string {
	name, _, _ = strings.Cut(name, "#")
	if i := strings.LastIndexByte(name, ':'); i > 0 && strings.Trim(name[i+1:], "0123456789-") == "" {
		name = name[:i]
	}
	return strings.TrimPrefix(name, "./")
}

// bare is the endings by which a name without a directory is known to be a file.
var bare = []string{".md", ".json", ".yaml", ".yml", ".toml", ".txt", ".lock", ".sql", ".csv"}

// projectPath returns the path that an entry names, cleaned, or "" if it names nothing that looks like a file of the
// project.
func projectPath(text string) string {
	name := withoutLine(named(text))
	ext := path.Ext(name)
	switch {
	case name == "",
		strings.ContainsAny(name, "*?{}<>$|\"'[]()=…\\"),
		strings.Contains(name, "://"),
		strings.Contains(name, ".."),
		strings.ContainsAny(name[:1], "/~-"):
		return ""
	case strings.Contains(name, "/"):
		if first, _, _ := strings.Cut(name, "/"); ext == "" && !strings.HasSuffix(name, "/") ||
			strings.Contains(first, ".") && !strings.HasPrefix(first, ".") {
			return "" // a word with a slash, a package, an address without its scheme
		}
	case !slices.Contains(bare, ext) || artefact().MatchString(name):
		return ""
	}
	return path.Clean(name)
}

// artefact is the name of an artefact, which people write without its directory.
var artefact = rules.Lazy(`^(?:[MST]\d{3,}-|(?:STATE|TODO|ROADMAP|REQUIREMENTS|PROJECT|RULES|PROJECT-SUMMARY)\.md$|roadmap\.yaml$)`)

// canonical judges the <canonical_refs> of a milestone's context.
func (j *source) canonical() {
	if j.Doc.Body == nil || j.place.Milestone == "" {
		return
	}
	if e := j.element("canonical_refs"); e != nil {
		for i, line := range model.Lines(j.Doc.Content(), e.Inner()) {
			j.file(line, fmt.Sprintf("body.canonical_refs[%d]", i), "whoever works on the milestone is sent there to "+
				"read it")
		}
	}
}

// planPaths judges the references in <context> and the <read_first> of each task.
func (j *source) planPaths() {
	if j.Doc.Body == nil || j.place.Milestone == "" {
		return
	}
	if e := j.element("context"); e != nil {
		for i, line := range model.Lines(j.Doc.Content(), e.Inner()) {
			if strings.HasPrefix(strings.TrimLeft(line.Text, "`"), "@") {
				j.file(line, fmt.Sprintf("body.context[%d]", i), "the executor is sent there to read it")
			}
		}
	}
	for _, t := range j.tree.PlanOf(j.Doc).Tasks {
		part := t.Part("read_first")
		if part == nil || t.Tag.Unclosed {
			continue
		}
		for i, item := range model.Entries(j.Doc.Content(), part.Inner) {
			j.file(item, fmt.Sprintf("tasks[%s].read_first[%d]", t.ID, i), "the executor is sent there to read it "+
				"first")
		}
	}
}

// file reports an entry that names a file which is not there and which nobody plans to write.
func (j *source) file(item model.Item, at, why string) {
	name := projectPath(item.Text)
	if name == "" || j.there(name) || !j.ours(name) || j.expected(name) {
		return
	}
	j.Reportf(broken, item.Span, at,
		"%s does not exist%s, and no task plans to write it, though %s; correct the path or remove the entry",
		name, j.near(name), why)
}

// there reports whether a path leads to anything, from the root of the project or from the artefact.
func (j *source) there(name string) bool {
	if j.tree.HasArtefact(j.Doc.Root, name) || j.tree.Look(j.Doc.Root, name) != document.Absent {
		return true
	}
	dir, ok := strings.CutPrefix(path.Dir(j.Doc.Path), j.Doc.Root)
	return ok && j.tree.Look(j.Doc.Root, path.Join(strings.TrimPrefix(dir, "/"), name)) != document.Absent
}

// manifests is files that lie at the root of a working tree with code.
var manifests = []string{"package.json", "composer.json", "go.mod", "pyproject.toml", "setup.py", "Cargo.toml",
	"Gemfile", "mix.exs", "pom.xml", "build.gradle", "build.gradle.kts", "CMakeLists.txt", "Makefile"}

// ours reports whether a path that leads nowhere is one of this working tree: its first part is there, or nearly, or
// the project is the root of a tree with code. Plans may be kept apart from the code that they are about, and below a
// repository they may name its files from its own root.
func (j *source) ours(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	if first != name && j.tree.Look(j.Doc.Root, first) != document.Absent {
		return true
	}
	if j.hints >= maxHints {
		return false
	}
	names, err := j.tree.List(j.Doc.Root, ".")
	if err == nil && j.Doc.Root == "" &&
		slices.ContainsFunc(names, func(name string) bool { return slices.Contains(manifests, name) }) {
		return true
	}
	return err == nil && j.nearest(first, names) != ""
}

// later is artefacts that exist only when what they are about is finished.
var later = rules.Lazy(`^\.nubos-pilot/milestones/(M\d{3,})/(?:slices/(S\d{3,})/(?:S\d{3,}-SUMMARY\.md|tasks/(T\d{4,})/T\d{4,}-SUMMARY\.md)|M\d{3,}-(?:VERIFICATION|VALIDATION)\.md)$`)

// expected reports whether a file is still to be written: by a task of any plan, or as a report on work that is
// planned and not finished.
func (j *source) expected(name string) bool {
	m := later().FindStringSubmatch(name)
	if m == nil {
		return len(j.writers()[name]) > 0
	}
	if e := j.tree.Roadmap(j.Doc.Root).Entry(m[1]); e == nil || model.Finished(e.Status.Text) {
		return false
	}
	slice := j.tree.Outline(j.Doc.Root, m[1]).Slice(m[2])
	switch {
	case m[2] == "":
		return true
	case slice == nil || m[3] == "" || len(slice.Tasks) == 0:
		return slice != nil
	}
	status, ok := slice.Status(slice.Full + "-" + m[3])
	return ok && status != "done"
}

// near suggests a file beside the one that is missing.
func (j *source) near(name string) string {
	if j.hints >= maxHints {
		return ""
	}
	names, err := j.tree.List(j.Doc.Root, path.Dir(name))
	if err != nil {
		return "" // neither is the directory
	}
	if near := j.nearest(path.Base(name), names); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", path.Join(path.Dir(name), near))
	}
	return ""
}

// maxModified is how many files of a task are looked for; the scaffolder's limit for one that can be done at once is
// far below.
const maxModified = 200

// removes finds words by which a task says that a file goes.
var removes = rules.Lazy(`(?i)\b(?:remov|delet|drop|mov|renam|replac)`)

// modified reports files that a task which is done should have written and that are not there.
func (j *source) modified() {
	s := j.slice()
	if s == nil || !j.Doc.Readable() || j.entry != nil && model.Finished(j.entry.Status.Text) {
		return // what later milestones removed was there when it was looked for
	}
	f := s.FileIn(j.place.Task)
	if f == nil || f.Path != j.Doc.Path || f.Status != "done" {
		return
	}
	removing := sync.OnceValue(func() bool { return removes().MatchString(j.Doc.Content()) })
	var planned *model.Task
	if s.Plan != nil {
		planned = s.Plan.Task(f.ID)
	}
	for i, item := range f.Modified[:min(len(f.Modified), maxModified)] {
		if planned != nil && !has(planned.Files, item.Text) {
			continue // it is reported that the plan says something else
		}
		name := projectPath(item.Text)
		if name == "" || j.there(name) || !j.ours(name) || j.touchedBySomebodyElse(f, item.Text) || removing() {
			continue
		}
		j.Reportf("done-without-file", item.Span, fmt.Sprintf("frontmatter.files_modified[%d]", i),
			"the task is done, but %s does not exist%s; the verifier looks for the work there, so correct the path, "+
				"or set the task back",
			name, j.near(name))
	}
}

// touchedBySomebodyElse reports whether another task of the project changes the file too: it may have moved or
// removed it.
func (j *source) touchedBySomebodyElse(f *model.File, name string) bool {
	for _, s := range j.milestone().Slices {
		for _, other := range s.Files {
			if other != f && slices.ContainsFunc(other.Modified, func(i model.Item) bool { return i.Text == name }) {
				return true
			}
		}
	}
	writers := j.writers()[path.Clean(name)]
	return slices.ContainsFunc(writers, func(id string) bool { return id != j.place.Milestone })
}

// evidencePlaces returns the places in files that a text names: a path with a directory and an ending, a colon, and
// the number of a line. An offset of the document is added to their spans.
func evidencePlaces(text string, offset int) []document.Span {
	var places []document.Span
	for at := 0; ; {
		colon := strings.IndexByte(text[at:], ':')
		if colon < 0 {
			return places
		}
		start, end := at+colon, at+colon+1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		for start > at && isPathByte(text[start-1]) {
			start--
		}
		name := text[start : at+colon]
		slash := strings.LastIndexByte(name, '/')
		if dot := strings.LastIndexByte(name, '.'); end > at+colon+1 && slash > 0 && dot > slash+1 &&
			dot < len(name)-1 && name[0] != '/' {
			places = append(places, document.Span{Start: offset + start, End: offset + end})
		}
		at = end
	}
}

func isPathByte(c byte) bool {
	// - . / and digits stand in a row
	return c >= 'a' && c <= 'z' || c >= '-' && c <= '9' || c >= 'A' && c <= 'Z' || c == '@' || c == '_'
}

// evidence reports places that a verification names and that are not there.
func (j *source) evidence() {
	if j.Doc.Body == nil {
		return
	}
	for i := range j.Doc.Body.Fields {
		f := &j.Doc.Body.Fields[i]
		if f.Label != "Evidence" {
			continue
		}
		for _, span := range evidencePlaces(j.Doc.Content()[f.Value.Start:f.Value.End], f.Value.Start) {
			place := j.Doc.Content()[span.Start:span.End]
			if first, _, _ := strings.Cut(place, "/"); j.tree.Look(j.Doc.Root, first) == document.Absent {
				continue // it is about another working tree
			}
			if name := projectPath(place); name != "" && j.tree.Look(j.Doc.Root, name) == document.Absent &&
				!j.tree.HasArtefact(j.Doc.Root, name) {
				j.Reportf("evidence-missing", span, "body.evidence",
					"%s does not exist (any more)%s, so nobody can look at the evidence; name where it is now",
					name, j.near(name))
			}
		}
	}
}

// writers returns the milestones whose tasks plan to write a file, by its path relative to the root.
func (j *source) writers() map[string][]string {
	return j.written.Get(j.Doc.Root, func() map[string][]string {
		writers := map[string][]string{}
		for _, id := range j.tree.MilestoneIDs(j.Doc.Root) {
			for name := range j.tree.Outline(j.Doc.Root, id).Writes {
				writers[name] = append(writers[name], id)
			}
		}
		return writers
	})
}

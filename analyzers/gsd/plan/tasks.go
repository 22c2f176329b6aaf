package plan

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	checkpointTag = memo.Regexp(`(?i)^<task\s+type=["']?checkpoint`)
	oneWay        = memo.Regexp(`<reversibility\b[^>]*\brating\s*=\s*["']?one-way`)
)

// elements is what tasks of each type must hold (checkpoints.md of gsd-core); "" is all types but checkpoints.
var elements = map[string]struct{ must, should []string }{
	"checkpoint:human-verify": {must: []string{"what-built", "how-to-verify", "resume-signal"}},
	"checkpoint:decision":     {must: []string{"decision", "options", "resume-signal"}},
	"checkpoint:human-action": {must: []string{"action", "instructions", "verification", "resume-signal"}},
	"":                        {must: []string{"name", "action"}, should: []string{"verify", "done", "files"}},
}

// structure judges what GSD counts as tasks of the plan.
func (j *judge) structure() {
	visible := 0
	for i := range j.tasks {
		t := &j.tasks[i]
		if t.Hidden {
			j.Reportf("gsd-task-hidden", t.Open, "body",
				"this <task> stands in a fence, a comment or a code span, and GSD counts it all the same, so the plan seems to have more tasks than it has; write it without the brackets")
			continue
		}
		visible++
		j.task(t)
	}
	pair, kind := j.value("type")
	if visible == 0 && len(j.tasks) == 0 && !j.over && !j.front.Lost() && pair != nil && (kind == "execute" || kind == "tdd") && !taskHeading().MatchString(j.text) {
		j.Reportf("gsd-task-none", j.Doc.FirstLine(), "body", "the plan has no <task>, so executing it changes nothing and it counts as done with its summary; write the tasks")
	}
	for _, m := range oneWay().FindAllStringIndex(j.text, -1) {
		before := func(t model.Task) bool { return t.Type == "checkpoint:decision" && t.Open.Start < m[0] }
		if !slices.ContainsFunc(j.tasks, before) && j.Doc.Body.HiddenAt(m[0]) == nil {
			j.Reportf("gsd-one-way", document.Span{Start: m[0], End: m[1]}, "body",
				"what this says cannot be taken back, and no checkpoint:decision stands before it in the plan, so it is done before anybody has decided; add the checkpoint")
		}
	}
}

var taskHeading = memo.Regexp(`(?m)^##+ Task \d`)

// task judges one task.
func (j *judge) task(t *model.Task) {
	switch t.Fault {
	case "case":
		span := document.Span{Start: t.Open.Start + 1, End: t.Open.Start + 5}
		j.Report(document.Finding{Rule: "gsd-task-unclosed", Span: t.Open, At: "body", Fixes: document.Replace("write <task", span, "task"),
			Message: fmt.Sprintf("<%s> is counted as a task, and its structure is never checked, since only <task> in small letters is; write <task", j.text[span.Start:span.End])})
		return
	case "long":
		j.Reportf("gsd-task-unclosed", t.Open, "body", "the attributes of this task have more than 1,000 bytes: it is counted, and its structure is not checked; move the text into the task")
		return
	case "open":
		j.Reportf("gsd-task-unclosed", t.Open, "body", "no </task> ends this task before the next one or the end of the file: it is counted, and its structure is not checked; close it")
		return
	case "hidden":
		return
	}
	kind := t.Type
	if !strings.HasPrefix(kind, "checkpoint:") {
		kind = ""
	}
	body := j.text[t.Body.Start:t.Body.End]
	lacks := func(names []string) (missing []string) {
		for _, name := range names {
			if has := hasElement(body, name); !has && !j.wrongCase(t, body, name) {
				missing = append(missing, "<"+name+">")
			}
		}
		return missing
	}
	wanted, known := elements[kind]
	if !known {
		wanted.must = []string{"resume-signal"}
	}
	if missing := lacks(wanted.must); len(missing) > 0 {
		what := "the structure check fails"
		if kind != "" {
			what = "whoever is asked cannot tell what to look at or how to go on"
		}
		j.Reportf("gsd-task-element", t.Open, "body", "this task has no %s, so %s (`verify plan-structure`); add it", document.AllOf(missing), what)
	}
	if missing := lacks(wanted.should); len(missing) > 0 {
		j.Report(document.Finding{Rule: "gsd-task-element", Span: t.Open, At: "body", Lesser: true,
			Message: fmt.Sprintf("this task has no %s, so nothing tells whether it is done, and where (`verify plan-structure`); add it", document.AllOf(missing))})
	}
	j.taskType(t, known)
}

// hasElement reports whether a task holds an element as the structure check sees it: a name must be closed.
func hasElement(body, name string) bool {
	for rest := body; ; {
		_, after, ok := strings.Cut(rest, "<"+name)
		if !ok || after == "" {
			return false
		}
		if strings.IndexByte("> \t\r\n", after[0]) >= 0 {
			return name != "name" || strings.Contains(after, "</name>")
		}
		rest = after
	}
}

// wrongCase reports an element that is there but for the case of its letters.
func (j *judge) wrongCase(t *model.Task, body, name string) bool {
	lower := strings.ToLower(body)
	if len(lower) != len(body) {
		return false
	}
	i := strings.Index(lower, "<"+name+">")
	if i < 0 {
		return false
	}
	open := document.Span{Start: t.Body.Start + i + 1, End: t.Body.Start + i + 1 + len(name)}
	edits := []document.Edit{{Span: open, Text: name}}
	if end := strings.Index(lower[i:], "</"+name+">"); end >= 0 {
		start := t.Body.Start + i + end + 2
		edits = append(edits, document.Edit{Span: document.Span{Start: start, End: start + len(name)}, Text: name})
	}
	j.Report(document.Finding{Rule: "gsd-task-element", Span: open, At: "body",
		Message: fmt.Sprintf("GSD knows <%s> in small letters alone, so the task counts as one without; write it so", name),
		Fixes:   []document.Fix{{Title: "write <" + name + ">", Edits: edits}}})
	return true
}

// taskTypes are those that the program or its templates know.
var taskTypes = []string{"auto", "tdd", "tracer", "manual", "checkpoint:human-verify", "checkpoint:decision", "checkpoint:human-action"}

func (j *judge) taskType(t *model.Task, known bool) {
	if t.Type == "" || slices.Contains(taskTypes, t.Type) {
		return
	}
	near := spell.Nearest(t.Type, taskTypes)
	if known && near == "" { // no checkpoint, and a word of somebody's own
		return
	}
	f := document.Finding{Rule: "gsd-task-type", Span: t.TypeAt, At: "body",
		Message: fmt.Sprintf("there is no type %s, so GSD takes the task for one that runs by itself", document.Quote(t.Type))}
	if strings.HasPrefix(t.Type, "checkpoint") {
		f.Message = fmt.Sprintf("there is no checkpoint %s, so nobody knows what it asks for; there are human-verify, decision and human-action", document.Quote(t.Type))
	}
	if near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, t.TypeAt, near)
	}
	j.Report(f)
}

// files holds the files of tasks against files_modified.
func (j *judge) files() {
	if j.plan == nil || j.done || !j.front.Root.Has("files_modified") && !j.front.Root.Has("files-modified") {
		return
	}
	pair, _ := j.value("files_modified")
	told := map[string]bool{}
	for i := range j.tasks {
		t := &j.tasks[i]
		if t.Hidden || t.Fault != "" {
			continue
		}
		for _, file := range t.Files(j.text) {
			if !isPath(file.Text) || told[file.Text] || listed(j.plan.Files, file.Text) {
				continue
			}
			told[file.Text] = true
			f := document.Finding{Rule: "gsd-task-files", Span: file.Span, At: "body"}
			if path.IsAbs(file.Text) || strings.HasPrefix(file.Text, "../") {
				f.Message = fmt.Sprintf("%s lies outside of the project, where no worktree has it; name a file of the project", document.Quote(file.Text))
			} else {
				f.Message = fmt.Sprintf("the task changes %s, and files_modified does not name it, so nothing keeps another plan of the wave from changing it too; add it there", file.Text)
				f.Fixes = j.addItem(pair, file.Text)
			}
			j.Report(f)
		}
	}
}

// addItem is the fix that adds an entry to a list of the frontmatter.
func (j *judge) addItem(pair *document.Pair, text string) []document.Fix {
	if pair == nil || pair.Value.Type != document.List || len(pair.Value.Items) == 0 {
		return nil
	}
	last := pair.Value.Items[len(pair.Value.Items)-1]
	if pair.Value.Flow {
		return document.Replace("add it to files_modified", document.Span{Start: last.Span.End, End: last.Span.End}, ", "+last.Requote(text))
	}
	end, _ := document.LineEnd(j.text, last.Span.End)
	line := j.text[strings.LastIndexByte(j.text[:last.Span.Start], '\n')+1 : last.Span.Start]
	return document.Replace("add it to files_modified", document.Span{Start: end, End: end}, j.Doc.Newline()+line+last.Requote(text))
}

var pathForm = memo.Regexp(`^[\w@$.()+~/\[\]-]+$`)

// isPath reports whether an entry of <files> names one file: it has a slash or a suffix, and no pattern.
func isPath(text string) bool {
	return pathForm().MatchString(text) && (strings.Contains(text, "/") || path.Ext(text) != "") && !strings.HasSuffix(text, "/") &&
		!strings.HasPrefix(text, "~") && !strings.Contains(text, "://") && !strings.HasPrefix(text, ".planning/")
}

// listed reports whether a list of files has one: by its name, by a directory that it lies in, or by a pattern.
func listed(files []string, file string) bool {
	file = path.Clean(file)
	return slices.ContainsFunc(files, func(f string) bool {
		f = strings.Trim(f, "`\"' ")
		if i := strings.IndexAny(f, " ("); i > 0 {
			f = f[:i]
		}
		if strings.ContainsAny(f, "*{") {
			prefix := f[:strings.IndexAny(f, "*{")]
			return strings.HasPrefix(file, prefix)
		}
		clean := path.Clean(f)
		return clean == file || strings.HasPrefix(file, clean+"/") || strings.HasSuffix(clean, "/"+file)
	})
}

// mustHaves judges what the verifier is to look for.
func (j *judge) mustHaves() {
	pair := j.front.Root.Pair("must_haves")
	if pair == nil {
		return
	}
	const rule, where = "gsd-must-haves", "frontmatter.must_haves"
	if pair.Value.Type != document.Map {
		if pair.Value.Type == document.Null && j.p.Old() || pair.Value.Type == document.List && pair.Value.Flow && len(pair.Value.Items) == 0 && j.done {
			return
		}
		j.Reportf(rule, at(pair), where, "`must_haves` holds no block, so the verifier makes up what must be true; write `truths:`, `artifacts:` or `key_links:` below it, each with a list")
		return
	}
	known := []string{"truths", "artifacts", "key_links", "prohibitions"}
	read := 0
	for i := range pair.Value.Pairs {
		block := &pair.Value.Pairs[i]
		if !slices.Contains(known, block.Key) {
			continue
		}
		if block.Value.Type != document.List && !(block.Value.Type == document.Null && block.Value.Span.Len() == 0) {
			if !j.p.Old() {
				j.Report(document.Finding{Rule: rule, Span: at(block), At: where + "." + block.Key, Lesser: true,
					Message: fmt.Sprintf("`%s` is no list, so the verifier reads nothing of it; write each on a line of its own that starts with a dash", block.Key),
					Fixes:   j.listed(block)})
			}
			read++
			continue
		}
		read++
		for k, item := range block.Value.Items {
			j.mustHave(block.Key, item, document.Index(where+"."+block.Key, k))
		}
	}
	if read == 0 && len(pair.Value.Pairs) > 0 && !j.p.Old() {
		near := spell.Suggest(pair.Value.Pairs[0].Key, known)
		j.Reportf(rule, pair.Value.Pairs[0].KeySpan, where, "`must_haves` has none of the blocks truths, artifacts and key_links, so the verifier makes up what must be true%s", near)
	}
}

// mustHave judges one entry of a block.
func (j *judge) mustHave(block string, item *document.Node, where string) {
	lesser := func(span document.Span, format string, args ...any) {
		j.Report(document.Finding{Rule: "gsd-must-haves", Span: span, At: where, Lesser: true, Message: fmt.Sprintf(format, args...)})
	}
	start := j.Doc.Start(item)
	switch block {
	case "artifacts":
		if item.Type != document.Map {
			return // a description; nobody checks it, and nobody meant it to be
		}
		file := dialect.Text(item.Get("path"))
		if meant := other(item); file == "" && meant != nil {
			j.Report(document.Finding{Rule: "gsd-must-haves", Span: meant.KeySpan, At: where, Lesser: true,
				Message: fmt.Sprintf("`verify artifacts` looks for the key `path`, so it passes over this artifact with its `%s`; write path", meant.Key),
				Fixes:   document.Replace("write path", meant.KeySpan, "path")})
			return
		} else if file == "" {
			lesser(start, "this artifact has no `path`, so `verify artifacts` passes it over and never looks for it; name the file")
			return
		}
		if n := item.Get("min_lines"); n != nil && !wholeNumber().MatchString(dialect.Text(n)) {
			lesser(n.Span, "`min_lines` is %s and no number, so the size of the file is not checked", document.Quote(dialect.Text(n)))
		}
		j.mustHavePath(item.Get("path"), where)
	case "key_links":
		var missing []string
		for _, key := range []string{"from", "to"} {
			if item.Type == document.Map && dialect.Text(item.Get(key)) == "" {
				missing = append(missing, "`"+key+"`")
			}
		}
		if len(missing) > 0 {
			lesser(start, "this key link has no %s, so `verify key-links` cannot check it; name the file", document.AllOf(missing))
		}
		if n := item.Get("pattern"); n != nil {
			if _, err := regexp.Compile(dialect.Text(n)); err != nil && !strings.Contains(dialect.Text(n), "(?") {
				lesser(n.Span, "`pattern` is no regular expression, so the link is looked for as plain text")
			}
		}
	}
}

// other returns the key of an artifact that stands where path should, or nil.
func other(item *document.Node) *document.Pair {
	for _, key := range []string{"file", "filename", "file_path", "filepath", "paths", "Path"} {
		if pair := item.Pair(key); pair != nil && dialect.Text(pair.Value) != "" {
			return pair
		}
	}
	return nil
}

// listed is the fix that makes a text of a block its first item.
func (j *judge) listed(block *document.Pair) []document.Fix {
	if block.Value.Type != document.String || block.Value.Span.Len() == 0 || strings.Contains(j.Doc.Text(block.Value.Span), "\n") {
		return nil
	}
	text := j.Doc.Newline() + j.Doc.Indent(block.KeySpan.Start) + "  - " + j.Doc.Text(block.Value.Span)
	return document.Replace("make it a list", document.Span{Start: block.KeySpan.End + 1, End: block.Value.Span.End}, text)
}

// mustHavePath reports an artifact that nobody makes.
func (j *judge) mustHavePath(n *document.Node, where string) {
	file := strings.TrimSpace(dialect.Text(n))
	if j.plan == nil || j.over || !isPath(file) || j.p.Exists(file) {
		return
	}
	var made []string
	for _, ph := range j.p.Phases() {
		for _, plan := range ph.Plans {
			made = append(append(made, plan.Files...), plan.TaskFiles...)
		}
	}
	if listed(made, file) || strings.ContainsAny(file, "[]()$") {
		return
	}
	f := document.Finding{Rule: "gsd-must-haves-path", Span: n.Span, At: where,
		Message: fmt.Sprintf("%s is not there, and neither files_modified nor <files> of any plan names it, so the check of the phase fails at its end; name what the plan makes", file)}
	if near := spell.Nearest(file, slices.DeleteFunc(slices.Clone(j.plan.Files), func(f string) bool { return path.Ext(f) != path.Ext(file) })); near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, n.Span, n.Requote(near))
	}
	j.Report(f)
}

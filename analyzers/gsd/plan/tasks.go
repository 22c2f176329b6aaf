package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	closingTag    = memo.Regexp(`(?i)</task\s*>`)
	checkpointTag = memo.Regexp(`(?i)^<task\s+type=["']?checkpoint`)
	rating        = memo.Regexp(`<reversibility\b[^>]*\brating\s*=\s*["']([^"'>]*)["']`)
	oneWay        = memo.Regexp(`<reversibility\b[^>]*\brating\s*=\s*["']?one-way`)
)

// elements is what tasks of each type must hold (checkpoints.md of gsd-core); "" is all types but checkpoints.
var elements = map[string]struct{ must, should []string }{
	"checkpoint:human-verify": {must: []string{"what-built", "how-to-verify", "resume-signal"}},
	"checkpoint:decision":     {must: []string{"decision", "options", "resume-signal"}},
	"checkpoint:human-action": {must: []string{"action", "instructions", "verification", "resume-signal"}},
	"":                        {must: []string{"name", "action"}, should: []string{"verify", "done", "files"}},
}

// feature is what a plan of type tdd has in the place of tasks.
var feature = memo.Regexp(`(?m)^[ \t]*<feature[ \t>\r\n]`)

// taskJudge judges the tasks of a plan.
type taskJudge struct{ *judge }

// structure judges what GSD counts as tasks of the plan.
func (j taskJudge) structure() {
	for i := range j.tasks {
		t := &j.tasks[i]
		if t.Hidden {
			where := "a fence, a comment or a code span"
			if t.Open.Start < j.front.End {
				where = "the frontmatter"
			}
			j.gather.Add("hidden", document.Finding{Rule: "gsd-task-hidden", Span: t.Open, At: "body", Least: j.Mild,
				Message: "this <task> stands in " + where + ", and GSD counts it all the same, so the plan seems to have more " +
					"tasks than it has; write it without the brackets"})
			continue
		}
		if t.Inner {
			j.gather.Add("inner", document.Finding{Rule: "gsd-task-hidden", Span: t.Open, At: "body", Least: j.Mild,
				Message: "this <" + j.text[t.Open.Start+1:t.Open.Start+len("<task")] + "> stands in a task, and GSD counts it as one of its " +
					"own, so the plan seems to have more tasks than it has; write it without the brackets, or end the task before it"})
			continue
		}
		j.task(t)
	}
	j.lone()
	for _, f := range j.lacking {
		if n := len(f.Related); n > 0 {
			f.Message += fmt.Sprintf(" (as in %s of this plan)", document.Count(n, "other task"))
		}
		j.Report(f)
	}
	_, kind := j.value("type")
	if len(j.tasks) == 0 && !j.over && !j.front.Lost() &&
		(kind == "execute" || kind == "tdd" && !feature().MatchString(j.text)) && !taskHeading().MatchString(j.text) {
		j.Reportf("gsd-task-none", j.Doc.FirstLine(), "body",
			"the plan has no <task>, so executing it changes nothing and it counts as done with its summary; write the tasks")
	}
	j.ratings()
	decides := slices.IndexFunc(j.tasks, func(t notation.Task) bool { // one of no known type is told, and may be meant for it
		strange := strings.HasPrefix(t.Type, "checkpoint") && !slices.Contains(taskTypes, t.Type)
		return t.Type == "checkpoint:decision" || strange
	})
	for _, m := range oneWay().FindAllStringIndex(j.text, -1) {
		if (decides < 0 || m[0] <= j.tasks[decides].Open.Start) && j.Doc.Body.HiddenAt(m[0]) == nil {
			j.Report(document.Finding{Rule: "gsd-one-way", Span: document.Span{Start: m[0], End: m[1]}, At: "body", Least: j.done,
				Message: "what this says cannot be taken back, and no checkpoint:decision stands before it in the plan, so it is " +
					"done before anybody has decided; add the checkpoint"})
		}
	}
}

var (
	firstElement = memo.Regexp(`(?m)^[ \t]*<(?:name|action)>`)
	otherTag     = memo.Regexp(`(?m)^[ \t]*(<(\w+)[^<>\n]*>)\s*\z`)
)

// lone reports closing tags of tasks that no tag opens.
func (j taskJudge) lone() {
	const closing = "</task>"
	next := 0 // of the tasks that begin before
	for from := 0; ; {
		i := strings.Index(j.text[from:], closing)
		if i < 0 {
			return
		}
		at := from + i
		for next < len(j.tasks) && j.tasks[next].Open.Start < at {
			next++
		}
		start := from
		from = at + len(closing)
		if next > 0 && j.tasks[next-1].Body.End >= at {
			continue
		}
		m := firstElement().FindStringIndex(j.text[start:at])
		if m == nil || j.Doc.Body.HiddenAt(at) != nil || j.Doc.Body.HiddenAt(start+m[0]) != nil {
			continue
		}
		f := document.Finding{Rule: "gsd-task-unclosed", Span: document.Span{Start: start + m[0], End: start + m[1]}, At: "body",
			Message: "no <task> begins the task that this is of, so GSD does not count it, and nobody carries it out; write " +
				"<task type=\"auto\"> before it"}
		if tag := otherTag().FindStringSubmatchIndex(j.text[start : start+m[0]]); tag != nil {
			name := document.Span{Start: start + tag[4], End: start + tag[5]}
			f.Span = document.Span{Start: start + tag[2], End: start + tag[3]}
			f.Message = fmt.Sprintf("<%s> begins no task, so GSD does not count the one that stands here, and nobody carries it out; "+
				"write <task", j.Doc.Text(name))
			f.Fixes = document.Replace("write <task", name, "task")
		}
		f.Span.Start += len(j.text[f.Span.Start:f.Span.End]) - len(strings.TrimLeft(j.text[f.Span.Start:f.Span.End], " \t"))
		j.Report(f)
	}
}

// ratings reports ratings that are none of GSD's, so that nobody asks before what they are about.
func (j taskJudge) ratings() {
	known := []string{"reversible", "costly", "one-way"}
	for _, m := range rating().FindAllStringSubmatchIndex(j.text, -1) {
		word := strings.TrimSpace(j.text[m[2]:m[3]])
		if strings.ContainsAny(word, "|{$[…") || j.Doc.Body.HiddenAt(m[0]) != nil {
			continue // to be filled in
		}
		span := document.Span{Start: m[2], End: m[3]}
		meant := map[string]string{"irreversible": "one-way", "permanent": "one-way", "irrevocable": "one-way",
			"one way": "one-way", "oneway": "one-way", "one_way": "one-way", "hard": "costly", "expensive": "costly",
			"easy": "reversible", "two-way": "reversible"}[strings.ToLower(word)]
		if meant == "" {
			meant = spell.Close(strings.ToLower(word), known)
		}
		if meant != "" {
			j.Fixf("gsd-one-way", span, "body", document.Replace("write "+meant, span, meant),
				"there is no rating %s, so nobody is asked before what cannot be taken back is done, nor warned of what "+
					"is costly; did you mean %s?", document.Quote(word), meant)
		}
	}
}

var taskHeading = memo.Regexp(`(?m)^##+ Task \d`)

// task judges one task.
func (j taskJudge) task(t *notation.Task) {
	if broken(j, t) {
		return
	}
	kind := t.Type
	if !strings.HasPrefix(kind, "checkpoint:") {
		kind = ""
	}
	body := j.text[t.Body.Start:t.Body.End]
	tags := tagsOf(body)
	lacks := func(names []string) (missing []string) {
		for _, name := range names {
			if !hasElement(tags, name) && (name != "name" || opens(body, tags, name) < 0) && !j.wrongCase(t, tags, name) {
				missing = append(missing, "<"+name+">")
			}
		}
		return missing
	}
	wanted, known := elements[kind]
	if !known {
		wanted.must = []string{"resume-signal"}
	}
	must, should := lacks(wanted.must), lacks(wanted.should)
	if missing := append(slices.Clone(must), should...); len(missing) == 1 &&
		j.wrongName(t, body, tags, strings.Trim(missing[0], "<>")) {
		must, should = nil, nil
	}
	for _, name := range optional {
		if !hasElement(tags, name) && !j.wrongCase(t, tags, name) {
			j.wrongName(t, body, tags, name)
		}
	}
	what := "nothing tells whether it is done, and where"
	if kind != "" {
		what = "whoever is asked cannot tell what to look at or how to go on"
	} else if len(must) > 0 {
		what = "the structure check fails"
	}
	if missing := append(must, should...); len(missing) > 0 {
		j.lack(document.Finding{Span: t.Open, Lesser: len(must) == 0 || j.done, Least: j.done && kind == "",
			Message: fmt.Sprintf("this task has no %s, so %s (`verify plan-structure`); add it", document.AllOf(missing), what)})
	}
	j.taskType(t, known)
	empty(j, t.Body.Start, body)
	j.unclosed(t, body, tags)
	judgeGate(j, t)
}

// broken reports a task whose structure GSD does not check, and whether it is one.
func broken(j taskJudge, t *notation.Task) bool {
	switch t.Fault {
	case "case":
		span := document.Span{Start: t.Open.Start + 1, End: t.Open.Start + 5}
		j.Fixf("gsd-task-unclosed", t.Open, "body", document.Replace("write <task", span, "task"),
			"<%s> is counted as a task, and its structure is never checked, since only <task> in small letters is; "+
				"write <task", j.text[span.Start:span.End])
	case "tag":
		end := t.Open.Start + strings.IndexByte(j.text[t.Open.Start:t.Open.End], '\n')
		end = t.Open.Start + len(strings.TrimRight(j.text[t.Open.Start:end], " \t\r"))
		j.Fixf("gsd-task-unclosed", document.Span{Start: t.Open.Start, End: end}, "body",
			document.Replace("close the tag", document.Span{Start: end, End: end}, ">"),
			"no `>` ends this tag, so GSD takes it to go on up to the next one, and does not see the element that begins there; "+
				"write it at the end of the line")
	case "long":
		j.Reportf("gsd-task-unclosed", t.Open, "body", "the attributes of this task have more than 1,000 bytes: it is "+
			"counted, and its structure is not checked; move the text into the task")
	case "open":
		if m := closingTag().FindStringIndex(j.text[t.Body.Start:t.Body.End]); m != nil {
			span := document.Span{Start: t.Body.Start + m[0], End: t.Body.Start + m[1]}
			j.Fixf("gsd-task-unclosed", span, "body", document.Replace("write </task>", span, "</task>"),
				"%s ends no task, since only </task> in small letters does: the task is counted, and its structure is not "+
					"checked; write </task>", j.text[span.Start:span.End])
			break
		}
		j.Reportf("gsd-task-unclosed", t.Open, "body", "no </task> ends this task before the next one or the end of the "+
			"file: it is counted, and its structure is not checked; close it")
	}
	return t.Fault != ""
}

// judgeGate reports a gate that there is not.
func judgeGate(j taskJudge, t *notation.Task) {
	m := gate().FindStringSubmatchIndex(j.text[t.Open.Start:t.Open.End])
	if m == nil {
		return
	}
	span := document.Span{Start: t.Open.Start + m[2], End: t.Open.Start + m[3]}
	name := j.Doc.Text(span)
	if slices.Contains(gates, name) {
		return
	}
	f := document.Finding{Rule: "gsd-task-type", Span: span, At: "body", Message: fmt.Sprintf("there is no gate %s, so a run with "+
		"auto_advance passes the checkpoint by itself; there are blocking and blocking-human", document.Quote(name))}
	if near := spell.Nearest(name, gates); near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, span, near)
	}
	j.Report(f)
}

// optional are the elements that a task need not have and that executors look for.
var optional = []string{"read_first", "acceptance_criteria", "precondition"}

var (
	gate  = memo.Regexp(`\bgate\s*=\s*["']([^"'>]*)["']`)
	gates = []string{"blocking", "blocking-human", "advisory"} // the last is of checkpoint:tdd-review
	// paired are the elements that programs find by both of their tags.
	paired = []string{"name", "files", "read_first", "action", "verify", "automated", "acceptance_criteria", "behavior",
		"done"}
)

// unclosed reports elements of a task that begin and do not end.
func (j taskJudge) unclosed(t *notation.Task, body string, tags []tag) {
	for _, name := range paired {
		at := opens(body, tags, name)
		if at < 0 || at < lastEnd(tags, name) {
			continue
		}
		start := t.Body.Start + at
		span := document.Span{Start: start, End: start + len("<"+name+">")}
		j.gather.Add("unclosed", document.Finding{Rule: "gsd-task-element", Span: span, At: "body",
			Lesser: name != "name", Least: j.done,
			Message: fmt.Sprintf("<%s> does not end in this task, so programs that look for both tags find nothing in it; "+
				"write </%s> behind what it holds", name, name)})
	}
}

// lack keeps what a task lacks: of several that lack the same the first is told.
func (j taskJudge) lack(one document.Finding) {
	for i := range j.lacking {
		if f := &j.lacking[i]; f.Message == one.Message {
			f.Related = append(f.Related, document.Related{Span: one.Span, Message: "this task lacks the same"})
			return
		}
	}
	one.Rule, one.At = "gsd-task-element", "body"
	j.lacking = append(j.lacking, one)
}

// wrongCase reports an element that is there but for the case of its letters.
func (j taskJudge) wrongCase(t *notation.Task, tags []tag, name string) bool {
	var edits []document.Edit
	for _, want := range []string{name, "/" + name} {
		i := slices.IndexFunc(tags, func(t tag) bool {
			return t.name != want && t.end == '>' && strings.EqualFold(t.name, want)
		})
		if i < 0 {
			break
		}
		start := t.Body.Start + tags[i].at + len("<")
		edits = append(edits, document.Edit{Span: document.Span{Start: start, End: start + len(want)}, Text: want})
		tags = tags[i:]
	}
	if edits == nil {
		return false
	}
	j.Fixf("gsd-task-element", edits[0].Span, "body", []document.Fix{{Title: "write <" + name + ">", Edits: edits}},
		"GSD knows <%s> in small letters alone, so the task counts as one without; write it so", name)
	return true
}

var (
	// knownTags are the elements that some task may have.
	knownTags = []string{"name", "files", "read_first", "action", "verify", "automated", "done",
		"acceptance_criteria", "behavior", "precondition",
		"implementation", "decision", "options", "option", "context", "resume-signal", "what-built", "how-to-verify",
		"instructions", "verification", "pros", "cons", "reversibility", "checkpoint_type"}
	otherNames = map[string][]string{"verify": {"verification", "verify_command"}, "name": {"title"}, "files": {"file"},
		"done": {"acceptance", "done_when"}, "action": {"actions", "steps"}}
)

// wrongName reports an element that stands in a task where another is wanted.
func (j taskJudge) wrongName(t *notation.Task, body string, tags []tag, name string) bool {
	for _, found := range tags {
		tag, behind := found.name, found.at+len("<>")+len(found.name)
		if !found.isElement() {
			continue
		}
		other := slices.Contains(otherNames[name], tag) && t.Type != "checkpoint:human-action"
		if !other && (slices.Contains(knownTags, tag) || spell.Close(tag, []string{name}) == "") {
			continue
		}
		open := document.Span{Start: t.Body.Start + found.at + 1, End: t.Body.Start + behind - 1}
		edits := []document.Edit{{Span: open, Text: name}}
		end := strings.Index(body[behind:], "</"+tag+">")
		if end < 0 {
			continue
		}
		start := t.Body.Start + behind + end + len("</")
		edits = append(edits, document.Edit{Span: document.Span{Start: start, End: start + len(tag)}, Text: name})
		j.gather.Add("element", document.Finding{Rule: "gsd-task-element", Span: open, At: "body",
			Lesser:  j.done || !slices.Contains([]string{"name", "action"}, name),
			Message: fmt.Sprintf("GSD knows no <%s> in such a task, so it counts as one without <%s>; write <%s>", tag, name, name),
			Fixes:   []document.Fix{{Title: "write <" + name + ">", Edits: edits}}})
		return true
	}
	return false
}

// taskTypes are those that the program or its templates know.
var taskTypes = []string{"auto", "tdd", "tracer", "manual", "checkpoint:human-verify", "checkpoint:decision",
	"checkpoint:human-action"}

func (j taskJudge) taskType(t *notation.Task, known bool) {
	if slices.Contains(taskTypes, t.Type) {
		return
	}
	near := spell.Nearest(t.Type, taskTypes)
	if known && near == "" { // no checkpoint, and a word of somebody's own
		return
	}
	f := document.Finding{Rule: "gsd-task-type", Span: t.TypeAt, At: "body",
		Message: fmt.Sprintf("there is no type %s, so GSD takes the task for one that runs by itself",
			document.Quote(t.Type))}
	if strings.HasPrefix(t.Type, "checkpoint") {
		f.Message = fmt.Sprintf("there is no checkpoint %s, so nobody knows what it asks for", document.Quote(t.Type))
		if near == "" {
			f.Message += "; write checkpoint:human-verify, checkpoint:decision or checkpoint:human-action"
		}
	}
	if near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, t.TypeAt, near)
	}
	j.Report(f)
}

// files holds the files of tasks against files_modified.
func (j taskJudge) files() {
	if !j.open || !j.front.Root.Has("files_modified") && !j.front.Root.Has("files-modified") {
		return
	}
	pair, text := j.value("files_modified")
	j.glued(pair, text)
	told := map[string]bool{}
	for _, t := range j.sound {
		for _, file := range t.Files(j.text) {
			if !isPath(file.Text) || told[file.Text] || j.own.Has(file.Text) {
				continue
			}
			told[file.Text] = true
			f := document.Finding{Rule: "gsd-task-files", Span: file.Span, At: "body"}
			if path.IsAbs(file.Text) || strings.HasPrefix(file.Text, "../") {
				f.Message = fmt.Sprintf("%s lies outside of the project, where no worktree has it; name a file of the "+
					"project", document.Quote(file.Text))
				j.Report(f)
			} else {
				f.Message = fmt.Sprintf("the task changes %s, and files_modified does not name it, so nothing keeps another "+
					"plan of the wave from changing it too; add it there", file.Text)
				f.Fixes = j.addItem(pair, file.Text)
				j.gather.Add("undeclared", f)
			}
		}
	}
}

// glued reports files_modified if it is one text of several files.
func (j taskJudge) glued(pair *document.Pair, text string) {
	if pair == nil || pair.Value.Type != document.String {
		return
	}
	files := strings.Split(text, ",")
	for i := range files {
		files[i] = strings.TrimSpace(files[i])
		if !isPath(files[i]) {
			return
		}
	}
	if len(files) == 1 {
		return // GSD takes one text for one file
	}
	j.Fixf("gsd-task-files", pair.Value.Span, "frontmatter.files_modified",
		document.Replace("write a list", pair.Value.Span, "["+strings.Join(files, ", ")+"]"),
		"this is one text, so GSD takes it for the name of one file, and nothing keeps another plan of the wave from "+
			"changing these %d; write a list", len(files))
}

// addItem is the fix that adds an entry to a list of the frontmatter.
func (j taskJudge) addItem(pair *document.Pair, text string) []document.Fix {
	if pair == nil || len(pair.Value.Items) == 0 {
		return nil
	}
	last := pair.Value.Items[len(pair.Value.Items)-1]
	if pair.Value.Flow {
		return document.Replace("add it to files_modified", document.Span{Start: last.Span.End, End: last.Span.End},
			", "+last.Requote(text))
	}
	end, _ := document.LineEnd(j.text, last.Span.End)
	line := j.text[strings.LastIndexByte(j.text[:last.Span.Start], '\n')+1 : last.Span.Start]
	return document.Replace("add it to files_modified", document.Span{Start: end, End: end},
		"\n"+line+last.Requote(text))
}

var pathForm = memo.Regexp(`^[\w@$.()+~/\[\]-]+$`)

// isPath reports whether an entry of <files> names one file: it has a slash or a suffix, and no pattern.
func isPath(text string) bool {
	return pathForm().MatchString(text) && (strings.Contains(text, "/") || path.Ext(text) != "") &&
		!strings.HasSuffix(text, "/") &&
		!strings.HasPrefix(text, "~") && !strings.Contains(text, "://") && !strings.HasPrefix(text, ".planning/")
}

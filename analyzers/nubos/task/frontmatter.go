package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

const invalid = "tasks-invalid-frontmatter"

// pad is a number with more zeros than ids are padded with.
var pad = memo.Regexp(`([MS])0+(\d{3})\b`)

// wholeNumber is a number as YAML tools and the consumer alike read it without quotes.
var wholeNumber = memo.Regexp(`^[1-9]\d*$`)

// defaults are the values that a fix gives to keys that are missing: what the scaffolder writes for a task without
// any.
var defaults = map[string]string{"depends_on": "[]", "must_haves": "{}"}

// fields judges each key by itself.
func (f *file) fields() {
	schema := contract.BodyOf(f.set, f.Doc.Kind).Frontmatter
	for _, key := range schema.Required {
		if p := f.front.Pair(key); p == nil {
			f.missing(key, schema)
		} else {
			f.value(key, p.Value)
			if key == "status" {
				f.writable(p)
			}
		}
	}
}

// writable reports a status that commands read and cannot change: they look for `status:` at the start of a line.
func (f *file) writable(p *document.Pair) {
	text := f.Doc.Content()
	start := strings.LastIndexByte(text[:p.KeySpan.Start], '\n') + 1
	colon := document.Span{Start: p.KeySpan.End, End: p.KeySpan.End + max(0, strings.IndexByte(text[p.KeySpan.End:], ':'))}
	if start == p.KeySpan.Start && colon.Len() == 0 {
		return
	}
	var fixes []document.Fix
	if start == p.KeySpan.Start {
		fixes = document.Replace("write `status:`", colon, "")
	}
	f.Fixf(invalid, p.KeySpan, "frontmatter.status", fixes,
		"commit-task, park and skip look for `status:` at the start of a line and refuse this one, after the work is done; "+
			"write it so")
}

// missing reports a required key that is not there.
func (f *file) missing(key string, schema *rules.Schema) {
	for _, other := range f.front.Pairs {
		if !slices.Contains(schema.Properties, other.Key) && spell.Nearest(other.Key, []string{key}) != "" {
			f.Fixf(invalid, other.KeySpan, "frontmatter."+key,
				document.Replace(fmt.Sprintf("rename `%s` to `%s`", other.Key, key), other.KeySpan, key),
				"the key `%s` is missing, so the task validator refuses the file; is `%s` a misspelling of it?",
				key, other.Key)
			f.wrong[key] = true
			return
		}
	}
	var fixes []document.Fix
	if value := defaults[key]; value != "" {
		end := f.Doc.Front.Close.Start
		fixes = document.Replace(fmt.Sprintf("add `%s: %s`", key, value), document.Span{Start: end, End: end},
			key+": "+value+"\n")
	}
	f.report(invalid, key, fixes, "the key `%s` is missing, so the task validator refuses the file; add it", key)
}

// value judges the value of a key that is there.
func (f *file) value(key string, v *document.Node) {
	switch key {
	case "id":
		f.id(key, v, isTask, "M<NNN>-S<NNN>-T<NNNN>, such as M001-S001-T0001")
	case "slice":
		f.id(key, v, isSlice, "M<NNN>-S<NNN>, such as M001-S001")
	case "milestone":
		f.id(key, v, isMilestone, "M<NNN>, such as M001")
	case "type":
		f.enum(invalid, key, v, "execute")
	case "status":
		f.enum("tasks-invalid-status", key, v, f.set.Vocabulary("nubos", "task-status")...)
	case "tier":
		f.enum("tasks-invalid-tier", key, v, f.set.Vocabulary("nubos", "tier")...)
	case "owner":
		if strings.TrimSpace(document.Text(v)) == "" {
			f.report("tasks-invalid-owner", key, nil,
				"`owner` is %s, where the name of an agent is expected, so the task validator refuses the file; write "+
					"`executor` or whoever carries it out", document.Show(v))
		}
	case "wave":
		f.wave(v)
	case "depends_on", "files_modified":
		f.list(key, v)
	case "autonomous":
		if v.Type != document.Bool {
			f.report(invalid, key, truth(v),
				"`autonomous` is %s, and only `true` and `false` are read as yes and no here; the task validator "+
					"refuses the file", document.Show(v))
		}
	case "must_haves":
		// `{}` is the documented form of an empty map, though the reader takes it for a text (decision N1).
		if v.Type != document.Map && v.Text != "{}" {
			f.report(invalid, key, nil,
				"`must_haves` is %s, where a map is expected, so the task validator refuses the file; write keys "+
					"below it, or `{}`", document.Show(v))
		}
	}
}

func isTask(id string) bool      { _, _, task := place.SplitID(id); return task != "" }
func isSlice(id string) bool     { _, slice := place.SplitSlice(id); return slice != "" }
func isMilestone(id string) bool { return place.IsID(id, 'M') }

// id judges a value that must be an id of a form.
func (f *file) id(key string, v *document.Node, is func(string) bool, form string) {
	text := document.Text(v)
	if is(text) {
		return
	}
	var fixes []document.Fix
	if meant := place.Meant(text); is(meant) && f.fits(key, meant) {
		fixes = document.Replace("write "+meant, v.Span, v.Requote(meant))
	}
	f.report(invalid, key, fixes,
		"`%s` is %s, and must have the form %s, so programs do not find the task", key, document.Show(v), form)
}

// fits reports whether the path of the file, if it is known, says the same as an id.
func (f *file) fits(key, id string) bool {
	p := f.place
	return p.Task == "" || idsOf(p)[key] == id
}

// idsOf returns what a task file at a place must have under the keys that name one.
func idsOf(p place.Place) map[string]string {
	slice := p.Milestone + "-" + p.Slice
	return map[string]string{"id": slice + "-" + p.Task, "slice": slice, "milestone": p.Milestone}
}

// enum judges a value that must be one of some words, and offers the one that it is but for case and separators.
func (f *file) enum(rule, key string, v *document.Node, words ...string) {
	if v.Type == document.String && slices.Contains(words, v.Text) {
		return
	}
	var fixes []document.Fix
	hint := ""
	if near := spell.Nearest(v.Text, words); near != "" {
		hint = "; did you mean " + near + "?"
		fixes = document.Replace("write "+near, v.Span, v.Requote(near))
	}
	f.report(rule, key, fixes,
		"`%s` is %s, and programs know only %s%s", key, document.Show(v), document.OneOf(words), hint)
}

func (f *file) wave(v *document.Node) {
	switch {
	case v.Type == document.Null:
	case v.Type != document.Number:
		var fixes []document.Fix
		if wholeNumber().MatchString(v.Text) {
			fixes = document.Replace("write the number without quotes", v.Span, v.Text)
		}
		f.report(invalid, "wave", fixes,
			"`wave` is %s, where a number without quotes is expected, so the task validator refuses the file; write "+
				"the number of the slice", document.Show(v))
	case v.Num < 1 || v.Num != float64(int(v.Num)):
		f.report(invalid, "wave", nil, "`wave` is %s, and waves count 1, 2, 3; write the number of the slice", v.Text)
	}
}

func (f *file) list(key string, v *document.Node) {
	if v.Type != document.List {
		var fixes []document.Fix
		if v.Type == document.Null && key == "depends_on" {
			fixes = document.Replace("write []", v.Span, " []")
		}
		f.report(invalid, key, fixes,
			"`%s` is %s, where a list is expected, so the task validator refuses the file; write `[]` or one `- item` "+
				"a line", key, document.Show(v))
		return
	}
	for i, item := range v.Items {
		at := document.Index("frontmatter."+key, i)
		if item.Type == document.String {
			if key == "files_modified" && isOutside(item.Text) {
				f.wrong[key] = true // whether the plan says so too is not asked as well
				outside(f.Reporter, document.Text(f.front.Get("id")), at, model.Item{Text: item.Text, Span: item.Span})
			}
			continue
		}
		f.wrong[key] = true
		f.Reportf(invalid, item.Span, at,
			"`%s` holds %s, where a text is expected; programs compare it with names and never find it",
			key, document.Show(item))
	}
}

// truth is the fix for words that other dialects read as yes or no.
func truth(v *document.Node) []document.Fix {
	for _, word := range []struct{ truth, words string }{{"true", " yes y on true "}, {"false", " no n off false "}} {
		if strings.Contains(word.words, " "+strings.ToLower(v.Text)+" ") {
			return document.Replace("write "+word.truth, v.Span, word.truth)
		}
	}
	return nil
}

// names holds id, slice and milestone against the path, or against the id if the file is judged alone.
func (f *file) names() {
	p := f.place
	if p.Task != "" {
		if !f.directory() {
			return // which task it is is open
		}
	} else if p.Milestone, p.Slice, p.Task = place.SplitID(document.Text(f.front.Get("id"))); p.Task == "" ||
		f.alone(p) {
		return
	}
	ids := idsOf(p)
	for _, key := range []string{"id", "slice", "milestone"} {
		v, want, source := f.front.Get(key), ids[key], "the path says"
		got := document.Text(v)
		if f.place.Task == "" {
			got, want, source = bare(got), bare(want), "the id says"
		}
		if got == "" || got == want || f.wrong[key] {
			continue
		}
		f.report("task-path", key, document.Replace("write "+want, v.Span, v.Requote(want)),
			"`%s` is %q, but %s %s"+twoTasks, key, got, source, want)
	}
}

const twoTasks = "; programs that go by the one and programs that go by the other see two tasks"

// bare returns an id without the zeros that ids are not padded with.
func bare(id string) string { return pad().ReplaceAllString(id, "$1$2") }

// alone holds the id of a file that is judged alone against what says the same. It reports an id that stands alone,
// or a heading that names another task, and whether it is the id.
func (f *file) alone(id place.Place) bool {
	own := document.Text(f.front.Get("id"))
	slice, milestone := document.Text(f.front.Get("slice")), bare(document.Text(f.front.Get("milestone")))
	if milestone != "" && milestone != bare(id.Milestone) && !f.wrong["slice"] &&
		strings.HasPrefix(bare(slice), milestone+"-") {
		f.report("task-path", "id", nil, "`id` is %q, but slice and milestone say %s"+twoTasks, own, slice)
		return true
	}
	h := f.Doc.Body.Title()
	if h == nil {
		return false
	}
	name, _, _ := strings.Cut(h.Text, " ")
	_, _, task := place.SplitID(name)
	switch {
	case task == "" || bare(name) == bare(own):
	case name == id.Milestone+"-"+id.Slice+"-T"+f.Doc.Var("task"):
		f.report("task-path", "id", nil, "`id` is %q, but file name and heading say %s"+twoTasks, own, name)
		return true
	default:
		f.Reportf("task-path", h.Span, "body.heading",
			"the heading names task %s, but `id` is %s; lists show the name under the one, and programs go by the other",
			name, own)
	}
	return false
}

// directory judges the name of the file. It reports whether it is that of the directory.
func (f *file) directory() bool {
	name := "T" + f.Doc.Var("task")
	if name != f.place.Task {
		f.Reportf("task-path", f.Doc.FirstLine(), "path",
			"the file is named after %s but lies in the directory %s, so programs do not find it there; rename or "+
				"move it", name, f.place.Task)
	}
	return name == f.place.Task
}

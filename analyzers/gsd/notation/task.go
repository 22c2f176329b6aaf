package notation

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Task is one place that GSD counts as a task of a plan.
type Task struct {
	Open   document.Span // the tag
	Body   document.Span // up to the closing tag, or to where the task should have ended
	Type   string        // folded; "" if there is none
	TypeAt document.Span
	Hidden bool   // it stands in the frontmatter, a fence, a comment or a code span
	Inner  bool   // its tag has capitals and stands in another task
	Fault  string // why its structure is not checked, or ""
}

var (
	opensFence = memo.Regexp("(?m)^[ \t]*(```|~~~)[a-z]")

	// element is one that begins on a line of its own within a tag, which nothing ended before it.
	element = memo.Regexp(`\n[ \t]*<\w`)

	taskType = memo.Regexp(`(?i)\btype\s*=\s*["']?([\w:-]+)`)
)

// Tasks returns what GSD counts as tasks of a plan: it is blind to fences and comments. They are not the caller's to
// change.
func Tasks(d *document.Document) []Task {
	return document.Once(d, func() []Task { return readTasks(d) })
}

func readTasks(d *document.Document) []Task {
	s := d.Content()
	found := openings(s)
	tasks := make([]Task, 0, len(found))
	lastClosing := strings.LastIndex(s, "</task>")
	front := frontEnd(s)
	hiding := hiding{d, map[document.Span]bool{}, ticked(s, found)}
	ends := ends(s, found)
	closed := 0 // where the last task in small letters ends
	for i, at := range found {
		t := Task{Open: document.Span{Start: at[0], End: at[1]}, Hidden: at[0] < front || hiding.at(at[0]), Inner: at[0] < closed}
		limit := max(ends[i], at[1]) // which may begin within the tag
		closing := strings.Index(s[at[1]:limit], "</task>")
		t.Body = document.Span{Start: at[1], End: limit}
		tag := s[at[0]:min(at[1], at[0]+len("<task>")+maxAttributes+1)]
		if m := taskType().FindStringSubmatchIndex(tag); m != nil {
			t.Type, t.TypeAt = strings.ToLower(tag[m[2]:m[3]]), document.Span{Start: at[0] + m[2], End: at[0] + m[3]}
		}
		switch {
		case !strings.HasPrefix(tag, "<task"):
			t.Fault = "case"
		case len(tag) > len("<task>")+maxAttributes:
			t.Fault = "long"
		case element().MatchString(tag):
			t.Fault = "tag"
		case closing < 0 && limit < len(s) && lastClosing >= at[1] && !t.Hidden && hiding.at(limit):
			t.Fault = "hidden" // what hides it is told there
		case closing < 0:
			t.Fault = "open"
		}
		if closing >= 0 {
			t.Body.End = at[1] + closing
			if t.Fault == "" {
				closed = t.Body.End
			}
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// frontEnd returns where the frontmatter of a text ends, or 0 if it has none.
func frontEnd(s string) int {
	if !strings.HasPrefix(s, "---\n") && !strings.HasPrefix(s, "---\r\n") {
		return 0
	}
	return strings.Index(s, "\n---") + 1
}

// ends returns for each opening where its task ends at the latest: what checks the structure of tasks goes by small letters
// (verify.cjs, PLAN_TASK_BLOCK_RE), so that one with capitals ends none of them.
func ends(s string, found [][2]int) []int {
	ends := make([]int, len(found))
	next, nextSmall := len(s), len(s)
	for i := len(found) - 1; i >= 0; i-- {
		ends[i] = next
		next = found[i][0]
		if strings.HasPrefix(s[next:], "<task") {
			ends[i], nextSmall = nextSmall, next
		}
	}
	return ends
}

// maxAttributes is how many bytes a tag may have behind <task: with more of them GSD sees none.
const maxAttributes = 1000

// openings returns the places of the tags that open a task, in capitals or not.
func openings(s string) [][2]int {
	var found [][2]int
	const tag = "<task"
	end := -1 // of the tag that was looked at last
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 || at+i+len(tag) >= len(s) {
			return found
		}
		at += i
		behind := s[at+len(tag)]
		if strings.EqualFold(s[at:at+len(tag)], tag) && strings.IndexByte("> \t\r\n\f", behind) >= 0 {
			if end < at {
				i := strings.IndexByte(s[at:], '>')
				if i < 0 {
					return found
				}
				end = at + i
			}
			found = append(found, [2]int{at, end + 1})
			at = min(end, at+len(tag)+maxAttributes) // what stands in a tag is no task
		}
		at++
	}
}

// hiding knows what hides tasks of a document.
type hiding struct {
	d     *document.Document
	opens map[document.Span]bool // whether another fence with a word begins in a fence without one
	codes map[int]bool           // offsets of tags that stand in a code span
}

// at reports whether an offset lies in a fence, a comment or a code span. A fence without a word in which
// another with one begins is no fence: its first line is the end of one that nothing opened.
func (h hiding) at(at int) bool {
	if h.d.Body != nil {
		if hides := h.d.Body.HiddenAt(at); hides != nil {
			return hides.Kind != document.Fence || hides.Info != "" || !h.opensFence(hides.Inner)
		}
	}
	return h.codes[at]
}

// ticked returns the offsets of tags behind an odd number of backticks in their line.
func ticked(s string, tags [][2]int) map[int]bool {
	odd := map[int]bool{}
	from, n := 0, 0
	for _, tag := range tags {
		between := s[from:tag[0]]
		if i := strings.LastIndexByte(between, '\n'); i >= 0 {
			between, n = between[i+1:], 0
		}
		if n += strings.Count(between, "`"); n%2 == 1 {
			odd[tag[0]] = true
		}
		from = tag[0]
	}
	return odd
}

func (h hiding) opensFence(fence document.Span) bool {
	opens, known := h.opens[fence]
	if !known {
		opens = opensFence().MatchString(h.d.Text(fence))
		h.opens[fence] = opens
	}
	return opens
}

// Element returns what stands in the first element of a task with a name; the span is empty if there is none, or no
// end of it.
func (t *Task) Element(s, name string) document.Span {
	body := s[t.Body.Start:t.Body.End]
	at := strings.Index(body, "<"+name)
	if at < 0 {
		return document.Span{}
	}
	open := strings.IndexByte(body[at:], '>')
	if open < 0 {
		return document.Span{}
	}
	end := strings.Index(body[at+open:], "</"+name+">")
	if end < 0 {
		return document.Span{}
	}
	return document.Span{Start: t.Body.Start + at + open + 1, End: t.Body.Start + at + open + end}
}

// Files returns the entries of a task's <files>.
func (t *Task) Files(s string) []Word { return t.List(s, "files") }

// List returns the entries of an element of a task that lists files.
func (t *Task) List(s, name string) []Word {
	span := t.Element(s, name)
	var files []Word
	at := span.Start
	for _, part := range strings.FieldsFunc(s[span.Start:span.End],
		func(c rune) bool { return c == ',' || c == '\n' || c == '\r' }) {
		at += strings.Index(s[at:span.End], part)
		start, end := document.Trim(s, at, at+len(part))
		at += len(part)
		for start < end && strings.IndexByte("-*` ", s[start]) >= 0 {
			start++
		}
		text := s[start:end]
		if i := strings.IndexAny(text, "` ("); i >= 0 {
			text = text[:i]
		}
		if lead := len(text) - len(strings.TrimLeft(text, marks)); lead > 0 {
			start, text = start+lead, strings.TrimRight(text[lead:], marks)
		}
		if text != "" {
			files = append(files, Word{text, document.Span{Start: start, End: start + len(text)}})
		}
	}
	return files
}

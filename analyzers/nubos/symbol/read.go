package symbol

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/memo"
)

// read finds out whom an artefact means. An id in prose counts, as it does for the programs of nubos-pilot and for the
// rules; one that leads to nothing is none.
func (b *book) read(in *document.Input) {
	named(b, in)
	d := b.tree.At(in.Path)
	if d == nil || d.Problem != nil {
		return
	}
	r := reader{book: b, doc: d, text: d.Content(), own: place.Of(b.root, in.Path)}
	r.sections()
	r.words()
	r.numbers()
}

// reader reads one artefact.
type reader struct {
	*book
	doc  *document.Document
	text string
	own  place.Place
	// of is the stretches that are about a milestone, in a file that is about several, without those that were passed.
	of []stretch

	// What is meant by an S001 or T0001 alone: that of the path or id before it, up to the end of the word that these
	// stand in, or else of the artefact.
	milestone, slice string
}

// stretch is a part of a text that is about a milestone.
type stretch struct {
	document.Span
	milestone string
}

// sections finds the parts of a file that is about several milestones: entries of roadmap.yaml, and headings that
// start with an id.
func (r *reader) sections() {
	if r.own.Milestone != "" {
		return
	}
	if list := r.doc.Map().Get("milestones"); r.doc.Kind == "nubos/roadmap" {
		for _, n := range document.Items(list) {
			r.of = append(r.of, stretch{n.Span, document.Text(n.Get("id"))})
		}
	}
	if r.doc.Body == nil {
		return
	}
	for _, h := range r.doc.Body.Headings {
		if id, _, _ := strings.Cut(strings.TrimRight(h.Text, ":"), " "); place.IsName(strings.TrimRight(id, ":"), 'M') {
			r.of = append(r.of, stretch{h.Below, strings.TrimRight(id, ":")})
		}
	}
	slices.SortStableFunc(r.of, func(a, b stretch) int { return cmp.Compare(a.Start, b.Start) })
}

// about returns the milestone that an offset is about, or "". No offset is asked about that stands before another one.
func (r *reader) about(offset int) string {
	for len(r.of) > 0 && r.of[0].End <= offset {
		r.of = r.of[1:]
	}
	if len(r.of) > 0 && r.of[0].Start <= offset {
		return r.of[0].milestone
	}
	return r.own.Milestone
}

// words reads the words of a text: letters, digits, hyphens and underscores.
func (r *reader) words() {
	local := r.criteria()
	end := 0 // of the word before
	for at := 0; at < len(r.text); {
		if !isWord(r.text[at]) {
			at++
			continue
		}
		start := at
		for at < len(r.text) && isWord(r.text[at]) {
			at++
		}
		if start == 0 || strings.Trim(r.text[end:start], "/.") != "" || start == end {
			r.milestone, r.slice = r.about(start), r.own.Slice
			if r.milestone != r.own.Milestone {
				r.slice = ""
			}
		}
		end = at
		stop := start + len(strings.TrimRight(r.text[start:at], "-_"))
		r.word(document.Span{Start: start, End: stop}, local)
	}
}

func isWord(c byte) bool { return c == '-' || document.IsWordByte(c) }

// word reads one word.
func (r *reader) word(span document.Span, local bool) {
	word := r.text[span.Start:span.End]
	if len(word) < 3 {
		return
	}
	file := r.doc.Path
	if s := r.Find("requirement", "", word); s != nil {
		r.Meant(s, whole(file, span))
		return
	}
	if s := r.Find("agent", "", word); s != nil && (strings.Contains(word, "-") || r.namesAgent(span)) {
		r.Meant(s, whole(file, span))
		return
	}
	switch word[0] {
	case 'M', 'S', 'T', 'D':
	default:
		return
	}
	parts := strings.SplitN(word, "-", 4)
	if s := r.numbered(parts); s != nil {
		if (s.Kind != "criterion" || !local) && !r.ofAnother(span.Start, anyMilestone(), r.milestone) {
			m := whole(file, span)
			if s.Name != word {
				m.Own = document.Span{Start: span.Start, End: span.Start} // SC-01 for SC-1
			}
			r.Meant(s, m)
		}
		return
	}
	r.id(span, parts)
}

// numbered returns the criterion or decision that the two parts of a word name, or nil.
func (r *reader) numbered(parts []string) *pack.Symbol {
	if len(parts) != 2 || r.milestone == "" || r.doc.Body == nil {
		return nil
	}
	n, err := strconv.Atoi(parts[1])
	switch {
	case err != nil:
	case parts[0] == "SC":
		return r.Find("criterion", r.milestone, "SC-"+strconv.Itoa(n))
	case parts[0] == "D" && !ownDecisions[r.doc.Kind]:
		return r.Find("decision", r.milestone, "D-"+parts[1])
	}
	return nil
}

// ownDecisions is the kinds that count decisions of their own.
var ownDecisions = map[string]bool{
	"nubos/research-final": true, "nubos/research-merge": true, "nubos/researcher-output": true,
	"nubos/slice-research": true,
}

// localCriteria finds a line that defines a success criterion of a slice.
var localCriteria = memo.Regexp(`(?m)^[ \t]*(?:[-*][ \t]+)?\**SC-\d+\**[ \t]*[:—–]`)

// criteria reports whether an artefact of a slice has success criteria of its own.
func (r *reader) criteria() bool { return r.own.Slice != "" && localCriteria().MatchString(r.text) }

var (
	anyMilestone = memo.Regexp(`M\d{3,}`)
	anySlice     = memo.Regexp(`S\d{3,}`)
)

// ofAnother reports whether the line before an offset names another milestone or slice than the one with the name, so
// that something of that may be meant.
func (r *reader) ofAnother(offset int, any *memo.Pattern, name string) bool {
	const most = 200 // bytes before
	before := r.text[max(0, offset-most):offset]
	ids := any.FindAllString(before[strings.LastIndexByte(before, '\n')+1:], -1)
	return len(ids) > 0 && ids[len(ids)-1] != name
}

// id reads a word that starts with the id of a milestone, slice or task, or with the part of it that its path leaves
// open. What is not there keeps its name; what it belongs to is meant all the same.
func (r *reader) id(span document.Span, parts []string) {
	end, first := span.Start, span.Start
	var found []pack.Mention
	var symbols []*pack.Symbol
	level := strings.IndexByte("MST", parts[0][0])
	if level < 0 || level > 0 && r.ofAnother(first, anyMilestone(), r.milestone) ||
		level > 1 && r.ofAnother(first, anySlice(), r.slice) {
		return
	}
	for i, part := range parts {
		if level+i > 2 || !place.IsName(part, "MST"[level+i]) {
			break
		}
		if i > 0 {
			end++
		}
		own := document.Span{Start: end, End: end + len(part)}
		end = own.End
		var s *pack.Symbol
		switch level + i {
		case 0:
			r.milestone, r.slice = part, ""
			s = r.book.milestone(part)
		case 1:
			r.slice = part
			s = r.book.slice(r.milestone, part)
		case 2:
			s = r.task(r.milestone, r.slice, part)
		}
		if s != nil {
			found = append(found, pack.Mention{Path: r.doc.Path, Span: document.Span{Start: first, End: end}, Own: own})
			symbols = append(symbols, s)
		}
	}
	for i := range found {
		found[i].Within = i+1 < len(found)
		r.Meant(symbols[i], found[i])
	}
}

// agentMarks is what stands in front of the name of an agent.
var agentMarks = []string{"agent=", "agents/", "--agent", "--from", "--to", "subagent_type=", "_agent:"}

// namesAgent reports whether what stands in front of a word or around it says that it is an agent.
func (r *reader) namesAgent(span document.Span) bool {
	before := r.text[:span.Start]
	before = strings.TrimRight(before[max(0, len(before)-len("subagent_type = ")):], ` "'`)
	return slices.ContainsFunc(agentMarks, func(mark string) bool { return strings.HasSuffix(before, mark) })
}

// number notes a place where the number of a milestone or slice stands for it.
func (b *book) number(s *pack.Symbol, path, text string, span document.Span) {
	n, err := strconv.Atoi(text)
	if s != nil && err == nil && n == place.IDNumber(s.Name, s.Name[0]) {
		b.Meant(s, pack.Mention{Path: path, Span: span, Own: span, Digits: 1})
	}
}

var reviewTitle = memo.Regexp(`^PLAN-REVIEW\.md — Phase (\d+) `)

// numbers reads the keys and titles in which a milestone or slice stands by its number.
func (r *reader) numbers() {
	value := func(s *pack.Symbol, n *document.Node) {
		if number, ok := document.Whole(n); ok && r.doc.Text(n.Span) == strconv.Itoa(number) {
			r.number(s, r.doc.Path, r.doc.Text(n.Span), n.Span)
		}
	}
	milestone, slice := r.book.milestone(r.own.Milestone), r.book.slice(r.own.Milestone, r.own.Slice)
	switch r.doc.Kind {
	case "nubos/roadmap":
		for _, n := range document.Items(r.doc.Map().Get("milestones")) {
			value(r.book.milestone(document.Text(n.Get("id"))), n.Get("number"))
		}
	case "nubos/state":
		if r.doc.Readable() {
			front := r.doc.Front.Root
			milestone := r.book.milestone(document.Text(front.Get("milestone")))
			value(milestone, front.Get("milestone_number"))
			value(milestone, front.Get("current_phase"))
		}
	case "nubos/validation":
		if r.doc.Readable() {
			value(milestone, r.doc.Front.Root.Get("phase"))
		}
	case "nubos/task-plan":
		if r.doc.Readable() {
			value(slice, r.doc.Front.Root.Get("wave"))
		}
	case "nubos/milestone-plan-review":
		for _, h := range r.doc.Body.Headings {
			if m := reviewTitle().FindStringSubmatchIndex(h.Text); m != nil && h.Level == 1 {
				span := document.Span{Start: h.Title.Start + m[2], End: h.Title.Start + m[3]}
				r.number(milestone, r.doc.Path, h.Text[m[2]:m[3]], span)
			}
		}
	case "nubos/handoff":
		r.handoff()
	}
}

// handoff notes the agents in the name of a note, which is <time>__<from>-to-<to>__<slug>__<id>.md.
func (r *reader) handoff() {
	base := path.Base(r.doc.Path)
	parts := strings.Split(base, "__")
	if len(parts) < 4 || !r.doc.Readable() {
		return
	}
	at := len(parts[0]) + len("__")
	for _, side := range []struct {
		key   string
		start func(agent string) int
	}{
		{"from_agent", func(agent string) int { return strings.Index(base, "__"+agent+"-to-") + len("__") }},
		{"to_agent", func(agent string) int { return strings.Index(base, "-to-"+agent+"__") + len("-to-") }},
	} {
		agent := document.Text(r.doc.Front.Root.Get(side.key))
		s := r.Find("agent", "", agent)
		if start := side.start(agent); s != nil && start >= at {
			own := document.Span{Start: start, End: start + len(agent)}
			r.Named(s, pack.Named{Path: r.doc.Path, Own: own})
		}
	}
}

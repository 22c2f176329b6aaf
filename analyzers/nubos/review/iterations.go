package review

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// iteration is one section of the log.
type iteration struct {
	heading document.Span // its line
	extent  document.Span // what belongs to it: from behind the heading to the next iteration or section
	number  int           // as written, or else one more than that of the iteration before
	at      string        // how findings address it: "iterations[2]"
	stamp   document.Span // the time as written; empty if there is none
	text    string        // the heading's first line
	fault   string        // what is wrong with the heading, "" if nothing
	want    string        // the heading as it should be
	hidden  bool          // it stands in the fence of an earlier verdict, which is not closed
	last    bool
}

var (
	// headingForm is the heading as readers look for it.
	headingForm = memo.Regexp(`^## Iteration [1-9]\d{0,8} - \S.*$`)
	// headingParts is what takeApart goes by.
	headingParts = memo.Regexp(`^([A-Za-z]+)[ \t]*#?(\d*)([ \t]*(?:-+|–|—|:|\||,|@|\()?[ \t]*)(.*)$`)
	dateStart    = memo.Regexp(`^\d{4}-\d`)
	// strayHeading is a line that was meant as the heading of an iteration and is none.
	strayHeading = memo.Regexp(`^ {0,3}(?:#{1,6}|\*\*|__)?[ \t]*(?i:iteration)[ \t]*#?\d+[ \t]*` +
		`[-–—:(|]*[ \t]*\d{4}-\d`)
	// hiddenHeading is a heading in a fence.
	hiddenHeading = memo.Regexp(`(?m)^## Iteration [1-9]\d{0,8} - \S.*$`)
)

// parts is the text of a heading taken apart: "Iteration", "2", " - ", "2026-04-20T10:00:00Z".
type parts struct{ word, number, gap, time string }

// takeApart returns the parts of a heading that was meant as an iteration's; they are empty if it has none of them.
func takeApart(text string) parts {
	m := headingParts().FindStringSubmatch(text)
	if m == nil {
		return parts{}
	}
	if date := strings.TrimLeft(text[len(m[1]):], " \t"); dateStart().MatchString(date) {
		return parts{word: m[1], gap: " ", time: date} // the number is missing
	}
	return parts{m[1], m[2], m[3], m[4]}
}

// readIterations returns the iterations in the order of the file.
func readIterations(d *document.Document) (found []iteration) {
	body := d.Body
	for i := range body.Headings {
		h := &body.Headings[i]
		if meant(h) {
			found = append(found, iteration{heading: h.Span, extent: h.Below, fault: headingFault(h)})
		}
	}
	body.EachLine(func(line string, start int) bool {
		span := document.Span{Start: start, End: start + len(strings.TrimRight(line, " \t"))}
		if strayHeading().MatchString(line) && !slices.ContainsFunc(headingsAt(body, span), meant) {
			below := document.Span{Start: span.End, End: body.Span.End}
			found = append(found, iteration{heading: span, extent: below, fault: "is no heading"})
		}
		return true
	})
	for i := range body.Hidden {
		h := &body.Hidden[i]
		if h.Kind != document.Fence || !isYAML(h) {
			continue
		}
		for _, m := range hiddenHeading().FindAllStringIndex(d.Text(h.Inner), -1) {
			span := document.Span{Start: h.Inner.Start + m[0], End: h.Inner.Start + m[1]}
			found = append(found, iteration{heading: span, hidden: true})
		}
	}
	slices.SortStableFunc(found, func(a, b iteration) int { return a.heading.Start - b.heading.Start })
	number(d, found)
	return found
}

// headingsAt returns the headings that start in the span.
func headingsAt(b *document.Body, s document.Span) []*document.Heading {
	i, _ := slices.BinarySearchFunc(b.Headings, s.Start,
		func(h document.Heading, start int) int { return h.Span.Start - start })
	var found []*document.Heading
	for ; i < len(b.Headings) && b.Headings[i].Span.Start < s.End; i++ {
		found = append(found, &b.Headings[i])
	}
	return found
}

// meant reports whether a heading is that of an iteration, or was meant as one. At another level, or with the word
// misspelt, a time or nothing must follow the number, since an iteration may have headings of its own that speak of
// it.
func meant(h *document.Heading) bool {
	p := takeApart(h.Text)
	exact := strings.EqualFold(p.word, "Iteration")
	switch {
	case !exact && spell.Nearest(p.word, []string{"Iteration"}) == "":
		return false
	case exact && h.Level == 2:
		return strings.ContainsAny(h.Text, "0123456789") || p.time == ""
	}
	return p.number != "" && (p.time == "" || dateStart().MatchString(p.time))
}

// headingFault says what keeps a heading from being found, or "".
func headingFault(h *document.Heading) string {
	p := takeApart(h.Text)
	switch {
	case h.Setext:
		return "is underlined instead of marked with ##"
	case h.Level != 2:
		return fmt.Sprintf("is of level %d", h.Level)
	case h.Indent > 0:
		return "is indented"
	case p.word != "Iteration":
		return fmt.Sprintf("says %q for Iteration", p.word)
	case p.number == "":
		return "has no number in digits"
	case p.number[0] == '0' || len(p.number) > 9:
		return "has the number " + p.number + ", while iterations count 1, 2, 3"
	case p.time == "":
		return "has no time"
	case p.gap != " - ":
		return fmt.Sprintf("has %q between number and time, not \" - \"", p.gap)
	}
	return ""
}

// number reads number and time of all iterations and ends each where the next starts.
func number(d *document.Document, iterations []iteration) {
	before := 0
	for i := range iterations {
		it := &iterations[i]
		it.text, _, _ = strings.Cut(d.Text(it.heading), "\n") // of an underlined heading the first line
		it.text = strings.TrimRight(it.text, " \t\r")
		if it.fault == "" && !it.hidden && !headingForm().MatchString(it.text) {
			it.fault = "is not spaced as readers look for it"
		}
		p := takeApart(strings.TrimLeft(it.text, " \t#*_"))
		it.number = before + 1
		if n, err := strconv.Atoi(p.number); err == nil && n > 0 && len(p.number) <= 9 {
			it.number = n
		}
		end := it.heading.Start + len(it.text)
		it.stamp = document.Span{Start: end - len(p.time), End: end}
		stamp := "<ISO time>"
		if _, ok := parseTime(p.time); ok {
			stamp = p.time
		}
		before = it.number
		it.at = fmt.Sprintf("iterations[%d]", it.number)
		it.want = fmt.Sprintf("## Iteration %d - %s", it.number, stamp)
		it.last = i == len(iterations)-1
	}
	next := d.Body.Span.End
	for i := len(iterations) - 1; i >= 0; i-- {
		it := &iterations[i]
		if it.hidden {
			continue
		}
		it.extent.End = max(it.extent.Start, min(it.extent.End, next))
		next = it.heading.Start
	}
}

// sequence reports headings that readers do not find, and numbers that do not count 1, 2, 3.
func sequence(r *document.Reporter, iterations []iteration) {
	if len(iterations) == 0 {
		r.Reportf("review-iteration", r.Doc.FirstLine(), "iterations",
			"the log holds no iteration, so nothing tells what the plan-checker said; each round of the loop appends "+
				"`## Iteration <N> - <ISO time>`")
	}
	first := map[int]*iteration{}
	for i := range iterations {
		if it := &iterations[i]; first[it.number] == nil {
			first[it.number] = it
		}
	}
	most := 0
	for i := range iterations {
		it := &iterations[i]
		if it.fault != "" {
			r.Reportf("review-iteration", it.heading, it.at,
				"the heading %s %s, so whoever looks for `## Iteration <N> - <ISO time>` misses this iteration; write "+
					"`%s`", quote(it.text), it.fault, it.want)
		}
		switch missing := most + 1; {
		case first[it.number] != it:
			r.Report(document.Finding{Rule: "review-iteration", Span: it.heading, At: it.at,
				Message: fmt.Sprintf("there is an iteration %d already, so nobody can tell which of the two a finding "+
					"is from; the log counts on, so write %d", it.number, most+1),
				Related: []document.Related{{Span: first[it.number].heading, Message: "it is here first"}}})
		case it.number < most:
			r.Reportf("review-iteration", it.heading, it.at,
				"iteration %d stands behind iteration %d, but a log that is only appended to has them in order; it "+
					"was put in or moved afterwards", it.number, most)
		default:
			for first[missing] != nil && missing < it.number {
				missing++ // it comes later, and is reported there
			}
			if missing < it.number {
				r.Reportf("review-iteration", it.heading, it.at,
					"iteration %d follows %s, so iteration %d is missing from the trail: what the checker found in it "+
						"cannot be audited; restore it, or correct the number", it.number, numbered(most), missing)
			}
		}
		most = max(most, it.number)
	}
}

// numbered names iteration n in a message; before the first stands the title.
func numbered(n int) string {
	if n == 0 {
		return "the title"
	}
	return fmt.Sprintf("iteration %d", n)
}

// times reports times that are none and those that do not go on.
func times(r *document.Reporter, iterations []iteration) {
	var before time.Time
	var earlier *iteration
	for i := range iterations {
		it := &iterations[i]
		text := r.Doc.Text(it.stamp)
		stamp, ok := parseTime(text)
		if !ok {
			if it.fault == "" && !it.hidden {
				r.Reportf("review-timestamp", it.stamp, it.at+".time",
					"%s is no time in ISO 8601 with a time zone, so the log cannot be put in order with commits and "+
						"other logs; write one such as 2026-04-20T10:00:00Z", quote(text))
			}
			continue
		}
		if earlier != nil && it.number > earlier.number && !stamp.After(before) {
			r.Report(document.Finding{Rule: "review-timestamp", Span: it.stamp, At: it.at + ".time",
				Message: fmt.Sprintf("iteration %d has the time %s, which is not after that of iteration %d, %s; one "+
					"of them is wrong", it.number, text, earlier.number, r.Doc.Text(earlier.stamp)),
				Related: []document.Related{{Span: earlier.stamp, Message: "the time before"}}})
		}
		before, earlier = stamp, it
	}
}

// parseTime reads a date and time with time zone in the extended format of ISO 8601; seconds and their fraction may
// be left out.
func parseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

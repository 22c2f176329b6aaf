package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// requirement is the id that an entry starts with, such as "REQ-AUTH-01: A user can sign in".
var requirement = memo.Regexp(`^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+`)

// sections of a validation, and the key that counts the requirements which each lists.
var sections = []struct{ title, key string }{{"Covered", "covered"}, {"Under-Sampled", "under_sampled"},
	{"Uncovered", "uncovered"}}

// entry is a requirement that a section lists.
type entry struct {
	id   string
	span document.Span
}

// listings holds the counters against the requirements that the sections list, and the sections against one another.
// It reports whether they agree. While a section is missing, what the others hold is not known.
func listings(r *report) bool {
	homes := make([]*document.Heading, len(sections))
	for i, s := range sections {
		if homes[i] = section(r.Doc.Body, s.title); homes[i] == nil {
			return true
		}
	}
	listed, known, some := make([][]entry, len(sections)), make([]bool, len(sections)), false
	for i := range sections {
		listed[i], known[i] = entries(r.Doc, homes[i].Below)
		some = some || len(listed[i]) > 0
	}
	if !some {
		return true // a report without its lists is poor, and says nothing against its counters
	}
	agree, elsewhere := true, map[string]int{}
	for i, s := range sections {
		if !known[i] {
			continue
		}
		agree = counted(r, s.title, s.key, listed[i]) && agree
		for _, e := range listed[i] {
			if k, again := elsewhere[e.id]; again && k != i {
				r.Reportf("validation-listing", e.span, "body."+s.key,
					"%s is listed in %q and in %q, so it counts twice and its state is open; leave it in the section "+
						"that is true", e.id, sections[k].title, s.title)
				continue
			}
			elsewhere[e.id] = i
		}
	}
	return agree
}

// counted compares a counter with the requirements that its section lists.
func counted(r *report, section, key string, entries []entry) bool {
	p, count := r.number(key)
	if p == nil {
		return true
	}
	distinct := map[string]bool{}
	var again *entry
	for i := range entries {
		if distinct[entries[i].id] {
			again = &entries[i]
		}
		distinct[entries[i].id] = true
	}
	switch {
	case len(distinct) == count:
		return true
	case again != nil && len(entries) == count:
		r.Reportf("validation-listing", again.span, "body."+key,
			"%s is listed in %q more than once, and `%s` counts every line; name the requirement that is meant, or "+
				"count this one once", again.id, section, key)
	case len(distinct) == 0:
		r.value("validation-listing", p, "",
			"`%s` is %d, but the section %q says that there is none; close-project believes the number, so correct the one "+
				"that is wrong", key, count, section)
	default:
		r.value("validation-listing", p, "",
			"`%s` is %d, but the section %q lists %s; close-project believes the number, so correct the one that is wrong",
			key, count, section, document.Count(len(distinct), "requirement"))
	}
	return false
}

// section returns the first heading of the second level that has a title, alone or followed by a remark.
func section(body *document.Body, title string) *document.Heading {
	for i := range body.Headings {
		h := &body.Headings[i]
		rest, ok := strings.CutPrefix(h.Text, title)
		c, _ := utf8.DecodeRuneInString(rest)
		if ok && h.Level == 2 && !h.Setext && c != '-' && c != '_' && !unicode.IsLetter(c) {
			return h
		}
	}
	return nil
}

// entries returns the requirements that a section lists by headings, else by the rows of its tables, else by list
// items, one each. It reports false if the section is written in another way.
func entries(d *document.Document, section document.Span) (found []entry, known bool) {
	body, single := d.Body, true
	add := func(span document.Span) bool {
		id, one := requirementAt(d.Text(span))
		if single = single && one; id != "" {
			found = append(found, entry{id, span})
		}
		return id != ""
	}
	for i := range body.Headings {
		if h := &body.Headings[i]; h.Level == 3 && section.Contains(h.Span.Start) {
			add(h.Title)
		}
	}
	if len(found) > 0 {
		return found, single
	}
	for _, t := range body.Tables {
		if !section.Contains(t.Span.Start) {
			continue
		}
		for _, row := range t.Rows[1:] {
			if len(row) == 0 || !add(row[0]) {
				return nil, false // the table lists something else
			}
		}
	}
	if len(found) > 0 {
		return found, single
	}
	for _, item := range body.Items {
		if item.Indent == 0 && section.Contains(item.Span.Start) && !add(item.Text) {
			return nil, false
		}
	}
	text := strings.ToLower(strings.Trim(d.Text(section), "-*_. \t\r\n"))
	return found, len(found) > 0 && single || text == "none"
}

// requirementAt returns the id that a text starts with, or "", and whether it is the only one that the text names
// before its colon: a line may as well stand for "MAIL-01 and MAIL-02" or "MAIL-01..04".
func requirementAt(text string) (id string, one bool) {
	text = strings.TrimLeft(text, "*_`[ ")
	id = requirement().FindString(text)
	if id == "" {
		return "", true
	}
	rest, _, _ := strings.Cut(text[len(id):], ":")
	return id, !several().MatchString(rest)
}

// several is what stands between the ids of a line that names more than one of them.
var several = memo.Regexp(`^[\s*_` + "`" + `\]]*(?:\.\.|…|[-–—/,&+]\s*\d|,|&|/|to\s|and\s|through\s)|[A-Z]-\d`)

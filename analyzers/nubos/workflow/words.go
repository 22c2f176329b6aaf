package workflow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// slot is where a call may have only some words.
type slot struct {
	verb  []string // the words that the call begins with
	flag  string   // before the word, or "", and then …
	at    int      // … the number of the word, counted from the verb
	words []string
}

// slots reads the list of words that calls may have.
func slots(set *document.Set) []slot {
	var out []slot
	for _, line := range set.Vocabulary("nubos", "np_words") {
		where, words, _ := strings.Cut(line, ":")
		verb := strings.Fields(where)
		last := verb[len(verb)-1]
		p := slot{verb: verb[:len(verb)-1], words: strings.Fields(words)}
		if at, err := strconv.Atoi(last); err == nil {
			p.at = at
		} else {
			p.flag = last
		}
		out = append(out, p)
	}
	return out
}

var (
	// piece is a word of a command.
	piece = memo.Regexp(`[^\s"']+|"[^"]*"|'[^']*'`)
	// plain is a word that means itself: no variable, no placeholder.
	plain = memo.Regexp(`^[A-Za-z_]\w*(?:-\w+)*$`)
)

// words judges the words of a call whose verb starts at an offset of a line. Outside of a fence a call must be
// quoted, which is that a backtick stands before it, and end with the code that it stands in, since prose goes on with
// words of its own.
func (j *workflow) words(line string, start, verb int, fenced, quoted bool) {
	const longest = 300 // bytes of a call that are looked at
	call := line[verb:min(verb+longest, len(line))]
	end := strings.IndexAny(call, "`|;&<>)#")
	if !fenced && (!quoted || !strings.Contains(call, "`")) {
		return
	}
	if end >= 0 {
		call = call[:end]
	}
	spans := piece().FindAllStringIndex(call, -1)
	if end < 0 && verb+longest < len(line) && len(spans) > 0 {
		spans = spans[:len(spans)-1] // which may go on
	}
	word := func(i int) string {
		if i >= len(spans) {
			return ""
		}
		return strings.Trim(call[spans[i][0]:spans[i][1]], `"'`)
	}
	for i := range j.known.slots {
		p, at := &j.known.slots[i], j.known.slots[i].at
		if p.flag != "" {
			at = 1 + slices.IndexFunc(spans, func(s []int) bool { return call[s[0]:s[1]] == p.flag })
		}
		begins := at > 0
		for i, want := range p.verb {
			begins = begins && word(i) == want
		}
		if name := word(at); begins && plain().MatchString(name) && !slices.Contains(p.words, name) {
			first := start + verb + spans[at][0] + strings.Index(call[spans[at][0]:], name)
			j.unknownWord(document.Span{Start: first, End: first + len(name)}, name, p)
		}
	}
}

// unknownWord reports a word that a call refuses. A later version of nubos-pilot may know it.
func (j *workflow) unknownWord(span document.Span, name string, p *slot) {
	hint := "write " + document.OneOf(p.words)
	if near := spell.Nearest(name, p.words); near != "" {
		hint = "did you mean `" + near + "`?"
	}
	what := strings.TrimSpace(strings.Join(p.verb, " ") + " " + p.flag)
	j.Report(document.Finding{Rule: "workflow-unknown-helper", Span: span, At: "body",
		Lesser:  j.set.Version("nubos", j.Doc.Root).IsLater(),
		Message: fmt.Sprintf("`%s` takes no %s, so this step fails; %s", what, document.Quote(name), hint),
		Fixes:   j.Meant(span, name, p.words)})
}

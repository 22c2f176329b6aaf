package plan

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// phrase is a wording that a plan should not have. Regular expressions are slow and plans are long, so a pattern is asked only
// about a text that holds one of the words which every match has.
type phrase struct {
	pattern func() *regexp.Regexp
	bit     uint16
}

// newPhrase returns a phrase in which a line may end at each blank, since plans are wrapped.
func newPhrase(bit uint16, pattern string) phrase {
	return phrase{rules.Lazy(strings.ReplaceAll(pattern, " ", `(?:[ \t]+|[ \t]*\r?\n[ \t]*)`)), bit}
}

// The bits of the phrases.
const (
	openEndBit uint16 = 1 << iota
	alsoBit
	reducedBit
	workaroundBit
	toBeDoneBit
	questionBit
	waiverBit
	ddlBit
	stampedBit
)

var (
	// openEnd leaves open what belongs to a task.
	openEnd = newPhrase(openEndBit, `(?i)\betc\b\.?|\band related\b|\bas (?:needed|required|necessary|appropriate)\b|\b(?:and|or) similar\b|\bsimilar (?:cases|changes|checks|classes|code|commands|components|endpoints|fields|files|functions|handlers|methods|modules|pages|places|stuff|tests|things)\b|\bplus anything else\b|\band so on\b`)
	// also joins a second piece of work to a task.
	also = newPhrase(alsoBit, `(?i)\band also\b|\bin addition,? (?:to (?:this|that),? )?(?:add|also|create|implement|write|build|refactor|fix|update|remove|migrate)\b|\bwhile (?:you are )?at it\b`)
	// reduced is what the planner may not turn a decision into.
	reduced = newPhrase(reducedBit, `(?i)\bstub(?:s|bed)?\b|\bsimplified version\b|\bstatic for now\b|\bhard-?coded for now\b|\bfuture enhancements?\b|\bplaceholders?\b|\bbasic version\b|\bminimal implementation\b|\bwill be wired (?:up )?later\b|\bdynamic in (?:a )?future phases?\b|\bskip(?:ped)? for now\b|\b(?:left|leave) (?:\w+ ){0,3}for (?:a )?(?:later )?follow-?up\b`)
	// workaround is what is no fix.
	workaround = newPhrase(workaroundBit, `(?i)\bwork-?arounds?\b|\bmonkey-?patch(?:es|ed|ing)?\b|\bhack(?:s|ed|y)?\b`)
	toBeDone   = newPhrase(toBeDoneBit, `\b_*TBD_*\b`)
	question   = newPhrase(questionBit, `\bAskUserQuestion\b`)
	// waiver stands where evidence should.
	waiver = newPhrase(waiverBit, `(?i)\b(_*TBD_*|to be confirmed|assume defaults|should work|presumably|likely)\b`)
	// ddl is SQL or a migration that defines tables. In capitals SQL is meant; in other letters it must go on like SQL, because plans may
	// well "create table of contents".
	ddl = newPhrase(ddlBit, `\bCREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["\x60\w][\w.]*|\bALTER\s+(?:TABLE|COLUMN)\s+["\x60\w][\w.]*|`+
		`(?i:\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["\x60\w.]+\s*\(|\balter\s+table\s+["\x60\w.]+\s+(?:add|drop|alter|rename|modify)\b)|`+
		`\bSchema::(?:create|table)\s*\(|->\s*(?:string|integer|bigInteger|foreignId|timestamp)\s*\(`)
	// stamped is a migration's file name, which the framework makes up when it is generated.
	stamped = newPhrase(stampedBit, `\b\d{4}_\d{2}_\d{2}_\d{6}(_[a-z_]+\.php)\b`)
)

// triggers are the words of which each match of a phrase has one, in lower case. Words that are common elsewhere count only behind one of
// the words of before.
var triggers = []struct {
	words, before string
	bits          uint16
}{
	{"etc related similar anything", "", openEndBit},
	{"needed required necessary appropriate", "as", openEndBit},
	{"on", "so", openEndBit},
	{"also", "and", alsoBit},
	{"addition", "in", alsoBit},
	{"at", "while are", alsoBit},
	{"stub stubs stubbed simplified static hardcoded coded enhancement enhancements placeholder placeholders basic minimal", "", reducedBit},
	{"wired dynamic skip skipped followup follow", "", reducedBit},
	{"workaround workarounds monkey monkeypatch monkeypatches monkeypatched monkeypatching hack hacks hacked hacky", "", workaroundBit},
	{"around arounds", "work", workaroundBit},
	{"tbd", "", toBeDoneBit | waiverBit},
	{"askuserquestion", "", questionBit},
	{"confirmed presumably likely", "", waiverBit},
	{"defaults", "assume", waiverBit},
	{"work", "should", waiverBit},
	{"table column", "create alter temp temporary schema", ddlBit},
	{"create", "schema", ddlBit},
	{"string integer biginteger foreignid timestamp", "", ddlBit},
}

// stampedStart is what the name of a generated migration starts like.
const stampedStart = "2026_01_31_235959_"

// triggerIndex finds triggers by their words.
type triggerIndex struct {
	lengths [256]uint64 // by the first byte of a word, in either case, its possible lengths as bits; 63 and more are one
	words   map[string][]trigger
}

type trigger struct {
	before []string
	bits   uint16
}

var indexTriggers = sync.OnceValue(func() *triggerIndex {
	index := &triggerIndex{words: map[string][]trigger{}}
	for _, t := range triggers {
		for word := range strings.FieldsSeq(t.words) {
			index.lengths[word[0]] |= 1 << len(word)
			index.lengths[word[0]-'a'+'A'] |= 1 << len(word)
			index.words[word] = append(index.words[word], trigger{strings.Fields(t.before), t.bits})
		}
	}
	all := ^uint64(0)
	index.lengths['_'] = all
	for digit := '0'; digit <= '9'; digit++ {
		index.lengths[digit] = all << (len(stampedStart) + 1)
	}
	return index
})

// find returns the phrases that hold a word behind another.
func (x *triggerIndex) find(word, before string) (bits uint16) {
	if word[0] == '_' || word[len(word)-1] == '_' {
		if word = strings.Trim(word, "_"); word == "" {
			return 0
		}
	}
	if len(word) > len(stampedStart) && word[4] == '_' && word[0] <= '9' {
		return stampedBit
	}
	var buffer [63]byte
	if len(word) > len(buffer) {
		return 0
	}
	for i := range len(word) {
		buffer[i] = lower[word[i]]
	}
	for _, t := range x.words[string(buffer[:len(word)])] {
		if len(t.before) == 0 || slices.ContainsFunc(t.before, func(b string) bool { return strings.EqualFold(b, before) }) {
			bits |= t.bits
		}
	}
	return bits
}

// hit is a word that may be part of a phrase.
type hit struct {
	offset int
	bits   uint16
}

// lower maps the bytes of words to lower case, and others to 0.
var lower = func() (table [256]byte) {
	for c := range table {
		switch b := byte(c); {
		case b >= 'A' && b <= 'Z':
			table[c] = b + 'a' - 'A'
		case document.IsWordByte(b):
			table[c] = b
		}
	}
	return table
}()

// readHits looks at each word of a text once.
func readHits(text string) []hit {
	var hits []hit
	index := indexTriggers()
	before := ""
	for at := 0; at < len(text); {
		start := at
		for at < len(text) && lower[text[at]] != 0 {
			at++
		}
		if word := text[start:at]; word != "" {
			if index.lengths[word[0]]&(1<<min(len(word), 63)) != 0 || word[len(word)-1] == '_' {
				if bits := index.find(word, before); bits != 0 {
					hits = append(hits, hit{start, bits})
				}
			}
			before = word
		}
		for at < len(text) && lower[text[at]] == 0 {
			at++
		}
	}
	return hits
}

// Around a word that may be part of a phrase, so many bytes are searched for it.
const (
	windowBefore = 80
	windowBehind = 160
)

// match returns where a phrase first matches in a stretch so that accept takes it, as regexp's FindStringSubmatchIndex does, with offsets in the document;
// nil if nowhere.
func (j *judge) match(p phrase, in document.Span, accept func(m document.Span) bool) []int {
	text := j.Doc.Content()
	from := sort.Search(len(j.hits), func(i int) bool { return j.hits[i].offset >= in.Start })
	done := in.Start // what lies before was refused
	for _, h := range j.hits[from:] {
		if h.offset >= in.End {
			break
		}
		if h.bits&p.bit == 0 {
			continue
		}
		start, end := max(done, h.offset-windowBefore), min(in.End, h.offset+windowBehind)
		for start > done && document.IsWordByte(text[start-1]) && start < h.offset { // a window that cuts a word would make two of it
			start++
		}
		for at := start; at < end; {
			m := p.pattern().FindStringSubmatchIndex(text[at:end])
			if m == nil {
				break
			}
			next := at + max(m[1], m[0]+1)
			for i := range m {
				m[i] += at
			}
			if accept(document.Span{Start: m[0], End: m[1]}) {
				return m
			}
			at, done = next, next
		}
	}
	return nil
}

// find returns the span of the first match of a phrase that stands in no fence, comment or code span.
func (j *judge) find(p phrase, in document.Span) *document.Span {
	return j.findUnless(p, in, func(document.Span) bool { return false })
}

// findUnless is find without the matches that are harmless.
func (j *judge) findUnless(p phrase, in document.Span, harmless func(m document.Span) bool) *document.Span {
	m := j.match(p, in, func(m document.Span) bool { return !j.quoted(m.Start) && !harmless(m) })
	if m == nil {
		return nil
	}
	return &document.Span{Start: m[0], End: m[1]}
}

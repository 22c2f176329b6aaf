package plan

import (
	"bytes"
	"regexp"
	"sort"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// phrase is a wording that a plan should not have. Regular expressions are slow and plans are long, so a pattern is asked only
// about a text that holds one of the words which every match has.
type phrase struct {
	pattern func() *regexp.Regexp
	bit     uint16
}

func newPhrase(bit uint16, pattern string) phrase { return phrase{rules.Lazy(pattern), bit} }

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

// triggers returns the phrases that hold a word behind another, both in lower case.
func triggers(word, before []byte) uint16 {
	if word[0] == '_' || word[len(word)-1] == '_' {
		if word = bytes.Trim(word, "_"); len(word) == 0 {
			return 0
		}
	}
	switch string(word) {
	case "etc", "related", "similar", "anything":
		return openEndBit
	case "needed", "required", "necessary", "appropriate":
		return when(before, "as", "", openEndBit)
	case "on":
		return when(before, "so", "", openEndBit)
	case "also":
		return when(before, "and", "", alsoBit)
	case "addition":
		return when(before, "in", "", alsoBit)
	case "at":
		return when(before, "while", "are", alsoBit)
	case "stub", "stubs", "stubbed", "simplified", "static", "hardcoded", "coded", "enhancement", "enhancements", "placeholder", "placeholders", "basic", "minimal",
		"wired", "dynamic", "skip", "skipped", "followup", "follow":
		return reducedBit
	case "workaround", "workarounds", "monkey", "monkeypatch", "monkeypatches", "monkeypatched", "monkeypatching", "hack", "hacks", "hacked", "hacky":
		return workaroundBit
	case "around", "arounds":
		return when(before, "work", "", workaroundBit)
	case "tbd":
		return toBeDoneBit | waiverBit
	case "askuserquestion":
		return questionBit
	case "confirmed", "presumably", "likely":
		return waiverBit
	case "defaults":
		return when(before, "assume", "", waiverBit)
	case "work":
		return when(before, "should", "", waiverBit)
	case "table", "column":
		return when(before, "create", "alter", ddlBit) | when(before, "temp", "temporary", ddlBit) | when(before, "schema", "", ddlBit)
	case "create":
		return when(before, "schema", "", ddlBit)
	case "string", "integer", "biginteger", "foreignid", "timestamp":
		return ddlBit
	}
	if len(word) > 18 && word[4] == '_' && word[0] >= '0' && word[0] <= '9' {
		return stampedBit
	}
	return 0
}

// when returns the bits if the word before is one of two.
func when(before []byte, one, other string, bits uint16) uint16 {
	if string(before) == one || other != "" && string(before) == other {
		return bits
	}
	return 0
}

// hit is a word that may be part of a phrase.
type hit struct {
	offset int
	bits   uint16
}

// wordBytes is how much of a word is looked at.
const wordBytes = 40

// lower maps the bytes of words to lower case, and others to 0.
var lower = func() (table [256]byte) {
	for c := range table {
		switch b := byte(c); {
		case b >= 'A' && b <= 'Z':
			table[c] = b + 'a' - 'A'
		case isWordByte(b):
			table[c] = b
		}
	}
	return table
}()

// readHits looks at each word of a text once.
func readHits(text string) []hit {
	var hits []hit
	var words [2][wordBytes]byte
	word, before := &words[0], &words[1]
	last := 0 // length of the word before
	for at := 0; at < len(text); {
		n := 0
		for ; at < len(text); at++ {
			c := lower[text[at]]
			if c == 0 {
				break
			}
			if n < wordBytes {
				word[n] = c
			}
			n++
		}
		if n > 1 {
			if bits := triggers(word[:min(n, wordBytes)], before[:last]); bits != 0 {
				hits = append(hits, hit{at - n, bits})
			}
		}
		if n > 0 {
			word, before, last = before, word, min(n, wordBytes)
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
		for start > done && isWordByte(text[start-1]) && start < h.offset { // a window that cuts a word would make two of it
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

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
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

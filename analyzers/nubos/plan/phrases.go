package plan

import (
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// phrase is a wording that a plan should not have. Regular expressions are slow and plans are long, so a pattern is
// asked only about a text that holds one of the words which every match has: 1,000 plans take 0.12 s of CPU so, and
// 1.19 s without.
type phrase struct {
	pattern func() *memo.Pattern
	bit     uint16
}

// newPhrase returns a phrase in which a line may end at each blank, since plans are wrapped.
func newPhrase(bit uint16, pattern string) phrase {
	return phrase{memo.Regexp(strings.ReplaceAll(pattern, " ", `(?:[ \t]+|[ \t]*\r?\n[ \t]*)`)), bit}
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
	openEnd = newPhrase(openEndBit,
		`(?i)\betc\b\.?|\band related\b|\bas (?:needed|required|necessary|appropriate)\b|\b(?:and|or) similar\b|`+
			`\bsimilar (?:cases|changes|checks|classes|code|commands|components|endpoints|fields|files|functions|`+
			`handlers|methods|modules|pages|places|stuff|tests|things)\b|\bplus anything else\b|\band so on\b`)
	// also joins a second piece of work to a task.
	also = newPhrase(alsoBit,
		`(?i)\band also\b|\bin addition,? (?:to (?:this|that),? )?(?:add|also|create|implement|write|build|refactor|fix|`+
			`update|remove|migrate)\b|\bwhile (?:you are )?at it\b`)
	// reduced is what the planner may not turn a decision into.
	reduced = newPhrase(reducedBit,
		`(?i)\bstub(?:s|bed)?\b|\bsimplified version\b|\bstatic for now\b|\bhard-?coded for now\b|`+
			`\bfuture enhancements?\b|\bplaceholders?\b|\bbasic version\b|\bminimal implementation\b|`+
			`\bwill be wired (?:up )?later\b|\bdynamic in (?:a )?future phases?\b|\bskip(?:ped)? for now\b|`+
			`\b(?:left|leave) (?:\w+ ){0,3}for (?:a )?(?:later )?follow-?up\b`)
	// workaround is what is no fix.
	workaround = newPhrase(workaroundBit, `(?i)\bwork-?arounds?\b|\bmonkey-?patch(?:es|ed|ing)?\b|\bhack(?:s|ed|y)?\b`)
	toBeDone   = newPhrase(toBeDoneBit, `\b_*TBD_*\b`)
	question   = newPhrase(questionBit, `\bAskUserQuestion\b`)
	// waiver stands where evidence should.
	waiver = newPhrase(waiverBit, `(?i)\b(_*TBD_*|to be confirmed|assume defaults|should work|presumably|likely)\b`)
	// ddl is SQL or a migration that defines tables. In capitals SQL is meant; in other letters it must go on like
	// SQL, because plans may well "create table of contents".
	ddl = newPhrase(ddlBit, `\bCREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["\x60\w][\w.]*|`+
		`\bALTER\s+(?:TABLE|COLUMN)\s+["\x60\w][\w.]*|`+
		`(?i:\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?["\x60\w.]+\s*\(|`+
		`\balter\s+table\s+["\x60\w.]+\s+(?:add|drop|alter|rename|modify)\b)|`+
		`\bSchema::(?:create|table)\s*\(|->\s*(?:string|integer|bigInteger|foreignId|timestamp)\s*\(`)
	// stamped is a migration's file name, which the framework makes up when it is generated.
	stamped = newPhrase(stampedBit, `\b\d{4}_\d{2}_\d{2}_\d{6}(_[a-z_]+\.php)\b`)
)

// trigger is what a word in lower case may be part of.
type trigger struct {
	bits uint16
	next []string // the word must go before one that begins so, if there are any
}

// triggers are the phrases that each word in lower case may belong to. Every match of a phrase has one of its words.
var triggers = sync.OnceValue(func() map[string]trigger {
	all := map[string]trigger{}
	for _, t := range []struct {
		words string
		bits  uint16
		next  string
	}{
		{"etc related needed required necessary appropriate similar anything", openEndBit, ""},
		{"so", openEndBit, "on"},
		{"also addition", alsoBit, ""},
		{"while", alsoBit, "you at"},
		{"stub stubs stubbed hardcoded coded enhancement enhancements placeholder placeholders wired followup follow",
			reducedBit, ""},
		{"simplified basic", reducedBit, "version"},
		{"minimal", reducedBit, "implementation"},
		{"static skip skipped", reducedBit, "for"},
		{"dynamic", reducedBit, "in"},
		{"workaround workarounds around arounds monkey monkeypatch monkeypatches monkeypatched monkeypatching hack hacks " +
			"hacked hacky", workaroundBit, ""},
		{"tbd", toBeDoneBit | waiverBit, ""},
		{"askuserquestion", questionBit, ""},
		{"confirmed presumably likely", waiverBit, ""},
		{"assume", waiverBit, "defaults"},
		{"should", waiverBit, "work"},
		{"create alter schema string integer biginteger foreignid timestamp", ddlBit, ""},
		{"php", stampedBit, ""},
	} {
		for word := range strings.FieldsSeq(t.words) {
			all[word] = trigger{t.bits, strings.Fields(t.next)}
		}
	}
	return all
})

// goesBefore reports whether a text goes on with a word that begins with one of some texts.
func goesBefore(text string, next []string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	text = strings.ToLower(text[:min(len(text), len("implementation"))])
	return slices.ContainsFunc(next, func(start string) bool { return strings.HasPrefix(text, start) })
}

// hit is a word that may be part of a phrase.
type hit struct {
	offset int
	bits   uint16
}

// readHits looks at each word of a text once.
func readHits(text string) []hit {
	var hits []hit
	words := triggers()
	for at := 0; at < len(text); at++ {
		start := at
		for at < len(text) && document.IsWordByte(text[at]) {
			at++
		}
		if at == start {
			continue
		}
		word := words[strings.ToLower(strings.Trim(text[start:at], "_"))]
		bits := word.bits
		if len(word.next) > 0 && !goesBefore(text[at:], word.next) {
			bits = 0
		}
		if bits != 0 {
			hits = append(hits, hit{start, bits})
		}
	}
	return hits
}

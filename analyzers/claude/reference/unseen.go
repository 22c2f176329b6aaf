package reference

import (
	"path"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	meaning = memo.Regexp(`(?i)mention|syntax|literal|prefix|instead|backtick|without|\bnot?\b|\bnever\b|` +
		`\btyp(?:e|ing)\b|\bprompt|\buser\b|\be\.g\.|\bexamples?\b|\bsuch as\b|\bwrite\b|@-`)
	// A line that speaks of imports may be about when they are made, or about those of a program.
	importing = memo.Regexp(`(?i)\bimport`)
	sooner    = memo.Regexp(`(?i)demand|\bneed|\blaz|\bwhen\b|\bif\b|\bonly\b|\bas\b|\bwould\b|\bcan\b|\bmay\b|\bfrom\b|\bto import|\bhow\b`)
	prose     = memo.Regexp(`(?i)\.(?:mdx?|mdc|markdown|txt|rst|adoc)$`)
)

// unseen is a line that may hold what looks like an import where Claude Code sees none.
type unseen struct {
	*model.Reporter
	line  notation.Line
	codes []notation.Line // its code spans
	plain string          // the line without them
	says  func() sayings
}

// sayings is what a line says, found out once.
type sayings struct{ means, imports bool }

// judgeUnseen reports what looks like an import where Claude Code sees none, of files that are there and not imported elsewhere.
func judgeUnseen(r *model.Reporter) {
	if _, isRead := r.Depth(r.Doc.Path); !isRead || !strings.Contains(r.Doc.Content(), "@") {
		return
	}
	notation.TextWith(r.Doc, "@", func(l notation.Line) {
		codes, plain := l.Codes()
		u := unseen{r, l, codes, plain, sync.OnceValue(func() sayings {
			imports := importing().MatchString(plain)
			return sayings{meaning().MatchString(plain) || imports && sooner().MatchString(plain), imports}
		})}
		u.judgeQuoted()
		u.judgeMarked()
		u.judgeLinked()
		u.judgeDirected()
	})
}

// isMissed reports whether a path is that of a text that is there and that nothing imports.
func (u *unseen) isMissed(target string) bool {
	file := path.Join(path.Dir(u.Doc.Path), target)
	_, isImported := u.Depth(file)
	return !isImported && text().MatchString(target) && u.IsFile(file)
}

// isMeant reports whether the line speaks of an import, or of the word itself, so that nobody expects that it is one.
func (u *unseen) isMeant(target string) bool {
	says := u.says()
	return says.means || says.imports && !prose().MatchString(target)
}

var quoted = memo.Regexp("^@([A-Za-z0-9._~-][^\\s`]*)$")

// judgeQuoted reports imports in backticks.
func (u *unseen) judgeQuoted() {
	for _, c := range u.codes {
		if m := quoted().FindStringSubmatch(c.Text); m != nil && u.isMissed(m[1]) && !u.isMeant(m[1]) {
			u.Reportf("cc-import", c.Span(0, len(c.Text)), "body", "%s names a file that is there, and stands in backticks, where Claude "+
				"Code imports nothing; take them away to import it, or the @ to mention it", c.Text)
		}
	}
}

// marked finds a path behind an @ that a quote or bracket stands before. Stars and underscores are no such marks: what is
// between them is a text of its own to Claude Code.
var marked = memo.Regexp(`(^|\s)(["'(\[<])@([A-Za-z0-9./_~-][^\s*"'()\[\]<>` + "`" + `]*[A-Za-z0-9])(["')\]>])(?:[^(]|$)`)

// judgeMarked reports imports behind a quote or bracket: Claude Code looks for them behind a blank, or at the start of a line.
func (u *unseen) judgeMarked() {
	m := marked().FindStringSubmatchIndex(u.plain)
	if m == nil {
		return
	}
	if target := u.plain[m[6]:m[7]]; u.isMissed(target) && !u.isMeant(target) {
		at := u.line.Span(m[4], m[9])
		u.Fixf("cc-import", at, "body", document.Replace("take the marks away", at, "@"+target),
			"%s stands behind another mark, and Claude Code looks for imports behind a space or at the start of a text, so nothing is "+
				"imported; write @%s", u.plain[m[4]:m[9]], target)
	}
}

// linked finds a path behind an @ that is the address of a link, whose text does not import it.
var linked = memo.Regexp(`\[[^@\]][^\]]*\]\((@([A-Za-z0-9./_~-][^\s()]*[A-Za-z0-9]))\)`)

// judgeLinked reports imports that are addresses of links: Claude Code looks for imports in texts alone.
func (u *unseen) judgeLinked() {
	m := linked().FindStringSubmatchIndex(u.plain)
	if m == nil {
		return
	}
	if target := u.plain[m[4]:m[5]]; u.isMissed(target) && !u.isMeant(target) {
		u.Reportf("cc-import", u.line.Span(m[2], m[3]), "body", "@%s is the address of a link, and Claude Code looks for imports in "+
			"texts alone, so nothing is imported; write @%s without the link, or take the @ away", target, target)
	}
}

// directed finds a word such as @import with a path behind it, which is how other programs import.
var directed = memo.Regexp(`^\s*(?:[-*+]\s+)?(@(?:import|include)[:]?\s+` +
	`["'<(]?@?([A-Za-z0-9./_~-][^\s*"'()\[\]<>` + "`" + `;]*[A-Za-z0-9])["'>)]?;?)\s*$`)

// judgeDirected reports imports as other programs write them: to Claude Code the word is the path.
func (u *unseen) judgeDirected() {
	m := directed().FindStringSubmatchIndex(u.plain)
	if m == nil {
		return
	}
	if target := u.plain[m[4]:m[5]]; u.isMissed(target) {
		at := u.line.Span(m[2], m[3])
		u.Fixf("cc-import", at, "body", document.Replace("write @"+target, at, "@"+target),
			"Claude Code takes the word behind the @ for the path, so %s imports nothing; write @%s", u.plain[m[2]:m[3]], target)
	}
}

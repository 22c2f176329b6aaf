// Package command judges what Claude Code puts into the texts of commands and skills: arguments, and what commands of
// the shell print.
package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges placeholders and commands in texts.
var Analyzer = &analysis.Analyzer{
	Name:     "claudecommand",
	Doc:      "hold placeholders and shell commands in prompts against what Claude Code puts in",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		model.Of(pass).Each(slices.Concat(model.Prompts, model.Instructions), func(r *model.Reporter) {
			if !slices.Contains(model.Calls, r.Doc.Kind) {
				judgeUnfilled(r)
				return
			}
			if r.IsForeign() {
				return
			}
			judgeArguments(r)
			judgeCurly(r)
			judgeVariables(r)
			if !r.Standalone {
				judgePlaced(r)
			}
			judgeShell(r)
			judgeGranted(r)
			judgeBlank(r)
			if !r.Standalone && slices.Contains(model.Commands, r.Doc.Kind) {
				judgeTwin(r)
				judgeName(r)
			}
		})
		return nil, nil
	},
}

var (
	words  = memo.Regexp(`(^|[^\\\w$])\$([A-Za-z_]\w*)`)
	number = memo.Regexp(`(?:^|[^\\\w$])(\$\d)`)
	price  = memo.Regexp(`^\$\d(?:[.,]?\d|[kKMB%/+–-]| \s*(?i:a|per|each|million|billion|k|m|bn|usd|off)\b)`)
	sums   = memo.Regexp(`\$\d+(?:[.,]\d|\d|[kKMB%])`)
	bound  = memo.Regexp(`(?:=\s|[(,]\s*)\$\d`) // a parameter of SQL
	// shelled is an argument as a shell has it.
	shelled = memo.Regexp(`\$\{\d(?::?[-=+?][^{}]*)?\}`)
	index   = memo.Regexp(`(?:^|[^\\])(\$ARGUMENTS\[(\d)\])`)
	all     = memo.Regexp(`\$ARGUMENTS\b`)
	wrong   = []string{"ARGUMENT", "ARGS", "ARG", "arguments", "args", "Arguments", "ARGUMENTs", "ARGUEMENTS", "ARGUMETS"}
)

// use is a placeholder by number.
type use struct {
	n       int
	span    document.Span
	isIndex bool // it is written as $ARGUMENTS[n]
	isCode  bool
}

// of returns the placeholder for another number, written as this one.
func (u use) of(n int) string {
	if u.isIndex {
		return fmt.Sprintf("$ARGUMENTS[%d]", n)
	}
	return fmt.Sprintf("$%d", n)
}

func judgeArguments(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "$") {
		return
	}
	judgeForm(r, body)
	declared := judgeDeclared(r, body, names(r.Front().Get("arguments")))
	listed := document.OneOf(declared)
	// A skill that says nothing of arguments shows placeholders of others: of SQL, of shells, of design tokens.
	takes := slices.Contains(model.Commands, r.Doc.Kind) || r.Front().Has("argument-hint") ||
		strings.Contains(strings.ToLower(body), "argument")
	prices := sums().MatchString(body)
	isSlip := slips(body, declared)
	var uses []use
	var shells gather.Alike
	notation.TextWith(r.Doc, "$", func(l notation.Line) {
		codes, plain := l.Codes()
		isSQL := strings.Contains(l.Text, "`?`") // which is a parameter of it, too
		for _, c := range codes {
			if !isSQL && !strings.ContainsAny(c.Text, `'"{`) && !bound().MatchString(c.Text) {
				for _, u := range numbers(c.Text, c) {
					u.isCode = true
					uses = append(uses, u)
				}
			}
			for _, m := range words().FindAllStringSubmatchIndex(c.Text, -1) {
				if word := c.Text[m[4]:m[5]]; isSlip(word) {
					judgeWord(r, word, c.Span(m[4]-1, m[5]), declared, listed)
				}
			}
		}
		if m := shelled().FindStringIndex(plain); m != nil && slices.Contains(model.Commands, r.Doc.Kind) {
			shells.Add(document.Finding{Rule: "cc-command-argument", Span: l.Span(m[0], m[1]), At: "body",
				Message: fmt.Sprintf("Claude Code puts nothing in for `%s`, which stays in the text; write `$0` for the first argument, "+
					"and say what holds without one", plain[m[0]:m[1]])})
		}
		if i := strings.Index(plain, "${ARGUMENTS}"); i >= 0 {
			span := l.Span(i, i+len("${ARGUMENTS}"))
			r.Fixf("cc-command-argument", span, "body", document.Replace("write $ARGUMENTS", span, "$ARGUMENTS"),
				"`${ARGUMENTS}` is no placeholder, so it stays in the text and nobody's argument comes in its place; write "+
					"`$ARGUMENTS`")
		}
		for _, m := range words().FindAllStringSubmatchIndex(plain, -1) {
			judgeWord(r, plain[m[4]:m[5]], l.Span(m[4]-1, m[5]), declared, listed)
		}
		if !prices {
			uses = append(uses, numbers(plain, l)...)
		}
	})
	judgeFenced(r, isSlip, declared, listed)
	shells.Report(r, "other line", "")
	switch {
	case !takes || len(declared) > 0:
	case takesAll(body):
		judgeHinted(r, uses)
	default:
		judgeNumbers(r, uses)
	}
}

var hinted = memo.Regexp(`[\[<]\w[\w -]*[\]>]`)

// judgeHinted reports numbers beyond the arguments that a hint names, each in brackets, in a text that has all of them as well:
// those that count from 1, and in code any.
func judgeHinted(r *model.Reporter, uses []use) {
	hint := r.Front().Get("argument-hint")
	count := len(document.Items(hint))
	if text := document.Text(hint); text != "" && strings.TrimSpace(hinted().ReplaceAllString(text, "")) == "" {
		count = len(hinted().FindAllString(text, -1))
	}
	most, hasFirst := 0, count == 0
	for _, u := range uses {
		most, hasFirst = max(most, u.n), hasFirst || u.n == 0
	}
	if hasFirst {
		return
	}
	f := document.Finding{Rule: "cc-command-argument", At: "body"}
	var edits []document.Edit
	for _, u := range uses {
		edits = append(edits, document.Edit{Span: u.span, Text: u.of(u.n - 1)})
		if f.Span.End > 0 || u.n < count || !u.isCode && (most > count || count == 1) {
			continue
		}
		f.Span, f.Message = u.span, fmt.Sprintf("arguments are counted from 0, and `argument-hint` names %s, so nothing comes in for `%s`, "+
			"which stays in the text; write `%s` for the last of them", document.Count(count, "argument"), u.of(u.n), u.of(count-1))
	}
	if most == count {
		f.Fixes = []document.Fix{{Title: "count from 0", Edits: edits, Unsafe: true}}
	}
	if f.Message != "" {
		r.Report(f)
	}
}

// judgeFenced judges words behind a dollar sign in fences of shell: only those that are declared ones with a slip.
func judgeFenced(r *model.Reporter, isSlip func(word string) bool, declared []string, listed string) {
	if len(declared) == 0 {
		return
	}
	notation.Shell(r.Doc, func(l notation.Line) {
		for _, m := range words().FindAllStringSubmatchIndex(l.Text, -1) {
			if word := l.Text[m[4]:m[5]]; isSlip(word) {
				judgeWord(r, word, l.Span(m[4]-1, m[5]), declared, listed)
			}
		}
	})
}

// takesAll reports whether all arguments come into a text at once.
func takesAll(body string) bool {
	isPlain := func(m []int) bool { return (m[0] == 0 || body[m[0]-1] != '\\') && !strings.HasPrefix(body[m[1]:], "[") }
	return slices.ContainsFunc(all().FindAllStringIndex(body, -1), isPlain)
}

var curly = memo.Regexp(`(?i)\{\{\s*(?:args|arguments)\s*\}\}`)

// judgeCurly reports arguments of a command as Gemini writes them.
func judgeCurly(r *model.Reporter) {
	if !slices.Contains(model.Commands, r.Doc.Kind) {
		return
	}
	notation.TextWith(r.Doc, "{{", func(l notation.Line) {
		_, plain := l.Codes()
		if m := curly().FindStringIndex(plain); m != nil {
			span := l.Span(m[0], m[1])
			r.Fixf("cc-command-argument", span, "body", document.Replace("write $ARGUMENTS", span, "$ARGUMENTS"),
				"Claude Code puts nothing in for %s, which stays in the text; write `$ARGUMENTS`", plain[m[0]:m[1]])
		}
	})
}

// judgeDeclared reports names that are declared with the mark of a placeholder, and returns the names without it.
func judgeDeclared(r *model.Reporter, body string, declared []string) (bare []string) {
	told := false
	for _, name := range declared {
		rest, marked := strings.CutPrefix(name, "$")
		bare = append(bare, rest)
		if marked && !told && strings.Contains(body, name) {
			told = true
			r.Reportf("cc-command-argument", r.Front().Pair("arguments").Value.Span, "frontmatter.arguments", "`arguments` "+
				"declares names without the mark, so `%s` stays in the text and nobody's argument comes in its place; write `%s`",
				name, rest)
		}
	}
	return bare
}

// judgeForm reports arguments that are declared so that Claude Code finds other names, or none, if the text uses one.
func judgeForm(r *model.Reporter, body string) {
	n := r.Front().Get("arguments")
	all, why := names(n), "splits the text at spaces alone, so it has other names"
	for _, p := range document.Pairs(n) {
		all, why = append(all, p.Key), dropped
	}
	for _, item := range document.Items(n) {
		if name := document.Text(item.Get("name")); name != "" {
			all, why = append(all, name), dropped
		}
	}
	if len(all) > mostNames || why != dropped && (n == nil || n.Type != document.String || !strings.ContainsAny(n.Text, ",<>")) {
		return
	}
	text := " " + document.Text(n) + " "
	for _, name := range all {
		if strings.Contains(text, " "+name+" ") || strings.Contains(body, name+"=") || // a shell's variable
			!isUsed(body, name, why != dropped) {
			continue
		}
		list := "[" + strings.Join(all, ", ") + "]"
		var fixes []document.Fix
		if why != dropped {
			fixes = document.Replace("write a list of names", n.Span, list)
		}
		r.Fixf("cc-command-argument", r.Front().Pair("arguments").KeySpan, "frontmatter.arguments", fixes, "Claude Code %s, and `$%s` "+
			"stays in the text where nobody's argument comes in; write `arguments: %s`", why, name, list)
		return
	}
}

// mostNames is how many names of arguments are looked for in a text: nobody declares as many.
const mostNames = 100

// isUsed reports whether a text has a name behind a dollar, and no comma behind it where that would count.
func isUsed(text, name string, comma bool) bool {
	for {
		_, behind, has := strings.Cut(text, "$"+name)
		if !wordly().MatchString(behind) && !(comma && strings.HasPrefix(behind, ",")) {
			return has
		}
		text = behind
	}
}

const dropped = "takes names alone for `arguments` and drops what is more"

var wordly = memo.Regexp(`^[\w-]`)

func names(n *document.Node) []string {
	var found []string
	for _, text := range notation.Lists(n) {
		found = append(found, strings.FieldsFunc(text.Text, func(c rune) bool {
			return strings.ContainsRune(", []<>",
				c)
		})...)
	}
	return found
}

var variable = memo.Regexp(`\$\{(CLAUDE_(?:SKILL|PLUGIN|PROJECT|SESSION)S?(?:_[A-Z]+)*)\}`)

// judgeVariables reports names in braces that look like those that Claude Code puts in, and that nothing sets.
func judgeVariables(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "${CLAUDE_") {
		return
	}
	known, told := r.List("variables"), map[string]bool{}
	for _, m := range variable().FindAllStringSubmatchIndex(body, -1) {
		name := body[m[2]:m[3]]
		const most = 20 // names that are looked for
		if slices.Contains(known, name) || told[name] || len(told) == most {
			continue
		}
		told[name] = true
		if strings.HasPrefix(name, "CLAUDE_PLUGIN_OPTION_") ||
			strings.Contains(body, name+"=") || strings.Contains(body, "`"+name+"`") {
			continue
		}
		start := r.Doc.Body.Span.Start
		span := document.Span{Start: start + m[2], End: start + m[3]}
		near := cmp.Or(directoryOf(name, known), spell.Nearest(name, known))
		f := document.Finding{Rule: "cc-command-argument", Span: span, At: "body",
			Message: fmt.Sprintf("Claude Code puts nothing in for ${%s}, and sets no such variable, so the path is wrong; "+
				"write %s%s", name, document.OneOf(known), spell.Hint(near))}
		if near != "" {
			f.Fixes = model.Mend(span, name, near, near)
		}
		r.Report(f)
	}
}

// directoryOf returns the one of known names that is the directory of what a name is about, if the name asks for one.
func directoryOf(name string, known []string) string {
	for _, end := range []string{"_DIR", "_ROOT", "_PATH", "_HOME", "_DIRECTORY"} {
		if what, ok := strings.CutSuffix(name, end); ok {
			for _, k := range known {
				if k == what+"_DIR" || k == what+"_ROOT" {
					return k
				}
			}
		}
	}
	return ""
}

// slips returns a function that reports whether a word in code, which may be a variable of a shell, is a declared one with a
// slip that the body does not set.
func slips(body string, declared []string) func(word string) bool {
	isSlip := map[string]bool{}
	isSet := sync.OnceValue(func() map[string]bool { return notation.Assigned(body) })
	return func(word string) bool {
		is, known := isSlip[word]
		if !known {
			is = strings.ToUpper(word) != word && spell.Close(word, declared) != "" && !isSet()[word]
			isSlip[word] = is
		}
		return is
	}
}

// judgeWord judges a word behind a dollar sign. listed are the declared ones, for a message.
func judgeWord(r *model.Reporter, word string, span document.Span, declared []string, listed string) {
	if word == "ARGUMENTS" || slices.Contains(declared, word) || strings.HasPrefix(word, "CLAUDE_") {
		return
	}
	near := ""
	switch {
	case slices.Contains(wrong, word) || spell.Close(word, []string{"ARGUMENTS"}) != "":
		near = "ARGUMENTS"
	case len(declared) > 0:
		if near = spell.Nearest(word, declared); near == "" && strings.ToUpper(word) == word {
			return // a variable of the shell
		}
	default:
		return
	}
	f := document.Finding{Rule: "cc-command-argument", Span: span, At: "body"}
	f.Message = fmt.Sprintf("`$%s` is no placeholder, so it stays in the text and nobody's argument comes in its "+
		"place", word)
	if near != "" {
		f.Message += fmt.Sprintf("; did you mean `$%s`?", near)
		f.Fixes = document.Replace("write $"+near, span, "$"+near)
	} else {
		f.Message += "; `arguments` declares " + listed
	}
	r.Report(f)
}

// numbers returns the placeholders by number in a line, without sums of money.
func numbers(plain string, l notation.Line) (found []use) {
	for _, m := range number().FindAllStringSubmatchIndex(plain, -1) {
		if !price().MatchString(plain[m[2]:]) {
			found = append(found, use{n: int(plain[m[3]-1] - '0'), span: l.Span(m[2], m[3])})
		}
	}
	for _, m := range index().FindAllStringSubmatchIndex(plain, -1) {
		found = append(found, use{n: int(plain[m[4]] - '0'), span: l.Span(m[2], m[3]), isIndex: true})
	}
	return found
}

// judgeNumbers reports numbers that count from 1, and gaps.
func judgeNumbers(r *model.Reporter, uses []use) {
	used := map[int]bool{}
	for _, u := range uses {
		used[u.n] = true
	}
	f := document.Finding{Rule: "cc-command-argument", At: "body"}
	for _, u := range uses {
		switch {
		case u.n == 1 && !used[0]:
			f.Span = u.span
			f.Message = fmt.Sprintf("arguments are counted from 0: `%s` is the second, and nothing takes the first; write `%s` "+
				"for the first, `%s` for the second", u.of(1), u.of(0), u.of(1))
			var edits []document.Edit
			for _, other := range uses {
				edits = append(edits, document.Edit{Span: other.span, Text: other.of(other.n - 1)})
			}
			f.Fixes = []document.Fix{{Title: "count from 0", Edits: edits}}
		case u.n > 0 && u.n < 4 && used[0] && !used[u.n-1]: // beyond these it is money
			f.Span = u.span
			f.Message = fmt.Sprintf("`%s` is used and `%s` is not: arguments are counted from 0, so one of them is lost and "+
				"the last stays in the text; leave no gap", u.of(u.n), u.of(u.n-1))
		default:
			continue
		}
		r.Report(f)
		return
	}
}

// bodyOf returns the body of a document, without copying it.
func bodyOf(d *document.Document) string { return d.Content()[d.Body.Span.Start:d.Body.Span.End] }

// judgeTwin reports a command that has the name of a skill beside it.
func judgeTwin(r *model.Reporter) {
	if own, skill := r.CommandIn(r.Doc.Path); skill != nil {
		r.Reportf("cc-command-twin", r.Doc.FirstLine(), "content", "the skill %s has the name of this command, %q, and "+
			"one hides the other; rename one of them", skill.Dir, own.Full)
	}
}

var called = memo.Regexp(`^/?[a-z0-9][\w:-]*$`)

// judgeName reports a name in a command of a project that is not the one by which it is called. What is no such name is a
// title.
func judgeName(r *model.Reporter) {
	own, _ := r.CommandIn(r.Doc.Path)
	n := r.Front().Get("name")
	if own == nil || r.Doc.Kind != "claude/command" || !called().MatchString(document.Text(n)) {
		return
	}
	name := strings.TrimPrefix(n.Text, "/")
	if name == own.Full || strings.HasSuffix(own.Full, ":"+name) || strings.HasSuffix(name, ":"+own.Full) {
		return
	}
	space := own.Full[:strings.LastIndex(own.Full, ":")+1]
	f := document.Finding{Rule: "cc-command-name", Span: n.Span, At: "frontmatter.name", Least: true, Message: fmt.Sprintf(
		"`/%s` calls nothing, for Claude Code reads `name` in commands of plugins alone: this is `/%s`; rename the file, or remove the key",
		name, own.Full)}
	for _, other := range []string{name, space + name} {
		if r.IsCommand(other) || r.IsSkill(other) {
			f.Least = false
			f.Message = fmt.Sprintf("`/%s` runs another file, for Claude Code reads `name` in commands of plugins alone: this is `/%s`; rename the "+
				"file, or remove the key", other, own.Full)
		}
	}
	r.Report(f)
}

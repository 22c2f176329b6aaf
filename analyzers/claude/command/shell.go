package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	block = memo.Regexp("```!\\s*([\\s\\S]*?)\n?```")
	span  = memo.Regexp("`[^`\n]+`")
	// What a shell does with the words behind these is not looked into.
	opaque = memo.Regexp(`^(?:if|for|while|until|case|then|do|else|fi|done|esac|function|` +
		`time|timeout|nice|nohup|command|xargs|\[\[|[!{}].*|.*[$<{].*)$`)
	joined   = memo.Regexp(`\\\r?\n`)
	escaped  = memo.Regexp(`\\[&|;()<>]`) // no operators
	redirect = memo.Regexp(`\d*(?:>>?&?|<)\s*[^\s;|&<>]+`)
	remarks  = memo.Regexp(`(?m)^\s*#.*$`)
	nested   = memo.Regexp(`\$\(|<<|<\(`)
	script   = memo.Regexp(`^[A-Za-z][\w:.-]*$`)
	verb     = memo.Regexp(`^[a-z][a-z-]*$`)
	assigns  = memo.Regexp(`^\w+=`)
	puts     = memo.Regexp(`^\$\{CLAUDE_\w+\}`) // in commands and in rules alike
)

// unspanned returns a text with nothing in code spans, as Claude Code looks for commands in it: not in those that a `!`
// or another backtick stands before.
func unspanned(text string) string {
	out := []byte(text)
	for _, m := range span().FindAllStringIndex(text, -1) {
		if m[0] > 0 && (text[m[0]-1] == '!' || text[m[0]-1] == '`') {
			continue
		}
		clear(out[m[0]+1 : m[1]-1])
	}
	return string(out)
}

// commands returns what runs before the prompt: between backticks behind an exclamation mark, and in blocks that begin
// with "```!". Claude Code looks for both in the whole body: fences and comments are nothing to it.
func commands(d *document.Document) (found []notation.Line) {
	body := bodyOf(d)
	add := func(from, to int) {
		found = append(found, notation.Line{Text: body[from:to], Start: d.Body.Span.Start + from})
	}
	if strings.Contains(body, "!`") {
		for _, m := range inline(unspanned(body)) {
			add(m[0], m[1])
		}
	}
	if strings.Contains(body, "```!") {
		for _, m := range block().FindAllStringSubmatchIndex(body, -1) {
			add(m[2], m[3])
		}
	}
	found = slices.DeleteFunc(found, func(l notation.Line) bool { return len(l.Text) > maxCommand })
	slices.SortStableFunc(found, func(a, b notation.Line) int { return cmp.Compare(a.Start, b.Start) })
	return found
}

// maxCommand is how many bytes a command has that is looked at: many times what people write.
const maxCommand = 8 << 10

// within limits how many commands of a text are held against rules: most, or fewer of very many rules.
func within(most int, rules []notation.Tool) int {
	const maxHeld = 200_000
	return min(most, 1+maxHeld/(1+len(rules)))
}

// inline returns where COMMAND stands in a text as "!`COMMAND`" at the start of a line or behind a blank, as the pattern
// (?m)(?:^|\s)!`([^`]+)` does, which takes 2 % of the CPU of a run over agents and skills.
func inline(text string) (places [][2]int) {
	for at := 0; ; {
		mark := strings.Index(text[at:], "!`")
		if mark < 0 {
			return places
		}
		mark += at
		at = mark + 1
		from := mark + len("!`")
		if size := strings.IndexByte(text[from:], '`'); size > 0 && isStart(text, mark) {
			places = append(places, [2]int{from, from + size})
			at = from + size + 1
		}
	}
}

// isStart reports whether a place in a text is at the start of a line or behind a blank.
func isStart(text string, at int) bool {
	return at == 0 || strings.ContainsRune(" \t\n\f\r", rune(text[at-1]))
}

// tight finds commands behind a mark that something stands before, such as a colon.
var tight = memo.Regexp("[:;,(\\[{=|>\"*_-](!`([a-z][\\w./-]*(?: [^`\n]*)?)`)")

// judgeTight reports commands that were to run before the prompt and do not, since no blank stands before the mark.
func judgeTight(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "!`") {
		return
	}
	for _, m := range tight().FindAllStringSubmatchIndex(unspanned(body), -1) {
		start := r.Doc.Body.Span.Start + m[2]
		if r.Doc.Body.HiddenAt(start) != nil {
			continue
		}
		at := document.Span{Start: start, End: r.Doc.Body.Span.Start + m[3]}
		r.Report(document.Finding{Rule: "cc-command-shell", Span: at, At: "body",
			Fixes: document.Replace("write a space before it", document.Span{Start: start, End: start}, " "),
			Message: fmt.Sprintf("Claude Code runs what stands behind `!` at the start of a line or behind a space alone, so %s is sent as "+
				"text and nothing of its output; write a space before the mark", document.Quote(body[m[4]:m[5]]))})
	}
}

var opened = memo.Regexp("^!`[a-z][\\w./-]*(?: .*)?")

// judgeOpen reports a command whose backtick is not closed, so that nothing runs. One that a later backtick closes runs
// with all that stands between them.
func judgeOpen(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "!`") {
		return
	}
	body = unspanned(body)
	i := strings.LastIndex(body, "!`")
	if i < 0 || strings.Contains(body[i+len("!`"):], "`") || !isStart(body, i) {
		return
	}
	start := r.Doc.Body.Span.Start + i
	at := document.Span{Start: start, End: start + len(strings.TrimRight(opened().FindString(body[i:]), " \r"))}
	if at.Len() == 0 || r.Doc.Body.HiddenAt(start) != nil {
		return
	}
	r.Fixf("cc-command-shell", at, "body", document.Replace("close it", document.Span{Start: at.End, End: at.End}, "`"),
		"the backtick is not closed, so Claude Code does not run the command, and the model sees its text; close it")
}

// inside is a command behind a mark that stands inside of the backticks.
var inside = memo.Regexp("(?:^|[\\s(])`!([a-z][\\w./-]* [^`\n]+)`")

// judgeWithin reports commands whose mark stands inside of the backticks, where a rule of the file allows them.
func judgeWithin(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "`!") {
		return
	}
	rules := notation.Tools(r.Doc, r.Front().Get("allowed-tools"))
	args := make([]string, len(rules)) // without quotes
	for i, t := range rules {
		args[i] = bareArgs(t)
	}
	for _, m := range inside().FindAllStringSubmatchIndex(body, within(200, rules)) {
		command := body[m[2]:m[3]]
		start, end := r.Doc.Body.Span.Start+m[2]-2, r.Doc.Body.Span.Start+m[3]+1
		if r.Doc.Body.HiddenAt(start-1) != nil {
			continue
		}
		isAllowed := false
		for i, t := range rules {
			isAllowed = isAllowed || t.HasArg && fits(t, args[i], command)
		}
		if !isAllowed {
			continue
		}
		at := document.Span{Start: start, End: end}
		r.Fixf("cc-command-shell", at, "body", document.Replace("write the mark before the backtick", at, "!`"+command+"`"),
			"the mark stands inside of the backticks, so %s is sent as text and nothing of its output; write !`%s`",
			document.Quote(command), command)
	}
}

// permitted returns the rules of settings that allow a tool.
func permitted(r *model.Reporter) (rules []notation.Tool) {
	if r.Standalone {
		return nil
	}
	for _, rule := range r.Said("allowed") {
		rules = append(rules, notation.ParseTool(rule))
	}
	return rules
}

// judgeShell reports commands that run before the prompt and that no rule allows: then nothing of the prompt is sent.
func judgeShell(r *model.Reporter) {
	judgeTight(r)
	judgeWithin(r)
	judgeOpen(r)
	found := commands(r.Doc)
	if len(found) == 0 {
		return
	}
	allowed := r.Front().Pair("allowed-tools")
	rules := notation.Tools(r.Doc, r.Front().Get("allowed-tools"))
	if slices.ContainsFunc(rules, func(t notation.Tool) bool { return t.Fault != "" || t.Name == "*" }) {
		return
	}
	rules = append(rules, permitted(r)...)
	reads, held := r.List("shell_reads"), spaced(rules)
	stuck := gather.ByCause{} // by what cannot be checked, and what to do
	defer stuck.Report(r, "other command", "")
	for _, command := range found[:min(len(found), within(200, rules))] {
		if slices.ContainsFunc(rules, func(t notation.Tool) bool {
			return isWhole(t) || t.Name == "Bash" && t.Args == command.Text &&
				written(t.Args, plain(t.Args)) == nil
		}) {
			continue
		}
		if judgeUnchecked(r, command, allowed == nil, stuck) || judgeStructure(r, command, rules, allowed == nil) {
			continue
		}
		for _, part := range parts(command.Text) {
			text := part.text
			isRead := func(read string) bool {
				return text == read || strings.HasPrefix(text, read+" ") || strings.HasSuffix(read, "/") && strings.HasPrefix(text, read)
			}
			isBare := part.lead == "" || isHarmless(r, part.lead)
			if isBare && (slices.ContainsFunc(reads, isRead) || slices.ContainsFunc(held, part.isAllowed)) {
				continue
			}
			if part.lead != "" {
				part.text, part.raw, part.bare = part.lead+part.text, part.lead+part.raw, part.lead+part.bare
				if slices.ContainsFunc(held, part.isAllowed) {
					continue
				}
				if !isBare {
					text = part.text
				}
			}
			line := strings.TrimSpace(command.Text)
			end, _ := document.LineEnd(line, 0)
			line = line[:end]
			why, write := "no rule allows it", fmt.Sprintf("add `Bash(%s:*)` to allowed-tools", stem(text))
			if bare := bareRule(rules, text); bare != "" {
				why, write = fmt.Sprintf("`Bash(%s)` allows it only with nothing behind it", bare), fmt.Sprintf("write `Bash(%s:*)`", bare)
			} else if near := slip(rules, text); near != "" {
				why, write = fmt.Sprintf("`Bash(%s)` does not allow it", near), fmt.Sprintf("write `Bash(%s)`", text)
			} else if i := slices.IndexFunc(rules, func(t notation.Tool) bool { return covers(t, text) }); i >= 0 {
				why = fmt.Sprintf("`Bash(%s)` does not allow it, since quotes are compared, too", rules[i].Args)
				write = "put the same quotes into both"
			} else if line != text {
				why = fmt.Sprintf("no rule allows `%s`", text)
			}
			r.Report(document.Finding{Rule: "cc-command-shell", Span: command.Span(0, len(line)), At: "body", Least: allowed == nil,
				Message: fmt.Sprintf("`%s` runs before the prompt, and %s, so Claude Code stops there and sends nothing; %s", line,
					why, write)})
			break
		}
	}
}

var (
	// filled are the variables that Claude Code puts in before a shell sees the command.
	filled = memo.Regexp(`^\$\{(?:CLAUDE_\w+|user_config\.)`)
	named  = memo.Regexp(`^\$([A-Za-z_]\w*)`)
	braced = memo.Regexp(`^\$\{(HOME|PWD)\}`)
)

// unchecked returns where in a command stands what Claude Code cannot check before it runs, what that is, and what to do;
// -1 if nothing is such.
func unchecked(r *model.Reporter, command string) (at int, what, write string) {
	for i, quote := range notation.Dollars(command) {
		switch rest := command[i:]; {
		case quote == '\'':
		case strings.HasPrefix(rest, "${") && !filled().MatchString(rest):
			if m := braced().FindStringSubmatch(rest); m != nil {
				return i, "a variable in braces", "write $" + m[1]
			}
			return i, "a variable in braces", "have a script do it"
		case strings.HasPrefix(rest, "$(") && !strings.HasPrefix(rest, "$(("):
			return i, "a command in another one", "have a script do it"
		}
		m := named().FindStringSubmatch(command[i:])
		switch {
		case quote == '\'' || m == nil || slices.Contains([]string{"HOME", "PWD", "ARGUMENTS"}, m[1]):
		case slices.Contains(r.List("variables"), m[1]):
			return i, "a variable without braces", "write ${" + m[1] + "}"
		case slices.Contains(wrong, m[1]):
			return i, "a variable", "write $ARGUMENTS"
		case !slices.Contains(names(r.Front().Get("arguments")), m[1]):
			return i, "a variable", "have a script do it"
		}
	}
	return -1, "", ""
}

// isWhole reports whether a rule allows every command.
func isWhole(t notation.Tool) bool { return t.Name == "Bash" && (!t.HasArg || t.Args == "*") }

// isHarmless reports whether all variables that stand before a command are such that Claude Code passes over when it
// looks for a rule.
func isHarmless(r *model.Reporter, lead string) bool {
	return !slices.ContainsFunc(strings.Fields(lead), func(word string) bool {
		name, _, isSet := strings.Cut(word, "=")
		return isSet && !slices.Contains(r.List("variables_harmless"), name)
	})
}

// judgeUnchecked reports whether a command holds what Claude Code cannot check before it runs, so that no rule for some
// commands allows it, and tells of it.
func judgeUnchecked(r *model.Reporter, command notation.Line, isMild bool, stuck gather.ByCause) bool {
	at, what, write := unchecked(r, command.Text)
	if at < 0 {
		return false
	}
	stuck.Add(what+write, document.Finding{Rule: "cc-command-shell", Span: command.Span(at, at+len("${")), At: "body", Least: isMild,
		Message: fmt.Sprintf("%s runs before the prompt, and Claude Code cannot check %s beforehand, whatever rules allow, so it stops "+
			"there and sends nothing; %s and allow that, or allow Bash as a whole", document.Quote(command.Text), what, write)})
	return true
}

// piece is one of the commands that one for a shell consists of, without what is redirected.
type piece struct {
	text string // without quotes
	raw  string // with quotes, but for those of its first word
	bare string // as it is written
	lead string // the variables that are set before it, each with a space behind it
}

// isAllowed reports whether a rule, as spaced returns it, allows a command, as Claude Code compares them: quotes count, but
// for those of the first word, which may be in the rule or not.
func (p piece) isAllowed(t notation.Tool) bool {
	return fits(t, t.Args, p.raw) || fits(t, t.Args, p.bare)
}

// spaced returns rules with one blank between the words of each, as they are compared with commands.
func spaced(rules []notation.Tool) []notation.Tool {
	rules = slices.Clone(rules)
	for i := range rules {
		rules[i].Args = strings.Join(strings.Fields(rules[i].Args), " ")
	}
	return rules
}

// parts returns the commands that one for a shell consists of; not those that are too much for us.
func parts(command string) []piece {
	return slices.DeleteFunc(pieces(command), func(p piece) bool {
		first, _, _ := strings.Cut(p.text, " ")
		return opaque().MatchString(puts().ReplaceAllString(first, ""))
	})
}

// pieces returns the commands that one for a shell consists of.
func pieces(command string) (all []piece) {
	if len(command) > maxCommand {
		return nil
	}
	isNested := nested().MatchString(command)
	command = remarks().ReplaceAllString(joined().ReplaceAllString(command, " "), "")
	command = redirect().ReplaceAllString(escaped().ReplaceAllString(command, "_"), " ")
	lead := ""
	for _, w := range notation.Words(strings.ReplaceAll(strings.TrimSpace(command), "\n", ";")) {
		switch {
		case !w.First && len(all) > 0:
			p := &all[len(all)-1]
			p.text, p.raw, p.bare = p.text+" "+w.Text, p.raw+" "+w.Raw, p.bare+" "+w.Raw
		case w.First && assigns().MatchString(w.Text):
			lead += w.Raw + " "
		case w.First:
			all, lead = append(all, piece{w.Text, w.Text, w.Raw, lead}), ""
		}
	}
	if isNested {
		all = all[:min(len(all), 1)]
	}
	return all
}

// bareRule returns what stands in the parentheses of a rule that allows the first words of a command and no more, or "".
func bareRule(rules []notation.Tool, command string) string {
	i := slices.IndexFunc(rules, func(t notation.Tool) bool {
		return t.Name == "Bash" && t.Args != "" && !strings.Contains(t.Args, "*") && strings.HasPrefix(command, t.Args+" ")
	})
	if i < 0 {
		return ""
	}
	return rules[i].Args
}

// grouped are commands whose second word only names a group of them, or of scripts: a rule for all of it allows far more.
var grouped = memo.Regexp(`^(?:(?:aws|az|doctl|gcloud|gh|glab) \S+|docker (?:buildx|compose|container|image|network|system|volume)|` +
	`git (?:bisect|notes|remote|stash|submodule|worktree)|(?:bun|npm|pnpm|yarn) run|(?:poetry|uv) run) `)

// stem returns the words of a command that a rule for it begins with.
func stem(part string) string {
	first, rest, _ := strings.Cut(part, " ")
	second, rest, _ := strings.Cut(rest, " ")
	if !verb().MatchString(second) {
		return first
	}
	if third, _, _ := strings.Cut(rest, " "); script().MatchString(third) && grouped().MatchString(part) {
		return first + " " + second + " " + third
	}
	return first + " " + second
}

// covers reports whether a rule allows a command, whatever stands in quotes in either.
func covers(t notation.Tool, part string) bool {
	return fits(t, bareArgs(t), part)
}

var unquoted = strings.NewReplacer(`"`, "", "'", "")

// bareArgs returns what stands in the parentheses of a rule, without quotes.
func bareArgs(t notation.Tool) string { return unquoted.Replace(strings.TrimSpace(t.Args)) }

// fits reports whether a rule with some text in its parentheses allows a command.
func fits(t notation.Tool, args, part string) bool {
	if t.Name != "Bash" && t.Name != "PowerShell" {
		return false
	}
	if prefix, ok := strings.CutSuffix(args, ":*"); ok {
		return part == prefix || strings.HasPrefix(part, prefix+" ")
	}
	if !t.HasArg || args == part || args == part+" *" {
		return true
	}
	pieces := strings.Split(args, "*")
	rest, ok := strings.CutPrefix(part, pieces[0])
	for _, piece := range pieces[1:] {
		i := strings.Index(rest, piece)
		if ok = ok && i >= 0; !ok {
			return false
		}
		rest = rest[i+len(piece):]
	}
	return rest == "" || strings.HasSuffix(args, "*")
}

// slip returns the command of a rule for one command alone that another is near to, or "".
func slip(rules []notation.Tool, part string) string {
	for _, t := range rules {
		if t.Name == "Bash" && !strings.ContainsAny(t.Args, "*:") && spell.Close(t.Args, []string{part}) != "" {
			return t.Args
		}
	}
	return ""
}

var (
	apart = memo.Regexp("(?:^|\\s)! `([a-z][\\w./-]*)(?: [^`]*)?`")
	// a line, or what is behind a label in one
	naked = memo.Regexp("^(?:[ \\t]*[-*+][ \\t]+)?(?:[^`!]*:\\**[ \\t]+)?(!([a-z][\\w./-]*) [^`\\s][^`]*)$")
)

// judgeBlank reports a command behind an exclamation mark and a blank, or without backticks, which is not run.
func judgeBlank(r *model.Reporter) {
	if !strings.Contains(r.Doc.Content(), "! `") && !strings.Contains(r.Doc.Content(), "\n!") &&
		!strings.Contains(r.Doc.Content(), " !") {
		return
	}
	var given []string // what tools are allowed with
	for _, t := range notation.Tools(r.Doc, r.Front().Get("allowed-tools")) {
		given = append(given, t.Args)
	}
	slices.Sort(given)
	isCommand := func(first string) bool {
		i, _ := slices.BinarySearch(given, first)
		return slices.Contains(r.List("shell_words"), first) || i < len(given) && strings.HasPrefix(given[i], first)
	}
	var bare gather.Alike
	isRun := slices.Contains(model.Commands, r.Doc.Kind)
	notation.TextWith(r.Doc, "!", func(l notation.Line) {
		text := strings.TrimRight(l.Text, "\r\n")
		if m := naked().FindStringSubmatchIndex(text); m != nil && isRun && isCommand(text[m[4]:m[5]]) {
			span := l.Span(m[2], m[3])
			f := document.Finding{Rule: "cc-command-shell", Span: span, At: "body",
				Message: "without backticks Claude Code does not run the command, and the model sees its text; put it in backticks"}
			if !strings.HasSuffix(text, `\`) { // which goes on
				f.Fixes = document.Guess("put it in backticks", span, "!`"+text[m[2]+1:]+"`")
			}
			bare.Add(f)
		}
		for _, m := range apart().FindAllStringSubmatchIndex(l.Text, -1) {
			if !isCommand(l.Text[m[2]:m[3]]) {
				continue
			}
			at := m[2] - 2
			r.Fixf("cc-command-shell", l.Span(at-1, m[1]), "body", document.Replace("take the space out", l.Span(at, at+1), ""),
				"with a space between `!` and the backtick Claude Code does not run the command, and the model sees its text; "+
					"take the space out")
		}
	})
	bare.Report(r, "other line", "")
}

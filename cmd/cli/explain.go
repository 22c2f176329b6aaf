package cli

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

const explainHelp = `explain prints why a rule matters, what its fix does, and how to turn it off. Words that are not ids are searched for in
the ids, titles, tags, kinds, keys and options of rules: a single match is explained, several are listed.`

func newExplain(s env) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "explain NAME...", Short: "Explain rules: why they matter, how to fix what they find, how to turn them off",
		Long: explainHelp, Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !slices.Contains([]string{"text", "markdown", "json"}, output) {
				return unknownValue("--output", output, "text", "markdown", "json")
			}
			unknown := func(name string) bool { return s.rules.Named(ruleName(name)) == nil }
			known, err := s.known()
			if err != nil && slices.ContainsFunc(wordsOf(args), unknown) {
				return err
			}
			contracts, err := (&configFlags{}).contracts(s.rules)
			if err != nil { // the rules of ours are known all the same
				if contracts, err = nplint.Contracts(nplint.DefaultConfig()); err != nil {
					return err
				}
			}
			e := explainer{env: s, known: known, contracts: contracts}
			return e.explain(args, output)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range s.rules.All() {
				ids = append(ids, r.ID+"\t"+r.Title)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, markdown or json")
	return cmd
}

// ruleName returns the id that is meant by a name, which may be in one contract only, as in the configuration.
func ruleName(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// explainer explains rules that a configuration knows.
type explainer struct {
	env
	known     *rules.Catalogue
	contracts map[string]*rules.Contract
}

// explain prints the pages of the rules that are named, and of the one that other words mean. Several that words mean
// are listed.
func (e *explainer) explain(args []string, output string) error {
	var named []*rules.Rule
	var words []string
	for _, arg := range wordsOf(args) {
		if r := e.known.Named(ruleName(arg)); r == nil {
			words = append(words, arg)
		} else if !slices.Contains(named, r) {
			named = append(named, r)
		}
	}
	var found []*rules.Rule
	if len(words) > 0 {
		if found = e.search(words); len(found) == 0 {
			return e.nothing(words)
		}
		if len(found) == 1 && !slices.Contains(named, found[0]) {
			named, found = append(named, found[0]), nil
		}
	}
	if output == "json" {
		all := []reporters.RuleJSON{}
		for _, r := range named {
			all = append(all, reporters.NewRuleJSON(r, true))
		}
		for _, r := range found {
			all = append(all, reporters.NewRuleJSON(r, false))
		}
		if len(all) == 1 {
			return e.json(all[0])
		}
		return e.json(all)
	}
	columns := 0
	if output == "text" {
		columns = terminal.Columns(e.out)
	}
	var texts []string
	for _, r := range named {
		texts = append(texts,
			reporters.RuleText(r, output == "markdown", columns)+e.turnOff(r, output == "markdown", columns))
	}
	if len(found) > 0 {
		texts = append(texts, e.list(found, words, output == "markdown"))
	}
	return e.print("%s", strings.Join(texts, "\n"))
}

// wordsOf returns arguments, those of several words cut into these.
func wordsOf(args []string) (words []string) {
	for _, arg := range args {
		if parts := strings.Fields(arg); len(parts) > 0 {
			words = append(words, parts...)
		} else {
			words = append(words, arg)
		}
	}
	return words
}

// list returns rules that some words mean, a line each.
func (e *explainer) list(found []*rules.Rule, words []string, markdown bool) string {
	text := fmt.Sprintf("%s about %s; `nplint explain ID` explains one\n\n",
		spell.Count(len(found), "rule"), strings.Join(words, " "))
	if !markdown {
		return text + ruleList(found, e.contracts, terminal.Columns(e.out))
	}
	for _, r := range found {
		text += fmt.Sprintf("- `%s`: %s\n", r.ID, r.Title)
	}
	return text
}

// search returns the rules that have all words.
func (e *explainer) search(words []string) []*rules.Rule {
	keys := e.keys()
	var found []*rules.Rule
	for _, r := range e.known.All() {
		texts := slices.Concat([]string{r.ID, r.Title, r.Pack}, r.Tags, r.Kinds, r.RenamedFrom, keys[r.ID])
		for option := range r.Options {
			texts = append(texts, option)
		}
		has := func(word string) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return hasWord(text, word) })
		}
		if !slices.ContainsFunc(words, func(word string) bool { return !has(word) }) {
			found = append(found, r)
		}
	}
	return found
}

// keys returns the keys that contracts give rules of their own, by the ids of these.
func (e *explainer) keys() map[string][]string {
	keys := map[string][]string{}
	for _, c := range e.contracts {
		body, err := c.Body()
		if err != nil {
			continue // `nplint contract test` tells
		}
		for place, id := range body.Codes {
			keys[id] = append(keys[id], place)
		}
	}
	return keys
}

// hasWord reports whether a word of a text begins with another, whatever the case.
func hasWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(strings.TrimSpace(word))
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		if at+i == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at+i:])
		at += i + size
	}
	return false
}

// nothing says what words are that mean no rule.
func (e *explainer) nothing(words []string) error {
	var ids []string
	for _, r := range e.known.All() {
		ids = append(ids, r.ID)
	}
	for _, word := range words {
		if c, err := nplint.FindContract(e.contracts, word); err == nil && len(words) == 1 {
			return fmt.Errorf("%s is a kind and no rule: `nplint contract prompt %s` says what such a file must hold, and "+
				"`nplint rules --kind %s` lists the rules about it", c.Kind, c.Kind, c.Kind)
		}
		if len(e.search([]string{word})) > 0 {
			continue
		}
		return fmt.Errorf("no rule has %q in its id, its title or what it is about%s; `nplint rules` lists all", word,
			spell.DidYouMean(ruleName(word), ids))
	}
	return fmt.Errorf("no rule has all of %q, though each has some; ask for fewer words", strings.Join(words, " "))
}

// way is something to write, and what it does.
type way struct{ does, language, text string }

// turnOff tells how to turn a rule off: everywhere, for some files, and at one place in files of its kinds.
func (e *explainer) turnOff(r *rules.Rule, markdown bool, columns int) string {
	title := "\nTurn it off\n"
	if markdown {
		title = "\n## Turn it off\n"
	}
	if report.Unjudged(r.ID) {
		return title + "\nIt cannot be turned off, since it says that something was not judged.\n"
	}
	id := r.ID
	if strings.Contains(id, ":") {
		id = `"` + id + `"`
	}
	ways := []way{
		{"Everywhere, in " + nplint.ConfigName + ":", "toml", "[rules]\n" + id + " = \"off\"\n"},
		{"In some files:", "toml", "[[overrides]]\npaths = [\"legacy/**\"]\n[overrides.rules]\n" + id + " = \"off\"\n"},
	}
	if report.Suppressible(r.ID) {
		ways = append(ways, e.atOnePlace(r)...)
	}
	var b strings.Builder
	b.WriteString(title)
	for _, w := range ways {
		fmt.Fprintf(&b, "\n%s\n", terminal.Wrap(w.does, columns, ""))
		if markdown {
			fmt.Fprintf(&b, "\n```%s\n%s```\n", w.language, w.text)
			continue
		}
		for line := range strings.Lines(w.text) {
			b.WriteString("    " + line)
		}
	}
	return b.String()
}

// atOnePlace tells how to suppress findings of a rule at one place, as the files of its kinds allow it.
func (e *explainer) atOnePlace(r *rules.Rule) (ways []way) {
	var markdown, front, yaml, data bool
	for _, kind := range r.Kinds {
		c := e.contracts[kind]
		if c == nil {
			continue
		}
		of := commentsIn(c)
		if body, err := c.Body(); of == ".md" && err == nil && body.Frontmatter != nil {
			front = front || c.Dialect == "yaml"
		}
		markdown, yaml, data = markdown || of == ".md", yaml || of == ".yaml", data || of == ""
	}
	if !markdown && !yaml && !data {
		markdown, yaml, data = true, true, true // any kind
	}
	if markdown {
		ways = append(ways,
			way{"For a finding in the body of a Markdown file, behind its line or above it:", "markdown",
				"<!-- nplint-ignore " + r.ID + " -- REASON -->\n"},
			way{"For all in a Markdown file, those in its frontmatter, too, anywhere in the body:", "markdown",
				"<!-- nplint-ignore-file " + r.ID + " -- REASON -->\n"})
	}
	if front {
		ways = append(ways, way{"For a finding in YAML frontmatter, behind its line or above it:", "yaml",
			"# nplint-ignore " + r.ID + " -- REASON\n"})
	}
	if yaml {
		ways = append(ways, way{"At one place of YAML, behind the line or above it:", "yaml",
			"# nplint-ignore " + r.ID + " -- REASON\n"})
	}
	if data {
		const text = "[[suppressions]]\npaths = [\"PATH\"]\nrules = [%q]\nreason = \"REASON\"\n"
		ways = append(ways, way{"In a file that holds no comment, such as JSON:", "toml", fmt.Sprintf(text, r.ID)})
	}
	return ways
}

// commentsIn returns ".md" or ".yaml" for what comments in files of a contract are those of, or "" if they have none.
func commentsIn(c *rules.Contract) string {
	first := ""
	if len(c.Paths)+len(c.Names) > 0 {
		first = slices.Concat(c.Paths, c.Names)[0]
	}
	if slices.Contains([]string{"json", "jsonl", rules.Unread}, c.Dialect) {
		return ""
	}
	switch path.Ext(first) {
	case ".yml", ".yaml":
		return ".yaml"
	case ".md", ".mdc":
		return ".md"
	}
	return ""
}

// Package rules holds what nplint knows as data: one page for every rule, one TOML file for every contract and one for
// every pack, embedded in the binary, and the loader that reads them. It knows nothing of documents or of passes.
package rules

import (
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/version"
)

//go:embed */pack.toml */kinds/* */*.md
var files embed.FS

// Rule is one thing that can be wrong, as its page describes it.
type Rule struct {
	ID       string         // the code that a finding bears, such as "missing-required"
	Pack     string         // the directory of the page: "core", "nubos" …
	Title    string         // one line without a full stop
	Severity string         // error, warning or info: the level unless a configuration says otherwise
	Lesser   string         // the level of findings that the pass calls lesser; "" is Severity
	Analyzer string         // name of the one pass that reports it
	Kinds    []string       // the kinds of artefacts that it looks at; empty means any
	Fix      string         // safe, unsafe or none
	Since    string         // the first version of nplint with the rule
	Source   string         // the document and section that demands it, or "nplint" where we go beyond
	Tags     []string       // words to choose rules by
	Options  map[string]any // names and default values (float64, bool, string or []string) of what a configuration may set
	Why      string         // Markdown: why it matters, and how to fix it
	Excerpt  string         // a small diff of the fault and its mend, which the rule's proof gives; "" if the page has none

	Preset      string   // Recommended or Strict: the choice of rules that it is on in without being named
	Ages        bool     // what is right differs with the version of the framework: of one that the pack does not know, findings are infos
	Secret      bool     // what it finds is a secret, which no report shows
	Preview     bool     // it may still change, and is on only where previews are asked for
	RenamedFrom []string // ids that it once had, which go on naming it
	RemovedIn   string   // the version that reports it no longer; its page stays, so that whoever names it is told. "" is never

	lines map[string]int // of the keys on the page
}

// The presets: Strict is Recommended and what not every team wants.
const (
	Recommended = "recommended"
	Strict      = "strict"
)

// File returns the path of the rule's page below the directory rules. A colon in an id is a dot there, since not every
// system allows it in a file name.
func (r *Rule) File() string { return r.Pack + "/" + strings.ReplaceAll(r.ID, ":", ".") + ".md" }

// Line returns the line of a key on the page, 1 of one that is not there.
func (r *Rule) Line(key string) int { return max(1, r.lines[key]) }

// ParsePage reads a rule page. It fails with a message that names the line of the mistake.
func ParsePage(pack, text string) (*Rule, error) {
	rest, ok := strings.CutPrefix(text, "---\n")
	head, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return nil, errors.New("line 1: a rule page starts with frontmatter between two lines of ---")
	}
	r := &Rule{Pack: pack, Preset: Recommended, lines: map[string]int{}}
	for i, line := range strings.Split(head, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("line %d: %q is not `key: value`", i+2, line)
		}
		if err := r.set(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		r.lines[key] = i + 2
	}
	if before, _, old := strings.Cut(body, "\n## Bad\n"); old {
		line := strings.Count(head+before, "\n") + 5
		return nil, fmt.Errorf("line %d: examples no longer stand on the page: %s", line, moveExamples)
	}
	r.Why, r.Excerpt = cutExcerpt(body)
	return r, r.check()
}

// check says what a page lacks, or says wrong.
func (r *Rule) check() error {
	wrong := func(key, format string, args ...any) error {
		return fmt.Errorf("line %d: %s: %s", r.Line(key), key, fmt.Sprintf(format, args...))
	}
	for _, must := range []struct{ key, value string }{
		{"id", r.ID}, {"title", r.Title}, {"severity", r.Severity}, {"analyzer", r.Analyzer}, {"fix", r.Fix}, {"source", r.Source},
	} {
		if must.value == "" {
			return wrong(must.key, "the page does not say it; write a line `%s: …` between those of ---", must.key)
		}
	}
	switch {
	case r.Severity != "error" && r.Severity != "warning" && r.Severity != "info":
		return wrong("severity", "%q: write error, warning or info", r.Severity)
	case r.Fix != "safe" && r.Fix != "unsafe" && r.Fix != "none":
		return wrong("fix", "%q: write safe, unsafe or none", r.Fix)
	case r.Preset != Recommended && r.Preset != Strict:
		return wrong("preset", "%q: write recommended or strict", r.Preset)
	case r.Since != "" && !version.Is(r.Since):
		return wrong("since", "%q: write a version of nplint, such as 0.2.0", r.Since)
	case r.RemovedIn != "" && !version.Is(r.RemovedIn):
		return wrong("removed-in", "%q: write a version of nplint, such as 0.2.0", r.RemovedIn)
	case r.Why == "":
		return errors.New("line 1: the page does not say why the rule matters; write it below the second line of ---")
	}
	return nil
}

// pageKeys are the keys that a page may have, but for options.
var pageKeys = []string{"id", "title", "severity", "lesser", "analyzer", "kinds", "fix", "since", "source", "tags", "ages", "secret", "preset",
	"preview", "renamed-from", "removed-in"}

func (r *Rule) set(key, value string) error {
	if option, ok := strings.CutPrefix(key, "option."); ok {
		if r.Options == nil {
			r.Options = map[string]any{}
		}
		r.Options[option] = optionValue(value)
		return nil
	}
	switch key {
	case "id":
		r.ID = value
	case "title":
		r.Title = value
	case "severity":
		r.Severity = value
	case "lesser":
		if r.Lesser = value; value != "warning" && value != "info" {
			return fmt.Errorf("lesser %q: write warning or info", value)
		}
	case "analyzer":
		r.Analyzer = value
	case "kinds":
		if value != "any" {
			r.Kinds = list(value)
		}
	case "fix":
		r.Fix = value
	case "since":
		r.Since = value
	case "source":
		r.Source = value
	case "tags":
		r.Tags = list(value)
	case "preset":
		r.Preset = value
	case "preview":
		if r.Preview = value == "true"; !r.Preview {
			return fmt.Errorf("preview %q: write true, or take the key out", value)
		}
	case "ages":
		if r.Ages = value == "true"; !r.Ages {
			return fmt.Errorf("ages %q: write true, or take the key out", value)
		}
	case "secret":
		if r.Secret = value == "true"; !r.Secret {
			return fmt.Errorf("secret %q: write true, or take the key out", value)
		}
	case "renamed-from":
		r.RenamedFrom = list(value)
	case "removed-in":
		r.RemovedIn = value
	default:
		return fmt.Errorf("unknown key %q%s", key, spell.DidYouMean(key, pageKeys))
	}
	return nil
}

func optionValue(value string) any {
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		return n
	}
	switch {
	case value == "true" || value == "false":
		return value == "true"
	case strings.HasPrefix(value, "["):
		return list(strings.Trim(value, "[]"))
	}
	return value
}

func list(value string) []string {
	var items []string
	for item := range strings.SplitSeq(value, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// moveExamples says what becomes of a page as it was up to nplint 0.1.0.
const moveExamples = "move those below ## Bad and ## Good to the archive of the same name that ends in .txtar, their files below " +
	"bad/ and good/, as docs/library.md shows, and have go test -update write a ```diff excerpt here"

// Fence returns a code fence that no line of text ends.
func Fence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// cutExcerpt cuts the diff at the end of a page's text off it.
func cutExcerpt(body string) (why, excerpt string) {
	start := strings.LastIndex(body, "```diff\n")
	if start < 0 {
		return strings.TrimSpace(body), ""
	}
	why = strings.TrimRight(body[:start], "`") // the fence is longer if the excerpt holds one
	fence := body[len(why):start] + "```\n"
	excerpt, after, ok := strings.Cut("\n"+body[start+len("```diff\n"):], "\n"+fence)
	if !ok || strings.TrimSpace(after) != "" {
		return strings.TrimSpace(body), ""
	}
	return strings.TrimSpace(why), strings.TrimPrefix(excerpt, "\n") + "\n"
}

// URL returns where the page of a rule is on the web; "" is that of a rule that is not built in.
func (r *Rule) URL() string {
	if Get(r.ID) != r {
		return ""
	}
	return "https://github.com/nplint/nplint/blob/main/rules/" + r.File()
}

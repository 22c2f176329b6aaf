// Package rules holds what nplint knows as data: one page for every rule, one TOML file for every contract and one for
// every pack, embedded in the binary, and the loader that reads them. It knows nothing of documents or of passes.
package rules

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:embed core nexus nubos contracts
var files embed.FS

// Rule is one thing that can be wrong, as its page describes it.
type Rule struct {
	ID       string         // the code that a finding bears, such as "missing-required"
	Pack     string         // the directory of the page: "core", "nubos" …
	Title    string         // one line without a full stop
	Severity string         // error, warning or info: the level unless a configuration says otherwise
	Analyzer string         // name of the one pass that reports it
	Kinds    []string       // the kinds of artefacts that it looks at; empty means any
	Fix      string         // safe, unsafe or none
	Since    string         // the first version of nplint with the rule
	Source   string         // the document and section that demands it, or "nplint" where we go beyond
	Tags     []string       // words to choose rules by
	Options  map[string]any // names and default values (float64, bool, string or []string) of what a configuration may set
	Why      string         // Markdown: why it matters; the page's body before its examples

	examples string // what follows on the page; read only when it is asked for, since every run reads every page
}

// Bad returns txtar archives that break the rule, each with a "want" file of expected text output.
func (r *Rule) Bad() []string {
	bad, _, _ := strings.Cut(r.examples, goodHeading)
	return archives(bad)
}

// Good returns txtar archives that nplint has nothing to say about.
func (r *Rule) Good() []string {
	_, good, _ := strings.Cut(r.examples, goodHeading)
	return archives(good)
}

const (
	badHeading  = "\n## Bad\n"
	goodHeading = "\n## Good\n"
)

// File returns the path of the rule's page below the directory rules. A colon in an id is a dot there, since not every system
// allows it in a file name.
func (r *Rule) File() string { return r.Pack + "/" + strings.ReplaceAll(r.ID, ":", ".") + ".md" }

// catalogue is all pages, read once.
type catalogue struct {
	byID map[string]*Rule
	all  []*Rule
}

var load = sync.OnceValue(func() *catalogue {
	c := &catalogue{byID: map[string]*Rule{}}
	packs, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the directory is embedded
	}
	for _, pack := range packs {
		pages, err := files.ReadDir(pack.Name())
		if err != nil {
			panic(err) // as is this one
		}
		for _, page := range pages {
			if name := pack.Name() + "/" + page.Name(); path.Ext(name) == ".md" {
				rule := embedded(name)
				c.all = append(c.all, rule)
				c.byID[rule.ID] = rule
			}
		}
	}
	sort.Slice(c.all, func(i, j int) bool { return c.all[i].ID < c.all[j].ID })
	return c
})

// embedded reads a page that is built in.
func embedded(name string) *Rule {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the file is embedded
	}
	rule, err := ParsePage(path.Dir(name), string(text))
	if err != nil {
		panic(fmt.Sprintf("rules/%s: %v", name, err)) // a test reads every page
	}
	return rule
}

// All returns every rule, sorted by id. The slice and the rules are shared: do not change them.
func All() []*Rule { return load().all }

// Get returns the rule with the given id, or nil.
func Get(id string) *Rule { return load().byID[id] }

// Level returns the severity that the page of the rule gives it, and "error" for an id that no page describes.
func Level(id string) string {
	if r := Get(id); r != nil {
		return r.Severity
	}
	return "error"
}

// ParsePage reads a rule page. It fails with a message that names the line of the mistake.
func ParsePage(pack, text string) (*Rule, error) {
	rest, ok := strings.CutPrefix(text, "---\n")
	head, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return nil, errors.New("line 1: a rule page starts with frontmatter between two lines of ---")
	}
	r := &Rule{Pack: pack}
	for i, line := range strings.Split(head, "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("line %d: %q is not `key: value`", i+2, line)
		}
		if err := r.set(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	r.Why, r.examples, _ = strings.Cut(body, badHeading)
	r.Why = strings.TrimSpace(r.Why)
	switch {
	case r.ID == "" || r.Title == "" || r.Analyzer == "" || r.Since == "" || r.Source == "":
		return nil, errors.New("line 1: id, title, severity, analyzer, fix, since and source must be set")
	case r.Severity != "error" && r.Severity != "warning" && r.Severity != "info":
		return nil, fmt.Errorf("line 1: severity %q: write error, warning or info", r.Severity)
	case r.Fix != "safe" && r.Fix != "unsafe" && r.Fix != "none":
		return nil, fmt.Errorf("line 1: fix %q: write safe, unsafe or none", r.Fix)
	case r.Why == "":
		return nil, errors.New("line 1: the page does not say why the rule matters")
	}
	return r, nil
}

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
	default:
		return fmt.Errorf("unknown key %q", key)
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

// archives returns the contents of the ~~~~txtar fences in text.
func archives(text string) []string {
	var found []string
	for {
		_, rest, ok := strings.Cut(text, "~~~~txtar\n")
		if !ok {
			return found
		}
		archive, after, ok := strings.Cut(rest, "\n~~~~\n")
		if !ok {
			archive, after, _ = strings.Cut(rest, "\n~~~~")
		}
		found = append(found, archive+"\n")
		text = after
	}
}

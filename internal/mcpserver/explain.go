package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// maxExplained is how many rules and kinds are explained at once.
const maxExplained = 20

type explainIn struct {
	Names []string `json:"names"`
}

type explainOut struct {
	Rules []reporters.RuleJSON `json:"rules"`
	Kinds []kindOut            `json:"kinds"`
	Notes []string             `json:"notes,omitempty"`
}

type kindOut struct {
	reporters.KindJSON
	About string   `json:"about,omitempty"`
	Rules []string `json:"rules" jsonschema:"ids of the rules that are about this kind and not about any"`
}

func addExplain(s *server, m *mcp.Server) {
	addTool(s, m, &mcp.Tool{
		Name: "explain",
		Description: "Explain rules: why they matter, what breaks them and how to fix it. Of a kind of file: where it " +
			"lies, what it is for and which rules are about it.",
		Annotations:  reading("Explain rules and kinds"),
		OutputSchema: schemaOf[explainOut](),
	}, explain)
}

func explain(_ context.Context, p *place, in explainIn) (*answer, error) {
	if len(in.Names) == 0 || len(in.Names) > maxExplained {
		return nil, fmt.Errorf("names must have between 1 and %d rules or kinds", maxExplained)
	}
	known := p.known()
	out := explainOut{Rules: []reporters.RuleJSON{}, Kinds: []kindOut{}, Notes: known.notes}
	var texts []string
	for _, name := range in.Names {
		rule, contract, err := known.find(name)
		switch {
		case err != nil:
			return nil, err
		case rule != nil:
			out.Rules = append(out.Rules, reporters.NewRuleJSON(rule, true))
			texts = append(texts, reporters.RuleText(rule, true, 0))
		default:
			kind := known.kind(contract)
			out.Kinds = append(out.Kinds, kind)
			texts = append(texts, kind.text())
		}
	}
	return &answer{known.noted(strings.Join(texts, "\n")), out}, nil
}

// knowledge is what a configuration knows.
type knowledge struct {
	rules     *rules.Catalogue
	contracts map[string]*rules.Contract
	notes     []string // what to tell with whatever is known
}

// known returns what the configuration at a place knows or, where that cannot be read, what nplint does by itself.
func (p *place) known() *knowledge {
	c, err := p.config(p.dir)
	if err == nil {
		var known *knowledge
		if known, err = p.knownBy(c); err == nil {
			return known
		}
	}
	known, wrong := p.knownBy(nplint.DefaultConfig())
	if wrong != nil {
		panic(wrong) // the contracts are ours
	}
	known.notes = []string{without(err)}
	return known
}

func (p *place) knownBy(c *nplint.Config) (_ *knowledge, err error) {
	k := &knowledge{rules: p.Rules}
	if len(c.OwnPacks) > 0 {
		k.rules = c.Catalogue()
	}
	k.contracts, err = nplint.Contracts(c)
	return k, err
}

// without says that a configuration cannot be read, and what is told all the same.
func without(err error) string {
	return "the configuration cannot be read, so this is what nplint knows without it: " +
		strings.ReplaceAll(err.Error(), "\n", "; ")
}

// noted returns a text with the notes behind it.
func (k *knowledge) noted(text string) string {
	for _, note := range k.notes {
		text += "\nNote: " + note + "\n"
	}
	return text
}

// find returns the rule with an id, which may be in one contract only, or the contract of a kind.
func (k *knowledge) find(name string) (*rules.Rule, *rules.Contract, error) {
	if rule := k.rules.Get(name[strings.LastIndexByte(name, '/')+1:]); rule != nil && k.contracts[name] == nil {
		return rule, nil, nil
	}
	contract, err := nplint.FindContract(k.contracts, name)
	var unknown *nplint.UnknownKindError
	if !errors.As(err, &unknown) {
		return nil, contract, err
	}
	var words []string
	for _, rule := range k.rules.All() {
		words = append(words, rule.ID)
	}
	hint := cmp.Or(spell.DidYouMean(name, words), unknown.Hint)
	return nil, nil, fmt.Errorf("there is no rule and no kind %q%s", name, hint)
}

func (k *knowledge) kind(c *rules.Contract) kindOut {
	out := kindOut{KindJSON: reporters.NewKindJSON(c), About: c.About, Rules: []string{}}
	for _, rule := range k.rules.All() {
		if slices.Contains(rule.Kinds, c.Kind) {
			out.Rules = append(out.Rules, rule.ID)
		}
	}
	return out
}

func (k *kindOut) text() string {
	const format = "# %s: %s\n\n%s\n\npaths: %s\nsource: %s\nrules: %s\n\n" +
		"The tool contract_prompt says what such a file must hold.\n"
	return fmt.Sprintf(format, k.Kind, k.Title, cmp.Or(k.About, "It has no description."), strings.Join(k.Paths, ", "),
		k.Source, cmp.Or(strings.Join(k.Rules, ", "), "those of any kind"))
}

package mcpserver

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/reporters"
)

// What the addresses of resources begin with, and the templates of all that there are.
const (
	rulePages        = "nplint://rules/"
	contractPages    = "nplint://contracts/"
	ruleTemplate     = rulePages + "{id}"
	contractTemplate = contractPages + "{pack}/{name}"
	ruleIndex        = "nplint://rules"
	markdown         = "text/markdown"
)

// maxCompleted is how many values complete what a client has of one: as many as the protocol allows.
const maxCompleted = 100

// started returns what is known where the server was started.
func (s *server) started() *knowledge {
	return (&place{Options: s.Options, dir: paths.Spelled(paths.Real(s.Dir))}).known()
}

// addResources adds the index of the rules and the contracts that are known where the server was started, and templates
// for rule pages and for contracts of other directories.
func addResources(s *server, m *mcp.Server, known *knowledge) {
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "rule", Title: "Rule page", URITemplate: ruleTemplate, MIMEType: markdown,
		Description: "why a rule matters, what breaks it and how to fix it; " + ruleIndex + " lists the ids",
	}, s.read)
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "contract", Title: "Contract", URITemplate: contractTemplate, MIMEType: markdown,
		Description: "what a file of a kind must look like",
	}, s.read)
	m.AddResource(&mcp.Resource{URI: ruleIndex, Name: "rules", Title: "All rules", MIMEType: markdown}, s.read)
	for kind, c := range known.contracts {
		m.AddResource(&mcp.Resource{URI: contractPages + kind, Name: kind, Title: inert(c.Title), MIMEType: markdown}, s.read)
	}
}

// complete returns the values of a variable of a template that begin with what a client has of it, or else hold it.
func (k *knowledge) complete(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	var all []string
	ref, asked := req.Params.Ref, req.Params.Argument
	switch {
	case ref == nil:
	case ref.URI == ruleTemplate && asked.Name == "id":
		for _, rule := range k.rules.All() {
			all = append(all, rule.ID)
		}
	case ref.URI == contractTemplate && (asked.Name == "pack" || asked.Name == "name"):
		said := map[string]string{}
		if req.Params.Context != nil {
			said = req.Params.Context.Arguments
		}
		for kind := range k.contracts {
			pack, name := paths.Split(kind)
			if asked.Name == "pack" {
				all = append(all, pack)
			} else if said["pack"] == "" || said["pack"] == pack {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	values := matching(slices.Compact(all), asked.Value)
	shown := values[:min(len(values), maxCompleted)]
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{
		Values: shown, Total: len(values), HasMore: len(shown) < len(values),
	}}, nil
}

// matching returns those of all texts that begin with one, and behind them those that hold it.
func matching(all []string, part string) []string {
	first, rest := []string{}, []string{}
	for _, text := range all {
		switch {
		case strings.HasPrefix(text, part):
			first = append(first, text)
		case strings.Contains(text, part):
			rest = append(rest, text)
		}
	}
	return append(first, rest...)
}

// index returns all rules as Markdown, pack by pack.
func (k *knowledge) index() string {
	byPack := map[string][]string{}
	for _, rule := range k.rules.All() {
		line := fmt.Sprintf("- [%s](%s%s), %s: %s\n", rule.ID, rulePages, url.QueryEscape(rule.ID), rule.Severity, rule.Title)
		byPack[rule.Pack] = append(byPack[rule.Pack], line)
	}
	var b strings.Builder
	b.WriteString("# Rules\n")
	for _, pack := range slices.Sorted(maps.Keys(byPack)) {
		fmt.Fprintf(&b, "\n## %s\n\n%s", pack, strings.Join(byPack[pack], ""))
	}
	return b.String()
}

func (s *server) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	p, ask, err := s.place(ctx, clientOf(req, req.Params.InputResponses))
	if err != nil {
		return nil, err
	}
	if ask != nil {
		return &mcp.ReadResourceResult{InputRequests: ask}, nil
	}
	known := p.known()
	text, err := known.page(uri)
	switch {
	case err != nil:
		return nil, err
	case text == "":
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{
		Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: markdown, Text: known.noted(text)}},
	}, nil
}

// page returns what is at the address of a resource, or "".
func (k *knowledge) page(uri string) (string, error) {
	if uri == ruleIndex {
		return k.index(), nil
	}
	if escaped, ok := strings.CutPrefix(uri, rulePages); ok {
		id, err := url.PathUnescape(escaped) // a colon is none of a template's {id}
		if err != nil {
			return "", nil
		}
		if rule := k.rules.Get(id); rule != nil {
			return reporters.RuleText(rule, true, 0), nil
		}
	}
	if kind, ok := strings.CutPrefix(uri, contractPages); ok && k.contracts[kind] != nil {
		return k.prompt(kind)
	}
	return "", nil
}

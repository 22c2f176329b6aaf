package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/reporters"
)

// What the addresses of resources begin with, and the templates of all that there are.
const (
	rulePages        = "nplint://rules/"
	contractPages    = "nplint://contracts/"
	ruleTemplate     = rulePages + "{id}"
	contractTemplate = contractPages + "{pack}/{name}"
	markdown         = "text/markdown"
)

// addResources adds the rule pages and contracts that are known where the server was started, and templates for those
// of other directories.
func addResources(s *server, m *mcp.Server) {
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "rule", Title: "Rule page", URITemplate: ruleTemplate, MIMEType: markdown,
		Description: "why a rule matters, what breaks it and how to mend it",
	}, s.read)
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "contract", Title: "Contract", URITemplate: contractTemplate, MIMEType: markdown,
		Description: "what a file of a kind must look like",
	}, s.read)
	p := &place{Options: s.Options, dir: paths.Spelled(paths.Real(s.Dir))}
	known, err := p.known()
	if err != nil {
		known, err = p.knownBy(nplint.DefaultConfig()) // what is wrong is told to who asks for something
	}
	if err != nil {
		panic(err) // the contracts are ours
	}
	add := func(prefix, name, title string) {
		m.AddResource(&mcp.Resource{URI: prefix + name, Name: name, Title: inert(title), MIMEType: markdown}, s.read)
	}
	for _, rule := range known.rules.All() {
		add(rulePages, rule.ID, rule.Title)
	}
	for kind, contract := range known.contracts {
		add(contractPages, kind, contract.Title)
	}
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
	known, err := p.known()
	if err != nil {
		return nil, err
	}
	text := ""
	if id, ok := strings.CutPrefix(uri, rulePages); ok {
		if rule := known.rules.Get(id); rule != nil {
			text = reporters.RuleText(rule, true)
		}
	} else if c := known.contracts[strings.TrimPrefix(uri, contractPages)]; c != nil {
		if text, err = known.prompt(c.Kind); err != nil {
			return nil, err
		}
	}
	if text == "" {
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: markdown, Text: text}}}, nil
}

package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/reporters"
)

type contractIn struct {
	Kind string `json:"kind,omitempty"`
	Path string `json:"path,omitempty"`
}

func addContractPrompt(s *server, m *mcp.Server) {
	addTool(s, m, &mcp.Tool{
		Name: "contract_prompt",
		Description: "What a planning file of a kind must look like, as a section of a prompt: its keys, sections, blocks " +
			"and values. Give its kind, or the path that it is to have. Read it before you write such a file.",
		Annotations: reading("What a file of a kind must look like"),
	}, contractPrompt)
}

func contractPrompt(ctx context.Context, p *place, in contractIn) (*answer, error) {
	if (in.Kind == "") == (in.Path == "") {
		return nil, errors.New("give either a kind or a path")
	}
	known := p.known()
	if in.Kind == "" {
		kind, unread, err := kindAt(ctx, p, in.Path)
		if err != nil {
			return nil, err
		}
		if in.Kind = kind; unread != nil {
			known.notes = []string{without(unread)}
		}
	}
	text, err := known.prompt(in.Kind)
	return &answer{text: known.noted(text)}, err
}

// kindAt returns the kind that a file at a path has or, if it is not there, would have, and why it is found out without
// a configuration, if it is.
func kindAt(ctx context.Context, p *place, path string) (kind string, unread, err error) {
	o, err := p.bare([]string{path})
	if err != nil {
		return "", nil, err
	}
	o.Overlay = map[string][]byte{p.file(&o): {}}
	var files []nplint.File
	if o.Config, err = p.config(p.file(&o)); err == nil {
		files, err = nplint.Files(ctx, o)
	}
	if unread = err; err != nil {
		o.Config, o.Nested = nplint.DefaultConfig(), false
		files, err = nplint.Files(ctx, o)
	}
	why := "no kind"
	for _, f := range files {
		if f.Kind != "" {
			return f.Kind, unread, nil
		}
		why = f.Why
	}
	if err == nil {
		err = fmt.Errorf("%s: %s; give a kind", path, why)
	}
	return "", unread, err
}

// prompt returns what an artefact of a kind must look like.
func (k *knowledge) prompt(kind string) (string, error) {
	c, err := nplint.FindContract(k.contracts, kind)
	if err != nil {
		return "", err
	}
	return nplint.ContractPrompt(c)
}

type graphIn struct {
	ID      string   `json:"id,omitempty"`
	Paths   []string `json:"paths,omitempty"`
	Drawing string   `json:"drawing,omitempty"`
}

type graphOut struct {
	reporters.GraphsJSON
	Drawing string `json:"drawing,omitempty"`
}

func addGraph(s *server, m *mcp.Server) {
	addTool(s, m, &mcp.Tool{
		Name: "graph",
		Description: "Show dependencies in waves, such as the tasks of a milestone. Dependencies that cannot hold " +
			"are marked as broken or cyclic.",
		Annotations:  reading("Show dependencies"),
		OutputSchema: schemaOf[graphOut](),
	}, graph)
}

func graph(ctx context.Context, p *place, in graphIn) (*answer, error) {
	draw, ok := map[string]func([]pack.Graph) string{
		"": func(graphs []pack.Graph) string { return reporters.GraphText(graphs, 0) }, "mermaid": reporters.GraphMermaid, "dot": reporters.GraphDOT,
	}[in.Drawing]
	if !ok {
		return nil, fmt.Errorf("drawing is %q; it must be mermaid or dot", in.Drawing)
	}
	o, err := p.options(in.Paths)
	if err != nil {
		return nil, err
	}
	graphs, err := nplint.Graphs(ctx, o, in.ID)
	if err != nil {
		return nil, err
	}
	out := graphOut{GraphsJSON: reporters.NewGraphsJSON(graphs)}
	text := "no graphs: nothing here waits for something else, as tasks of a plan do; the tool doctor shows what is here\n"
	if len(graphs) > 0 {
		text = draw(graphs)
	}
	if in.Drawing != "" && len(graphs) > 0 {
		out.Drawing = text
	}
	a := &answer{text, out}
	if _, err := a.result(); err != nil {
		var ids []string
		for _, g := range graphs[:min(len(graphs), mostFindings)] {
			ids = append(ids, g.ID)
		}
		return nil, fmt.Errorf("%w, by an id: %s", err, strings.Join(ids, ", "))
	}
	return a, nil
}

type doctorIn struct {
	Paths []string `json:"paths,omitempty"`
}

func addDoctor(s *server, m *mcp.Server) {
	addTool(s, m, &mcp.Tool{
		Name: "doctor",
		Description: "Show how the projects are as a whole: milestones, criteria, tasks, how much is done and what is " +
			"covered.",
		Annotations:  reading("Show how projects are as a whole"),
		OutputSchema: schemaOf[reporters.DoctorJSON](),
	}, doctor)
}

func doctor(ctx context.Context, p *place, in doctorIn) (*answer, error) {
	o, err := p.options(in.Paths)
	if err != nil {
		return nil, err
	}
	if o.Paths, err = nplint.Projects(o); err != nil {
		return nil, err
	}
	views, report, err := nplint.Views(ctx, o)
	if err != nil {
		return nil, err
	}
	sections := reporters.Sections(views)
	const more = "%s\n%s; the tool check shows them\n"
	text := fmt.Sprintf(more, reporters.SectionsText(sections, false, 0), reporters.Totals(report))
	return &answer{text, reporters.NewDoctorJSON(sections, report)}, nil
}

package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
)

// How many findings an answer has if nobody says another number, and at most.
const (
	usualFindings = 50
	mostFindings  = 200
)

// maxNewText is how many bytes of new text a fix may have to be told; a larger one the tool fix makes.
const maxNewText = 4000

type checkIn struct {
	Paths []string `json:"paths,omitempty"`
	Text  *string  `json:"text,omitempty"`
	Path  string   `json:"path,omitempty"`
	Kind  string   `json:"kind,omitempty"`
	Only  []string `json:"only,omitempty"`
	Limit *int     `json:"limit,omitempty"`
}

// checkOut is JSON output version 1, with what there is besides.
type checkOut struct {
	Version  int              `json:"version"`
	Tool     toolOut          `json:"tool"`
	Base     string           `json:"base" jsonschema:"the directory that paths are relative to"`
	Findings []nplint.Finding `json:"findings"`
	Summary  nplint.Summary   `json:"summary" jsonschema:"counts all findings"`
	More     *levelsOut       `json:"more,omitempty" jsonschema:"how many findings there are besides these"`
	Notes    []string         `json:"notes,omitempty"`
}

type toolOut struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type levelsOut struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

func addCheck(s *server, m *mcp.Server) {
	addTool(s, m, &mcp.Tool{
		Name: "check",
		Description: "Check planning files: what is wrong in them, where, and what to write instead. Give paths, or the " +
			"text of a file before you write it, with its path or its kind. Nothing is written.",
		Annotations:  reading("Check planning files"),
		OutputSchema: schemaOf[checkOut](),
	}, check)
}

func check(ctx context.Context, p *place, in checkIn) (*answer, error) {
	limit, err := limitOf(in.Limit)
	if err != nil {
		return nil, err
	}
	o, err := checkOptions(p, &in)
	if err != nil {
		return nil, err
	}
	report, err := nplint.Run(ctx, o)
	if err != nil {
		return nil, err
	}
	return tell(p, report, limit)
}

// limitOf returns how many findings to return for what a client says.
func limitOf(asked *int) (int, error) {
	switch {
	case asked == nil:
		return usualFindings, nil
	case *asked < 1:
		const few = "limit is %d; it is how many findings to return, from 1 to %d"
		return 0, fmt.Errorf(few, *asked, mostFindings)
	}
	return min(*asked, mostFindings), nil
}

func checkOptions(p *place, in *checkIn) (nplint.Options, error) {
	names := in.Paths
	switch {
	case in.Text == nil && in.Path != "":
		return nplint.Options{}, errors.New("path goes with text; files that are there are named in paths")
	case in.Text != nil && len(in.Paths) > 0:
		return nplint.Options{}, errors.New("text goes with path or kind, and not with paths")
	case in.Text != nil && in.Path == "" && in.Kind == "":
		return nplint.Options{}, errors.New("text needs a path or a kind: they tell what it is to be")
	case in.Text != nil && in.Path == "":
		names = []string{document.Stdin} // its name tells nothing that the kind does not
	case in.Text != nil:
		names = []string{in.Path}
	}
	o, err := p.options(names)
	if err != nil {
		return o, err
	}
	o.Kind, o.Only = in.Kind, in.Only
	if in.Text == nil {
		return o, nil
	}
	if limit := o.Config.MaxFileSize; len(*in.Text) > limit {
		const tooLarge = "the text has %d bytes, more than the %d that nplint reads of a file (max_file_size)"
		return o, fmt.Errorf(tooLarge, len(*in.Text), limit)
	}
	file := p.file(&o)
	if isDir(file) {
		return o, fmt.Errorf("%s is a directory; path is the file that the text is to be", in.Path)
	}
	o.Overlay = map[string][]byte{file: []byte(*in.Text)}
	return o, nil
}

// tell returns what a report says: no more than so many findings, the errors first to stay, in their order.
func tell(p *place, report *nplint.Report, limit int) (*answer, error) {
	out := checkOut{Version: 1, Tool: toolOut{"nplint", nplint.Version}, Base: report.Base, Summary: report.Summary}
	shown := *report
	shown.Findings = p.inside(report, &out)
	shown.Findings, out.More = most(shown.Findings, limit)
	for _, f := range shown.Findings {
		f.Fixes = slices.DeleteFunc(slices.Clone(f.Fixes), unfit)
		out.Findings = append(out.Findings, f)
	}
	if out.Findings == nil {
		out.Findings = []nplint.Finding{}
	}
	for _, left := range report.LeftAlone {
		out.Notes = append(out.Notes, fmt.Sprintf("%s is left alone: %s", left.Path, left.Why))
	}
	if report.Summary.Files == 0 && len(report.LeftAlone) == 0 {
		out.Notes = append(out.Notes, "there is no artefact of a known kind here; give a kind to say what a file is")
	}
	var text bytes.Buffer
	lines, err := reporters.Lookup("text")
	if err != nil {
		return nil, err
	}
	if err := lines.Write(&text, &shown, &reporters.Options{Quiet: true, WorkDir: p.dir}); err != nil {
		return nil, err
	}
	if out.More != nil {
		fmt.Fprintf(&text, "and %s, %s, %s more\n", spell.Count(out.More.Errors, "error"),
			spell.Count(out.More.Warnings, "warning"), spell.Count(out.More.Infos, "info"))
	}
	for _, note := range out.Notes {
		text.WriteString(note + "\n")
	}
	text.WriteString(reporters.Totals(report))
	if safe, unsafe := reporters.Fixable(report); safe+unsafe > 0 {
		fmt.Fprintf(&text, "; the tool fix fixes %d, and with unsafe %d more", safe, unsafe)
	}
	return &answer{text.String() + "\n", out}, nil
}

// inside returns the findings of a report that are in files of the place: a link may lead out of it to another
// directory of the same repository.
func (p *place) inside(report *nplint.Report, out *checkOut) []nplint.Finding {
	outside := map[string]bool{}
	for _, f := range report.Findings {
		if _, known := outside[f.Path]; !known {
			real, ok := paths.Resolve(filepath.Join(report.Base, filepath.FromSlash(f.Path)))
			outside[f.Path] = ok && !p.has(real)
		}
	}
	isOutside := func(f nplint.Finding) bool { return outside[f.Path] }
	findings := slices.DeleteFunc(slices.Clone(report.Findings), isOutside)
	if n := len(report.Findings) - len(findings); n > 0 {
		note := fmt.Sprintf("%s in files outside of %s", spell.Count(n, "finding"), p)
		out.Notes = append(out.Notes, note)
	}
	return findings
}

// most returns at most so many findings in their order, errors before warnings before infos, and how many there are
// besides.
func most(all []nplint.Finding, limit int) ([]nplint.Finding, *levelsOut) {
	if len(all) <= limit {
		return all, nil
	}
	at := make([]int, len(all))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return int(all[b].Severity) - int(all[a].Severity) })
	var more levelsOut
	for _, i := range at[limit:] {
		switch all[i].Severity {
		case nplint.Error:
			more.Errors++
		case nplint.Warning:
			more.Warnings++
		default:
			more.Infos++
		}
	}
	at = at[:limit]
	slices.Sort(at)
	kept := make([]nplint.Finding, limit)
	for i, from := range at {
		kept[i] = all[from]
	}
	return kept, &more
}

// unfit reports whether a fix is not told: its text is long, or would not arrive as it is.
func unfit(f nplint.Fix) bool {
	size := 0
	return slices.ContainsFunc(f.Edits, func(e nplint.Edit) bool {
		size += len(e.NewText)
		return size > maxNewText || inertValue(e.NewText) != e.NewText
	})
}

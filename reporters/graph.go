package reporters

import (
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/drawing"
	"github.com/nplint/nplint/internal/report"
)

// GraphsJSON is graphs as JSON output shows them, version 2.
type GraphsJSON struct {
	Version int          `json:"version"`
	Graphs  []pack.Graph `json:"graphs"`
}

// NewGraphsJSON returns graphs for JSON output.
func NewGraphsJSON(graphs []pack.Graph) GraphsJSON {
	return GraphsJSON{2, append([]pack.Graph{}, graphs...)}
}

// GraphText returns graphs as lines for people, of at most so many columns or of any length with 0: the groups, and
// behind each node what it waits for.
func GraphText(graphs []pack.Graph, columns int) string { return drawing.Text(graphs, columns) }

// GraphMermaid returns graphs as one Mermaid flowchart: arrows lead from what is done first to what waits for it. Of
// several, each stands in a frame of its own.
func GraphMermaid(graphs []pack.Graph) string { return drawing.Mermaid(graphs) }

// GraphDOT returns graphs as one of Graphviz: arrows lead from what is done first to what waits for it. Of several,
// each stands in a frame of its own.
func GraphDOT(graphs []pack.Graph) string { return drawing.DOT(graphs) }

// GraphSVG returns graphs as one picture, one below the other, in light or dark as whoever looks at it likes. The
// findings of a report are badges of the nodes that they are about; the report may be nil.
func GraphSVG(graphs []pack.Graph, r *report.Report) string {
	return drawing.SVG(graphs, newPlaced(r).told)
}

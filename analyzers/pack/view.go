package pack

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// View is what a pack shows of the projects of a run beside findings: plain data, so that a front end prints the
// views of any pack alike. Projects that a view has nothing to say of are not in it.
type View struct {
	Sections []Section // `nplint doctor` shows them
	Graphs   []Graph   // `nplint graph` shows them
}

// Section is what a view tells of one project.
type Section struct {
	Root     string // of the project, relative to the run's base; "" is the base
	Name     string // one word; what JSON has Data under
	Title    string // what the project is: "nubos project"
	Noun     string // what a part is called: "milestone"
	Parts    []Part // what its work falls into
	Progress []Progress
	Tables   []Table
	Notes    []string // lines for people, behind the tables
	Data     any      // the same for programs: a value that encoding/json writes as an object
}

// Part is what the work of a project falls into: a milestone, or a phase. What is in Tables too is told there for
// people who read, and here for what draws.
type Part struct {
	ID, Name string
	Status   string // in the pack's words
	State    State
	Places   []Place
	Progress []Progress
}

// State is what a status means, whatever a pack calls it.
type State int

// The states of work. The zero value is work that nobody has begun.
const (
	Open State = iota
	Running
	Done
	Left    // nobody will do it, or not now
	Failed  // it was tried
	Unclear // a status that no program knows
)

// Place is where something lies: a file, a stretch of one, or a directory.
type Place struct {
	Path       string // relative to the run's base; that of a directory ends with a slash
	Start, End int    // byte offsets; both 0 is the whole file
}

// Progress is how much of something is done.
type Progress struct {
	Name    string
	Done    int
	Of      int        // 0 if there is no measure of all
	Unit    string     // what is done: "covered"
	Missing []string   // what is not done
	Parts   []Progress // what it is made of
}

// Table is rows with as many cells as there are columns.
type Table struct {
	Columns []string
	Rows    [][]string
}

// Graph is nodes in groups, and what each waits for.
type Graph struct {
	Root   string  `json:"root"` // of the project, relative to the run's base; "" is the base
	ID     string  `json:"id"`
	Name   string  `json:"name,omitempty"`
	Groups []Group `json:"groups"`
	Edges  []Edge  `json:"edges"`
}

// Group is nodes that stand side by side. One group comes after the other.
type Group struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Nodes []Node `json:"nodes"`
}

// Node is a part of a graph.
type Node struct {
	ID     string  `json:"id"`
	Name   string  `json:"name"`
	Path   string  `json:"path"` // of the file that says so, relative to the run's base
	Labels []Label `json:"labels"`
	State  State   `json:"-"`
	Places []Place `json:"-"` // what is found there is about the node
}

// Label is a fact about a node. All nodes of a graph have the same labels in the same order; a value may be "".
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Edge says that one node waits for another.
type Edge struct {
	From  string `json:"from"`            // who waits
	To    string `json:"to"`              // what it waits for; it need not exist
	Fault string `json:"state,omitempty"` // why it cannot hold, in a word; "" if it holds
}

// Finding is what a view may know of a finding of the run.
type Finding struct {
	Path     string // relative to the run's base
	Rule     string
	Severity string // "error", "warning" or "info"
}

// Findings is an analyzer that does not run: where views are asked for after a run, its findings, a []Finding, are
// the result. A view that requires it is not there without a run.
var Findings = &analysis.Analyzer{
	Name:       "findings",
	Doc:        "the findings of the run that a view is shown with",
	ResultType: reflect.TypeFor[[]Finding](),
	Run: func(*analysis.Pass) (any, error) {
		return nil, errors.New("there are no findings without a run")
	},
}

// FindingsOf returns the findings of the run to a view that requires Findings.
func FindingsOf(pass *analysis.Pass) []Finding {
	findings, _ := pass.ResultOf[Findings].([]Finding)
	return findings
}

// FindingsBelow returns those of some findings, which are sorted by their paths, that lie below a directory; "" is all.
func FindingsBelow(findings []Finding, dir string) []Finding {
	if dir == "" {
		return findings
	}
	from, _ := slices.BinarySearchFunc(findings, dir+"/", func(f Finding, dir string) int { return strings.Compare(f.Path, dir) })
	to := from
	for to < len(findings) && strings.HasPrefix(findings[to].Path, dir+"/") {
		to++
	}
	return findings[from:to]
}

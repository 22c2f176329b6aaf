package mcpserver

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
)

// maxDiff is how many bytes of diffs an answer may have.
const maxDiff = 60_000

type fixIn struct {
	Paths  []string `json:"paths,omitempty"`
	Only   []string `json:"only,omitempty"`
	Write  bool     `json:"write,omitempty"`
	Unsafe bool     `json:"unsafe,omitempty"`
}

type fixOut struct {
	Base    string         `json:"base" jsonschema:"the directory that paths are relative to"`
	Written bool           `json:"written" jsonschema:"whether the files were written"`
	Changes []changeOut    `json:"changes"`
	Refused []refusedOut   `json:"refused,omitempty" jsonschema:"fixes that are not applied, and why"`
	Untried int            `json:"untried,omitempty" jsonschema:"how many more fixes were not tried, since that would take too long; call fix again, or with fewer paths or rules"`
	Failed  []string       `json:"failed,omitempty" jsonschema:"files that could not be written"`
	More    int            `json:"more,omitempty" jsonschema:"how many entries of these lists there are besides"`
	Summary nplint.Summary `json:"summary" jsonschema:"what is found in the fixed files"`
}

type changeOut struct {
	Path  string         `json:"path"`
	Fixed map[string]int `json:"fixed" jsonschema:"how many findings of each rule are fixed"`
	Diff  string         `json:"diff,omitempty" jsonschema:"unified diff to read; absent where it is too long"`
}

type refusedOut struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Rule string `json:"rule"`
	Why  string `json:"why"`
}

func addFix(s *server, m *mcp.Server) {
	yes, no := true, false
	addTool(s, m, &mcp.Tool{
		Name: "fix",
		Description: "Apply the safe fixes to planning files. Without write it changes nothing and returns a " +
			"diff. A fix that would bring a new error is left out.",
		Annotations: &mcp.ToolAnnotations{Title: "Fix planning files", IdempotentHint: true, DestructiveHint: &yes,
			OpenWorldHint: &no},
		OutputSchema: schemaOf[fixOut](),
	}, fix)
}

func fix(ctx context.Context, p *place, in fixIn) (*answer, error) {
	o, err := p.options(in.Paths)
	if err != nil {
		return nil, err
	}
	o.Only = in.Only
	repair, err := nplint.Mend(ctx, o, in.Unsafe)
	if err != nil {
		return nil, err
	}
	base := repair.After.Base
	for _, c := range repair.Changes {
		real, ok := paths.Resolve(filepath.Join(base, filepath.FromSlash(c.Path)))
		if !ok || !p.has(real) {
			const outside = "to fix this, %s would have to change, which lies outside of %s; nothing was written"
			return nil, fmt.Errorf(outside, c.Path, p)
		}
	}
	out := fixOut{Base: base, Changes: changes(repair), Untried: repair.Untried, Summary: repair.After.Summary}
	for _, r := range repair.Refused {
		out.Refused = append(out.Refused, refusedOut{r.Finding.Path, r.Finding.Range.Start.Line, r.Finding.Rule, r.Why()})
	}
	if in.Write {
		for _, err := range repair.Write(ctx) {
			out.Failed = append(out.Failed, err.Error())
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("interrupted while fixing: not all may be written; call fix again (%w)", err)
		}
		out.Written = true
	}
	return fitting(&out, repair.After), nil
}

// fitting returns the answer with as much of the lists as fits: what is written is told, however much it is.
func fitting(all *fixOut, after *nplint.Report) *answer {
	for n := mostFindings; ; n /= 2 {
		out := *all
		out.Changes = all.Changes[:min(n, len(all.Changes))]
		out.Refused = all.Refused[:min(n, len(all.Refused))]
		out.Failed = all.Failed[:min(n, len(all.Failed))]
		out.More = len(all.Changes) + len(all.Refused) + len(all.Failed) -
			len(out.Changes) - len(out.Refused) - len(out.Failed)
		a := &answer{out.text(after, len(all.Changes)), out}
		if _, err := a.result(); err == nil || n == 0 {
			return a
		}
	}
}

// changes returns what a repair does to each file, with as many diffs as fit.
func changes(repair *nplint.Repair) []changeOut {
	fixed := map[string]map[string]int{}
	for _, f := range repair.Fixed {
		if fixed[f.Path] == nil {
			fixed[f.Path] = map[string]int{}
		}
		fixed[f.Path][f.Rule] += f.Count
	}
	all, room := []changeOut{}, maxDiff
	for _, c := range repair.Changes {
		change := changeOut{Path: c.Path, Fixed: fixed[c.Path]}
		if change.Fixed == nil {
			change.Fixed = map[string]int{} // what it is changed for lies in another file
		}
		if room > 0 {
			change.Diff = nplint.Diff(c.Path, c.Before, c.After)
		}
		if room -= len(change.Diff); room < 0 {
			change.Diff = ""
		}
		all = append(all, change)
	}
	return all
}

// text returns the answer for reading, of a repair that changes so many files.
func (out *fixOut) text(after *nplint.Report, files int) string {
	var b strings.Builder
	would := "would change"
	if out.Written {
		would = "changed"
	}
	for _, c := range out.Changes {
		var mended []string
		for rule, n := range c.Fixed {
			mended = append(mended, fmt.Sprintf("%s (%d)", rule, n))
		}
		slices.Sort(mended)
		fmt.Fprintf(&b, "%s %s: %s\n", would, onLine(c.Path), strings.Join(mended, ", "))
		if !out.Written {
			b.WriteString(c.Diff)
		}
	}
	for _, r := range out.Refused {
		fmt.Fprintf(&b, "did not fix %s:%d: %s: %s\n", onLine(r.Path), r.Line, r.Rule, onLine(r.Why))
	}
	if out.Untried > 0 {
		fmt.Fprintf(&b, "did not try %s, since that takes too long; call fix again, or with fewer paths or rules\n",
			spell.Count(out.Untried, "other fix"))
	}
	for _, f := range out.Failed {
		b.WriteString(f + "\n")
	}
	if out.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", out.More)
	}
	fmt.Fprintf(&b, "%s %s; then: %s\n", would, spell.Count(files, "file"), reporters.Totals(after))
	return b.String()
}

// Package contract has artefacts held against the contract of their kind.
package contract

import (
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/rules"
)

// Analyzer reports what breaks a contract, under the codes of ADR-0017 and their kin.
var Analyzer = &analysis.Analyzer{
	Name:     "contract",
	Doc:      "hold artefacts against the contract of their kind",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	var compiled memo.Memo[*rules.Contract, *contract.Contract] // each is compiled once, when the first of its kind comes
	ids := &index{set: set}
	set.Each(nil, func(r *document.Reporter) {
		c := contract.Of(set, r.Doc.Kind)
		if c == nil {
			return
		}
		c = c.Of(set.Edition(c.Pack(), r.Doc.Root))
		ready := compiled.Get(c, func() *contract.Contract {
			ready, err := contract.Compile(c)
			if err != nil {
				panic(err) // whoever loaded it has compiled it before
			}
			return ready
		})
		for _, f := range ready.Judge(r.Doc, set.Version(c.Pack(), r.Doc.Root)) {
			r.Report(f)
		}
		body, err := c.Body()
		if err != nil || r.Doc.Problem != nil {
			return
		}
		named := &reporter{r, ready}
		if !set.Standalone {
			ids.judge(named, body)
		}
		judgeText(set, named, body)
	})
	return nil, nil
}

// reporter reports findings under the ids that the contract gives them.
type reporter struct {
	*document.Reporter
	contract *contract.Contract
}

func (r *reporter) Report(f document.Finding) {
	if f, ok := r.contract.Named(f); ok {
		r.Reporter.Report(f)
	}
}

package report

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/schema"
)

const (
	entryRule     = "gsd-windows-entry"
	ledgerRefused = "so GSD refuses the ledger, and ship stops where workflow.windows_enforce is on"
	ledgerHeader  = "| id | phase | kind | file | line | description | status | reason | recorded_at | resolved_at |"
	ledgerRule    = "\n|----|-------|------|------|------|-------------|--------|--------|-------------|-------------|"
	ledgerNobody  = "\n| _(none)_ |  |  |  |  | _No windows recorded._ |  |  |  |  |"
)

// windows holds the entries of a ledger against its contract, and its counts and its table against the entries.
func windows(j *judge, set *document.Set) {
	body := contract.BodyOf(set, j.Doc.Kind)
	if body == nil || body.Frontmatter == nil || j.Doc.Front == nil || j.Doc.Front.Root == nil {
		return // that is told
	}
	defs, _ := body.Frontmatter.JSON["$defs"].(map[string]any)
	shape, err := schema.Compile("entries", defs["entries"])
	if err != nil {
		return // a contract of the user's own
	}
	front := j.Doc.Front.Root
	total, _ := document.Whole(front.Get("total_count"))
	at, read := entriesOf(j.Doc.Content(), total)
	switch {
	case read == nil:
		j.Reportf(entryRule, j.Doc.FirstLine(), "body",
			"no block of JSON between two lines of four backticks holds the entries, %s; put back what the program wrote",
			ledgerRefused)
		return
	case read.Fault != nil:
		j.Reportf(entryRule, read.Fault.Span, "body", "the entries are no JSON, %s: %s", ledgerRefused,
			read.Fault.Message)
		return
	}
	breaches := shape.Validate(read.Root)
	var gather model.Gather
	for _, b := range breaches {
		what, span := b.Message(""), b.Span()
		if b.Keyword == "required" {
			what, span = "this entry has no `"+strings.Join(b.Keys, "`, `")+"`", j.Doc.Start(b.Node)
		}
		gather.Add(b.Keyword+b.Name(), document.Finding{Rule: entryRule, Span: span, At: b.At("body.entries"),
			Message: what + ", " + ledgerRefused})
	}
	gather.Report(j.Reporter)
	if len(breaches) > 0 {
		return
	}
	counts := map[string]int{"total_count": len(read.Root.Items)}
	for _, e := range read.Root.Items {
		counts[e.Get("status").Text+"_count"]++
	}
	for _, p := range front.Pairs {
		if n, whole := document.Whole(p.Value); whole && strings.HasSuffix(p.Key, "_count") && n != counts[p.Key] {
			right := strconv.Itoa(counts[p.Key])
			j.Fixf(entryRule, p.Value.Span, "frontmatter."+p.Key, document.Replace("write "+right, p.Value.Span, right),
				"`%s` is %d, and the entries make %s, %s; write %s", p.Key, n, right, ledgerRefused, right)
		}
	}
	j.ledgerTable(at, read.Root.Items)
}

var jsonFence = memo.Regexp("(?m)^(`{3,})(json)?[ \t]*\r?$")

// entriesOf returns the entries of a ledger and where their fence begins: the last list of the right length, or else
// the last list, or the first block of JSON. Spans are those of the whole text; it is nil if there is no block.
func entriesOf(text string, total int) (at int, read *document.Data) {
	var best document.Span
	rank, open, width := 0, []int(nil), 0
	for _, m := range jsonFence().FindAllStringSubmatchIndex(text, -1) {
		switch wide := m[3] - m[2]; {
		case open == nil && m[4] >= 0:
			open, width = m, wide
		case open != nil && m[4] < 0 && wide >= width:
			its := 1
			if list := document.ParseJSON([]byte(text[open[1]:m[0]])); list.Fault == nil && list.Root.Type == document.List {
				its = 2
				if len(list.Root.Items) == total {
					its = 3
				}
			}
			if its > rank || its == rank && rank > 1 {
				rank, at, best = its, open[0], document.Span{Start: open[1], End: m[0]}
			}
			open = nil
		}
	}
	if rank == 0 {
		return 0, nil
	}
	return at, document.ParseJSON(append(bytes.Repeat([]byte(" "), best.Start), text[best.Start:best.End]...))
}

// ledgerTable holds the table in front of the entries against what GSD makes of them.
func (j *judge) ledgerTable(at int, entries []*document.Node) {
	var want strings.Builder
	want.WriteString(ledgerHeader + ledgerRule)
	if len(entries) == 0 {
		want.WriteString(ledgerNobody)
	}
	for _, e := range entries {
		want.WriteString("\n|")
		for _, key := range strings.Fields("id phase kind file line description status reason recorded_at resolved_at") {
			cell := ""
			if n := e.Get(key); n != nil && n.Type != document.Null {
				cell = strings.ReplaceAll(strings.ReplaceAll(n.Text, `\`, `\\`), "|", `\|`)
			}
			want.WriteString(" " + cell + " |")
		}
	}
	before := j.Doc.Content()[:at]
	start := strings.LastIndex("\n"+before, "\n"+ledgerHeader)
	if start < 0 {
		start = at
	}
	if strings.TrimRight(strings.ReplaceAll(before[start:], "\r\n", "\n"), "\n") == want.String() {
		return
	}
	span := j.Doc.FirstLine()
	for line, rest := "", want.String(); start < at; start += len(line) {
		line, _, _ = strings.Cut(j.Doc.Content()[start:at], "\n")
		is, others, _ := strings.Cut(rest, "\n")
		if span = (document.Span{Start: start, End: start + len(line)}); strings.TrimSuffix(line, "\r") != is {
			break
		}
		line, rest = line+"\n", others
	}
	j.Lesserf(entryRule, span, "body", "the table is not what GSD makes of the JSON below it, which alone counts, so GSD "+
		"writes nothing to the ledger until they agree; take the change back, and run `windows fixed` or `windows waive`")
}

package contract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/rules"
)

// files are the files of one kind in one project by their ids.
type files struct {
	byID    map[string][]string // paths, sorted
	numbers []int               // the ids that are numbers, sorted
}

// index finds the files of kinds by their ids, each kind of a project once.
type index struct {
	set  *document.Set
	memo document.Memo[[2]string, *files]
}

func (x *index) of(root, kind string) *files {
	return x.memo.Get(x.set, [2]string{root, kind}, func() *files {
		found := &files{byID: map[string][]string{}}
		body := contract.BodyOf(x.set, kind)
		if body == nil {
			return found
		}
		for _, in := range x.set.Inputs(document.Join(root, "")) {
			if in.Kind != kind || in.Root != root || in.Problem != nil {
				continue
			}
			id := ""
			if name, ofPath := strings.CutPrefix(body.IDs.ID, "path."); ofPath {
				id = variable(in.Vars, name)
			} else if d := x.set.At(in.Path); d != nil {
				id = plain(top(d).Pair(body.IDs.ID))
			}
			if id = canonical(id); id == "" {
				continue
			}
			if n, err := strconv.Atoi(id); err == nil && found.byID[id] == nil {
				found.numbers = append(found.numbers, n)
			}
			found.byID[id] = append(found.byID[id], in.Path)
		}
		slices.Sort(found.numbers)
		return found
	})
}

// judge reports what is wrong with the id of a document and those that it refers to.
func (x *index) judge(r *reporter, body *rules.Body) {
	if body.IDs.ID != "" {
		x.judgeID(r, body)
	}
	var effort memo.Effort
	for _, reference := range body.References {
		kind := cmp.Or(reference.To, r.Doc.Kind)
		known := x.of(r.Doc.Root, kind)
		eachReference(r.Doc, &reference, &effort, func(id string, span document.Span) {
			if known.byID[canonical(id)] == nil {
				const format = "no file of the kind %s has the id %q; correct it, or write that file"
				r.Report(document.Finding{Rule: "id-unknown", Span: span, At: "ids", Message: fmt.Sprintf(format, kind, id)})
			}
		})
	}
	if effort.Exceeded() {
		r.Report(document.Finding{Rule: "text-too-long", Span: r.Doc.FirstLine(),
			Message: "it takes too long to look for references here; divide the file, or make their patterns simpler"})
	}
}

func (x *index) judgeID(r *reporter, body *rules.Body) {
	written, span := "", r.Doc.FirstLine()
	if name, ofPath := strings.CutPrefix(body.IDs.ID, "path."); ofPath {
		written = r.Doc.Var(name)
	} else if p := top(r.Doc).Pair(body.IDs.ID); p != nil {
		written, span = plain(p), p.Value.Span
	}
	id := canonical(written)
	if id == "" {
		return // which is reported, if it must be there
	}
	same := x.of(r.Doc.Root, r.Doc.Kind)
	if paths := same.byID[id]; len(paths) > 1 {
		other := paths[0]
		if other == r.Doc.Path {
			other = paths[1]
		}
		const format = "%s has the id %s, too, so that whoever names it may mean either; give one of them another"
		r.Report(document.Finding{Rule: "id-duplicate", Span: span, At: "ids",
			Message: fmt.Sprintf(format, strings.TrimPrefix(other, document.Join(r.Doc.Root, "")), written)})
	}
	if !body.IDs.Sequence || r.Doc.Path != same.byID[id][0] {
		return // a gap is told once
	}
	n, err := strconv.Atoi(id)
	if err != nil {
		const format = "the id %q is no number, and those of this kind count without a gap; write a number"
		r.Report(document.Finding{Rule: "id-gap", Span: span, At: "ids", Message: fmt.Sprintf(format, written)})
		return
	}
	if i, _ := slices.BinarySearch(same.numbers, n); i > 0 && same.numbers[i-1] != n-1 {
		const format = "no file has the id %d, and the one before %s is %d; the ids of this kind count without a gap"
		r.Report(document.Finding{Rule: "id-gap", Span: span, At: "ids",
			Message: fmt.Sprintf(format, n-1, written, same.numbers[i-1])})
	}
}

// eachReference calls f with every id that a document names at a reference, and where.
func eachReference(
	d *document.Document, r *rules.Reference, effort *memo.Effort, f func(id string, span document.Span),
) {
	if r.Key != "" {
		p := top(d).Pair(r.Key)
		if p == nil || p.Value == nil {
			return
		}
		nodes := []*document.Node{p.Value}
		if p.Value.Type == document.List {
			nodes = p.Value.Items
		}
		for _, n := range nodes {
			if id := scalar(n); id != "" {
				f(id, n.Span)
			}
		}
		return
	}
	if d.Body == nil {
		return
	}
	d.Body.EachLine(func(line string, start int) bool {
		for _, m := range effort.FindAll(r.Regexp, line) {
			if m[2] >= 0 {
				f(line[m[2]:m[3]], document.Span{Start: start + m[2], End: start + m[3]})
			}
		}
		return true
	})
}

func variable(vars []string, name string) string {
	for i := 0; i+1 < len(vars); i += 2 {
		if vars[i] == name {
			return vars[i+1]
		}
	}
	return ""
}

// top returns the map that holds the top-level keys of a document, or nil.
func top(d *document.Document) *document.Node {
	if d.Front != nil && d.Front.Root != nil {
		return d.Front.Root
	}
	return d.Map()
}

// plain returns a pair's text or number as a text, or "".
func plain(p *document.Pair) string {
	if p == nil {
		return ""
	}
	return scalar(p.Value)
}

func scalar(n *document.Node) string {
	switch v := n.Value().(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// canonical is an id without the zeros before a number: 0003 is 3.
func canonical(id string) string {
	if id == "" || strings.Trim(id, "0123456789") != "" {
		return id
	}
	return cmp.Or(strings.TrimLeft(id, "0"), "0")
}

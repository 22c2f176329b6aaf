package manifest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// section is a list in the manifest.
type section struct {
	*manifest
	list     *document.Node
	at, rule string
	one, all string // what messages call an entry and all of them
}

// record is an entry of a section.
type record struct {
	node *document.Node
	at   string
	i    int // in the list
}

// source is what an entry is made of.
type source struct {
	id, dir    string          // the entry is known by one of them
	fields     []document.Pair // what it has
	what, file string          // what messages call the entry and its source
	settled    func() bool     // it may go into the manifest as it is
}

// compare holds the entries against their sources, by id and never by position.
func (s *section) compare(sources []source) {
	if s.list == nil || s.list.Type != document.List {
		return
	}
	records := s.records()
	var missing []*document.Node
	for _, from := range sources {
		r := cmp.Or(records[from.id], records[from.dir])
		delete(records, from.id)
		delete(records, from.dir)
		switch {
		case from.id == "": // that it has no id, or cannot be read, is reported there
		case r != nil:
			s.fields(r, &from)
		case from.settled():
			missing = append(missing, &document.Node{Type: document.Map, Pairs: from.fields})
		}
	}
	missing = s.renamed(missing, records)
	isNameless := func(item *document.Node) bool { return document.Text(item.Get("id")) == "" }
	if s.rule == "nx-manifest-meta" && slices.ContainsFunc(s.list.Items, isNameless) {
		missing = nil // an entry without an id may be the one, and the contract reports it
	}
	s.lacks(missing)
	s.extra(records)
}

// records returns the entries by id, and reports those that are there twice.
func (s *section) records() map[string]*record {
	records := map[string]*record{}
	for i, item := range s.list.Items {
		id := document.Text(item.Get("id"))
		switch {
		case id == "":
		case records[id] != nil:
			s.Report(document.Finding{Rule: s.rule, Span: item.Get("id").Span, At: document.Index(s.at, i),
				Fixes: document.DropItem(s.list, i),
				Message: fmt.Sprintf("the manifest has %s twice, so consumers take either; write the manifest anew",
					id)})
		default:
			records[id] = &record{item, document.Index(s.at, i), i}
		}
	}
	return records
}

// fields holds one entry against its source, field by field. Of a source that is not settled yet nothing but the hash
// counts.
func (s *section) fields(r *record, from *source) {
	known := map[string]bool{}
	var lacking []document.Pair
	var found []document.Finding
	for _, p := range from.fields {
		if known[p.Key] {
			continue // the first of two is reported there
		}
		known[p.Key] = true
		rule, stored := s.rule, r.node.Get(p.Key)
		if p.Key == "body_hash" {
			rule = "nx-manifest-body-hash"
		}
		switch {
		case s.own.violated(r.node, p.Key, stored):
			continue // the contract says it
		case stored == nil:
			lacking = append(lacking, p)
		case !stored.Equal(p.Value):
			found = append(found, document.Finding{Rule: rule, Span: stored.Span, At: r.at + "." + p.Key,
				Fixes:   document.Replace("take it from "+from.file, stored.Span, render(p.Value, s.Doc.Indent(stored.Span.Start))),
				Message: differs(from.what, p.Key, from.file)})
		}
	}
	for _, p := range r.node.Pairs {
		if !known[p.Key] && p.Key != "body_hash" && !s.own.violated(r.node, p.Key, p.Value) {
			found = append(found, document.Finding{Rule: s.rule, Span: p.KeySpan, At: r.at + "." + p.Key,
				Fixes: document.Replace("remove "+p.Key, p.Line, ""),
				Message: fmt.Sprintf("%s has `%s` in the manifest, and %s has not, so consumers see what is no "+
					"more; write the manifest anew", from.what, p.Key, from.file)})
		}
	}
	if len(found)+len(lacking) == 0 {
		return
	}
	isSettled := from.settled()
	for _, f := range found {
		if isSettled || f.Rule == "nx-manifest-body-hash" {
			s.Report(f)
		}
	}
	if isSettled {
		s.lacksFields(r, lacking, from)
	}
}

// differs is the message about a field whose value is another one than its source's.
func differs(what, key, file string) string {
	if key == "body_hash" {
		return fmt.Sprintf("the hash of %s is not that of its body.md, so consumers take the prompt for changed, "+
			"or do not see that it is; write the manifest anew", what)
	}
	return fmt.Sprintf("`%s` of %s differs from %s, so consumers work with another value than authors see; "+
		"write the manifest anew", key, what, file)
}

// lacksFields reports the fields that an entry does not have in the manifest, all at once.
func (s *section) lacksFields(r *record, fields []document.Pair, from *source) {
	if len(fields) == 0 {
		return
	}
	at := r.node.Span.Start + 1
	var names []string
	text := ""
	for i, p := range fields {
		names = append(names, "`"+p.Key+"`")
		text += document.JSONString(p.Key) + ": " + render(p.Value, "")
		if i+1 < len(fields) || len(r.node.Pairs) > 0 {
			text += ", "
		}
	}
	s.Report(document.Finding{Rule: s.rule, Span: document.Span{Start: at - 1, End: at}, At: r.at,
		Fixes: document.Replace("take them from "+from.file, document.Span{Start: at, End: at}, text),
		Message: fmt.Sprintf("%s has no %s in the manifest, and %s has, so consumers go without; "+
			"write the manifest anew", from.what, strings.Join(names, ", "), from.file)})
}

// lacks reports the entries that a list of the manifest does not have, all at once.
func (s *section) lacks(entries []*document.Node) {
	if len(entries) == 0 {
		return
	}
	var names []string
	var text strings.Builder
	where := document.Span{Start: s.list.Span.Start + 1, End: s.list.Span.Start + 1}
	indent := s.Doc.Indent(where.Start) + "  "
	if n := len(s.list.Items); n > 0 {
		last := s.list.Items[n-1].Span
		where, indent = document.Span{Start: last.End, End: last.End}, s.Doc.Indent(last.Start)
	}
	for i, entry := range entries {
		names = append(names, document.Text(entry.Get("id")))
		if i > 0 || len(s.list.Items) > 0 {
			text.WriteString(",")
		}
		text.WriteString("\n" + indent + render(entry, indent))
	}
	if len(s.list.Items) == 0 {
		text.WriteString("\n" + indent[:len(indent)-2])
	}
	s.Report(document.Finding{Rule: s.rule, Span: document.Span{Start: s.list.Span.Start, End: s.list.Span.Start + 1},
		At:    s.at,
		Fixes: document.Replace("add what is missing", where, text.String()),
		Message: fmt.Sprintf("the manifest lacks the %s %s, so consumers never see what is there; "+
			"write the manifest anew", s.all, strings.Join(names, ", "))})
}

// renamed reports an entry whose id alone is another one than that of the one source that has no entry, and returns
// the sources that are left.
func (s *section) renamed(missing []*document.Node, records map[string]*record) []*document.Node {
	if len(missing) != 1 || len(records) != 1 {
		return missing
	}
	for id, r := range records {
		same := 0
		for _, p := range missing[0].Pairs {
			if stored := r.node.Get(p.Key); stored != nil && p.Key != "id" && stored.Equal(p.Value) {
				same++
			}
		}
		if same < len(missing[0].Pairs)-1 {
			return missing
		}
		want := missing[0].Get("id")
		stored := r.node.Get("id")
		s.Report(document.Finding{Rule: s.rule, Span: stored.Span, At: r.at + ".id",
			Fixes: document.Replace("write "+want.Text, stored.Span, document.JSONString(want.Text)),
			Message: fmt.Sprintf("the manifest has %s under the id %q, so consumers do not find it; "+
				"write the manifest anew", want.Text, id)})
	}
	clear(records)
	return nil
}

// extra reports entries that have no source.
func (s *section) extra(records map[string]*record) {
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		s.Report(document.Finding{Rule: s.rule, Span: r.node.Get("id").Span, At: r.at,
			Fixes: document.DropItem(s.list, r.i),
			Message: fmt.Sprintf("the manifest has %s, and there is no such %s, so consumers look for what is no "+
				"more; write the manifest anew", id, s.one)})
	}
}

// render writes a value as JSON, as the reference does: two blanks a level. The first line stands where it is put.
func render(n *document.Node, indent string) string {
	below := indent + "  "
	var parts []string
	switch n.Type {
	case document.String:
		return document.JSONString(n.Text)
	case document.Number:
		text, _ := json.Marshal(n.Num) // which fails for what is infinite, and no Number is
		return string(text)
	case document.Bool:
		return fmt.Sprint(n.True)
	case document.List:
		for _, item := range n.Items {
			parts = append(parts, below+render(item, below))
		}
		return wrap("[", parts, "]", indent)
	case document.Map:
		for _, p := range n.Pairs {
			parts = append(parts, below+document.JSONString(p.Key)+": "+render(p.Value, below))
		}
		return wrap("{", parts, "}", indent)
	}
	return "null"
}

func wrap(open string, parts []string, closing, indent string) string {
	if len(parts) == 0 {
		return open + closing
	}
	return open + "\n" + strings.Join(parts, ",\n") + "\n" + indent + closing
}

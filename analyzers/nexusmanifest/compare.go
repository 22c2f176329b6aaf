package nexusmanifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// record is an entry of a list in the manifest.
type record struct {
	node *document.Node
	at   string
	own  demand // what the contract of the manifest demands of the entry, and says if it lacks
}

// records returns the entries of a list by id, and reports those that are there twice.
func (m *manifest) records(list *document.Node, at, rule string, own demand) map[string]*record {
	records := map[string]*record{}
	for i, item := range list.Items {
		id := project.Text(item.Get("id"))
		switch {
		case id == "":
		case records[id] != nil:
			m.Report(document.Finding{Rule: rule, Span: item.Get("id").Span, At: fmt.Sprintf("%s[%d]", at, i), Fixes: document.DropItem(list, i),
				Message: fmt.Sprintf("the manifest has %s twice, so consumers take either; write the manifest anew", id)})
		default:
			records[id] = &record{item, fmt.Sprintf("%s[%d]", at, i), own}
		}
	}
	return records
}

// fields holds one entry against its source, field by field. Of a source that is not settled yet nothing but the hash counts.
func (m *manifest) fields(r *record, source []document.Pair, rule, what, file string, settled func() bool) {
	known := map[string]bool{}
	var lacking []document.Pair
	var found []document.Finding
	for _, p := range source {
		if known[p.Key] {
			continue // the first of two is reported there
		}
		known[p.Key] = true
		id, stored := rule, r.node.Get(p.Key)
		if p.Key == "body_hash" {
			id = "nx-manifest-body-hash"
		}
		switch {
		case r.own.violated(p.Key, stored):
			continue // the contract says it
		case stored == nil:
			lacking = append(lacking, p)
		case !stored.Equal(p.Value):
			found = append(found, document.Finding{Rule: id, Span: stored.Span, At: r.at + "." + p.Key, Fixes: document.Replace("take it from "+file, stored.Span, render(p.Value, m.indentOf(stored.Span.Start))),
				Message: differs(what, p.Key, file)})
		}
	}
	for i := range r.node.Pairs {
		if p := &r.node.Pairs[i]; !known[p.Key] && p.Key != "body_hash" && !r.own.violated(p.Key, p.Value) {
			found = append(found, document.Finding{Rule: rule, Span: p.KeySpan, At: r.at + "." + p.Key, Fixes: document.Replace("remove "+p.Key, p.Line, ""),
				Message: fmt.Sprintf("%s has `%s` in the manifest, and %s has not, so consumers see what is no more; write the manifest anew", what, p.Key, file)})
		}
	}
	if len(found)+len(lacking) == 0 {
		return
	}
	isSettled := settled()
	for _, f := range found {
		if isSettled || f.Rule == "nx-manifest-body-hash" {
			m.Report(f)
		}
	}
	if isSettled {
		m.lacksFields(r, lacking, rule, what, file)
	}
}

// differs is the message about a field whose value is another one than its source's.
func differs(what, key, file string) string {
	if key == "body_hash" {
		return fmt.Sprintf("the hash of %s is not that of its body.md, so consumers take the prompt for changed, or do not see that it is; write the manifest anew", what)
	}
	return fmt.Sprintf("`%s` of %s differs from %s, so consumers work with another value than authors see; write the manifest anew", key, what, file)
}

// lacksFields reports the fields that an entry does not have in the manifest, all at once.
func (m *manifest) lacksFields(r *record, fields []document.Pair, rule, what, file string) {
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
	m.Report(document.Finding{Rule: rule, Span: document.Span{Start: at - 1, End: at}, At: r.at, Fixes: document.Replace("take them from "+file, document.Span{Start: at, End: at}, text),
		Message: fmt.Sprintf("%s has no %s in the manifest, and %s has, so consumers go without; write the manifest anew", what, strings.Join(names, ", "), file)})
}

// lacks reports the entries that a list of the manifest does not have, all at once.
func (m *manifest) lacks(list *document.Node, at string, entries []*document.Node, rule, what string) {
	if len(entries) == 0 {
		return
	}
	var names []string
	where := document.Span{Start: list.Span.Start + 1, End: list.Span.Start + 1}
	indent, text := m.indentOf(where.Start)+"  ", ""
	if n := len(list.Items); n > 0 {
		last := list.Items[n-1].Span
		where, indent = document.Span{Start: last.End, End: last.End}, m.indentOf(last.Start)
	}
	for i, entry := range entries {
		names = append(names, project.Text(entry.Get("id")))
		if i > 0 || len(list.Items) > 0 {
			text += ","
		}
		text += "\n" + indent + render(entry, indent)
	}
	if len(list.Items) == 0 {
		text += "\n" + indent[:len(indent)-2]
	}
	m.Report(document.Finding{Rule: rule, Span: document.Span{Start: list.Span.Start, End: list.Span.Start + 1}, At: at, Fixes: document.Replace("add what is missing", where, text),
		Message: fmt.Sprintf("the manifest lacks the %s %s, so consumers never see what is there; write the manifest anew", what, strings.Join(names, ", "))})
}

// renamed reports an entry whose id alone is another one than that of the one source that has no entry, and returns the sources that are left.
func (m *manifest) renamed(missing []*document.Node, records map[string]*record, rule string) []*document.Node {
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
		m.Report(document.Finding{Rule: rule, Span: stored.Span, At: r.at + ".id", Fixes: document.Replace("write "+want.Text, stored.Span, document.JSONString(want.Text)),
			Message: fmt.Sprintf("the manifest has %s under the id %q, so consumers do not find it; write the manifest anew", want.Text, id)})
	}
	clear(records)
	return nil
}

// extra reports entries that have no source.
func (m *manifest) extra(list *document.Node, records map[string]*record, rule, what string) {
	for _, id := range slices.Sorted(maps.Keys(records)) {
		r := records[id]
		m.Report(document.Finding{Rule: rule, Span: r.node.Get("id").Span, At: r.at, Fixes: document.DropItem(list, slices.Index(list.Items, r.node)),
			Message: fmt.Sprintf("the manifest has %s, and there is no such %s, so consumers look for what is no more; write the manifest anew", id, what)})
	}
}

// indentOf returns the blanks that the line of an offset starts with.
func (m *manifest) indentOf(at int) string {
	start := at
	for start > 0 && m.Doc.Src[start-1] != '\n' {
		start--
	}
	line := string(m.Doc.Src[start:at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// render writes a value as JSON, as the reference does: two blanks a level. The first line stands where it is put.
func render(n *document.Node, indent string) string {
	below := indent + "  "
	var parts []string
	switch n.Type {
	case document.String:
		return document.JSONString(n.Text)
	case document.Number:
		text, err := json.Marshal(n.Num)
		if err != nil {
			return "0" // no value of a Number is infinite
		}
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

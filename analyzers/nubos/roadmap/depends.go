package roadmap

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/graph"
	"github.com/nplint/nplint/internal/memo"
)

// entry is a milestone, a slice or a phase as others may depend on it.
type entry struct {
	name string // "M001", "M001-S002", "phase 2"; what names it in a depends_on means it
	node *document.Node
	at   string
	deps []dependency
}

// dependency is what an entry depends on, and where that is said.
type dependency struct {
	on   *entry
	span document.Span
}

// entries is the entries of a roadmap by their names, in the order of the file.
type entries struct {
	*roadmap
	all    []*entry
	byName map[string]*entry
	unsure bool // an id is missing, unusable or there twice, which is reported; it may be the one that is missed
}

func (e *entries) add(name string, n *document.Node, at string) {
	if name == "" || e.byName[name] != nil {
		e.unsure = true
		return
	}
	added := &entry{name: name, node: n, at: at + ".depends_on"}
	e.all = append(e.all, added)
	e.byName[name] = added
}

// phase returns the name of the phase with a number, "" if there is no number.
func phase(number *document.Node) string {
	if number == nil || number.Text == "" {
		return ""
	}
	return "phase " + number.Text
}

const dependencyRule = "roadmap-dependency"

// named finds what a text about dependencies names.
var named = memo.Regexp(`(?i)\bphase[ -]?(\d+(?:\.\d+)?)\b|\b((?-i:M\d{3,}(?:-S\d{3,})?|S\d{3,}))\b`)

// dependencies reports entries that depend on something that there is not, on themselves, or on one another.
func (e *entries) dependencies() {
	for _, from := range e.all {
		value := from.node.Get("depends_on")
		switch {
		case value == nil:
		case value.Type == document.List:
			for _, item := range value.Items {
				e.read(from, item)
			}
		default:
			e.read(from, value)
		}
	}
	on := func(from *entry) []*entry {
		var all []*entry
		for _, dep := range from.deps {
			all = append(all, dep.on)
		}
		return all
	}
	graph.Back(e.all, on, func(from *entry, i int) {
		dep := from.deps[i]
		e.Reportf(dependencyRule, dep.span, from.at,
			"%s depends on %s, which depends on it, so neither can ever begin; take one of the dependencies out",
			from.name, dep.on.name)
	})
}

// read takes the dependencies from one value; of what it names in words nothing is known.
func (e *entries) read(from *entry, value *document.Node) {
	kind, _, _ := strings.Cut(from.name, " ")
	if value.Type == document.Number && kind == "phase" {
		e.depend(from, phase(value), value.Span)
	}
	if value.Type != document.String {
		return
	}
	if _, err := strconv.ParseFloat(value.Text, 64); err == nil && kind == "phase" {
		e.depend(from, "phase "+value.Text, value.Span)
		return
	}
	for _, m := range named().FindAllStringSubmatch(value.Text, -1) {
		name := m[2]
		if m[1] != "" {
			name = "phase " + m[1]
		} else if name[0] == 'S' {
			milestone, _, _ := strings.Cut(from.name, "-")
			name = milestone + "-" + name
		}
		e.depend(from, name, value.Span)
	}
}

// depend notes a dependency, or reports it if it cannot be met.
func (e *entries) depend(from *entry, name string, span document.Span) {
	on := e.byName[name]
	switch {
	case on == from:
		e.Reportf(dependencyRule, span, from.at,
			"%s depends on itself, so it can never begin; take that out, or write what was meant", from.name)
	case on != nil:
		from.deps = append(from.deps, dependency{on, span})
	case !e.unsure:
		e.Reportf(dependencyRule, span, from.at,
			"%s depends on %s, which the roadmap does not have, so nobody can tell when it may begin; correct it, or "+
				"take it out", from.name, name)
	}
}

// usable is the id of a milestone, or "" if programs find none by it.
func usable(id *document.Node) string {
	if text := document.Text(id); place.Usable(text, 'M') && !padded().MatchString(strings.TrimPrefix(text, "M")) {
		return text
	}
	return ""
}

// fullSlice is the name of a slice in a milestone, or "" if one of them has no usable id.
func fullSlice(milestone, slice *document.Node) string {
	if text := document.Text(slice); milestone != nil && place.Usable(text, 'S') {
		return milestone.Text + "-" + text
	}
	return ""
}

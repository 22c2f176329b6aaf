// Package config judges the keys of config.json. What their values must be, the contract of the kind says.
package config

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports keys of config.json that no program reads.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdconfig",
	Doc:      "judge the keys of a GSD configuration",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		model.Of(pass).Each(set, []string{"config"}, func(r *document.Reporter, p *model.Planning) {
			if r.Doc.Readable() && r.Doc.Data != nil && r.Doc.Data.Root.Type == document.Map {
				j := &judge{Reporter: r, set: set, keys: set.Vocabulary("gsd", "config_keys"), sections: map[string]names{}}
				declared := []string{}
				if !set.Standalone {
					declared = installed(p)
					j.keys = append(slices.Clone(j.keys), declared...)
					skills(r, p)
				}
				if len(declared) <= mostDeclared {
					j.section(r.Doc.Data.Root, "")
					j.unread()
				}
				j.needs(p)
				j.templates(r.Doc.Data.Root)
			}
		})
		return nil, nil
	},
}

// judge is a configuration that is judged. keys is those that programs read, with dots between sections and names; a
// * is any name.
type judge struct {
	*document.Reporter
	set      *document.Set
	keys     []string
	sections map[string]names // those in sections that were asked for
	unknown  []unknown
}

// names are those that may stand in a section.
type names struct {
	all  []string
	open bool // any may
}

// below returns the names that may stand in a section, and whether any may.
func (j *judge) below(section string) ([]string, bool) {
	if known, ok := j.sections[section]; ok {
		return known.all, known.open
	}
	var found names
	for _, key := range j.keys {
		rest, ok := key, true
		if section != "" {
			rest, ok = cut(key, section)
		}
		if !ok || rest == "" {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		if name == "*" {
			found.open = true
		} else if !slices.Contains(found.all, name) {
			found.all = append(found.all, name)
		}
	}
	j.sections[section] = found
	return found.all, found.open
}

// cut takes the names of a section off a key, of which each may be a *.
func cut(key, section string) (rest string, ok bool) {
	for inside := true; inside; {
		var name, want string
		want, section, inside = strings.Cut(section, ".")
		if name, key, ok = strings.Cut(key, "."); !ok || name != want && name != "*" {
			return "", false
		}
	}
	return key, true
}

// section reports the unknown keys of a section, and of those in it.
func (j *judge) section(n *document.Node, section string) {
	names, open := j.below(section)
	for i := range n.Pairs {
		p := &n.Pairs[i]
		at := p.Key
		if section != "" {
			at = section + "." + p.Key
		}
		if slices.Contains(names, p.Key) || open {
			j.agent(p, section, n)
			if p.Value.Type == document.Map {
				if inner, any := j.below(at); len(inner) > 0 || any {
					j.section(p.Value, at)
				}
			}
			continue
		}
		f := document.Finding{Rule: "gsd-config-key", Span: p.KeySpan, At: "$." + at, Lesser: true,
			Message: fmt.Sprintf("no program of GSD reads the key %s, so it does nothing and the default holds",
				document.Quote(at))}
		if near := nearest(p.Key, names); near != "" && n.Get(near) == nil && j.fits(p.Value, section, near) {
			f.Lesser = false
			f.Message += "; did you mean " + near + "?"
			f.Fixes = document.Replace("write "+near, p.KeySpan, `"`+near+`"`)
		} else {
			isFlat := section == "" && slices.Contains(j.set.Vocabulary("gsd", "config_flat"), p.Key)
			if isFlat {
				f.Message = fmt.Sprintf("GSD says that it ignores the key %s here, and some of its programs go by it and others "+
					"do not", document.Quote(at))
			}
			if home := j.home(p.Key); home != "" {
				f.Message += "; it belongs " + home
			} else if !isFlat {
				begun := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
					return !strings.HasPrefix(name, p.Key) || n.Has(name)
				})
				if len(begun) == 1 && len(p.Key) >= 4 && section != "" {
					f.Message += "; did you mean " + begun[0] + "?"
				}
				j.unknown = append(j.unknown, unknown{f, at})
				continue
			}
		}
		j.Report(f)
	}
}

// unknown is a key that nobody reads, here or elsewhere.
type unknown struct {
	document.Finding
	key string
}

// unread reports keys that nobody reads: many as one.
func (j *judge) unread() {
	const few, most = 2, 10 // most is how many a finding points at
	if len(j.unknown) > few {
		first, keys := &j.unknown[0], []string{}
		for i, u := range j.unknown {
			keys = append(keys, document.Quote(u.key))
			if 0 < i && i <= most {
				first.Related = append(first.Related, document.Related{Span: u.Span, Message: "nor this one"})
			}
		}
		first.Message = fmt.Sprintf("no program of GSD reads the keys %s, so they do nothing and the defaults hold", document.AllOf(keys))
		j.unknown = j.unknown[:1]
	}
	for _, u := range j.unknown {
		j.Report(u.Finding)
	}
}

// agent reports a key that should be the name of an agent and is nearly one.
func (j *judge) agent(p *document.Pair, section string, n *document.Node) {
	if !slices.Contains(j.set.Vocabulary("gsd", "agent_sections"), section) {
		return
	}
	agents := j.set.Vocabulary("gsd", "agents")
	if slices.Contains(agents, p.Key) {
		return
	}
	near := spell.Close(p.Key, agents)
	if slices.Contains(agents, "gsd-"+p.Key) {
		near = "gsd-" + p.Key
	}
	if near == "" || n.Has(near) {
		return
	}
	j.Fixf("gsd-config-key", p.KeySpan, "$."+section+"."+p.Key, document.Replace("write "+near, p.KeySpan, `"`+near+`"`),
		"GSD has no agent %s, so this is for nobody; did you mean %s?", document.Quote(p.Key), near)
}

// nearest returns the name at a distance of one, or of two if the key is long, or "".
func nearest(key string, names []string) string {
	near := ""
	if len(key) >= 4 {
		near = spell.Close(key, names)
	}
	if near == "" || len(key) < 8 && key[0] != near[0] {
		return ""
	}
	return near
}

// fits reports whether a value may be that of a name in a section: else the name is not what was meant.
func (j *judge) fits(value *document.Node, section, name string) bool {
	at := name
	if section != "" {
		at = section + "." + name
	}
	inner, open := j.below(at)
	isMap, isSection := value.Type == document.Map, len(inner) > 0 || open
	if isMap != isSection && (isMap || !slices.Contains(j.keys, at)) {
		return false
	}
	body := contract.BodyOf(j.set, j.Doc.Kind)
	if body == nil || body.Data == nil {
		return true
	}
	compiled, err := schema.Compile("data", body.Data.JSON)
	if err != nil {
		return true // the contract is checked when it is loaded
	}
	for _, key := range slices.Backward(strings.Split(at, ".")) {
		value = &document.Node{Type: document.Map, Pairs: []document.Pair{{Key: key, Value: value}}}
	}
	return compiled.Validate(value) == nil
}

// home says where a name belongs: into the section that it names with a dot, to the top if there is one, else into the
// section that alone has it. It returns "" for others.
func (j *judge) home(name string) string {
	if slices.Contains(j.keys, name) {
		if i := strings.LastIndex(name, "."); i >= 0 {
			return "into the section " + name[:i] + ", as " + document.Quote(name[i+1:])
		}
		return "to the top of the file"
	}
	var sections []string
	for _, key := range j.keys {
		if section, ok := strings.CutSuffix(key, "."+name); ok && !strings.Contains(section, ".") {
			sections = append(sections, section)
		}
	}
	if len(sections) != 1 {
		return ""
	}
	return "into the section " + sections[0]
}

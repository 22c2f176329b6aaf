package engine

import (
	"context"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// withNamed returns inputs with the files that are artefacts because others name them, as packs tell. What has a kind
// by its own path keeps it.
func withNamed(ctx context.Context, p *plan, s *scene, inputs []document.Input) []document.Input {
	if p.Kind != "" {
		return inputs
	}
	for _, half := range p.parts.Packs {
		applies := slices.ContainsFunc(p.packs, func(data *rules.Pack) bool { return data.Name == half.Name })
		if half.Named == nil || !applies {
			continue
		}
		all := project(ctx, p, s, inputs)
		all.Record = s.naming.note
		kinds := half.Named(document.NewSet(all))
		var more []document.Input
		roots := map[string]bool{}
		for i := range inputs {
			roots[inputs[i].Root] = true
		}
		for _, name := range slices.Sorted(maps.Keys(kinds)) {
			c := p.contracts[kinds[name]]
			_, known := slices.BinarySearchFunc(inputs, name, byName)
			if c == nil || known || s.scopes.Excluded(name) {
				continue
			}
			in := document.Input{Path: name, Root: nearest(roots, name), Kind: c.Kind, Dialect: c.Dialect, Target: s.wanted(name)}
			in.Unsaved = in.Target && s.files.Unsaved(name)
			more = append(more, in)
		}
		inputs = merged(inputs, more)
	}
	return inputs
}

// naming is files that were read to find out which others are artefacts, by their paths relative to the base.
type naming struct {
	mutex sync.Mutex
	files map[string]bool
}

// note notes a file that a pack asks for.
func (n *naming) note(q document.Question) {
	if q.Of != "document" && q.Of != "file" {
		return
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if n.files == nil {
		n.files = map[string]bool{}
	}
	n.files[path.Join(q.Root, q.Name)] = true
}

// nearest returns the innermost root of inputs that a file lies in.
func nearest(roots map[string]bool, name string) (root string) {
	for root = name; root != "" && !roots[root]; {
		root, _ = paths.Split(root)
	}
	return root
}

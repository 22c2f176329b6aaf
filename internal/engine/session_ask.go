package engine

import (
	"context"
	"maps"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// Document parses a text as what a file of the session holds, by its absolute path, and returns the contract that it is
// held against. Both are nil if the file is no artefact. It judges nothing.
func (s *Session) Document(ctx context.Context, file string, text []byte) (*document.Document, *rules.Contract, error) {
	s.mutex.Lock()
	o := s.options
	o.Overlay = maps.Clone(s.texts)
	s.mutex.Unlock()
	file = paths.Key(file)
	o.Paths, o.Overlay[file] = []string{file}, text
	p, found, err := begin(ctx, o, s.parts)
	if err != nil {
		return nil, nil, err
	}
	defer found.files.Close()
	set := document.NewSet(project(ctx, p, found, found.inputs))
	for i := range found.inputs {
		in := &found.inputs[i]
		if c := p.contracts[in.Kind]; in.Target && c != nil {
			return set.Lookup(in.Path), c.Of(set.Edition(c.Pack(), in.Root)), nil
		}
	}
	return nil, nil, nil
}

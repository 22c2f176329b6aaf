package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// Document parses a text as what a file of the session holds, by its absolute path, and returns the contract that it is
// held against. Both are nil if the file is no artefact. It judges nothing.
func (s *Session) Document(ctx context.Context, file string, text []byte) (*document.Document, *rules.Contract, error) {
	file = paths.Key(file)
	if d, of := s.keptDocument(ctx, file, text); d != nil {
		return d, of, nil
	}
	s.mutex.Lock()
	o := s.options
	o.Overlay = maps.Clone(s.texts)
	s.mutex.Unlock()
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

// keptDocument is Document of a file that the kept project has, for which nothing is looked for on disk. It is nil for
// others, and while files are said to have come or gone since.
func (s *Session) keptDocument(ctx context.Context, file string, text []byte) (*document.Document, *rules.Contract) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, nil
	}
	s.mutex.Lock()
	k, texts, told := s.kept, s.texts, s.all || len(s.written) > 0
	s.mutex.Unlock()
	if k == nil || told || !maps.EqualFunc(k.texts, texts, func(_, _ []byte) bool { return true }) {
		return nil, nil
	}
	if !paths.Within(file, k.scene.files.Real) || len(text) > k.plan.Config.MaxFileSize {
		return nil, nil
	}
	inputs := k.prepared.inputs
	i, known := slices.BinarySearchFunc(inputs, paths.Below(file, k.scene.files.Real), byName)
	if !known || !inputs[i].Target || inputs[i].Problem != nil {
		return nil, nil
	}
	in, c := &inputs[i], k.plan.contracts[inputs[i].Kind]
	if c == nil {
		return nil, nil
	}
	defer k.scene.files.Close()
	set := document.NewSet(project(ctx, k.plan, k.scene, inputs))
	d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return text, nil })
	return d, c.Of(set.Edition(c.Pack(), in.Root))
}

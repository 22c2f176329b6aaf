package engine

import (
	"context"
	"errors"
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/suppress"
	"github.com/nplint/nplint/rules"
)

// project returns the inputs with all that passes may ask of what is around them.
func project(ctx context.Context, p *plan, s *scene, inputs []document.Input) *document.Project {
	readers, fronts := p.parts.readers(), p.parts.fronts()
	for i := range inputs {
		inputs[i].Reader, inputs[i].Front = readers[inputs[i].Dialect], fronts[inputs[i].Dialect]
	}
	kept := s.git
	if kept == nil {
		kept = s.answers(p)
	}
	return &document.Project{
		Inputs: inputs, Standalone: p.Kind != "", Jobs: p.Jobs, Timing: p.Timing, MaxSize: p.Config.MaxFileSize,
		Progress: p.Progress, Trees: p.trees,
		Read: func(in *document.Input) ([]byte, *document.Problem) {
			return discover.Read(s.files, in, p.Config.MaxFileSize)
		},
		Host: document.Host{
			Option: p.Config.Option,
			Doors: []document.Opened{
				suppress.Rules.Open(func(string) *rules.Catalogue { return p.Rules }),
				contract.Door.Open(func(kind string) *rules.Contract { return p.contracts[kind] }),
			},
			Vocabulary: func(pack, list string) []string { return vocabulary(p.parts.Data, pack, list) },
			CameWith:   func(pack, list string) map[string]string { return dataOf(p, pack).CameWith(list) },
			Edition:    func(set *document.Set, pack, root string) string { return edition(p, set, pack, root) },
			Version:    func(set *document.Set, pack, root string) document.Version { return versionOf(p, set, pack, root) },
			Look:       func(root, name string) document.Entry { return document.Entry(s.files.Below(root).Look(name)) },
			Executable: func(root, name string) bool {
				if s.files.Below(root).Executable(name) {
					return true
				}
				inGit, err := kept.Executables(ctx) // asked for the few scripts that the disk does not let run
				return err == nil && slices.Contains(inGit, path.Join(root, name))
			},
			File:      func(root, name string) ([]byte, error) { return s.files.Below(root).Read(name) },
			List:      func(root, name string) ([]string, error) { return s.files.Below(root).List(name) },
			Committed: func(names []string) (map[string][]byte, error) { return asked(kept.Committed(ctx, names)) },
			Tracked:   func(dirs []string) (map[string][]string, error) { return asked(kept.Tracked(ctx, dirs)) },
			Ignored:   func(names []string) (map[string]bool, error) { return asked(kept.Ignored(ctx, names)) },
		},
	}
}

// edition returns the edition of a pack's contracts that holds in a project: what the configuration chooses, or what
// the project's files tell.
func edition(p *plan, set *document.Set, pack, root string) string {
	if chosen := p.Config.Editions[pack]; chosen != "" {
		return chosen
	}
	for _, half := range p.parts.Packs {
		if half.Name == pack && half.Edition != nil {
			return half.Edition(set, root)
		}
	}
	if told := versionOf(p, set, pack, root).Of; told != "" {
		return dataOf(p, pack).EditionOf(told)
	}
	return ""
}

// versionOf returns of which version of a pack's framework a project is.
func versionOf(p *plan, set *document.Set, pack, root string) document.Version {
	data := dataOf(p, pack)
	told := p.Config.Editions[pack]
	if told == "" {
		told = data.Told(func(name string) ([]byte, error) { return set.Files.Read(root, name) })
	}
	return document.Version{Framework: data.Title, Of: told, Follows: data.Version, Oldest: data.Oldest(), Newest: data.Newest()}
}

// dataOf returns the data half of a pack; an empty one for a pack of contracts alone.
func dataOf(p *plan, pack string) *rules.Pack {
	for _, data := range p.parts.Data {
		if data.Name == pack {
			return data
		}
	}
	return &rules.Pack{}
}

// vocabulary returns a word list of a pack, or the words of one of its types.
func vocabulary(packs []*rules.Pack, pack, list string) []string {
	for _, p := range packs {
		if p.Name != pack {
			continue
		}
		if words, ok := p.Vocabulary[list]; ok {
			return words
		}
		return p.Types.Words(list)
	}
	return nil
}

// notKept is an error of git that passes find a document.ErrNotKept in.
type notKept struct{ error }

func (notKept) Is(target error) bool { return target == document.ErrNotKept }

// asked turns git's answer into one for passes.
func asked[T any](answer T, err error) (T, error) {
	if errors.Is(err, git.ErrNotKept) {
		err = notKept{err}
	}
	return answer, err
}

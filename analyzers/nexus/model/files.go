package model

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
)

// The editions of the contracts.
const (
	oldest = "0.6"
	Middle = "0.10"
	Newest = "0.20"
)

// IsOldest reports whether the contracts of the oldest edition hold in the project.
func (f *Facts) IsOldest() bool { return f.Edition == oldest }

// IsNewest reports whether the contracts of the newest edition hold in the project: programs keep the state, and
// nothing is left of manifest, tags, extensions and most conventions of the older ones.
func (f *Facts) IsNewest() bool { return f.Edition == Newest }

// Path returns where a file of a kind lies, relative to its project root, as its contract says with values in place
// of names in turn. It is "" in a run without the contract.
func (p *Projects) Path(kind string, values ...string) string {
	c := contract.Of(p.Set, kind)
	if c == nil {
		return ""
	}
	return c.Path(values...)
}

// Dir returns the directory that the files of a kind lie below, with a slash at its end, relative to their project
// root. It is "" in a run without the contract.
func (p *Projects) Dir(kind string) string {
	c := contract.Of(p.Set, kind)
	if c == nil {
		return ""
	}
	return c.Patterns()[0].Dir()
}

// HasFile reports whether the project has an artefact at a path relative to its root.
func (p *Project) HasFile(below string) bool { return p.HasArtefact(p.Root, below) }

// HasKind reports whether the project has the one file of a kind.
func (p *Project) HasKind(kind string) bool { return p.HasFile(p.Path(kind)) }

// Data returns the map that the one file of a kind holds, or nil.
func (p *Project) Data(kind string) *document.Node {
	return p.Lookup(document.Join(p.Root, p.Path(kind))).Map()
}

// VocabularyFile is one of the files below vocabulary.
type VocabularyFile struct {
	Kind  string
	Path  string // relative to the project root
	Key   string // the one top key, and the one that it has in the manifest
	Whole bool   // the file is one entry and has no such key
}

// VocabularyFiles returns the vocabulary files that must be there, in the order in which findings name them.
func (p *Project) VocabularyFiles() []VocabularyFile { return p.vocabularyFiles(p.Edition) }

func (p *Projects) vocabularyFiles(edition string) []VocabularyFile {
	var files []VocabularyFile
	for _, kind := range p.since(edition, "vocabulary_kinds") {
		key := strings.ReplaceAll(path.Base(kind), "-", "_")
		files = append(files, VocabularyFile{Kind: kind, Path: p.Path(kind), Key: key,
			Whole: kind == "nexus/memory-policy"})
	}
	return files
}

// Schemas returns the paths of the schemas that must be there, relative to the project root.
func (p *Project) Schemas() []string { return p.since(p.Edition, "schemas") }

// since returns a copy of a word list of the pack, with the list of what came after the oldest edition unless that
// one holds.
func (p *Projects) since(edition, list string) []string {
	words := p.WordList(list)
	if edition != oldest {
		words = append(words, p.WordList(list+"_newer")...)
	}
	return words
}

// Released reports whether the tree is one that is released, with a package, a manifest and schemas: parts of one,
// such as a test needs, may lack anything else.
func (f *Facts) Released() bool {
	return len(f.paths["nexus/package"]) > 0 && len(f.paths["nexus/manifest"]) > 0 &&
		len(f.paths["nexus/schema"])+len(f.paths["nexus/state-schema"]) > 0
}

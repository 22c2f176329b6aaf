package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/version"
)

// Teller is a JSON file that tells of which version of the framework a project is: what an installer leaves there, or
// the manifest of the framework itself.
type Teller struct {
	File string            `json:"file"` // relative to the root of the project
	Key  string            `json:"key"`  // the top-level key with the version
	When map[string]string `json:"when"` // other top-level keys, and the text that each must have for the file to count
}

// Told returns the version that the files of a project tell, which read returns by their names; "" if none does.
func (p *Pack) Told(read func(name string) ([]byte, error)) string {
	for _, teller := range p.Tellers {
		src, err := read(teller.File)
		if err != nil {
			continue
		}
		root := document.ParseJSON(src).Root
		counts := true
		for key, text := range teller.When {
			counts = counts && document.Text(root.Get(key)) == text
		}
		if told := document.Text(root.Get(teller.Key)); counts && version.Is(told) {
			return strings.Clone(told)
		}
	}
	return ""
}

// EditionOf returns the edition that a version of the framework belongs to: the newest that is not later, or the
// oldest.
func (p *Pack) EditionOf(told string) string {
	for _, edition := range slices.Backward(p.Editions) {
		if !version.Later(edition, told) {
			return edition
		}
	}
	if len(p.Editions) > 0 {
		return p.Editions[0]
	}
	return ""
}

// Oldest returns the oldest version of the framework that the pack knows anything of, without its last number: what is
// mended within 1.2 changes no format.
func (p *Pack) Oldest() string {
	oldest := p.Version
	if len(p.Editions) > 0 {
		oldest = p.Editions[0]
	}
	if numbers := strings.Split(oldest, "."); len(numbers) > 2 {
		return strings.Join(numbers[:2], ".")
	}
	return oldest
}

// Newest returns the newest version of the framework that the pack knows anything of.
func (p *Pack) Newest() string {
	newest := p.Version
	for _, known := range append(slices.Collect(maps.Keys(p.Later)), p.Editions...) {
		if version.Later(known, newest) {
			newest = known
		}
	}
	return newest
}

// CameWith returns the words of a list that came with versions later than that of the pack, and with which.
func (p *Pack) CameWith(list string) map[string]string {
	words := map[string]string{}
	for since, lists := range p.Later {
		for _, word := range lists[list] {
			words[word] = since
		}
	}
	return words
}

// checkVersions says what is wrong with what a pack tells of versions.
func (p *Pack) checkVersions() error {
	for i, teller := range p.Tellers {
		if _, err := ParsePattern(teller.File); err != nil {
			return &place{path: at("tellers", i, "file"), err: fmt.Errorf("tellers: file %q: %w", teller.File, err)}
		}
		if teller.Key == "" {
			return &place{path: at("tellers", i), err: fmt.Errorf("tellers: %s: key is missing: write the top-level key that has the version", teller.File)}
		}
	}
	for _, since := range slices.Sorted(maps.Keys(p.Later)) {
		if !version.Is(since) || !version.Later(since, p.Version) {
			return &place{path: at("later", since), err: fmt.Errorf("later: %q: write a version of the framework after %s, which the pack follows", since, p.Version)}
		}
		for _, list := range slices.Sorted(maps.Keys(p.Later[since])) {
			if p.Vocabulary[list] == nil {
				return &place{path: at("later", since, list), err: fmt.Errorf("later: %s: there is no list %q in [vocabulary]", since, list)}
			}
		}
	}
	return nil
}

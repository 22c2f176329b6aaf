package engine

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
)

// Rename is what giving a symbol another name changes: all of it or nothing. The edits of files go by the paths
// before the moves, which are to be made in their order.
type Rename struct {
	Symbol *pack.Symbol
	ID     string // the new one
	Edits  []FileEdits
	Moves  []Move
}

// FileEdits is edits of one file, by place. They do not overlap.
type FileEdits struct {
	Path  string // relative to the base
	Edits []TextEdit
}

// TextEdit puts a text in the place of bytes.
type TextEdit struct {
	Span document.Span
	Text string
}

// Move is a file or directory that gets another name in its directory.
type Move struct{ From, To string } // relative to the base

// Rename returns what giving a symbol another name changes: the name in full or the part of it that is its own. The
// error says why it may not be done.
func (t *SymbolTable) Rename(s *pack.Symbol, to string) (*Rename, error) {
	name, err := t.newName(s, to)
	if err != nil {
		return nil, err
	}
	r := &Rename{Symbol: s, ID: strings.TrimSuffix(s.ID, s.Name) + name}
	edits := map[string][]TextEdit{}
	for _, mentions := range [][]pack.Mention{s.Defined, s.Mentions} {
		for _, m := range mentions {
			if m.Own.Len() > 0 {
				edits[m.Path] = append(edits[m.Path], TextEdit{m.Own, written(name, m.Digits)})
			}
		}
	}
	for file, all := range edits {
		slices.SortStableFunc(all, func(a, b TextEdit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		r.Edits = append(r.Edits, FileEdits{file, slices.Compact(all)})
	}
	slices.SortStableFunc(r.Edits, func(a, b FileEdits) int { return strings.Compare(a.Path, b.Path) })
	if err := t.moves(r, name); err != nil {
		return nil, err
	}
	return r, nil
}

// Refused returns why a symbol may have no other name at all, or nil, before anybody has thought of one.
func (t *SymbolTable) Refused(s *pack.Symbol) error {
	switch n := s.Numbers; {
	case s.Held != "":
		return usage("%s cannot be renamed: %s", s.ID, s.Held)
	case n != nil && n.Only != "" && allows(n, numberOf(s.Name)):
		return usage("%s cannot be renamed: %s", s.ID, n.Why)
	}
	return nil
}

// newName returns the new name of a symbol, or an error that says why it may not have it.
func (t *SymbolTable) newName(s *pack.Symbol, to string) (string, error) {
	above := strings.TrimSuffix(s.ID, s.Name)
	name := strings.TrimPrefix(to, above)
	form, err := memo.Compile("^(?:" + s.Form + ")$")
	if err := cmp.Or(err, t.Refused(s)); err != nil {
		return "", err
	}
	switch {
	case !form.MatchString(name):
		return "", usage("%q has not the form that the id of this %s must have, like %s", to, s.Kind, above+s.Like)
	case name == s.Name:
		return "", usage("%s has that name already", s.ID)
	case slices.ContainsFunc(s.Taken, func(taken string) bool { return strings.EqualFold(taken, name) }):
		return "", usage("%s cannot be called %s: something else has that name already", s.ID, above+name)
	case s.Numbers != nil && !allows(s.Numbers, numberOf(name)):
		return "", usage("%s cannot be called %s: %s", s.ID, above+name, s.Numbers.Why)
	}
	for _, other := range t.Symbols {
		beside := other != s && other.Root == s.Root && other.Kind == s.Kind && other.Scope == s.Scope
		if beside && strings.EqualFold(other.ID, above+name) {
			return "", usage("the %s %s is there already", s.Kind, other.ID)
		}
	}
	return name, nil
}

// moves adds the files and directories that get another name, what lies deepest first.
func (t *SymbolTable) moves(r *Rename, name string) error {
	for _, f := range r.Symbol.Files {
		dir, base := path.Split(f.Path)
		to := dir + base[:f.Own.Start] + written(name, f.Digits) + base[f.Own.End:]
		if !strings.EqualFold(to, f.Path) && t.look(to) != files.Absent {
			return usage("%s cannot be called %s: %s would overwrite %s", r.Symbol.ID, r.ID, f.Path, to)
		}
		r.Moves = append(r.Moves, Move{f.Path, to})
	}
	slices.SortStableFunc(r.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(strings.Count(b.From, "/"), strings.Count(a.From, "/")), strings.Compare(a.From, b.From))
	})
	return nil
}

// lastNumber is the number in a name: 1 of T0001, 2.1 of 02.1.
var lastNumber = memo.Regexp(`(\d+)((?:\.\d+)*)\D*$`)

// written is how a name stands in a place that has its number alone, with so many digits, or else the name.
func written(name string, digits int) string {
	m := lastNumber().FindStringSubmatch(name)
	if digits == 0 || m == nil {
		return name
	}
	number := cmp.Or(strings.TrimLeft(m[1], "0"), "0")
	return strings.Repeat("0", max(0, digits-len(number))) + number + m[2]
}

// numberOf returns the number in a name, part by part; nil if there is none.
func numberOf(name string) (parts []int) {
	m := lastNumber().FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	for part := range strings.SplitSeq(m[1]+m[2], ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		parts = append(parts, n)
	}
	return parts
}

// allows reports whether a number keeps to limits.
func allows(limits *pack.Numbers, number []int) bool {
	return (limits.Only == "" || slices.Equal(number, numberOf(limits.Only))) &&
		(limits.Above == "" || slices.Compare(number, numberOf(limits.Above)) > 0) &&
		(limits.Below == "" || slices.Compare(number, numberOf(limits.Below)) < 0)
}

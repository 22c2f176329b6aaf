package conformance

import (
	"iter"
	"strings"
)

// parts is names of fields such as a.b[].c, cut before each dot and bracket.
type parts struct {
	below map[part]int // by the number of what stands before
	open  map[int]bool // what may have any parts
}

type part struct {
	before int
	text   string
}

func newParts() *parts { return &parts{map[part]int{}, map[int]bool{}} }

// add adds a name, which may be open for any parts of its own.
func (p *parts) add(name string, open bool) {
	at := 0
	for text := range cut(name) {
		next := part{at, text}
		if p.below[next] == 0 {
			p.below[next] = len(p.below) + 1
		}
		at = p.below[next]
	}
	if open {
		p.open[at] = true
	}
}

// has reports whether a name is there, has parts, or is a part of one that is open.
func (p *parts) has(name string) bool {
	at := 0
	for text := range cut(name) {
		if p.open[at] {
			return true
		}
		if at = p.below[part{at, text}]; at == 0 {
			return false
		}
	}
	return true
}

// cut returns the parts of a name. The first may be empty.
func cut(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for from := 0; ; from = 1 {
			i := strings.IndexAny(name[min(from, len(name)):], ".[")
			if i < 0 {
				yield(name)
				return
			}
			if i += from; !yield(name[:i]) {
				return
			}
			name = name[i:]
		}
	}
}

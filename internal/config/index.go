package config

import (
	"fmt"
	"hash/maphash"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nplint/nplint/internal/mistake"
)

// index looks up which globs of a configuration match a path, since there may be thousands of them: they are one tree
// of names, and a directory passes on to what lies in it how far down that tree it has come. 8,000 overrides over 200
// files in directories 190 deep take 0.1 s, and took more than a minute when each was asked.
type index struct {
	name                  string // of the configuration
	effort                *effort
	once                  sync.Once
	top                   *globNode
	at                    []string // the place of each glob in the configuration
	exclude, suppressions globRange
	overrides             []globRange      // the globs of each
	owners                []int            // of the globs of suppressions: the number of each
	setting               map[string][]int // overrides by the keys of their rules
	recent                [64]atomic.Pointer[matched]

	mutex sync.Mutex
	dirs  map[string]*globDir
	size  int // bytes that dirs take, roughly
}

// effort is what all globs of a run may take together, in steps and never by the clock.
type effort struct {
	left atomic.Int64
	over atomic.Pointer[string] // the name of the configuration whose globs took the last of it
}

// maxSteps is how many steps globs may take, about a second, and perName how many more for each name that is asked for.
const (
	maxSteps = 1 << 28
	perName  = 2000
	perNode  = 30 // for each place in the tree of globs that a directory passes on
)

func newIndex() *index {
	x := &index{effort: &effort{}}
	x.effort.left.Store(maxSteps)
	return x
}

// exceeded says that the globs of a configuration take too many steps, or returns nil.
func (e *effort) exceeded() error {
	over := e.over.Load()
	if over == nil {
		return nil
	}
	const format = "%s: its globs take too long to be matched against so many names; write fewer, and such without ?, [, { and several stars"
	return fmt.Errorf(format, mistake.Escape(*over))
}

// maxIndexed is how many bytes are kept of directories; then they are forgotten, and found again when they are needed.
const maxIndexed = 32 << 20

// globRange is the globs from one number up to another.
type globRange struct{ from, to int }

// globNode is a place in the tree of globs: what may follow, and which globs end here.
type globNode struct {
	ends             []int
	names            map[string]*globNode
	begins, finishes affixes
	any, deeper      *globNode
	others           []*globNode
	pattern          *pattern // of one of others
	isDeeper         bool
}

// affixes are nodes by what a name begins or ends with.
type affixes struct {
	nodes   map[string]*globNode
	lengths []int
}

// globDir is how far a directory has come in the tree, and the globs that match it or one above it.
type globDir struct {
	nodes []*globNode
	bits  []uint64
}

// matched are the globs that match a path or a directory above it, as bits by their numbers.
type matched struct {
	path string
	bits []uint64
}

// build makes the tree of a configuration's globs.
func (x *index) build(c *Config) {
	x.name = c.name
	x.top, x.dirs, x.setting = &globNode{}, map[string]*globDir{}, map[string][]int{}
	all := globsOf(c)
	for i, g := range all {
		x.at = append(x.at, g.at)
		for _, glob := range expand(g.glob) {
			node := x.top
			for _, s := range split(glob) {
				node = node.child(s)
			}
			if !slices.Contains(node.ends, i) {
				node.ends = append(node.ends, i)
			}
		}
	}
	next := 0
	take := func(n int) globRange {
		next += n
		return globRange{next - n, next}
	}
	x.exclude = take(len(c.Exclude))
	for i := range c.Overrides {
		x.overrides = append(x.overrides, take(len(c.Overrides[i].Paths)))
		for key, set := range c.Overrides[i].Rules {
			if set.Severity != nil {
				x.setting[key] = append(x.setting[key], i)
			}
		}
	}
	x.suppressions = globRange{next, len(all)}
	for i := range c.Suppressions {
		x.owners = append(x.owners, slices.Repeat([]int{i}, len(c.Suppressions[i].Paths))...)
	}
}

// child returns the node behind a segment.
func (n *globNode) child(s segment) *globNode {
	one := func(to **globNode) *globNode {
		if *to == nil {
			*to = &globNode{isDeeper: s.is == deeper}
		}
		return *to
	}
	switch s.is {
	case anything:
		return one(&n.any)
	case deeper:
		return one(&n.deeper)
	case beginning:
		return n.begins.child(s.text)
	case ending:
		return n.finishes.child(s.text)
	case exactly:
		if n.names == nil {
			n.names = map[string]*globNode{}
		}
		next := n.names[s.text]
		if next == nil {
			next = &globNode{}
			n.names[s.text] = next
		}
		return next
	}
	for _, other := range n.others {
		if other.pattern.text == s.text {
			return other
		}
	}
	n.others = append(n.others, &globNode{pattern: newPattern(s.text)})
	return n.others[len(n.others)-1]
}

func (a *affixes) child(text string) *globNode {
	next := a.nodes[text]
	if next == nil {
		if a.nodes == nil {
			a.nodes = map[string]*globNode{}
		}
		next = &globNode{}
		a.nodes[text] = next
		if i, ok := slices.BinarySearch(a.lengths, len(text)); !ok {
			a.lengths = slices.Insert(a.lengths, i, len(text))
		}
	}
	return next
}

// step calls add with the nodes to which a name leads.
func (n *globNode) step(of *name, add func(*globNode)) {
	name := of.text
	if n.isDeeper {
		add(n)
	}
	if next := n.names[name]; next != nil {
		add(next)
	}
	if n.any != nil {
		add(n.any)
	}
	of.steps += 10*(len(n.begins.lengths)+len(n.finishes.lengths)) + 5*len(n.others)
	for _, length := range n.begins.lengths {
		if length > len(name) {
			break
		}
		if next := n.begins.nodes[name[:length]]; next != nil {
			add(next)
		}
	}
	for _, length := range n.finishes.lengths {
		if length > len(name) {
			break
		}
		if next := n.finishes.nodes[name[len(name)-length:]]; next != nil {
			add(next)
		}
	}
	for _, other := range n.others {
		if other.pattern.matches(of) {
			add(other)
		}
	}
}

// enter returns what a directory passes on to something in it: no more than it knows itself when all steps are taken.
func (x *index) enter(d *globDir, base string) *globDir {
	if len(d.nodes) == 0 {
		return d
	}
	if x.effort.left.Load() < 0 {
		return &globDir{bits: d.bits}
	}
	next := &globDir{bits: d.bits}
	var known map[*globNode]bool // when there are many
	var add func(*globNode)
	add = func(n *globNode) {
		switch {
		case known[n] || known == nil && slices.Contains(next.nodes, n):
			return
		case known != nil:
			known[n] = true
		case len(next.nodes) == 32:
			known = map[*globNode]bool{n: true}
			for _, other := range next.nodes {
				known[other] = true
			}
		}
		next.nodes = append(next.nodes, n)
		for _, i := range n.ends {
			if next.bits[i/64]&(1<<(i%64)) != 0 {
				continue
			}
			if &next.bits[0] == &d.bits[0] {
				next.bits = slices.Clone(d.bits)
			}
			next.bits[i/64] |= 1 << (i % 64)
		}
		if n.deeper != nil {
			add(n.deeper)
		}
	}
	of := name{text: base}
	for _, n := range d.nodes {
		n.step(&of, add)
	}
	if steps := of.steps + perNode*len(d.nodes); steps > perName && x.effort.left.Add(perName-int64(steps)) < 0 {
		x.effort.over.CompareAndSwap(nil, &x.name)
	}
	return next
}

// dir returns what a directory passes on. The mutex is held.
func (x *index) dir(path string) *globDir {
	if known := x.dirs[path]; known != nil {
		return known
	}
	var found *globDir
	if path == "" {
		found = &globDir{nodes: []*globNode{x.top}, bits: make([]uint64, len(x.at)/64+1)}
		if x.top.deeper != nil {
			found.nodes = append(found.nodes, x.top.deeper)
		}
	} else {
		i := strings.LastIndexByte(path, '/')
		found = x.enter(x.dir(path[:max(i, 0)]), path[i+1:])
	}
	if x.size += 100 + len(path) + 8*(len(found.nodes)+len(found.bits)); x.size > maxIndexed {
		clear(x.dirs)
		x.size = 0
	}
	x.dirs[path] = found
	return found
}

var seed = maphash.MakeSeed()

// lookup returns the index, which is made when it is first asked for. A configuration that no run has prepared has none
// that lasts.
func (c *Config) lookup() *index {
	x := c.index
	if x == nil {
		x = newIndex()
	}
	x.once.Do(func() { x.build(c) })
	return x
}

// matched returns the globs that match a path relative to the configuration's directory, with slashes, or a directory
// above it; none for one outside of it, which begins with "..".
func (x *index) matched(path string) *matched {
	if len(x.at) == 0 || path == ".." || strings.HasPrefix(path, "../") {
		return &matched{}
	}
	slot := &x.recent[maphash.String(seed, path)%uint64(len(x.recent))]
	if m := slot.Load(); m != nil && m.path == path {
		return m
	}
	i := strings.LastIndexByte(path, '/')
	x.mutex.Lock()
	dir := x.dir(path[:max(i, 0)])
	x.mutex.Unlock()
	m := &matched{path, x.enter(dir, path[i+1:]).bits}
	slot.Store(m)
	return m
}

// any reports whether one of some globs matches.
func (m *matched) any(of globRange) bool {
	for range m.each(of) {
		return true
	}
	return false
}

// each yields those of some globs that match.
func (m *matched) each(of globRange) iter.Seq[int] {
	return func(yield func(int) bool) {
		for word := of.from / 64; word < len(m.bits) && word*64 < of.to; word++ {
			for left := m.bits[word]; left != 0; left &= left - 1 {
				i := word*64 + bits.TrailingZeros64(left)
				if i >= of.to || i >= of.from && !yield(i) {
					return
				}
			}
		}
	}
}

// suppressing yields the suppressions that are about a path, by their numbers.
func (x *index) suppressing(path string) iter.Seq[int] {
	return func(yield func(int) bool) {
		last := -1
		for glob := range x.matched(path).each(x.suppressions) {
			if i := x.owners[glob-x.suppressions.from]; i != last && !yield(i) {
				return
			} else {
				last = i
			}
		}
	}
}

// override returns the last override that says something of a path and of one of the keys that rules have in
// configurations, or -1.
func (x *index) override(path string, keys iter.Seq[string]) int {
	last := -1
	for key := range keys {
		for _, i := range slices.Backward(x.setting[key]) {
			if i > last && x.matched(path).any(x.overrides[i]) {
				last = i
			}
			if i <= last {
				break
			}
		}
	}
	return last
}

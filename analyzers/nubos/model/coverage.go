package model

import (
	"sync"

	"github.com/nplint/nplint/internal/overlap"
)

// Coverage is what the plans of a milestone name and set out to do. It is small, and stays when the milestone itself
// is let go.
type Coverage struct {
	Plans map[string]bool // the slices that have a plan with tasks which can be read to its end
	Whole bool            // there are slices, and all of them have such a plan
	names names
	Words func() *overlap.Words // of all plans
}

// Names reports whether a plan names an id such as SC-1, D-01 or REQ-AUTH-01, whatever zeros its number starts with.
func (c *Coverage) Names(id string) bool { return c.names[canonical(id)] }

// Coverage returns the coverage of the milestone in the directory with the given name.
func (t *Tree) Coverage(root, id string) *Coverage {
	return t.coverages.Get(t.Set, [2]string{root, id}, func() *Coverage {
		c := t.milestone(root, id).coverage()
		c.Words = sync.OnceValue(func() *overlap.Words { return t.milestone(root, id).words() })
		return c
	})
}

func (m *Milestone) coverage() *Coverage {
	c := &Coverage{Plans: map[string]bool{}, Whole: len(m.Slices) > 0, names: names{}}
	for _, s := range m.Slices {
		p := s.Plan
		if p == nil {
			c.Whole = false
			continue
		}
		c.Plans[s.ID] = len(p.Tasks) > 0 && p.Closed
		c.Whole = c.Whole && c.Plans[s.ID]
		for name := range p.names {
			c.names[name] = true
		}
	}
	return c
}

// words returns the words of all plans.
func (m *Milestone) words() *overlap.Words {
	all := &overlap.Words{}
	for _, s := range m.Slices {
		if s.Plan != nil {
			all.Add(s.Plan.Words())
		}
	}
	return all
}

package project

import (
	"github.com/nplint/nplint/rules"
)

// otherMilestone is how version 1 names milestones.
var otherMilestone = rules.Lazy(`^[vV0-9._-]+$`)

// Usable reports whether programs find a milestone by an id, or a slice if that is what the letter 'S' says.
func Usable(id string, letter byte) bool {
	return IsID(id, letter, 3) || letter == 'M' && otherMilestone().MatchString(id)
}

// Sound reports whether the roadmap's list of milestones, or of the slices of one milestone, can be counted on: every directory stands in it, and no id
// is unusable or there twice. Where it is not, that is reported as what it is, and not again in every artefact that counts or lists them. It is found out
// when it is first asked for.
func (t *Tree) Sound(root, milestone string) bool {
	return t.sound.Get([2]string{root, milestone}, func() bool { return t.isSound(root, milestone) })
}

// Misnamed reports whether an entry of the roadmap, or of one milestone in it, has an id that no directory has, or none may have: then that is reported,
// and a directory that is not listed is probably the one that was meant. It is found out when it is first asked for.
func (t *Tree) Misnamed(root, milestone string) bool {
	return t.misnamed.Get([2]string{root, milestone}, func() bool {
		r := t.Roadmap(root)
		if r == nil {
			return false
		}
		entries, letter, below := r.Milestones, byte('M'), ".nubos-pilot/milestones/"
		if milestone != "" {
			entries, letter, below = nil, 'S', below+milestone+"/slices/"
			if e := r.Entry(milestone); e != nil {
				entries = e.Slices
			}
		}
		for _, e := range entries {
			if id := e.ID.Text; !Usable(id, letter) || e.Status.Text != "backlog" && !t.HasBelow(root, below+id+"/") {
				return true
			}
		}
		return false
	})
}

func (t *Tree) isSound(root, milestone string) bool {
	r := t.Roadmap(root)
	if r == nil {
		return false
	}
	entries, letter, onDisk := r.Milestones, byte('M'), t.MilestoneIDs(root)
	if milestone != "" {
		e := r.Entry(milestone)
		if e == nil {
			return false
		}
		entries, letter, onDisk = e.Slices, 'S', nil
		for _, s := range t.Outline(root, milestone).Slices {
			onDisk = append(onDisk, s.ID)
		}
	}
	listed := map[string]bool{}
	for _, e := range entries {
		if listed[e.ID.Text] || !Usable(e.ID.Text, letter) {
			return false
		}
		listed[e.ID.Text] = true
	}
	for _, id := range onDisk {
		if !listed[id] && IsID(id, letter, 3) {
			return false
		}
	}
	return true
}

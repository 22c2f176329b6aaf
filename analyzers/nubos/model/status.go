package model

import (
	"slices"
	"strings"
)

// Status returns a status as roadmap.yaml writes it for what a generated view or a table says: "In Progress", "Not
// started", "Complete". A word that it does not know stays as it is, in lower case.
func Status(text string) string {
	word := strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(text)))
	switch word {
	case "not-started", "planned", "open", "todo", "tbd":
		return "pending"
	case "complete", "completed":
		return "done"
	case "started":
		return "in-progress"
	}
	return word
}

// Finished reports whether a status of a milestone or slice says that all of it is done.
func Finished(status string) bool {
	return status == "done" || status == "complete" || status == "verified"
}

// IsFinished reports whether the roadmap has a milestone and says that all of it is done.
func IsFinished(t *Tree, root, id string) bool {
	return Test(t, root, id, "is finished", func(e *Entry) bool { return e != nil && Finished(e.Status.Text) })
}

// MayBeFinished is IsFinished of what can be known: of a roadmap that cannot be read, all may be. That is reported, and
// what would follow if nothing were finished is not reported besides.
func MayBeFinished(t *Tree, root, id string) bool {
	return Test(t, root, id, "may be finished", func(e *Entry) bool {
		return e != nil && Finished(e.Status.Text) || e == nil && t.lost.Get(t.Set, root, func() bool {
			d := t.only(root, "nubos/roadmap")
			return d != nil && !d.Readable()
		})
	})
}

// IsStatus reports whether the roadmap may have the status.
func (t *Tree) IsStatus(status string) bool {
	return slices.Contains(t.Vocabulary("nubos", "milestone-status"), status)
}

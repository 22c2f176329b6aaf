package symbol

import (
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// hold finds out which tasks somebody works on, and which of all are waited for: who goes on under the old id would
// not find them. What holds a task holds its slice and its milestone, whose ids stand in its own.
func hold(b *book) {
	if state := b.tree.Front(b.root, "nubos/state"); state != nil {
		holds(b, document.Text(state.Get("current_task")), "STATE.md says that somebody works on ")
	}
	for _, in := range b.inputs() {
		if in.Kind == "nubos/checkpoint" || in.Kind == "nubos/handoff" {
			h := b.known.holders.Get(b.tree.Set, in.Path, func() held { return holder(b.tree.At(in.Path)) })
			holds(b, h.ID, h.Why)
		}
	}
	for _, s := range b.All() {
		for _, l := range s.Labels {
			if s.Kind == "task" && l.Name == "status" && l.Value == "in-progress" {
				holds(b, s.ID, "somebody works on ")
			}
		}
	}
}

// held is the id of what a file holds, or "", and why it does.
type held struct{ ID, Why string }

// holder returns what a checkpoint or a hand-off holds.
func holder(d *document.Document) held {
	if d == nil {
		return held{}
	}
	if d.Kind == "nubos/checkpoint" {
		id := strings.TrimSuffix(path.Base(d.Path), ".json")
		if s := document.Text(d.Map().Get("task_id")); s != "" {
			id = strings.Clone(s)
		}
		return held{id, "the checkpoint " + path.Base(d.Path) + " holds the run of "}
	}
	return waits(d)
}

// waits returns what a hand-off that nobody has acted on is about.
func waits(d *document.Document) held {
	if !d.Readable() {
		return held{}
	}
	front := d.Front.Root
	if status := document.Text(front.Get("status")); status != "open" && status != "read" {
		return held{}
	}
	for _, key := range []string{"task", "slice", "milestone"} {
		if id := document.Text(front.Get(key)); id != "" {
			from, to := document.Text(front.Get("from_agent")), document.Text(front.Get("to_agent"))
			return held{strings.Clone(id), fmt.Sprintf("a hand-off of %s waits for %s with ", from, to)}
		}
	}
	return held{}
}

// holds has a reason hold the milestone, slice or task with an id, and what it belongs to.
func holds(b *book, id, why string) {
	parts := strings.Split(id, "-")
	for n := len(parts); n > 0; n-- {
		if s := b.place(strings.Join(parts[:n], "-")); s != nil && s.Held == "" {
			s.Held = why + id
		}
	}
}

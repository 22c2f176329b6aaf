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
		switch in.Kind {
		case "nubos/checkpoint":
			d := b.tree.At(in.Path)
			id := strings.TrimSuffix(path.Base(in.Path), ".json")
			if s := document.Text(d.Map().Get("task_id")); s != "" {
				id = s
			}
			holds(b, id, "the checkpoint "+path.Base(in.Path)+" holds the run of ")
		case "nubos/handoff":
			waits(b, b.tree.At(in.Path))
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

// waits has a hand-off that nobody has acted on hold what it is about.
func waits(b *book, d *document.Document) {
	if d == nil || !d.Readable() {
		return
	}
	front := d.Front.Root
	if status := document.Text(front.Get("status")); status != "open" && status != "read" {
		return
	}
	for _, key := range []string{"task", "slice", "milestone"} {
		if id := document.Text(front.Get(key)); id != "" {
			from, to := document.Text(front.Get("from_agent")), document.Text(front.Get("to_agent"))
			holds(b, id, fmt.Sprintf("a hand-off of %s waits for %s with ", from, to))
			return
		}
	}
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

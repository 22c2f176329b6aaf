package project

import (
	"slices"
	"strings"
)

// Status returns a status as roadmap.yaml writes it for what a generated view or a table says: "In Progress", "Not started", "Complete".
// A word that it does not know stays as it is, in lower case.
func Status(text string) string {
	switch word := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "-"), "_", "-"); word {
	case "not-started", "planned", "open", "todo", "tbd":
		return "pending"
	case "complete", "completed":
		return "done"
	case "started":
		return "in-progress"
	default:
		return word
	}
}

// Finished reports whether a status of a milestone or slice says that all of it is done.
func Finished(status string) bool {
	return status == "done" || status == "complete" || status == "verified"
}

// IsStatus reports whether the roadmap may have the status.
func IsStatus(status string) bool {
	switch status {
	case "pending", "in-progress", "verified", "failed", "deferred", "done", "complete", "backlog":
		return true
	}
	return false
}

// Outvoted reports whether what a source says is contradicted by at least two who repeat it and who agree with one another, and what those say. Who
// says nothing (the empty text) has no voice. White space and the two words for done make no difference.
//
// A single change by hand makes a file disagree with all others. So the one that stands alone is where the mistake was made, though it be the
// source of the others.
func Outvoted(source string, copies ...string) (text string, ok bool) {
	text, ok = Agreed(copies...)
	return text, ok && source != "" && !Same(text, source)
}

// Agreed returns the text that several copies have, and whether there are several that say something and all say the same.
func Agreed(copies ...string) (text string, ok bool) {
	voices := 0
	for _, c := range copies {
		switch {
		case c == "":
			continue
		case voices > 0 && !Same(c, text):
			return "", false
		}
		text = c
		voices++
	}
	return text, voices > 1
}

// Same compares two texts but for white space.
func Same(a, b string) bool {
	return a == b || strings.Join(strings.Fields(a), " ") == strings.Join(strings.Fields(b), " ")
}

// Believed returns the status of a task as the rest of the project tells it: what its own file says, unless it stands alone.
func (f *File) Believed() string {
	if text, ok := f.Contradicted(); ok {
		return text
	}
	return f.Status
}

// Contradicted returns the status that the TODO.md, the history and the summary, or that there is none, agree on, and whether it is not that of the task file.
func (f *File) Contradicted() (status string, ok bool) {
	if !IsTaskStatus(f.Status) {
		return "", false
	}
	summary := f.Summary
	// A summary that nobody has filled says pending of all that is not finished.
	if summary == "pending" && (f.Row == "in-progress" || f.Row == "parked") {
		summary = ""
		if f.Status == "done" || f.Status == "skipped" {
			summary = f.Row
		}
	}
	if f.Status == "done" && f.Row != "" && f.NoSummary {
		summary = f.Row // who finishes a task writes its summary
	}
	return Outvoted(f.Status, f.Row, f.History, summary)
}

// taskStatuses is the statuses that a task may have.
var taskStatuses = [...]string{"pending", "in-progress", "done", "skipped", "parked"}

// IsTaskStatus reports whether a task may have the status.
func IsTaskStatus(status string) bool { return slices.Contains(taskStatuses[:], status) }

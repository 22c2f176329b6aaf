package state

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
)

// timeOf returns the time that a text stands for.
func timeOf(n *document.Node) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, document.Text(n))
	return t, err == nil
}

// recordFile judges what a harness records of its agents, and of reads of memory.
type recordFile struct{ *stateFile }

// tracker judges the list of a harness's agents.
func (s *recordFile) tracker() {
	entries := document.Items(s.root)
	running := false
	seen := map[string]bool{}
	for i, entry := range entries {
		at := document.Index("$", i)
		id := entry.Get("agent_id")
		if name := document.Text(entry.Get("harness_id")) + " " + document.Text(id); seen[name] && id != nil {
			s.Reportf("nx-tracker-duplicate", id.Span, at+".agent_id",
				"an entry above has this `agent_id` as well, and a harness updates the one entry of an agent, so readers take "+
					"either; make one of the two")
		} else {
			seen[name] = true
		}
		s.lifecycle(entry, at)
		running = running || document.Text(entry.Get("status")) != "completed"
	}
	if len(entries) > 0 && !running && !s.project.HasKind("nexus/plan-state") &&
		!s.project.HasKind("nexus/tasks-state") {
		s.Reportf("nx-stale-session", s.Doc.Start(s.root), "$",
			"all agents are completed and there is neither plan nor task list, so the session is over and its "+
				"tracker was left behind; remove the file, or the next session resumes agents that are gone")
	}
}

func (s *recordFile) lifecycle(entry *document.Node, at string) {
	if document.Text(entry.Get("status")) == "completed" && !entry.Has("stopped_at") {
		s.Reportf("nx-tracker-lifecycle", entry.Get("status").Span, at+".stopped_at",
			"the agent is completed and has no `stopped_at`, so nobody knows since when; "+
				"the harness writes both at once")
	}
	started, ok1 := timeOf(entry.Get("started_at"))
	for _, key := range []string{"last_resumed_at", "stopped_at"} {
		if later, ok := timeOf(entry.Get(key)); ok && ok1 && later.Before(started) {
			s.Reportf("nx-tracker-lifecycle", entry.Get(key).Span, at+"."+key,
				"`%s` is before `started_at`, which cannot be; one of the two is wrong", key)
		}
	}
	count := entry.Get("resume_count")
	resumed := entry.Pair("last_resumed_at")
	switch {
	case !isNumber(count):
	case count.Num > 0 && resumed == nil:
		s.Reportf("nx-tracker-lifecycle", count.Span, at+".resume_count",
			"the agent was resumed %s times by `resume_count` and has no `last_resumed_at`; "+
				"the harness writes both at once", count.Text)
	case count.Num == 0 && resumed != nil:
		s.Reportf("nx-tracker-lifecycle", resumed.KeySpan, at+".last_resumed_at",
			"the agent has `last_resumed_at`, and `resume_count` says that it never was resumed; "+
				"the harness writes both at once")
	}
}

// memoryAccess judges the records of reads of memory files, one on each line.
func (s *recordFile) memoryAccess() {
	newest := map[string]*document.Node{}
	for _, line := range s.Doc.Data.Lines {
		key := document.Text(line.Get("path"))
		last, _ := timeOf(newest[key].Get("last_accessed_ts"))
		if this, _ := timeOf(line.Get("last_accessed_ts")); !this.Before(last) {
			newest[key] = line
		}
	}
	first := map[string]*document.Node{}
	for i, line := range s.Doc.Data.Lines { // those that could be read
		n := line.Get("path")
		key := document.Text(n)
		if key == "" {
			continue // the contract says it
		}
		at := document.Index("$", i) + ".path"
		if first[key] == nil {
			first[key] = line
			s.accessPath(n, at)
			continue
		}
		stale := line
		if newest[key] == line {
			stale = first[key]
		}
		s.Report(document.Finding{Rule: "nx-memory-access-key", Span: n.Span, At: at,
			Fixes: document.Replace("keep the newest record", s.wholeLine(stale), ""),
			Message: fmt.Sprintf("there is a record of %s on an earlier line: a harness updates the one line of a "+
				"file, and readers take either; keep the newest", key),
			Related: []document.Related{{Span: first[key].Get("path").Span, Message: "it is here first"}}})
	}
}

// wholeLine returns the line that a value stands on, with its line end.
func (s *recordFile) wholeLine(n *document.Node) document.Span {
	_, next := document.LineEnd(s.Doc.Content(), n.Span.End)
	return document.Span{Start: bytes.LastIndexByte(s.Doc.Src[:n.Span.Start], '\n') + 1, End: next}
}

func (s *recordFile) accessPath(n *document.Node, at string) {
	name := strings.ReplaceAll(n.Text, `\`, "/")
	i := strings.LastIndex("/"+name, "/"+s.project.Dir("nexus/memory"))
	if i < 0 {
		s.Reportf("nx-memory-access-path", n.Span, at,
			"%s lies outside of .nexus/memory, and only reads of memory files are recorded; remove the line", n.Text)
		return
	}
	below := path.Clean(name[i:])
	if !s.project.Standalone && s.project.Files.Look(s.Doc.Root, below) == document.Absent {
		s.Reportf("nx-memory-access-path", n.Span, at,
			"there is no file %s any more, so its record only misleads; remove the line", below)
	}
}

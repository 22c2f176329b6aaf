package nexusstate

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// timeOf returns the time that a text stands for.
func timeOf(n *document.Node) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, project.Text(n))
	return t, err == nil
}

// tracker judges the list of a harness's agents.
func (j *judge) tracker() {
	entries := items(j.root)
	running := false
	for i, entry := range entries {
		at := fmt.Sprintf("$[%d]", i)
		j.lifecycle(entry, at)
		running = running || project.Text(entry.Get("status")) != "completed"
	}
	if len(entries) > 0 && !running && !j.tree.HasArtefact(j.Doc.Root, ".nexus/state/plan.json") && !j.tree.HasArtefact(j.Doc.Root, ".nexus/state/tasks.json") {
		j.Reportf("nx-stale-session", j.Doc.Start(j.root), "$", "all agents are completed and there is neither plan nor task list, so the session is over and its tracker was left behind; remove the file, or the next session resumes agents that are gone")
	}
}

func (j *judge) lifecycle(entry *document.Node, at string) {
	if project.Text(entry.Get("status")) == "completed" && !entry.Has("stopped_at") {
		j.Reportf("nx-tracker-lifecycle", entry.Get("status").Span, at+".stopped_at", "the agent is completed and has no `stopped_at`, so nobody knows since when; the harness writes both at once")
	}
	started, ok1 := timeOf(entry.Get("started_at"))
	for _, key := range []string{"last_resumed_at", "stopped_at"} {
		if later, ok := timeOf(entry.Get(key)); ok && ok1 && later.Before(started) {
			j.Reportf("nx-tracker-lifecycle", entry.Get(key).Span, at+"."+key, "`%s` is before `started_at`, which cannot be; one of the two is wrong", key)
		}
	}
	count := entry.Get("resume_count")
	resumed := entry.Pair("last_resumed_at")
	switch {
	case count == nil || count.Type != document.Number:
	case count.Num > 0 && resumed == nil:
		j.Reportf("nx-tracker-lifecycle", count.Span, at+".resume_count", "the agent was resumed %s times by `resume_count` and has no `last_resumed_at`; the harness writes both at once", count.Text)
	case count.Num == 0 && resumed != nil:
		j.Reportf("nx-tracker-lifecycle", resumed.KeySpan, at+".last_resumed_at", "the agent has `last_resumed_at`, and `resume_count` says that it never was resumed; the harness writes both at once")
	}
}

// memoryAccess judges the records of reads of memory files, one on each line.
func (j *judge) memoryAccess() {
	lines := slices.DeleteFunc(slices.Clone(j.Doc.Data.Lines), func(n *document.Node) bool { return n == nil || n.Type != document.Map })
	newest := map[string]*document.Node{}
	for _, line := range lines {
		key := project.Text(line.Get("path"))
		last, _ := timeOf(newest[key].Get("last_accessed_ts"))
		if this, ok := timeOf(line.Get("last_accessed_ts")); newest[key] == nil || ok && !this.Before(last) {
			newest[key] = line
		}
	}
	first := map[string]*document.Node{}
	for i, line := range j.Doc.Data.Lines {
		if line == nil || line.Type != document.Map {
			continue
		}
		n := line.Get("path")
		key := project.Text(n)
		if key == "" {
			continue
		}
		at := fmt.Sprintf("$[%d].path", i)
		if first[key] == nil {
			first[key] = line
			j.accessPath(n, at)
			continue
		}
		stale := line
		if newest[key] == line {
			stale = first[key]
		}
		j.Report(document.Finding{Rule: "nx-memory-access-key", Span: n.Span, At: at, Fixes: document.Replace("keep the newest record", j.wholeLine(stale), ""),
			Message: fmt.Sprintf("there is a record of %s on an earlier line: a harness updates the one line of a file, and readers take either; keep the newest", key),
			Related: []document.Related{{Span: first[key].Get("path").Span, Message: "it is here first"}}})
		if newest[key] == line {
			first[key] = line
		}
	}
}

// wholeLine returns the line that a value stands on, with its line end.
func (j *judge) wholeLine(n *document.Node) document.Span {
	s := n.Span
	for s.Start > 0 && j.Doc.Src[s.Start-1] != '\n' {
		s.Start--
	}
	for s.End < len(j.Doc.Src) {
		if s.End++; j.Doc.Src[s.End-1] == '\n' {
			break
		}
	}
	return s
}

func (j *judge) accessPath(n *document.Node, at string) {
	name := strings.ReplaceAll(n.Text, `\`, "/")
	i := strings.LastIndex("/"+name, "/.nexus/memory/")
	if i < 0 {
		j.Reportf("nx-memory-access-path", n.Span, at, "%s lies outside of .nexus/memory, and only reads of memory files are recorded; remove the line", n.Text)
		return
	}
	below := path.Clean(name[i:])
	if !j.tree.Standalone && j.tree.Look != nil && j.tree.Look(j.Doc.Root, below) == document.Absent {
		j.Reportf("nx-memory-access-path", n.Span, at, "there is no file %s any more, so its record only misleads; remove the line", below)
	}
}

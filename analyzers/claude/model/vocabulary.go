package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// vocabulary is the word lists of the pack, as one pass sees them.
type vocabulary struct {
	set   *document.Set
	lists *document.Memo[string, map[string][]string]
}

// Program returns the name and version of the program whose lists the pack holds, for messages about what is unknown.
func (v vocabulary) Program() string { return "Claude Code " + v.set.Version("claude", "").Follows }

// List returns a word list of the pack.
func (v vocabulary) List(name string) []string { return v.set.Vocabulary("claude", name) }

// Table returns a word list of the pack whose words are key=value.
func (v vocabulary) Table(name string) map[string][]string {
	return v.lists.Get(v.set, name, func() map[string][]string {
		table := map[string][]string{}
		for _, word := range v.List(name) {
			key, value, _ := strings.Cut(word, "=")
			table[key] = append(table[key], value)
		}
		return table
	})
}

// Events returns the events that hooks may be for, sorted.
func (v vocabulary) Events() []string {
	return v.lists.Get(v.set, "\x00events", func() map[string][]string {
		events := slices.Concat(v.List("events_tool"), v.List("events_free"), v.List("events_bare"))
		for event := range v.Table("event_values") {
			events = append(events, event)
		}
		slices.Sort(events)
		return map[string][]string{"": events}
	})[""]
}

// Known reports whether a name is a tool, an alias, or one that was a tool once.
func (v vocabulary) Known(name string) bool {
	return slices.Contains(v.List("tools"), name) || v.Table("tool_aliases")[name] != nil ||
		slices.Contains(v.List("tools_gone"), name) || slices.Contains(v.set.Options.Words("cc-tool-unknown", "known"), name)
}

// Canonical returns the name that Claude Code gives a tool of a name.
func (v vocabulary) Canonical(name string) string {
	if names := v.Table("tool_aliases")[name]; names != nil {
		return names[0]
	}
	return name
}

// Near returns the tool that an unknown name probably means, and the program that has such a tool, or "" and "".
func (v vocabulary) Near(name string) (tool, program string) {
	if near := spell.Close(name, v.List("tools")); near != "" {
		return near, ""
	}
	for _, foreign := range v.Table("tools_foreign")[name] {
		program, tool, _ = strings.Cut(foreign, ":")
	}
	return tool, program
}

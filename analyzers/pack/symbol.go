package pack

import "github.com/nplint/nplint/analyzers/document"

// Symbols is what a pack knows by name in the projects of a run: tasks, requirements, agents. It is plain data, so
// that a front end finds definitions and references, and renames, alike for any pack.
type Symbols struct {
	Symbols []Symbol
}

// Symbol is something that has a name by which other places mean it.
type Symbol struct {
	ID     string // as people write it in full: "M001-S001-T0001", "SC-2", "np-planner"
	Name   string // the end of ID that is its own, which a rename changes: "T0001"
	Kind   string // what it is, in a word: "task", "criterion", "agent"
	Root   string // of its project, relative to the run's base
	Scope  string // the id of what it belongs to, within which its own id is the only one; "" is the project
	Title  string
	Labels []Label // what else is known of it: status, tier, wave

	Defined  []Mention // the places that say what it is, the main one first
	Mentions []Mention // all other places that mean it, by path and place
	Files    []Named   // files and directories that are named after it

	Form string // a regular expression of a Name, which matches all of it
	Like string // a Name of this form
	// Taken is names that mean something else already, besides those of its kind: what the framework brings along.
	Taken []string
	// Numbers says which number a new Name may have; nil is any.
	Numbers *Numbers
	Held    string // why it may not be renamed now; "" if it may
}

// Numbers is limits of the number in a name. A number may have parts, as 2.1 has; "" is no limit.
type Numbers struct {
	Only         string // the one that its place asks for
	Above, Below string // those that it must lie between
	Why          string // what would go wrong, as a sentence without its stop
}

// Mention is a place in a file where a symbol is meant.
type Mention struct {
	Path string        // relative to the run's base
	Span document.Span // of what stands there for the symbol: of a task all of M001-S001-T0001
	// Own is what a rename replaces in it: T0001 of M001-S001-T0001. It is empty where the symbol is meant and its
	// name does not stand there.
	Own document.Span
	// Digits is how many digits the number of the name has here at least, where nothing but that number stands for
	// the name; 0 is that the name stands here.
	Digits int
	// Within says that this is a part of what stands for another symbol: M001 of M001-S001. It is renamed, but who
	// looks there for a symbol means the other.
	Within bool
	Around document.Span // of a definition: all that is said of the symbol there; else empty
}

// Named is a file or directory that has the name of a symbol in its own.
type Named struct {
	Path   string        // relative to the run's base
	Own    document.Span // what a rename replaces in the last part of Path
	Digits int           // as of Mention
}

package reporters

import "github.com/nplint/nplint/internal/inert"

// Visible returns s with everything spelled out, as \x1b, \u202e or \xff, that a terminal would act on, that reorders
// or hides the text around it, or that is no text at all: control and format characters, line separators, bytes that
// are not UTF-8. The same befalls what begins a command to the runner of a pipeline, which obeys what it reads there:
// see Inert. The characters of keep stay as they are. The result fits on one line unless keep holds a line end.
func Visible(s, keep string) string { return inert.Visible(s, keep) }

// Inert returns s with what begins a command to the runner of a pipeline spelled out, and everything else as it is: two
// colons at the start of a line, which may be behind blanks (GitHub), and ##[, ##vso[ or ##teamcity[ anywhere (GitHub,
// Azure, TeamCity).
func Inert(s string) string { return inert.Inert(s) }

package layout

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// streamName is what GSD takes for the name of a workstream.
var streamName = memo.Regexp(`^[a-zA-Z0-9][a-zA-Z0-9._-]*$`)

// workstream reports a name of the workstream under way that leads to none.
func (j *judge) workstream() {
	text := j.Doc.Content()
	name := strings.TrimSpace(text)
	if j.p.Standalone || name == "" { // that is told of any file
		return
	}
	streams := j.p.Dir + "workstreams"
	valid := streamName().MatchString(name) && !strings.Contains(name, "..")
	if valid && j.p.Files.Look(j.p.Root, streams+"/"+name) == document.Dir {
		return
	}
	start, end := document.Trim(text, 0, len(text))
	f := document.Finding{Rule: "gsd-workstream-active", Span: document.Span{Start: start, End: end}, At: "body"}
	follows := "so every command works in " + j.p.Dir + " itself, and says nothing"
	switch names, _ := j.p.Files.List(j.p.Root, streams); {
	case !valid:
		f.Message = fmt.Sprintf("%s is no name of a workstream (letters, digits, `.`, `_` and `-`), %s; write the name of one",
			document.Quote(name), follows)
	default:
		f.Message = fmt.Sprintf("there is no workstream %s, %s", document.Quote(name), follows)
		if near := spell.Close(name, names); near != "" {
			f.Message += "; did you mean " + near + "?"
			f.Fixes = document.Replace("write "+near, f.Span, near)
		} else {
			f.Message += "; name one that is there, or delete the file"
		}
	}
	j.Report(f)
}

package key

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgePaths reports paths of a rule or skill of a project that no file can match: what stands in front of their first
// asterisk is not there. Of a list for several projects it is enough that one can.
func judgePaths(r *model.Reporter) {
	if r.Standalone || !strings.Contains("/"+r.Doc.Path, "/.claude/") {
		return
	}
	texts := slices.DeleteFunc(notation.Lists(r.Front().Get("paths")), func(n *document.Node) bool { return judgeGlobs(r, n) })
	absent := map[*document.Node][]string{}
	var files []string
	var s search
	for _, n := range texts {
		absent[n] = leads(r, n, &s)
		for _, front := range absent[n] {
			files = append(files, path.Join(notation.Project(r.Doc.Path), front))
		}
	}
	lost, ignored := map[*document.Node]string{}, r.Ignored(files)
	isIgnored := func(front string) bool { return ignored[path.Join(notation.Project(r.Doc.Path), front)] }
	for n, fronts := range absent {
		if len(fronts) > 0 && !slices.ContainsFunc(fronts, isIgnored) {
			lost[n] = fronts[len(fronts)-1]
		}
	}
	var gone gather.Alike
	hasWork := sync.OnceValue(func() bool { return slices.ContainsFunc(r.Names(notation.Project(r.Doc.Path)), isWork) })
	for _, n := range texts {
		fixed, near := lost[n], ""
		if fixed == "" {
			continue
		}
		if parent, base := path.Split(fixed); r.Exists(path.Join(notation.Project(r.Doc.Path), parent)) {
			near = s.near.Close(base, r.Names(path.Join(notation.Project(r.Doc.Path), parent)))
		}
		if near == "" && (len(lost) < len(texts) || !hasWork()) {
			continue
		}
		f := document.Finding{Rule: "cc-rule-paths", Span: n.Span, At: "frontmatter.paths",
			Message: fmt.Sprintf("there is no %s in the project, so nothing matches %s and it never comes in", fixed,
				document.Quote(n.Text))}
		if near != "" {
			f.Message += "; did you mean " + near + "?"
			if span, found := document.Find(r.Doc, n.Span, fixed); found {
				span.Start = span.End - len(path.Base(fixed))
				f.Fixes = model.Mend(span, path.Base(fixed), near, near)
			}
			r.Report(f)
			continue
		}
		f.Message += "; name a directory that is there"
		gone.Add(f)
	}
	gone.Report(r, "other path", "")
}

// bare is what a repository has at its root whose directory .claude is for others to copy.
var bare = memo.Regexp(`(?i)^(?:\..*|docs?|licen[cs]e|install\.sh|.*\.(?:md|txt))$`)

// isWork reports whether a name at the root of a project is that of something to work on.
func isWork(name string) bool { return !bare().MatchString(name) }

// unclosed reports a brace or bracket, by what stands in a glob from it on and the message about that.
func unclosed(r *model.Reporter, n *document.Node, rest, message string) {
	f := document.Finding{Rule: "cc-rule-paths", Span: n.Span, At: "frontmatter.paths",
		Message: fmt.Sprintf(message, document.Quote(rest))}
	if at, found := document.Find(r.Doc, n.Span, rest); found {
		f.Span = document.Span{Start: at.Start, End: at.Start + 1}
	}
	r.Report(f)
}

// judgeGlobs reports globs of a form that matches nothing, and tells whether there are such.
func judgeGlobs(r *model.Reporter, n *document.Node) bool {
	if open := openBrace(n.Text); open >= 0 {
		unclosed(r, n, n.Text[open:], "the brace of %s is never closed, so it stands for itself: nothing matches but names that have "+
			"it; close it")
		return true
	}
	for _, glob := range strings.Split(n.Text, ",") {
		glob = strings.TrimSpace(glob)
		f := document.Finding{Rule: "cc-rule-paths", Span: n.Span, At: "frontmatter.paths"}
		if open := notation.OpenBracket(glob); open >= 0 {
			unclosed(r, n, glob[open:], "the bracket of %s is never closed, so nothing matches, not even a name that has it; close "+
				"it, or write `?` for it")
			return true
		}
		project := notation.Project(r.Doc.Path)
		exists := func(file string) bool { return r.Exists(path.Join(project, file)) }
		if file, meant := notation.Bracketed(strings.TrimPrefix(glob, "/"), exists); file != "" {
			f.Message = fmt.Sprintf("brackets stand for one of the characters in them, so %s does not match %s, which is there; write %s",
				document.Quote(glob), file, meant)
			f.Fixes = document.Replace("write "+meant, n.Span, n.Requote(strings.Replace(n.Text, glob, meant, 1)))
			r.Report(f)
			return true
		}
		rest, isDotted := strings.CutPrefix(glob, "./")
		why := "starts with `./`, and paths of files are matched against it without that"
		switch {
		case isDotted && rest != "":
			f.Fixes = document.Replace("take ./ out", n.Span, n.Requote(strings.Replace(n.Text, glob, rest, 1)))
		case strings.HasPrefix(glob, "../"):
			why = "leads out of the project, and files outside of it are not looked at"
		case strings.HasPrefix(glob, "~/"):
			why = "starts with `~`, and globs are relative to the project"
		case strings.Contains(glob, `\`) && !strings.Contains(glob, "/"):
			why = "has backslashes, and paths have slashes for it"
		default:
			continue
		}
		f.Message = fmt.Sprintf("%s %s, so nothing matches it and it never comes in; write a glob such as src/**/*.ts",
			document.Quote(glob), why)
		r.Report(f)
		return true
	}
	return false
}

// openBrace returns where the last brace stands that is opened in paths and never closed, or -1.
func openBrace(text string) int {
	var open []int
	for i, c := range text {
		switch {
		case c == '{':
			open = append(open, i)
		case c == '}' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[len(open)-1]
}

// leads returns what stands in front of the first asterisk of paths, of which there may be several behind commas: nothing if
// one of them begins with something that is there or may be anything.
func leads(r *model.Reporter, n *document.Node, s *search) (fronts []string) {
	for _, glob := range strings.Split(n.Text, ",") {
		glob = strings.TrimPrefix(strings.TrimSpace(glob), "./")
		// Claude Code takes the asterisks off, and a glob without a slash is about all of that name, wherever they are.
		isLoose := !strings.Contains(strings.TrimSuffix(strings.TrimSuffix(glob, "/**"), "/"), "/")
		glob = strings.TrimPrefix(glob, "/")
		front := glob
		if i := strings.IndexAny(glob, "*?[{}!$<~"); i >= 0 {
			front = glob[:i]
			front = front[:strings.LastIndexByte(front, '/')+1]
		}
		front = strings.TrimSuffix(front, "/")
		if front == "" || strings.HasPrefix(front, "..") || s.isThere(r, front) ||
			isLoose && s.near.Close(front, r.Names(notation.Project(r.Doc.Path))) == "" {
			return nil
		}
		fronts = append(fronts, front)
	}
	return fronts
}

// mostAbove is how often it is looked above the project of a file whether a path is there.
const mostAbove = 1000

// search looks for the paths of a file within bounds.
type search struct {
	above int // looks above the project
	near  spell.Few
}

// isThere reports whether the project has a path, or may have it where no look is left. Paths of skills begin where the
// session does, which may be above.
func (s *search) isThere(r *model.Reporter, front string) bool {
	for dir := notation.Project(r.Doc.Path); ; dir = path.Dir(dir) {
		if r.Exists(path.Join(dir, front)) {
			return true
		}
		if r.Doc.Kind == "claude/rule" || dir == "." || dir == "" {
			return false
		}
		if s.above++; s.above > mostAbove {
			return true
		}
	}
}

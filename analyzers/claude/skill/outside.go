package skill

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
)

// judgeOutside reports links to files of the repository that lie outside of the plugin, which is copied without them.
func judgeOutside(r *model.Reporter) {
	if r.Standalone || !strings.Contains(r.Doc.Content(), "../") {
		return
	}
	dir := r.Copied(r.Doc.Path)
	if dir == "" {
		return
	}
	var out gather.Alike
	notation.TextWith(r.Doc, "../", func(l notation.Line) {
		_, plain := l.Codes()
		for _, m := range link().FindAllStringSubmatchIndex(plain, -1) {
			from, to := m[2], m[3]
			if plain[from] == '<' {
				from, to = from+1, to-1
			}
			file, _ := parted(plain[from:to])
			target := path.Join(path.Dir(r.Doc.Path), file)
			if !r.Exists(target) || inside(r, dir, file) {
				continue
			}
			out.Add(document.Finding{
				Rule: "cc-skill-link", Span: l.Span(from, to), At: "body", Lesser: true,
				Message: fmt.Sprintf("the link leads to %s, outside of the plugin in %s: only what is in there is copied when the "+
					"plugin is installed, so the model does not find the file; move it into the plugin, or put a symbolic "+
					"link to it there", target, dir),
			})
		}
	})
	out.Report(r, "other link", " of this text")
}

// inside reports whether a path leads to something in the plugin, from one of the directories it may be relative to.
func inside(r *model.Reporter, dir, file string) bool {
	return slices.ContainsFunc(from(r), func(start string) bool {
		target := path.Join(start, file)
		return strings.HasPrefix(target+"/", dir+"/") && r.Exists(target)
	})
}

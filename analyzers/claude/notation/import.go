package notation

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Import is `@path` in a text that Claude Code takes for an import.
type Import struct {
	Target string        // as written, without a `#…` at its end
	File   string        // relative to the run's base; "" for what lies outside of it
	Span   document.Span // of the target
}

var (
	importing = memo.Regexp(`(?:^|\s)@((?:[^\s\\]|\\ )+)`)
	startable = memo.Regexp(`^(?:\./|~/|/|[A-Za-z0-9._-])`)
)

// MaxDepth is how many imports may lead to a file that Claude Code still reads.
const MaxDepth = 4

// Imports returns the imports of a text outside of code spans, fences and comments.
func Imports(d *document.Document) (found []Import) {
	if d.Body == nil || !strings.Contains(d.Content(), "@") {
		return nil
	}
	TextWith(d, "@", func(l Line) {
		_, plain := l.Codes()
		for _, m := range importing().FindAllStringSubmatchIndex(plain, -1) {
			target, _, _ := strings.Cut(plain[m[2]:m[3]], "#")
			if !startable().MatchString(target) {
				continue
			}
			i := Import{Target: target, Span: l.Span(m[2], m[2]+len(target))}
			if target[0] != '~' && target[0] != '/' {
				i.File = path.Join(path.Dir(d.Path), strings.ReplaceAll(target, `\ `, " "))
			}
			if strings.HasPrefix(i.File, "../") {
				i.File = ""
			}
			found = append(found, i)
		}
	})
	return found
}

// PluginRoot returns the directory that a marketplace names for its plugins, as far as anybody writes one.
func PluginRoot(marketplace *document.Node) string {
	const longest = 200 // bytes of a path
	root := document.Text(marketplace.Get("metadata").Get("pluginRoot"))
	return root[:min(len(root), longest)]
}

package skill

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	rooted = memo.Regexp(`\$\{?CLAUDE_(SKILL_DIR|PLUGIN_ROOT)\}?["']?/([\w./-]*\w)`)
	// What stands before it is not all of the path, or one of several places.
	open = memo.Regexp(`^(?:[-."']*[<{*$[]|["'\x60)]*\s+or\b)`)
)

// judgeRoots judges paths behind the variables for the skill's and the plugin's directory, which stand in texts and
// commands.
func judgeRoots(r *model.Reporter) {
	if r.Standalone || !strings.Contains(r.Doc.Content(), "CLAUDE_") {
		return
	}
	plugin := r.PluginOf(r.Doc.Path)
	text := r.Doc.Content()
	told := map[string]bool{}
	for _, m := range rooted().FindAllStringSubmatchIndex(text, -1) {
		dir, file := path.Dir(r.Doc.Path), text[m[4]:m[5]]
		isSkill := text[m[2]:m[3]] == "SKILL_DIR"
		if !isSkill && plugin == nil || isSkill && !slices.Contains(model.Skills, r.Doc.Kind) || told[file] {
			continue
		}
		if !isSkill {
			dir = plugin.Dir
		}
		if r.Exists(path.Join(dir, file)) || isBegun(r, dir, file, text[m[4]:]) || filler().MatchString(file) ||
			open().MatchString(text[m[5]:]) || isGrant(r, m[4]) {
			continue
		}
		// A manual shows paths of plugins that are none of this one.
		near, isSure := beside(r, dir, file, true)
		if own := path.Join(path.Dir(r.Doc.Path), file); near == "" && r.IsFile(own) {
			near, isSure = strings.TrimPrefix(strings.TrimPrefix(own, plugin.Dir), "/"), true
		}
		top, _, _ := strings.Cut(file, "/")
		if !isSkill && near == "" && (!strings.Contains(file, "/") || !r.Exists(path.Join(dir, path.Dir(file))) &&
			spell.Close(top, r.Names(dir)) == "") {
			continue
		}
		if !isSure && (isShown(r, m[0]) || near == "" && gap().MatchString(text[m[4]-1:m[5]])) {
			continue
		}
		told[file] = true
		f := document.Finding{Rule: "cc-skill-link", Span: document.Span{Start: m[4], End: m[5]}, At: "body"}
		f.Message = fmt.Sprintf("there is no %s in %s, so what is called there fails", file, display(dir))
		if m[0] < r.Doc.Body.Span.Start {
			f.At = "frontmatter"
		}
		if near != "" {
			f.Message += fmt.Sprintf("; did you mean %s?", near)
			f.Fixes = model.Instead("write "+near, f.Span, near, isSure)
		}
		r.Missing(path.Join(dir, file), f)
	}
}

// isShown reports whether what begins at an offset of the text is an example: in a fence of another kind of file, or behind
// words that say so.
func isShown(r *model.Reporter, at int) bool {
	if h := r.Doc.Body.HiddenAt(at); h != nil && h.Kind == document.Fence {
		info, _, _ := strings.Cut(strings.ToLower(h.Info), " ")
		return slices.Contains([]string{"json", "jsonc", "yaml", "yml", "toml", "md", "markdown"}, info)
	}
	const before = 200 // bytes
	said := r.Doc.Content()[max(0, at-before):at]
	return mused().MatchString(said[strings.LastIndexByte(said, '\n')+1:])
}

// isGrant reports whether a place lies in a list of tools that need no asking: such a rule calls nothing.
func isGrant(r *model.Reporter, at int) bool {
	n := r.Front().Get("allowed-tools")
	return n != nil && n.Span.Start <= at && at < n.Span.End
}

func display(dir string) string {
	if path.Clean(dir) == "." {
		return "the plugin"
	}
	return dir
}

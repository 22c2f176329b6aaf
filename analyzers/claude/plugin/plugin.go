// Package plugin judges manifests of plugins and marketplaces: whether what they name is there, and whether what is
// there is named.
package plugin

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges manifests.
var Analyzer = &analysis.Analyzer{
	Name:     "claudeplugin",
	Doc:      "hold manifests of plugins and marketplaces against their directories",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each([]string{"claude/plugin"}, judge)
		t.Each([]string{"claude/marketplace"}, judgeMarketplace)
		t.Each([]string{"claude/plugin", "claude/lsp", "claude/monitors"}, judgeProcesses)
		t.Each([]string{"claude/plugin", "claude/mcp", "claude/hooks", "claude/lsp", "claude/monitors"}, judgeOptions)
		t.Each(slices.Concat(model.Skills, []string{"claude/plugin-agent", "claude/plugin-command"}), judgeTextOptions)
		return nil, nil
	},
}

var (
	kebab   = memo.Regexp(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)
	version = memo.Regexp(`^v?(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)$`)
)

func judge(r *model.Reporter) {
	root := r.Doc.Map()
	if root == nil {
		return
	}
	judgeForm(r, root)
	judgeReserved(r, root.Get("name"), "$.name")
	r.NearKeys(root, "claude/plugin", "cc-plugin-manifest")
	if r.Standalone {
		return
	}
	dir := notation.Base(path.Dir(path.Dir(r.Doc.Path)))
	named := judgePaths(r, root, dir, "$")
	judgeDefaults(r, root, dir)
	judgeChannels(r, root)
	judgeChoices(r, root)
	judgeDependencies(r, root.Get("dependencies"), document.Text(root.Get("name")), "$.dependencies")
	inside := path.Dir(r.Doc.Path)
	var lost gather.Alike
	for _, name := range r.Names(inside) {
		if slices.Contains([]string{"agents", "commands", "skills", "hooks", "output-styles"}, name) &&
			len(r.Names(path.Join(inside, name))) > 0 && !slices.ContainsFunc(named, func(file string) bool {
			return file == path.Join(inside, name) || strings.HasPrefix(file, path.Join(inside, name)+"/")
		}) {
			lost.Add(document.Finding{Rule: "cc-plugin-place", Span: r.Doc.FirstLine(), At: "$",
				Message: fmt.Sprintf("%s/%s is not read: parts of a plugin stand beside .claude-plugin, not in it; move it up", inside, name)})
		}
	}
	lost.Report(r, "other directory", " there")
	judgeFlat(r, path.Join("./", dir, "skills"))
	judgePlaces(r, dir)
	judgeVersion(r, root, dir)
}

// judgeFlat reports files among the skills of a plugin that look like skills and have no directory of their own.
func judgeFlat(r *model.Reporter, dir string) {
	var flat gather.Alike
	if r.Exists(path.Join(dir, "SKILL.md")) {
		return
	}
	for _, name := range r.Names(dir) {
		file, own := path.Join(dir, name), path.Join(dir, strings.TrimSuffix(name, ".md"), "SKILL.md")
		if path.Ext(name) != ".md" || notation.IsIndex(name) || r.Facts().IsNamed(file) || r.IsFile(own) {
			continue
		}
		if text, err := r.Files.Read("", file); err == nil && notation.Described(string(text)) {
			flat.Add(document.Finding{Rule: "cc-plugin-place", Span: r.Doc.FirstLine(), At: "$", Lesser: true,
				Message: fmt.Sprintf("%s is not read: Claude Code takes directories with a SKILL.md for skills; move it to %s", file, own)})
		}
	}
	flat.Report(r, "other file", " there")
}

// judgePlaces reports parts of a plugin under names that are near those that Claude Code reads, and that nothing names.
// Plugins of several programs have files of others.
func judgePlaces(r *model.Reporter, dir string) {
	names := r.Names(path.Join("./", dir))
	if slices.ContainsFunc(names, func(n string) bool {
		return n != ".claude-plugin" && (strings.HasSuffix(n, "-plugin") && n[0] == '.' || n == "gemini-extension.json")
	}) {
		return
	}
	text := r.Doc.Content()
	places := r.Table("plugin_places")
	for _, name := range slices.Sorted(maps.Keys(places)) {
		meant, file := places[name], path.Join(dir, name)
		if !r.Exists(file) || r.Exists(path.Join(dir, meant[0])) || strings.Contains(text, "/"+name) ||
			path.Ext(name) == "" && len(components(r, file, nil)) == 0 {
			continue
		}
		what := "rename it"
		if path.Join(path.Base(dir), name) == meant[0] {
			what = "move .claude-plugin one directory up"
		}
		r.Reportf("cc-plugin-place", r.Doc.FirstLine(), "$", "%s is not read: Claude Code looks for %s, so nothing in it is loaded; "+
			"%s", file, path.Join(dir, meant[0]), what)
	}
}

func judgeForm(r *model.Reporter, root *document.Node) {
	lesser := func(n *document.Node, key, message string) {
		r.Report(document.Finding{Rule: "cc-plugin-manifest", Span: n.Span, At: "$." + key, Lesser: true, Message: message})
	}
	if n := root.Get("version"); document.Text(n) != "" && !version().MatchString(n.Text) {
		lesser(n, "version", document.Show(n)+" is no semantic version, so nobody can tell which of two is newer; write "+
			"three numbers, such as 1.2.0")
	}
	if n := root.Get("name"); document.Text(n) != "" && !kebab().MatchString(n.Text) &&
		!strings.ContainsAny(n.Text, " \t\n") {
		lesser(n, "name", document.Show(n)+" is not in kebab-case, which marketplaces want of a plugin's name; write "+
			"lower-case words with hyphens")
	}
}

// judgePaths judges the paths in a manifest, or in an entry of a marketplace, of the plugin in a directory, and returns
// where they lead.
func judgePaths(r *model.Reporter, root *document.Node, dir, at string) (named []string) {
	for _, key := range []string{"commands", "agents", "skills", "hooks", "mcpServers", "lspServers", "outputStyles",
		"themes", "workflows", "monitors"} {
		var alike gather.Alike // those of the key that are written alike
		for _, n := range model.PathsIn(root, key) {
			named = append(named, path.Join(dir, n.Text))
			f, isForm := judgePath(r, n, dir, key)
			switch f.At = at + "." + key; {
			case f.Message == "":
			case !isForm:
				r.Report(f)
			default:
				alike.Add(f)
			}
		}
		alike.Report(r, "other path", "")
	}
	return named
}

// fromRoot returns the path from the root of a plugin, or of a marketplace, to what a path with `..` leads to inside of it:
// from there, or from .claude-plugin, where the manifest lies; "" if there is nothing.
func fromRoot(r *model.Reporter, dir, text string) string {
	for _, from := range []string{"", ".claude-plugin"} {
		inside := path.Join(from, text)
		if inside != "." && !strings.HasPrefix(inside+"/", "../") && r.Exists(path.Join(dir, inside)) {
			if strings.HasSuffix(text, "/") {
				inside += "/"
			}
			return "./" + inside
		}
	}
	return ""
}

// judgePath judges a path of a manifest, and tells whether it is its form that is wrong.
func judgePath(r *model.Reporter, n *document.Node, dir, key string) (f document.Finding, isForm bool) {
	f = document.Finding{Rule: "cc-plugin-path", Span: n.Span}
	file := path.Join(dir, n.Text)
	dotted := "./" + strings.TrimLeft(strings.TrimPrefix(n.Text, "./"), "/")
	switch {
	case strings.Contains(n.Text, "://"):
	case slices.Contains(strings.Split(n.Text, "/"), ".."):
		f.Message = fmt.Sprintf("the path %q holds `..`, and Claude Code refuses ", n.Text)
		if inside := fromRoot(r, dir, n.Text); inside != "" {
			f.Message += fmt.Sprintf("every such path; paths begin at the root of the plugin: write %q", inside)
			f.Fixes = document.Replace("write "+inside, n.Span, document.JSONString(inside))
			break
		}
		f.Message += "what lies outside of the plugin; move it in"
	case key == "skills" && r.IsFile(file):
		f.Message = fmt.Sprintf("the path %q is a file, and Claude Code takes directories with a SKILL.md, so it loads nothing from "+
			"there, and `claude plugin validate` refuses the manifest; ", n.Text)
		if isForm = true; path.Base(file) != "SKILL.md" {
			f.Message += fmt.Sprintf("move it to %q and name that directory", strings.TrimSuffix(dotted, path.Ext(file))+"/SKILL.md")
			break
		}
		above := strings.TrimSuffix(path.Dir(dotted), ".")
		if !strings.HasPrefix(above, "./") {
			above = "./" + above
		}
		f.Message += fmt.Sprintf("write %q", above)
		f.Fixes = document.Replace("name the directory", n.Span, document.JSONString(above))
	case key == "agents" && !strings.HasSuffix(n.Text, ".md") && !strings.HasSuffix(existing(r, dir, key, dotted), ".md"):
		f.Message = fmt.Sprintf("`agents` takes files that end in .md, and %q is none, so Claude Code refuses the "+
			"manifest; list the files", n.Text)
		if file == path.Join(dir, "agents") {
			f.Message += ", or take the key out, for agents/ is read without it"
		}
	case !strings.HasPrefix(n.Text, "./"):
		f.Message = fmt.Sprintf("the path %q does not start with `./`, so Claude Code refuses it", n.Text)
		if dotted = existing(r, dir, key, dotted); dotted == "" {
			f.Message += ", and there is nothing at it; write a path from the plugin's directory"
			break
		}
		f.Message += fmt.Sprintf("; write %q", dotted)
		f.Fixes, isForm = document.Replace("start it with ./", n.Span, document.JSONString(dotted)), true
	case !r.Exists(file):
		f.Message = fmt.Sprintf("there is no %s, so what the manifest names there is not loaded", file)
		if near, isSure := model.NearFile(r, path.Dir(file), path.Base(file)); near != "" {
			near = strings.TrimSuffix(n.Text, path.Base(n.Text)) + near
			f.Message += fmt.Sprintf("; did you mean %q?", near)
			f.Fixes = model.Instead("write "+near, n.Span, document.JSONString(near), isSure)
		}
	}
	return f, isForm
}

// existing returns the path of a manifest that is there: as it stands, or from the directory that its key has parts in.
func existing(r *model.Reporter, dir, key, file string) string {
	parts := defaults[key]
	if key == "skills" {
		parts = key
	}
	below := "./" + path.Join(parts, file)
	for _, p := range []string{file, below, below + ".md"} {
		if r.Exists(path.Join(dir, p)) {
			return p
		}
	}
	return ""
}

// defaults is the directories that are not read where the manifest names others.
var defaults = map[string]string{"commands": "commands", "agents": "agents", "outputStyles": "output-styles",
	"themes": "themes", "workflows": "workflows"}

// judgeDefaults reports parts of a plugin that are not loaded since the manifest lists others.
func judgeDefaults(r *model.Reporter, root *document.Node, dir string) {
	for _, key := range []string{"commands", "agents", "outputStyles", "themes", "workflows"} {
		nodes := model.PathsIn(root, key)
		if len(nodes) == 0 {
			continue
		}
		listed := map[string]bool{}
		dirs := map[string]bool{path.Join(dir, defaults[key]): true}
		around := map[string]bool{} // the directories of those that are listed
		wrong := func(n *document.Node) bool {
			return !strings.HasPrefix(n.Text, "./") || !r.Exists(path.Join(dir, n.Text))
		}
		if slices.ContainsFunc(nodes, wrong) {
			continue // cc-plugin-path says so, and what is left out is a part of it
		}
		for _, n := range nodes {
			file := path.Join(dir, n.Text)
			listed[file] = true
			above := path.Dir(file)
			if around[above] = true; strings.HasSuffix(file, ".md") && above != path.Clean("./"+dir) {
				dirs[above] = true
			}
		}
		var lost []string
		for d := range dirs {
			lost = append(lost, components(r, d, listed)...)
		}
		slices.Sort(lost)
		if lost = slices.Compact(lost); len(lost) == 0 {
			continue
		}
		p := root.Pair(key)
		f := document.Finding{Rule: "cc-plugin-default-dir", Span: p.KeySpan, At: "$." + key}
		f.Message = fmt.Sprintf("the manifest names its %s, so Claude Code loads no others, and %s %s left out; add what "+
			"is meant to be loaded", key,
			document.AllOf(lost[:min(len(lost), 5)]), map[bool]string{true: "is", false: "are"}[len(lost) == 1])
		if list := p.Value; len(list.Items) > 0 {
			last := list.Items[len(list.Items)-1].Span.End
			text := ""
			for _, file := range lost {
				text += `, "./` + strings.TrimPrefix(strings.TrimPrefix(file, dir), "/") + `"`
			}
			f.Fixes = document.Replace("add to the list", document.Span{Start: last, End: last}, text)
			f.Fixes[0].Unsafe = !slices.ContainsFunc(lost, func(file string) bool { // or none of these may be meant
				for file = path.Dir(file); file != "." && !around[file]; {
					file = path.Dir(file)
				}
				return file != "."
			})
		}
		r.Report(f)
	}
}

// maxDirs bounds in how many directories parts of a plugin are looked for: links may give one very many names.
const maxDirs = 1000

// components returns the files in a directory that look like parts of a plugin and that neither are listed nor lie in a
// directory that is.
func components(r *model.Reporter, dir string, listed map[string]bool) (lost []string) {
	dirs := []string{dir}
	for i := 0; i < min(len(dirs), maxDirs); i++ {
		for _, name := range r.Names(dirs[i]) {
			file, covered := path.Join(dirs[i], name), false
			isDir := r.Files.Look("", file) == document.Dir
			for at := file; !covered; at = path.Dir(at) {
				covered = listed[at] || isDir && at != file && slices.Equal(r.Names(at), r.Names(file)) // a link leads back
				if at == "." {
					break
				}
			}
			switch {
			case covered:
			case isDir:
				dirs = append(dirs, file)
			case path.Ext(name) == ".md":
				if text, err := r.Files.Read("", file); err == nil && notation.Described(string(text)) {
					lost = append(lost, file)
				}
			}
		}
	}
	return lost
}

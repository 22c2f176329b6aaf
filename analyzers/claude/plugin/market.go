package plugin

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// sources is the fields that each kind of source needs.
var sources = map[string][]string{"npm": {"package"}, "url": {"url"}, "github": {"repo"}, "git-subdir": {"url", "path"},
	"archive": {"url"}, "command": {"command"}}

// repository is how GitHub names one.
var repository = memo.Regexp(`^[A-Za-z0-9][\w-]*/[A-Za-z0-9][\w.-]*$`)

var sha = memo.Regexp(`^[0-9a-f]{40}$`)

func judgeMarketplace(r *model.Reporter) {
	root := r.Doc.Map()
	if root == nil {
		return
	}
	r.NearKeys(root, "claude/marketplace", "cc-marketplace-entry")
	judgeMarketName(r, root.Get("name"), root.Get("owner"))
	const most = 500 // dependencies that are looked for
	depending := 0
	var dirs []string
	lost := map[string][]document.Finding{} // entries whose source is no good, by what is wrong with it
	isWhole := true                         // each path leads somewhere
	named := map[string]*document.Node{}    // the first entry of each name
	for _, entry := range slices.Backward(document.Items(root.Get("plugins"))) {
		if name := document.Text(entry.Get("name")); name != "" {
			named[name] = entry
		}
	}
	for i, entry := range document.Items(root.Get("plugins")) {
		at := document.Index("$.plugins", i)
		if entry.Type != document.Map {
			continue
		}
		name := entry.Get("name")
		if first := named[document.Text(name)]; first != nil && first != entry {
			r.Report(document.Finding{
				Rule: "cc-marketplace-entry", Span: name.Span, At: at + ".name",
				Message: fmt.Sprintf("there are two entries named %q: only one of the plugins can be installed, and `claude plugin "+
					"validate` refuses the marketplace; rename one of them", name.Text),
				Related: []document.Related{{Span: first.Get("name").Span, Message: "it is here first"}},
			})
		}
		if dir, ok := judgeSource(r, root, entry, at, lost); ok && !r.Standalone {
			dirs = append(dirs, dir)
			judgeEntry(r, root, entry, dir, at, named)
			judgePaths(r, entry, dir, at)
			if depending += len(document.Items(entry.Get("dependencies"))); depending <= most {
				judgeDependencies(r, entry.Get("dependencies"), document.Text(name), at+".dependencies")
			}
		} else if inner := document.Text(entry.Get("source").Get("path")); inner != "" {
			dirs = append(dirs, path.Join(notation.Base(path.Dir(path.Dir(r.Doc.Path))), inner)) // it may be that of this repository
		} else if entry.Get("source") == nil || entry.Get("source").Type != document.Map {
			isWhole = false
		}
		if dir := path.Join(notation.Base(path.Dir(path.Dir(r.Doc.Path))), document.Text(entry.Get("source"))); !r.IsFile(
			path.Join(dir, ".claude-plugin/plugin.json")) {
			judgeReserved(r, name, at+".name")
		}
	}
	for _, why := range slices.Sorted(maps.Keys(lost)) {
		var alike gather.Alike
		for _, f := range lost[why] {
			if len(lost[why]) > wall { // what they lie in was moved, or whoever wrote them takes another form for the right one
				alike.Add(f)
			} else {
				r.Report(f)
			}
		}
		alike.Report(r, "other entry", "")
	}
	judgeRenames(r, root, named)
	if !r.Standalone {
		judgeRoots(r, root)
	}
	if isWhole && !r.Standalone {
		judgeUnlisted(r, root, dirs)
	}
}

// wall is how many entries whose sources have one thing wrong are told one by one.
const wall = 5

// judgeSource judges where an entry leads, and returns the directory in this repository that it leads to. What many may
// have in common is added to lost.
func judgeSource(
	r *model.Reporter, root, entry *document.Node, at string, lost map[string][]document.Finding,
) (dir string, ok bool) {
	n := entry.Get("source")
	f := document.Finding{Rule: "cc-marketplace-source", At: at + ".source"}
	if n == nil {
		return "", false
	}
	f.Span = n.Span
	if n.Type == document.Map {
		judgeObject(r, n, f)
		return "", false
	}
	top, text, dir := notation.Base(path.Dir(path.Dir(r.Doc.Path))), document.Text(n), leads(r, root, n)
	pluginRoot := notation.PluginRoot(root)
	isPath, why := isDotted(text), ""
	object, kind := objectOf(text)
	switch {
	case text == "" || r.Standalone:
		return "", false
	case slices.Contains(strings.Split(text, "/"), ".."):
		f.Message = fmt.Sprintf("the source %q holds `..`, and Claude Code refuses what lies outside of the marketplace; "+
			"the plugin cannot be installed", text)
	case object != "" && !r.Exists(dir):
		why = "object"
		f.Message = fmt.Sprintf("the source %q is a text, which must be a path that starts with `./`, so Claude Code refuses it and "+
			"the plugin cannot be installed; for %s write %s", text, kind, object)
		f.Fixes = document.Guess("name it in an object", n.Span, object)
	case !isPath && (pluginRoot == "" || strings.Contains(text, "/")):
		why = "dot"
		f.Message = fmt.Sprintf("the source %q does not start with `./`, so Claude Code refuses it and the plugin cannot "+
			"be installed; write ", text)
		if strings.Contains(text, ":") { // which no directory of a plugin has
			f.Message += "a path, or an object such as { \"source\": \"github\", \"repo\": \"OWNER/NAME\" }"
			break
		}
		f.Message += document.JSONString("./" + text)
		f.Fixes = document.Replace("start it with ./", n.Span, document.JSONString("./"+text))
	}
	isStrict := entry.Get("strict")
	strict := isStrict == nil || isStrict.Type != document.Bool || isStrict.True
	switch {
	case f.Message != "":
	case !r.Exists(dir):
		why = "gone"
		f.Message = fmt.Sprintf("there is no %s, so the plugin cannot be installed", dir)
		if near, isSure := model.NearFile(r, path.Dir(dir), path.Base(dir)); near != "" {
			near = strings.TrimSuffix(text, path.Base(text)) + near
			f.Message += fmt.Sprintf("; did you mean %q?", near)
			f.Fixes = model.Instead("write "+near, n.Span, document.JSONString(near), isSure)
		} else if meant := "./" + path.Join(pluginRoot, text); isPath && pluginRoot != "" && r.Exists(path.Join(top, meant)) {
			why = "root"
			f.Message += fmt.Sprintf("; `metadata.pluginRoot` counts for names without `./` alone, so write %q", meant)
			f.Fixes = document.Replace("write "+meant, n.Span, document.JSONString(meant))
		} else if beside := path.Join(path.Dir(r.Doc.Path), text); isPath && r.Exists(beside) {
			meant := "./.claude-plugin/" + path.Clean(text)
			f.Message += fmt.Sprintf("; paths begin above .claude-plugin, so write %q", meant)
			f.Fixes = document.Guess("write "+meant, n.Span, document.JSONString(meant))
		}
	case strict && !r.IsFile(path.Join(dir, ".claude-plugin/plugin.json")) && !hasParts(r, entry, dir):
		f.Message = fmt.Sprintf("%s has neither a manifest .claude-plugin/plugin.json nor a directory of agents, commands, "+
			"skills or hooks, so the plugin has nothing in it", dir)
	default:
		return dir, true
	}
	if why == "" {
		r.Report(f)
	} else {
		lost[why] = append(lost[why], f)
	}
	return "", false
}

// address is how people write a repository of GitHub: by its name, or where it is.
var address = memo.Regexp(`^(?:(?:github|gh):|(?:https?://|git@)?(?:www\.)?github\.com[/:])?(.+?)(?:\.git)?/?$`)

// objectOf returns the source as an object that a text means which is no path, and what it is; or "".
func objectOf(text string) (object, kind string) {
	name, isPackage := strings.CutPrefix(text, "npm:")
	switch m := address().FindStringSubmatch(text); {
	case isPackage:
		return fmt.Sprintf(`{ "source": "npm", "package": %s }`, document.JSONString(name)), "a package of npm"
	case m != nil && repository().MatchString(m[1]):
		return fmt.Sprintf(`{ "source": "github", "repo": %s }`, document.JSONString(m[1])), "a repository on GitHub"
	case strings.Contains(text, "://") || strings.HasPrefix(text, "git@"):
		return fmt.Sprintf(`{ "source": "url", "url": %s }`, document.JSONString(text)), "a repository elsewhere"
	}
	return "", ""
}

func isDotted(source string) bool { return strings.HasPrefix(source, "./") || source == "." }

// leads returns the directory that a source leads to which is a text.
func leads(r *model.Reporter, root, source *document.Node) string {
	top, text := notation.Base(path.Dir(path.Dir(r.Doc.Path))), document.Text(source)
	if isDotted(text) {
		return path.Join(top, text)
	}
	return path.Join(top, notation.PluginRoot(root), text)
}

// judgeRenames reports former names of plugins that lead to none.
func judgeRenames(r *model.Reporter, root *document.Node, entries map[string]*document.Node) {
	renames, names := root.Get("renames"), slices.Sorted(maps.Keys(entries))
	for _, p := range document.Pairs(renames) {
		name := document.Text(p.Value)
		if name == "" || entries[name] != nil || renames.Has(name) && name != p.Key {
			continue
		}
		r.Report(document.Finding{Rule: "cc-marketplace-entry", Span: p.Value.Span, At: "$.renames." + p.Key,
			Lesser: true, Fixes: r.Meant(p.Value.Span, name, names),
			Message: fmt.Sprintf("no entry is named %q, so whoever has installed %q is not led to its new name, and `claude plugin "+
				"validate` refuses the marketplace%s", name, p.Key, spell.DidYouMean(name, names))})
	}
}

// judgeRoots reports manifests that lie beside the directory in which Claude Code looks for them.
func judgeRoots(r *model.Reporter, root *document.Node) {
	var beside gather.Alike
	names := map[string]string{} // what manifests that nothing reads call their plugins, by directory
	for i, entry := range document.Items(root.Get("plugins")) {
		source := entry.Get("source")
		dir := leads(r, root, source)
		if document.Text(source) == "" {
			continue
		}
		name, isRead := names[dir]
		if !isRead {
			name = nameBeside(r, dir)
			names[dir] = name
		}
		if name == "" || name != document.Text(entry.Get("name")) {
			continue
		}
		beside.Add(document.Finding{
			Rule: "cc-plugin-place", Span: source.Span, At: document.Index("$.plugins", i) + ".source", Lesser: true,
			Message: fmt.Sprintf("%s is not read: Claude Code looks for the manifest in %s, so the version and what else "+
				"stands there is lost; move it there", path.Join(dir, "plugin.json"), path.Join(dir, ".claude-plugin")),
		})
	}
	beside.Report(r, "other entry", "")
}

// nameBeside returns the name in the manifest of a directory that lies beside the place where Claude Code looks for it, or "".
func nameBeside(r *model.Reporter, dir string) string {
	text, err := r.Files.Read("", path.Join(dir, "plugin.json"))
	var manifest struct{ Name string }
	if err != nil || r.IsFile(path.Join(dir, ".claude-plugin/plugin.json")) || json.Unmarshal(text, &manifest) != nil {
		return ""
	}
	return manifest.Name
}

func hasParts(r *model.Reporter, entry *document.Node, dir string) bool {
	for _, part := range []string{"agents", "commands", "skills", "hooks", "output-styles", ".mcp.json", ".lsp.json",
		"SKILL.md", "themes", "workflows", "monitors"} {
		if r.Exists(path.Join(dir, part)) {
			return true
		}
	}
	return slices.ContainsFunc([]string{"agents", "commands", "skills", "hooks", "mcpServers", "lspServers",
		"outputStyles"}, entry.Has)
}

// stray returns the one text of a source that stands below a key which none has, or nil.
func stray(source *document.Node) (found *document.Pair) {
	known := []string{"source", "url", "repo", "path", "ref", "sha", "package", "version", "registry", "sha256", "command", "timeout", "mode"}
	for i, p := range source.Pairs {
		if p.Value.Type != document.String || slices.Contains(known, p.Key) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &source.Pairs[i]
	}
	return found
}

func judgeObject(r *model.Reporter, n *document.Node, f document.Finding) {
	kind := n.Get("source")
	fields, ok := sources[document.Text(kind)]
	i := slices.IndexFunc(fields, func(field string) bool { return document.Text(n.Get(field)) == "" })
	switch {
	case !ok:
		kinds := []string{"archive", "command", "git-subdir", "github", "npm", "url"}
		if kind != nil {
			f.Span = kind.Span
		}
		f.Message = fmt.Sprintf("there is no kind of source %s, so the plugin cannot be installed; write %s",
			document.Show(kind), document.OneOf(kinds))
	case i >= 0:
		f.Message = fmt.Sprintf("a source of the kind %s needs %q, so the plugin cannot be installed; add it", kind.Text,
			fields[i])
		if p := stray(n); p != nil && !n.Has(fields[i]) {
			f.Span = p.KeySpan
			f.Message = fmt.Sprintf("a source of the kind %s needs %q, and %q is no field of it, so the plugin cannot be installed; rename it",
				kind.Text, fields[i], p.Key)
			f.Fixes = document.Guess("write "+fields[i], p.KeySpan, document.JSONString(fields[i]))
		}
	case kind.Text == "github" && !notation.IsRepository(n.Get("repo").Text):
		repo := n.Get("repo")
		f.Span = repo.Span
		f.Message = fmt.Sprintf("`repo` is %s, and Claude Code takes OWNER/NAME alone, so the plugin cannot be installed",
			document.Show(repo))
		model.MendRepository(&f, repo, "url")
	case kind.Text != "archive" && notation.IsPage(document.Text(n.Get("url"))):
		f.Span = n.Get("url").Span
		f.Message = fmt.Sprintf("`url` is %s, a page that shows a directory, and git clones whole repositories alone, so the plugin "+
			"cannot be installed; write the address of the repository, and the directory into `path` of the kind git-subdir",
			document.Show(n.Get("url")))
	case n.Get("sha") != nil && !sha().MatchString(document.Text(n.Get("sha"))):
		f.Span = n.Get("sha").Span
		f.Message = "`sha` must be the whole name of a commit, 40 lower-case hexadecimal digits, or the plugin cannot be " +
			"installed"
	default:
		return
	}
	r.Report(f)
}

// judgeEntry holds an entry against the manifest that it leads to. An entry may be another name of a plugin that has
// one under its own: the old one, which installs it still.
func judgeEntry(r *model.Reporter, root, entry *document.Node, dir, at string, named map[string]*document.Node) {
	manifest := r.At(path.Join(dir, ".claude-plugin/plugin.json")).Map()
	if manifest == nil {
		return
	}
	if name, own := entry.Get("name"), document.Text(manifest.Get("name")); document.Text(name) != "" &&
		kebab().MatchString(own) && name.Text != own {
		f := document.Finding{
			Rule: "cc-marketplace-entry", Span: name.Span, At: at + ".name", Lesser: true,
			Message: fmt.Sprintf("the plugin in %s calls itself %q, and this entry %q, so it is not found under one of the "+
				"names; ", dir, own, name.Text),
		}
		switch other := named[own]; {
		case other == nil:
			f.Message += fmt.Sprintf("write %q", own)
			f.Fixes = document.Replace("write "+own, name.Span, document.JSONString(own))
			r.Report(f)
		case document.Text(other.Get("source")) == "" || leads(r, root, other.Get("source")) != dir:
			f.Message += "the other name is that of another entry, so write this one in its plugin.json"
			r.Report(f)
		}
	}
	judgeStrict(r, entry, dir, at)
	if p := entry.Pair("optionalDependencies"); p != nil && len(p.Value.Items) > 0 {
		r.Lesserf("cc-marketplace-entry", p.KeySpan, at+".optionalDependencies", "the plugin in %s has a plugin.json, and Claude Code takes "+
			"`optionalDependencies` from there alone, so these are ignored; move them there", dir)
	}
	if v, own := entry.Get("version"), document.Text(manifest.Get("version")); document.Text(v) != "" &&
		version().MatchString(own) && v.Text != own {
		r.Fixf("cc-version-drift", v.Span, at+".version",
			document.Replace("write "+own, v.Span, document.JSONString(own)),
			"the marketplace says version %s, and plugin.json of %s says %s, which is the one that counts: users see "+
				"the wrong version; write %s", v.Text, dir, own, own)
	}
}

// judgeStrict reports an entry that says what a plugin has and stands for its manifest, where it has one.
func judgeStrict(r *model.Reporter, entry *document.Node, dir, at string) {
	strict := entry.Pair("strict")
	if strict == nil || strict.Value.Type != document.Bool || strict.Value.True {
		return
	}
	for _, key := range []string{"commands", "agents", "skills", "hooks", "outputStyles", "themes"} {
		if n := entry.Get(key); n != nil && n.Type != document.Null {
			r.Reportf("cc-marketplace-entry", strict.KeySpan, at+".strict", "with `\"strict\": false` the entry says what the plugin "+
				"has (`%s`), and %s has a plugin.json as well: Claude Code takes the two for a conflict and does not load the plugin; "+
				"write true, or keep one of them", key, dir)
			return
		}
	}
}

// judgeUnlisted tells of plugins of the repository that no entry names.
func judgeUnlisted(r *model.Reporter, root *document.Node, dirs []string) {
	top := notation.Base(path.Dir(path.Dir(r.Doc.Path)))
	for _, p := range r.Facts().Plugins {
		if slices.Contains(dirs, path.Clean("./"+p.Dir)) || p.Dir == top || top != "" && !strings.HasPrefix(p.Dir, top+"/") {
			continue
		}
		if n := root.Pair("plugins"); n != nil {
			r.Report(document.Finding{
				Rule: "cc-marketplace-entry", Span: n.KeySpan, At: "$.plugins", Least: true,
				Message: fmt.Sprintf("no entry names the plugin in %s, so nobody can install it from here", p.Dir),
			})
		}
	}
}

var heading = memo.Regexp(`(?m)^#{1,3}\s+\[?v?(\d+\.\d+\.\d+[\w.+-]*)`)

// judgeVersion tells of versions of the same plugin that differ.
func judgeVersion(r *model.Reporter, root *document.Node, dir string) {
	n := root.Get("version")
	if document.Text(n) == "" {
		return
	}
	others := []string{".codex-plugin/plugin.json", ".cursor-plugin/plugin.json", "gemini-extension.json",
		"package.json", "CHANGELOG.md"}
	var differ []string
	for _, name := range others {
		text, err := r.Files.Read("", path.Join(dir, name))
		if err != nil {
			continue
		}
		var manifest struct{ Version, Name string }
		if m := heading().FindSubmatch(text); name == "CHANGELOG.md" && m != nil {
			manifest.Version = string(m[1])
		} else if json.Unmarshal(text, &manifest) != nil {
			continue
		}
		v := manifest.Version
		bare, _, _ := strings.Cut(v, "+") // what stands behind is of a build
		if v != "" && v != "0.0.0" && v != n.Text && bare != n.Text {
			differ = append(differ, name+" says "+v)
		}
	}
	if len(differ) > 0 {
		r.Report(document.Finding{
			Rule: "cc-version-drift", Span: n.Span, At: "$.version", Least: true,
			Message: fmt.Sprintf("plugin.json says version %s, and of the same plugin %s; make them equal", n.Text, document.AllOf(differ)),
		})
	}
}

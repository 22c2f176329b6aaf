package settings

import (
	"fmt"
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

// reads finds a variable that a value of the environment reads: all of it, or what people put before or behind
// their own.
var reads = memo.Regexp(`^\$(?:[A-Z][A-Z0-9_]*|\{[A-Za-z_]\w*(?::-[^{}]*)?\})$|` +
	`\$(?:PATH|HOME)\b|\$\{(?:PATH|HOME|CLAUDE_PROJECT_DIR)\}|` +
	`%(?:PATH|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|USERNAME|CLAUDE_PROJECT_DIR)%`)

// judgeEnvironment reports names of the environment that start as those that Claude Code reads, and are none of them, and
// values that are made texts that nobody means.
func judgeEnvironment(r *model.Reporter, env *document.Node) {
	known := r.List("environment")
	absent := slices.DeleteFunc(slices.Clone(known), env.Has)
	for _, p := range document.Pairs(env) {
		if text := map[document.Type]string{document.Map: "[object Object]", document.Null: "null"}[p.Value.Type]; text != "" {
			r.Reportf("cc-settings-key", p.Value.Span, "$.env."+p.Key, "variables hold texts, and Claude Code sets %s to %q; write a "+
				"text, or remove it", p.Key, text)
		}
		if name := reads().FindString(document.Text(p.Value)); name != "" {
			r.Lesserf("cc-settings-key", p.Value.Span, "$.env."+p.Key,
				"nothing is put in for %s in `env` of settings, so %s holds these letters; write the value itself, or remove "+
					"it and set it where Claude Code is started", name, p.Key)
		}
		if slices.Contains(known, p.Key) || !slices.ContainsFunc([]string{"BASH_", "MCP_", "MAX_", "ANTHROPIC_",
			"CLAUDE_CODE_"}, func(start string) bool { return strings.HasPrefix(p.Key, start) }) {
			continue
		}
		near := slices.DeleteFunc(slices.Clone(absent), func(k string) bool { return !alike(p.Key, k) })
		if len(near) == 0 {
			continue
		}
		f := document.Finding{
			Rule: "cc-settings-key", Span: p.KeySpan, At: "$.env." + p.Key,
			Message: fmt.Sprintf("%s reads no %s from the environment, so it changes nothing unless another program does; did "+
				"you mean %s?", r.Program(), p.Key, document.OneOf(near)),
		}
		if len(near) == 1 {
			f.Fixes = document.Guess("write "+near[0], p.KeySpan, `"`+near[0]+`"`)
		}
		r.Report(f)
	}
}

// alike reports whether two names of the environment differ by a slip, or by one word that only one of them has.
func alike(name, known string) bool {
	if name[:2] != known[:2] {
		return false
	}
	if spell.Close(name, []string{known}) != "" {
		return true
	}
	long, few := strings.Split(name, "_"), strings.Split(known, "_")
	if len(long) < len(few) {
		long, few = few, long
	}
	if len(long) != len(few)+1 || strings.HasPrefix(name, "MAX_") {
		return false
	}
	for i := range long {
		if slices.Equal(slices.Delete(slices.Clone(long), i, i+1), few) {
			return true
		}
	}
	return false
}

// judgeDefaults reports settings that Claude Code does not take from a plugin.
func judgeDefaults(r *model.Reporter) {
	root, at := r.Doc.Map(), "$"
	if r.Doc.Kind == "claude/plugin" {
		root, at = root.Get("settings"), "$.settings"
	}
	if root.Has("name") {
		return // a file of another program may be called so
	}
	judgeMain(r, root, at)
	var idle gather.Alike
	for _, p := range document.Pairs(root) {
		if slices.Contains([]string{"$schema", "agent", "subagentStatusLine"}, p.Key) ||
			!slices.Contains(r.Keys("claude/settings"), p.Key) {
			continue
		}
		idle.Add(document.Finding{Rule: "cc-settings-key", Span: p.KeySpan, At: at + "." + p.Key,
			Message: fmt.Sprintf("Claude Code takes `agent` and `subagentStatusLine` alone from the settings of a plugin, so %q "+
				"has no effect; tell the user to set it", p.Key)})
	}
	idle.Report(r, "other key", "")
}

// elsewhere tells by list where Claude Code takes settings from that it does not take from a repository.
var elsewhere = [...]struct{ list, from string }{
	{"settings_user", "from users, administrators and the command line alone, so it has no effect in a repository; leave it to " +
		"~/.claude/settings.json"},
	{"settings_managed", "from administrators alone (managed-settings.json), so it has no effect here; remove it"},
	{"settings_unshared", "from no settings that are checked in, so it has no effect here; put it into " +
		".claude/settings.local.json or ~/.claude/settings.json"},
}

// judgeElsewhere reports settings that Claude Code takes from other places than a repository.
func judgeElsewhere(r *model.Reporter, root *document.Node) {
	if isHome(r) {
		return
	}
	for _, e := range elsewhere {
		if e.list == "settings_unshared" && path.Base(r.Doc.Path) != "settings.json" {
			continue
		}
		for _, name := range r.List(e.list) {
			name, value, hasValue := strings.Cut(name, "=")
			n, rest := root, name
			for strings.Contains(rest, ".") {
				var first string
				first, rest, _ = strings.Cut(rest, ".")
				n = n.Get(first)
			}
			p := n.Pair(rest)
			if p == nil || p.Value.Type == document.Null || hasValue && document.Show(p.Value) != value && p.Value.Text != value {
				continue
			}
			span, what := p.KeySpan, fmt.Sprintf("%q", name)
			if hasValue {
				span, what = p.Value.Span, document.Show(p.Value)+" of "+what
			}
			r.Reportf("cc-settings-key", span, "$."+name, "Claude Code takes %s %s", what, e.from)
		}
	}
}

// isHome reports whether the settings are those of a user, kept in a repository of the files of a home directory.
func isHome(r *model.Reporter) bool {
	dir := notation.Project(r.Doc.Path)
	if dir != "" && len(r.Names(dir)) == 1 {
		return true // a package of files to be linked
	}
	return slices.ContainsFunc([]string{".bashrc", ".config", ".gitconfig", ".profile", ".tmux.conf", ".vimrc", ".zshrc"},
		func(name string) bool { return r.Exists(document.Join(dir, name)) })
}

// judgeMarket reports a plugin of a marketplace that nothing declares, where the name of one that is declared is near,
// or begins or ends with it, and tells whether it is so.
func judgeMarket(r *model.Reporter, root *document.Node, p document.Pair) bool {
	name, market, _ := strings.Cut(p.Key, "@")
	declared := document.Pairs(root.Get("extraKnownMarketplaces"))
	for _, other := range declared[:min(len(declared), 100)] {
		if market == "" || spell.Close(market, []string{other.Key}) == "" && !strings.HasPrefix(other.Key, market+"-") &&
			!strings.HasSuffix(other.Key, "-"+market) {
			continue
		}
		fixes := r.Meant(p.KeySpan, market, []string{other.Key})
		r.Fixf("cc-settings-plugin-ref", p.KeySpan, "$.enabledPlugins."+p.Key, fixes,
			"no marketplace %q is declared here, and %q is, so Claude Code skips the plugin unless the user knows one of that "+
				"name; did you mean %s@%s?", market, other.Key, name, other.Key)
		return true
	}
	return false
}

// judgeMarketSources looks for the marketplaces of the project that settings declare, and holds their names against the
// plugins that are enabled.
func judgeMarketSources(r *model.Reporter, root *document.Node) {
	isUsed := map[string]bool{} // marketplaces of plugins that are enabled
	for _, p := range document.Pairs(root.Get("enabledPlugins")) {
		if i := strings.LastIndexByte(p.Key, '@'); i >= 0 {
			isUsed[p.Key[i+1:]] = true
		}
	}
	for _, p := range document.Pairs(root.Get("extraKnownMarketplaces")) {
		source := p.Value.Get("source")
		n, kind, at := source.Get("path"), document.Text(source.Get("source")), "$.extraKnownMarketplaces."+p.Key
		if repo := source.Get("repo"); kind == "github" && document.Text(repo) != "" && !notation.IsRepository(repo.Text) {
			f := document.Finding{Rule: "cc-settings-plugin-ref", Span: repo.Span, At: at + ".source.repo"}
			f.Message = fmt.Sprintf("`repo` is %s, and Claude Code puts it behind github.com as OWNER/NAME, so it does not reach the "+
				"marketplace and skips its plugins", document.Show(repo))
			model.MendRepository(&f, repo, "git")
			r.Report(f)
		}
		if address := source.Get("url"); kind == "git" && notation.IsPage(document.Text(address)) {
			r.Reportf("cc-settings-plugin-ref", address.Span, at+".source.url", "`url` is %s, a page that shows a directory, and git "+
				"clones whole repositories alone, so Claude Code does not reach the marketplace and skips its plugins; write the "+
				"address of the repository", document.Show(address))
		}
		file := path.Join(notation.Project(r.Doc.Path), document.Text(n))
		isLocal := n != nil && !strings.HasPrefix(n.Text, "/") && !strings.HasPrefix(n.Text, "~") &&
			!strings.ContainsAny(n.Text, `$\`) && file != ".." && !strings.HasPrefix(file, "../")
		if !isLocal || kind != "directory" && kind != "file" {
			continue
		}
		if kind == "directory" {
			file = path.Join(file, ".claude-plugin/marketplace.json")
		}
		if !r.Exists(file) {
			r.Missing(file, document.Finding{Rule: "cc-settings-plugin-ref", Span: n.Span, At: at + ".source.path",
				Message: fmt.Sprintf("there is no %s, so Claude Code does not know the marketplace and skips its plugins, and tells the "+
					"debug log alone", file)})
			continue
		}
		name := document.Text(r.At(file).Map().Get("name"))
		if name == "" || name == p.Key || !isUsed[p.Key] {
			continue
		}
		r.Reportf("cc-settings-plugin-ref", p.KeySpan, at, "the marketplace in %s calls itself %q, and Claude Code knows it by "+
			"that name, so it skips the plugins of %q; write %q here and there", document.Text(n), name, p.Key, name)
	}
}

// judgePlans reports a directory of plans that is not in the project.
func judgePlans(r *model.Reporter, n *document.Node) {
	dir := path.Clean(document.Text(n))
	if dir != ".." && !strings.HasPrefix(dir, "../") {
		return
	}
	r.Reportf("cc-settings-key", n.Span, "$.plansDirectory", "%s leads out of the project, so Claude Code passes over it and keeps "+
		"plans in ~/.claude/plans; write a path below the project", document.Show(n))
}

// wholePath is how a pattern begins that a whole path may match.
var wholePath = memo.Regexp(`^(?:[/*?\[{(!+@]|[A-Za-z]:[/\\])`)

// judgeExcludes reports patterns for files of instructions that are relative: whole paths are held against them.
func judgeExcludes(r *model.Reporter, list *document.Node) {
	var alike gather.Alike
	for i, n := range document.Items(list) {
		text := strings.TrimPrefix(document.Text(n), "./")
		if text == "" || wholePath().MatchString(text) {
			continue
		}
		meant := "**/" + strings.TrimPrefix(text, "~/")
		alike.Add(document.Finding{Rule: "cc-settings-key", Span: n.Span, At: document.Index("$.claudeMdExcludes", i),
			Message: fmt.Sprintf("Claude Code holds the whole path of a file, from the root of the disk, against the pattern %q, so it "+
				"never matches and the file is read; write %q", n.Text, meant),
			Fixes: document.Guess("write "+meant, n.Span, document.JSONString(meant))})
	}
	alike.Report(r, "other pattern", "")
}

// judgeOff reports that hooks are switched off in the file of a repository that has some.
func judgeOff(r *model.Reporter, root *document.Node) {
	off := root.Pair("disableAllHooks")
	if off == nil || off.Value.Type != document.Bool || !off.Value.True || len(document.Pairs(root.Get("hooks"))) == 0 ||
		strings.HasSuffix(r.Doc.Path, ".local.json") {
		return
	}
	r.Reportf("cc-settings-key", off.KeySpan, "$.disableAllHooks", "with `disableAllHooks` none of the hooks of this file runs for "+
		"anybody, nor those of users and plugins, nor the status line; write it to settings.local.json to switch them off for yourself")
}

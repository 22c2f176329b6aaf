package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	runs     = memo.Regexp(`(?:^|[\s;&|(])(npm|pnpm|yarn|bun)\s+(run\s+)?([A-Za-z][\w:.-]*)`)
	makes    = memo.Regexp(`(?:^|[;&|]|\$ )\s*make\s+([A-Za-z][\w./-]*)`)
	place    = memo.Regexp(`^\x60+ (?:in|from|inside) (?:the )?\x60?((?:\.{1,2}/)*[\w.-]+/[\w./-]*)`)
	patterns = memo.Regexp(`(?:^|/)(?:templates?|examples?|boilerplates?)/`)
	target   = memo.Regexp(`(?m)^([A-Za-z0-9_./ -]+?)\s*::?(?:[^=]|$)`)
	builtins = memo.Regexp(`^(?:test|start|stop|restart)$`)
)

// judgeCommands looks for the scripts and targets that texts have the agent run.
func judgeCommands(r *model.Reporter) {
	dir, _, isInside := strings.Cut("/"+r.Doc.Path, "/.claude/")
	if patterns().MatchString(r.Doc.Path) {
		return // it is about the projects that are made of it
	}
	if dir = strings.TrimPrefix(dir, "/"); !isInside {
		dir = path.Dir(r.Doc.Path)
		if r.Doc.Kind != "claude/instructions" {
			return // a plugin, or a tree of skills, is not about the project that it lies in
		}
	}
	told, known := map[string]bool{}, map[string]*commands{} // by the directory that they are run in
	line := func(l notation.Line, dir string) {
		if strings.Contains(l.Text, "cd ") || strings.Contains(l.Text, " -C") || strings.Contains(l.Text, "--prefix") ||
			sample().MatchString(l.Text) ||
			strings.Contains(l.Text, "workspace") || strings.Contains(l.Text, "--filter") ||
			strings.Contains(l.Text, " -w ") || strings.Contains(l.Text, "--cwd") {
			return
		}
		read := known[dir]
		if read == nil {
			read = &commands{Reporter: r}
			known[dir] = read
		}
		for _, m := range runs().FindAllStringSubmatchIndex(l.Text, -1) {
			isRun := m[4] >= 0
			if !isRun && (l.Text[m[2]:m[3]] == "npm" && !builtins().MatchString(l.Text[m[6]:m[7]]) ||
				l.Text[m[2]:m[3]] == "bun") {
				continue
			}
			judgeScript(read, dir, l, m[6], m[7], isRun, told)
		}
		for _, m := range makes().FindAllStringSubmatchIndex(l.Text, -1) {
			judgeTarget(read, dir, l, m[2], m[3], told)
		}
	}
	notation.Text(r.Doc, func(l notation.Line) {
		codes, _ := l.Codes()
		for _, c := range codes {
			in := dir
			if m := place().FindStringSubmatch(l.Text[c.Start-l.Start+len(c.Text):]); m != nil {
				in = path.Join(dir, m[1])
			}
			if r.Exists(path.Clean(in)) {
				line(c, in)
			}
		}
	})
	notation.Shell(r.Doc, func(l notation.Line) { line(l, dir) })
}

// upward returns the nearest of some files at or above a directory, with its text; "" if there is none.
func upward(r *model.Reporter, dir string, names ...string) (file string, content []byte) {
	for dir = path.Clean("./" + dir); len(dir) <= document.MaxPath; dir = path.Dir(dir) {
		for _, name := range names {
			if text, err := r.Files.Read("", path.Join(dir, name)); err == nil {
				return path.Join(dir, name), text
			}
		}
		if dir == "." {
			break
		}
	}
	return "", nil
}

// commands is what files say that a text may have the agent run, each read once.
type commands struct {
	*model.Reporter
	isRead, isMade    bool // scripts, targets
	scripts, targets  []string
	above, made       map[string]bool // scripts further up, and targets
	manifest, rules   string          // the files
	several, includes bool            // there may be more of them elsewhere
}

// readScripts reads the nearest package.json at or above a directory.
func (c *commands) readScripts(dir string) {
	if c.isRead {
		return
	}
	c.isRead = true
	file, content := upward(c.Reporter, dir, "package.json")
	var manifest struct {
		Scripts    map[string]any
		Workspaces any
	}
	if file == "" || json.Unmarshal(content, &manifest) != nil {
		return
	}
	c.manifest, c.scripts = file, slices.Sorted(maps.Keys(manifest.Scripts))
	c.above = above(c.Reporter, path.Dir(file))
	c.several = manifest.Workspaces != nil || c.IsFile(path.Join(path.Dir(file), "pnpm-workspace.yaml"))
}

// readTargets reads the nearest makefile at or above a directory.
func (c *commands) readTargets(dir string) {
	if c.isMade {
		return
	}
	c.isMade = true
	file, content := upward(c.Reporter, dir, "GNUmakefile", "makefile", "Makefile")
	for _, m := range target().FindAllStringSubmatch(string(content), -1) {
		c.targets = append(c.targets, strings.Fields(m[1])...)
	}
	c.rules, c.made = file, map[string]bool{}
	for _, name := range c.targets {
		c.made[name] = true
	}
	c.includes = strings.Contains(string(content), "\ninclude ") || strings.Contains(string(content), "%") ||
		strings.Contains(string(content), "$(eval")
}

func judgeScript(r *commands, dir string, l notation.Line, from, to int, isRun bool, told map[string]bool) {
	name := strings.TrimRight(l.Text[from:to], ".:")
	open := to < len(l.Text) && strings.IndexByte("<{*$[/", l.Text[to]) >= 0
	if open || told[name] || name == "start" && !isRun {
		return
	}
	r.readScripts(dir)
	if _, has := slices.BinarySearch(r.scripts, name); has || r.manifest == "" {
		return
	}
	near := spell.Close(name, r.scripts)
	if (!isRun || r.several) && near == "" || r.above[name] {
		return
	}
	told[name] = true
	report(r.Reporter, l.Span(from, from+len(name)), fmt.Sprintf("%s has no script %q", r.manifest, name), near)
}

// above returns the scripts of each package.json above a directory, such as that of the whole repository.
func above(r *model.Reporter, dir string) map[string]bool {
	all := map[string]bool{}
	for dir != "." {
		file, content := upward(r, path.Dir(dir), "package.json")
		var manifest struct{ Scripts map[string]any }
		if file == "" {
			break
		}
		if json.Unmarshal(content, &manifest) == nil {
			for name, script := range manifest.Scripts {
				all[name] = all[name] || script != nil
			}
		}
		dir = path.Dir(file)
	}
	return all
}

func judgeTarget(r *commands, dir string, l notation.Line, from, to int, told map[string]bool) {
	name := strings.TrimRight(l.Text[from:to], ".")
	if told[name] || to < len(l.Text) && strings.IndexByte("<{*$[=", l.Text[to]) >= 0 {
		return
	}
	r.readTargets(dir)
	if len(r.targets) == 0 || r.made[name] || r.Exists(path.Join(path.Dir(r.rules), name)) {
		return
	}
	near := spell.Close(name, r.targets)
	isNone := func(target string) bool { return !r.made[target] }
	isListed := !slices.ContainsFunc(strings.Split(name, "/"), isNone) // each of a/b/c is one
	if isListed || r.includes && near == "" {
		return
	}
	told[name] = true
	report(r.Reporter, l.Span(from, from+len(name)), fmt.Sprintf("%s has no target %q", r.rules, name), near)
}

func report(r *model.Reporter, span document.Span, fault, near string) {
	f := document.Finding{Rule: "cc-instructions-command", Span: span, At: "body"}
	f.Message = fault + ", so the agent runs it in vain"
	if near != "" {
		f.Message += fmt.Sprintf("; did you mean %q?", near)
		f.Fixes = model.Mend(span, r.Doc.Text(span), near, near)
	}
	r.Report(f)
}

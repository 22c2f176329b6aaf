package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

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
	moves    = memo.Regexp(`cd | -C|--prefix|workspace|--filter| -w |--cwd`)
	hedged   = memo.Regexp(`(?i)\bequivalent\b|\bmost commonly\b|\bif (?:present|available|defined|configured|it exists|there is one)\b`)
	makings  = memo.Regexp(`\b(?:npm|pnpm|yarn|bun)\s+create\s+[\w@]|\bnpm\s+init\s+[\w@]|\b(?:npx|bunx|dlx)\s+(?:-\S+\s+)*(?:@[\w-]+/)?create-\w`)
	includes = memo.Regexp(`(?m)^include |%|\$\(eval`) // targets that are written elsewhere, or made
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
	text := r.Doc.Content()
	if !slices.ContainsFunc([]string{"npm", "make", "yarn", "bun"}, func(tool string) bool { return strings.Contains(text, tool) }) {
		return
	}
	var all outcome
	told, known := map[string]bool{}, map[string]*commands{} // by the directory that they are run in
	others := sync.OnceValues(func() (scripts, targets map[string]bool) { return elsewhere(r, dir) })
	line := func(l notation.Line, dir string) {
		if moves().MatchString(l.Text) || sample().MatchString(l.Text) || strings.HasPrefix(strings.TrimSpace(l.Text), "/") {
			return // or it is what a command of Claude Code is told
		}
		read := known[dir]
		if read == nil {
			read = &commands{Reporter: r, others: others, all: &all}
			known[dir] = read
		}
		for _, m := range runs().FindAllStringSubmatchIndex(l.Text, -1) {
			isRun := m[4] >= 0
			if !isRun && (l.Text[m[2]:m[3]] == "npm" && !builtins().MatchString(l.Text[m[6]:m[7]]) ||
				l.Text[m[2]:m[3]] == "bun" || slices.Contains(r.List("package_commands"), l.Text[m[6]:m[7]])) {
				continue
			}
			judgeScript(read, dir, l, m[6], m[7], isRun, told)
		}
		for _, m := range makes().FindAllStringSubmatchIndex(l.Text, -1) {
			judgeTarget(read, dir, l, m[2], m[3], told)
		}
	}
	notation.TextWith(r.Doc, "`", func(l notation.Line) {
		codes, plain := l.Codes()
		if len(codes) > 0 && hedged().MatchString(plain) {
			return
		}
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
	var fence *document.Hidden // the one that the line stands in
	isAway := false            // and whether it is left the directory before
	notation.Shell(r.Doc, func(l notation.Line) {
		if at := r.Doc.Body.HiddenAt(l.Start); at != fence {
			fence, isAway = at, false
		}
		if isAway = isAway || leaves(l.Text); !isAway {
			line(l, dir)
		}
	})
	// Of a skill or command that names nothing that is there, or has a project made, others may be meant: the projects that it makes.
	isOfOthers := r.Doc.Kind != "claude/instructions" && len(all.lost) > 0 && (!all.found || makings().MatchString(text))
	for _, f := range all.lost {
		f.Least = isOfOthers && f.Fixes == nil
		r.Report(f)
	}
}

// leaves reports whether a command for a shell goes to another directory.
func leaves(command string) bool {
	verb, to, _ := strings.Cut(strings.TrimSpace(command), " ")
	return to != "" && (verb == "cd" || verb == "pushd")
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
	made              map[string]bool // targets
	manifest, rules   string          // the files
	several, includes bool            // there may be more of them elsewhere

	others func() (scripts, targets map[string]bool) // of other files that the text may mean
	all    *outcome
}

// outcome is what a text names: whether any of it is there, and what is not.
type outcome struct {
	found bool
	lost  []document.Finding
}

// manifest is what a package.json says.
type manifest struct {
	Scripts    map[string]any
	Workspaces any
}

// makefiles are the files in which make looks for its targets.
var makefiles = []string{"GNUmakefile", "makefile", "Makefile"}

func targetsOf(content []byte) (all []string) {
	for _, m := range target().FindAllSubmatch(content, -1) {
		all = append(all, strings.Fields(string(m[1]))...)
	}
	return all
}

// directory is a word that may name one.
var directory = memo.Regexp(`[A-Za-z_@][\w.@-]*(?:/[\w.@-]+)*`)

// elsewhere returns the scripts and targets of all files at or above a directory, such as those of the whole repository, and
// in directories that the text names.
func elsewhere(r *model.Reporter, dir string) (scripts, targets map[string]bool) {
	scripts, targets = map[string]bool{}, map[string]bool{}
	seen := map[string]bool{}
	look := func(dir string) {
		if seen[dir] {
			return
		}
		seen[dir] = true
		var m manifest
		if text, err := r.Files.Read("", path.Join(dir, "package.json")); err == nil && json.Unmarshal(text, &m) == nil {
			for name := range m.Scripts {
				scripts[name] = true
			}
		}
		for _, name := range makefiles {
			if text, err := r.Files.Read("", path.Join(dir, name)); err == nil {
				for _, name := range targetsOf(text) {
					targets[name] = true
				}
			}
		}
	}
	const most = 2000
	words := slices.Compact(slices.Sorted(slices.Values(directory().FindAllString(string(r.Doc.Src), -1))))
	for _, word := range words[:min(len(words), most)] {
		if in := path.Join(dir, word); !strings.Contains(word, "..") && r.Exists(in) {
			look(in)
		}
	}
	for dir = path.Clean("./" + dir); ; dir = path.Dir(dir) {
		look(dir)
		if dir == "." {
			return scripts, targets
		}
	}
}

// readScripts reads the nearest package.json at or above a directory.
func (c *commands) readScripts(dir string) {
	if c.isRead {
		return
	}
	c.isRead = true
	file, content := upward(c.Reporter, dir, "package.json")
	var m manifest
	if file == "" || json.Unmarshal(content, &m) != nil {
		return
	}
	c.manifest, c.scripts = file, slices.Sorted(maps.Keys(m.Scripts))
	c.several = m.Workspaces != nil || c.IsFile(path.Join(path.Dir(file), "pnpm-workspace.yaml"))
}

// readTargets reads the nearest makefile at or above a directory.
func (c *commands) readTargets(dir string) {
	if c.isMade {
		return
	}
	c.isMade = true
	file, content := upward(c.Reporter, dir, makefiles...)
	c.rules, c.targets, c.made = file, targetsOf(content), map[string]bool{}
	for _, name := range c.targets {
		c.made[name] = true
	}
	c.includes = includes().Match(content)
}

// isOutside reports whether a file lies outside of the plugin whose instructions are judged: these are about the projects in
// which it is used.
func (c *commands) isOutside(file string) bool {
	p := c.PluginOf(c.Doc.Path)
	return p != nil && p.Dir != "" && p.Dir != "." && !strings.HasPrefix(file, p.Dir+"/")
}

func judgeScript(r *commands, dir string, l notation.Line, from, to int, isRun bool, told map[string]bool) {
	name := strings.TrimRight(l.Text[from:to], ".:")
	if told[name] || strings.ContainsAny(l.Text[to:min(to+1, len(l.Text))], "<{*$[/") || name == "start" && !isRun {
		return
	}
	r.readScripts(dir)
	_, has := slices.BinarySearch(r.scripts, name)
	if r.all.found = r.all.found || has; has || r.manifest == "" || r.isOutside(r.manifest) {
		return
	}
	near := spell.Close(name, r.scripts)
	if (!isRun || r.several) && near == "" {
		return
	}
	if scripts, _ := r.others(); scripts[name] {
		return
	}
	told[name] = true
	r.add(l.Span(from, from+len(name)), fmt.Sprintf("%s has no script %q", r.manifest, name), near)
}

func judgeTarget(r *commands, dir string, l notation.Line, from, to int, told map[string]bool) {
	name := strings.TrimRight(l.Text[from:to], ".")
	if told[name] || strings.ContainsAny(l.Text[to:min(to+1, len(l.Text))], "<{*$[=") {
		return
	}
	r.readTargets(dir)
	r.all.found = r.all.found || r.made[name]
	if len(r.targets) == 0 || r.isOutside(r.rules) || r.made[name] || r.Exists(path.Join(path.Dir(r.rules), name)) {
		return
	}
	near := spell.Close(name, r.targets)
	isNone := func(target string) bool { return !r.made[target] }
	isListed := !slices.ContainsFunc(strings.Split(name, "/"), isNone) // each of a/b/c is one
	if isListed || r.includes && near == "" {
		return
	}
	if _, targets := r.others(); targets[name] {
		return
	}
	told[name] = true
	r.add(l.Span(from, from+len(name)), fmt.Sprintf("%s has no target %q", r.rules, name), near)
}

func (r *commands) add(span document.Span, fault, near string) {
	f := document.Finding{Rule: "cc-instructions-command", Span: span, At: "body"}
	f.Message = fault + ", so running it fails"
	if near != "" {
		f.Message += fmt.Sprintf("; did you mean %q?", near)
		f.Fixes = model.Mend(span, r.Doc.Text(span), near, near)
	}
	r.all.lost = append(r.all.lost, f)
}

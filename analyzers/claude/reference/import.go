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
	// Endings of files whose text Claude Code reads, and of some that it does not.
	text = memo.Regexp(`(?i)\.(?:mdx?|mdc|markdown|txt|rst|adoc|json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|csv|` +
		`[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|sh|sql|html?|css|scss|graphql|proto)$`)
	binary = memo.Regexp(`(?i)\.(?:png|jpe?g|gif|webp|ico|pdf|zip|t?gz|tar|docx?|xlsx?|pptx?|` +
		`mp[34]|mov|woff2?|ttf|exe|so|dll|bin)$`)
)

const tail = `.,;:)]"'!?*`

// judgeImports judges the imports of instructions, and of what they import.
func judgeImports(r *model.Reporter) {
	depth, isRead := r.Depth(r.Doc.Path)
	if !isRead {
		return
	}
	imports := notation.Imports(r.Doc)
	fromTop := slices.DeleteFunc(slices.Clone(imports), func(i notation.Import) bool { return !fromTop(r, i) })
	told := map[notation.Import]bool{}
	if len(fromTop) >= several {
		for _, i := range fromTop {
			told[i] = true
		}
	}
	for _, i := range imports {
		if told[i] {
			if i == fromTop[0] {
				r.Reportf("cc-import", i.Span, "body", "@%s is not there, so Claude Code imports nothing, without a word; so it "+
					"is with %s, and all are there from the root of the repository; paths are relative to this file: remove it "+
					"if it is a copy", i.Target, document.Count(len(fromTop)-1, "other import"))
			}
			continue
		}
		f := document.Finding{Rule: "cc-import", Span: i.Span, At: "body"}
		trimmed := strings.TrimRight(i.Target, tail)
		isPath := strings.HasPrefix(i.Target, "./") || strings.HasPrefix(i.Target, "../")
		switch {
		case strings.ContainsAny(i.Target, "{}<>*$|"):
			continue
		case fromDisk(r, i.Target) != "":
			f.Message = fmt.Sprintf("a path that starts with `/` begins at the root of the disk and not of the repository, so Claude "+
				"Code imports nothing where there is no %s, without a word; write @%s", i.Target, fromDisk(r, i.Target))
			f.Fixes = document.Replace("write @"+fromDisk(r, i.Target), i.Span, fromDisk(r, i.Target))
		case i.File == "":
			if !strings.HasPrefix(i.Target, "../") {
				continue
			}
			f.Least = true
			f.Message = fmt.Sprintf("@%s leads out of the repository: Claude Code asks each user for consent, and others may "+
				"not have it", i.Target)
		case r.IsFile(i.File):
			if binary().MatchString(i.File) {
				f.Message = fmt.Sprintf("@%s is no text, so Claude Code skips it without a word; name it in words, or import its "+
					"text", i.Target)
			} else if depth == notation.MaxDepth {
				f.Message = fmt.Sprintf("@%s stands five imports below CLAUDE.md, and Claude Code reads four, so it is passed "+
					"over without a word; import it further up", i.Target)
			} else {
				continue
			}
		case trimmed != i.Target && trimmed != "" && r.Exists(path.Join(path.Dir(r.Doc.Path), trimmed)) &&
			trimmed != "." && trimmed != "..":
			end := i.Span.Start + len(trimmed)
			f.Message = fmt.Sprintf("the %q behind the path is read as a part of it, so @%s imports nothing, without a word; "+
				"put a blank between", i.Target[len(trimmed):], i.Target)
			f.Fixes = document.Replace("put a blank between", document.Span{Start: end, End: end}, " ")
		case r.Exists(i.File):
			if !isPath && !strings.HasSuffix(i.Target, "/") {
				continue // a handle, or the name of a team
			}
			f.Message = fmt.Sprintf("@%s is a directory, and Claude Code imports files alone, so nothing is imported; name "+
				"its files", i.Target)
		case isPath || text().MatchString(trimmed) || strings.Count(i.Target, "/") > 0 &&
			r.Exists(path.Join(path.Dir(r.Doc.Path), before(i.Target))):
			if trimmed == "" || strings.Trim(trimmed, "./") == "" {
				continue
			}
			f.Message = fmt.Sprintf("@%s is not there, so Claude Code imports nothing, without a word", i.Target)
			dir := path.Dir(i.File)
			if near, isSure := model.NearFile(path.Base(strings.TrimRight(i.File, tail)), r.Names(dir)); near != "" {
				near = strings.TrimSuffix(trimmed, path.Base(trimmed)) + near
				f.Message += fmt.Sprintf("; did you mean @%s?", near)
				f.Fixes = model.Instead("write @"+near, document.Span{Start: i.Span.Start, End: i.Span.Start + len(trimmed)},
					near, isSure)
			} else {
				f.Message += "; paths are relative to this file"
			}
		default:
			continue
		}
		r.Report(f)
	}
}

// several is from how many imports on they are told in one finding if they are there from the root.
const several = 3

// fromTop reports whether an import leads nowhere, and would not in a file at the root of the repository.
func fromTop(r *model.Reporter, i notation.Import) bool {
	return i.File != "" && !r.Exists(i.File) && r.IsFile(path.Clean(i.Target))
}

// fromDisk returns the path that is meant where an import takes the root of the repository for that of the disk, or "".
func fromDisk(r *model.Reporter, target string) string {
	file, ok := strings.CutPrefix(target, "/")
	if !ok || !r.IsFile(path.Clean(file)) {
		return ""
	}
	if dir := path.Dir(r.Doc.Path); dir != "." {
		return strings.Repeat("../", strings.Count(dir, "/")+1) + file
	}
	return file
}

var (
	quoted  = memo.Regexp(`^@([A-Za-z0-9._~-][^\s` + "`" + `]*)$`)
	meaning = memo.Regexp(`(?i)mention|syntax|literal|prefix|instead|backtick|without|\bnot?\b|\bnever\b|` +
		`\btyp(?:e|ing)\b|\bprompt|\buser\b|\be\.g\.|\bexamples?\b|\bsuch as\b|\bwrite\b|@-`)
	// A line that speaks of imports may be about when they are made, or about those of a program.
	imports = memo.Regexp(`(?i)\bimport`)
	sooner  = memo.Regexp(`(?i)demand|\bneed|\blaz|\bwhen\b|\bif\b|\bonly\b|\bas\b|\bwould\b|\bcan\b|\bmay\b|\bfrom\b|\bto import|\bhow\b`)
	prose   = memo.Regexp(`(?i)\.(?:mdx?|mdc|markdown|txt|rst|adoc)$`)
)

// isMeant reports whether a line speaks of an import, or of the word itself, so that nobody expects that it is one.
func isMeant(plain, target string) bool {
	return meaning().MatchString(plain) || imports().MatchString(plain) && (sooner().MatchString(plain) || !prose().MatchString(target))
}

// judgeQuoted reports imports in backticks, where Claude Code imports nothing, of files that are there and not imported
// elsewhere, in lines that do not speak of the word itself.
func judgeQuoted(r *model.Reporter) {
	if !strings.Contains(r.Doc.Content(), "`@") {
		return
	}
	if _, isRead := r.Depth(r.Doc.Path); !isRead {
		return
	}
	notation.Text(r.Doc, func(l notation.Line) {
		codes, plain := l.Codes()
		for _, c := range codes {
			m := quoted().FindStringSubmatch(c.Text)
			if m == nil || !text().MatchString(m[1]) || isMeant(plain, m[1]) {
				continue
			}
			file := path.Join(path.Dir(r.Doc.Path), m[1])
			if _, isImported := r.Depth(file); isImported || !r.IsFile(file) {
				continue
			}
			r.Reportf("cc-import", c.Span(0, len(c.Text)), "body", "%s names a file that is there, and stands in "+
				"backticks, where Claude Code imports nothing; take them away to import it, or the @ to mention it", c.Text)
		}
	})
}

// marked finds a path behind an @ that a quote or bracket stands before. Stars and underscores are no such marks: what is
// between them is a text of its own to Claude Code.
var marked = memo.WithMark("@", `(^|\s)(["'(\[<])@([A-Za-z0-9./_~-][^\s*"'()\[\]<>`+"`"+`]*[A-Za-z0-9])(["')\]>])(?:[^(]|$)`)

// linked finds a path behind an @ that is the address of a link, whose text does not import it.
var linked = memo.WithMark("@", `\[[^@\]][^\]]*\]\((@([A-Za-z0-9./_~-][^\s()]*[A-Za-z0-9]))\)`)

// judgeLinked reports imports that are addresses of links, of files that are there and not imported elsewhere: Claude Code looks for
// imports in texts alone.
func judgeLinked(r *model.Reporter) {
	if _, isRead := r.Depth(r.Doc.Path); !isRead || r.Standalone || !strings.Contains(r.Doc.Content(), "(@") {
		return
	}
	notation.Text(r.Doc, func(l notation.Line) {
		_, plain := l.Codes()
		m := linked.FindIndex(plain)
		if m == nil || isMeant(plain, plain[m[4]:m[5]]) {
			return
		}
		target := plain[m[4]:m[5]]
		file := path.Join(path.Dir(r.Doc.Path), target)
		if _, isImported := r.Depth(file); isImported || !text().MatchString(target) || !r.IsFile(file) {
			return
		}
		r.Reportf("cc-import", l.Span(m[2], m[3]), "body", "@%s is the address of a link, and Claude Code looks for imports in texts "+
			"alone, so nothing is imported; write @%s without the link, or take the @ away", target, target)
	})
}

// judgeMarked reports imports behind a quote or bracket of files that are there and not imported
// elsewhere: Claude Code looks for them behind a blank, or at the start of a line.
func judgeMarked(r *model.Reporter) {
	if _, isRead := r.Depth(r.Doc.Path); !isRead || r.Standalone || !strings.Contains(r.Doc.Content(), "@") {
		return
	}
	notation.Text(r.Doc, func(l notation.Line) {
		codes, plain := l.Codes()
		m := marked.FindIndex(l.Text)
		if m == nil || isMeant(plain, l.Text[m[6]:m[7]]) || slices.ContainsFunc(codes, func(c notation.Line) bool {
			return c.Start <= l.Start+m[6] && l.Start+m[6] < c.Start+len(c.Text)
		}) {
			return
		}
		target := l.Text[m[6]:m[7]]
		file := path.Join(path.Dir(r.Doc.Path), target)
		if _, isImported := r.Depth(file); isImported || !text().MatchString(target) || !r.IsFile(file) {
			return
		}
		at := l.Span(m[4], m[9])
		r.Fixf("cc-import", at, "body", document.Replace("take the marks away", at, "@"+target),
			"%s stands behind another mark, and Claude Code looks for imports behind a blank or at the start of a text, so nothing is "+
				"imported; write @%s", l.Text[m[4]:m[9]], target)
	})
}

// directed finds a word such as @import with a path behind it, which is how other programs import.
var directed = memo.WithMark("@", `^\s*(?:[-*+]\s+)?(@(?:import|include)[:]?\s+["'<(]?@?([A-Za-z0-9./_~-][^\s*"'()\[\]<>`+"`"+`;]*[A-Za-z0-9])["'>)]?;?)\s*$`)

// judgeDirected reports imports as other programs write them, of files that are there and not imported elsewhere: to Claude
// Code the word is the path.
func judgeDirected(r *model.Reporter) {
	if _, isRead := r.Depth(r.Doc.Path); !isRead || r.Standalone || !strings.Contains(r.Doc.Content(), "@i") {
		return
	}
	notation.Text(r.Doc, func(l notation.Line) {
		_, plain := l.Codes()
		m := directed.FindIndex(plain)
		if m == nil {
			return
		}
		target := plain[m[4]:m[5]]
		file := path.Join(path.Dir(r.Doc.Path), target)
		if _, isImported := r.Depth(file); isImported || !text().MatchString(target) || !r.IsFile(file) {
			return
		}
		at := l.Span(m[2], m[3])
		r.Fixf("cc-import", at, "body", document.Replace("write @"+target, at, "@"+target),
			"Claude Code takes the word behind the @ for the path, so %s imports nothing; write @%s", plain[m[2]:m[3]], target)
	})
}

func before(target string) string {
	first, _, _ := strings.Cut(target, "/")
	return first
}

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
	for dir = path.Clean("./" + dir); ; dir = path.Dir(dir) {
		for _, name := range names {
			if text, err := r.Files.Read("", path.Join(dir, name)); err == nil {
				return path.Join(dir, name), text
			}
		}
		if dir == "." {
			return "", nil
		}
	}
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

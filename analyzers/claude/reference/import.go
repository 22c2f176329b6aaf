package reference

import (
	"encoding/json"
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
	imports := model.Imports(r.Doc)
	fromTop := slices.DeleteFunc(slices.Clone(imports), func(i model.Import) bool { return !fromTop(r, i) })
	for _, i := range imports {
		if len(fromTop) >= several && slices.Contains(fromTop, i) {
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
			} else if depth == model.MaxDepth {
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
			if near := spell.Nearest(path.Base(strings.TrimRight(i.File, tail)), r.Names(dir)); near != "" {
				near = strings.TrimSuffix(trimmed, path.Base(trimmed)) + near
				f.Message += fmt.Sprintf("; did you mean @%s?", near)
				f.Fixes = document.Replace("write @"+near, document.Span{Start: i.Span.Start, End: i.Span.Start + len(trimmed)},
					near)
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
func fromTop(r *model.Reporter, i model.Import) bool {
	return i.File != "" && !r.Exists(i.File) && r.IsFile(path.Clean(i.Target))
}

var (
	quoted  = memo.Regexp(`^@([A-Za-z0-9._~-][^\s` + "`" + `]*)$`)
	meaning = memo.Regexp(`(?i)import|mention|syntax|literal|prefix|instead|backtick|without|\bnot?\b|\bnever\b|` +
		`\btyp(?:e|ing)\b|\bprompt|\buser\b|\be\.g\.|\bexamples?\b|\bsuch as\b|\bwrite\b|@-`)
)

// judgeQuoted reports imports in backticks, where Claude Code imports nothing, of files that are there and not imported
// elsewhere, in lines that do not speak of the word itself.
func judgeQuoted(r *model.Reporter) {
	if !strings.Contains(r.Doc.Content(), "`@") {
		return
	}
	if _, isRead := r.Depth(r.Doc.Path); !isRead {
		return
	}
	model.Text(r.Doc, func(l model.Line) {
		codes, plain := l.Codes()
		if meaning().MatchString(plain) {
			return
		}
		for _, c := range codes {
			m := quoted().FindStringSubmatch(c.Text)
			if m == nil || !text().MatchString(m[1]) {
				continue
			}
			file := path.Join(path.Dir(r.Doc.Path), m[1])
			if _, isImported := r.Depth(file); isImported || !r.IsFile(file) {
				continue
			}
			r.Report(document.Finding{
				Rule: "cc-import", Span: c.Span(0, len(c.Text)), At: "body",
				Message: fmt.Sprintf("%s names a file that is there, and stands in backticks, where Claude Code imports nothing; "+
					"take them away to import it, or the @ to mention it", c.Text),
			})
		}
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
	told := map[string]bool{}
	line := func(l model.Line, dir string) {
		if strings.Contains(l.Text, "cd ") || strings.Contains(l.Text, " -C") || strings.Contains(l.Text, "--prefix") ||
			sample().MatchString(l.Text) ||
			strings.Contains(l.Text, "workspace") || strings.Contains(l.Text, "--filter") ||
			strings.Contains(l.Text, " -w ") || strings.Contains(l.Text, "--cwd") {
			return
		}
		for _, m := range runs().FindAllStringSubmatchIndex(l.Text, -1) {
			isRun := m[4] >= 0
			if !isRun && (l.Text[m[2]:m[3]] == "npm" && !builtins().MatchString(l.Text[m[6]:m[7]]) ||
				l.Text[m[2]:m[3]] == "bun") {
				continue
			}
			judgeScript(r, dir, l, m[6], m[7], isRun, told)
		}
		for _, m := range makes().FindAllStringSubmatchIndex(l.Text, -1) {
			judgeTarget(r, dir, l, m[2], m[3], told)
		}
	}
	model.Text(r.Doc, func(l model.Line) {
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
	model.Shell(r.Doc, func(l model.Line) { line(l, dir) })
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

func judgeScript(r *model.Reporter, dir string, l model.Line, from, to int, isRun bool, told map[string]bool) {
	file, content := upward(r, dir, "package.json")
	var manifest struct {
		Scripts    map[string]any
		Workspaces any
	}
	if file == "" || json.Unmarshal(content, &manifest) != nil {
		return
	}
	name := strings.TrimRight(l.Text[from:to], ".:")
	var scripts []string
	for s := range manifest.Scripts {
		scripts = append(scripts, s)
	}
	slices.Sort(scripts)
	near := spell.Close(name, scripts)
	open := to < len(l.Text) && strings.IndexByte("<{*$[/", l.Text[to]) >= 0
	several := manifest.Workspaces != nil || r.IsFile(path.Join(path.Dir(file), "pnpm-workspace.yaml"))
	if slices.Contains(scripts, name) || open || told[name] || (!isRun || several) && near == "" || name == "start" &&
		!isRun || above(r, path.Dir(file), name) {
		return
	}
	told[name] = true
	report(r, l.Span(from, from+len(name)), fmt.Sprintf("%s has no script %q", file, name), near)
}

// above reports whether a package.json above a directory, such as that of the whole repository, has a script.
func above(r *model.Reporter, dir, script string) bool {
	for dir != "." {
		file, content := upward(r, path.Dir(dir), "package.json")
		var manifest struct{ Scripts map[string]any }
		if file == "" {
			return false
		}
		if json.Unmarshal(content, &manifest) == nil && manifest.Scripts[script] != nil {
			return true
		}
		dir = path.Dir(file)
	}
	return false
}

func judgeTarget(r *model.Reporter, dir string, l model.Line, from, to int, told map[string]bool) {
	file, content := upward(r, dir, "GNUmakefile", "makefile", "Makefile")
	if file == "" {
		return
	}
	var targets []string
	for _, m := range target().FindAllStringSubmatch(string(content), -1) {
		targets = append(targets, strings.Fields(m[1])...)
	}
	name := strings.TrimRight(l.Text[from:to], ".")
	near := spell.Close(name, targets)
	several := strings.Contains(string(content), "\ninclude ") || strings.Contains(string(content), "%") ||
		strings.Contains(string(content), "$(eval")
	open := to < len(l.Text) && strings.IndexByte("<{*$[=", l.Text[to]) >= 0
	isFile := r.Exists(path.Join(path.Dir(file), name))
	isNone := func(target string) bool { return !slices.Contains(targets, target) }
	isListed := !slices.ContainsFunc(strings.Split(name, "/"), isNone) // or each of a/b/c is
	if len(targets) == 0 || slices.Contains(targets, name) || isListed || told[name] || open || isFile || several && near == "" {
		return
	}
	told[name] = true
	report(r, l.Span(from, from+len(name)), fmt.Sprintf("%s has no target %q", file, name), near)
}

func report(r *model.Reporter, span document.Span, fault, near string) {
	f := document.Finding{Rule: "cc-instructions-command", Span: span, At: "body"}
	f.Message = fault + ", so the agent runs it in vain"
	if near != "" {
		f.Message += fmt.Sprintf("; did you mean %q?", near)
		f.Fixes = document.Replace("write "+near, span, near)
	}
	r.Report(f)
}

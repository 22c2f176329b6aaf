package skill

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// program is what runs a script.
const program = `(?:bash|sh|zsh|node|ruby|perl|php|Rscript|deno run|bun(?: run)?|(?:npx |bunx )?(?:tsx|ts-node)|` +
	`(?:uv run )?python3?|uv run)`

var (
	link   = memo.Regexp(`\[[^\]]*\]\(\s*(<[^>]*>|[^()\s]+)(?:\s+["'(][^)]*)?\)`)
	define = memo.Regexp(`^ {0,3}\[[^\]^][^\]]*\]:\s+(<[^>]*>|\S+)`)
	blank  = memo.Regexp(`\[[A-Z][a-z]+[^\]\[\n]*\](?:[^(\[]|$)`)
	scheme = memo.Regexp(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|#|//|~|\$|@|mailto)`)
	local  = memo.Regexp(`(?:^|[\s"'=(<])(\.?/?(?:scripts|references|assets|templates)/[\w./-]*\w)`)
	homes  = memo.Regexp(`^(?:/Users/|/home/|[A-Za-z]:\\Users\\)`)
	send   = memo.Regexp(`(?i)\b(?:see|read|use|run|load|open|follow|consult)\b`)
	mused  = memo.Regexp(`(?i)\b(?:example|would|could|helpful)\b|\be\.g\.`) // of a file that need not be there
	sample = memo.Regexp(`(?i)\b(?:example|such as|like|would|could|create|add|store|helpful|new|relative paths?)\b|\be\.g\.`)
	run    = memo.Regexp(`^(?:` + program + `\s+)?(?:\./)?`)
	called = memo.Regexp(`^` + program + `\s+(?:\./)?`)
	gap    = memo.Regexp(`(?i)/(?:[\w-]+[_-])?(?:script|file)[_-]?name\.\w+$`)
	aside  = memo.Regexp(`(?:^|[\s"'(\x60])(\.{0,2}\w[\w.-]*(?:/[\w.-]+)+|(?:\.\./)+[\w-][\w.-]*(?:/[\w.-]+)*)`)
	word   = memo.Regexp("`([a-z0-9][a-z0-9-]*)`")
	stub   = memo.Regexp(`(?i)/(?:(?:your|my|the|some|any|an?)[_-].*|.*script(?:[_-]?name)?|foo|bar|name|x+|n)\.\w+$`)
	filler = memo.Regexp(`(?:^|[/_.-])(?:[Xx]{2,}|N{2,}|n{3,}|Y{2,}|Z{2,})(?:[/_.-]|$)`) // what is to be put in stands for itself
	alone  = memo.Regexp(`^(?:(?:bash|sh|zsh)\s+)?(\.?/?[\w.-]*(?:/[\w.-]+)+)(?:\s|$)`)
)

// judgeText holds what a skill's text names against the files around it.
func judgeText(r *model.Reporter) {
	told := judgeLinked(r)
	texts := pathJudge{Reporter: r, told: told, isAside: asides(r), moved: gather.ByCause{},
		own: sync.OnceValue(func() []string { return r.Names(path.Dir(r.Doc.Path)) })}
	var list examples
	notation.Text(r.Doc, func(l notation.Line) {
		codes, _ := l.Codes()
		isExample := list.has(l.Text)
		var said *saying
		for _, c := range codes {
			if !isExample {
				texts.slips(c)
			}
			if !namesFile(c) {
				continue
			}
			if said == nil {
				said = &saying{sync.OnceValue(func() bool { return isExample || sample().MatchString(l.Text) }),
					sync.OnceValue(func() bool { return mused().MatchString(l.Text) })}
			}
			from := min(len(l.Text), c.Start-l.Start)
			near := l.Around(from, from)
			texts.judge(c, near.Text[:from-(near.Start-l.Start)], said)
		}
	})
	known, failed := map[string]*script{}, gather.ByCause{}
	notation.Shell(r.Doc, func(l notation.Line) {
		texts.slips(l)
		if namesFile(l) {
			before := run().FindString(l.Text)
			if before != "" || strings.Contains(l.Text, " ") || !sample().MatchString(announced(r, l.Start)) { // of files to come
				texts.judge(l, before, nil)
			}
		}
		judgeScript(r, l, known, failed)
	})
	texts.moved.Report(r, "other path", " of this text")
	failed.Report(r, "other script", " of this text")
}

// judgeLinked judges the links of a text, and returns the paths that it has told of.
func judgeLinked(r *model.Reporter) (told map[string]bool) {
	told = map[string]bool{}
	all := links{original: original(r)}
	blanks := 0 // words in brackets that are to be filled in
	anchors := &sections{anchors: document.Shared[anchors](r.Set), read: map[string]bool{}}
	notation.TextWith(r.Doc, "[", func(l notation.Line) {
		_, plain := l.Codes()
		blanks += len(blank().FindAllString(plain, -1))
		if strings.Contains(plain, "](") || strings.Contains(plain, "]:") {
			judgeLinks(r, notation.Line{Text: plain, Start: l.Start}, told, anchors, &all)
		}
	})
	if f := all.lost.First; f != nil {
		const template = 6 // so many blanks has a text that shows how another is to look
		near := !strings.Contains(strings.TrimPrefix(r.Doc.Text(f.Span), "./"), "/")
		f.Least = f.Least || near && blanks >= template
	}
	for _, alike := range []*gather.Alike{&all.lost, &all.away, &all.deeper, &all.home} {
		alike.Report(r, "other link", " of this text")
	}
	return told
}

// links are those of a text that lead nowhere, out of the repository, to files that lie deeper, and to the home of one user.
type links struct {
	lost, away, deeper, home gather.Alike
	original                 string // what the text is a translation of, or ""
}

// original returns the file that a text is a translation of, or "".
func original(r *model.Reporter) string {
	all := notation.Originals(r.Doc.Path)
	if i := slices.IndexFunc(all, r.IsFile); i >= 0 {
		return all[i]
	}
	return ""
}

// announced returns the end of the line before the fence in which an offset lies.
func announced(r *model.Reporter, at int) string {
	end := r.Doc.Body.HiddenAt(at).Span.Start
	text := strings.TrimSpace(r.Doc.Content()[max(0, end-longSentence):end])
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// from returns the directories that a path in a skill may be relative to.
func from(r *model.Reporter) []string {
	dirs := []string{path.Dir(r.Doc.Path), r.Doc.Root, ""}
	if p := r.PluginOf(r.Doc.Path); p != nil {
		dirs = append(dirs, p.Dir)
	}
	if project, _, ok := strings.Cut("/"+r.Doc.Path, "/."); ok {
		dirs = append(dirs, strings.TrimPrefix(project, "/"))
	}
	return dirs
}

func isThere(r *model.Reporter, target string) bool {
	return slices.ContainsFunc(from(r), func(dir string) bool { return r.Exists(path.Join(dir, target)) })
}

// isSettled reports whether nothing is to be said of a path: it is there, or something is to be put into it.
func isSettled(r *model.Reporter, target string) bool {
	return filler().MatchString(target) || isThere(r, target)
}

// judgeLinks judges the links of a line, and adds those to all of which a text may have several with one cause.
func judgeLinks(r *model.Reporter, l notation.Line, told map[string]bool, anchors *sections, all *links) {
	places := append(link().FindAllStringSubmatchIndex(l.Text, -1), define().FindAllStringSubmatchIndex(l.Text, 1)...)
	for _, m := range places {
		raw := l.Text[m[2]:m[3]]
		target := strings.Trim(raw, "<>")
		span := l.Span(m[2]+strings.Index(raw, target), m[2]+strings.Index(raw, target)+len(target))
		if homes().MatchString(target) {
			all.home.Add(document.Finding{Rule: "cc-skill-link", Span: span, At: "body", Lesser: true, Message: fmt.Sprintf("the link leads "+
				"to %s, which is there on one machine alone; write a path relative to this file", target)})
			continue
		}
		if scheme().MatchString(target) {
			continue
		}
		file, fragment := parted(target)
		if own := strings.TrimPrefix(file, "/"); own != file && !told[file] && !r.Exists(own) && r.IsFile(path.Join(path.Dir(r.Doc.Path), own)) {
			told[file] = true
			r.Report(document.Finding{Rule: "cc-skill-link", Span: span, At: "body", Lesser: true,
				Fixes: document.Replace("take the slash away", document.Span{Start: span.Start, End: span.Start + 1}, ""),
				Message: fmt.Sprintf("a path that starts with `/` begins at the root of the disk, so the model does not find %s; write %s",
					file, own)})
			continue
		}
		isSkill := slices.Contains(model.Skills, r.Doc.Kind)
		if isSkill {
			anchors.judge(r, span, file, fragment, told)
		}
		if !isRelative(file) || strings.Contains(file, "...") || isSettled(r, file) || told[file] || isSample(r, file) {
			continue
		}
		told[file] = true
		f := dead(r, span, file, "the link leads to", len(told) <= mostNear)
		far := ""
		if !strings.Contains(file, "/") && len(told) <= mostNear {
			far = below(r, path.Dir(r.Doc.Path), file)
		}
		switch {
		case len(f.Fixes) > 0:
			r.Report(f)
		case !isSkill && !strings.HasPrefix(path.Join(path.Dir(r.Doc.Path), file), "../"):
			r.Missing(path.Join(path.Dir(r.Doc.Path), file), f) // which may be made
		case far != "":
			f.Message += fmt.Sprintf("; did you mean %s?", far)
			if r.Doc.Text(span) == file {
				f.Fixes = document.Guess("write "+far, span, far)
			}
			all.deeper.Add(f)
		case strings.HasPrefix(path.Join(path.Dir(r.Doc.Path), file), "../"):
			f.Lesser = true
			f.Message = fmt.Sprintf("the link leads out of the repository to %s, which whoever has this repository alone does "+
				"not have", file)
			all.away.Add(f)
		default:
			from := l.Start + m[0] + len("[")
			label := r.Doc.Text(document.Span{Start: from, End: from + strings.Index(l.Text[m[0]+1:], "]")})
			f.Least = f.Least || label == "`"+file+"`" && isElsewhere(r, file) || teaches(r) || all.original != ""
			if all.original != "" && r.Exists(path.Join(path.Dir(all.original), file)) {
				f.Message += "; it lies beside " + all.original + ", which this is a translation of"
			}
			all.lost.Add(f)
		}
	}
}

// isSample reports whether a link of a template, such as one of a document that the skill writes, leads to what it is
// to show: a name without ending in a directory that is not there.
func isSample(r *model.Reporter, file string) bool {
	top, _, _ := strings.Cut(file, "/")
	return path.Ext(file) == "" && !strings.HasPrefix(top, ".") && !isThere(r, top)
}

// parted returns the file and the section that a link without a scheme leads to.
func parted(target string) (file, fragment string) {
	file, fragment, _ = strings.Cut(target, "#")
	file, _, _ = strings.Cut(file, "?")
	if decoded, err := url.PathUnescape(file); err == nil {
		file = decoded
	}
	fragment, _ = url.PathUnescape(fragment)
	return file, fragment
}

// isRelative reports whether the file of a link is relative to that of the text, and nothing is to be put in for a part of it.
func isRelative(file string) bool {
	return !strings.HasPrefix(file, "/") && !strings.ContainsAny(file, "{}<>*$|")
}

// isElsewhere reports whether a path that a skill shows as one may be one of the projects that it is used in: the skill is
// to be installed, and nothing around it has the path's first directory.
func isElsewhere(r *model.Reporter, file string) bool {
	top, _, _ := strings.Cut(file, "/")
	return !strings.Contains("/"+r.Doc.Path, "/.") && !isThere(r, top)
}

// mostNear is for how many files of a text that are not there one of a similar name is looked for.
const mostNear = 1000

// dead is a path that leads nowhere, with the one that is probably meant. A SKILL.md of another program that is alone in
// its directory may be a link to a file elsewhere, whose own links start there.
func dead(r *model.Reporter, span document.Span, file, what string, looks bool) document.Finding {
	f := document.Finding{Rule: "cc-skill-link", Span: span, At: "body", Lesser: slices.Contains(model.Instructions, r.Doc.Kind),
		Least: r.IsForeign() && len(r.Names(path.Dir(r.Doc.Path))) == 1}
	f.Message = fmt.Sprintf("%s %s, which is not there, so the model does not find it", what, file)
	var near string
	var isSure bool
	if looks {
		if near, isSure = beside(r, path.Dir(r.Doc.Path), file, false); near == "" {
			near = atOtherDepth(r, file)
		}
	}
	switch dir := r.Copied(r.Doc.Path); {
	case near == "":
	case dir != "" && !inside(r, dir, near):
		f.Message += "; " + path.Join(path.Dir(r.Doc.Path), near) + " is, and the plugin is copied without it: move it into the plugin"
	default:
		f.Message += fmt.Sprintf("; did you mean %s?", near)
		if r.Doc.Text(span) == file {
			f.Fixes = model.Instead("write "+near, span, near, isSure)
		}
	}
	return f
}

// atOtherDepth returns the path of what lies where a path leads that has fewer or more "../" before it, or "".
func atOtherDepth(r *model.Reporter, file string) string {
	const most = 8
	rest := path.Clean(file)
	for strings.HasPrefix(rest, "../") {
		rest = rest[len("../"):]
	}
	if !strings.HasPrefix(file, ".") || !strings.Contains(rest, "/") {
		return "" // it goes nowhere up, or a name alone, such as README.md, lies everywhere
	}
	for up := range min(strings.Count(path.Dir(r.Doc.Path), "/")+1, most) + 1 {
		if near := strings.Repeat("../", up) + rest; r.Exists(path.Join(path.Dir(r.Doc.Path), near)) {
			return near
		}
	}
	return ""
}

// below returns the path of a file from a directory of which the path, as it is written, leads there from one directory
// in it, or "".
func below(r *model.Reporter, dir, file string) (found string) {
	const most = 100
	names := r.Names(dir)
	for _, name := range names[:min(len(names), most)] {
		if !strings.HasPrefix(name, ".") && r.IsFile(path.Join(dir, name, file)) {
			if found != "" {
				return ""
			}
			found = name + "/" + file
		}
	}
	return found
}

// beside returns the path of a file beside one that is not there whose name is near to it, or, if loose, of which one
// name holds the other, and whether it is surely meant.
func beside(r *model.Reporter, dir, file string, loose bool) (meant string, isSure bool) {
	base := path.Base(file)
	near, isSure := model.NearFile(r, dir, file)
	if names := r.Names(path.Join(dir, path.Dir(file))); near == "" && loose && len(names) <= few {
		stem := func(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
		i := slices.IndexFunc(names, func(n string) bool {
			return path.Ext(n) == path.Ext(base) && len(stem(n)) > 3 && (strings.Contains(stem(n), stem(base)) ||
				strings.Contains(stem(base), stem(n)))
		})
		if i >= 0 {
			near = path.Join(path.Dir(file), names[i])
		}
	}
	if near != "" && !strings.Contains(near, "/") {
		near = "./" + near
	}
	return near, isSure
}

// few is how many names those are held against that hold them, or that they hold.
const few = 100

// judgeScript reports a script that is run by its path alone, or by a shell, and cannot be.
func judgeScript(r *model.Reporter, l notation.Line, known map[string]*script, failed gather.ByCause) {
	m := alone().FindStringSubmatchIndex(l.Text)
	if m == nil || !strings.Contains(l.Text[:m[3]], "scripts/") {
		return
	}
	if rest := strings.TrimLeft(l.Text[m[3]:], " \t"); rest != "" && rest[0] >= utf8.RuneSelf {
		return // the words of a sentence
	}
	file := path.Join(path.Dir(r.Doc.Path), l.Text[m[2]:m[3]])
	if ext := strings.ToLower(path.Ext(file)); ext == ".ps1" || ext == ".cmd" || ext == ".bat" {
		return // PowerShell and cmd go by the ending
	}
	s, isRead := known[file]
	if !isRead {
		s = readScript(r, file)
		known[file] = s
	}
	if s == nil {
		return
	}
	why, isAlone := "", m[2] == 0
	switch {
	case isAlone && !s.names:
		why = "it has no first line `#!…`, so the system does not know what to run it with; add one, or call the " +
			"interpreter"
	case s.isCRLF:
		why = "its lines end with CRLF, so the system looks for an interpreter of another name"
		if !isAlone {
			why = "its lines end with CRLF, and the shell takes the carriage returns for parts of its words"
		}
		why += "; save it with line feeds"
	case isAlone && !r.Files.Executable("", file):
		why = "it is not executable; run `git update-index --chmod=+x`, or call the interpreter"
	default:
		return
	}
	known[file] = nil // it is told once
	failed.Add(why, document.Finding{Rule: "cc-skill-script", Span: l.Span(m[2], m[3]), At: "body",
		Message: fmt.Sprintf("%s does not start: %s", l.Text[m[2]:m[3]], why)})
}

// script is what the first line of one says.
type script struct{ names, isCRLF bool } // an interpreter

// readScript returns a script, or nil if there is none, nothing in it, or a program that needs no interpreter.
func readScript(r *model.Reporter, file string) *script {
	text, _ := r.Files.Read("", file)
	if !r.IsFile(file) || len(text) == 0 || bytes.IndexByte(text[:min(len(text), 64)], 0) >= 0 {
		return nil
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return &script{bytes.HasPrefix(text, []byte("#!")), bytes.HasSuffix(first, []byte("\r"))}
}

// judgeUnused reports files of a skill that none of its texts names.
func judgeUnused(r *model.Reporter) {
	const most = 1 << 30 // bytes that are looked through
	var unused, texts []string
	looked := 0
	for _, dir := range []string{"references", "scripts"} {
		for _, name := range r.Names(path.Join(path.Dir(r.Doc.Path), dir)) {
			file := path.Join(dir, name)
			if looked += len(r.Doc.Content()); looked > most {
				return
			}
			if stem := strings.TrimSuffix(name, path.Ext(name)); !strings.HasPrefix(name, ".") &&
				!strings.Contains(r.Doc.Content(), stem) {
				unused = append(unused, file)
			}
			texts = append(texts, file)
		}
	}
	for _, other := range texts {
		if len(unused) == 0 || looked > most {
			return
		}
		text, _ := r.Files.Read("", path.Join(path.Dir(r.Doc.Path), other)) // a directory names nothing
		looked += len(text) * len(unused)
		unused = slices.DeleteFunc(unused, func(file string) bool {
			return file != other && bytes.Contains(text, []byte(strings.TrimSuffix(path.Base(file), path.Ext(file))))
		})
	}
	if len(unused) > 0 {
		r.Reportf("cc-skill-unused-file", r.Doc.FirstLine(), "content", "nothing in the skill names %s, so the model never "+
			"sees what is there; say when it is needed, or remove it", document.AllOf(unused))
	}
}

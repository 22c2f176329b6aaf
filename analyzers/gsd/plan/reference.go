package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var atFile = memo.Regexp(`^\s*(?:[-*]\s+)?@((?:[\w./@+-]+/)?[\w.@+-]+\.\w{1,10})\s*(?:[,;(#—–-].*)?$`)

// installed finds files that each machine has from an installer: those of GSD lie below the directory of an agent program
// (runtime-homes.cjs), which need not be committed.
var installed = memo.Regexp(`(?:^|/)\.claude/|^node_modules/|^\.[\w-]+/(?:[\w.-]+/)?(?:get-shit-done|gsd-core)/`)

// references reports files that a plan gives its executor to read and that are not there, nor made by any plan.
func (j *judge) references() {
	if !j.open {
		return
	}
	for l := range notation.LinesWith(j.Doc, j.front.End, "@") {
		m := atFile().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		j.reference(l.Word(m[2], m[3]), "`verify references`")
		later(j, l.Word(m[2], m[3]))
	}
	for _, t := range j.sound {
		for _, file := range t.List(j.text, "read_first") {
			text := strings.TrimPrefix(file.Text, "@")
			file.Span.Start += len(file.Text) - len(text)
			text = strings.TrimRight(withoutPlace(text), ".,;")
			file.Text, file.Span.End = text, file.Span.Start+len(text)
			if filePath().MatchString(text) {
				j.reference(file, "read_first")
				later(j, file)
			}
		}
	}
	j.unfound.gather(j.p, &j.gather)
}

// withoutPlace returns what stands before the lines or the heading of a file that a text names.
func withoutPlace(text string) string {
	text, _, _ = strings.Cut(text, ":")
	text, _, _ = strings.Cut(text, "#")
	return text
}

var filePath = memo.Regexp(`^(?:[\w./@+-]+/)?[\w.@+-]+\.\w{1,10}$`)

// reference reports a file that is to be read if it is not there, nor made by any plan.
func (j *judge) reference(named notation.Word, who string) {
	file := strings.TrimPrefix(named.Text, "./")
	if installed().MatchString(file) || j.awaited(file) {
		return
	}
	if meant := insideOf(j.p, file); meant != "" {
		j.gather.Add("machine", document.Finding{Rule: "gsd-plan-reference", Span: named.Span, At: "body",
			Fixes: document.Replace("write "+meant, named.Span, meant),
			Message: file + " is a path of one machine, and elsewhere, as in each worktree, it is not there or another copy is read (" +
				who + "); write " + meant})
		return
	}
	near, missing := j.unfound.absent(j.p, file)
	if !missing && strings.HasSuffix(file, "-DISCUSSION-LOG.md") {
		j.gather.Add("log", document.Finding{Rule: "gsd-plan-reference", Span: named.Span, At: "body", Least: true,
			Message: "the discussion log is for people alone and holds what was rejected as well, so whoever executes the plan may " +
				"take that for decided; name the CONTEXT of the phase"})
	}
	if !missing {
		return
	}
	j.unfound.add(j.p, file, unread("gsd-plan-reference", named.Span, near,
		file+" is not there, and no plan makes it, so whoever executes the plan works without it ("+who+")"))
}

// mostParts bounds how deep below the root of a machine a project may lie.
const mostParts = 20

// insideOf returns the path below the project of a file that a plan names from the root of a machine, or "" if none of
// its ends is there. A name without a directory may be that of any file.
func insideOf(p *model.Planning, file string) string {
	if !path.IsAbs(file) || strings.Contains(file, "..") {
		return ""
	}
	_, rest, _ := strings.Cut(file[1:], "/")
	for range mostParts {
		if !strings.Contains(rest, "/") {
			break
		}
		if model.Exists(p, rest) {
			return rest
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	return ""
}

// rootFiles is the files of which gsd-file-missing tells that they are not there.
var rootFiles = []string{"PROJECT.md", "ROADMAP.md", "STATE.md"}

// absent reports whether a file is neither there nor made by any plan; near is one that was probably meant, or "". Of a
// bare name without such a one it is not known where the file should be.
func (u *unfound) absent(p *model.Planning, file string) (near string, missing bool) {
	if path.IsAbs(file) || strings.Contains(file, "..") || model.Exists(p, file) || makes(p, file) ||
		!p.Workstream() && slices.Contains(rootFiles, strings.TrimPrefix(file, p.Dir)) {
		return "", false
	}
	top, _, _ := strings.Cut(p.Dir, "/")
	if below, ok := strings.CutPrefix(file, top+"/"); ok && p.Workstream() && model.Exists(p, p.Dir+below) {
		return p.Dir + below, true
	}
	names, _ := p.Files.List(p.Root, path.Dir(file))
	if near = u.few.Close(path.Base(file), names); near != "" {
		near = path.Join(path.Dir(file), near)
	}
	return near, near != "" || strings.Contains(file, "/")
}

// unfound is findings about files that are not there, with the path of each that git may ignore, such as what a build makes.
type unfound struct {
	all   []document.Finding
	paths []string // or "" if another file is meant
	few   spell.Few
}

func (u *unfound) add(p *model.Planning, file string, f document.Finding) {
	at := ""
	if f.Fixes == nil {
		at = document.Join(p.Root, file)
	}
	u.all, u.paths = append(u.all, f), append(u.paths, at)
}

// gather hands over all that git does not ignore, of which it is asked once: what it ignores is in no commit.
func (u *unfound) gather(p *model.Planning, to *model.Gather) {
	ignored, _ := p.Git.Ignored(slices.DeleteFunc(slices.Clone(u.paths), func(at string) bool { return at == "" }))
	for i, f := range u.all {
		if !ignored[u.paths[i]] {
			to.Add("reference", f)
		}
	}
}

// makes reports whether some plan changes a file.
func makes(p *model.Planning, file string) bool {
	return p.Made.Get(p.Set, true, func() *notation.Names {
		var lists [][]string
		for _, ph := range p.Phases() {
			for _, plan := range ph.Plans {
				lists = append(lists, plan.Files, plan.TaskFiles)
			}
		}
		return notation.NamesIn(lists...)
	}).Has(file)
}

// maker returns the plan that alone changes a file, or nil.
func maker(p *model.Planning, file string) *model.Plan {
	return p.Makers.Get(p.Set, "", func() map[string]*model.Plan {
		alone := map[string]*model.Plan{}
		for _, ph := range p.Phases() {
			for _, plan := range ph.Plans {
				for _, name := range slices.Concat(plan.Files, plan.TaskFiles) {
					name = path.Clean(strings.Trim(name, "`\"' "))
					if first, again := alone[name]; again && first != plan {
						alone[name] = nil
					} else {
						alone[name] = plan
					}
				}
			}
		}
		return alone
	})[path.Clean(file)]
}

// unread is the finding of a file that is to be read and is not there.
func unread(rule string, at document.Span, near, message string) document.Finding {
	f := document.Finding{Rule: rule, Span: at, At: "body", Message: message + "; name a file that is there"}
	if near != "" {
		f.Message = message + "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, at, near)
	}
	return f
}

// awaited reports whether a file of `.planning` is one that is written before the plan runs: a summary of another.
func (j *judge) awaited(file string) bool {
	rest, ok := strings.CutPrefix(file, j.p.Dir+"phases/")
	if !ok {
		return false
	}
	dir, base, _ := strings.Cut(rest, "/")
	return j.p.Files.Look(j.p.Root, j.p.Dir+"phases/"+dir) == document.Dir && claims(j.p, dir, base) != nil
}

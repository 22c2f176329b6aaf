package skill

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// saying is what the line of a code span says of it, found out once: it gives examples, or muses.
type saying struct{ samples, muses func() bool }

// namesFile reports whether a text may name a file in one of a skill's directories, since all of them end with an s.
func namesFile(l notation.Line) bool { return strings.Contains(l.Text, "s/") }

// mostTold is how many paths of a text are told until no more are sought elsewhere, how many of a line are, and how often a text is
// searched for one.
const mostTold = 200

// pathJudge judges the paths of a text.
type pathJudge struct {
	*model.Reporter
	told    map[string]bool
	isAside func(file string) bool
	moved   gather.ByCause  // paths to files of a directory of another name, by the two directories
	own     func() []string // what lies beside the text
	sought  int             // how often the text was searched for a path
}

// move adds a path that leads nowhere, and leads to a file of the skill with the name that is near.
func (j *pathJudge) move(at document.Span, file, near string, fixes []document.Fix) {
	j.told[file] = true
	cause := file
	if path.Base(file) == path.Base(near) {
		cause = path.Dir(file) + "\x00" + path.Dir(near)
	}
	j.moved.Add(cause, document.Finding{Rule: "cc-skill-link", Span: at, At: "body", Fixes: fixes, Message: fmt.Sprintf(
		"the skill has no %s, and it has %s, so the model does not find the file; did you mean that?", file, near)})
}

// judge judges a code span, or a line of shell, of which nothing is said. before is what stands before the span in its line.
func (j *pathJudge) judge(l notation.Line, before string, said *saying) {
	r := j.Reporter
	s := pathSpan{Reporter: r, line: l, before: before, said: said, told: j.told,
		calls: sync.OnceValue(func() string { return called().FindString(l.Text) })}
	dirs := from(r)
	for _, m := range local().FindAllStringSubmatchIndex(l.Text, -1) {
		file := strings.TrimPrefix(l.Text[m[2]:m[3]], "./")
		isMore := m[3] < len(l.Text) && strings.ContainsAny(l.Text[m[3]:m[3]+1], "<{*$[/\\")
		if isMore || isSettled(r, file) || j.told[file] ||
			slices.ContainsFunc(dirs, func(dir string) bool { return isBegun(r, dir, file, l.Text[m[3]-len(file):]) }) {
			continue
		}
		isBare := path.Ext(file) == "" // it may be a topic as well as a file
		near, isSure := beside(r, path.Dir(r.Doc.Path), file, !isBare && (said == nil || !said.muses()))
		if isBare && (near == "" || path.Ext(near) != "") || near == "" && (gap().MatchString(file) || stub().MatchString(file)) ||
			j.isAside(file) {
			continue
		}
		at := l.Span(m[3]-len(file), m[3])
		switch far := j.strayed(file); {
		case near == "" && far != "":
			j.told[file] = true
			r.Fixf("cc-skill-path", at, "body", document.Guess("write "+far, at, far), "the skill has no %s, and it has %s, so the model does "+
				"not find the file; did you mean that?", file, far)
		case near == "":
			s.judgeSent(file, m[2], m[3], at)
		default:
			j.move(at, file, near, model.Instead("write "+near, at, near, isSure))
		}
	}
}

// strayed returns the path of the one file of the skill that has the name of one that is not there and lies in another of its
// directories, unless the text names that as well: then it is copied.
func (j *pathJudge) strayed(file string) (far string) {
	const most = 20 // directories
	base := path.Base(file)
	if path.Ext(base) == "" || path.Base(j.Doc.Path) != "SKILL.md" || strings.EqualFold(base, "readme.md") || j.sought >= mostTold {
		return ""
	}
	own := j.own()
	for _, dir := range own[:min(len(own), most)] {
		if meant := dir + "/" + base; j.IsFile(path.Join(path.Dir(j.Doc.Path), meant)) {
			j.sought++
			if far != "" || strings.Contains(j.Doc.Content(), meant) {
				return ""
			}
			far = meant
		}
	}
	return far
}

var firstDir = memo.Regexp(`(?:^|[\s"'=(<])(?:\./)?(([a-z][a-z_-]+)/[\w./-]*\w)`)

// slips judges a code span or a line of shell with a path whose first directory is not there, and that leads to a file from
// one beside the text with nearly its name.
func (j *pathJudge) slips(l notation.Line) {
	if !strings.Contains(l.Text, "/") {
		return
	}
	for _, m := range firstDir().FindAllStringSubmatchIndex(l.Text, mostTold) {
		file, top := l.Text[m[2]:m[3]], l.Text[m[4]:m[5]]
		if j.told[file] || slices.Contains(j.own(), top) || len(j.told) >= mostTold {
			continue
		}
		near := spell.Close(top, j.own())
		meant := near + strings.TrimPrefix(file, top)
		if near == "" || !j.IsFile(path.Join(path.Dir(j.Doc.Path), meant)) || isSettled(j.Reporter, file) || isThere(j.Reporter, top) {
			continue
		}
		at := l.Span(m[2], m[3])
		j.move(at, file, meant, document.Guess("write "+meant, at, meant))
	}
}

// pathSpan is a code span or a line of shell.
type pathSpan struct {
	*model.Reporter
	line   notation.Line
	before string  // in its line
	said   *saying // nil of shell
	told   map[string]bool
	calls  func() string // the program that the line runs, and what comes before its path
}

// judgeSent judges a path to nothing, from a byte of the line to another, to which the text may send the model.
func (s *pathSpan) judgeSent(file string, from, to int, at document.Span) {
	cause := file
	if top, _, _ := strings.Cut(file, "/"); !isThere(s.Reporter, top) {
		cause = top // none of its files is there
	}
	sentences := s.before[max(len(s.before)-longSentence, 0):]
	if s.told[cause] || !s.sends(file, from, to, sentences) || s.said != nil && s.said.samples() {
		return
	}
	if s.told[file] = true; isOthers(s.Reporter, sentences, file) {
		return
	}
	s.told[cause] = true
	if far := below(s.Reporter, s.Doc.Root, file); far != "" {
		s.Fixf("cc-skill-path", at, "body", document.Guess("write "+far, at, far), "the text sends the model to %s, "+
			"which is not there from the root of the project, so it finds nothing; did you mean %s?", file, far)
		return
	}
	s.Report(document.Finding{Rule: "cc-skill-path", Span: at, At: "body", Least: teaches(s.Reporter), Message: fmt.Sprintf("the text "+
		"sends the model to %s, which is neither in the skill nor in the project or plugin, so it finds nothing; add the file, or "+
		"say that it is an example", file)})
}

// sends reports whether a text sends the model to a path: in shell, as a program that is run, or by the last of the sentences
// before it.
func (s *pathSpan) sends(file string, from, to int, sentences string) bool {
	sentence := sentences[max(strings.LastIndex(sentences, ". "), 0):]
	if s.said == nil && from <= len(s.before) || send().MatchString(sentence) {
		return true
	}
	if stub().MatchString(file) {
		return false
	}
	if from <= len("./") && s.line.Text[0] != '#' && strings.HasPrefix(s.line.Text[to:], " ") {
		return true
	}
	start := s.calls()
	return start != "" && from <= len(start) && s.Exists(path.Join(path.Dir(s.Doc.Path), path.Dir(file)))
}

// isOthers reports whether a file is one of another skill beside this one, which the sentence before it is about, or the one
// before that.
func isOthers(r *model.Reporter, sentences, file string) bool {
	dir := path.Dir(path.Dir(r.Doc.Path))
	for name := range strings.FieldsSeq(sentences) {
		if name = strings.Trim(name, "*_`.,:;()"); strings.Contains(name, "-") && r.Exists(path.Join(dir, name, file)) {
			return true
		}
	}
	return false
}

// isBegun reports whether a text goes on with the name of something that is there, which begins as the end of a path does and
// has blanks or other signs in it.
func isBegun(r *model.Reporter, dir, file, text string) bool {
	const most = 1000 // names beside it
	base := path.Base(file)
	if text = text[len(file)-len(base):]; text == base {
		return false
	}
	names := r.Names(path.Join(dir, path.Dir(file)))
	return slices.ContainsFunc(names[:min(len(names), most)], func(name string) bool {
		return len(name) > len(base) && strings.HasPrefix(text, name)
	})
}

var item = memo.Regexp(`^(?:[-*+]|\d+[.)])\s`)

// examples tells of one line after the other whether it is the item of a list that is said to hold examples, or says so.
type examples bool

func (e *examples) has(line string) bool {
	if line = strings.TrimSpace(line); line != "" && !item().MatchString(line) {
		*e = examples(strings.HasSuffix(line, ":") && strings.Contains(strings.ToLower(line), "example") ||
			strings.HasPrefix(line, "|") && strings.Contains(line, "*)`")) // a rule for a tool, and what it matches
	}
	return bool(*e)
}

// longSentence is how many bytes of a sentence are looked at.
const longSentence = 500

// asides returns a function that reports whether a path leads to something from a directory that the skill's text names,
// such as another skill whose scripts this one has run or a package of the project, or is the end of a longer one there.
// Of very many directories the first are looked into.
func asides(r *model.Reporter) func(file string) bool {
	there := sync.OnceValue(func() (there []string) { // what the text names, from where it lies
		const most = 20
		paths := firstOf(aside(), r.Doc.Content(), most)
		for _, named := range paths {
			for _, dir := range from(r) {
				if target := path.Join(dir, named); r.Exists(target) {
					there = append(there, target)
				}
			}
		}
		for _, name := range firstOf(word(), r.Doc.Content(), 2*most-len(paths)) {
			if skill := path.Join(path.Dir(path.Dir(r.Doc.Path)), name); r.IsFile(path.Join(skill, "SKILL.md")) {
				there = append(there, skill)
			} else {
				there = append(there, model.SkillDirs(r.Tree, name)...)
			}
		}
		return there
	})
	return func(file string) bool {
		return slices.ContainsFunc(there(), func(named string) bool {
			return strings.HasSuffix(named, "/"+file) || r.Exists(path.Join(named, file))
		})
	}
}

// firstOf returns the first texts that the group of a pattern stands for, each once, and at most so many.
func firstOf(pattern *memo.Pattern, text string, most int) (found []string) {
	for line := range strings.Lines(text) {
		for _, m := range pattern.FindAllStringSubmatch(line, -1) {
			if len(found) == most {
				return found
			}
			if !slices.Contains(found, m[1]) {
				found = append(found, m[1])
			}
		}
	}
	return found
}

var taught = memo.Regexp(`(?:creat|writ|build|author|mak|develop|generat)\w*[-_]skills?$|` +
	`(?:^|[-_])skills?[-_](?:creat|writ|build|author|mak|develop|generat)`)

// teaches reports whether a skill is about skills, and shows what one of them may have.
func teaches(r *model.Reporter) bool { return taught().MatchString(path.Base(path.Dir(r.Doc.Path))) }

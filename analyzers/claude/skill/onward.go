package skill

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// onward is a Markdown file that a text may lead to.
var onward = memo.Regexp(`[\w.-]+(?:/[\w.-]+)*\.md\b`)

// mostOnward is how many files of a skill are read, each for its first links: more than any skill has.
const mostOnward = 100

// deadEnds are the links of files that skills lead to which lead nowhere, by the directories of the
// skills and the files.
type deadEnds struct {
	first document.Memo[[2]string, deadEnd]
}

// deadEnd is the first such link or path of a file, and the one that is probably meant, or "".
type deadEnd struct{ target, near string }

// judgeOnward reports files of a skill that its text names, and whose own links lead nowhere: the model reads them and goes on.
func judgeOnward(r *model.Reporter) {
	known := document.Shared[deadEnds](r.Set)
	dir := path.Dir(r.Doc.Path)
	seen := map[string]bool{}
	notation.TextWith(r.Doc, ".md", func(l notation.Line) {
		for _, m := range onward().FindAllStringIndex(l.Text, -1) {
			name := path.Clean(l.Text[m[0]:m[1]])
			file := path.Join(dir, name)
			if seen[name] || len(seen) == mostOnward || strings.HasPrefix(name, "..") || path.Base(name) == "SKILL.md" || !r.IsFile(file) {
				continue
			}
			seen[name] = true
			end := known.first.Get(r.Set, [2]string{dir, file}, func() deadEnd { return endOf(r, file) })
			if end.target == "" {
				continue
			}
			f := document.Finding{Rule: "cc-skill-link", Span: l.Span(m[0], m[1]), At: "body", Lesser: true}
			f.Message = fmt.Sprintf("%s, which this leads to, names %s, which is not there, so the model does not find it", name,
				end.target)
			if end.near != "" {
				f.Message += "; did you mean " + end.near + " there?"
			}
			r.Report(f)
		}
	})
}

// isModel reports whether a file of a skill is what a text for the project is made from, whose links hold there.
func isModel(file string) bool {
	return samples().MatchString(file) || strings.Contains(file, "/assets/") || strings.Contains(strings.ToLower(path.Base(file)), "template")
}

// endOf returns the first link of a file of a skill that leads nowhere, though what it leads into is there, or path in code
// beside which a file of a similar name lies.
func endOf(r *model.Reporter, file string) (end deadEnd) {
	text, _ := r.Files.Read("", file)
	leads := func(sign string) bool { return bytes.Contains(text, []byte(sign)) }
	if !slices.ContainsFunc([]string{"](", "scripts/", "references/", "assets/", "templates/"}, leads) {
		return end // most lead nowhere, and need not be parsed
	}
	d := notation.Markdown(file, text)
	if d == nil {
		return end
	}
	var list examples
	notation.Text(d, func(l notation.Line) {
		isExample := list.has(l.Text)
		isLink := strings.Contains(l.Text, "](")
		if isExample || end.target != "" || !isLink && !namesFile(l) {
			return
		}
		found := func(target, near string) {
			if !sample().MatchString(l.Text) {
				end = deadEnd{strings.Clone(target), near}
			}
		}
		codes, plain := l.Codes()
		if !namesFile(l) {
			codes = nil
		}
		for _, c := range codes {
			m := local().FindStringSubmatch(strings.ReplaceAll(c.Text, "${CLAUDE_SKILL_DIR}/", ""))
			if m == nil || path.Ext(m[1]) == "" || isSettled(r, m[1]) ||
				r.Exists(path.Join(path.Dir(file), m[1])) {
				continue
			}
			if near, _ := beside(r, path.Dir(r.Doc.Path), m[1], false); near != "" {
				found(m[1], near)
				return
			}
		}
		if !isLink {
			return
		}
		for _, m := range link().FindAllStringSubmatch(plain, -1) {
			target, _ := parted(strings.Trim(m[1], "<>"))
			whole := path.Join(path.Dir(file), target)
			if scheme().MatchString(m[1]) || path.Ext(target) == "" || !isRelative(target) || isSettled(r, target) ||
				r.Exists(whole) {
				continue
			}
			near, _ := beside(r, path.Dir(file), target, false)
			if near == "" && (isModel(file) || path.Dir(target) == "." || !r.Exists(path.Dir(whole)) ||
				!strings.HasPrefix(whole, strings.TrimPrefix(path.Dir(r.Doc.Path)+"/", "./"))) {
				continue // an example, or a file of the project in which the skill is used
			}
			found(target, strings.TrimPrefix(near, "./"))
			return
		}
	})
	return end
}

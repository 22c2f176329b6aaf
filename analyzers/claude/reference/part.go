package reference

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	part = memo.Regexp(`^(?:\./)?((\.claude/(?:agents|commands|hooks|output-styles|rules|skills)|\w[\w-]*)/[\w./-]+\.\w+)$`)
	// What tells of a file that need not be there.
	unmade = memo.Regexp(`(?i)\b(?:creat(?:e|es|ing)|writ(?:e|es|ing)|add(?:s|ing)?|generat(?:e|es|ing)|sav(?:e|es|ing)|put(?:s|ting)?|cop(?:y|ies)|` +
		`install(?:s|ed|ing)?|delet(?:e|ed|es)|remov(?:e|ed|es)|rename[ds]?|former(?:ly)?|moved|new|optional(?:ly)?|if|would|could|might|like)\b`)
)

// unquoted is the path of a part of the project that stands in a text without backticks: no link, and no import.
var unquoted = memo.Regexp(`(?:^|\s|\s\(|["'“])((?:\./)?\.claude/(?:agents|commands|hooks|output-styles|rules|skills)/[\w./-]+\.\w+)`)

// bareParts returns the paths of parts in a line, of which plain is the text without code.
func bareParts(plain string, l notation.Line) (found []notation.Line) {
	if !strings.Contains(plain, ".claude/") {
		return nil
	}
	for _, m := range unquoted().FindAllStringSubmatchIndex(plain, -1) {
		found = append(found, notation.Line{Text: plain[m[2]:m[3]], Start: l.Start + m[2]})
	}
	return found
}

// mostParts is how many paths of a text are judged: each that is not there is held against the names in its directory.
const mostParts = 1000

// judgeParts reports paths to files that are not there: to parts of the project itself where a file of a similar name is, or one
// of the name in a directory of a similar one, and in code of instructions to any where git has one file of the name, and no other, elsewhere below the same first directory.
func judgeParts(r *model.Reporter) {
	dirs, mark := []string{"", r.Doc.Root, notation.Project(r.Doc.Path)}, ".claude/"
	if slices.Contains(model.Instructions, r.Doc.Kind) {
		dirs, mark = append(dirs, path.Dir(r.Doc.Path)), "/"
	}
	due := &names{Reporter: r}
	told := map[string]bool{}
	notation.TextWith(r.Doc, mark, func(l notation.Line) {
		codes, plain := l.Codes()
		codes = append(codes, bareParts(plain, l)...)
		isGone := sync.OnceValue(func() bool {
			return unmade().MatchString(l.Text) || sample().MatchString(l.Text) || due.isDue(l)
		})
		for _, c := range codes {
			m := part().FindStringSubmatch(c.Text)
			if m == nil || told[m[1]] || len(told) == mostParts {
				continue
			}
			told[m[1]] = true
			stem := strings.TrimSuffix(path.Base(m[1]), path.Ext(m[1]))
			i := slices.IndexFunc(dirs, func(dir string) bool { return r.Exists(document.Join(dir, m[2])) })
			isThere := func(dir string) bool { return r.Exists(document.Join(dir, m[1])) }
			if i < 0 || placeholder().MatchString(stem) || isGone() || slices.ContainsFunc(dirs, isThere) {
				continue
			}
			file := document.Join(dirs[i], m[1])
			f := document.Finding{Rule: "cc-reference", Span: c.Span(0, len(c.Text)), At: "body"}
			if m[2][0] != '.' {
				now := onlyOne(r, path.Base(file))
				if !strings.HasPrefix(now, document.Join(dirs[i], m[2])+"/") || strings.HasSuffix(now, "/"+m[1]) || patterns().MatchString(r.Doc.Path) {
					continue
				}
				f.Message = fmt.Sprintf("there is no %s, so whoever follows the text finds nothing; git has one file of this name, %s: "+
					"write that if it was moved", file, now)
				r.Missing(file, f)
				continue
			}
			near, isSure := model.NearFile(r, dirs[i], m[1])
			at := len(c.Text) - len(m[1])
			if near == "" {
				continue // whoever reads the text may be the one who makes the file
			}
			if path.Dir(near) == path.Dir(m[1]) {
				near, at = path.Base(near), len(c.Text)-len(path.Base(c.Text))
			}
			f.Message = fmt.Sprintf("there is no %s, so whoever follows the text finds nothing; did you mean %s?", file, near)
			f.Fixes = model.Instead("write "+near, c.Span(at, len(c.Text)), near, isSure)
			r.Missing(file, f)
		}
	})
}

// files is the one memo of where git has the file of a name, "" if it has several.
type files struct {
	document.Memo[bool, map[string]string]
}

// onlyOne returns the path of the file of a name that git has, if it has one and no other; "" otherwise.
func onlyOne(r *model.Reporter, name string) string {
	return document.Shared[files](r.Set).Get(r.Set, true, func() map[string]string {
		tracked, _ := r.Git.Tracked([]string{""}) // which is asked once for all documents
		only := map[string]string{}
		for _, file := range tracked[""] {
			name := path.Base(file)
			if _, again := only[name]; again {
				file = ""
			}
			only[name] = file
		}
		return only
	})[name]
}

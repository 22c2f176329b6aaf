package layout

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgedByName is the kinds whose files may have the name of another one.
var judgedByName = []string{"gsd/unknown", "gsd/archive", "gsd/codebase", "gsd/research-note"}

var stamped = memo.Regexp(`^v\d+(?:\.\d+)*-.*\.md$`)

// nestedName is the name of a plan or summary as it stands in the directory of a phase.
var nestedName = memo.Regexp(`^((?:.+?-)??)(?:(\d+)-)?(PLAN|SUMMARY)\.md$`)

// name reports a file that no program reads, and tells which name was probably meant.
func (j *judge) name() {
	if !slices.Contains(judgedByName, j.Doc.Kind) {
		return
	}
	if j.counted() {
		return // that is told as the name of a plan
	}
	dir, base := path.Split(j.p.Below(j.Doc))
	f := document.Finding{Rule: "gsd-file-unknown", Span: j.Doc.FirstLine(), At: "name"}
	near, known := model.NearName(j.p, path.Clean(dir), base)
	root := j.p.Vocabulary("gsd", "root_files")
	switch {
	case strings.HasSuffix(dir, "/plans/"):
		nested := nestedName().FindStringSubmatch(base)
		if nested == nil || !strings.HasPrefix(dir, "phases/") {
			return
		}
		f.Message = fmt.Sprintf("in plans/ GSD takes names such as %s alone, with the number at the end, so it does not "+
			"read %s; rename it", nested[1]+nested[3]+"-"+cmp.Or(nested[2], "01")+".md", base)
	case known:
		return
	case near != "" && dir == "":
		f.Message = fmt.Sprintf("GSD knows no file %s in .planning (W019), so no program reads it; did you mean %s?", base,
			near)
	case near != "":
		f.Message = fmt.Sprintf("GSD looks for exactly %s, so it does not read %s; rename it", near, base)
	case (strings.HasPrefix(dir, "phases/") || dir == "milestones/") && slices.Contains(root[:5], base):
		f.Message = fmt.Sprintf("GSD looks for %s in %s itself, so no program reads it here; move it there", base, j.p.Dir)
	case dir == "" && path.Ext(base) == ".md" && !stamped().MatchString(base):
		f.Lesser = true
		f.Message = fmt.Sprintf("GSD knows no file %s in .planning (W019), so no program reads it", base)
	default:
		return
	}
	j.Report(f)
}

// counted reports whether the file is counted as a plan by its name.
func (j *judge) counted() bool {
	if j.p.Set.Standalone {
		return false
	}
	ph := j.p.PhaseOf(j.Doc)
	return ph != nil && slices.Contains(ph.Counted, strings.TrimPrefix(j.Doc.Path, j.p.Path("phases/"+ph.Dir+"/")))
}

// strays reports directories, and files that are no text, which nearly have the name of one that GSD looks for in the
// root and that is not there.
func (j *judge) strays() {
	names, _ := j.p.Files.List(j.p.Root, strings.TrimSuffix(j.p.Dir, "/"))
	looked := j.p.Vocabulary("gsd", "root_dirs")
	there := map[string]bool{}
	for _, name := range names {
		there[name] = true
	}
	var gather model.Gather
	for _, name := range names {
		if there[strings.ToLower(name)] && name != strings.ToLower(name) || slices.Contains(looked, name) ||
			strings.HasPrefix(name, "config.") { // that is told there
			continue
		}
		near := spell.Close(name, looked)
		if near == "" || there[near] || strings.Contains(name, ".") != strings.Contains(near, ".") {
			continue
		}
		gather.Add("stray", document.Finding{Rule: "gsd-file-unknown", Span: j.Doc.FirstLine(), At: "files",
			Message: fmt.Sprintf("GSD looks for exactly %s%s, and reads nothing of %s; rename it", j.p.Dir, near, name)})
	}
	gather.Report(j.Reporter)
}

// headings reports headings that are nearly one which programs look for in such a file, and which is not there.
func (j *judge) headings() {
	kind, _ := strings.CutPrefix(j.Doc.Kind, "gsd/")
	known := j.p.Vocabulary("gsd", kind+"_headings")
	if len(known) == 0 || j.Doc.Problem != nil || j.Doc.Body == nil {
		return
	}
	has, meant := map[string]bool{}, map[string]string{}
	for _, h := range j.Doc.Body.Headings {
		has[plain(h.Text)] = true
	}
	folded := map[string]bool{}
	for _, k := range known {
		folded[plain(k)] = true
	}
	for _, h := range j.Doc.Body.Headings {
		text := strings.TrimSpace(h.Text)
		if h.Level == 1 || folded[plain(text)] {
			continue
		}
		near, asked := meant[text]
		if !asked {
			near = cmp.Or(spell.Close(text, known), sameWords(text, known))
			meant[text] = near
		}
		if near == "" || has[plain(near)] {
			continue
		}
		span, _ := document.Find(j.Doc, h.Span, text)
		j.Report(document.Finding{Rule: "gsd-heading", Span: span, At: "body", Fixes: document.Replace("write "+near, span, near),
			Least: isSpent(j),
			Message: fmt.Sprintf("programs and workflows of GSD look for the heading %s and find none, so they do not see what stands "+
				"below this one; write it so", document.Quote(near))})
	}
}

// isSpent reports whether a document is the research of a phase that is over: who plans the phase reads its headings, and
// nobody later.
func isSpent(j *judge) bool {
	ph := j.p.PhaseOf(j.Doc)
	return j.Doc.Kind == "gsd/research" && ph != nil && (model.Past(j.p, j.Doc) || model.StandingOf(j.p, ph.Number).Ticked)
}

// sameWords returns the heading that has the words of a text with other marks or a word and between them, or "".
func sameWords(text string, known []string) string {
	words := wordsOf(text)
	if len(words) < 2 {
		return ""
	}
	for _, k := range known {
		if slices.Equal(words, wordsOf(k)) {
			return k
		}
	}
	return ""
}

// wordsOf returns the words of a heading in small letters.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(plain(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	return slices.DeleteFunc(words, func(word string) bool { return word == "and" })
}

// plain is a heading as programs compare it.
func plain(text string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "’", "'"))
}

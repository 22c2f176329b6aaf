package phase

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	ticked   = memo.Regexp("`([^`\n]+\\.[a-zA-Z]+)`")
	labelled = memo.Regexp("(?i)(?:Created|Modified|Added|Updated|Edited):\\s*`?([^\\s`\\[\\]]+\\.[a-zA-Z]+)`?")
	future   = memo.Regexp(`(?i)\b(?:will|(?:next|later|future)\s+phase|planned?|would\s+(?:be|add|create|build)|` +
		`to\s+be\s+(?:added|created|built)|eventually|not\s+yet|delet\w*|remov\w*|renam\w*|moved|replac\w*|drop\w*|no|not|gone|was|` +
		`were|instead|old|former\w*)\b`)
)

// claims reports files that a summary says were made, and that are not there. Where none of a directory is there, which
// many summaries name, it was moved, which is told at the first of them.
func (j *judge) claims(own *model.Summary, all *claims) {
	if settled(j.p, j.ph, j.Doc) { // files of what is done are renamed and go away
		j.misspelt(own)
		return
	}
	var missing []notation.Word
	var paths []string
	seen := map[string]bool{}
	for _, w := range claimed(j.p, j.Doc) {
		if file := path.Clean(w.Text); !seen[file] && !model.Exists(j.p, file) && !shelved(j.p, file) {
			seen[file], missing, paths = true, append(missing, w), append(paths, document.Join(j.p.Root, file))
		}
	}
	if len(missing) == 0 {
		return
	}
	ignored, _ := j.p.Git.Ignored(paths) // none if git cannot tell
	gone := all.gone(j.p)
	told := map[*emptied]bool{}
	var gather model.Gather
	for i, w := range missing {
		dir := gone[path.Clean(w.Text)]
		if ignored[paths[i]] || dir != nil && (dir.first != j.Doc.Path || told[dir]) {
			continue
		}
		then := "write the path as it is, or make the file"
		if dir != nil {
			told[dir] = true
			then = fmt.Sprintf("the same holds for all that %d summaries name below %s/, so if that was moved, write the paths as they are",
				len(dir.summaries), dir.name)
		}
		gather.Add("path", document.Finding{Rule: "gsd-summary-path", Span: w.Span, At: "body",
			Message: fmt.Sprintf("%s is not there, and the summary of a phase that is under way names it, so `phase complete` "+
				"warns of it, and what comes next counts on work that may not be done; %s", document.Quote(w.Text), then)})
	}
	gather.Report(j.Reporter)
}

// shelved reports whether a file lay in a phase whose directory `milestone complete` has moved to the archive.
func shelved(p *model.Planning, file string) bool {
	rest, isIn := strings.CutPrefix(file, p.Dir+"phases/")
	dir, _, _ := strings.Cut(rest, "/")
	return isIn && model.Archived(p, notation.DirNumber(dir)) &&
		p.Files.Look(p.Root, p.Dir+"phases/"+dir) == document.Absent
}

// misspelt reports files of a summary's keys that are not there, where its plan names a near one that is and the summary
// does not.
func (j *judge) misspelt(own *model.Summary) {
	const most = 300 // of either, since each is held against each
	keyed := filed(j.p, j.Doc)
	named := map[string]bool{}
	for _, w := range keyed {
		named[path.Clean(w.Text)] = true
	}
	var planned []string
	for _, plan := range own.Plans {
		for _, file := range slices.Concat(plan.Files, plan.TaskFiles) {
			if file = path.Clean(file); !named[file] && len(planned) < most && model.Exists(j.p, file) {
				planned = append(planned, file)
			}
		}
	}
	if len(planned) == 0 {
		return
	}
	for _, w := range keyed[:min(len(keyed), most)] {
		file := path.Clean(w.Text)
		if !probable(j.p, w.Text) || model.Exists(j.p, file) {
			continue
		}
		if near := spell.Close(file, planned); near != "" {
			j.Report(document.Finding{Rule: "gsd-summary-path", Span: w.Span, At: "key-files",
				Message: fmt.Sprintf("%s is not there, and the plan changes %s, which this summary does not name, so whoever looks "+
					"for what was done finds nothing; write %[2]s", document.Quote(w.Text), document.Quote(near)),
				Fixes: document.Guess("name the plan's file", w.Span, near)})
		}
	}
}

// settled reports whether nobody counts on what a summary of a phase names any more, or no roadmap tells whether one does.
func settled(p *model.Planning, ph *model.Phase, d *document.Document) bool {
	at, current := model.StandingOf(p, ph.Number), ""
	if s := p.State(); s != nil && ph.Complete() {
		current, _ = s.CurrentPhase()
	}
	return !at.Read || ph.Verified.Status == "passed" || at.Ticked || model.Past(p, d) ||
		current != "" && notation.Compare(ph.Number, current) < 0
}

// claimed returns what a summary says was made: the files of the project in its keys, and those that `phase complete`
// looks for, between backticks or behind words such as Created, but on lines that speak of what is to come; here lines
// that speak of what went away are passed over as well.
func claimed(p *model.Planning, d *document.Document) []notation.Word {
	named := filed(p, d)
	for l := range notation.LinesWith(d, p.Front(d).End, "`", ":") {
		if l.Hidden {
			continue
		}
		places := slices.Concat(ticked().FindAllStringSubmatchIndex(l.Text, -1),
			labelled().FindAllStringSubmatchIndex(l.Text, -1))
		if len(places) == 0 || future().MatchString(l.Text) {
			continue
		}
		for _, m := range places {
			named = append(named, l.Word(m[2], m[3]))
		}
	}
	return slices.DeleteFunc(named, func(w notation.Word) bool { return !probable(p, w.Text) })
}

// filed returns the files that a summary's keys name.
func filed(p *model.Planning, d *document.Document) []notation.Word {
	var named []notation.Word
	keys := p.Front(d).Root.Get("key-files")
	for _, name := range []string{"created", "modified"} {
		if list := keys.Get(name); list != nil {
			for _, n := range list.Items {
				named = append(named, notation.Word{Text: dialect.Text(n), Span: n.Span})
			}
		}
	}
	return named
}

// claims knows what summaries of phases under way name.
type claims struct {
	set *document.Set
	all document.Memo[*model.Planning, map[string]*emptied]
}

// emptied is a directory that has none of the files that summaries name below it.
type emptied struct {
	name      string
	first     string          // the first of the summaries
	summaries map[string]bool // by their paths
}

// gone returns, by the path of a file that is not there, the directory that was emptied, if many summaries name what was
// in it.
func (c *claims) gone(p *model.Planning) map[string]*emptied {
	return c.all.Get(c.set, p, func() map[string]*emptied {
		type claim struct{ file, summary string }
		var missing []claim
		var paths []string
		held := map[string]bool{} // directories with a file that a summary names
		for _, ph := range p.Phases() {
			for _, s := range ph.Summaries {
				d := p.At(s.Path)
				if d == nil || d.Problem != nil || s.Lost || settled(p, ph, d) {
					continue
				}
				for _, w := range claimed(p, d) {
					file := strings.Clone(path.Clean(w.Text))
					if len(file) > document.MaxPath {
						continue
					}
					if !model.Exists(p, file) {
						missing, paths = append(missing, claim{file, s.Path}), append(paths, document.Join(p.Root, file))
						continue
					}
					for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
						held[dir] = true
					}
				}
			}
		}
		ignored, _ := p.Git.Ignored(paths) // none if git cannot tell
		dirs, of := map[string]*emptied{}, map[string]*emptied{}
		for i, m := range missing {
			top := ""
			for dir := path.Dir(m.file); dir != "." && !held[dir]; dir = path.Dir(dir) {
				top = dir
			}
			if top == "" || ignored[paths[i]] {
				continue
			}
			if dirs[top] == nil {
				dirs[top] = &emptied{top, m.summary, map[string]bool{}}
			}
			dirs[top].summaries[m.summary], of[m.file] = true, dirs[top]
		}
		const many = 2
		maps.DeleteFunc(of, func(_ string, dir *emptied) bool { return len(dir.summaries) <= many })
		return of
	})
}

// probable reports whether a text names a file of the project, as `verify-summary` takes it; one in a directory that is
// not there is built, or a name elsewhere, and one behind ./ lies beside the file that is spoken of.
func probable(p *model.Planning, text string) bool {
	first, _, below := strings.Cut(text, "/")
	return below && first != "." && model.Exists(p, first) && !strings.HasPrefix(text, "http") &&
		!strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "~") &&
		!strings.ContainsAny(text, "*?{}<>$|\"' \t") && !strings.Contains(text, "://") && strings.IndexByte(first, '.') <= 0 &&
		!strings.Contains(text, "..")
}

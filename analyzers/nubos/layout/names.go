package layout

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/spell"
)

// names is what can be said of paths alone. Nothing is read for it.
type names struct {
	findings map[string][]document.Finding // by the path of the file that they are reported at
	firsts   map[string]*first             // by the path of the first file of a directory
	set      *document.Set
	seen     map[string]*first // directories, by their paths
}

// first is what lies in the directory of a milestone, slice or task, for the first file of it.
type first struct {
	id      string // its name
	place   place.Place
	level   *level
	kinds   []string // of the files in the directory itself
	below   bool     // there are directories of the next level
	mistake bool     // a name is wrong, so that what is missing may only be misnamed
}

// has reports whether a file of a kind lies in the directory itself.
func (f *first) has(kind string) bool { return slices.Contains(f.kinds, kind) }

// level is a kind of directory that programs look into.
type level struct {
	letter byte
	noun   string
	words  []string // of the files: <id>-<word>
	others []string // files with other names
	dirs   []string // the first holds the directories of the level below
	below  *level
}

var (
	milestoneLevel = &level{'M', "milestone",
		[]string{"CONTEXT.md", "CONTEXT.archive.md", "ROADMAP.md", "META.json", "RESEARCH.md", "VERIFICATION.md",
			"VALIDATION.md", "PLAN-REVIEW.md", "ARCHITECTURE.md", "SECURITY.md"},
		nil, []string{"slices", "research", "handoffs"}, sliceLevel}
	sliceLevel = &level{'S', "slice", []string{"ASSESSMENT.md", "PLAN.md", "RESEARCH.md", "SUMMARY.md", "UAT.md"},
		[]string{"TODO.md", "STATUS-HISTORY.jsonl"}, []string{"tasks"}, taskLevel}
	taskLevel = &level{'T', "task", []string{"PLAN.md", "SUMMARY.md"}, nil, nil, nil}
)

// top is the artefacts of the project itself.
var top = []string{"PROJECT.md", "REQUIREMENTS.md", "RULES.md", "ROADMAP.md", "roadmap.yaml", "STATE.md", "config.json",
	"PROJECT-SUMMARY.md"}

const (
	misnamedFile = "misnamed-file"
	misnamedDir  = "misnamed-directory"
	unknownFile  = "unknown-file"
	caseClash    = "case-clash"
	planMissing  = "plan-missing"
)

// readNames judges all paths, in their order.
func readNames(set *document.Set) *names {
	n := &names{findings: map[string][]document.Finding{}, firsts: map[string]*first{}, set: set,
		seen: map[string]*first{}}
	inputs := set.Inputs("")
	clashes := newClashes(len(inputs))
	for i := range inputs {
		in := &inputs[i]
		inside, ok := strings.CutPrefix(in.Path, document.Join(in.Root, place.Home+"/"))
		if !ok {
			continue
		}
		if at, other := clashes.find(in.Path); at != "" {
			n.report(in, caseClash,
				"%s and %s differ only in case, so a checkout on macOS or Windows keeps one of them; rename or "+
					"merge them", at, path.Base(other))
		}
		if in.Problem != nil && in.Kind == unknown {
			continue // a broken link, say: that is reported
		}
		if rest, ok := strings.CutPrefix(inside, "milestones/"); ok {
			n.descend(in, milestoneLevel, place.Place{Root: in.Root}, "milestones", rest)
		} else if !strings.Contains(inside, "/") {
			n.atTop(in, inside)
		}
	}
	return n
}

// report notes a finding about the path of a file.
func (n *names) report(in *document.Input, rule, format string, args ...any) {
	n.findings[in.Path] = append(n.findings[in.Path],
		document.Finding{Rule: rule, At: "path", Message: fmt.Sprintf(format, args...)})
}

// atTop judges a file beside STATE.md. People may put there what they like, if it is not mistaken for an artefact.
func (n *names) atTop(in *document.Input, name string) {
	if in.Kind != unknown || slices.Contains(top, name) {
		return
	}
	itsStem, itsExt := cutExt(name)
	i := slices.IndexFunc(top, func(known string) bool {
		stem, ext := cutExt(known)
		return strings.EqualFold(name, known) || strings.EqualFold(stem, itsStem) && ext != ".md" && itsExt != ".md"
	})
	if i < 0 {
		i = slices.IndexFunc(top, func(known string) bool {
			return !n.set.Has(document.Join(in.Root, place.Home+"/"+known)) && spell.Nearest(name, []string{known}) != ""
		})
	}
	if i >= 0 {
		n.report(in, misnamedFile, "no program reads .nubos-pilot/%s; did you mean %s?", name, top[i])
	}
}

const unknown = "nubos/unknown"

// cutExt cuts a name before its last dot.
func cutExt(name string) (stem, ext string) {
	ext = path.Ext(name)
	return strings.TrimSuffix(name, ext), ext
}

// descend judges a file below a directory with a name, in which there are those of a level; rest is its path there.
func (n *names) descend(in *document.Input, l *level, at place.Place, dir, rest string) {
	name, rest, inside := strings.Cut(rest, "/")
	if !inside {
		n.stray(in, name, dir)
		return
	}
	f := n.enter(in, l, at, in.Path[:len(in.Path)-len(rest)-1], name)
	if f == nil {
		return
	}
	switch name, rest, inside := strings.Cut(rest, "/"); {
	case !inside:
		n.file(in, f, name)
	case l.below != nil && name == l.dirs[0]:
		// Of a slice, the directory alone is nothing yet.
		f.below = f.below || l == milestoneLevel || strings.Contains(rest, "/")
		n.descend(in, l.below, f.place, name, rest)
	case slices.Contains(l.dirs, name):
		n.aside(in, name, rest)
	default:
		n.strangeDir(in, f, in.Path[:len(in.Path)-len(rest)-1], name)
	}
}

// enter judges the directory of a milestone, slice or task when its first file is met. It returns nil if the name is
// wrong: then nothing in it is found, and nothing more is said.
func (n *names) enter(in *document.Input, l *level, at place.Place, dir, name string) *first {
	if f, ok := n.seen[dir]; ok {
		return f
	}
	if place.IsName(name, l.letter) {
		switch l {
		case milestoneLevel:
			at.Milestone = name
		case sliceLevel:
			at.Slice = name
		default:
			at.Task = name
		}
		f := &first{id: name, place: at, level: l}
		n.seen[dir], n.firsts[in.Path] = f, f
		return f
	}
	n.seen[dir] = nil
	if !strings.HasPrefix(name, ".") {
		n.report(in, misnamedDir,
			"the directory %s is not named as programs look for a %s, so they pass over all that is in it; call it "+
				"something like %s", name, l.noun, cmp.Or(meant(name, l.letter), place.FormatID(l.letter, 1)))
	}
	return nil
}

// strangeDir reports a directory that nobody looks into, once.
func (n *names) strangeDir(in *document.Input, f *first, dir, name string) {
	if _, ok := n.seen[dir]; ok || strings.HasPrefix(name, ".") {
		return
	}
	n.seen[dir] = nil
	if near := spell.Nearest(name, f.level.dirs); near != "" {
		f.mistake = true
		n.report(in, misnamedDir,
			"no program looks into the directory %s of a %s; did you mean %s?", name, f.level.noun, near)
		return
	}
	n.report(in, unknownFile,
		"no program looks into the directory %s of a %s, so what is in it has no effect; move it out of "+
			".nubos-pilot/milestones", name, f.level.noun)
}

// stray reports a file that lies beside directories.
func (n *names) stray(in *document.Input, name, dir string) {
	if !strings.HasPrefix(name, ".") {
		n.report(in, unknownFile,
			"no program reads a file %s directly in %s; move it to where it belongs, or out of .nubos-pilot", name, dir)
	}
}

// aside judges a file in research/ or handoffs/; rest is its path there.
func (n *names) aside(in *document.Input, dir, rest string) {
	name := path.Base(rest)
	if in.Kind != unknown || strings.HasPrefix(name, ".") || dir == "research" && name == "merge.md" {
		return
	}
	stem := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
	if dir == "research" && rest == name && stem != name && spell.Nearest(stem, []string{"spawn-.md"}) != "" {
		n.report(in, misnamedFile,
			"the reconciler reads only files such as spawn-0.md, so it passes over %s; rename it", name)
		return
	}
	n.report(in, unknownFile, "no program reads %s in %s; move it out of .nubos-pilot/milestones", rest, dir)
}

// file judges a file of a milestone, slice or task.
func (n *names) file(in *document.Input, f *first, name string) {
	f.kinds = append(f.kinds, in.Kind)
	prefix, _, _ := strings.Cut(name, "-")
	word, named := strings.CutPrefix(name, f.id+"-")
	switch {
	case strings.HasPrefix(name, ".") || slices.Contains(f.level.others, name) ||
		named && slices.Contains(f.level.words, word):
	case in.Kind != unknown && !ownName[in.Kind] && prefix != f.id:
		f.mistake = true
		n.report(in, misnamedFile,
			"the file %s lies in the directory of %s, so programs, which look for %s there, do not find it; rename or "+
				"move it", name, f.id, f.id+strings.TrimPrefix(name, prefix))
	case in.Kind != unknown:
		f.mistake = true // another pass says so
	default:
		n.unknownFile(in, f, name)
	}
}

// ownName is the kinds whose passes hold the name against the directory themselves.
var ownName = map[string]bool{"nubos/verification": true, "nubos/validation": true, "nubos/research-final": true,
	"nubos/slice-plan": true, "nubos/task-plan": true}

// unknownFile reports a file without a kind, as misnamed if its name is near to one that programs look for.
func (n *names) unknownFile(in *document.Input, f *first, name string) {
	if near := f.level.near(name, f.id); near != "" {
		f.mistake = true
		n.report(in, misnamedFile,
			"no program reads %s in the directory of a %s; did you mean %s?", name, f.level.noun, near)
		return
	}
	n.report(in, unknownFile,
		"no program reads %s in the directory of a %s, so it has no effect; move it out of .nubos-pilot/milestones",
		name, f.level.noun)
}

// near returns the name that a file was probably meant to have, or "".
func (l *level) near(name, id string) string {
	stem, _ := cutExt(strings.ToUpper(name))
	if prefix, word, ok := strings.Cut(stem, "-"); ok && meant(prefix, l.letter) != "" {
		stem = word
	} else if rest := strings.TrimPrefix(stem, strings.ToUpper(id)); rest != "" {
		stem = strings.TrimLeft(rest, "-_ ")
	}
	for _, candidates := range [][]string{l.words, l.others} {
		for _, c := range candidates {
			word, _ := cutExt(c)
			if stem != word && spell.Nearest(stem, []string{word}) == "" {
				continue
			}
			if slices.Contains(l.words, c) {
				return id + "-" + c
			}
			return c
		}
	}
	return ""
}

// Package nplinttest runs the proofs of rules. It knows how a proof is written and what nplint must say of it, and not
// what any rule means.
//
// The proof of a rule is the archive <pack>/<id>.txtar beside its page <pack>/<id>.md. Each of its cases is a tree of
// files below a folder whose name begins with bad or good:
//
//	-- bad/agents/np-x.md --          a file of a tree that breaks the rule; Options tells of notes behind the name
//	-- bad/want --                    what nplint reports about the tree, one finding a line, which ends in
//	                                  (unsafe fix) if its fix is unsafe though the page says fix: safe
//	-- bad/fixed/agents/np-x.md --    the file after the fixes of the rule, for each file that they change
//	-- good/agents/np-x.md --         a file of a tree that nplint has nothing to say about
//
// Files below all/, which come first, are in each case. The lines before the first file are comments (# …) or say what
// else is:
//
//	base: minimal                     every case lies on the tree in <pack>/base/minimal.txtar
//	base: minimal (bad2, good)        those cases do
//	pass: task (bad3)                 the pass task reports the fault there, and not the one that the page names
//
// A case holds what differs: its files replace those of the base, and an empty one whose name ends in "(deleted)"
// takes one away. An empty file good/ stands for a case in which nothing differs. A base may lie on another one.
// A file whose name ends in "(changed)" holds the lines that differ from the file that it replaces, as a unified diff
// writes them, with lines beside them that stay, so that they stand there once; a line @@ parts two such places:
//
//	-- bad/agents/np-x.md (changed) --
//	 name: np-x
//	-tier: opus
//	+tier: opux
//
// RunAll writes want and fixed, the latter as changes where that is half as long, and the excerpt on the page, when it
// is told to update.
package nplinttest

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/core"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// Packs is the packs whose artefacts proofs hold. What other packs find in them, and how they read them, is not asked.
type Packs []pack.Pack

// Run runs the proofs of the rules of some passes, whose pages lie below dir, with these passes and core alone. What a
// proof wants of other passes is left out.
func (all Packs) Run(t *testing.T, dir string, passes ...*analysis.Analyzer) {
	t.Helper()
	mine := func(rule *rules.Rule) bool {
		return slices.ContainsFunc(passes, func(a *analysis.Analyzer) bool { return a.Name == rule.Analyzer })
	}
	proofs, known, err := load(dir, mine)
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{known: known, parts: parts.Of(all...), own: slices.Concat(core.Passes, passes)}
	s.trees.top = topDir(t)
	if len(shared(passes, core.Passes)) > 0 {
		s.parts.Data = rules.Packs() // whose artefacts they judge; some packs are data alone
	}
	built := slices.Clone(core.Passes)
	for i, p := range all {
		built = append(built, p.Passes...)
		s.parts.Packs[i].Passes = shared(p.Passes, passes)
	}
	s.passes = slices.DeleteFunc(slices.Clone(passes), func(a *analysis.Analyzer) bool { return slices.Contains(built, a) })
	found := false
	for _, p := range proofs {
		mine := mine(p.Rule)
		p.Cases = slices.DeleteFunc(p.Cases, func(c *Case) bool {
			if c.Pass == "" {
				return !mine && c.Bad()
			}
			return !slices.ContainsFunc(passes, func(a *analysis.Analyzer) bool { return a.Name == c.Pass })
		})
		if mine || slices.ContainsFunc(p.Cases, (*Case).Bad) {
			found = true
			t.Run(p.Rule.ID, func(t *testing.T) { s.run(t, p) })
		}
	}
	if !found {
		t.Errorf("%s: no page names one of the passes as its analyzer", dir)
	}
}

// shared returns the passes that are among others, too.
func shared(passes, others []*analysis.Analyzer) []*analysis.Analyzer {
	return slices.DeleteFunc(slices.Clone(passes), func(a *analysis.Analyzer) bool { return !slices.Contains(others, a) })
}

// RunAll runs the proofs of all pages below dir with all passes of the packs and the given ones, and holds that
// nplint has nothing to say about the bases. With update it writes what nplint says into the proofs, and the excerpts
// of the proofs into the pages.
func (all Packs) RunAll(t *testing.T, dir string, update bool, passes ...*analysis.Analyzer) {
	t.Helper()
	proofs, known, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{parts: parts.Of(all...), passes: passes, known: known, update: update}
	s.parts.Data = rules.Packs() // those of data alone, too
	s.trees.top = topDir(t)
	for _, p := range proofs {
		t.Run(p.Rule.ID, func(t *testing.T) { s.run(t, p) })
	}
	bases, err := filepath.Glob(filepath.Join(dir, "*", "base", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range bases {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(filepath.Base(filepath.Dir(filepath.Dir(file)))+"/"+name,
			func(t *testing.T) { s.runBase(t, filepath.Dir(file), name) })
	}
}

// topDir returns a new directory for trees.
func topDir(t *testing.T) string {
	dir, err := os.MkdirTemp(scratch.Top(), "nplint-proofs-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// suite is how proofs are run.
type suite struct {
	parts  engine.Parts         // the core, and packs with the passes that run
	passes []*analysis.Analyzer // passes of no pack
	known  *rules.Catalogue
	own    []*analysis.Analyzer // the passes whose findings count; nil is all, so that excerpts can be compared
	update bool
	trees  trees
}

// run runs one proof: a bad case reports exactly what its want says, and its fixes give the fixed files and leave
// nothing that they could fix again; a good one reports nothing.
func (s *suite) run(t *testing.T, p *Proof) {
	t.Parallel()
	if p.Rule.ID == "internal-error" {
		return // no file makes it fire
	}
	count := map[bool]int{}
	var shown *outcome
	excerpt := ""
	tree := s.trees.take(t)
	for _, c := range p.Cases {
		count[c.Bad()]++
		o := s.judge(t, tree, p.Rule, c)
		if c.Bad() && s.own == nil && (shown == nil || len(shown.changes) == 0 && len(o.changes) > 0) {
			shown, excerpt = o, o.excerpt(p)
		}
	}
	s.trees.give(tree)
	if count[true] == 0 || count[false] == 0 {
		t.Fatalf("%s has no bad or no good case", p.file)
	}
	if s.own != nil {
		return // perhaps not all cases are run
	}
	switch fixed := len(shown.changes) > 0; {
	case !fixed && p.Rule.Fix != "none":
		t.Errorf("the page says fix: %s, and no bad case is fixed; write fix: none, or a case that is", p.Rule.Fix)
	case fixed && p.Rule.Fix == "none":
		t.Error("the page says fix: none, and fixes change files; write fix: safe, or unsafe if they may change what was meant")
	}
	if !t.Failed() {
		s.compareProof(t, p)
	}
	s.comparePage(t, p, excerpt)
}

// compareProof holds the file of a proof against what -update writes, so that who runs it next changes nothing else.
func (s *suite) compareProof(t *testing.T, p *Proof) {
	if s.update {
		replace(t, p.file, p.format())
		return
	}
	text, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != p.format() {
		t.Errorf("%s: go test -update writes its parts in another order", p.file)
	}
}

// runBase holds that there is nothing to say about a base.
func (s *suite) runBase(t *testing.T, dir, name string) {
	t.Parallel()
	files, err := bases{}.read(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	tree := s.trees.take(t)
	s.judge(t, tree, nil, &Case{Name: "good base", Files: files})
	s.trees.give(tree)
}

// outcome is what nplint makes of a case.
type outcome struct {
	c       *Case
	dir     string
	report  *report.Report
	changes []edit.Change
}

// judge runs a case, in a tree that may hold another one.
func (s *suite) judge(t *testing.T, tree *tree, rule *rules.Rule, c *Case) *outcome {
	o := options(t, tree.hold(t, c.Files), c.Files, s.known)
	o.Passes = append(o.Passes, s.passes...)
	said, err := engine.Run(context.Background(), o, s.parts)
	if err != nil {
		t.Fatal(err)
	}
	got := s.counted(s.text(t, said), rule)
	out := &outcome{c: c, dir: o.Dir, report: said}
	if strings.Contains(got, "[internal-error]") {
		t.Fatalf("%s: a pass failed:\n%s", c.Name, got) // which no update may write into a proof
	}
	if !c.Bad() {
		if got != "" {
			t.Errorf("%s reports:\n%s", c.Name, got)
		}
		return out
	}
	switch {
	case strings.Contains(got, "["+rule.ID+"]"):
	case said.Summary.Files == 0:
		const none = "%s does not break the rule: none of its files is an artefact; " +
			"a marker of the pack must match one of them, and a path pattern of a kind the one that is judged"
		t.Errorf(none, c.Name)
	default:
		t.Errorf("%s does not break the rule; it reports:\n%s", c.Name, cmp.Or(got, "nothing"))
	}
	want := s.counted(c.Want, rule)
	if c.Pass != "" && s.own != nil {
		want = both(want, got) // the pass that the page names reports there, too
	}
	if got != want && !s.update {
		t.Errorf("%s reports other findings; want\n%s\ngot\n%s", c.Name, want, got)
	}
	var fixed []txtar.File
	var changes []edit.Change
	offers := func(f report.Finding) bool { return f.Rule == rule.ID && len(f.Fixes) > 0 }
	if slices.ContainsFunc(said.Findings, offers) { // else nothing is fixed
		fixed, changes = s.fix(t, rule, c, o)
	}
	if out.changes = changes; !s.update && !slices.EqualFunc(fixed, c.Fixed, sameFile) {
		t.Errorf("%s is fixed otherwise; want\n%s\ngot\n%s", c.Name, format(c.Fixed), format(fixed))
	}
	c.Want, c.Fixed = got, fixed
	return out
}

// fix applies the fixes of a rule and returns the files that they change.
func (s *suite) fix(t *testing.T, rule *rules.Rule, c *Case, o engine.Options) ([]txtar.File, []edit.Change) {
	o.Only = []string{rule.ID}
	repair, err := engine.Mend(context.Background(), o, s.parts, true)
	if err != nil {
		t.Fatal(err)
	}
	var fixed []txtar.File
	for _, change := range repair.Changes {
		f := txtar.File{Name: change.Path, Data: change.After}
		if c.escaped(change.Path) {
			f = txtar.File{Name: change.Path + " (escaped)", Data: escape(change.After)}
		}
		fixed = append(fixed, f)
	}
	for _, refused := range repair.Refused {
		t.Errorf("%s: the fix of %s is refused: %s", c.Name, refused.Finding.Message, refused.Why())
	}
	for _, f := range repair.After.Findings {
		if len(f.Fixes) > 0 {
			t.Errorf("%s: the fixed tree still has a finding with a fix: %s", c.Name, f.Message)
		}
	}
	return fixed, repair.Changes
}

// escaped reports whether the file at a path is written with escapes.
func (c *Case) escaped(path string) bool {
	return slices.ContainsFunc(c.Files, func(f txtar.File) bool { return f.Name == path+" (escaped)" })
}

// counted returns the lines of findings that count in a proof of a rule.
func (s *suite) counted(findings string, rule *rules.Rule) string {
	if s.own == nil {
		return findings
	}
	var out strings.Builder
	for line := range strings.Lines(findings) {
		m := findingLine().FindStringSubmatch(line)
		if m == nil || m[1] == rule.ID || s.reports(s.known.Get(m[1])) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// both returns the lines of a text that another one has, too.
func both(text, other string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains("\n"+other, "\n"+line) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// reports tells whether a rule is one that the passes which count report of the packs here, of the engine, or of
// nobody.
func (s *suite) reports(rule *rules.Rule) bool {
	if rule == nil || rule.Analyzer == "driver" {
		return true
	}
	isIts := func(data *rules.Pack) bool { return data.Name == rule.Pack }
	elsewhere := slices.ContainsFunc(rules.Packs(), isIts) && !slices.ContainsFunc(s.parts.Data, isIts)
	return !elsewhere && slices.ContainsFunc(s.own, func(a *analysis.Analyzer) bool { return a.Name == rule.Analyzer })
}

var findingLine = memo.Regexp(`:\d+:\d+: (?:error|warning|info)\[([^\]]+)\] `)

// text returns what a user would read, without the summary, and which fixes are unsafe although pages call them safe.
func (s *suite) text(t *testing.T, r *report.Report) string {
	format, err := reporters.Lookup("text")
	if err != nil {
		t.Fatal(err)
	}
	marked := *r
	marked.Findings = slices.Clone(r.Findings)
	for i := range marked.Findings {
		f := &marked.Findings[i]
		isUnsafe := func(fix report.Fix) bool { return !fix.Safe }
		if rule := s.known.Get(f.Rule); rule != nil && rule.Fix == "safe" && slices.ContainsFunc(f.Fixes, isUnsafe) {
			f.Message += " (unsafe fix)"
		}
	}
	var out bytes.Buffer
	if err := format.Write(&out, &marked, &reporters.Options{Quiet: true, WorkDir: r.Base}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func sameFile(a, b txtar.File) bool { return a.Name == b.Name && bytes.Equal(a.Data, b.Data) }

func format(files []txtar.File) []byte { return txtar.Format(&txtar.Archive{Files: files}) }

// replace writes a file if it has another text.
func replace(t *testing.T, file, text string) {
	if old, err := os.ReadFile(file); err == nil && string(old) == text {
		return
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

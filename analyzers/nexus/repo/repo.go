// Package repo judges what makes a release of nexus-core: its versions, its changelog with the marks that consumers
// cut it by, its migration guides, and lists that stand in two places.
package repo

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges the files that describe a release.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusrepo",
	Doc:      "hold versions, changelog and migration guides of nexus-core against each other",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	judges := map[string]func(*release){
		"nexus/package":         (*release).pack,
		"nexus/version":         (*release).version,
		"nexus/changelog":       (*release).changelog,
		"nexus/migration":       (*release).migration,
		"nexus/migration-index": (*release).index,
		"nexus/project-rule":    (*release).wordLists,
	}
	for kind, judge := range judges {
		projects.Each([]string{kind}, func(r *document.Reporter, p *model.Project) {
			if r.Doc.Readable() && !p.Standalone {
				judge(&release{Reporter: r, project: p})
			}
		})
	}
	return nil, nil
}

// release judges one of the files that describe a release.
type release struct {
	*document.Reporter
	project *model.Project
}

// pack judges package.json.
func (r *release) pack() {
	root := r.Doc.Data.Root
	if p := root.Pair("dependencies"); p != nil && len(p.Value.Pairs)+len(p.Value.Items) > 0 {
		r.Reportf("nx-package-deps", p.KeySpan, "$.dependencies",
			"package.json has `dependencies`, and the package is prompts and data, so every consumer would install "+
				"what nothing runs; move them to devDependencies")
	}
	version := root.Get("version")
	if document.Text(version) == "" {
		return
	}
	if r.project.OddVersion() == "nexus/package" {
		rule, others := "nx-version-file", "" // the version of the other files, which is one
		if r.project.IsOldest() {
			rule = "nx-changelog-version" // there is no VERSION to hold it against
		}
		for kind, other := range r.project.Versions() {
			if kind != "nexus/package" {
				others = other
			}
		}
		const message = "package.json says %s, and all other files that tell the version say %s, so registries " +
			"offer another release than consumers see; all must be equal"
		r.Reportf(rule, version.Span, "$.version", message, version.Text, others)
		return
	}
	if !r.project.IsOldest() && !r.project.HasKind("nexus/version") {
		r.Reportf("nx-version-file", version.Span, "$.version",
			"VERSION is missing, and consumers read the version there; add it with the line %s", version.Text)
	}
}

// version judges VERSION.
func (r *release) version() {
	want, got := r.project.Versions()["nexus/package"], strings.TrimSpace(string(r.Doc.Src))
	if want == "" || got == want || r.project.OddVersion() == "nexus/package" {
		return
	}
	fix := document.Replace("write "+want, document.Span{Start: 0, End: len(r.Doc.Src)}, want+"\n")
	r.Report(document.Finding{Rule: "nx-version-file", Span: r.Doc.FirstLine(), At: "content", Fixes: fix,
		Message: fmt.Sprintf("VERSION says %q, and package.json says %s, so consumers take the tree for another "+
			"release; both must be equal", got, want)})
}

var migrationName = memo.Regexp(`^v\d+_\d+_to_v\d+_\d+\.md$`)

// migration judges the name of a migration guide.
func (r *release) migration() {
	if name := path.Base(r.Doc.Path); !migrationName().MatchString(name) {
		r.Reportf("nx-migration-name", r.Doc.FirstLine(), "content",
			"the guide is named %s, and agents of consumers make up the name from two versions: v0_9_to_v0_10.md; "+
				"rename it", name)
	}
}

var rowLink = memo.Regexp(`\]\((?:\./)?([^)#]+\.md)[^)]*\)`)

// index judges MIGRATIONS/INDEX.md.
func (r *release) index() {
	linked := map[string]bool{}
	r.Doc.Body.EachLine(func(line string, start int) bool {
		if !strings.HasPrefix(line, "|") {
			return true
		}
		for _, m := range rowLink().FindAllStringSubmatchIndex(line, -1) {
			name := line[m[2]:m[3]]
			linked[name] = true
			if !strings.Contains(name, "/") && !r.hasGuide(name) {
				r.Reportf("nx-migration-index", document.Span{Start: start + m[2], End: start + m[3]}, "body",
					"the index leads to %s, and there is no such guide; correct the row", name)
			}
		}
		return true
	})
	for _, file := range r.project.Paths("nexus/migration") {
		if name := path.Base(file); !linked[name] && migrationName().MatchString(name) {
			r.missingRow(file, name)
		}
	}
}

// hasGuide reports whether there is a migration guide of that name.
func (r *release) hasGuide(name string) bool {
	return r.project.HasFile(path.Join(path.Dir(r.project.Path("nexus/migration-index")), name))
}

// missingRow reports a guide that the index does not have, and adds it below the head of the table.
func (r *release) missingRow(file, name string) {
	f := document.Finding{Rule: "nx-migration-index", Span: r.Doc.FirstLine(), At: "body",
		Message: fmt.Sprintf("the guide %s is in no row of the index, so agents of consumers do not find it; "+
			"add the row", name)}
	i := slices.IndexFunc(r.Doc.Body.Tables, func(t document.Table) bool {
		return strings.Contains(r.Doc.Text(t.Span), ".md)") || strings.Contains(r.Doc.Text(t.Span), "File")
	})
	if i >= 0 {
		table := r.Doc.Body.Tables[i]
		f.Span = document.Span{Start: table.Span.Start, End: table.Span.Start + len(firstLine(r.Doc.Text(table.Span)))}
		lines := strings.SplitAfterN(r.Doc.Text(table.Span), "\n", 3)
		if len(lines) == 3 {
			at := table.Span.Start + len(lines[0]) + len(lines[1])
			from, to, _ := strings.Cut(strings.TrimSuffix(name, ".md"), "_to_")
			title := ""
			if d := r.project.At(file); d != nil && d.Body != nil && len(d.Body.Headings) > 0 {
				title = strings.ReplaceAll(d.Body.Headings[0].Text, "|", "/")
			}
			dots := strings.NewReplacer("_", ".")
			row := fmt.Sprintf("| %s.x → %s.0 | [%s](./%s) | %s |\n", dots.Replace(from), dots.Replace(to), name,
				name, title)
			f.Fixes = document.Replace("add the row", document.Span{Start: at, End: at}, row)
		}
	}
	r.Report(f)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(line, "\r")
}

// wordLists holds the list of tools in the rules against that of the gate, which is a program of the reference.
func (r *release) wordLists() {
	if path.Base(r.Doc.Path) != "neutral-principles.md" || r.project.IsOldest() {
		return
	}
	source, err := r.project.Files.Read(r.Doc.Root, "scripts/lib/lint.ts")
	if err != nil {
		return // a release has no programs
	}
	rule, span := alternatives(string(r.Doc.Src))
	gate, _ := alternatives(string(source))
	if rule == nil || gate == nil {
		return
	}
	var differ []string
	for _, word := range gate {
		if !slices.Contains(rule, word) {
			differ = append(differ, word+" is missing")
		}
	}
	for _, word := range rule {
		if !slices.Contains(gate, word) {
			differ = append(differ, word+" is too much")
		}
	}
	if len(differ) > 0 {
		r.Reportf("nx-rule-lint-sync", span, "body",
			"the list of harness tools differs from that in scripts/lib/lint.ts, which alone is enforced: %s; "+
				"make both equal", strings.Join(differ, ", "))
	}
}

// alternatives returns the words of the group of alternatives that holds NotebookEdit, and where it stands.
func alternatives(s string) ([]string, document.Span) {
	for at := 0; ; {
		i := strings.Index(s[at:], "NotebookEdit|")
		if i < 0 {
			return nil, document.Span{}
		}
		at += i
		open := strings.LastIndexByte(s[:at], '(')
		end := strings.IndexByte(s[at:], ')')
		if open >= 0 && end >= 0 && !strings.ContainsAny(s[open:at+end], " \n") {
			words := document.Span{Start: open + 1, End: at + end}
			return strings.Split(strings.TrimPrefix(s[words.Start:words.End], "?:"), "|"), words
		}
		at++
	}
}

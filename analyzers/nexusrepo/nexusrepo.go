// Package nexusrepo judges what makes a release of nexus-core: its versions, its changelog with the marks that consumers cut it by, its
// migration guides, and lists that stand in two places.
package nexusrepo

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges the files that describe a release.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusrepo",
	Doc:      "hold versions, changelog and migration guides of nexus-core against each other",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	judges := map[string]func(*judge){
		"nexus/package":         (*judge).pack,
		"nexus/version":         (*judge).version,
		"nexus/changelog":       (*judge).changelog,
		"nexus/migration":       (*judge).migration,
		"nexus/migration-index": (*judge).index,
		"nexus/project-rule":    (*judge).wordLists,
	}
	for kind, call := range judges {
		set.Each(pass, []string{kind}, func(r *document.Reporter) {
			if r.Doc.Readable() && !set.Standalone {
				call(&judge{Reporter: r, tree: tree, nexus: tree.Nexus(r.Doc.Root)})
			}
		})
	}
	return nil, nil
}

// judge judges one file.
type judge struct {
	*document.Reporter
	tree  *project.Tree
	nexus *project.Nexus
}

// packageVersion returns the version in package.json, or "".
func (j *judge) packageVersion() string { return j.tree.Versions(j.Doc.Root)[project.PackageFile] }

// pack judges package.json.
func (j *judge) pack() {
	root := j.Doc.Data.Root
	if p := root.Pair("dependencies"); p != nil && len(p.Value.Pairs)+len(p.Value.Items) > 0 {
		j.Reportf("nx-package-deps", p.KeySpan, "$.dependencies", "package.json has `dependencies`, and the package is prompts and data, so every consumer would install what nothing runs; move them to devDependencies")
	}
	version := root.Get("version")
	if project.Text(version) == "" {
		return
	}
	if j.tree.OddVersion(j.Doc.Root) == project.PackageFile {
		j.Reportf(j.oddRule(), version.Span, "$.version", "package.json says %s, and all other files that tell the version say %s, so registries offer another release than consumers see; all must be equal", version.Text, j.others())
		return
	}
	if j.nexus.Edition != "0.6" && j.tree.Lookup(project.Join(j.Doc.Root, project.VersionFile)) == nil {
		j.Reportf("nx-version-file", version.Span, "$.version", "VERSION is missing, and consumers read the version there; add it with the line %s", version.Text)
	}
}

// oddRule returns the rule about a version that package.json alone has: which file it is held against depends on the edition.
func (j *judge) oddRule() string {
	if j.nexus.Edition == "0.6" {
		return "nx-changelog-version"
	}
	return "nx-version-file"
}

// others returns the version of the files other than package.json, which is one.
func (j *judge) others() string {
	versions := j.tree.Versions(j.Doc.Root)
	for _, file := range []string{project.ManifestFile, project.VersionFile, project.ChangelogFile} {
		if versions[file] != "" {
			return versions[file]
		}
	}
	return ""
}

// version judges VERSION.
func (j *judge) version() {
	want, got := j.packageVersion(), strings.TrimSpace(string(j.Doc.Src))
	if want == "" || got == want || j.tree.OddVersion(j.Doc.Root) == project.PackageFile {
		return
	}
	line := j.Doc.FirstLine()
	j.Report(document.Finding{Rule: "nx-version-file", Span: line, At: "content", Fixes: document.Replace("write "+want, document.Span{Start: 0, End: len(j.Doc.Src)}, want+"\n"),
		Message: fmt.Sprintf("VERSION says %q, and package.json says %s, so consumers take the tree for another release; both must be equal", got, want)})
}

var migrationName = rules.Lazy(`^v\d+_\d+_to_v\d+_\d+\.md$`)

// migration judges the name of a migration guide.
func (j *judge) migration() {
	if name := path.Base(j.Doc.Path); !migrationName().MatchString(name) {
		j.Reportf("nx-migration-name", j.Doc.FirstLine(), "content", "the guide is named %s, and agents of consumers make up the name from two versions: v0_9_to_v0_10.md; rename it", name)
	}
}

var rowLink = rules.Lazy(`\]\((?:\./)?([^)#]+\.md)[^)]*\)`)

// index judges MIGRATIONS/INDEX.md.
func (j *judge) index() {
	linked := map[string]bool{}
	j.Doc.Body.EachLine(func(line string, start int) bool {
		if !strings.HasPrefix(line, "|") {
			return true
		}
		for _, m := range rowLink().FindAllStringSubmatchIndex(line, -1) {
			name := line[m[2]:m[3]]
			linked[name] = true
			if !strings.Contains(name, "/") && !j.tree.HasArtefact(j.Doc.Root, "MIGRATIONS/"+name) {
				j.Reportf("nx-migration-index", document.Span{Start: start + m[2], End: start + m[3]}, "body", "the index leads to %s, and there is no such guide; correct the row", name)
			}
		}
		return true
	})
	for _, file := range j.nexus.Paths("nexus/migration") {
		if name := path.Base(file); !linked[name] && migrationName().MatchString(name) {
			j.missingRow(file, name)
		}
	}
}

// missingRow reports a guide that the index does not have, and adds it below the head of the table.
func (j *judge) missingRow(file, name string) {
	f := document.Finding{Rule: "nx-migration-index", Span: j.Doc.FirstLine(), At: "body",
		Message: fmt.Sprintf("the guide %s is in no row of the index, so agents of consumers do not find it; add the row", name)}
	i := slices.IndexFunc(j.Doc.Body.Tables, func(t document.Table) bool {
		return strings.Contains(j.Doc.Text(t.Span), ".md)") || strings.Contains(j.Doc.Text(t.Span), "File")
	})
	if i >= 0 {
		table := j.Doc.Body.Tables[i]
		f.Span = document.Span{Start: table.Span.Start, End: table.Span.Start + len(firstLine(j.Doc.Text(table.Span)))}
		lines := strings.SplitAfterN(j.Doc.Text(table.Span), "\n", 3)
		if len(lines) == 3 {
			at := table.Span.Start + len(lines[0]) + len(lines[1])
			from, to, _ := strings.Cut(strings.TrimSuffix(name, ".md"), "_to_")
			title := ""
			if d := j.tree.Lookup(file); d != nil && d.Body != nil && len(d.Body.Headings) > 0 {
				title = strings.ReplaceAll(d.Body.Headings[0].Text, "|", "/")
			}
			dots := strings.NewReplacer("_", ".")
			row := fmt.Sprintf("| %s.x → %s.0 | [%s](./%s) | %s |%s", dots.Replace(from), dots.Replace(to), name, name, title, j.Doc.Newline())
			f.Fixes = document.Replace("add the row", document.Span{Start: at, End: at}, row)
		}
	}
	j.Report(f)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(line, "\r")
}

// wordLists holds the list of tools in the rules against that of the gate, which is a program of the reference.
func (j *judge) wordLists() {
	if path.Base(j.Doc.Path) != "neutral-principles.md" || j.nexus.Edition == "0.6" || j.tree.File == nil {
		return
	}
	source, err := j.tree.File(j.Doc.Root, "scripts/lib/lint.ts")
	if err != nil {
		return // a release has no programs
	}
	rule, span := alternatives(string(j.Doc.Src))
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
		j.Reportf("nx-rule-lint-sync", span, "body", "the list of harness tools differs from that in scripts/lib/lint.ts, which alone is enforced: %s; make both equal", strings.Join(differ, ", "))
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
			return strings.Split(strings.TrimPrefix(s[open+1:at+end], "?:"), "|"), document.Span{Start: open + 1, End: at + end}
		}
		at++
	}
}

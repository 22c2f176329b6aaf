package report

import (
	"crypto/sha256"
	"fmt"
	"index/suffixarray"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// stale holds the files that a report says it covers against what is there: GSD since 1.14 takes a report for stale
// if one has changed since.
func (j *judge) stale(root *document.Node, status string) {
	files, digest := root.Pair("covered_files"), root.Pair("covered_digest")
	ph := j.p.PhaseOf(j.Doc)
	if files == nil && digest == nil || j.p.Old() || ph.Verified.File != path.Base(j.Doc.Path) ||
		status == "gaps_found" {
		return
	}
	const end = ", so GSD takes it for stale, and the phase is not complete until it is verified again; " +
		"run /gsd-verify-work, which writes both keys"
	done := model.StandingOf(j.p, ph.Number).Ticked
	report := func(pair *document.Pair, lesser bool, why string) {
		j.Report(document.Finding{Rule: "gsd-verification-stale", Span: pair.KeySpan, At: "frontmatter." + pair.Key,
			Lesser: lesser, Message: why + end})
	}
	switch {
	case digest == nil || dialect.Text(digest.Value) == "":
		report(files, false, "the report says what it covers, and has no covered_digest")
		return
	case files == nil || files.Value.Type != document.List || len(files.Value.Items) == 0:
		report(digest, false, "the report has a covered_digest, and covered_files is no list of files")
		return
	}
	var covered []string
	for _, n := range files.Value.Items {
		covered = append(covered, path.Clean(strings.ReplaceAll(dialect.Text(n), `\`, "/")))
	}
	slices.Sort(covered)
	covered = slices.Compact(covered)
	sum := sha256.New()
	fmt.Fprint(sum, "v1\n")
	for _, file := range covered {
		content, err := j.p.Files.Read(j.p.Root, file)
		if err != nil {
			report(files, done, document.Quote(file)+" is covered, and is not there")
			return
		}
		fmt.Fprintf(sum, "%s\n%x\n", file, sha256.Sum256(content))
	}
	if want := fmt.Sprintf("v1:sha256:%x", sum.Sum(nil)); want != dialect.Text(digest.Value) {
		report(digest, done, "a file that the report covers has changed since")
	} else if left := uncovered(ph, covered); left != "" {
		report(files, false, left+" is no covered file")
	}
}

// uncovered returns a plan or summary of a phase that is in no list of covered files, or "".
func uncovered(ph *model.Phase, covered []string) string {
	names := slices.Clone(ph.Counted)
	for _, plan := range ph.Active {
		names = append(names, plan.File)
	}
	for _, s := range ph.Summaries {
		names = append(names, s.File)
	}
	ends := suffixarray.New([]byte("/" + strings.Join(covered, "\n/") + "\n"))
	for _, name := range names {
		if strings.Contains(name, "\n") || len(ends.Lookup([]byte("/"+name+"\n"), 1)) == 0 {
			return name
		}
	}
	return ""
}

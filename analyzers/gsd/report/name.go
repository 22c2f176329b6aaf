package report

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/internal/memo"
)

// maxSlug is how many characters of the name of a thread commands take.
const maxSlug = 60

var (
	slug       = memo.Regexp(`^[a-z0-9-]+$`)
	seedNumber = memo.Regexp(`^SEED-(\d+)-`)
)

// thread reports an open thread that no command finds by its name.
func thread(j *judge) {
	name := strings.TrimSuffix(path.Base(j.Doc.Path), ".md")
	status := strings.ToLower(strings.TrimSpace(dialect.Text(j.p.Front(j.Doc).Root.Get("status"))))
	if slug().MatchString(name) && len(name) <= maxSlug || status == "" || slices.Contains(overWords, status) {
		return
	}
	j.Reportf("gsd-session-place", j.Doc.FirstLine(), "name", "of the name of a thread /gsd-thread takes small letters, figures "+
		"and hyphens alone, and %d of them at most, so it neither resumes nor closes this one; rename the file", maxSlug)
}

// seed reports a seed whose number another has that comes before it, and one that calls itself by another number.
func seed(j *judge) {
	dir, name := path.Split(j.Doc.Path)
	own := seedNumber().FindString(name)
	if own == "" {
		return
	}
	number := strings.TrimSuffix(own, "-")
	id := j.p.Front(j.Doc).Root.Get("id")
	if text := dialect.Text(id); text != number && seedNumber().MatchString(text+"-") {
		j.Reportf("gsd-session-place", id.Span, "frontmatter.id", "lists show the seed as %s, and `--enrich` goes by the "+
			"name of the file, so what is meant for it goes elsewhere; write %s", text, number)
	}
	for _, in := range j.p.Inputs(dir) {
		other := strings.TrimPrefix(in.Path, dir)
		if in.Kind != j.Doc.Kind || other >= name || !strings.HasPrefix(other, own) {
			continue
		}
		j.Reportf("gsd-session-place", j.Doc.FirstLine(), "name", "%s is a seed of the number, too, and `--enrich %s` takes the "+
			"first by name, so what is meant for this one goes into that; give it a number of its own", other, number)
		return
	}
}

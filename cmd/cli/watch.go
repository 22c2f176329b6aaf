package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/watch"
	"github.com/nplint/nplint/reporters"
)

var errWatch = errors.New("--watch prints findings as text while files change: it goes with no fix, no other output, " +
	"no standard input and nothing that is staged")

// textForms are the formats for people who look on.
var textForms = []string{"text", "compact", "full", "grouped"}

// watchFor prints the findings of a project, and then what comes and what goes while its files change, until ctx is
// done.
func (f *runFlags) watchFor(ctx context.Context, s env, args []string, o *nplint.Options, to sink, status *int) error {
	if f.fix || f.diff || f.stdinFilename != "" || o.Staged || !slices.Contains(textForms, to.format.Name) || to.file != "" {
		return errWatch
	}
	*status = exitUnanalyzed
	session := nplint.Open(*o)
	last, err := session.Offers(ctx)
	if err != nil {
		return err
	}
	artefacts, _ := nplint.Artefacts(ctx, *o) // what goes wrong is said by a check
	tree := watch.Project(last.Base, artefacts)
	changes := watch.Files(ctx, tree)
	if err := to.write(last.Report); err != nil {
		return err
	}
	say := func(err error) {
		if err != nil {
			fmt.Fprintf(s.err, "nplint: %s\n", printable(err.Error()))
		}
	}
	say(tree.Exceeded())
	isBroken := false // the configuration: nothing is linted until it can be read
	for files := range changes {
		say(tree.Exceeded())
		if len(files) == 0 || slices.ContainsFunc(files, o.Config.MayBeOf) {
			read, err := f.options(s, args)
			if say(err); err == nil {
				o, session = read, nplint.Open(*read)
			}
			isBroken = err != nil
		}
		if isBroken {
			continue
		}
		session.Changed(files...)
		now, err := session.Offers(ctx)
		if ctx.Err() != nil {
			break
		}
		if say(err); err != nil {
			continue
		}
		if err := f.tellChange(to, last.Report, now.Report); err != nil {
			return err
		}
		last = now
	}
	*status = exitInterrupted // nothing else ends it
	return nil
}

// tellChange prints which findings are gone since a report and which have come, if there are any.
func (f *runFlags) tellChange(to sink, before, now *nplint.Report) error {
	gone, come := *before, *now
	gone.Findings, come.Findings = without(before, now), without(now, before)
	if len(gone.Findings)+len(come.Findings) == 0 {
		return nil
	}
	to.options.Quiet, to.options.Statistics = true, false
	short := to
	short.format, _ = reporters.Lookup("compact")
	if to.options.Width > 0 {
		short.format, _ = reporters.Lookup("grouped")
	}
	for _, part := range []struct {
		title  string
		report *nplint.Report
		to     sink
	}{{"gone", &gone, short}, {"new", &come, to}} {
		if len(part.report.Findings) == 0 {
			continue
		}
		fmt.Fprintf(to.out, "\n%s:\n", part.title)
		if err := part.to.write(part.report); err != nil {
			return err
		}
	}
	if f.quiet {
		return nil
	}
	none := *now
	none.Findings = nil
	to.options.Quiet = false
	return to.write(&none)
}

// without returns the findings of a report that another one has not, whatever lines they are on.
func without(r, other *nplint.Report) []nplint.Finding {
	known := map[string]bool{}
	for i := range other.Findings {
		known[nameOf(&other.Findings[i])] = true
	}
	var only []nplint.Finding
	for _, finding := range r.Findings {
		if !known[nameOf(&finding)] {
			only = append(only, finding)
		}
	}
	return only
}

func nameOf(f *nplint.Finding) string {
	return cmp.Or(f.Fingerprint, f.Path+"\x00"+f.Rule+"\x00"+f.Message)
}

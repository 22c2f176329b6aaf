package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
)

// adoptFlags choose among the findings of a project.
type adoptFlags struct {
	baseline   string
	noBaseline bool
	failStale  bool

	newFrom, newFromMergeBase string
	staged                    bool
}

func (f *adoptFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.baseline, "baseline", "", "baseline `file` to use instead of those found "+
		"(default: every "+nplint.BaselineName+" beside a configuration or at the root)")
	flags.BoolVar(&f.noBaseline, "no-baseline", false, "use no baseline")
	flags.BoolVar(&f.failStale, "fail-stale", false, "exit with status 1 if the baseline has findings that are gone")
	flags.StringVar(&f.newFrom, "new-from", "", "report only what is new since a git `revision`")
	flags.StringVar(&f.newFromMergeBase, "new-from-merge-base", "",
		"report only what is new since the merge base with a `branch`")
	flags.BoolVar(&f.staged, "staged", false, "lint what is staged and report only what is new since the last commit")
}

// stale tells of findings in the baselines that are gone, and reports whether that makes the run fail.
func (f *adoptFlags) stale(s env, uses []nplint.BaselineUse, quiet bool) bool {
	stale := false
	for i := range uses {
		if gone := goneFrom(&uses[i], f.baseline != ""); gone != "" {
			stale = f.failStale
			if !quiet || f.failStale {
				fmt.Fprintln(s.err, "nplint:", gone)
			}
		}
	}
	return stale
}

// goneFrom says how many findings in a baseline are gone and what to do about it, or "" if none are. named says that
// the caller has named the file.
func goneFrom(use *nplint.BaselineUse, named bool) string {
	n := use.Gone()
	if n == 0 {
		return ""
	}
	update := "nplint baseline update"
	switch dir := filepath.Dir(use.Name); {
	case named:
		update += " --baseline " + use.Name
	case dir != ".": // from where it is the outermost one
		update += " " + dir
	}
	are, their, them := "are", "their", "them"
	if n == 1 {
		are, their, them = "is", "its", "it"
	}
	which := fmt.Sprintf("%d of the %d findings", n, use.Size)
	if use.Size == 1 {
		which = "the one finding"
	}
	const text = "%s in %s %s gone: fixed, suppressed, or %s line or file has changed; `%s` takes %s out"
	return printable(fmt.Sprintf(text, which, use.Name, are, their, update, them))
}

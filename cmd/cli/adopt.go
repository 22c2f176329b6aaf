package cli

import (
	"fmt"

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
	flags.StringVar(&f.baseline, "baseline", "", "`file` with the findings that are let stand (default: "+nplint.BaselineName+" beside the outermost configuration or at the root, if it is there)")
	flags.BoolVar(&f.noBaseline, "no-baseline", false, "use no baseline")
	flags.BoolVar(&f.failStale, "fail-stale", false, "exit with 1 if findings in the baseline are gone")
	flags.StringVar(&f.newFrom, "new-from", "", "report only what is new since a git `revision`")
	flags.StringVar(&f.newFromMergeBase, "new-from-merge-base", "", "report only what is new since the work left a `branch`")
	flags.BoolVar(&f.staged, "staged", false, "lint what is staged, and report only what is new since the last commit")
}

// stale tells of findings in the baseline that are gone, and reports whether that makes the run fail.
func (f *adoptFlags) stale(s env, use *nplint.BaselineUse, quiet bool) bool {
	if use == nil || len(use.Fixed) == 0 {
		return false
	}
	if n := use.Gone(); !quiet || f.failStale {
		fmt.Fprintf(s.err, "nplint: %d of the %d findings in %s are fixed; `nplint baseline update` takes them out\n", n, use.Size, printable(use.Name))
	}
	return f.failStale
}

// Command nplint-generate writes a planning project of any size, right or with faults, to measure nplint with:
//
//	nplint-generate -dir /tmp/project -kind verification -n 10000
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/nplint/nplint/fixtures"
)

func main() {
	var o fixtures.Options
	dir := flag.String("dir", "", "the `directory` to write to; it is made if it is not there")
	flag.StringVar(&o.Kind, "kind", fixtures.Mixed,
		"what to write: "+strings.Join(append(fixtures.Kinds(), fixtures.Wholes()...), ", "))
	flag.IntVar(&o.Count, "n", 1000, "how many artefacts to write, of a project how many milestones")
	flag.Float64Var(&o.Faults, "faults", 0, "the share of artefacts with a fault, from 0 to 1")
	flag.Uint64Var(&o.Seed, "seed", 1, "projects of the same seed are equal")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := fixtures.Generate(*dir, o); err != nil {
		fmt.Fprintln(os.Stderr, "nplint-generate:", err)
		os.Exit(1)
	}
}

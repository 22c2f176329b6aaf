package nplint_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/scratch"
)

// TestAmplified lints the trees of all proofs again with one line of a file, as it is and numbered, written again and again
// on a line of its own and below each other, as often as a file of a megabyte has room: what is judged once for each thing
// on a line or in a file, and looks at all of it each time, takes minutes then.
func TestAmplified(t *testing.T) {
	scratch.OfOneSize(t)
	proofs, _, err := nplinttest.Load("rules")
	if err != nil {
		t.Fatal(err)
	}
	digits, seen := memo.Regexp(`[0-9]+`), map[string]bool{}
	for _, p := range proofs {
		for _, c := range p.Cases {
			for i, f := range c.Files {
				if strings.Contains(f.Name, " (") || f.Name == "kind" || strings.HasPrefix(f.Name, "pages/") {
					continue
				}
				for n, line := range strings.Split(string(f.Data), "\n") {
					shape := p.Rule.File() + path.Ext(f.Name) + digits().ReplaceAllString(line, "0")
					if len(strings.TrimSpace(line)) < 3 || seen[shape] {
						continue
					}
					seen[shape] = true
					for _, how := range []string{"as it is", "below", "beside"} {
						t.Run(fmt.Sprintf("%s/%s/%s:%d/%s", p.Rule.ID, c.Name, f.Name, n+1, how), func(t *testing.T) {
							files := slices.Clone(c.Files)
							files[i].Data = []byte(amplified(string(f.Data), n, how))
							o := nplinttest.Options(t, files)
							scratch.Bound(t, 1<<32, func() {
								if _, err := nplint.Run(t.Context(), o); err != nil {
									t.Error(err)
								}
							})
						})
					}
				}
			}
		}
	}
}

// amplified returns a text in which one line stands again and again.
func amplified(text string, n int, how string) string {
	const size = 256 << 10 // bytes: what grows with the square takes sixteen times as long with a megabyte
	lines := strings.SplitAfter(text, "\n")
	line := strings.TrimRight(lines[n], "\r\n")
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	last := strings.LastIndexAny(line, "abcdefghijklmnopqrstuvwxyz0123456789") + 1
	var all strings.Builder
	for i := 0; all.Len() < size; i++ {
		switch how {
		case "as it is":
			all.WriteString(line + "\n")
		case "below":
			fmt.Fprintf(&all, "%s%d%s\n", line[:last], i, line[last:])
		case "beside":
			fmt.Fprintf(&all, "%s w%d ", strings.TrimSpace(line), i)
		}
	}
	if how == "beside" {
		lines[n] = indent + all.String() + "\n"
	} else {
		lines[n] = all.String()
	}
	return strings.Join(lines, "")
}

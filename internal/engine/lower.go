package engine

import (
	"crypto/sha256"
	"fmt"
	"path"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Which findings are infos since another one of the run says the same: those in copies of a file, and warnings of what an
// author does again and again.

// copies turns findings of a file into infos where another one of its name, in a directory of the same name, has the same
// text and the same finding at the same place: whoever made the copies mends the one that they come from, and makes them
// again. The first tells how many there are, and each of the others where the first is. An error is told wherever it is, but in
// a pack in which a warning may be a habit. What a configuration gives a level keeps it. text returns what a file holds, nil if
// it cannot be had.
func copies(packs []*rules.Pack, levels config.Levels, found []report.Finding, text func(file string) []byte) {
	type place struct {
		rule, message, name string
		at                  report.Range
	}
	alike := map[place][]*report.Finding{}
	most := habit(packs)
	for i := range found {
		f := &found[i]
		dir, base := path.Split(f.Path)
		page := levels.Page(f.Rule)
		isLowered := f.Severity == report.Warning || f.Severity == report.Error && page != nil && most[page.Pack] > 0
		if dir != "" && isLowered && levels.Least(f.Rule, f.Kind, f.Path) == report.Info {
			p := place{f.Rule, f.Message, path.Join(path.Base(dir), base), f.Range}
			alike[p] = append(alike[p], f)
		}
	}
	sums := map[string][sha256.Size]byte{} // each file is read once, however much is found in it
	sum := func(file string) [sha256.Size]byte {
		if _, ok := sums[file]; !ok {
			if data := text(file); data != nil {
				sums[file] = sha256.Sum256(data)
			} else {
				sums[file] = [sha256.Size]byte{}
			}
		}
		return sums[file]
	}
	for _, all := range alike {
		more, first := 0, [sha256.Size]byte{}
		for i, f := range all {
			switch {
			case len(all) == 1:
			case i == 0:
				first = sum(f.Path)
			case first != [sha256.Size]byte{} && f.Path != all[0].Path && sum(f.Path) == first:
				f.Severity, more = report.Info, more+1
				if len(all[0].Path) <= longestTold {
					f.Message += "; this is a copy of " + all[0].Path
				}
			}
		}
		if more > 0 {
			all[0].Message += fmt.Sprintf("; so it is in %s of this text, told as infos", document.Count(more, "copy"))
		}
	}
}

// longestTold is how many bytes a path has that each of its copies names.
const longestTold = 250

// habit returns how many warnings of a rule stay warnings, by the pack.
func habit(packs []*rules.Pack) map[string]int {
	most := map[string]int{}
	for _, p := range packs {
		most[p.Name] = p.Habit
	}
	return most
}

// habits turns warnings of a rule into infos behind the first of a run, as many as its pack says, and behind the first of
// those of a directory that say the same, if these alone are more. The last one that stays tells how many more there are. What a
// configuration gives a level keeps it. What is an error but for a pack that nobody has named is a habit only with others
// that say the same.
func habits(packs []*rules.Pack, levels config.Levels, found []report.Finding) {
	type same struct{ rule, message string } // message is that of what would be an error
	most, seen := habit(packs), map[same][]int{}
	for i := range found {
		f := &found[i]
		page := levels.Page(f.Rule)
		if f.Severity != report.Warning || page == nil || most[page.Pack] == 0 ||
			levels.Least(f.Rule, f.Kind, f.Path) != report.Info {
			continue
		}
		h := same{rule: page.ID}
		if page.Severity == "error" && !f.Lesser {
			h.message = f.Message
		}
		seen[h] = append(seen[h], i)
	}
	for h, all := range seen {
		most := most[levels.Page(h.rule).Pack]
		if len(all) <= most {
			continue
		}
		words := func(i int) [2]string { return [2]string{path.Dir(found[i].Path), found[i].Message} }
		said := map[[2]string][]int{}
		for _, i := range all {
			said[words(i)] = append(said[words(i)], i)
		}
		var stay []int
		more := map[int]int{} // by the finding that tells how many are told as infos
		for _, i := range all {
			same := said[words(i)]
			if len(same) <= most || same[0] == i {
				stay = append(stay, i)
			} else {
				found[i].Severity = report.Info
				more[same[0]]++
			}
		}
		for _, i := range stay[min(most, len(stay)):] {
			found[i].Severity = report.Info
			more[stay[most-1]] += 1 + more[i]
			delete(more, i)
		}
		for i, n := range more {
			found[i].Message += fmt.Sprintf("; the same holds for %s, told as infos", document.Count(n, "other"))
		}
	}
}

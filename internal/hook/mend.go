package hook

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/reporters"
)

// maxMended is how many lines of an answer say what was mended.
const maxMended = 10

// tellsFiles reports whether a host tells which files its tools have written.
func (h *host) tellsFiles() bool {
	for _, t := range h.tools {
		if t.file != "" || t.patch != "" {
			return true
		}
	}
	return false
}

// isSafe reports whether a finding has a fix that cannot be wrong.
func isSafe(f nplint.Finding) bool { return len(f.Fixes) > 0 && f.Fixes[0].Safe }

// mend writes the safe fixes of what was found in files that a tool has written, each into its own file, and says what
// it has changed, in lines. What would change another file as well, or cannot be mended, stays as it is.
func mend(ctx context.Context, o nplint.Options, report *nplint.Report, found []nplint.Finding) []string {
	broken := map[string][]string{} // rules, by the files
	for i := range found {
		if file := absolute(report, &found[i]); isSafe(found[i]) && paths.Real(file) == file {
			broken[file] = append(broken[file], found[i].Rule)
		}
	}
	var said [][]string
	for _, file := range slices.Sorted(maps.Keys(broken)) {
		o.Paths, o.Only = []string{file}, broken[file]
		repair, err := nplint.Mend(ctx, o, false)
		if err != nil || len(repair.Changes) != 1 {
			continue
		}
		c := &repair.Changes[0]
		if filepath.Join(repair.Before.Base, filepath.FromSlash(c.Path)) == file && len(repair.Write(ctx)) == 0 {
			said = append(said, mended(c, repair.Fixed))
		}
	}
	return bounded(said)
}

// bounded returns what was said of files, the first line of each being the weightiest, in no more than maxMended lines.
func bounded(said [][]string) []string {
	all := slices.Concat(said...)
	switch {
	case len(all) <= maxMended:
		return all
	case len(said) == 1:
		return append(all[:maxMended-1], "…")
	}
	var files []string
	for i, lines := range said {
		if len(said) > maxMended && i == maxMended-1 {
			const rest = "nplint: fixed %d more of the files that you have just written; read all of them again"
			return append(files, fmt.Sprintf(rest, len(said)-i))
		}
		files = append(files, lines[0])
	}
	return files
}

// mended says what was changed in a file.
func mended(c *nplint.Change, fixed []nplint.Fixed) []string {
	slices.SortStableFunc(fixed, func(a, b nplint.Fixed) int { return cmp.Compare(a.Rule, b.Rule) })
	var names []string
	for _, f := range fixed {
		names = append(names, f.Rule)
	}
	const opening = "nplint: fixed %s on the disk (%s); read it again before you edit it:"
	lines := []string{fmt.Sprintf(opening, c.Path, strings.Join(slices.Compact(names), ", "))}
	_, diff, _ := strings.Cut(nplint.Diff(c.Path, c.Before, c.After), "\n@@") // behind the names of the file
	for line := range strings.Lines(diff) {
		if line[0] == '-' || line[0] == '+' {
			lines = append(lines, strings.TrimRight(line, "\r\n"))
		}
	}
	for i := range lines {
		lines[i] = cut(reporters.Visible(lines[i], ""), maxLine)
	}
	return lines
}

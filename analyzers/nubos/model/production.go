package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// production reports whether a path lies in a directory of what is shipped, and is no test. The option `directories`
// of the rule missing-coverage-annotation lists these directories.
func production(set *document.Set, file string) bool {
	dir, _, _ := strings.Cut(path.Clean(file), "/")
	words := set.Options.Words("missing-coverage-annotation", "directories")
	return slices.Contains(words, dir) && !testFile().MatchString(file)
}

// Uncovered returns the first file of a task that is shipped, or nil if there is none or the task says that its test
// is written first: else a command must sample it.
func (t *Task) Uncovered(set *document.Set) *Item {
	if t.TestFirst {
		return nil
	}
	if i := slices.IndexFunc(t.Files, func(f Item) bool { return production(set, f.Text) }); i >= 0 {
		return &t.Files[i]
	}
	return nil
}

// testFile is a path that is a test by the name of a directory or of the file.
var testFile = memo.Regexp(`(?:^|/)(?:tests?|__tests__|specs?|e2e|fixtures|testdata)/|` +
	`[._-](?:test|tests|spec)\.[^/]*$|(?:Test|Spec)\.[^/]*$|(?:^|/)test[._-][^/]*$`)

package project

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Production reports whether a path lies in a directory of what is shipped, and is no test. The option `directories` of the rule
// missing-coverage-annotation lists these directories.
func Production(set *document.Set, file string) bool {
	dir, _, _ := strings.Cut(path.Clean(file), "/")
	words, _ := set.Option("missing-coverage-annotation", "directories").([]string)
	return slices.Contains(words, dir) && (!mayTest(file) || !testFile().MatchString(file))
}

// TestFirst reports whether a task says that its test is written first.
func (t *Task) TestFirst() bool {
	tdd := t.Tag.Attr("tdd")
	return tdd != nil && tdd.Text == "true"
}

// Uncovered reports whether a task changes what is shipped and does not write its test first: then a command must sample it.
func (t *Task) Uncovered(set *document.Set) bool {
	return !t.TestFirst() && t.Shipped(set) != nil
}

// Shipped returns the first file of a task that is shipped, or nil.
func (t *Task) Shipped(set *document.Set) *Item {
	if i := slices.IndexFunc(t.Files, func(f Item) bool { return Production(set, f.Text) }); i >= 0 {
		return &t.Files[i]
	}
	return nil
}

// mayTest reports whether a path holds a part without which testFile does not match.
func mayTest(file string) bool {
	return strings.Contains(file, "est") || strings.Contains(file, "pec") || strings.Contains(file, "e2e") || strings.Contains(file, "fixtures")
}

// testFile is a path that is a test by the name of a directory or of the file.
var testFile = rules.Lazy(`(?:^|/)(?:tests?|__tests__|specs?|e2e|fixtures|testdata)/|[._-](?:test|tests|spec)\.[^/]*$|(?:Test|Spec)\.[^/]*$|(?:^|/)test[._-][^/]*$`)

// Package baseline knows the findings that a project has let stand since before it used nplint: the file that lists
// them, which findings of a run are in one, and what has to be written when they change. It finds nothing by itself.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
)

// Name is the base name of the file with the findings that a project has let stand since before it used nplint.
const Name = ".nplint-baseline.json"

const (
	formatVersion = 1
	maxSize       = 12 << 20 // bytes of a baseline file: more than 200,000 findings
	leastBytes    = 12       // of a value in it on the average, beside a few: a fingerprint has 34
	maxProblems   = 1000     // mistakes that are looked for
)

// Baseline is the findings that are let stand, as the sorted fingerprints of a rule in a file. Files are named as
// Held.name does. How many findings there are of a rule in a file is the length of its list.
type Baseline map[string]map[string][]string

// fingerprintText is what Finding.Fingerprint looks like.
var fingerprintText = memo.Regexp(`^[0-9a-f]{32}$`)

// size returns the number of findings.
func (b Baseline) size() int {
	n := 0
	for _, rules := range b {
		for _, fingerprints := range rules {
			n += len(fingerprints)
		}
	}
	return n
}

func (b Baseline) has(file, rule, fingerprint string) bool {
	_, ok := slices.BinarySearch(b[file][rule], fingerprint)
	return ok
}

// add adds findings that are not in it; tidy sorts them.
func (b Baseline) add(file, rule string, fingerprints ...string) {
	if b[file] == nil {
		b[file] = map[string][]string{}
	}
	b[file][rule] = append(b[file][rule], fingerprints...)
}

// encode returns the file that holds the baseline until a day: equal ones give equal files, and one finding is one
// line.
func (b Baseline) encode(until string) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version int      `json:"version"`
		Until   string   `json:"until,omitempty"`
		Files   Baseline `json:"files"`
	}{formatVersion, until, b})
	return text.Bytes(), err
}

// read reads a baseline file, strictly. The error of a file that is not there is fs.ErrNotExist; another is all that
// is wrong with it, each a line "file:line: sentence".
func read(file, name string) (*dated, []byte, error) {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%s: %w", name, paths.Reason(err))
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", name, mistake.Unreadable(err))
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s: is not a regular file", name)
	}
	src, err := files.ReadFile(file, maxSize)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, mistake.Unreadable(err))
	}
	b, problems := parse(name, src)
	return b, src, mistake.Join(problems)
}

// dated is a baseline with the last day on which it holds, or "".
type dated struct {
	Baseline
	until string
}

// parse reads the text of a baseline file, which messages name as given.
func parse(name string, src []byte) (*dated, []mistake.Mistake) {
	if most := 1000 + len(src)/leastBytes; bytes.Count(src, []byte(",")) > most {
		return nil, []mistake.Mistake{{Place: mistake.Place{File: name, Line: 1},
			Text: "holds more values than fingerprints have room; restore it from version control, or write it anew with `nplint baseline create --force`"}}
	}
	r := &reader{name: name, lines: document.NewLines(src), found: dated{Baseline: Baseline{}}}
	data := document.ParseJSON(src)
	if data.Fault != nil {
		r.add(data.Fault.Span, "is not JSON: %s; restore it from version control, or write it anew with `nplint baseline create --force`", data.Fault.Message)
		return nil, r.problems
	}
	r.document(data.Root)
	return &r.found, r.problems
}

// reader holds the JSON of a baseline against its format, and collects all mistakes.
type reader struct {
	name     string // of the file, for messages
	lines    *document.Lines
	found    dated
	problems []mistake.Mistake
}

func (r *reader) add(at document.Span, format string, args ...any) {
	if len(r.problems) == maxProblems {
		return
	}
	line, _ := r.lines.Position(at.Start)
	r.problems = append(r.problems, mistake.Mistake{Place: mistake.Place{File: r.name, Line: line}, Text: mistake.Escape(fmt.Sprintf(format, args...))})
}

// object reports whether a value is an object without duplicate keys, and says so if not.
func (r *reader) object(n *document.Node, what string) bool {
	if n.Type != document.Map {
		r.add(n.Span, "%s must be an object, not %s", what, n.Type)
		return false
	}
	seen := map[string]bool{}
	for i := range n.Pairs {
		if p := &n.Pairs[i]; seen[p.Key] {
			r.add(p.KeySpan, "the key %q stands here twice in %s; keep one", p.Key, what)
		} else {
			seen[p.Key] = true
		}
	}
	return true
}

func (r *reader) document(root *document.Node) {
	if !r.object(root, "the baseline") {
		return
	}
	version := root.Get("version")
	switch {
	case version == nil:
		r.add(root.Span, "version is missing; this nplint reads version %d", formatVersion)
		return
	case version.Type != document.Number:
		r.add(version.Span, "version must be the number %d, not %s %q; restore the file from version control, or write it anew with `nplint baseline create --force`", formatVersion, version.Type, version.Text)
		return
	case version.Num != formatVersion:
		r.add(version.Span, "version is %s, and this nplint reads version %d; use the nplint that wrote the file, or write it anew with `nplint baseline create --force`", version.Text, formatVersion)
		return
	}
	for _, p := range root.Pairs {
		switch p.Key {
		case "version":
		case "until":
			r.found.until = p.Value.Text
			if err := report.CheckDay(p.Value.Text); p.Value.Type != document.String || err != nil {
				r.add(p.Value.Span, "until must be the last day on which the findings are let stand, such as \"2026-12-31\"")
			}
		case "files":
			r.files(p.Value)
		default:
			r.add(p.KeySpan, "unknown key %q%s", p.Key, spell.DidYouMean(p.Key, []string{"files", "until", "version"}))
		}
	}
	if !root.Has("files") {
		r.add(root.Span, "files is missing")
	}
}

func (r *reader) files(all *document.Node) {
	if !r.object(all, "files") {
		return
	}
	for _, file := range all.Pairs {
		if path.IsAbs(file.Key) || path.Clean(file.Key) != file.Key {
			r.add(file.KeySpan, "the path %q must be relative and in its shortest form, as nplint writes it; no file of a run has this name", file.Key)
			continue
		}
		if !r.object(file.Value, file.Key) {
			continue
		}
		for _, rule := range file.Value.Pairs {
			r.fingerprints(file.Key, rule.Key, rule.Value)
		}
	}
}

func (r *reader) fingerprints(file, rule string, list *document.Node) {
	if list.Type != document.List {
		r.add(list.Span, "what stands for %s in %s must be an array, not %s", rule, file, list.Type)
		return
	}
	known := make(map[string]bool, len(list.Items))
	for _, item := range list.Items {
		switch {
		case item.Type != document.String || !fingerprintText().MatchString(item.Text):
			r.add(item.Span, "a fingerprint is 32 of the characters 0-9a-f in quotes, as nplint writes it, not %.60q", item.Text)
		case known[item.Text]:
			r.add(item.Span, "the fingerprint %s stands here twice; keep one", item.Text)
		default:
			known[item.Text] = true
		}
	}
	if len(known) == 0 {
		return
	}
	r.found.add(file, rule, slices.Sorted(maps.Keys(known))...)
}

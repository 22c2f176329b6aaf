package nplint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/suppression"
	"github.com/nplint/nplint/rules"
)

// BaselineName is the base name of the file with the findings that a project has let stand since before it used nplint.
const BaselineName = ".nplint-baseline.json"

const (
	baselineVersion = 1
	maxBaselineSize = 64 << 20 // bytes of a baseline file
)

// baseline is the findings that are let stand, as the sorted fingerprints of a rule in a file. Files are named by baselineKey. How many findings
// there are of a rule in a file is the length of its list.
type baseline map[string]map[string][]string

// fingerprintText is what Finding.Fingerprint looks like.
var fingerprintText = rules.Lazy(`^[0-9a-f]{32}$`)

// size returns the number of findings.
func (b baseline) size() int {
	n := 0
	for _, rules := range b {
		for _, fingerprints := range rules {
			n += len(fingerprints)
		}
	}
	return n
}

func (b baseline) has(file, rule, fingerprint string) bool {
	_, ok := slices.BinarySearch(b[file][rule], fingerprint)
	return ok
}

// add adds findings that are not in it; tidy sorts them.
func (b baseline) add(file, rule string, fingerprints ...string) {
	if b[file] == nil {
		b[file] = map[string][]string{}
	}
	b[file][rule] = append(b[file][rule], fingerprints...)
}

// encode returns the file that holds the baseline: equal ones give equal files, and one finding is one line.
func (b baseline) encode() ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(struct {
		Version int      `json:"version"`
		Files   baseline `json:"files"`
	}{baselineVersion, b})
	return text.Bytes(), err
}

// readBaseline reads a baseline file, strictly. The error of a file that is not there is fs.ErrNotExist; another is all that is wrong with it, each
// a line "file:line: sentence".
func readBaseline(file, name string) (baseline, []byte, error) {
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", name, unreadable(err))
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("%s: is not a regular file", name)
	}
	src, err := readFile(file, maxBaselineSize)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, unreadable(err))
	}
	b, problems := parseBaseline(name, src)
	return b, src, joined(problems)
}

// parseBaseline reads the text of a baseline file, which messages name as given.
func parseBaseline(name string, src []byte) (baseline, []problem) {
	r := &baselineReader{name: name, lines: document.NewLines(src), found: baseline{}}
	data := document.ParseJSON(src)
	if data.Fault != nil {
		r.add(data.Fault.Span, "is not JSON: %s; restore it from version control, or write it anew with `nplint baseline create --force`", data.Fault.Message)
		return nil, r.problems
	}
	r.read(data.Root)
	return r.found, r.problems
}

// baselineReader holds the JSON of a baseline against its format, and collects all mistakes.
type baselineReader struct {
	name     string // of the file, for messages
	lines    *document.Lines
	found    baseline
	problems []problem
}

func (r *baselineReader) add(at document.Span, format string, args ...any) {
	line, _ := r.lines.Position(at.Start)
	r.problems = append(r.problems, problem{place{r.name, line}, escape(fmt.Sprintf(format, args...))})
}

// object reports whether a value is an object without duplicate keys, and says so if not.
func (r *baselineReader) object(n *document.Node, what string) bool {
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

func (r *baselineReader) read(root *document.Node) {
	if !r.object(root, "the baseline") {
		return
	}
	version := root.Get("version")
	switch {
	case version == nil:
		r.add(root.Span, "version is missing; this nplint reads version %d", baselineVersion)
		return
	case version.Type != document.Number:
		r.add(version.Span, "version must be the number %d, not %s %q; restore the file from version control, or write it anew with `nplint baseline create --force`", baselineVersion, version.Type, version.Text)
		return
	case version.Num != baselineVersion:
		r.add(version.Span, "version is %s, and this nplint reads version %d; use the nplint that wrote the file, or write it anew with `nplint baseline create --force`", version.Text, baselineVersion)
		return
	}
	for _, p := range root.Pairs {
		switch p.Key {
		case "version":
		case "files":
			r.files(p.Value)
		default:
			r.add(p.KeySpan, "unknown key %q%s", p.Key, rules.DidYouMean(p.Key, []string{"files", "version"}))
		}
	}
	if !root.Has("files") {
		r.add(root.Span, "files is missing")
	}
}

func (r *baselineReader) files(files *document.Node) {
	if !r.object(files, "files") {
		return
	}
	for _, file := range files.Pairs {
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

func (r *baselineReader) fingerprints(file, rule string, list *document.Node) {
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

// baselineFile returns where the baseline of the run is, and its name for messages.
func (r *run) baselineFile() (file, name string) {
	file = r.Baseline
	switch {
	case file == "" && r.config.File != "" && r.scopes.outer.cut != nowhere:
		file = filepath.Join(r.config.Dir, BaselineName)
	case file == "":
		file = filepath.Join(r.base, BaselineName)
	case !filepath.IsAbs(file):
		file = filepath.Join(r.Dir, file)
	}
	return file, r.nameOf(file)
}

// nameOf returns the name of a file as a person in the working directory would write it.
func (r *run) nameOf(file string) string {
	if rel, err := filepath.Rel(r.Dir, realName(file)); err == nil {
		file = rel
	}
	return escape(file)
}

// loadBaseline reads the baseline that the run's configuration says, without those below it and above.
func (r *run) loadBaseline() (b baseline, src []byte, err error) {
	if r.NoBaseline || r.Kind != "" {
		return nil, nil, nil
	}
	file, name := r.baselineFile()
	b, src, err = readBaseline(file, name)
	if errors.Is(err, fs.ErrNotExist) && r.Baseline == "" {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, &UsageError{err}
	}
	return b, src, nil
}

// heldAgainst is a baseline that counts for a run.
type heldAgainst struct {
	file, name string // its absolute path, and what messages call it
	files      *scope // what paths in it are relative to
	known      baseline
	found      map[string]bool // fingerprints in it that the run has found again
}

// key is the name of a file, whose path is relative to the run's base, in the baseline. JSON cannot hold all names that systems allow.
func (b *heldAgainst) key(path string) string {
	return strings.ToValidUTF8(b.files.lasting(path), "\uFFFD")
}

// baselines reads the baselines that count for the run. The first is that of the run's configuration, if there is one. Beside it those count that
// stand at the root and beside the other configurations, each for the files below it: so it does not matter where a run starts.
func (r *run) baselines() ([]*heldAgainst, error) {
	if r.NoBaseline || r.Kind != "" {
		return nil, nil
	}
	known, _, err := r.loadBaseline()
	if err != nil {
		return nil, err
	}
	first := &heldAgainst{files: r.scopes.outer, known: known, found: map[string]bool{}}
	first.file, first.name = r.baselineFile()
	var all []*heldAgainst
	if known != nil {
		all = append(all, first)
	}
	if r.Baseline != "" || !r.Nested {
		return all, nil
	}
	dirs := []string{r.realBase}
	for _, c := range r.scopes.configs() {
		if dir := realDir(c); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	seen := map[string]bool{realName(first.file): true}
	for _, dir := range dirs {
		file := filepath.Join(dir, BaselineName)
		if seen[file] {
			continue
		}
		seen[file] = true
		name := r.nameOf(file)
		known, _, err := readBaseline(file, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, &UsageError{err}
		}
		all = append(all, &heldAgainst{file: file, name: name, files: newScope(&Config{Dir: dir}, r.realBase), known: known, found: map[string]bool{}})
	}
	return all, nil
}

// baselinable reports whether a finding may be in a baseline. That something was not judged is never let stand.
func baselinable(f *Finding) bool {
	return suppression.Suppressible(f.Rule) || strings.HasPrefix(f.Rule, "suppression-")
}

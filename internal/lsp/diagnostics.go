package lsp

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// maxRelated is how many bytes of a file are read to tell a place in it that helps to understand a finding.
const maxRelated = 4 << 20

// sources knows the texts that an answer speaks of.
type sources struct {
	answer *nplint.Answer
	docs   map[string]*doc
	keys   map[string]string // by the paths of findings
	texts  map[string]*text
}

func newSources(a *nplint.Answer, docs map[string]*doc) *sources {
	return &sources{a, docs, map[string]string{}, map[string]*text{}}
}

// key returns the key of the file that a finding is in.
func (s *sources) key(path string) string {
	key, ok := s.keys[path]
	if !ok {
		key = keyIn(paths.Real(s.answer.Base), path)
		s.keys[path] = key
	}
	return key
}

// text returns the text of the file with a path, as it was linted if there are findings in it; nil cannot be read.
func (s *sources) text(path string) *text {
	t, ok := s.texts[path]
	if ok {
		return t
	}
	src := s.answer.Source(path)
	switch d := s.docs[s.key(path)]; {
	case src != nil:
		t = newText(string(src))
	case d != nil:
		t = d.text
	default:
		if read, err := files.ReadBelow(s.answer.Base, path, maxRelated); err == nil {
			t = newText(string(read))
		}
	}
	s.texts[path] = t
	return t
}

// span returns the place of a range in the file with a path.
func (s *sources) span(path string, r nplint.Range, e encoding) rangeOf {
	if t := s.text(path); t != nil {
		return t.span(r.Start.Offset, r.End.Offset, e)
	}
	at := func(p nplint.Position) position { return position{p.Line - 1, p.Column - 1} }
	return rangeOf{at(r.Start), at(r.End)}
}

// diagnostic returns a finding as the protocol has it. uri returns the URI of a file by its key.
func (s *sources) diagnostic(f *nplint.Finding, e encoding, uri func(key string) string) diagnostic {
	d := diagnostic{
		Range: s.span(f.Path, f.Range, e), Severity: level(f.Severity), Code: f.Rule, Source: "nplint",
		Message: inert(f.Message),
	}
	if rule := s.answer.Rule(f.Rule); rule != nil {
		if url := rule.URL(); url != "" {
			d.CodeDescription = &codeDescription{url}
		}
		d.Tags = tags(rule)
	}
	for _, r := range f.Related {
		at := location{uri(s.key(r.Path)), s.span(r.Path, r.Range, e)}
		d.Related = append(d.Related, relatedInfo{at, inert(r.Message)})
	}
	return d
}

// level returns the number of a severity.
func level(s nplint.Severity) int {
	switch s {
	case nplint.Error:
		return 1
	case nplint.Warning:
		return 2
	}
	return 3
}

// The tags of a diagnostic.
const (
	unnecessary = 1
	deprecated  = 2
)

// tags returns what editors show in a way of its own: what does nothing, and what is no longer called so.
func tags(rule *rules.Rule) []int {
	switch {
	case strings.HasSuffix(rule.ID, "-unused"):
		return []int{unnecessary}
	case strings.HasSuffix(rule.ID, "-outdated"):
		return []int{deprecated}
	}
	return nil
}

// diagnostics returns what a root has to say of its files, by key. The mutex is held.
func (w *workspace) diagnostics(r *root, found *nplint.Answer, err error) map[string][]diagnostic {
	of := map[string][]diagnostic{}
	if found != nil {
		src := newSources(found, w.docs)
		for i := range found.Findings {
			f := &found.Findings[i]
			key := src.key(f.Path)
			of[key] = append(of[key], src.diagnostic(f, w.encoding, w.uri))
		}
	}
	for _, err := range []error{r.faulty, err} {
		if err == nil {
			continue
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			key, d := mistakeOf(r, line)
			of[key] = append(of[key], d)
		}
	}
	return of
}

// mistakeOf returns the file and the diagnostic of a mistake that is no finding: "file:line: sentence" of a
// configuration, or why a project cannot be linted, which is told of where its configuration is or would be.
func mistakeOf(r *root, line string) (key string, d diagnostic) {
	d = diagnostic{Severity: 1, Source: "nplint", Message: inert(line)}
	if m := placed().FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[2])
		d.Range.Start.Line = max(n-1, 0)
		d.Range.End.Line, d.Message = max(n-1, 0)+1, inert(m[3])
		name := m[1]
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.options.Dir, name)
		}
		return paths.Key(name), d
	}
	if c := r.options.Config; c != nil && c.File != "" {
		return paths.Key(c.File), d
	}
	return filepath.Join(r.options.Dir, nplint.ConfigName), d
}

var placed = memo.Regexp(`^(.+?):(\d+): (.+)$`)

// digest returns what tells diagnostics from others.
func digest(items []diagnostic) string {
	text, err := json.Marshal(items)
	if err != nil {
		panic(err) // all of it is text and numbers
	}
	if len(items) == 0 {
		return "0"
	}
	sum := sha256.Sum256(text)
	return base64.RawStdEncoding.EncodeToString(sum[:12])
}

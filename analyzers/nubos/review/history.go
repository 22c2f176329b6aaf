package review

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
)

// history holds logs against the last commit. git is asked once, for all logs of the run.
type history struct {
	off   bool   // the logs are judged alone
	first string // path of the first log that is on the disk: where it is said that nothing was checked
	ask   func() (map[string][]byte, error)
}

func newHistory(set *document.Set) *history {
	h := &history{off: set.Standalone}
	var paths []string
	inputs := set.Inputs("")
	for i := range inputs {
		if in := &inputs[i]; in.Kind == kind && in.Target && in.Problem == nil {
			paths = append(paths, in.Path)
			if h.first == "" && !set.IsUnsaved(in.Path) {
				h.first = in.Path
			}
		}
	}
	h.ask = sync.OnceValues(func() (map[string][]byte, error) { return set.Git.Committed(paths) })
	if len(paths) > 0 && !h.off {
		set.Prefetch(func() { h.ask() })
	}
	return h
}

// judge holds a log against what the last commit has of it. A log that the commit does not have is new.
func (h *history) judge(r *document.Reporter, iterations []iteration) {
	if h.off {
		return
	}
	committed, err := h.ask()
	if err != nil {
		if r.Doc.Path == h.first {
			unchecked(r, "it was not checked whether the review logs were only appended to, because %v", err)
		}
		return
	}
	before, ok := committed[r.Doc.Path]
	switch {
	case !ok:
	case bytes.IndexByte(before, 0) >= 0 || bytes.HasPrefix(before, []byte("version https://git-lfs.github.com/")):
		unchecked(r, "it was not checked whether this log was only appended to, because the last commit holds no text "+
			"here: a filter of git stands between, and nplint runs none")
	default:
		appendOnly(r, iterations, before)
	}
}

func unchecked(r *document.Reporter, format string, args ...any) {
	r.Reportf("review-unchecked", r.Doc.FirstLine(), "content", format, args...)
}

// appendOnly reports the first byte in which the log differs from what was committed, the end of the log if it is
// shorter.
func appendOnly(r *document.Reporter, iterations []iteration, before []byte) {
	now := r.Doc.Src
	was, at := diverge(before, now)
	if was == len(before) {
		return
	}
	const why = "a log is only appended to, so that it can be audited; restore what was committed, and append an " +
		"iteration for what is new"
	place := "content"
	for i := range iterations {
		if iterations[i].heading.Start <= at {
			place = iterations[i].at
		}
	}
	if at == len(now) {
		lost := len(before) - len(bytes.TrimLeft(before[was:], " \t\r\n")) // where the first text stands that is lost
		r.Reportf("review-append-only", document.Span{Start: at, End: at}, place,
			"the log ends here, but the last commit has %s more, from %s on: "+why,
			document.Count(len(before)-was, "byte"), excerpt(before, lost))
		return
	}
	end := at + len(lineFrom(now, at))
	r.Reportf("review-append-only", document.Span{Start: at, End: end}, place,
		"this was changed since the last commit, where %s stands in place of %s: "+why,
		excerpt(before, was), excerpt(now, at))
}

// diverge returns the offsets of the first difference between what was and what is, both the lengths if there is
// none. CRLF and LF are the same, since git converts them. Neither offset lies inside of a character.
func diverge(before, now []byte) (was, at int) {
	for was < len(before) {
		i, j := lineFeed(before, was), lineFeed(now, at)
		if j >= len(now) || before[i] != now[j] {
			break
		}
		was, at = i+1, j+1
	}
	if was < len(before) {
		for at > 0 && at < len(now) && !utf8.RuneStart(now[at]) {
			was, at = was-1, at-1
		}
	}
	return was, at
}

// lineFeed returns the offset of the line feed of a CRLF at i, or else i.
func lineFeed(text []byte, i int) int {
	if i+1 < len(text) && text[i] == '\r' && text[i+1] == '\n' {
		return i + 1
	}
	return i
}

// lineFrom returns the rest of the line at an offset, without line end.
func lineFrom(text []byte, at int) []byte {
	if end := bytes.IndexAny(text[at:], "\r\n"); end >= 0 {
		return text[at : at+end]
	}
	return text[at:]
}

// excerpt shows the line around an offset; of a long one what stands near.
func excerpt(text []byte, at int) string {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	line := string(text[start:at])
	if runes := []rune(line); len(runes) > 30 {
		line = "…" + string(runes[len(runes)-20:])
	}
	line = strings.TrimSpace(strings.ToValidUTF8(line+string(lineFrom(text, at)), "?"))
	if line == "" {
		return "an empty line"
	}
	return quote(line)
}

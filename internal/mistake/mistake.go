// Package mistake has the mistakes in files that people write for nplint, a configuration or a baseline: each with
// its place, in one line that a terminal shows as it is. It knows nothing of what the files say.
package mistake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/nplint/nplint/internal/paths"
)

// Place is a line, from 1, in a file. The file has the name that messages give it. A line of 0 is not known.
type Place struct {
	File string
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", Escape(p.File), max(p.Line, 1)) }

// Mistake is what is wrong at a place.
type Mistake struct {
	Place
	Text string
}

// Join returns mistakes in the order of their places as one error, each a line "file:line: sentence", or nil.
func Join(mistakes []Mistake) error {
	slices.SortStableFunc(mistakes, func(a, b Mistake) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, strings.Compare(a.Text, b.Text))
	})
	var errs []error
	for i, m := range mistakes {
		if i == most {
			errs = append(errs, fmt.Errorf("%s: there are %d more mistakes", m.File, len(mistakes)-most))
			break
		}
		errs = append(errs, fmt.Errorf("%s: %s", m.Place, Brief(m.Text)))
	}
	return errors.Join(errs...)
}

const (
	most    = 100  // mistakes that are told
	longest = 60   // runes of a value in a message
	limit   = 2000 // runes of a message
	tooLong = 1000 // bytes of a message that nobody reads to its end
)

// Fit is Brief for a message that is much too long alone.
func Fit(text string) string {
	if len(text) <= tooLong {
		return text
	}
	return Brief(text)
}

// Brief cuts what a message takes from a file: values in quotes, what has no blank in it, and the whole.
func Brief(text string) string {
	if len(text) <= longest {
		return text
	}
	var b strings.Builder
	for text != "" {
		before, rest, quoted := strings.Cut(text, `"`)
		b.WriteString(shortWords(before))
		if !quoted {
			break
		}
		if strings.HasSuffix(before, "`") && strings.HasPrefix(rest, "`") { // the character itself
			b.WriteByte('"')
			text = rest
			continue
		}
		end := 0
		for end < len(rest) && rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(rest))
		b.WriteString(`"` + cut(rest[:end], longest))
		text = rest[end:]
		if text != "" {
			b.WriteByte('"')
			text = text[1:]
		}
	}
	return cut(b.String(), limit)
}

// shortWords cuts what has no blank in it; it may be a path.
func shortWords(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if len(word) > 3*longest {
			words[i] = cut(word, longest)
		}
	}
	return strings.Join(words, " ")
}

// cut returns the first runes of a text, and tells that there are more.
func cut(text string, most int) string {
	n := 0
	for i := range text {
		if n++; n > most {
			return strings.TrimRight(text[:i], `\`) + "…"
		}
	}
	return text
}

// Unreadable is the error about a file that the system does not let us read, without the path, which the message has
// already.
func Unreadable(err error) error { return fmt.Errorf("cannot be read: %w", paths.Reason(err)) }

// Escape returns s with everything that a terminal would act on or not show written as TOML writes it: \u001B.
func Escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	return b.String()
}

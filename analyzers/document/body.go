package document

import (
	"github.com/nplint/nplint/analyzers/document/markdown"
	"github.com/nplint/nplint/analyzers/document/source"
)

// Places in a text, and how it is edited.
type (
	Span  = source.Span
	Lines = source.Lines
	Fix   = source.Fix
	Edit  = source.Edit
)

// Parts of a Markdown body.
type (
	Body       = markdown.Body
	Heading    = markdown.Heading
	LabelField = markdown.LabelField
	Item       = markdown.Item
	Table      = markdown.Table
	Element    = markdown.Element
	Attr       = markdown.Attr
	Hidden     = markdown.Hidden
	HiddenKind = markdown.HiddenKind
	Stray      = markdown.Stray
)

// The kinds of hidden stretches.
const (
	Fence   = markdown.Fence
	Comment = markdown.Comment
)

// NewLines indexes the line starts of src.
func NewLines(src []byte) *Lines { return source.NewLines(src) }

// LineEnd returns the offset of the line end at or behind from, and the offset of the next line; see source.LineEnd.
func LineEnd(s string, from int) (end, next int) { return source.LineEnd(s, from) }

// Trim moves start and end inwards over white space.
func Trim(s string, start, end int) (int, int) { return source.Trim(s, start, end) }

// IsWordByte reports whether a byte belongs to a word: an ASCII letter or digit, or _.
func IsWordByte(c byte) bool { return source.IsWordByte(c) }

// BehindCode returns the offset behind a code span; see markdown.BehindCode.
func BehindCode(s string, at, end int) int { return markdown.BehindCode(s, at, end) }

// Replace is the fix that puts text in the place of span.
func Replace(title string, span Span, text string) []Fix { return source.Replace(title, span, text) }

// Guess is Replace where something else may be meant.
func Guess(title string, span Span, text string) []Fix { return source.Guess(title, span, text) }

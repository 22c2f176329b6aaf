package source

// Fix is one way to repair a finding in its document. Its edits do not overlap.
type Fix struct {
	Title  string
	Edits  []Edit
	Unsafe bool // it may change what the author meant, though the fixes of its rule else do not
	Opens  bool // without it the document cannot be read; set by the pass that reports faults of reading
}

// Edit replaces the bytes of Span. Line feeds in the text become the line ends of the file.
type Edit struct {
	Span Span
	Text string
}

// Replace is the fix that puts text in the place of span.
func Replace(title string, span Span, text string) []Fix {
	return []Fix{{Title: title, Edits: []Edit{{span, text}}}}
}

// Guess is Replace where something else may be meant.
func Guess(title string, span Span, text string) []Fix {
	return []Fix{{Title: title, Edits: []Edit{{span, text}}, Unsafe: true}}
}

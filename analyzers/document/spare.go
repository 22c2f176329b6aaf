package document

// spare is the room that a document leaves behind when nobody needs it any more: its slices, for those of the next document. They are empty,
// and hold nothing behind their ends either. The zero value is no room.
type spare struct {
	headings []Heading
	fields   []LabelField
	items    []Item
	tables   []Table
	hidden   []Hidden
	elements []Element
	pairs    []Pair // of the frontmatter's root
	nodes    []Node // of the frontmatter
}

// take takes the room of a document that nobody holds any part of, but for strings and the bytes that they stand in.
func (s *spare) take(d *Document) {
	if b := d.Body; b != nil {
		s.headings, s.fields, s.items = emptied(b.Headings), emptied(b.Fields), emptied(b.Items)
		s.tables, s.hidden, s.elements = emptied(b.Tables), emptied(b.Hidden), emptied(b.Elements)
	}
	if f := d.Front; f != nil && f.Root != nil {
		s.pairs, s.nodes = emptied(f.Root.Pairs), emptied(f.nodes)
	}
}

func emptied[T any](s []T) []T {
	clear(s)
	return s[:0]
}

// withRoom returns an empty slice for n elements: the spare one if it is large enough.
func withRoom[T any](spare []T, n int) []T {
	if cap(spare) >= n {
		return spare
	}
	return make([]T, 0, n)
}

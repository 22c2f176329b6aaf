package markdown

// Element returns the first element with the name that is no example, or nil.
func (b *Body) Element(name string) *Element {
	return b.element(func(e *Element) bool { return e.Name == name && !e.Hidden })
}

// Closed returns the first element with the name that is no example and has an end, or nil.
func (b *Body) Closed(name string) *Element {
	return b.element(func(e *Element) bool { return e.Name == name && !e.Hidden && !e.Unclosed })
}

func (b *Body) element(is func(e *Element) bool) *Element {
	for i := range b.Elements {
		if e := &b.Elements[i]; is(e) {
			return e
		}
	}
	return nil
}

// Title returns the first heading of the first level, or nil.
func (b *Body) Title() *Heading {
	for i := range b.Headings {
		if h := &b.Headings[i]; h.Level == 1 {
			return h
		}
	}
	return nil
}

package document

import "testing"

// TestFind finds elements and the title of a body, and whole numbers.
func TestFind(t *testing.T) {
	d := Parse(&Input{Path: "x.md", Dialect: "none"}, func(*Input) ([]byte, *Problem) {
		return []byte("## Two\n\n```\n<goal>in a fence</goal>\n# in a fence\n```\n\nA <goal> in prose.\n\n# One\n\n# Later\n\n" +
			"<goal>\nSwim.\n</goal>\n\n<open>\n"), nil
	})
	if e := d.Body.Element("goal"); e == nil || !e.Unclosed {
		t.Errorf("the first element is %+v, not the one in prose", e)
	}
	if e := d.Body.Closed("goal"); e == nil || d.Text(e.Inner()) != "\nSwim.\n" {
		t.Errorf("the first element with an end is %+v", e)
	}
	if d.Body.Closed("open") != nil || d.Body.Element("none") != nil {
		t.Error("an element is found that is not there")
	}
	if h := d.Body.Title(); h == nil || h.Text != "One" {
		t.Errorf("the title is %+v", h)
	}
	for text, want := range map[string]int{"3": 3, "3.0": 3, "0": 0, "-1": -1, "1.5": -1, "three": -1, "": -1} {
		n, ok := Whole(ParseYAML([]byte("n: "+text), Span{Start: 0, End: len("n: " + text)}).Root.Get("n"))
		if !ok && want >= 0 || ok && n != want {
			t.Errorf("%q is taken for %d, %t", text, n, ok)
		}
	}
	if _, ok := Whole(nil); ok {
		t.Error("nothing is taken for a number")
	}
}

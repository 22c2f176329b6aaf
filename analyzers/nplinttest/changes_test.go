package nplinttest

import (
	"bytes"
	"strings"
	"testing"
)

// TestChange holds what a proof may say of a file that differs in places, and what is said of one that does not fit.
func TestChange(t *testing.T) {
	const text = "a\nb\n\nc\na\nb\nd\n"
	for _, c := range []struct{ name, changes, want, err string }{
		{name: "a line that goes and one that comes", changes: " \n-c\n+e\n a\n", want: "a\nb\n\ne\na\nb\nd\n"},
		{name: "an empty line that stays", changes: "\n-c\n+e\n a\n", want: "a\nb\n\ne\na\nb\nd\n"},
		{name: "several places", changes: " a\n-b\n\n@@\n a\n+x\n b\n-d\n", want: "a\n\nc\na\nx\nb\n"},
		{name: "places that meet", changes: "-c\n+e\n a\n@@\n a\n+x\n", want: "a\nb\n\ne\na\nx\nb\nd\n"},
		{name: "a line without an end", changes: "-d", want: "a\nb\n\nc\na\nb\n"},
		{name: "an empty line that comes", changes: " c\n+\n", want: "a\nb\n\nc\n\na\nb\nd\n"},
		{name: "nowhere", changes: "-x\n", err: `"x" do not stand`},
		{name: "behind the place before", changes: "-d\n@@\n-c\n", err: `"c" do not stand`},
		{name: "part of a line", changes: "-\n-\n", err: "do not stand"},
		{name: "twice", changes: " a\n-b\n", err: "stand there 2 times; give more"},
		{name: "no line that stays", changes: "+x\n", err: "none that stays"},
		{name: "nothing", changes: "", err: "none that stays"},
		{name: "a whole file", changes: "a\n", err: `"a" is no line of a change`},
	} {
		got, err := change([]byte(text), []byte(c.changes))
		switch {
		case err != nil && (c.err == "" || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && (c.err != "" || string(got) != c.want):
			t.Errorf("%s: %q; want %q%s", c.name, got, c.want, c.err)
		}
	}
}

// FuzzChanges holds that what is written of two texts makes the one of the other.
func FuzzChanges(f *testing.F) {
	long := strings.Repeat("a\nb\n\n", 9)
	half := strings.Repeat("a\nb\n\n", 4)
	for _, after := range []string{"", "x\n", long + "c\n", "c\n" + long, "a\nb\n\na\nc\n" + long[5:], long + "c",
		"@@\n" + long, half + half, half + "-a\n+b\n\n" + half, "\n" + long + "\n"} {
		f.Add(long, after)
		f.Add(long+"1\n2\n3\n4\n5\n6\n7\n"+long, "1\n"+after+"3\n4\n5\n8\n7\n"+long)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 2000 {
			return // each place is looked for in all lines
		}
		said := changes([]byte(before), []byte(after))
		if said == nil {
			return
		}
		if got, err := change([]byte(before), said); err != nil || string(got) != after {
			t.Fatalf("%q becomes %q (%v), not %q, by\n%s", before, got, err, after, said)
		}
		if 2*bytes.Count(said, []byte("\n")) > strings.Count(after, "\n") {
			t.Errorf("%q is as long as what it makes", said)
		}
	})
}

package example

import (
	"fmt"
	"strings"
	"testing"
)

// TestRead reads archives of examples: what all share comes first in each, and what is no example is refused.
func TestRead(t *testing.T) {
	many := strings.Builder{}
	for i := range mostCases + 1 {
		fmt.Fprintf(&many, "-- good%d/a.md --\n", i)
	}
	for _, c := range []struct{ name, in, want string }{
		{"cases", "-- bad/a.md --\r\nx\r\n-- all/b.md --\ny\n-- bad/want --\nz\n-- good2/a.md --\n", "bad: b.md=y a.md=x wants z; good2: b.md=y a.md="},
		{"outside a case", "-- a.md --\n", "a.md: a file lies in a case: bad/…, bad2/…, good/… or, if all have it, all/…"},
		{"no name of a case", "-- fine/a.md --\n", "fine/a.md: a file lies in a case: bad/…, bad2/…, good/… or, if all have it, all/…"},
		{"above a case", "-- bad/../a.md --\n", "bad/../a.md: a file of a case lies below it"},
		{"many cases", many.String(), "it has more than 1000 cases, which are the most"},
		{"much in all", many.String()[:strings.LastIndex(many.String(), "--\n-- ")+3] + "-- all/a --\n" + strings.Repeat("x", mostBytes/mostCases) + "\n",
			"its cases have more than 32 MiB, those of all/ counted in each, which are the most"},
	} {
		var all []string
		read, err := Read([]byte(c.in))
		if err != nil {
			all = []string{err.Error()}
		} else {
			for _, e := range read.Cases {
				text := e.Name + ":"
				for _, f := range e.Files {
					text += " " + f.Name + "=" + strings.TrimSpace(string(f.Data))
				}
				if e.Want != "" {
					text += " wants " + strings.TrimSpace(e.Want)
				}
				all = append(all, text)
			}
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s: got %.200s, want %s", c.name, got, c.want)
		}
	}
}

// TestFormat writes what cases want behind the last file of each, and nothing for one that wants nothing.
func TestFormat(t *testing.T) {
	read, err := Read([]byte("About.\n-- bad/want --\nold\n-- bad/a.md --\nx\n-- all/b.md --\ny\n-- good/a.md --\nx\n-- good/want --\nold\n"))
	if err != nil {
		t.Fatal(err)
	}
	read.Cases[0].Want, read.Cases[1].Want = "new\n", ""
	const want = "About.\n-- bad/a.md --\nx\n-- bad/want --\nnew\n-- all/b.md --\ny\n-- good/a.md --\nx\n"
	if got := string(read.Format()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

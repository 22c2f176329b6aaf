package text

import (
	"regexp"
	"strings"
	"testing"
)

// TestMask shows what the gate looks into: dots stand for the blanks of the mask.
func TestMask(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"plain Grep", "plain Grep"},
		{">>TXT\nGrep\n<<TXT Grep", ">>TXT\n....\n<<TXT Grep"},
		{">>TXT\nGrep", ">>TXT\nGrep"},                       // never closed
		{">>TXTX\nGrep <<TXT", ">>TXT.\n.....<<TXT"},         // the label shrinks
		{">>TXT a <<TXTX b <<TXT", ">>TXT...<<TXTX b <<TXT"}, // the nearest end, though it is longer
		{">>>TXT a <<TXT", ">>>TXT...<<TXT"},
		{">>txt Grep <<txt", ">>txt Grep <<txt"},
		{"{{id a=Grep}} Grep", "{{.........}} Grep"},
		{"{{id\na=Grep}}", "{{..\n......}}"},
		{"{{Id a=Grep}}", "{{Id a=Grep}}"},
		{"{{id a={Grep}}}", "{{..........}}}"},
		{"{{id a=>>T}}\nGrep\n<<T", "{{id a=>>T..\n....\n<<T"},
	} {
		if got, want := mask(c.src).text, strings.ReplaceAll(c.want, ".", " "); got != want {
			t.Errorf("%q: %q, want %q", c.src, got, want)
		}
	}
}

// slowMask masks as the reference's expressions do, by trying every way.
func slowMask(s string) string {
	out := []byte(s)
	for at := 0; at < len(s); at++ {
		if !strings.HasPrefix(s[at:], ">>") {
			continue
		}
		label := regexp.MustCompile(`^[A-Z][A-Z0-9_]*`).FindString(s[at+2:])
		for n := len(label); n > 0; n-- {
			from := at + 2 + n
			if i := strings.Index(s[from:], "<<"+label[:n]); i >= 0 {
				for k := from; k < from+i; k++ {
					if out[k] != '\n' {
						out[k] = ' '
					}
				}
				at = from + i + 2 + n - 1
				break
			}
		}
	}
	return regexp.MustCompile(`\{\{([a-z_][^}]*)\}\}`).ReplaceAllStringFunc(string(out), func(m string) string {
		inside := regexp.MustCompile(`[^\n]`).ReplaceAllString(m[2:len(m)-2], " ")
		return "{{" + inside + "}}"
	})
}

// FuzzMask holds the mask against the reference's own expressions.
func FuzzMask(f *testing.F) {
	for _, seed := range []string{"a >>TXT b <<TXT c", ">>AB >>A <<A <<AB", ">>>A<<A", "{{id x}} {{ID}} {{a{b}}", ">>A {{id}} <<A {{x >>A}} <<A", "{{id >>T}}\n<<T"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4096 || strings.ToValidUTF8(s, "") != s {
			return // longer labels and macros than anybody writes are cut, and expressions see characters
		}
		if longLabel.MatchString(s) {
			return
		}
		m := mask(s)
		if len(m.text) != len(s) || strings.Count(m.text, "\n") != strings.Count(s, "\n") {
			t.Fatalf("%q becomes %q: lengths or lines differ", s, m.text)
		}
		plain := regexp.MustCompile(`[^\x00-\x7F]`)
		if want := slowMask(plain.ReplaceAllString(s, "?")); mask(plain.ReplaceAllString(s, "?")).text != want {
			t.Errorf("%q becomes %q, want %q", s, m.text, want)
		}
	})
}

var longLabel = regexp.MustCompile(`[A-Z][A-Z0-9_]{63}`)

func TestParseMacro(t *testing.T) {
	for _, c := range []struct {
		src, id, params string // name=value, and ! behind what is no plain text
	}{
		{`{{a b=c d="e f"}}`, "a", "b=c d=e f"},
		{`{{a b=[{x: "y"}, {z}] c=d}}`, "a", "b=! c=d"},
		{`{{a b=>>TXT}}`, "a", "b=!"},
		{`{{a b="<task>"}}`, "a", "b=<task>"},
		{`{{a b=<task>}}`, "a", "b=!"},
		{"{{a\n  b=c\n}}", "a", "b=c"},
		{`{{A}}`, "A", ""},
		{`{{a b}}`, "", ""},
		{`{{a b=c`, "", ""},
		{`{{a b=[c`, "", ""},
		{`{{a b="c}}`, "", ""},
		{`{{ a }}`, "", ""},
		{`{{a b=[c}}`, "", ""},
	} {
		m := parseMacro(c.src, 0)
		if m == nil {
			if c.id != "" {
				t.Errorf("%s: no macro", c.src)
			}
			continue
		}
		var params []string
		for _, p := range m.params {
			if p.plain {
				params = append(params, p.name+"="+p.value)
			} else {
				params = append(params, p.name+"=!")
			}
		}
		if got := strings.Join(params, " "); m.id != c.id || got != c.params || m.span.End != len(c.src) {
			t.Errorf("%s: %s %q up to %d, want %s %q", c.src, m.id, got, m.span.End, c.id, c.params)
		}
	}
}

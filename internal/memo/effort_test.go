package memo

import (
	"regexp"
	"strings"
	"testing"
)

func TestEffort(t *testing.T) {
	var unbounded *Effort
	word := regexp.MustCompile(`b|a`)
	if !unbounded.Take(maxEffort+1) || unbounded.Exceeded() || !unbounded.Allows(word, "a") {
		t.Error("no effort is a bound")
	}
	e := new(Effort)
	if !e.Take(maxEffort) || e.Exceeded() || e.Take(1) || !e.Exceeded() {
		t.Errorf("%d steps are allowed, and no more", maxEffort)
	}
	if e.Allows(word, "a") || e.FindAll(word, "a") != nil {
		t.Error("something is looked for when the effort is exceeded")
	}
	// each text is counted from maxUncounted bytes on, with the steps of the pattern
	e = new(Effort)
	text := strings.Repeat("x", maxUncounted)
	if !e.Allows(word, text) || e.taken != 0 {
		t.Errorf("%d steps are taken of the first bytes", e.taken)
	}
	if !e.Allows(word, "xx") || e.taken != 2*e.of(word) || e.of(word) < 3 {
		t.Errorf("%d steps are taken of two bytes, of %d each", e.taken, e.of(word))
	}
	if e.Allows(word, strings.Repeat("x", maxEffort/e.of(word)+1)) {
		t.Error("a text takes more steps than there are")
	}
}

func TestEffortFindAll(t *testing.T) {
	word := regexp.MustCompile(`a|b`)
	e := new(Effort)
	if got := e.FindAll(word, "a-b-a"); len(got) != 3 || got[1][0] != 2 || e.Exceeded() {
		t.Errorf("%v is found of three", got)
	}
	if want := 3 * 5 * e.of(word); e.taken != want {
		t.Errorf("%d steps are taken and not %d: each match takes the whole text", e.taken, want)
	}
	if e.FindAll(word, ""); e.Exceeded() {
		t.Error("nothing exceeds the effort")
	}
	if got := e.FindAll(word, strings.Repeat("a", 1<<15)); !e.Exceeded() || len(got) == 1<<15 {
		t.Errorf("all %d matches of a long text are found", len(got))
	}
}

func TestCompile(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"a{256}", ""},
		{"a{257}", "repeat 257 parts"},
		{"(a{16}){16}", ""},
		{"(a{16}b){17}", "repeat 272 parts"},
		{strings.Repeat("a", 990), ""},
		{strings.Repeat("a", 1000), "1000 are the most"},
		{"(", "missing closing )"},
	} {
		switch _, err := Compile(test.pattern); {
		case test.want == "" && err != nil:
			t.Errorf("%.20q is refused: %v", test.pattern, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%.20q: %v, and not %q", test.pattern, err, test.want)
		}
	}
}

package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/nasty"
)

func TestSpark(t *testing.T) {
	for _, c := range []struct {
		values []int
		top    int
		want   string
	}{
		{[]int{0, 1, 4, 8}, 8, " ▁▄█"},
		{[]int{31, Gap, 15, 0}, 31, "█·▄ "},
		{[]int{0, 0}, 0, "  "},
		{nil, 3, ""},
	} {
		if got := Spark(c.values, c.top); got != c.want {
			t.Errorf("%v of %d: got %q, want %q", c.values, c.top, got, c.want)
		}
	}
}

// TestSVG holds that lines break at gaps, begin and end where they should, and that names are apart.
func TestSVG(t *testing.T) {
	series := []Series{{"errors", []int{10, Gap, 0}, "bad", "errors 0"}, {"warnings", []int{5, 5, 0}, "", "warnings 0"}}
	svg := SVG("findings", series, []string{"first", "second", "now"}, 10, "")
	for _, want := range []string{`d="M48 12M490 172"`, `d="M48 92L269 92L490 172"`, `<title>first: errors 10</title>`,
		`y="176">errors 0<`, `y="161">warnings 0<`} {
		if !strings.Contains(svg, want) {
			t.Errorf("%s is not in\n%s", want, svg)
		}
	}
	if got := strings.Count(svg, "<circle"); got != 5 {
		t.Errorf("%d points, want 5", got)
	}
}

// TestInert holds that names become text.
func TestInert(t *testing.T) {
	for _, value := range nasty.Values {
		value = strings.ToValidUTF8(regexp.MustCompile(`[\x00-\x1f]`).ReplaceAllString(value, ""), "")
		svg := SVG(value, []Series{{value, []int{1}, value, value}}, []string{value}, 1, value)
		decoder := xml.NewDecoder(strings.NewReader(svg))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", value, err)
			}
			if start, ok := token.(xml.StartElement); ok && !strings.Contains(" svg path text circle title ", " "+start.Name.Local+" ") {
				t.Errorf("%q became the element %s", value, start.Name.Local)
			}
		}
	}
}

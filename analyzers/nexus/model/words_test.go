package model

import (
	"fmt"
	"strings"
	"testing"
)

func TestSuggest(t *testing.T) {
	long := strings.Repeat("word", 25)
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprintf("word-%04d", i))
	}
	for _, c := range []struct {
		word  string
		known []string
		want  string
	}{
		{"sktch", []string{"sketch", "draft"}, "; did you mean sketch?"},
		{"other", []string{"sketch", "draft"}, "; write sketch, draft"},
		{"other", nil, ""},
		{"x", []string{long, long, long, long}, "; write " + long + ", " + long + ", " + long + ", " + long},
		{"x", many, "; write " + strings.Join(many[:34], ", ") + ", … (5000 in all)"},
	} {
		if got := Suggest(c.word, c.known, "; write "); got != c.want {
			t.Errorf("%q of %d: %.80q", c.word, len(c.known), got)
		}
	}
}

func TestBareTool(t *testing.T) {
	for name, want := range map[string]string{
		"mcp__plugin_x__nx_task_add": "task_add", "nx_task_add": "task_add", "__nx_task": "task", "Read": "Read", "a_nx_b": "a_nx_b",
	} {
		if got := BareTool(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

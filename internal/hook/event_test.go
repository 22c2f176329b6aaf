package hook

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestBefore finds out what a file held before a tool has written it.
func TestBefore(t *testing.T) {
	p := func(s string) *string { return &s }
	long := strings.Repeat("y", 1<<20)
	for name, c := range map[string]struct {
		w          write
		now, want  string
		had, known bool
	}{
		"the original":              {write{original: p("a\n")}, "b\n", "a\n", true, true},
		"an empty original":         {write{original: p("")}, "b\n", "", true, true},
		"the original with CRLF":    {write{original: p("a\nb\n")}, "b\r\n", "a\r\nb\r\n", true, true},
		"a new file":                {write{created: true}, "b\n", "", false, true},
		"an edit":                   {write{old: p("a"), new: p("b")}, "x b y", "x a y", true, true},
		"an edit with CRLF":         {write{old: p("a\nc"), new: p("b\nc")}, "x\r\nb\r\nc\r\n", "x\r\na\r\nc\r\n", true, true},
		"an edit of all":            {write{old: p("a"), new: p("b"), all: true}, "b b", "a a", true, true},
		"an edit that is twice now": {write{old: p("a"), new: p("b")}, "b b", "", false, false},
		"an edit that is gone":      {write{old: p("a"), new: p("b")}, "c", "", false, false},
		"a deletion":                {write{old: p("a"), new: p("")}, "b", "", false, false},
		"nothing":                   {write{}, "b", "", false, false},
		"more than fits":            {write{old: p(long), new: p("b"), all: true}, strings.Repeat("b", 1<<20), "", false, false},
	} {
		if got, had, known := c.w.before(c.now); got != c.want || had != c.had || known != c.known {
			t.Errorf("%s: %q %v %v", name, got, had, known)
		}
	}
}

// TestAfter finds out what a file will hold when a tool writes it.
func TestAfter(t *testing.T) {
	p := func(s string) *string { return &s }
	long := strings.Repeat("y", 1<<20)
	for name, c := range map[string]struct {
		w         write
		now, want string
		known     bool
	}{
		"all of it":          {write{text: p("b")}, "a", "b", true},
		"an edit":            {write{old: p("a"), new: p("b")}, "x a y", "x b y", true},
		"an edit with CRLF":  {write{old: p("a\nb"), new: p("c\nd")}, "a\r\nb\r\n", "c\r\nd\r\n", true},
		"an edit of all":     {write{old: p("a"), new: p("b"), all: true}, "a a", "b b", true},
		"one of several":     {write{old: p("a"), new: p("b")}, "a a", "", false},
		"what is not there":  {write{old: p("a"), new: p("b")}, "c", "", false},
		"nothing is edited":  {write{old: p(""), new: p("b")}, "c", "", false},
		"nothing is told":    {write{}, "c", "", false},
		"only what is there": {write{old: p("a")}, "a", "", false},
		"more than fits":     {write{old: p("a"), new: p(long), all: true}, strings.Repeat("a", 1<<20), "", false},
	} {
		if got, known := c.w.after(c.now); got != c.want || known != c.known {
			t.Errorf("%s: %q %v", name, got, known)
		}
	}
}

// TestPatched finds the files that a patch writes.
func TestPatched(t *testing.T) {
	const patch = "*** Begin Patch\r\n*** Add File: a b.md\r\n+*** Add File: no.md\r\n*** Delete File: gone.md\n" +
		"*** Update File: c.md\n*** Move to: d.md\n@@\n-x\n+y\n*** Update File: c.md\n@@\n-y\n+z\n*** End Patch"
	got := patched(patch)
	if len(got) != 3 || got[0] != (write{file: "a b.md", created: true}) || got[1].file != "c.md" || got[2].file != "d.md" {
		t.Errorf("%+v", got)
	}
}

// FuzzEvent reads events of every host, whatever they hold.
func FuzzEvent(f *testing.F) {
	f.Add(`{"hook_event_name":"PostToolUse","cwd":"/x","tool_name":"Edit","tool_input":{"file_path":"a","old_string":"b"}}`)
	f.Add(`{"hook_event_name":"postToolUse","workspace_roots":["/x"],"tool_name":"Write","duration":1e300}`)
	f.Add(`{"hook_event_name":"PostToolUse","cwd":"/x","tool_name":"apply_patch","tool_input":{"command":"*** Add File: a"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for i := range hosts {
			var o object
			if json.Unmarshal([]byte(text), &o) != nil {
				return
			}
			e, err := hosts[i].parse(o)
			if err != nil {
				continue
			}
			for _, w := range e.writes {
				w.before(text)
				w.after(text)
			}
		}
	})
}

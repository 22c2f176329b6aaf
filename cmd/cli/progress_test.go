package cli

import (
	"bytes"
	"testing"
	"time"
)

// TestProgress shows one line at a time, none before its time, none that goes back, and leaves none.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	shows := func(p *progress, done int, want string) {
		t.Helper()
		out.Reset()
		p.judged(done, 40)
		if got := out.String(); got != want {
			t.Errorf("after %d: %q, want %q", done, got, want)
		}
	}
	p := &progress{out: &out, next: time.Now().Add(time.Hour)}
	shows(p, 1, "")
	p.next = time.Time{}
	shows(p, 9, "linting: 9 of 40 files")
	shows(p, 12, "") // so soon
	p.next = time.Time{}
	shows(p, 8, "") // late
	shows(p, 10, "\r                      \rlinting: 10 of 40 files")
	p.next = time.Time{}
	shows(p, 40, "\r                       \r")
	shows(p, 3, "linting: 3 of 40 files") // the next round
	out.Reset()
	p.end()
	p.end()
	if got, want := out.String(), "\r                      \r"; got != want {
		t.Errorf("in the end: %q, want %q", got, want)
	}
	(*progress)(nil).end()
}

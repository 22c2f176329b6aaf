package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/nasty"
	"github.com/nplint/nplint/internal/report"
)

// TestAskingIsInert holds that nobody obeys what a question shows of linted files.
func TestAskingIsInert(t *testing.T) {
	for _, value := range nasty.Values {
		whole := nplint.Range{Start: nplint.Position{Line: 1, Column: 1}, End: nplint.Position{Line: 1, Column: 1, Offset: len(value)}}
		edit := nplint.Edit{Path: value, Range: whole, NewText: "x" + value}
		r := &nplint.Report{Findings: []nplint.Finding{{Rule: "r", Path: value, Range: whole, Message: value,
			Fixes: []nplint.Fix{{Title: value, Safe: true, Edits: []nplint.Edit{edit}}}}}}
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{value: []byte(value)}})
		var out bytes.Buffer
		a := &asker{ctx: context.Background(), out: &out, answers: readLines(strings.NewReader("y\n"))}
		chosen, err := a.choose(r)
		if err != nil || !chosen(&r.Findings[0]) {
			t.Fatalf("%q is not chosen: %v", value, err)
		}
		if obeyed := nasty.Obeyed(out.String()); obeyed != "" {
			t.Errorf("%q: %s", value, obeyed)
		}
	}
}

// TestAskingIsInterrupted holds that Ctrl-C ends a question though nobody has answered.
func TestAskingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a := &asker{ctx: ctx, out: &bytes.Buffer{}, answers: make(chan string)}
	r := &nplint.Report{Findings: []nplint.Finding{{Fixes: []nplint.Fix{{Safe: true}}}}}
	if _, err := a.choose(r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

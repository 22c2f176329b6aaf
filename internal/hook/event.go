package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// maxEvent is how many bytes of an event are read: the largest artefact, which an event may hold three times.
const maxEvent = 32 << 20

// event is what a host tells, in words of our own.
type event struct {
	shape
	session, agent string
	dir            string
	again          bool // the agent goes on only because a hook wanted it to
	resumed        bool // the session began before: its conversation was made shorter
	writes         []write
	tool           bool          // the tool is one that writes files
	command        bool          // a command ran, which may have written any file
	took           time.Duration // for how long a tool ran; 0 if that is not told
}

// write is a file that a tool writes or has written.
type write struct {
	file     string
	text     *string // all that it is to hold
	old, new *string // what is replaced by what
	all      bool
	original *string // what it held before, if that is told
	created  bool    // it was not there before
}

// object is a JSON object that is not looked into yet.
type object map[string]json.RawMessage

// value reads a key into something, and reports whether it has a value of that type.
func (o object) value(key string, into any) bool {
	raw, ok := o[key]
	return ok && key != "" && string(raw) != "null" && json.Unmarshal(raw, into) == nil
}

func (o object) text(key string) string {
	var s string
	o.value(key, &s)
	return s
}

// optional returns a text, or nil if there is none.
func (o object) optional(key string) *string {
	var s string
	if !o.value(key, &s) {
		return nil
	}
	return &s
}

// yes reports whether a key is true, or a number that is not 0.
func (o object) yes(key string) bool {
	var b bool
	var n float64
	return o.value(key, &b) && b || o.value(key, &n) && n != 0
}

func (o object) inside(key string) object {
	var below object
	o.value(key, &below)
	return below
}

// readEvent reads one event of a host, for no longer than it may take.
func (h *host) readEvent(ctx context.Context, in io.Reader) (event, error) {
	var data []byte
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		data, err = io.ReadAll(io.LimitReader(in, maxEvent+1))
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return event{}, fmt.Errorf("standard input does not end, so nothing is known to be a whole event of %s", h.title)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // as Windows writes texts
	switch {
	case err != nil:
		return event{}, fmt.Errorf("standard input: %w", err)
	case len(data) > maxEvent:
		const tooLarge = "standard input has more than the %d MiB that an event of %s may have"
		return event{}, fmt.Errorf(tooLarge, maxEvent>>20, h.title)
	case len(data) == 0:
		return event{}, fmt.Errorf("standard input is empty; %s writes an event to it", h.title)
	}
	var o object
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(data, &o); {
	case errors.As(err, &wrong):
		return event{}, fmt.Errorf("standard input is no event of %s: it is no JSON object", h.title)
	case err != nil:
		return event{}, fmt.Errorf("standard input is no event of %s: %w", h.title, err)
	}
	return h.parse(o)
}

func (h *host) parse(o object) (event, error) {
	name := o.text(h.event)
	s, known := h.events[name]
	switch {
	case name == "":
		return event{}, fmt.Errorf("standard input is no event of %s: it has no `%s`", h.title, h.event)
	case !known:
		const unknown = "%s calls nplint for the event %.100q, at which nplint has nothing to do; take it from that event"
		return event{}, fmt.Errorf(unknown, h.title, name)
	}
	e := event{shape: s, session: o.text(h.session), agent: o.text(h.agent), dir: o.text(h.dir), again: o.yes(h.again)}
	e.resumed = o.text(h.source) == "compact"
	var dirs []string
	if o.value(h.dirs, &dirs) && e.dir == "" && len(dirs) > 0 {
		e.dir = dirs[0]
	}
	if e.dir == "" {
		return e, errors.New("the event does not say in which directory the agent works")
	}
	var took float64
	if o.value(h.took, &took) && took > 0 {
		e.took = time.Duration(min(took, 1e9)) * time.Millisecond
	}
	t, isKnown := h.tools[o.text(h.tool)]
	if (s.moment == writing || s.moment == wrote) && isKnown {
		e.tool, e.command = true, t.command
		e.writes = t.parse(o.inside(h.input), o.inside(h.response))
	}
	return e, nil
}

// parse returns what a tool writes, as far as that is known.
func (t tool) parse(input, response object) []write {
	if patch := input.text(t.patch); patch != "" {
		return patched(patch)
	}
	w := &write{
		file: input.text(t.file), text: input.optional(t.text), old: input.optional(t.old), new: input.optional(t.new),
		all: input.yes(t.all), original: response.optional(t.original), created: response.text("type") == "create",
	}
	if w.file == "" || response.yes("staged") { // it waits for somebody to look at it, and nothing is written
		return nil
	}
	return []write{*w}
}

// patched returns the files that a patch of Codex writes, each once: behind a line that says what becomes of it.
func patched(patch string) (writes []write) {
	seen := map[string]bool{}
	for line := range strings.Lines(patch) {
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Move to: "} {
			if name, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), mark); ok && !seen[name] {
				seen[name] = true
				writes = append(writes, write{file: name, created: mark == "*** Add File: "})
			}
		}
	}
	return writes
}

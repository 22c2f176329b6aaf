// Package hook answers the events of agent programs: it has what an agent has just written linted, and says what is
// new there and what the agent can mend there, in the form that its program acts on. It knows the hosts and their
// events, and nothing of any pack. Nothing to say is silence.
package hook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
)

// Linter is how files are linted: Options without a directory and paths, and how the configuration of a file is found.
type Linter struct {
	Options  nplint.Options
	Config   func(file string) (*nplint.Config, error)
	Fix      bool          // write the safe fixes of what a tool has just written
	Patience time.Duration // after which nothing is said; 0 is 10 seconds
}

// maxWait is how long an agent waits for nplint: one that works in no project may have all files of a disk below it.
const maxWait = 10 * time.Second

// Answer reads one event of a host and writes the answer to it, or nothing if there is nothing to say. A panic is an
// error.
func Answer(ctx context.Context, name string, lint Linter, in io.Reader, out io.Writer) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("nplint failed (%v); please report this as a bug of nplint", cause)
		}
	}()
	h := find(name)
	if h == nil {
		hint := spell.DidYouMean(name, Names())
		return fmt.Errorf("there is no host %q%s; known: %s", name, hint, strings.Join(Names(), ", "))
	}
	if lint.Fix && !h.tellsFiles() {
		const blind = "%s does not tell which files its tools write, so nothing is fixed there; leave --fix out"
		return fmt.Errorf(blind, h.title)
	}
	wait := cmp.Or(lint.Patience, maxWait)
	ctx, done := context.WithTimeout(ctx, wait)
	defer done()
	defer func() {
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("nothing is known after %v, so nothing is said; does the agent work in too large a directory?", wait)
		}
	}()
	e, err := h.readEvent(ctx, in)
	if err != nil {
		return err
	}
	a := answerer{Linter: lint, host: h, event: e}
	defer func() { a.remembered.close() }()
	text, err := a.text(ctx)
	if err != nil || text == "" {
		return err
	}
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, strings.Replace(e.answer, "TEXT", strings.TrimSpace(quoted.String()), 1))
	return err
}

// answerer finds out what to say at one event.
type answerer struct {
	Linter
	host  *host
	event event
	dirs  []string // see tops

	asked      bool // whether the memory was
	remembered *memory
}

// memory returns what is remembered of the session in a project, and keeps other events of it waiting from then on. Of
// most files there is nothing to remember.
func (a *answerer) memory(top string) *memory {
	if !a.asked {
		a.asked, a.remembered = true, remember(a.host.name, a.event.session, top)
	}
	return a.remembered
}

// text returns what there is to say, or "".
func (a *answerer) text(ctx context.Context) (string, error) {
	var err error
	if a.event.dir, err = filepath.Abs(paths.Native.Plain(a.event.dir)); err != nil {
		return "", err
	}
	if info, err := os.Stat(a.event.dir); err != nil || !info.IsDir() {
		return "", errors.New("the directory that the agent works in is not there")
	}
	if a.event.moment == wrote && a.event.tool {
		defer func() { runs(a.remembered, a.host.name, a.event.session, a.tops()[0]) }()
	}
	switch e := &a.event; {
	case e.moment == started:
		return "", a.begin(ctx)
	case e.moment == stopped || e.moment == subStopped:
		return a.atStop(ctx)
	case e.moment == writing && len(e.writes) == 1:
		return a.before(ctx, &e.writes[0])
	case e.moment == wrote && len(e.writes) > 0:
		return a.after(ctx)
	case e.moment == wrote && e.command:
		return a.afterCommand(ctx)
	}
	return "", nil
}

package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nplint/nplint/internal/terminal"
)

// patience is how long a run may take before it tells how far it is, and pace how long it then waits before it tells more.
const (
	patience = 500 * time.Millisecond
	pace     = 100 * time.Millisecond
)

// progress tells on a terminal, in one line, how far a run is.
type progress struct {
	out   io.Writer
	mutex sync.Mutex
	next  time.Time // when there is something to tell again
	done  int
	shown int // bytes of the line
}

// progress returns what tells how far a run is on standard error, or nil if nobody looks on there.
func (s streams) progress() *progress {
	out := s.stderr()
	if !terminal.Is(out) || os.Getenv("CI") != "" {
		return nil
	}
	return &progress{out: out, next: time.Now().Add(patience)}
}

// judged is told how many of so many files are judged. What comes late is passed over.
func (p *progress) judged(done, of int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	switch {
	case done == of: // another round of this run may begin
		p.done = 0
		p.clear()
	case done > p.done && !now.Before(p.next):
		p.done, p.next = done, now.Add(pace)
		p.clear()
		p.shown, _ = fmt.Fprintf(p.out, "linting: %d of %d files", done, of) // a terminal that is gone sees nothing
	}
}

// end takes away what is still shown of a run that has ended.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.clear()
}

// clear takes the line away, without the escapes that some consoles do not know.
func (p *progress) clear() {
	if p.shown > 0 {
		fmt.Fprintf(p.out, "\r%s\r", strings.Repeat(" ", p.shown))
		p.shown = 0
	}
}

package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/nplint/nplint/internal/terminal"
)

// patience is how long a run may take before it tells how far it is.
const patience = 500 * time.Millisecond

// progress tells on a terminal how far a run is.
type progress struct {
	out   io.Writer
	start time.Time
	mutex sync.Mutex
	bar   *progressbar.ProgressBar // nil while there is none
	done  int
}

// progress returns what tells how far a run is on standard error, or nil if nobody looks on there.
func (s streams) progress() *progress {
	out := s.stderr()
	if !terminal.Is(out) || os.Getenv("CI") != "" {
		return nil
	}
	return &progress{out: out, start: time.Now()}
}

// judged is told how many of so many files are judged. What comes late is passed over.
func (p *progress) judged(done, of int) {
	if time.Since(p.start) < patience {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar == nil && done < of {
		p.done = 0
		p.bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription("linting"),
			progressbar.OptionSetWidth(20), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
	}
	if p.bar == nil || done <= p.done {
		return
	}
	p.done = done
	_ = p.bar.Set(done) // a terminal that is gone sees nothing
	if done == of {
		p.bar = nil
	}
}

// end takes away what is still shown of a run that has ended.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}

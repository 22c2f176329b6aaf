package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/nplint/nplint/internal/paths"
)

// Ignoring asks git what its ignore rules cover below a base. Passes ask document by document, so of each repository
// one git is kept that answers, until nobody has asked for a while.
type Ignoring struct {
	base  Base
	mutex sync.Mutex
	of    map[string]*listener // by the directory of the repository
}

// NewIgnoring starts nothing yet.
func NewIgnoring(b Base) *Ignoring { return &Ignoring{base: b, of: map[string]*listener{}} }

// Ignored returns those of the paths that git's ignore rules cover; errors as of Committed. A path that ends with a
// slash is a directory, and counts as ignored too if what is put into it is.
func (i *Ignoring) Ignored(ctx context.Context, names []string) (map[string]bool, error) {
	ignored := map[string]bool{}
	err := i.base.eachRepository(names, func(g *repo, inside map[string][]string) error {
		i.mutex.Lock()
		l := i.of[g.dir]
		if l == nil {
			l = &listener{git: g}
			i.of[g.dir] = l
		}
		i.mutex.Unlock()
		covered, err := l.ignored(ctx, slices.Sorted(maps.Keys(inside)))
		for _, path := range covered {
			for _, name := range inside[path] {
				ignored[name] = true
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return ignored, nil
}

const (
	idle         = time.Second // how long a git is kept that nobody asks
	mostRefusals = 20          // how often git may refuse an answer, and so end, until it is not asked again
)

// listener is a git that says of one path after the other what covers it.
type listener struct {
	git *repo

	mutex    sync.Mutex // of what follows
	running  *checking  // nil if none runs
	refusals int
	refusal  error // the last one
}

// checking is a running git, and the pipes to it.
type checking struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	said      int // bytes of the answer that is read
	complaint *capped
	kill      func()
	end       *time.Timer // when nobody asks
}

// ignored returns those of the paths that git's ignore rules cover.
func (l *listener) ignored(ctx context.Context, paths []string) ([]string, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.refusals >= mostRefusals {
		return nil, l.refusal
	}
	if l.running == nil {
		c, err := l.git.checking(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		l.running = c
		c.end = time.AfterFunc(idle, func() {
			l.mutex.Lock()
			defer l.mutex.Unlock()
			if l.running == c {
				_ = c.close()
				l.running = nil
			}
		})
	}
	c := l.running
	c.end.Stop()
	late, stop := time.AfterFunc(patience, c.kill), context.AfterFunc(ctx, c.kill)
	defer stop()
	covered, err := c.ask(paths)
	if err == nil && late.Stop() {
		c.end.Reset(idle)
		return covered, nil
	}
	ended := c.close()
	l.running = nil
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !late.Stop():
		err = ErrLate
	case errors.As(ended, &exit) && exit.Exited():
		err = l.git.refusal(exit, c.complaint.got.String())
	}
	l.refusals++
	l.refusal = err
	return nil, err
}

// checking starts a git that is asked what covers paths.
func (g *repo) checking(ctx context.Context) (*checking, error) {
	ctx, kill := context.WithCancel(ctx)
	cmd := g.command(ctx, "check-ignore", "-z", "--stdin", "--no-index", "--verbose", "--non-matching")
	c := &checking{cmd: cmd, complaint: &capped{limit: 64 << 10}, kill: kill}
	cmd.Stderr = c.complaint
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.ReadCloser
		out, err = cmd.StdoutPipe()
		c.in, c.out = in, bufio.NewReader(out)
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		kill()
		return nil, fmt.Errorf("git cannot be run: %w", paths.Reason(err))
	}
	return c, nil
}

// ask returns those of the paths that are covered. After an error the git is to be closed.
func (c *checking) ask(paths []string) (covered []string, err error) {
	c.said = 0
	written := make(chan error, 1)
	go func() {
		var input bytes.Buffer
		for _, path := range paths {
			input.WriteString("./" + path + "\x00") // check-ignore knows no literal paths, and a colon in front would be magic
		}
		_, err := c.in.Write(input.Bytes())
		written <- err
	}()
	for _, path := range paths {
		var begins [4]byte // of the file with the pattern, its line, the pattern and the path
		for i := range begins {
			if begins[i], err = c.field(); err != nil {
				if !errors.Is(err, io.EOF) {
					c.kill()
				}
				c.in.Close()
				<-written
				return nil, err
			}
		}
		if begins[2] != 0 && begins[2] != '!' {
			covered = append(covered, path)
		}
	}
	return covered, <-written
}

// field reads what ends with a zero byte, and returns the byte that it begins with.
func (c *checking) field() (begins byte, err error) {
	for n := 0; ; {
		part, err := c.out.ReadSlice(0)
		if n == 0 && len(part) > 0 {
			begins = part[0]
		}
		n += len(part)
		if c.said += len(part); c.said > maxOutput {
			return 0, fmt.Errorf("git's answer is longer than %d MiB", maxOutput>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return begins, err
		}
	}
}

// close ends the git, and returns how it ended.
func (c *checking) close() error {
	c.in.Close()
	late := time.AfterFunc(patience, c.kill)
	defer late.Stop()
	err := c.cmd.Wait()
	c.kill()
	return err
}

package git

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nplint/nplint/internal/paths"
)

// TooLarge says that a content has more bytes than may be read.
type TooLarge struct{ Size int64 }

func (e *TooLarge) Error() string { return fmt.Sprintf("%d bytes", e.Size) }

// blobID returns the name that git gives to a content; like is another in the same repository, which says how names are
// made there.
func blobID(data []byte, like string) string {
	var h hash.Hash = sha1.New()
	if len(like) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// reader hands out contents that git has, one after the other, from one process that starts when it is first needed.
type reader struct {
	git    *repo
	mutex  sync.Mutex
	failed error // the first answer that could not be had; no more is asked then

	cancel context.CancelFunc // nil while no process runs
	sizes  process            // tells how large a content is, which git would load as a whole to hand it out
	bodies process
}

// process is a git that answers questions, one after the other.
type process struct {
	wait func() error
	in   io.WriteCloser
	out  *bufio.Reader
}

// read returns the content with the id. One of more than limit bytes is a *TooLarge.
func (r *reader) read(ctx context.Context, id string, limit int) ([]byte, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.failed == nil && r.cancel == nil {
		r.failed = r.start(ctx)
	}
	if r.failed != nil {
		return nil, r.failed
	}
	late := time.AfterFunc(patience, r.cancel)
	defer late.Stop()
	data, size, err := r.ask(id, limit)
	if err != nil {
		r.failed = err
		return nil, err
	}
	if size > limit {
		return nil, &TooLarge{int64(size)}
	}
	return data, nil
}

// err returns why a content could not be had, or nil.
func (r *reader) err() error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.failed
}

func (r *reader) start(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var err error
	if r.sizes, err = r.git.converse(ctx, "--batch-check"); err == nil {
		r.bodies, err = r.git.converse(ctx, "--batch")
	}
	if err != nil {
		cancel()
		return fmt.Errorf("git cannot be run: %w", paths.Reason(err))
	}
	r.cancel = cancel
	return nil
}

// converse starts a git that answers questions about contents.
func (g *repo) converse(ctx context.Context, how string) (process, error) {
	cmd := g.command(ctx, "cat-file", how)
	in, err := cmd.StdinPipe()
	if err != nil {
		return process{}, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return process{}, err
	}
	return process{cmd.Wait, in, bufio.NewReader(out)}, cmd.Start()
}

// ask puts one question. The content is nil if it is larger than the limit.
func (r *reader) ask(id string, limit int) (data []byte, size int, err error) {
	if size, err = r.sizes.size(id); err != nil || size > limit {
		return nil, size, err
	}
	if size, err = r.bodies.size(id); err != nil {
		return nil, 0, err
	}
	data = make([]byte, size)
	if _, err = io.ReadFull(r.bodies.out, data); err == nil {
		_, err = r.bodies.out.Discard(1) // the line end
	}
	if err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", err)
	}
	return data, size, nil
}

// size puts one question, and reads of the answer how large a content is.
func (p process) size(id string) (int, error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return 0, fmt.Errorf("git does not answer: %w", paths.Reason(err))
	}
	header, err := p.out.ReadString('\n')
	if errors.Is(err, io.EOF) {
		const partial = "git ends at the content %s; most likely the clone is partial, and nplint fetches nothing: clone without --filter"
		return 0, fmt.Errorf(partial, id)
	}
	if err != nil {
		return 0, fmt.Errorf("git does not answer: %w", err)
	}
	parts := strings.Fields(header)
	if len(parts) == 2 && parts[1] == "missing" {
		const missing = "git does not have the content %s here (the clone is partial, and nplint fetches nothing: clone without --filter)"
		return 0, fmt.Errorf(missing, id)
	}
	size := -1
	if len(parts) == 3 && parts[1] == "blob" {
		if size, err = strconv.Atoi(parts[2]); err != nil {
			size = -1
		}
	}
	if size < 0 {
		return 0, fmt.Errorf("git says: %q", strings.TrimSpace(header))
	}
	return size, nil
}

// close ends the process. It may start again.
func (r *reader) close() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.cancel == nil {
		return
	}
	late := time.AfterFunc(time.Second, r.cancel)
	for _, p := range []process{r.sizes, r.bodies} {
		p.in.Close() // by which git ends
		_ = p.wait()
	}
	late.Stop()
	r.cancel()
	r.cancel = nil
}

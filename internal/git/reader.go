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
	wait   func() error
	in     io.WriteCloser
	out    *bufio.Reader
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
	cmd := r.git.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.Reader
		if out, err = cmd.StdoutPipe(); err == nil {
			r.in, r.out = in, bufio.NewReader(out)
			err = cmd.Start()
		}
	}
	if err != nil {
		cancel()
		return fmt.Errorf("git cannot be run: %w", paths.Reason(err))
	}
	r.cancel, r.wait = cancel, cmd.Wait
	return nil
}

// ask puts one question. What is larger than the limit is passed over.
func (r *reader) ask(id string, limit int) (data []byte, size int, err error) {
	if _, err := io.WriteString(r.in, id+"\n"); err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", paths.Reason(err))
	}
	header, err := r.out.ReadString('\n')
	if errors.Is(err, io.EOF) {
		const partial = "git ends at the content %s; most likely the clone is partial, and nplint fetches nothing: clone without --filter"
		return nil, 0, fmt.Errorf(partial, id)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", err)
	}
	parts := strings.Fields(header)
	if len(parts) == 2 && parts[1] == "missing" {
		const missing = "git does not have the content %s here (the clone is partial, and nplint fetches nothing: clone without --filter)"
		return nil, 0, fmt.Errorf(missing, id)
	}
	if len(parts) != 3 || parts[1] != "blob" {
		return nil, 0, fmt.Errorf("git says: %q", strings.TrimSpace(header))
	}
	if size, err = strconv.Atoi(parts[2]); err != nil || size < 0 {
		return nil, 0, fmt.Errorf("git says: %q", strings.TrimSpace(header))
	}
	if size > limit {
		_, err = r.out.Discard(size)
	} else {
		data = make([]byte, size)
		_, err = io.ReadFull(r.out, data)
	}
	if err == nil {
		_, err = r.out.Discard(1) // the line end
	}
	if err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", err)
	}
	return data, size, nil
}

// close ends the process. It may start again.
func (r *reader) close() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.cancel == nil {
		return
	}
	r.in.Close() // by which git ends
	late := time.AfterFunc(time.Second, r.cancel)
	_ = r.wait()
	late.Stop()
	r.cancel()
	r.cancel = nil
}

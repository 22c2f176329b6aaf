package nplint

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
)

// blobID returns the name that git gives to a content; like is another in the same repository, which says how names are made there.
func blobID(data []byte, like string) string {
	var h hash.Hash = sha1.New()
	if len(like) == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// blobs hands out contents that git has, one after the other, from one process that starts when it is first needed.
type blobs struct {
	git    *git
	mutex  sync.Mutex
	failed error // the first answer that could not be had; no more is asked then

	cancel context.CancelFunc // nil while no process runs
	wait   func() error
	in     io.WriteCloser
	out    *bufio.Reader
}

// read returns the content with the id. One of more than limit bytes is a *tooLarge.
func (b *blobs) read(ctx context.Context, id string, limit int) ([]byte, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.failed == nil && b.cancel == nil {
		b.failed = b.start(ctx)
	}
	if b.failed != nil {
		return nil, b.failed
	}
	late := time.AfterFunc(gitPatience, b.cancel)
	defer late.Stop()
	data, size, err := b.ask(id, limit)
	if err != nil {
		b.failed = err
		return nil, err
	}
	if size > limit {
		return nil, &tooLarge{int64(size)}
	}
	return data, nil
}

// err returns why a content could not be had, or nil.
func (b *blobs) err() error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.failed
}

func (b *blobs) start(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	cmd := b.git.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err == nil {
		var out io.Reader
		if out, err = cmd.StdoutPipe(); err == nil {
			b.in, b.out = in, bufio.NewReader(out)
			err = cmd.Start()
		}
	}
	if err != nil {
		cancel()
		return fmt.Errorf("git cannot be run: %w", reason(err))
	}
	b.cancel, b.wait = cancel, cmd.Wait
	return nil
}

// ask puts one question. What is larger than the limit is passed over.
func (b *blobs) ask(id string, limit int) (data []byte, size int, err error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", reason(err))
	}
	header, err := b.out.ReadString('\n')
	if errors.Is(err, io.EOF) {
		return nil, 0, fmt.Errorf("git ends at the content %s; most likely the clone is partial, and nplint fetches nothing: clone without --filter", id)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", err)
	}
	parts := strings.Fields(header)
	if len(parts) == 2 && parts[1] == "missing" {
		return nil, 0, fmt.Errorf("git does not have the content %s here (the clone is partial, and nplint fetches nothing: clone without --filter)", id)
	}
	if len(parts) != 3 || parts[1] != "blob" {
		return nil, 0, fmt.Errorf("git says: %q", strings.TrimSpace(header))
	}
	if size, err = strconv.Atoi(parts[2]); err != nil || size < 0 {
		return nil, 0, fmt.Errorf("git says: %q", strings.TrimSpace(header))
	}
	if size > limit {
		_, err = b.out.Discard(size)
	} else {
		data = make([]byte, size)
		_, err = io.ReadFull(b.out, data)
	}
	if err == nil {
		_, err = b.out.Discard(1) // the line end
	}
	if err != nil {
		return nil, 0, fmt.Errorf("git does not answer: %w", err)
	}
	return data, size, nil
}

// close ends the process. It may start again.
func (b *blobs) close() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.cancel == nil {
		return
	}
	b.in.Close() // by which git ends
	late := time.AfterFunc(time.Second, b.cancel)
	_ = b.wait()
	late.Stop()
	b.cancel()
	b.cancel = nil
}

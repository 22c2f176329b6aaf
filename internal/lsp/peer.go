package lsp

import (
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// peer is the client at the other end of the wire, and what is done for it as long as it is there.
type peer struct {
	ctx   context.Context // of all that is done
	exit  func()
	conn  *jsonrpc2.Conn
	began chan struct{} // closed when conn is there

	tasks    sync.WaitGroup
	spawning sync.Mutex // of additions to tasks
}

// send sends the answer to a request.
func (p *peer) send(ctx context.Context, req *jsonrpc2.Request, result any, err error) {
	var wire *jsonrpc2.Error
	switch {
	case err == nil:
		_ = p.conn.Reply(p.ctx, req.ID, result)
		return
	case ctx.Err() != nil:
		wire = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the request was cancelled"}
	case !errors.As(err, &wire):
		wire = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	}
	_ = p.conn.ReplyWithError(p.ctx, req.ID, &jsonrpc2.Error{Code: wire.Code, Message: inert(wire.Message)})
}

// notify tells the client something.
func (p *peer) notify(method string, params any) { _ = p.conn.Notify(p.ctx, method, params) }

// watchClient ends the server when the process of its client is gone, though the pipe between them may be held open by
// another one.
func (p *peer) watchClient(pid int) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-tick.C:
			if !alive(pid) {
				p.exit()
				return
			}
		}
	}
}

// alive reports whether there is a process.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// spawn has something done that ends with the server.
func (p *peer) spawn(f func()) {
	p.spawning.Lock()
	defer p.spawning.Unlock()
	if p.ctx.Err() == nil {
		p.tasks.Go(f)
	}
}

// close ends all that is done, and waits for it.
func (p *peer) close() {
	p.spawning.Lock()
	p.exit() // from now on nothing is spawned
	p.spawning.Unlock()
	p.tasks.Wait()
}

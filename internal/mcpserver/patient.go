package mcpserver

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patient is a transport whose client may end its messages before it has the answers, as a pipe does: the end is heard
// of when all that was asked is answered. What the server asks a client that has ended is refused.
type patient struct{ mcp.Transport }

// Connect starts a conversation.
func (p patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conversation{Connection: c, open: map[jsonrpc.ID]bool{}, changed: make(chan struct{}, 1)}, nil
}

// conversation knows what is not answered yet.
type conversation struct {
	mcp.Connection
	changed chan struct{} // has an element if something below may have changed since it was looked at

	mutex sync.Mutex
	ended bool                // the client says nothing more
	open  map[jsonrpc.ID]bool // what the client has asked
	asked []jsonrpc.ID        // what it was asked and has not answered
}

// listening is the method of a request that is answered when the client ends it.
const listening = "subscriptions/listen"

// heard notes what a message of the client asks or answers.
func (c *conversation) heard(m jsonrpc.Message) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch m := m.(type) {
	case *jsonrpc.Request:
		if m.IsCall() && m.Method != listening {
			c.open[m.ID] = true
		}
	case *jsonrpc.Response:
		c.answered(m.ID)
	}
}

// Read returns the next message of the client.
func (c *conversation) Read(ctx context.Context) (jsonrpc.Message, error) {
	if !c.ended { // only this goroutine sets it
		m, err := c.Connection.Read(ctx)
		if !errors.Is(err, io.EOF) {
			c.heard(m)
			return m, err
		}
		c.mutex.Lock()
		c.ended = true
		c.mutex.Unlock()
	}
	for {
		c.mutex.Lock()
		if len(c.asked) > 0 {
			id := c.asked[0]
			c.asked = c.asked[1:]
			c.mutex.Unlock()
			return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the client has gone"}}, nil
		}
		done := len(c.open) == 0
		c.mutex.Unlock()
		if done {
			return nil, io.EOF
		}
		select {
		case <-c.changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// answered takes note of an answer of the client. The mutex is held.
func (c *conversation) answered(id jsonrpc.ID) {
	for i, other := range c.asked {
		if other == id {
			c.asked = append(c.asked[:i], c.asked[i+1:]...)
			return
		}
	}
}

// Write sends a message to the client.
func (c *conversation) Write(ctx context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mutex.Lock()
		c.asked = append(c.asked, r.ID) // before it is sent, since it may be answered at once
		c.mutex.Unlock()
		c.poke()
	}
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mutex.Lock()
		delete(c.open, r.ID)
		c.mutex.Unlock()
		c.poke()
	}
	return err
}

// Close ends the conversation.
func (c *conversation) Close() error {
	err := c.Connection.Close()
	c.mutex.Lock()
	clear(c.open)
	c.asked = nil
	c.mutex.Unlock()
	c.poke()
	return err
}

func (c *conversation) poke() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

package mcpserver

//lint:file-ignore SA1019 clients give roots as long as the protocol has them, and only this file asks for them

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// client is who calls, as far as it tells where a call may look.
type client struct {
	session *mcp.ServerSession
	can     *mcp.ClientCapabilities
	version string               // of the protocol
	said    mcp.InputResponseMap // what it answered to what we asked it for this call
}

// clientOf returns who made a request, and what it answered to what we asked.
func clientOf[P mcp.Params](req *mcp.ServerRequest[P], said mcp.InputResponseMap) client {
	return client{req.Session, req.ClientCapabilities(), req.ProtocolVersion(), said}
}

const (
	rootsWanted = "roots" // the name of what we ask a client
	// asksInAnswers is the first version of the protocol in which a server asks by an answer, and no longer by a call.
	asksInAnswers = "2026-07-28"
	patience      = 10 * time.Second
)

// roots returns the URIs of the directories that a client gives, or none, or what it must be asked before.
func (c client) roots(ctx context.Context) (uris []string, ask mcp.InputRequestMap, err error) {
	if c.can == nil || c.can.RootsV2 == nil {
		return nil, nil, nil
	}
	said, ok := c.said[rootsWanted].(*mcp.ListRootsResult)
	switch {
	case ok:
	case c.version >= asksInAnswers:
		return nil, mcp.InputRequestMap{rootsWanted: &mcp.ListRootsParams{}}, nil
	default:
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if said, err = c.session.ListRoots(soon, nil); err != nil {
			const format = "the client does not tell its roots, so nothing may be looked at: %w"
			return nil, nil, fmt.Errorf(format, err)
		}
	}
	for _, root := range said.Roots {
		if root != nil {
			uris = append(uris, root.URI)
		}
	}
	return uris, nil, nil
}

package mcpserver

//lint:file-ignore SA1019 see roots.go

import "github.com/modelcontextprotocol/go-sdk/mcp"

// newClient returns a client that gives roots; nil is one that has none.
func newClient(roots []string) *mcp.Client {
	o := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	if roots != nil {
		o.Capabilities.RootsV2 = &mcp.RootCapabilities{}
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	for _, root := range roots {
		c.AddRoots(&mcp.Root{URI: root})
	}
	return c
}

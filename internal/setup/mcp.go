package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
)

// mcpFile is where Claude Code looks for the servers of a project, which other programs have taken over.
const mcpFile = ".mcp.json"

// mcpMember is nplint among the servers. docs/mcp.md shows the same.
const mcpMember = `"nplint": {"command": "nplint", "args": ["mcp"]}`

// mcpSigns are what tells that a directory is one of a project in which Claude Code works.
var mcpSigns = [...]string{mcpFile, ".claude", "CLAUDE.md"}

// mcpServer lists nplint among the servers of a project in which Claude Code works, and touches nothing else there.
func (p Project) mcpServer(done []File, top string) ([]File, error) {
	for _, dir := range []string{p.Dir, top} {
		has := func(sign string) bool { return paths.Exists(filepath.Join(dir, sign)) }
		if dir == "" || !slices.ContainsFunc(mcpSigns[:], has) {
			continue
		}
		file, err := p.listServer(dir)
		if err != nil {
			return done, unwritten(dir, mcpFile, file.Path, err)
		}
		return append(done, file), nil
	}
	return done, nil
}

// listServer lists nplint in the file with the servers in a directory.
func (p Project) listServer(dir string) (File, error) {
	file := p.file(dir, mcpFile, "Claude Code asks once whether it may start nplint, which then checks for its agents")
	old, err := files.ReadBelow(dir, mcpFile, maxHook)
	text := string(old)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = "{}\n"
	case err != nil:
		return file, err
	case bytes.Contains(old, []byte(`nplint"`)):
		file.Note = "it lists nplint already"
		return file, nil
	}
	text, err = insertInto(text, []string{"mcpServers"}, "{}", mcpMember)
	if err != nil {
		file.Note = fmt.Sprintf("%v; add this to the servers there:\n%s", err, mcpMember)
		return file, nil
	}
	file.Wrote = true
	return file, put(dir, mcpFile, old, text)
}

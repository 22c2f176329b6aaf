package lsp

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// manyChanges is how many changes of one message are made to lines and not each to the whole text. An editor that
// replaces a word everywhere sends thousands.
const manyChanges = 8

// maxBlock is how many lines a block has at most.
const maxBlock = 2048

// blocks is the lines of a text with their ends, in blocks, so that a change moves few of them. The last line has no end.
type blocks [][]string

func newBlocks(t *text) blocks {
	lines := make([]string, len(t.starts))
	for i, start := range t.starts {
		end := len(t.src)
		if i+1 < len(t.starts) {
			end = t.starts[i+1]
		}
		lines[i] = t.src[start:end]
	}
	return slices.Collect(slices.Chunk(lines, maxBlock/2))
}

func (b blocks) text() string {
	var all strings.Builder
	for _, block := range b {
		for _, line := range block {
			all.WriteString(line)
		}
	}
	return all.String()
}

// find returns the block of a line and where it stands there; in the last line's place for one behind it.
func (b blocks) find(line int) (block, at int) {
	for i := range b {
		if line < len(b[i]) {
			return i, line
		}
		line -= len(b[i])
	}
	return len(b) - 1, len(b[len(b)-1]) - 1
}

// place returns the line of a position, and how many bytes of it stand before.
func (b blocks) place(p position, e encoding) (line, before int) {
	block, at := b.find(max(p.Line, 0))
	text := b[block][at]
	for i := range block {
		line += len(b[i])
	}
	if line += at; p.Line > line {
		return line, len(text) // behind the end
	}
	if p.Line < 0 {
		return 0, 0
	}
	end, _ := document.LineEnd(text, 0)
	return line, columnOf(text, 0, end, p.Character, e)
}

// change makes one change.
func (b *blocks) change(c contentChange, e encoding) {
	if c.Range == nil {
		*b = newBlocks(newText(c.Text))
		return
	}
	first, from := b.place(c.Range.Start, e)
	last, to := b.place(c.Range.End, e)
	if last < first || last == first && to < from {
		first, from, last, to = last, to, first, from
	}
	// With the lines beside them, with which what comes may make one line end of two characters.
	top := max(first-1, 0)
	block, at := b.find(top)
	var old strings.Builder
	start, end := from, to
	for n := top; n <= last+1; n++ {
		if at == len((*b)[block]) {
			if block+1 == len(*b) {
				break
			}
			block, at = block+1, 0
		}
		if n < first {
			start += len((*b)[block][at])
		}
		if n < last {
			end += len((*b)[block][at])
		}
		old.WriteString((*b)[block][at])
		at++
	}
	isLast := block+1 == len(*b) && at == len((*b)[block])
	was := old.String()
	now := newBlocks(newText(was[:start] + c.Text + was[end:]))
	lines := slices.Concat(now...)
	if !isLast {
		lines = lines[:len(lines)-1] // which is empty: it stands behind the last line end
	}
	b.splice(top, block, at, lines)
}

// splice puts lines in the place of those from one on to that in front of a place in a block.
func (b *blocks) splice(from, block, at int, lines []string) {
	first, start := b.find(from)
	whole := slices.Concat((*b)[first][:start], lines, (*b)[block][at:])
	parts := blocks{whole}
	if len(whole) > maxBlock {
		parts = slices.Collect(slices.Chunk(whole, maxBlock/2))
	}
	*b = slices.Replace(*b, first, block+1, parts...)
}

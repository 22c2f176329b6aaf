package lsp

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// place is where somebody is writing keys and values. It is found from the text alone, since what is being written can
// seldom be parsed.
type place struct {
	path  []string // of the map or list, by keys, with "[]" for the items of a list
	key   string   // whose value is being written; "" if it is a key, or an item of a list
	item  bool     // an item of a list may be meant
	start int      // of what has been written of it
	taken []string // keys that the map has already
}

// yamlLine is a line of YAML in block style.
type yamlLine struct {
	dashes []int // their columns
	column int   // of what follows blanks and dashes
	rest   string
	key    string // "" if it has none
	value  string
}

func readYAMLLine(s string) yamlLine {
	var l yamlLine
	for l.column < len(s) {
		if s[l.column] == ' ' {
			l.column++
			continue
		}
		if s[l.column] != '-' || l.column+1 < len(s) && s[l.column+1] != ' ' {
			break
		}
		l.dashes = append(l.dashes, l.column)
		l.column++
	}
	l.rest = s[l.column:]
	if n := document.KeyEnd(l.rest); n > 0 {
		l.key, l.value = l.rest[:n], strings.TrimSpace(l.rest[n+1:])
	} else if key, value, ok := strings.Cut(l.rest, ":"); ok && !strings.ContainsAny(key, " {[") {
		l.key, l.value = strings.Trim(key, `"'`), strings.TrimSpace(value)
	}
	return l
}

// yamlPlace returns where an offset lies in a stretch of YAML, or nil if nothing can be said.
func yamlPlace(src string, part document.Span, offset int) *place {
	if offset < part.Start || offset > part.End {
		return nil
	}
	above := strings.Split(src[part.Start:offset], "\n")
	now := readYAMLLine(above[len(above)-1])
	above = above[:len(above)-1]
	p := &place{start: offset - len(now.rest), item: len(now.dashes) > 0}
	switch {
	case strings.HasPrefix(now.rest, "#"):
		return nil
	case strings.Contains(now.rest, ":"):
		if now.key == "" {
			return nil
		}
		p.key, p.item = now.key, false
		p.start = offset - len(strings.TrimLeft(now.rest[strings.IndexByte(now.rest, ':')+1:], " "))
	}
	p.climb(above, now)
	column := now.column
	for line := range strings.SplitSeq(src[offset:part.End], "\n") {
		l := readYAMLLine(line)
		if blank := strings.TrimSpace(line) == ""; !blank && l.column < column {
			break
		} else if l.column == column && l.key != "" {
			if len(l.dashes) > 0 {
				break
			}
			p.taken = append(p.taken, l.key)
		}
	}
	return p
}

// climb finds the keys that lead to a line from the lines above it.
func (p *place) climb(above []string, now yamlLine) {
	column, inList, own := now.column, false, true
	enter := func(l yamlLine) {
		for _, dash := range slices.Backward(l.dashes) {
			p.path = append(p.path, "[]")
			column, inList, own = dash, true, false
		}
	}
	enter(now)
	for _, line := range slices.Backward(above) {
		l := readYAMLLine(strings.TrimRight(line, "\r"))
		switch {
		case l.key == "" || strings.HasPrefix(l.rest, "#"):
		case inList && len(l.dashes) > 0 && l.dashes[0] >= column, l.column > column:
		case inList && l.column <= column, l.column < column:
			p.path = append(p.path, l.key)
			column, inList, own = l.column, false, false
			enter(l)
		default: // a key of the same map
			if own {
				p.taken = append(p.taken, l.key)
			}
			enter(l)
		}
	}
	slices.Reverse(p.path)
}

// jsonPlace returns where an offset lies in JSON, or nil if nothing can be said.
func jsonPlace(src string, offset int) *place {
	type level struct {
		list, value bool // value: the value of key comes next
		key         string
		taken       []string
	}
	var stack []level
	start := -1 // of the text that the offset lies in
	for i := 0; i < offset; i++ {
		if src[i] == '"' {
			end := i + 1
			for end < len(src) && src[end] != '"' && src[end] != '\n' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			if end >= offset {
				start = i
				break
			}
			if n := len(stack); n > 0 && !stack[n-1].list && !stack[n-1].value {
				stack[n-1].key = src[i+1 : min(end, len(src))]
				stack[n-1].taken = append(stack[n-1].taken, stack[n-1].key)
			}
			i = end
			continue
		}
		n := len(stack)
		switch src[i] {
		case '{', '[':
			stack = append(stack, level{list: src[i] == '['})
		case '}', ']':
			stack = stack[:max(0, n-1)]
		case ':':
			if n > 0 {
				stack[n-1].value = true
			}
		case ',':
			if n > 0 {
				stack[n-1].value = false
			}
		}
	}
	if len(stack) == 0 {
		return nil
	}
	p := &place{start: start}
	if start < 0 {
		p.start = offset
		for p.start > 0 && document.IsWordByte(src[p.start-1]) {
			p.start--
		}
	}
	for _, l := range stack[:len(stack)-1] {
		if l.list {
			p.path = append(p.path, "[]")
		} else {
			p.path = append(p.path, l.key)
		}
	}
	last := stack[len(stack)-1]
	switch {
	case last.list:
		p.path, p.item = append(p.path, "[]"), true
	case last.value:
		p.key = last.key
	}
	p.taken = last.taken
	return p
}

// keyAt returns the key whose name or scalar value an offset lies in, and the path to its map.
func keyAt(n *document.Node, offset int, path []string) (*document.Pair, []string) {
	if n == nil {
		return nil, nil
	}
	for i := range n.Pairs {
		p := &n.Pairs[i]
		if p.KeySpan.Start <= offset && offset <= p.KeySpan.End {
			return p, path
		}
		if p.Value == nil || offset < p.Value.Span.Start || offset > p.Value.Span.End {
			continue
		}
		if found, at := keyAt(p.Value, offset, append(slices.Clip(path), p.Key)); found != nil {
			return found, at
		}
		if p.Value.Pairs == nil && p.Value.Items == nil {
			return p, path
		}
	}
	for _, item := range n.Items {
		if item.Span.Start <= offset && offset <= item.Span.End {
			return keyAt(item, offset, append(slices.Clip(path), "[]"))
		}
	}
	return nil, nil
}

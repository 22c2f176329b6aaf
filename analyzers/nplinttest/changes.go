package nplinttest

import (
	"bytes"
	"errors"
	"fmt"
)

// changed is the note of a file that says how it differs from the one that the tree has.
const changed = "changed"

// apart is the line between two places of a file that differ.
const apart = "@@"

// place is where a file differs.
type place struct {
	old, fresh []byte // what stands there before and afterwards
	settled    int    // how many bytes at the end of both stay
}

// change returns a text as changes make it. A place is given as in a unified diff, by lines that stay (" "), go ("-")
// and come ("+"), and found by those that stay and go: they must stand once behind the place before it.
func change(text, changes []byte) ([]byte, error) {
	places, err := read(changes)
	if err != nil {
		return nil, err
	}
	var out []byte
	for _, p := range places {
		first, _, _ := bytes.Cut(p.old, []byte("\n"))
		at := placesOf(text, p.old)
		switch {
		case len(p.old) == 0:
			return nil, errors.New("a place has lines that come and none that stays; give one beside them")
		case len(at) == 0:
			return nil, fmt.Errorf("the lines that begin with %q do not stand in the file behind the place before", first)
		case len(at) > 1:
			return nil, fmt.Errorf("the lines that begin with %q stand there %d times; give more of them", first, len(at))
		}
		out = append(append(out, text[:at[0]]...), p.fresh[:len(p.fresh)-p.settled]...)
		text = text[at[0]+len(p.old)-p.settled:] // the next place may begin with lines that stay
	}
	return append(out, text...), nil
}

// read returns the places that changes give.
func read(changes []byte) ([]place, error) {
	places := []place{{}}
	for line := range bytes.Lines(changes) {
		line = append(bytes.TrimSuffix(line, []byte("\n")), '\n')
		p := &places[len(places)-1]
		switch mark, text := line[0], line[1:]; {
		case string(line) == apart+"\n":
			places = append(places, place{})
		case mark == '\n': // a line that stays and is empty
			p.old, p.fresh, p.settled = append(p.old, mark), append(p.fresh, mark), p.settled+1
		case mark == ' ':
			p.old, p.fresh, p.settled = append(p.old, text...), append(p.fresh, text...), p.settled+len(text)
		case mark == '-':
			p.old, p.settled = append(p.old, text...), 0
		case mark == '+':
			p.fresh, p.settled = append(p.fresh, text...), 0
		default:
			return nil, fmt.Errorf("%q is no line of a change; begin it with a blank, -, + or %s", line[:len(line)-1], apart)
		}
	}
	return places, nil
}

// placesOf returns where whole lines stand in a text.
func placesOf(text, whole []byte) (at []int) {
	for i := 0; i < len(text); {
		if bytes.HasPrefix(text[i:], whole) {
			at = append(at, i)
		}
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
	}
	return at
}

// changes returns what makes one text of another one, or nil if it would take more than half of its lines, or if one of
// the texts is not made of whole lines.
func changes(before, after []byte) []byte {
	if bytes.Equal(before, after) || !isWhole(before) || !isWhole(after) {
		return nil
	}
	all := bytes.SplitAfter(before, []byte("\n"))
	all = all[:len(all)-1]
	var out []byte
	from := 0 // behind the last change
	found := blocks("", before, after)
	for i, b := range found {
		start, end, room := b.first-1, b.last, len(all)
		if i+1 < len(found) {
			room = found[i+1].first - 1
		}
		head, tail, rest := max(from, start-1), min(room, end+1), bytes.Join(all[from:], nil)
		for len(placesOf(rest, bytes.Join(all[head:tail], nil))) != 1 {
			switch {
			case head > from:
				head--
			case tail < room:
				tail++
			default:
				return nil
			}
		}
		if i > 0 {
			out = append(out, apart+"\n"...)
		}
		out = settle(out, all[head:start])
		for _, line := range b.lines {
			if line[0] != ' ' {
				out = append(append(out, line...), '\n')
			}
		}
		out = settle(out, all[end:tail])
		from = end
	}
	if 2*bytes.Count(out, []byte("\n")) > bytes.Count(after, []byte("\n")) {
		return nil
	}
	return out
}

// isWhole reports whether a text is made of lines that end in a line feed alone.
func isWhole(text []byte) bool {
	return bytes.HasSuffix(text, []byte("\n")) && !bytes.ContainsRune(text, '\r')
}

// settle adds lines that stay: with a blank before each that is not empty.
func settle(out []byte, lines [][]byte) []byte {
	for _, line := range lines {
		if len(line) > 1 {
			out = append(out, ' ')
		}
		out = append(out, line...)
	}
	return out
}

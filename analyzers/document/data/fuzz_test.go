package data

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/source"
)

// checkTree fails if a span of the tree is not where it should be: inside its parent's, behind that of its elder
// sibling.
func checkTree(t *testing.T, src []byte, n *Node, within source.Span) {
	t.Helper()
	inside := func(what string, s source.Span) {
		if s.Start < within.Start || s.End < s.Start || within.End < s.End {
			t.Fatalf("%q: %s %v is not inside %v", src, what, s, within)
		}
	}
	inside(n.Type.String(), n.Span)
	within = n.Span
	at := n.Span.Start
	follow := func(what string, s source.Span) {
		inside(what, s)
		if s.Start < at {
			t.Fatalf("%q: %s %v starts before %d, where the one before it ends", src, what, s, at)
		}
		at = s.End
	}
	for _, item := range n.Items {
		follow("item", item.Span)
		checkTree(t, src, item, n.Span)
	}
	for _, p := range n.Pairs {
		follow("key "+p.Key, p.KeySpan)
		follow("value of "+p.Key, p.Value.Span)
		checkTree(t, src, p.Value, n.Span)
		if p.Line.Start > p.KeySpan.Start && p.Line.Start > p.Value.Span.Start || p.Line.End < p.Value.Span.End {
			t.Fatalf("%q: the line %v of key %s does not cover its value %v", src, p.Line, p.Key, p.Value.Span)
		}
		if p.Line.Start < 0 || p.Line.End > len(src) {
			t.Fatalf("%q: the line %v of key %s is not in the text", src, p.Line, p.Key)
		}
	}
}

// checkData fails unless there is either a root with sound spans or a fault inside the text.
func checkData(t *testing.T, src []byte, root *Node, fault *Fault, within source.Span) {
	t.Helper()
	switch {
	case (root == nil) == (fault == nil):
		t.Fatalf("%q: root %v and fault %v", src, root, fault)
	case fault == nil:
		checkTree(t, src, root, within)
	case fault.Span.Start < within.Start || fault.Span.End < fault.Span.Start || fault.Span.End > within.End:
		t.Fatalf("%q: the fault's span %v is not inside %v", src, fault.Span, within)
	case fault.Message == "" || !utf8.ValidString(fault.Message) || strings.ContainsAny(fault.Message, "\r\n"):
		t.Fatalf("%q: the message %q is no line of text", src, fault.Message)
	}
}

// checkDeletion fails unless a map without one pair is what the text says without the pair's Line.
func checkDeletion(t *testing.T, src []byte, root *Node) {
	t.Helper()
	for i, p := range root.Pairs[:min(len(root.Pairs), 20)] {
		rest := ParseJSON(append(bytes.Clone(src[:p.Line.Start]), src[p.Line.End:]...))
		if rest.Fault != nil {
			t.Fatalf("%q without key %s: %s", src, p.Key, rest.Fault.Message)
		}
		want := &Node{Type: Map, Pairs: append(append([]Pair{}, root.Pairs[:i]...), root.Pairs[i+1:]...)}
		if got := rest.Root.Value(); !reflect.DeepEqual(got, want.Value()) {
			t.Fatalf("%q without key %s is %v", src, p.Key, got)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, test := range jsonTrees {
		f.Add([]byte(test.src))
	}
	for _, test := range jsonFaults {
		if len(test.src) < 1000 {
			f.Add([]byte(test.src))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		data := ParseJSON(src)
		checkData(t, src, data.Root, data.Fault, source.Span{Start: 0, End: len(src)})
		if data.Fault != nil && (data.Fault.Message == tooDeep || data.Fault.Message == tooLong) {
			return
		}
		if valid := json.Valid(bytes.TrimPrefix(src, source.ByteOrderMark)); valid != (data.Fault == nil) {
			t.Fatalf("%q: encoding/json says %t, we say %s", src, valid, faultText(string(src), data.Fault))
		}
		if data.Fault != nil {
			return
		}
		checkDeletion(t, src, data.Root)
		var want any
		if err := json.Unmarshal(bytes.TrimPrefix(src, source.ByteOrderMark), &want); err != nil {
			return // a number that no float64 can hold
		}
		if got := data.Root.Value(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: encoding/json reads %v, we read %v", src, want, got)
		}
	})
}

func FuzzJSONL(f *testing.F) {
	f.Add([]byte("{\"a\":1}\r\n\r\n[2]\n3"))
	f.Add([]byte("\uFEFF1\n{\"a\":\n2\n{\"b"))
	f.Fuzz(func(t *testing.T, src []byte) {
		data := ParseJSONL(src)
		entry, bad, start := 0, 0, 0
		if bytes.HasPrefix(src, source.ByteOrderMark) {
			start = len(source.ByteOrderMark)
		}
		for line := range bytes.Lines(src[start:]) {
			within := source.Span{Start: start, End: start + len(line)}
			start = within.End
			if len(bytes.Trim(line, " \t\r\n")) == 0 {
				continue
			}
			var fault *Fault
			if bad < len(data.Faults) && within.Contains(data.Faults[bad].Span.Start) {
				fault = &data.Faults[bad]
				bad++
			}
			checkData(t, src, data.Lines[entry], fault, within)
			if valid := json.Valid(line); valid != (fault == nil) && (fault == nil || fault.Message != tooDeep && fault.Message != tooLong) {
				t.Fatalf(
					"%q: encoding/json says %t of line %q, we say %s", src, valid, line, faultText(string(src), fault))
			}
			entry++
		}
		if entry != len(data.Lines) || bad != len(data.Faults) || (data.Fault == nil) != (bad == 0) {
			t.Fatalf(
				"%q: %d lines for %d values, %d faults of which %d are in a line",
				src, entry, len(data.Lines), len(data.Faults), bad)
		}
	})
}

func FuzzYAML(f *testing.F) {
	for _, test := range yamlTrees {
		f.Add([]byte(test.src))
	}
	for _, test := range yamlFaults {
		if len(test.src) < 1000 {
			f.Add([]byte(test.src))
		}
	}
	for _, src := range append(plain, complex...) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		const before, behind = "---\n", "\n---\n"
		whole := append(append([]byte(before), src...), behind...)
		part := source.Span{Start: len(before), End: len(before) + len(src)}
		data := ParseYAML(whole, part)
		checkData(t, whole, data.Root, data.Fault, part)
		if strangeCharacter(string(whole), part) == nil && utf8.Valid(src) {
			samePlain(t, string(whole), part)
		}
		if data.Fault == nil {
			checkScalars(t, whole, data.Root)
		}
	})
}

// checkScalars fails if the source of a scalar, read alone, is not the scalar: then its span is too short or too long.
func checkScalars(t *testing.T, src []byte, n *Node) {
	t.Helper()
	for _, item := range n.Items {
		checkScalars(t, src, item)
	}
	for _, p := range n.Pairs {
		checkScalars(t, src, p.Value)
	}
	source := n.Span.Of(src)
	if n.Type == List || n.Type == Map || source == "" || strings.ContainsAny(source[:1], "*|>%.-") || source[len(source)-1] == ':' {
		return // collections, aliases, and what is read otherwise where it stands alone
	}
	alone := ParseYAML(src, n.Span)
	if alone.Fault != nil || alone.Root.Span != n.Span || alone.Root.Quote != n.Quote || alone.Root.Text != n.Text {
		t.Fatalf(
			"%q: the scalar %q (%q) is %+v, fault %v, when it stands alone",
			src, source, n.Text, alone.Root, alone.Fault)
	}
}

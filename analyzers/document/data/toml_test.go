package data

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/analyzers/document/source"
)

const tomlSample = `# "comment" [no.table]
a = 1 # = b
"q.\"t" = 'x'
'l' . d = { i = [1,
  [2], { j = 3 }], # comment ]
  k = "}" }
s = """
x = 1
\""" """"
m = '''
[t]'''
[ t . "u" ]
v = 1979-05-27 07:32:00
[[t.array]]
w.x = true
[t.array.sub]
y = []
[[t.array]]
[[t.array.sub]]
y = ""
`

// TestTOML tells the line of every key and element, and the text of every value that stands on one.
func TestTOML(t *testing.T) {
	data := ParseTOML([]byte(tomlSample))
	if data.Fault != nil {
		t.Fatal(data.Fault)
	}
	lines := source.NewLines([]byte(tomlSample))
	var got strings.Builder
	var tell func(at string, span source.Span, n *Node)
	tell = func(at string, span source.Span, n *Node) {
		line, column := lines.Position(span.Start)
		said, _, _ := strings.Cut(n.Span.Of([]byte(tomlSample)), "\n")
		fmt.Fprintf(&got, "%d:%d %s %s %s\n", line, column, at, n.Type, said)
		for _, p := range n.Pairs {
			tell(at+"."+p.Key, p.KeySpan, p.Value)
		}
		for i, item := range n.Items {
			tell(fmt.Sprintf("%s[%d]", at, i), item.Span, item)
		}
	}
	for _, p := range data.Root.Pairs {
		tell(p.Key, p.KeySpan, p.Value)
	}
	const want = `2:1 a number 1
3:1 q."t string 'x'
4:1 l object 'l'
4:7 l.d object { i = [1,
4:13 l.d.i array [1,
4:18 l.d.i[0] number 1
5:3 l.d.i[1] array [2]
5:4 l.d.i[1][0] number 2
5:8 l.d.i[2] object { j = 3 }
5:10 l.d.i[2].j number 3
6:3 l.d.k string "}"
7:1 s string """
10:1 m string '''
12:3 t object t
12:7 t.u object [ t . "u" ]
13:1 t.u.v string 1979-05-27 07:32:00
14:5 t.array array [[t.array]]
14:1 t.array[0] object [[t.array]]
15:1 t.array[0].w object w
15:3 t.array[0].w.x boolean true
16:10 t.array[0].sub object [t.array.sub]
17:1 t.array[0].sub.y array []
18:1 t.array[1] object [[t.array]]
19:11 t.array[1].sub array [[t.array.sub]]
19:1 t.array[1].sub[0] object [[t.array.sub]]
20:1 t.array[1].sub[0].y string ""
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// TestTOMLFaults tells what is no TOML, and where.
func TestTOMLFaults(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"a = \xff", "1: is not UTF-8 text: there is the byte 0xFF"},
		{"a = 1\nb = \x00", "2: is not UTF-8 text: there is the byte 0x00"},
		{"a = 1\n[b\nc = 1", "2: is not TOML: expected '.' or ']' to end table name, but the line ends"},
		{"\na = 1\na = 2", "3: is not TOML: Key 'a' has already been defined."},
		{"a = [1]\na.b = 2", "2: is not TOML: what stands here is no key or value, or the key is defined already"},
		{"a = { b = 1 }\na.c = 2", "2: is not TOML: what stands here is no key or value, or the key is defined already"},
		{"a = [{ b = 1 }]\n[[a]]", "2: is not TOML: Key 'a' was already created and cannot be used as an array."},
		{"a = [{ b = 1 }]\n[a.c]", "2: is not TOML: Key 'a' was already created as a hash."},
		{"a = 1\nb = " + strings.Repeat("[", 100), "2: is nested more than 16 levels deep"},
		{"[" + strings.Repeat("a.", 100) + "b]", "1: is nested more than 16 levels deep"},
	} {
		data := ParseTOML([]byte(c.src))
		if data.Fault == nil || data.Root != nil {
			t.Errorf("%q is read", c.src)
			continue
		}
		line, _ := source.NewLines([]byte(c.src)).Position(data.Fault.Span.Start)
		if got := fmt.Sprintf("%d: %s", line, data.Fault.Message); got != c.want {
			t.Errorf("%q: got %s, want %s", c.src, got, c.want)
		}
	}
}

// FuzzTOML holds that no text makes the reader panic, that it takes what the library takes with the same values, and
// that every key stands where it says.
func FuzzTOML(f *testing.F) {
	f.Add([]byte(tomlSample))
	f.Add([]byte("a.'b c'.\"\\e\\x41\" = [ { x = [ 1, \"\"\"y\\\n\"\"\"\"\"\" ] }, ] # c\n[[t]]\n[t.\"\"]\n[[t]]\r\n"))
	f.Add([]byte("\uFEFFa = nan\nb = [-inf, 0x1F, 1e9, 07:32:00]\n[c]\n[c.d]\n"))
	f.Add([]byte("'1'.a = {b = 2}\n1 = \"\"\"\"\"\"")) // which the library takes
	f.Add([]byte("a = 'x'\n\"b c\" = \"y\" # c\n[t]\nd.e = [true, -1, \"\"\"\nz\"\"\"]\nd.f = {g = 0, h = {}}\n[[t.i]]\n[[t.i]]\nj = '''k'''"))
	f.Add([]byte("0=" + strings.Repeat(`"`, 9))) // one more than the text may have
	f.Add([]byte("a='''b'''''\nc=" + strings.Repeat(`"`, 8)))
	f.Fuzz(holdTOML)
}

// holdTOML holds what is read of a text against the library and against the text.
func holdTOML(t *testing.T, src []byte) {
	data := ParseTOML(src)
	whole := source.Span{Start: 0, End: len(src)}
	if fault := data.Fault; fault != nil {
		if data.Root != nil || fault.Span.Start < 0 || fault.Span.End < fault.Span.Start || fault.Span.End > len(src) || fault.Message == "" {
			t.Fatalf("%q: root %v and fault %v", src, data.Root, fault)
		}
		return
	}
	var values map[string]any
	if _, err := toml.Decode(string(src), &values); err != nil {
		t.Fatalf("%q is read, and the library says %v", src, err)
	}
	if got, want := data.Root.Value(), plainTOML(values, data.Root); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: got %v, want %v", src, got, want)
	}
	checkTOML(t, src, data.Root, whole)
}

// plainTOML is what the library has read as the JSON that Node.Value makes of it.
func plainTOML(value any, n *Node) any {
	switch v := value.(type) {
	case map[string]any:
		m := map[string]any{}
		for key, value := range v {
			m[key] = plainTOML(value, n.Get(key))
		}
		return m
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plainTOML(v[i], n.Items[i])
		}
		return list
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plainTOML(v[i], n.Items[i])
		}
		return list
	case int64:
		return float64(v)
	case float64:
		if math.IsNaN(v) {
			return nil
		}
		return min(max(v, -math.MaxFloat64), math.MaxFloat64)
	case time.Time:
		return n.Text
	}
	return value
}

// checkTOML fails unless all spans lie in the text, keys stand at theirs, and a value lies in the brackets around it.
func checkTOML(t *testing.T, src []byte, n *Node, within source.Span) {
	inside := func(what string, s, within source.Span) {
		if s.Start < within.Start || s.End < s.Start || within.End < s.End {
			t.Fatalf("%q: %s %v is not inside %v", src, what, s, within)
		}
	}
	inside(n.Type.String(), n.Span, within)
	whole := source.Span{Start: 0, End: len(src)}
	if within = whole; n.Flow {
		within = n.Span
	}
	for _, item := range n.Items {
		checkTOML(t, src, item, within)
	}
	for _, p := range n.Pairs {
		inside("key "+p.Key, p.KeySpan, within)
		inside("line of "+p.Key, p.Line, whole)
		var key map[string]any
		if _, err := toml.Decode(p.KeySpan.Of(src)+" = 1", &key); err != nil || key[p.Key] == nil {
			t.Fatalf("%q: the key %q does not stand in %q", src, p.Key, p.KeySpan.Of(src))
		}
		checkTOML(t, src, p.Value, within)
	}
}

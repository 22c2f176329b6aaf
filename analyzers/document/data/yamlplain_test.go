package data

import (
	"reflect"
	"testing"

	"github.com/nplint/nplint/analyzers/document/source"
)

// plain is YAML that is read without the library, and complex what is left to it.
var (
	plain = []string{
		"name: reviewer\ndescription: Checks what:the others wrote # quickly\n\ntools: [Read, \"a b\", 'c', 1.5]\nmodel:\n",
		"# all\nwave: 1\nmust_haves:\n  truths:\n    - it works\n    # more\n    - \"it: holds\"\n  artifacts:\n  - path: src/a.ts\n" +
			"    lines:   10  # at least\n\n  -  path: src/b.ts\ndepends_on: []\nlast: ''",
		"- a\n- b: 1\n  c: ~\n- ünter\n",
	}
	complex = []string{
		"", "# none", " a: 1\n", "a: |\n  b\n", "a: b\n  c\n", "a: {b: 1}\n", "a: &b c\n", "a: \"b\\n\"\n", "a:\tb\n", "a: b\r\n", "? a\n",
		"a: [b,\n  c]\n", "a: [b, [c]]\n", "a: 'it''s'\n", "a: b: c\n", "a: b:\n", "- - a\n", "a: 1\n---\nb: 2\n", "a: \"b\" c\n", "a: [b]#\n",
		"a:\n  b: 1\n c: 2\n", "a:\n- b\nc\n", "a: 1\n b: 2\n", "a: - b\n", "-\n", "a: -1\n", "a: [b\n", "a: [,]\n", "a b: c\n", "<<: a\n",
	}
)

func TestPlainYAML(t *testing.T) {
	for i, src := range append(plain, complex...) {
		if want := i < len(plain); samePlain(t, src, source.Span{End: len(src)}) != want {
			t.Errorf("%q: expected plain to be %t", src, want)
		}
	}
}

// samePlain reports whether a text is plain YAML, and fails if the library reads it otherwise.
func samePlain(t *testing.T, s string, part source.Span) bool {
	t.Helper()
	root, ok := plainYAML(s, part)
	if want := libraryYAML(s, part); ok && !reflect.DeepEqual(want, &Data{Root: root}) {
		t.Fatalf("%q: the library reads %+v, fault %v, and we %+v", s, want.Root, want.Fault, root)
	}
	return ok
}

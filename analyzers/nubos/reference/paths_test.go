package reference

import (
	"slices"
	"testing"
)

// TestProjectPath takes what looks like a path of the project, and nothing else.
func TestProjectPath(t *testing.T) {
	for text, want := range map[string]string{
		"src/a.js": "src/a.js", "`src/a.js`": "src/a.js", "@src/a.js": "src/a.js", "`@src/a.js`": "src/a.js",
		"./src/a.js": "src/a.js", "src/a.js:12": "src/a.js", "src/a.js:12-14": "src/a.js",
		"src/a.js#top": "src/a.js", "src/a.js (the router)": "src/a.js", "src/a.js — the router": "src/a.js",
		"src/a.js: the router": "src/a.js", "src/": "src", "README.md": "README.md",
		".github/workflows/ci.yml": ".github/workflows/ci.yml", "docs/adr/0001-x.md, section 2": "docs/adr/0001-x.md",
		"": "", "src/a.js and src/b.js": "", "the router": "", "https://example.com/a.js": "", "example.com/a.js": "",
		"src/*.js": "", "src/{a,b}.js": "", "<path>": "", "$HOME/a.js": "",
		"/etc/hosts": "", "~/a.js": "", "../a.js": "", "Node.js": "", "input/output": "", "M001-CONTEXT.md": "",
		"STATE.md": "", "package": "", "-x/a.js": "", "@": "", "``": "", ".": "",
	} {
		if got := projectPath(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestMention finds ids whole.
func TestMention(t *testing.T) {
	for text, want := range map[string]string{"(D-01)": "D-01", "SC-1.": "SC-1", "SC-12": "SC-12", "CD-01": "",
		"D-1": "", "D-01x": "", "M001/D-01": "", "x-D-01": "", "SC-": "", "-": "", "D-": "", "DSC-1": ""} {
		got := ""
		for i := range text {
			if text[i] == '-' {
				got += mention(text, i)
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestOnlyPath takes a path with a directory and an ending, and nothing beside it.
func TestOnlyPath(t *testing.T) {
	for text, want := range map[string]bool{
		"a/b.c": true, "a/b/c.d1": true, "@a/-b.-c.d": true, ".a/..b": true, "./../a.b": true, "a/_.x_Z9": true,
		"": false, "a.b": false, "/a/b.c": false, "a//b.c": false, "a/.b": false, "a/b.": false, "a/b.c-": false, "a/b.c@": false, "a/b": false,
		"a.b/c": false, "a/b.c/": false, "a/b.c d": false, "a/b c.d": false, "a/é.b": false, "a/b.é": false, "a/b.c\n": false, "a/b.c:1": false,
	} {
		if got := onlyPath(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

// TestEvidencePlaces finds the places that texts name: a path with a number behind its colon, or all between commas.
func TestEvidencePlaces(t *testing.T) {
	for text, want := range map[string][]string{
		"see src/a.go:12 and src/b.go:3": {"src/a.go:12", "src/b.go:3"},
		"src/a.go, `src/b.go`":           {"src/a.go", "src/b.go"},
		"in src/a.go: it books":          nil,
		"a.go:12 books":                  nil,
		"src/.go:12 books":               nil,
		"/src/a.go:12 books":             nil,
		"src/a.:12 books":                nil,
		"at 10:30 it books":              nil,
	} {
		const before = 7 // bytes of the document in front of the text
		var got []string
		for _, span := range evidencePlaces(text, before) {
			got = append(got, text[span.Start-before:span.End-before])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q names %q and not %q", text, got, want)
		}
	}
}

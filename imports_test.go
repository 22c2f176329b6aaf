package nplint_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "github.com/nplint/nplint"

// importLaw says what the packages of a room may import, test files aside.
type importLaw struct {
	room   string   // path.Match pattern of directories; "." is the module's root
	ours   []string // path.Match patterns of our directories
	others []string // packages besides ours and the standard library; nil is any
}

// importLaws is all laws. The first whose room a directory matches holds in it; a directory that matches none must get one.
var importLaws = []importLaw{
	{room: ".", ours: []string{"analyzers", "analyzers/*", "rules"}},
	{room: "rules"},
	{room: "analyzers", ours: []string{"analyzers/*"}},
	{room: "analyzers/document", others: []string{"golang.org/x/tools/go/analysis", yamlLibrary}},
	{room: "analyzers/project", ours: []string{"analyzers/document", "rules"}},
	{room: "analyzers/*", ours: []string{"analyzers/document", "analyzers/project", "rules"}},
	{room: "reporters", ours: []string{".", "rules"}},
	{room: "fixtures"},
	{room: "cmd/nplint", ours: []string{"cmd/cli"}},
	{room: "cmd/*", ours: []string{".", "analyzers", "analyzers/*", "fixtures", "reporters", "rules"}},
}

const (
	yamlLibrary   = "gopkg.in/yaml.v3"
	schemaLibrary = "github.com/santhosh-tekuri/jsonschema/v6" // takes milliseconds to start, so only tests have them
)

// yamlFiles is where the one library stands that is to be easy to replace.
const yamlFiles = "analyzers/document/yaml*.go"

// TestImports holds the module against the laws of its import graph.
func TestImports(t *testing.T) {
	for _, offence := range offences(t, os.DirFS(".")) {
		t.Error(offence)
	}
}

// TestImportsOffences shows that every law can be broken, and what is allowed.
func TestImportsOffences(t *testing.T) {
	for _, c := range []struct{ file, imports, want string }{
		{"rules/rules.go", module + "/analyzers/document", "rules/rules.go imports analyzers/document"},
		{"rules/rules.go", "github.com/BurntSushi/toml", ""},
		{"analyzers/document/json.go", "encoding/json", ""},
		{"analyzers/document/json.go", "golang.org/x/tools/go/analysis", ""},
		{"analyzers/document/json.go", module + "/rules", "analyzers/document/json.go imports rules"},
		{"analyzers/document/json.go", "github.com/expr-lang/expr", "analyzers/document/json.go imports github.com/expr-lang/expr"},
		{"analyzers/document/json.go", yamlLibrary, "analyzers/document/json.go imports " + yamlLibrary},
		{"analyzers/document/yamlspan.go", yamlLibrary, ""},
		{"analyzers/contract/yaml.go", yamlLibrary, "analyzers/contract/yaml.go imports " + yamlLibrary},
		{"analyzers/contract/schema.go", schemaLibrary, "analyzers/contract/schema.go imports " + schemaLibrary},
		{"analyzers/contract/schema_test.go", schemaLibrary, ""},
		{"yaml_test.go", yamlLibrary, "yaml_test.go imports " + yamlLibrary},
		{"analyzers/project/project.go", module + "/analyzers/agent", "analyzers/project/project.go imports analyzers/agent"},
		{"analyzers/agent/agent.go", module + "/analyzers/project", ""},
		{"analyzers/agent/agent.go", module + "/analyzers/report", "analyzers/agent/agent.go imports analyzers/report"},
		{"analyzers/agent/agent.go", module, "analyzers/agent/agent.go imports ."},
		{"analyzers/all.go", module + "/analyzers/agent", ""},
		{"reporters/text.go", module, ""},
		{"reporters/text.go", module + "/analyzers/document", "reporters/text.go imports analyzers/document"},
		{"nplint.go", module + "/reporters", "nplint.go imports reporters"},
		{"nplint_test.go", module + "/reporters", ""},
		{"nplint_test.go", module + "/cmd/nplint", "nplint_test.go imports cmd/nplint"},
		{"nplint.go", module + "/cmd/cli", "nplint.go imports cmd/cli"},
		{"cmd/nplint/main.go", module + "/cmd/cli", ""},
		{"cmd/nplint/main.go", module, "cmd/nplint/main.go imports ."},
		{"cmd/nplint-generate/main.go", module + "/cmd/cli", "cmd/nplint-generate/main.go imports cmd/cli"},
		{"attic/old.go", "fmt", "attic/old.go lies where no law holds: write one"},
		{"analyzers/agent/testdata/x.go", module + "/cmd/nplint", ""},
	} {
		tree := fstest.MapFS{c.file: {Data: fmt.Appendf(nil, "package p\n\nimport _ %q\n", c.imports)}}
		if got := strings.Join(offences(t, tree), "\n"); got != c.want {
			t.Errorf("%s with the import %s: got %q, want %q", c.file, c.imports, got, c.want)
		}
	}
}

// offences returns one sentence for every import in the tree of a module that breaks a law.
func offences(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && (name == "testdata" || strings.ContainsAny(name[:1], "._")):
			return fs.SkipDir // as the go command does
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		imports, err := importsOf(tree, file)
		if err != nil {
			return err
		}
		found = append(found, judgeImports(file, imports)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func importsOf(tree fs.FS, file string) ([]string, error) {
	src, err := fs.ReadFile(tree, file)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		imports = append(imports, name)
	}
	return imports, nil
}

func judgeImports(file string, imports []string) []string {
	i := slices.IndexFunc(importLaws, func(law importLaw) bool { return matchesOne([]string{law.room}, path.Dir(file)) })
	if i < 0 {
		return []string{file + " lies where no law holds: write one"}
	}
	var found []string
	for _, name := range imports {
		if !importLaws[i].allows(file, name) {
			found = append(found, fmt.Sprintf("%s imports %s", file, ourDir(name)))
		}
	}
	return found
}

// allows reports whether a file of the room may import a package. Three laws hold in every room: the YAML library has its own files, and
// nothing imports a command, not even a test; and only a test imports the schema library.
func (law importLaw) allows(file, name string) bool {
	dir := ourDir(name)
	isTest := strings.HasSuffix(file, "_test.go")
	switch {
	case name == yamlLibrary:
		return matchesOne([]string{yamlFiles}, file)
	case name == schemaLibrary:
		return isTest
	case dir != name:
		return matchesOne(law.ours, dir) || isTest && !strings.HasPrefix(dir, "cmd/")
	}
	first, _, _ := strings.Cut(name, "/")
	return isTest || law.others == nil || !strings.Contains(first, ".") || slices.Contains(law.others, name)
}

// ourDir returns the directory of a package of the module, and other import paths as they are.
func ourDir(name string) string {
	if name == module {
		return "."
	}
	return strings.TrimPrefix(name, module+"/")
}

func matchesOne(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

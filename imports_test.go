package nplint_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
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
	ours   []string // path.Match patterns of our directories; PACK stands for the one below analyzers that the room lies in
	others []string // packages besides ours and the standard library; nil is any
}

// importLaws is all laws. The first whose room a directory matches holds in it; a directory that matches none must get one.
var importLaws = []importLaw{
	{room: "internal/paths", others: []string{}},
	{
		room: "internal/discover",
		ours: []string{"analyzers/document", "internal/files", "internal/git", "internal/ignore", "internal/inert", "internal/paths",
			"internal/spell", "rules"},
		others: []string{},
	},
	{room: "internal/ignore", ours: []string{"internal/files"}},
	{room: "internal/files", ours: []string{"internal/git", "internal/paths"}, others: []string{"golang.org/x/sys/unix"}},
	{room: "internal/git", ours: []string{"internal/paths"}, others: []string{}},
	{room: "internal/report", ours: []string{"internal/memo", "rules"}},
	{room: ".", ours: []string{"analyzers", "analyzers/*", "analyzers/core/*", "analyzers/*/model", "internal/*", "rules"}},
	{room: "rules", ours: []string{"analyzers/document", "internal/memo", "internal/schema", "internal/spell", "internal/version"}, others: []string{}},
	{room: "internal/cost", ours: []string{"internal/memo"}, others: []string{"github.com/expr-lang/expr/ast"}},
	{room: "internal/graph", others: []string{}},
	{room: "internal/memo"},
	{room: "internal/overlap", others: []string{}},
	{room: "internal/ruledocs", ours: []string{"rules"}},
	{room: "internal/spell"},
	{room: "internal/terminal", others: []string{"github.com/rivo/uniseg", "golang.org/x/term"}},
	{room: "internal/version", ours: []string{"internal/memo"}, others: []string{}},
	{room: "internal/contract", ours: []string{"analyzers/document", "internal/cost", "internal/memo", "internal/schema", "internal/spell", "rules"}},
	{room: "internal/describe", ours: []string{"analyzers/document", "internal/schema", "rules"}, others: []string{}},
	{room: "internal/suppress", ours: []string{"analyzers/document", "internal/memo", "internal/report", "internal/spell", "rules"}, others: []string{}},
	{room: "internal/schema", ours: []string{"analyzers/document", "internal/memo", "internal/spell"}, others: []string{}},
	{room: "analyzers", ours: []string{"analyzers/*", "analyzers/core/*"}},
	{room: "analyzers/document/source", others: []string{}},
	{room: "analyzers/document/markdown", ours: []string{"analyzers/document/source", "internal/spell"}, others: []string{}},
	{room: "analyzers/document/data", ours: []string{"analyzers/document/source"}, others: []string{"github.com/BurntSushi/toml", yamlLibrary}},
	{room: "analyzers/document", ours: []string{"analyzers/document/*", "internal/memo", "internal/spell", "internal/version"}, others: []string{"golang.org/x/tools/go/analysis"}},
	{room: "analyzers/nplinttest", ours: []string{
		"analyzers/core", "analyzers/pack", "internal/config", "internal/edit", "internal/engine", "internal/memo", "internal/parts",
		"internal/report", "internal/scratch", "internal/version", "reporters", "rules",
	}},
	{room: "analyzers/pack", ours: []string{"analyzers/document"}, others: []string{"golang.org/x/tools/go/analysis"}},
	{room: "analyzers/core/*", ours: append([]string{"internal/suppress"}, helpers...)},
	{room: "analyzers/*/place", ours: []string{"analyzers/document", "internal/memo", "internal/spell", "rules"}, others: []string{}},
	{room: "analyzers/*/notation", ours: []string{"analyzers/document", "internal/memo", "internal/spell"}, others: []string{}},
	{room: "analyzers/*/model", ours: append([]string{"analyzers/PACK/dialect", "analyzers/PACK/notation", "analyzers/PACK/place"}, helpers...)},
	{room: "analyzers/*/dialect", ours: []string{"analyzers/document", "internal/memo"}, others: []string{}},
	{room: "analyzers/*/view", ours: append([]string{"analyzers/pack", "analyzers/PACK/model", "analyzers/PACK/notation", "analyzers/PACK/place"}, helpers...)},
	{room: "analyzers/*/symbol", ours: append([]string{"analyzers/pack", "analyzers/PACK/dialect", "analyzers/PACK/model", "analyzers/PACK/notation", "analyzers/PACK/place"}, helpers...)},
	{room: "analyzers/*/*", ours: append([]string{"analyzers/PACK/dialect", "analyzers/PACK/gather", "analyzers/PACK/model", "analyzers/PACK/notation", "analyzers/PACK/permission", "analyzers/PACK/place"}, helpers...)},
	{room: "analyzers/*", ours: []string{"analyzers/document", "analyzers/pack", "analyzers/PACK/*"}},
	{room: "reporters", ours: []string{"analyzers/pack", "internal/*", "rules"}},
	{room: "internal/chart", others: []string{}},
	{
		room:   "internal/drawing",
		ours:   []string{"analyzers/pack", "internal/graph", "internal/inert", "internal/spell", "internal/terminal"},
		others: []string{"github.com/rivo/uniseg"},
	},
	{room: "internal/inert", others: []string{"github.com/rivo/uniseg"}},
	{room: "internal/nasty", others: []string{}},
	{room: "internal/scratch", ours: []string{"analyzers/pack"}, others: []string{}},
	{room: "internal/parts", ours: []string{"analyzers/core", "analyzers/pack", "internal/engine", "rules"}},
	{room: "internal/table", ours: []string{"analyzers/pack", "internal/engine", "internal/parts"}, others: []string{"golang.org/x/tools/txtar"}},
	{room: "internal/watch", ours: []string{"internal/ignore", "internal/paths"}, others: []string{"github.com/fsnotify/fsnotify"}},
	{
		room: "internal/mcpserver", ours: []string{".", "analyzers/document", "analyzers/pack", "internal/paths", "internal/spell", "reporters", "rules"},
		others: []string{"github.com/google/jsonschema-go/jsonschema", "github.com/modelcontextprotocol/go-sdk/jsonrpc", "github.com/modelcontextprotocol/go-sdk/mcp", "golang.org/x/tools/go/analysis"},
	},
	{
		room: "internal/lsp", ours: []string{
			".", "analyzers/document", "analyzers/pack", "internal/describe", "internal/files", "internal/inert", "internal/memo", "internal/paths",
			"internal/report", "internal/schema", "internal/suppress", "internal/version", "internal/watch", "reporters", "rules",
		},
		others: []string{"github.com/sourcegraph/jsonrpc2", "golang.org/x/tools/go/analysis"},
	},
	{room: "internal/mistake", ours: []string{"internal/paths"}, others: []string{}},
	{room: "internal/config", ours: []string{"analyzers/document", "internal/*", "rules"}},
	{room: "internal/baseline", ours: []string{"analyzers/document", "internal/*", "rules"}},
	{room: "internal/judge", ours: []string{"analyzers/document", "analyzers/pack", "analyzers/core/suppression", "internal/*", "rules"}},
	{room: "internal/hook", ours: []string{".", "internal/files", "internal/git", "internal/paths", "internal/report", "internal/spell", "reporters"}, others: []string{}},
	{room: "internal/example", ours: []string{".", "internal/files", "internal/memo", "internal/paths", "reporters", "rules"}, others: []string{"golang.org/x/tools/go/analysis", "golang.org/x/tools/txtar"}},
	{room: "internal/setup", ours: []string{"internal/*", "rules"}},
	{room: "internal/engine", ours: []string{"analyzers/document", "analyzers/pack", "internal/*", "rules"}},
	{room: "internal/fleet", ours: []string{"internal/report"}, others: []string{}},
	{room: "internal/edit", ours: []string{"internal/files", "internal/paths", "internal/report"}},
	{room: "fixtures"},
	{room: "cmd/nplint", ours: []string{"cmd/cli"}},
	{room: "cmd/*", ours: []string{".", "analyzers", "analyzers/*", "fixtures", "internal/*", "reporters", "rules"}},
}

// helpers is what every pass may import beside its pack's model.
var helpers = []string{"analyzers/document", "internal/contract", "internal/graph", "internal/memo", "internal/overlap", "internal/schema", "internal/spell", "internal/version", "rules"}

const (
	yamlLibrary   = "gopkg.in/yaml.v3"
	schemaLibrary = "github.com/santhosh-tekuri/jsonschema/v6" // takes milliseconds to start, so only tests have them
	mcpLibrary    = "github.com/modelcontextprotocol/go-sdk/"
)

// yamlFiles is where the one library stands that is to be easy to replace.
const yamlFiles = "analyzers/document/data/yaml*.go"

// TestImports holds the module against the laws of its import graph.
func TestImports(t *testing.T) {
	for _, offence := range offences(t, os.DirFS(".")) {
		t.Error(offence)
	}
}

// TestPacksAlone holds that the tests of a pack import no list of all packs, so that they run again only if it changes.
func TestPacksAlone(t *testing.T) {
	eachGoFile(t, os.DirFS("."), func(file string, src []byte) error {
		if alone, _ := path.Match("analyzers/*/*/*_test.go", file); !alone || strings.HasPrefix(file, "analyzers/core/") {
			return nil
		}
		imports, err := importsOf(file, src)
		for _, name := range imports {
			if dir := ourDir(name); dir == "." || dir == "analyzers" {
				t.Errorf("%s imports %s", file, dir)
			}
		}
		return err
	})
}

// TestImportsOffences shows that every law can be broken, and what is allowed.
func TestImportsOffences(t *testing.T) {
	for _, c := range []struct{ file, imports, want string }{
		{"rules/rules.go", module + "/analyzers/pack", "rules/rules.go imports analyzers/pack"},
		{"rules/rules.go", "github.com/BurntSushi/toml", "rules/rules.go imports github.com/BurntSushi/toml"},
		{"analyzers/document/words.go", "encoding/json", ""},
		{"analyzers/document/set.go", "golang.org/x/tools/go/analysis", ""},
		{"analyzers/document/set.go", module + "/rules", "analyzers/document/set.go imports rules"},
		{"analyzers/document/set.go", "github.com/expr-lang/expr", "analyzers/document/set.go imports github.com/expr-lang/expr"},
		{"analyzers/document/set.go", yamlLibrary, "analyzers/document/set.go imports " + yamlLibrary},
		{"analyzers/document/data/yamlspan.go", yamlLibrary, ""},
		{"analyzers/document/data/json.go", yamlLibrary, "analyzers/document/data/json.go imports " + yamlLibrary},
		{"analyzers/document/data/json.go", module + "/analyzers/document", "analyzers/document/data/json.go imports analyzers/document"},
		{"analyzers/core/contract/yaml.go", yamlLibrary, "analyzers/core/contract/yaml.go imports " + yamlLibrary},
		{"internal/schema/schema.go", schemaLibrary, "internal/schema/schema.go imports " + schemaLibrary},
		{"internal/schema/schema_test.go", schemaLibrary, ""},
		{"yaml_test.go", yamlLibrary, "yaml_test.go imports " + yamlLibrary},
		{"internal/mcpserver/server.go", mcpLibrary + "mcp", ""},
		{"internal/mcpserver/server.go", "net/http", ""},
		{"internal/mcpserver/server.go", module + "/internal/engine", "internal/mcpserver/server.go imports internal/engine"},
		{"cmd/cli/mcp.go", mcpLibrary + "mcp", "cmd/cli/mcp.go imports " + mcpLibrary + "mcp"},
		{"internal/paths/paths.go", module + "/rules", "internal/paths/paths.go imports rules"},
		{"internal/paths/paths.go", yamlLibrary, "internal/paths/paths.go imports " + yamlLibrary},
		{"analyzers/nubos/model/model.go", module + "/analyzers/nubos/agent", "analyzers/nubos/model/model.go imports analyzers/nubos/agent"},
		{"analyzers/nubos/agent/agent.go", module + "/analyzers/nubos/model", ""},
		{"analyzers/nubos/agent/agent.go", module + "/analyzers/nexus/model", "analyzers/nubos/agent/agent.go imports analyzers/nexus/model"},
		{"analyzers/gsd/notation/line.go", module + "/analyzers/gsd/model", "analyzers/gsd/notation/line.go imports analyzers/gsd/model"},
		{"analyzers/gsd/plan/plan.go", module + "/analyzers/gsd/notation", ""},
		{"analyzers/nubos/agent/agent.go", module + "/analyzers/nubos", "analyzers/nubos/agent/agent.go imports analyzers/nubos"},
		{"analyzers/core/syntax/syntax.go", module + "/analyzers/nubos/model", "analyzers/core/syntax/syntax.go imports analyzers/nubos/model"},
		{"analyzers/nubos/agent/agent.go", module + "/analyzers/nubos/report", "analyzers/nubos/agent/agent.go imports analyzers/nubos/report"},
		{"analyzers/nubos/agent/agent.go", module, "analyzers/nubos/agent/agent.go imports ."},
		{"analyzers/analyzers.go", module + "/analyzers/nubos", ""},
		{"analyzers/analyzers.go", module + "/analyzers/nubos/agent", "analyzers/analyzers.go imports analyzers/nubos/agent"},
		{"reporters/text.go", module, "reporters/text.go imports ."},
		{"reporters/text.go", module + "/analyzers/document", "reporters/text.go imports analyzers/document"},
		{"report.go", module + "/internal/report", ""},
		{"internal/report/report.go", module + "/analyzers/document", "internal/report/report.go imports analyzers/document"},
		{"internal/config/load.go", module + "/analyzers/document", ""},
		{"internal/config/load.go", module + "/analyzers/core/suppression", "internal/config/load.go imports analyzers/core/suppression"},
		{"internal/mistake/mistake.go", module + "/rules", "internal/mistake/mistake.go imports rules"},
		{"internal/judge/suppress.go", module + "/analyzers/core/suppression", ""},
		{"internal/judge/analyze.go", module + "/analyzers", "internal/judge/analyze.go imports analyzers"},
		{"internal/baseline/held.go", module + "/analyzers/nubos", "internal/baseline/held.go imports analyzers/nubos"},
		{"internal/engine/engine.go", module + "/analyzers/nubos", "internal/engine/engine.go imports analyzers/nubos"},
		{"internal/engine/engine.go", module + "/analyzers", "internal/engine/engine.go imports analyzers"},
		{"internal/edit/mend.go", module + "/internal/report", ""},
		{"internal/edit/mend.go", module + "/rules", "internal/edit/mend.go imports rules"},
		{"nplint.go", module + "/reporters", "nplint.go imports reporters"},
		{"nplint_test.go", module + "/reporters", ""},
		{"nplint_test.go", module + "/cmd/nplint", "nplint_test.go imports cmd/nplint"},
		{"nplint.go", module + "/cmd/cli", "nplint.go imports cmd/cli"},
		{"cmd/nplint/main.go", module + "/cmd/cli", ""},
		{"cmd/nplint/main.go", module, "cmd/nplint/main.go imports ."},
		{"cmd/nplint-generate/main.go", module + "/cmd/cli", "cmd/nplint-generate/main.go imports cmd/cli"},
		{"attic/old.go", "fmt", "attic/old.go lies where no law holds: write one"},
		{"analyzers/nubos/agent/testdata/x.go", module + "/cmd/nplint", ""},
	} {
		tree := fstest.MapFS{c.file: {Data: fmt.Appendf(nil, "package p\n\nimport _ %q\n", c.imports)}}
		if got := strings.Join(offences(t, tree), "\n"); got != c.want {
			t.Errorf("%s with the import %s: got %q, want %q", c.file, c.imports, got, c.want)
		}
	}
}

// The measures of the house, of files outside of tests.
const (
	mostMethods = 15   // of a type
	mostLines   = 4000 // of a package
	mostNames   = 80   // that the model of a pack exports: of its package, and of methods
)

// TestMeasures holds types and packages against the measures of the house.
func TestMeasures(t *testing.T) {
	for _, offence := range measure(t, os.DirFS("."), mostMethods, mostLines, mostNames) {
		t.Error(offence)
	}
}

// TestMeasuresOffences shows that each measure can be passed, and what does not count.
func TestMeasuresOffences(t *testing.T) {
	const methods = "package p\n\nfunc (t T) A() {}\n\nfunc (t *T) B() {}\n\nfunc (*List[E]) C() {}\n\nfunc F() {}\n"
	tree := fstest.MapFS{
		"rules/a.go":          {Data: []byte(methods)},
		"rules/b.go":          {Data: []byte("package p\n\nfunc (T) D() {}\n\nfunc (*List[E]) G() {}\n")},
		"rules/b_test.go":     {Data: []byte(methods)},
		"reporters/c.go":      {Data: []byte("package p\n\nfunc (T) D() {}\n")},
		"rules/testdata/d.go": {Data: []byte(methods)},
		"analyzers/nubos/model/e.go": {Data: []byte("package model\n\ntype T struct{ F int }\n\nfunc (T) M() {}\n\nfunc (T) m() {}\n\n" +
			"const A, b = 1, 2\n")},
		"analyzers/nubos/model/e_test.go": {Data: []byte("package model\n\nvar C, D = 1, 2\n")},
	}
	want := []string{
		"rules: T has 3 methods, and 2 are the most", "rules has 14 lines, and 13 are the most",
		"analyzers/nubos/model exports 3 names, and 2 are the most",
	}
	if got := measure(t, tree, 2, 13, 2); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := measure(t, tree, 3, 14, 3); len(got) > 0 {
		t.Errorf("got %q, want nothing", got)
	}
}

// measure returns one sentence for every type and package that is too large, and for every model that offers too much.
func measure(t *testing.T, tree fs.FS, mostMethods, mostLines, mostNames int) (found []string) {
	t.Helper()
	methods, lines, names := map[string]int{}, map[string]int{}, map[string]int{}
	eachGoFile(t, tree, func(file string, src []byte) error {
		if strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := path.Dir(file)
		lines[dir] += bytes.Count(src, []byte("\n"))
		for _, declared := range parsed.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[dir+": "+receiver(f.Recv.List[0].Type)]++
			}
			if matchesOne([]string{"analyzers/*/model"}, dir) {
				names[dir] += exported(declared)
			}
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		if n := methods[name]; n > mostMethods {
			found = append(found, fmt.Sprintf("%s has %d methods, and %d are the most", name, n, mostMethods))
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(lines)) {
		if n := lines[dir]; n > mostLines {
			found = append(found, fmt.Sprintf("%s has %d lines, and %d are the most", dir, n, mostLines))
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(names)) {
		if n := names[dir]; n > mostNames {
			found = append(found, fmt.Sprintf("%s exports %d names, and %d are the most", dir, n, mostNames))
		}
	}
	return found
}

// exported returns how many names a declaration exports, fields aside.
func exported(declared ast.Decl) (n int) {
	count := func(name *ast.Ident) {
		if name.IsExported() {
			n++
		}
	}
	switch declared := declared.(type) {
	case *ast.FuncDecl:
		count(declared.Name)
	case *ast.GenDecl:
		for _, spec := range declared.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				count(spec.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					count(name)
				}
			}
		}
	}
	return n
}

// receiver returns the name of a method's type.
func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.IndexListExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}

// offences returns one sentence for every import in the tree of a module that breaks a law.
func offences(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var found []string
	eachGoFile(t, tree, func(file string, src []byte) error {
		imports, err := importsOf(file, src)
		found = append(found, judgeImports(file, imports)...)
		return err
	})
	return found
}

// eachGoFile calls a function for each Go file in the tree of a module.
func eachGoFile(t *testing.T, tree fs.FS, call func(file string, src []byte) error) {
	t.Helper()
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
		src, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		return call(file, src)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func importsOf(file string, src []byte) ([]string, error) {
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

// allows reports whether a file of the room may import a package. Four laws hold in every room: the YAML library has its own files, and
// the library of the Model Context Protocol its own room; nothing imports a command, not even a test; and only a test imports the schema library.
func (law importLaw) allows(file, name string) bool {
	dir := ourDir(name)
	isTest := strings.HasSuffix(file, "_test.go")
	switch {
	case name == yamlLibrary:
		return matchesOne([]string{yamlFiles}, file)
	case name == schemaLibrary:
		return isTest
	case strings.HasPrefix(name, mcpLibrary):
		return path.Dir(file) == "internal/mcpserver"
	case dir != name:
		return matchesOne(law.oursFrom(file), dir) || isTest && !strings.HasPrefix(dir, "cmd/")
	}
	first, _, _ := strings.Cut(name, "/")
	return isTest || law.others == nil || !strings.Contains(first, ".") || slices.Contains(law.others, name)
}

// oursFrom returns what a file of the room may import of ours, with its pack in the place of PACK.
func (law importLaw) oursFrom(file string) []string {
	below, ok := strings.CutPrefix(file, "analyzers/")
	if !ok {
		return law.ours
	}
	pack, _, _ := strings.Cut(below, "/")
	patterns := slices.Clone(law.ours)
	for i := range patterns {
		patterns[i] = strings.ReplaceAll(patterns[i], "PACK", pack)
	}
	return patterns
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

package nplint_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/nplint/nplint/analyzers"
)

// TestPassesKeepNothing holds that packs and the passes of the core look at nothing but their document.Set, and remember nothing between runs.
func TestPassesKeepNothing(t *testing.T) {
	for _, offence := range passOffences(t, os.DirFS(".")) {
		t.Error(offence)
	}
}

// TestPassesKeepNothingOffences shows that each of these laws can be broken, and what is allowed.
func TestPassesKeepNothingOffences(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`import "os"`, "analyzers/nubos/agent/agent.go:2 imports os: ask document.Set"},
		{`import _ "github.com/nplint/nplint/internal/git"`, "analyzers/nubos/agent/agent.go:2 imports github.com/nplint/nplint/internal/git: ask document.Set"},
		{"var seen = 0\nfunc f() { seen = 1 }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"var seen int\nfunc f() { seen++ }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"var seen = map[string]bool{}\nfunc f() { seen[\"x\"] = true }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"var seen = map[string]bool{}\nfunc f() { delete(seen, \"x\") }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"var seen []string\nfunc f() { seen = append(seen, \"x\") }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"var seen struct{ n [1]int }\nfunc f() { (seen.n)[0] = 1 }", "analyzers/nubos/agent/agent.go:3 changes seen"},
		{"func f() { other = 1 }", "analyzers/nubos/agent/agent.go:2 changes other"},
		{"func f() { p := &other; _ = p }", "analyzers/nubos/agent/agent.go:2 changes other"},
		{"import \"sync\"\nvar seen sync.Map", "analyzers/nubos/agent/agent.go:3 keeps a sync.Map"},
		{"import \"sync/atomic\"\nvar seen *atomic.Int64", "analyzers/nubos/agent/agent.go:3 keeps a atomic.Int64"},
		{"var seen = &memo.Memo[string, int]{}", "analyzers/nubos/agent/agent.go:2 keeps a memo.Memo"},
		{"var words = map[string]bool{\"x\": true}\nfunc f() bool { words := 1; words = 2; return words == 2 }", ""},
		{"import \"sync\"\nvar once = sync.OnceValue(func() int { n := 0; n++; return n })", ""},
	} {
		tree := fstest.MapFS{
			"analyzers/nubos/agent/agent.go":      {Data: []byte("package agent\n" + c.src)},
			"analyzers/nubos/agent/other.go":      {Data: []byte("package agent\nvar other int")},
			"analyzers/nubos/agent/agent_test.go": {Data: []byte("package agent\nimport \"os\"")},
			"analyzers/document/set.go":           {Data: []byte("package document\nimport \"os\"\nvar seen = os.Args\nfunc f() { seen = nil }")},
		}
		if got := strings.Join(passOffences(t, tree), "\n"); got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.src, got, c.want)
		}
	}
}

// TestPassesAreProven holds that each pass runs the proofs of its rules beside its code, with itself and the core alone.
func TestPassesAreProven(t *testing.T) {
	var names []string
	for _, a := range analyzers.Passes() {
		names = append(names, a.Name)
	}
	for _, offence := range unproven(t, os.DirFS("."), names) {
		t.Error(offence)
	}
}

// TestPassesAreProvenOffences shows that this law can be broken.
func TestPassesAreProvenOffences(t *testing.T) {
	const pass = "package %s\nvar Analyzer = &analysis.Analyzer{Name: %q}"
	tree := fstest.MapFS{
		"analyzers/demo/a/a.go":             {Data: fmt.Appendf(nil, pass, "a", "one")},
		"analyzers/demo/a/proofs_test.go":   {Data: []byte("package a_test\nfunc TestProofs(t *testing.T) { nplinttest.Packs{demo.Pack}.Run(t, \"../../../rules\", a.Analyzer) }")},
		"analyzers/demo/b/b.go":             {Data: fmt.Appendf(nil, pass, "b", "two")},
		"analyzers/demo/c/c.go":             {Data: fmt.Appendf(nil, pass, "c", "three")},
		"analyzers/demo/c/proofs_test.go":   {Data: []byte("package c_test\nfunc TestProofs(t *testing.T) { nplinttest.Packs{demo.Pack}.Run(t, \"../../../rules\", b.Analyzer) }")},
		"analyzers/demo/model/model.go":     {Data: fmt.Appendf(nil, pass, "model", "model")},
		"analyzers/demo/d/testdata/pass.go": {Data: fmt.Appendf(nil, pass, "d", "five")},
	}
	want := []string{
		"analyzers/demo/b has no " + proofsTest + " with nplinttest.Packs{demo.Pack}.Run(t, \"../../../rules\", b.Analyzer)",
		"analyzers/demo/c has no " + proofsTest + " with nplinttest.Packs{demo.Pack}.Run(t, \"../../../rules\", c.Analyzer)",
		"no folder has var Analyzer with the name four",
		"no folder has var Analyzer with the name five",
	}
	if got := unproven(t, tree, []string{"one", "two", "three", "four", "five"}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

const proofsTest = "proofs_test.go"

// unproven returns one sentence for each of the named passes whose folder does not run its proofs.
func unproven(t *testing.T, tree fs.FS, names []string) (found []string) {
	t.Helper()
	folders := map[string]string{} // by the names of their passes
	eachGoFile(t, tree, func(file string, src []byte) error {
		if name := passName.FindSubmatch(src); name != nil && !strings.HasSuffix(file, "_test.go") {
			folders[string(name[1])] = path.Dir(file)
		}
		return nil
	})
	for _, name := range names {
		folder, ok := folders[name]
		if !ok {
			found = append(found, "no folder has var Analyzer with the name "+name)
			continue
		}
		packs := "{" + path.Base(path.Dir(folder)) + ".Pack}"
		if path.Dir(folder) == "analyzers/core" {
			packs = "(analyzers.All)"
		}
		run := "nplinttest.Packs" + packs + ".Run(t, \"../../../rules\", " + path.Base(folder) + ".Analyzer)"
		test, err := fs.ReadFile(tree, path.Join(folder, proofsTest))
		if words := strings.Join(strings.Fields(string(test)), " "); err != nil ||
			!strings.Contains(words, "func TestProofs(t *testing.T) { "+run+" }") {
			found = append(found, fmt.Sprintf("%s has no %s with %s", folder, proofsTest, run))
		}
	}
	return found
}

// passName finds the name of the pass in the code of its folder.
var passName = regexp.MustCompile(`(?m)^var Analyzer = &analysis\.Analyzer\{\s*Name: *"([^"]+)"`)

// passOffences returns one sentence for everything in the packages of passes that breaks a law.
func passOffences(t *testing.T, tree fs.FS) []string {
	t.Helper()
	packages := map[string][]*ast.File{}
	positions := token.NewFileSet()
	err := fs.WalkDir(tree, "analyzers", func(file string, entry fs.DirEntry, err error) error {
		others := []string{"analyzers/document", "analyzers/pack", "analyzers/nplinttest"}
		dir := path.Dir(file)
		if err != nil || entry.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || !strings.HasPrefix(dir, "analyzers/") || slices.Contains(others, dir) {
			return err
		}
		src, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(positions, file, src, 0)
		packages[dir] = append(packages[dir], parsed)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, files := range packages {
		for _, o := range stateOffences(files) {
			at := positions.Position(o.at)
			found = append(found, fmt.Sprintf("%s:%d %s", at.Filename, at.Line, o.what))
		}
	}
	slices.Sort(found)
	return found
}

// offence is what breaks a law, and where.
type offence struct {
	at   token.Pos
	what string
}

// stateOffences judges the files of a package: what they import, and whether package variables change.
func stateOffences(files []*ast.File) (found []offence) {
	vars := map[string]ast.Node{} // of the package, with their declarations
	for _, file := range files {
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.ImportSpec:
					name := strings.Trim(spec.Path.Value, `"`)
					if slices.Contains([]string{"os", module + "/internal/files", module + "/internal/git"}, name) {
						found = append(found, offence{spec.Pos(), "imports " + name + ": ask document.Set"})
					}
				case *ast.ValueSpec:
					if general.Tok == token.VAR {
						for _, name := range spec.Names {
							vars[name.Name] = spec
						}
						found = append(found, keepers(spec)...)
					}
				}
			}
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			for _, target := range changed(n) {
				name := rootOf(target)
				if name == nil || vars[name.Name] == nil || name.Obj != nil && name.Obj.Decl != vars[name.Name] {
					continue // something local, or somebody else's
				}
				found = append(found, offence{name.Pos(), "changes " + name.Name})
			}
			return true
		})
	}
	return found
}

// keepers returns the types in the declaration of a variable, outside of functions, that are made to change.
func keepers(spec *ast.ValueSpec) (found []offence) {
	ast.Inspect(spec, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			of, _ := s.X.(*ast.Ident)
			if of != nil && (of.Name == "atomic" || of.Name+"."+s.Sel.Name == "memo.Memo" || of.Name == "sync" && !strings.HasPrefix(s.Sel.Name, "Once")) {
				found = append(found, offence{s.Pos(), "keeps a " + of.Name + "." + s.Sel.Name})
			}
		}
		return true
	})
	return found
}

// changed returns the expressions that a node changes, or gives others the means to change.
func changed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "delete" || f.Name == "clear" || f.Name == "copy") {
			return n.Args[:1]
		}
	}
	return nil
}

// rootOf returns the variable that an expression reaches into, or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

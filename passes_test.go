package nplint_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
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

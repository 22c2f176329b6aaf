package nplint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPatterns holds that nothing compiles a pattern when a process starts, and that those which are compiled when first needed are right:
// at that moment it is too late to find out.
func TestPatterns(t *testing.T) {
	compiled := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, _ fs.DirEntry, err error) error {
		if file == ".ci" { // what is there is not linked
			return fs.SkipDir
		}
		if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range parsed.Decls {
			variables, ok := declared.(*ast.GenDecl)
			if !ok {
				continue
			}
			ast.Inspect(variables, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch name := funcName(call.Fun); name {
				case "regexp.MustCompile":
					t.Errorf("%s compiles a pattern when the process starts; declare it by memo.Regexp", fset.Position(call.Pos()))
				case "memo.Regexp", "newPhrase":
					if pattern, ok := constant(call.Args[len(call.Args)-1]); ok {
						compiled++
						if _, err := regexp.Compile(pattern); err != nil {
							t.Errorf("%s: %v", fset.Position(call.Pos()), err)
						}
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || compiled < 20 {
		t.Errorf("%d patterns were looked at (%v)", compiled, err)
	}
}

// funcName returns the name of a function as it is called: "memo.Regexp".
func funcName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return funcName(e.X) + "." + e.Sel.Name
	}
	return ""
}

// constant returns the value of a text, or of several with + between them, if there are no names in it.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		left, leftOK := constant(e.X)
		right, rightOK := constant(e.Y)
		return left + right, leftOK && rightOK
	}
	return "", false
}

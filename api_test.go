package nplint_test

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// publicPackages is what other modules may import. Before version 1.0 they may change, and CHANGELOG.md says how.
var publicPackages = []string{
	".", "./analyzers/document", "./analyzers/nplinttest", "./analyzers/pack", "./cmd/cli", "./reporters", "./rules",
}

// TestAPI holds what other modules can see of nplint against testdata/api.txt.
func TestAPI(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadTypes}, publicPackages...)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		lines = append(lines, apiOf(p.Types)...)
	}
	got := strings.Join(lines, "\n") + "\n"
	golden := filepath.Join("testdata", "api.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	gone := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return slices.Contains(lines, line) })
	come := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(want, line) })
	switch {
	case len(gone) > 0:
		t.Errorf("what other modules may use changed. Write it into CHANGELOG.md under Breaking, then run "+
			"`go test . -run TestAPI -update`.\ngone:\n%s\nnew:\n%s", strings.Join(gone, "\n"), strings.Join(come, "\n"))
	case len(come) > 0:
		t.Errorf("other modules may use more. Write it into CHANGELOG.md under Added if they are to know, then run "+
			"`go test . -run TestAPI -update`.\nnew:\n%s", strings.Join(come, "\n"))
	}
}

// apiOf returns a line for everything exported by a package, and for every field and method of its types: those of
// internal packages too, if it gives them a name.
func apiOf(p *types.Package) (lines []string) {
	name := func(other *types.Package) string {
		if other == p {
			return ""
		}
		return strings.TrimPrefix(other.Path(), module+"/")
	}
	for _, id := range p.Scope().Names() {
		object := p.Scope().Lookup(id)
		if !object.Exported() {
			continue
		}
		says := func(format string, args ...any) {
			lines = append(lines, p.Name()+": "+fmt.Sprintf(format, args...))
		}
		of, isType := object.(*types.TypeName)
		if constant, ok := object.(*types.Const); ok {
			says("%s = %s", types.ObjectString(object, name), constant.Val())
			continue
		}
		if !isType {
			says("%s", types.ObjectString(object, name))
			continue
		}
		members := membersOf(of.Type(), id, name)
		head := types.ObjectString(object, name)
		if len(members) > 0 {
			head, _, _ = strings.Cut(head, "{")
		}
		says("%s", head)
		for _, member := range members {
			says("%s", member)
		}
	}
	return lines
}

// membersOf returns the exported fields and methods of a type that goes by a name.
func membersOf(t types.Type, id string, name types.Qualifier) (members []string) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			if f.Exported() {
				members = append(members, fmt.Sprintf("field %s.%s %s", id, f.Name(), types.TypeString(f.Type(), name)))
			}
		}
	}
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		if m.Obj().Exported() {
			signature := strings.TrimPrefix(types.TypeString(m.Type(), name), "func")
			members = append(members, fmt.Sprintf("method %s.%s%s", id, m.Obj().Name(), signature))
		}
	}
	return members
}

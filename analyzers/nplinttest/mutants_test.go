package nplinttest_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReportsAreTested takes each call that reports out of the code of passes, one at a time, and holds that the tests
// of the pass then fail. It is run by hand or by .ci/run, since it takes minutes, with the folders of passes in
// NPLINT_MUTANTS, "all" of them, or a folder and the one that its pass reports from:
//
//	NPLINT_MUTANTS="nubos/plan core/contract=internal/contract" go test -v -run ReportsAreTested ./analyzers/nplinttest
func TestReportsAreTested(t *testing.T) {
	wanted := strings.Fields(os.Getenv("NPLINT_MUTANTS"))
	if slices.Equal(wanted, []string{"all"}) {
		wanted = passFolders(t)
	}
	for _, pass := range wanted {
		pass, from, ok := strings.Cut(pass, "=")
		if from = filepath.Join("../..", from); !ok {
			from = filepath.Join("..", pass)
		}
		t.Run(pass, func(t *testing.T) { testReports(t, filepath.Join("..", pass), from) })
	}
}

// reportsFrom names the folders that the thin passes of the core report from.
var reportsFrom = map[string]string{"core/contract": "internal/contract", "core/suppression": "internal/suppress"}

// passFolders returns the folders below analyzers that hold proofs, as NPLINT_MUTANTS names them.
func passFolders(t *testing.T) []string {
	files, err := filepath.Glob("../*/*/proofs_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, file := range files {
		pass := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../")
		folders = append(folders, pass)
		if from := reportsFrom[pass]; from != "" {
			folders = append(folders, pass+"="+from)
		}
	}
	return folders
}

// testReports builds the tests of a pass with a switch at each report of a folder, and runs them once for each.
func testReports(t *testing.T, pass, from string) {
	dir := t.TempDir()
	overlay := map[string]string{}
	var places []string
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, found := withSwitches(t, file, len(places))
		if len(overlay) == 0 {
			text += "\nvar reportTakenOut, _ = syscall.Getenv(\"NPLINT_TAKEN_OUT\")\n"
			text = packageClause.ReplaceAllString(text, "$0\nimport \"syscall\"\n")
		}
		places = append(places, found...)
		overlay[absolute(t, file)] = filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(overlay[absolute(t, file)], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	replace, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), replace, 0o644); err != nil {
		t.Fatal(err)
	}
	var binaries []*exec.Cmd // the tests of the pass, and of what it reports from
	for _, folder := range slices.Compact([]string{pass, from}) {
		binary := filepath.Join(dir, fmt.Sprintf("%d.test", len(binaries)))
		build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o", binary, ".")
		build.Dir = folder
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		binaries = append(binaries, &exec.Cmd{Path: binary, Args: []string{binary, "-test.failfast"}, Dir: folder})
	}
	passes := func(takenOut string) bool {
		for _, c := range binaries {
			cmd := *c
			cmd.Env = append(os.Environ(), "NPLINT_TAKEN_OUT="+takenOut)
			if cmd.Run() != nil {
				return false
			}
		}
		return true
	}
	if !passes("") {
		t.Fatal("the tests fail as they are")
	}
	t.Logf("%d reports", len(places))
	for i, place := range places {
		if passes(fmt.Sprint(i + 1)) {
			t.Errorf("%s: no test misses this report", place)
		}
	}
}

var packageClause = regexp.MustCompile(`(?m)^package .*$`)

// withSwitches returns the text of a file in which each call that reports can be left out, and the places of these.
func withSwitches(t *testing.T, file string, before int) (text string, places []string) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	done := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			return true
		}
		start, end := set.Position(stmt.Pos()), set.Position(stmt.End())
		if !reporting.Match(src[start.Offset:end.Offset]) {
			return true
		}
		places = append(places, fmt.Sprintf("%s:%d", filepath.ToSlash(file), start.Line))
		fmt.Fprintf(&out, "%sif reportTakenOut != \"%d\" { %s }", src[done:start.Offset], before+len(places), src[start.Offset:end.Offset])
		done = end.Offset
		return false
	})
	out.Write(src[done:])
	return out.String(), places
}

// reporting is what a call that reports looks like, by the habits of our passes.
var reporting = regexp.MustCompile(`^([\w.]+\.)?([Rr]eport\w*\(|Fixf\(|say\(|add\((.*[fF]inding|f\)$))`)

func absolute(t *testing.T, file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

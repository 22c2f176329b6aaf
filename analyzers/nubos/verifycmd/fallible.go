package verifycmd

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// harmless are the commands that exit 0 whatever the state of the project.
var harmless = set("true : echo printf pwd date sleep")

// sinks are the commands that exit 0 whatever they read from a pipe.
var sinks = set("cat tail head tee wc sort uniq")

// strict is the options of the shell that let it stop where it would go on.
type strict struct {
	errexit, pipefail bool
}

// read takes the options that a script sets for itself.
func (s *strict) read(file *syntax.File) {
	syntax.Walk(file, func(node syntax.Node) bool {
		call, ok := node.(*syntax.CallExpr)
		if !ok || len(call.Args) < 2 || call.Args[0].Lit() != "set" {
			return true
		}
		for _, arg := range call.Args[1:] {
			word := arg.Lit()
			short := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--")
			s.errexit = s.errexit || word == "errexit" || short && strings.Contains(word, "e")
			s.pipefail = s.pipefail || word == "pipefail"
		}
		return true
	})
}

// canFail reports whether one of several statements may exit with anything but 0 and the shell tell so: of those on one
// line, the last one decides. The lines may be run one by one.
func (s *strict) canFail(stmts []*syntax.Stmt) bool {
	for i, stmt := range stmts {
		decides := s.errexit || i+1 == len(stmts) || stmt.End().Line() < stmts[i+1].Pos().Line()
		if decides && s.statement(stmt) {
			return true
		}
	}
	return false
}

func (s *strict) statement(stmt *syntax.Stmt) bool {
	switch node := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		return stmt.Negated || len(node.Args) == 0 || !isHarmless(node)
	case *syntax.Block:
		return stmt.Negated || s.canFail(node.Stmts)
	case *syntax.Subshell:
		return stmt.Negated || s.canFail(node.Stmts)
	case *syntax.BinaryCmd:
		switch node.Op {
		case syntax.OrStmt:
			return s.statement(node.X) && s.statement(node.Y)
		case syntax.Pipe, syntax.PipeAll:
			call, ok := node.Y.Cmd.(*syntax.CallExpr)
			sink := ok && len(call.Args) > 0 && sinks[call.Args[0].Lit()]
			return stmt.Negated || s.statement(node.Y) && !sink || s.pipefail && s.statement(node.X)
		}
		return s.statement(node.X) || s.statement(node.Y)
	}
	return true
}

// isHarmless reports whether a simple command exits 0. One that runs another to get its arguments is left aside.
func isHarmless(call *syntax.CallExpr) bool {
	name := call.Args[0].Lit()
	leaves := (name == "exit" || name == "return") && len(call.Args) == 2 && call.Args[1].Lit() == "0"
	if !harmless[name] && !leaves {
		return false
	}
	substitutes := false
	syntax.Walk(call, func(node syntax.Node) bool {
		_, is := node.(*syntax.CmdSubst)
		substitutes = substitutes || is
		return true
	})
	return !substitutes
}

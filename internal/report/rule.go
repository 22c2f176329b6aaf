package report

import (
	"path"
	"strings"
)

// CutContract splits the name of a rule in the artefacts of one contract, "decision/enum" or
// "team/decision/enum", into contract and rule. ok is false for a rule's id alone.
func CutContract(name string) (contract, id string, ok bool) {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return "", name, false
}

// Matches reports whether name, a rule's id or "contract/id", names the rule in artefacts of the kind.
func Matches(name, rule, kind string) bool {
	contract, id, qualified := CutContract(name)
	return id == rule && (!qualified || kind != "" && (contract == kind || contract == path.Base(kind)))
}

// Unjudged reports whether the findings of a rule say that something was not judged. They are never silent, whatever
// anybody sets.
func Unjudged(rule string) bool { return rule == "internal-error" || rule == "file-unreadable" }

// Suppressible reports whether findings of a rule can be suppressed at all. Who could suppress that something was not
// judged, or that a suppression does not work, would be told that all is well.
func Suppressible(rule string) bool {
	return !Unjudged(rule) && !strings.HasPrefix(rule, "suppression-")
}

// Baselinable reports whether a finding of a rule may be in a baseline. That something was not judged is never let
// stand.
func Baselinable(rule string) bool { return !Unjudged(rule) }

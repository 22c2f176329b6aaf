package plan

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// treeReader is a command whose result depends on files of the working tree that it is not told. `git log` reads only what is committed.
var treeReader = regexp.MustCompile(`(?i)\bupdate-docs\b|\bgit\s+(?:diff|status|ls-files)\b|\bfind\s+\S+\s+-newer\b|\bpre-commit\s+run\b|\bphpstan\s+analyse\b|\bpint\b|\beslint\b|\btsc\b`)

// parallel reports tasks that check the working tree while their siblings change it: the tasks of a slice run side by side.
func (j *judge) parallel() {
	for _, t := range j.plan.Tasks {
		verify := t.Part("verify")
		if verify == nil || t.Tag.Unclosed {
			continue
		}
		m := treeReader.FindStringIndex(verify.Text)
		if m == nil {
			continue
		}
		line := verify.Text[m[0]:]
		line, _, _ = strings.Cut(line, "\n")
		line, _, _ = strings.Cut(line, "</automated>")
		var others []string
		for _, other := range j.plan.Tasks {
			if other != t && !other.Tag.Unclosed && touches(line, other.Files) {
				others = append(others, other.Label())
			}
		}
		if len(others) == 0 {
			continue
		}
		names, change := document.AllOf(others), "changes"
		if len(others) > 1 {
			change = "change"
		}
		if len(others) > 5 {
			names = strings.Join(others[:5], ", ") + " and others"
		}
		j.report("parallel-task-implicit-dependency", verify.Open, at(t, "verify"), "task %s verifies with %s, which reads the whole working tree, while %s of the same slice %s files beside it: the result depends on which is faster. Move task %s to a later slice", t.Label(), document.Quote(verify.Text[m[0]:m[1]]), names, change, t.Label())
	}
}

// touches reports whether a command reads one of the files: it does, unless it names files of the tree and none of them is among these.
func touches(command string, files []project.Item) bool {
	if len(files) == 0 {
		return false
	}
	var named []string
	for _, word := range strings.Fields(command)[1:] {
		word = strings.Trim(word, "'\"`;")
		if !strings.HasPrefix(word, "-") && path.Ext(word) != "" && word != "." {
			named = append(named, path.Clean(word))
		}
	}
	return len(named) == 0 || slices.ContainsFunc(files, func(f project.Item) bool { return slices.Contains(named, path.Clean(f.Text)) })
}

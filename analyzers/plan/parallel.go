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
		named := j.named(line)
		var others []string
		for _, other := range j.plan.Tasks {
			if other != t && !other.Tag.Unclosed && touches(named, other.Files) {
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

// named returns the files and directories of the tree that a command names. A word without an extension is a directory if a task changes something
// in it.
func (j *judge) named(command string) []string {
	var paths []string
	for _, word := range strings.Fields(command)[1:] {
		word = path.Clean(strings.Trim(word, "'\"`;"))
		if strings.HasPrefix(word, "-") || word == "." {
			continue
		}
		inside := func(t *project.Task) bool { return touches([]string{word}, t.Files) }
		if path.Ext(word) != "" || slices.ContainsFunc(j.plan.Tasks, inside) {
			paths = append(paths, word)
		}
	}
	return paths
}

// touches reports whether one of the files is, or lies in, what a command names. A command that names nothing reads the whole tree.
func touches(named []string, files []project.Item) bool {
	return slices.ContainsFunc(files, func(f project.Item) bool {
		file := path.Clean(f.Text)
		return len(named) == 0 || slices.ContainsFunc(named, func(n string) bool { return file == n || strings.HasPrefix(file, n+"/") })
	})
}

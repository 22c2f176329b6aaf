package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

// treeReader is a command whose result depends on files of the working tree that it is not told. `git log` reads only
// what is committed.
var treeReader = rules.Lazy(`(?i)\bupdate-docs\b|\bgit\s+(?:diff|status|ls-files)\b|\bfind\s+\S+\s+-newer\b|\bpre-commit\s+run\b|\bphpstan\s+analyse\b|\bpint\b|\beslint\b|\btsc\b`)

// mayRead reports whether a text holds a name without which treeReader does not match.
func mayRead(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"update-docs", "git", "-newer", "pre-commit", "phpstan", "pint", "eslint",
		"tsc"},
		func(name string) bool { return strings.Contains(text, name) })
}

// parallel reports tasks that check the working tree while their siblings change it: the tasks of a slice run side by
// side.
func (j *artefact) parallel() {
	if len(j.plan.Tasks) < 2 {
		return
	}
	changes := map[string][]*model.Task{} // by path; "" is all tasks that change anything
	for _, t := range j.plan.Tasks {
		verify := t.Part("verify")
		if verify == nil || t.Tag.Unclosed {
			continue
		}
		if !mayRead(verify.Text) {
			continue
		}
		m := treeReader().FindStringIndex(verify.Text)
		if m == nil {
			continue
		}
		if len(changes) == 0 {
			changes = j.changes()
		}
		names := beside(t, verify.Text[m[0]:], changes)
		if names == "" {
			continue
		}
		change := "changes"
		if strings.Contains(names, " and ") {
			change = "change"
		}
		j.Reportf("parallel-task-implicit-dependency", verify.Open, t.At("verify"),
			"task %s verifies with %s, which reads the whole working tree, while %s of the same slice %s files beside "+
				"it: the result depends on which is faster. Move task %s to a later slice",
			t.Label(), document.Quote(verify.Text[m[0]:m[1]]), names, change, t.Label())
	}
}

// changes returns which tasks change a file, by its path and those of the directories above it.
func (j *artefact) changes() map[string][]*model.Task {
	changes := map[string][]*model.Task{}
	for _, t := range j.plan.Tasks {
		if t.Tag.Unclosed || len(t.Files) == 0 {
			continue
		}
		changes[""] = append(changes[""], t)
		for _, f := range t.Files {
			for name := path.Clean(f.Text); name != "." && name != "/" && !strings.HasSuffix(name, ".."); name = path.Dir(name) {
				if list := changes[name]; len(list) == 0 || list[len(list)-1] != t {
					changes[name] = append(list, t)
				}
			}
		}
	}
	return changes
}

// maxBeside is how many tasks that run beside another are named.
const maxBeside = 5

// settings are the endings of files that commands are told to go by, not to look at.
var settings = []string{".json", ".toml", ".yaml", ".yml", ".neon", ".xml", ".dist", ".ini", ".config", ".cfg"}

// named returns the files and directories that a command looks at, as far as it names them: what a task changes, and
// what looks like a file.
func named(command string, changes map[string][]*model.Task) []string {
	var paths []string
	for _, word := range strings.Fields(command)[1:] {
		word = path.Clean(strings.Trim(word, "'\"`;"))
		extension := path.Ext(word)
		letters := len(extension) > 1 && strings.Trim(extension[1:], "0123456789") != ""
		if !strings.HasPrefix(word, "-") && word != "." &&
			(changes[word] != nil || letters && !slices.Contains(settings, extension)) {
			paths = append(paths, word)
		}
	}
	return paths
}

// beside names the other tasks that change what a command reads: anything, or the files that it names. It returns ""
// if there are none.
func beside(t *model.Task, text string, changes map[string][]*model.Task) string {
	line, _, _ := strings.Cut(text, "\n")
	line, _, _ = strings.Cut(line, "</automated>")
	names := named(line, changes)
	if len(names) == 0 {
		names = []string{""}
	}
	var others []string
	for _, name := range names {
		for _, other := range changes[name] {
			if other == t || slices.Contains(others, other.Label()) {
				continue
			}
			if len(others) == maxBeside {
				return strings.Join(others, ", ") + " and others"
			}
			others = append(others, other.Label())
		}
	}
	return document.AllOf(others)
}

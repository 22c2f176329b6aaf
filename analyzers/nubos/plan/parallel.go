package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// treeReader is a command whose result depends on files of the working tree that it is not told. `git log` reads only
// what is committed.
var treeReader = memo.Regexp(`(?i)\b(?:update-docs|git\s+(?:diff|status|ls-files)|find\s+\S+\s+-newer|` +
	`pre-commit\s+run|phpstan\s+analyse|pint|eslint|tsc)\b`)

// parallel reports tasks that check the working tree while their siblings change it: the tasks of a slice run side by
// side.
func parallel(r *document.Reporter, tasks []*model.Task) {
	if len(tasks) < 2 {
		return
	}
	var by changes
	for _, t := range tasks {
		verify := t.Part("verify")
		if verify == nil || t.Tag.Unclosed {
			continue
		}
		m := treeReader().FindStringIndex(verify.Text)
		if m == nil {
			continue
		}
		if by == nil {
			by = changesOf(tasks)
		}
		names := by.beside(t, verify.Text[m[0]:])
		if names == "" {
			continue
		}
		change := "changes"
		if strings.Contains(names, " and ") {
			change = "change"
		}
		r.Reportf("parallel-task-implicit-dependency", verify.Open, t.At("verify"),
			"task %s verifies with %s, which reads the whole working tree, while %s of the same slice %s files beside "+
				"it: the result depends on which is faster. Move task %s to a later slice",
			t.Label(), document.Quote(verify.Text[m[0]:m[1]]), names, change, t.Label())
	}
}

// changes is which tasks change a file, by its path and those of the directories above it; "" is all that change any.
type changes map[string][]*model.Task

func changesOf(tasks []*model.Task) changes {
	by := changes{}
	for _, t := range tasks {
		if t.Tag.Unclosed || len(t.Files) == 0 {
			continue
		}
		by[""] = append(by[""], t)
		for _, f := range t.Files {
			name := path.Clean(f.Text)
			for name != "." && name != "/" && !strings.HasSuffix(name, "..") {
				by[name] = append(by[name], t)
				name = path.Dir(name)
			}
		}
	}
	return by
}

// maxBeside is how many tasks that run beside another are named.
const maxBeside = 5

// beside names the other tasks that change what a command reads: anything, or the files that it names. It returns ""
// if there are none.
func (by changes) beside(t *model.Task, text string) string {
	command, _, _ := strings.Cut(text, "\n")
	command, _, _ = strings.Cut(command, "</automated>")
	names := by.named(command)
	if len(names) == 0 {
		names = []string{""}
	}
	var others []string
	for _, name := range names {
		for _, other := range by[name] {
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

// settings are the endings of files that commands are told to go by, not to look at.
var settings = []string{".json", ".toml", ".yaml", ".yml", ".neon", ".xml", ".dist", ".ini", ".config", ".cfg"}

// named returns the files and directories that a command looks at, as far as it names them: what a task changes, and
// what looks like a file.
func (by changes) named(command string) (paths []string) {
	for _, word := range strings.Fields(command)[1:] {
		word = path.Clean(strings.Trim(word, "'\"`;"))
		extension := path.Ext(word)
		letters := strings.Trim(extension, ".0123456789") != ""
		if !strings.HasPrefix(word, "-") && word != "." &&
			(by[word] != nil || letters && !slices.Contains(settings, extension)) {
			paths = append(paths, word)
		}
	}
	return paths
}

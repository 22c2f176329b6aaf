package hook_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// life is a project as the programs of nubos-pilot leave it, stage by stage.
const life = "../../../shared/corpus/nubos-life/stages"

// TestLife writes each file that differs between two stages in the life of a project, in the order of their names, as
// the planner does, and the other way round: it hears nothing, for all that is missing meanwhile.
func TestLife(t *testing.T) {
	if _, err := os.Stat(life); err != nil {
		t.Skip("SKIPPED: ../shared/corpus/nubos-life is absent, so no planner's order was played")
	}
	for _, backwards := range []bool{false, true} {
		dir := stage(t)
		put(t, filepath.Join(dir, ".git", "HEAD"), nil)
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(life, "03-discussed"))); err != nil {
			t.Fatal(err)
		}
		written := 0
		for _, stage := range []string{"04-planned", "05-scaffolded"} {
			names := below(t, filepath.Join(life, stage))
			if backwards {
				slices.Reverse(names)
			}
			for _, name := range names {
				text, err := os.ReadFile(filepath.Join(life, stage, name))
				if err != nil {
					t.Fatal(err)
				}
				target := filepath.Join(dir, name)
				if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, text) {
					continue
				}
				written++
				put(t, target, text)
				if got, err := answer("claude-code", fmt.Sprintf(wrote, dir, target)); got != "" || err != nil {
					t.Errorf("%s: %s %v", name, got, err)
				}
			}
		}
		if written < 20 {
			t.Errorf("only %d files were written", written)
		}
	}
}

// below returns the files below a directory in the order of their names.
func below(t *testing.T, dir string) (names []string) {
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(file, dir+string(filepath.Separator)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

package hook_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what nplint really answers into fixtures/hook")

// scenes is where the scenes of the hosts are: fixtures/hook/HOST/NAME.txtar. A scene is steps, numbered from 0; each
// is files N/tree/PATH that are there from then on, paths N/gone that are not, an event N/event, and the answer
// N/answer, or silence. DIR in an event is the directory of the tree. A scene whose comment has the word `repository`
// is one of git, with the files of step 0 in its index, and with `committed` in its last commit too. `-update` writes the
// answers.
const scenes = "../../fixtures/hook"

func TestScenes(t *testing.T) {
	files, err := filepath.Glob(scenes + "/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scenes: %v", err)
	}
	for _, file := range files {
		host := filepath.Base(filepath.Dir(file))
		t.Run(host+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { play(t, host, file) })
	}
}

func play(t *testing.T, host, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := stage(t)
	parts := map[string][]byte{}
	for _, f := range archive.Files {
		parts[f.Name] = f.Data
	}
	var played []txtar.File
	for n := 0; hasStep(archive, n); n++ {
		at := fmt.Sprintf("%d/", n)
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, at) || f.Name == at+"answer" {
				continue
			}
			played = append(played, f)
			if name, ok := strings.CutPrefix(f.Name, at+"tree/"); ok {
				put(t, filepath.Join(dir, filepath.FromSlash(name)), f.Data)
			}
		}
		for _, name := range strings.Fields(string(parts[at+"gone"])) {
			if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
				t.Fatal(err)
			}
		}
		if n == 0 && strings.Contains(string(archive.Comment), "`repository`") {
			git(t, dir, "init", "-q")
			git(t, dir, "add", "-A")
			if strings.Contains(string(archive.Comment), "`committed`") {
				git(t, dir, "-c", "user.name=ada", "-c", "user.email=ada@example.com", "commit", "-q", "--no-gpg-sign", "-m", "x")
			}
		}
		event, ok := parts[at+"event"]
		if !ok {
			continue
		}
		got, err := answer(host, strings.ReplaceAll(string(event), "DIR", filepath.ToSlash(dir)))
		if err != nil {
			t.Fatalf("step %d: %v", n, err)
		}
		if got != "" {
			played = append(played, txtar.File{Name: at + "answer", Data: []byte(got)})
		}
		if want := string(parts[at+"answer"]); got != want && !*update {
			t.Errorf("step %d answers\n%s\nand is to answer\n%s", n, got, want)
		}
	}
	if *update {
		archive.Files = played
		put(t, file, txtar.Format(archive))
	}
}

func hasStep(archive *txtar.Archive, n int) bool {
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, fmt.Sprintf("%d/", n)) {
			return true
		}
	}
	return false
}

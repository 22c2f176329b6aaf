package describe

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/internal/scratch"
	"github.com/nplint/nplint/rules"
)

// TestTold holds what people and agents are told of contracts.
func TestTold(t *testing.T) {
	const name = "told.txtar"
	archive, err := txtar.ParseFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	told := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if path.Ext(f.Name) != ".toml" {
			continue
		}
		c, err := rules.ParseContract(f.Name, string(f.Data), nil)
		if err != nil {
			t.Fatal(err)
		}
		prompt, err := Prompt(c)
		if err != nil {
			t.Fatal(err)
		}
		told.Files = append(told.Files, f, txtar.File{Name: f.Name + ": prompt", Data: []byte(prompt)})
		var keys strings.Builder
		for _, front := range []bool{true, false} {
			for _, place := range []string{"", "list [] []", "map any", "ref again again", "name", "nowhere"} {
				all := strings.Fields(place)
				for _, k := range KeysAt(c, front, all, func(name string) bool { return name != "next" }) {
					keys.WriteString(strings.Join(append(all, k.Text(c)), ".") + "\n")
				}
			}
		}
		told.Files = append(told.Files, txtar.File{Name: f.Name + ": keys", Data: []byte(keys.String())})
	}
	scratch.Golden(t, name, string(txtar.Format(told)))
}

// TestMany holds that the table of keys ends before it is said that there are more.
func TestMany(t *testing.T) {
	text := "kind = 'team/many'\ntitle = 'Many'\npaths = ['*.md']\n[frontmatter]\nforbidden.secret = 'it is public'\n[frontmatter.properties]\n"
	for i := range maxRows + 1 {
		text += fmt.Sprintf("k%d = { type = 'string' }\n", i)
	}
	c, err := rules.ParseContract("many.toml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	prompt, err := Prompt(c)
	if err != nil {
		t.Fatal(err)
	}
	const end = "| `k500` | no | string |\n| `secret` | forbidden | it is public |\n\nThe contract says of more keys.\n"
	if !strings.Contains(prompt, end) {
		t.Errorf("the prompt has no %s", end)
	}
}

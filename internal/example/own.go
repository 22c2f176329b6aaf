package example

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/rules"
)

// placeholder is a name in braces of a path pattern.
var placeholder = memo.Regexp(`\{[^}]*\}`)

// In returns the example in a contract as a case, or nil if there is none.
func In(c *rules.Contract) (*Case, error) {
	body, err := c.Body()
	if err != nil || body.Example.Text == "" {
		return nil, err
	}
	pattern := slices.Concat(c.Paths, c.Names)[0]
	file := strings.NewReplacer("**/", "", "*", "1").Replace(placeholder().ReplaceAllString(pattern, "1"))
	text := strings.TrimPrefix(body.Example.Text, "\n")
	return &Case{Name: "[example]", Kind: c.Kind, Files: []txtar.File{{Name: file, Data: []byte(text)}}}, nil
}

// Strays returns the archives in the folders of a user's contracts that lie beside none of these, so that nobody runs them.
func Strays(config *nplint.Config, known map[string]*rules.Contract) (strays []string, err error) {
	run := map[string]bool{}
	for _, c := range known {
		run[strings.TrimSuffix(c.File, ".toml")+".txtar"] = true
	}
	root, err := os.OpenRoot(config.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, dir := range config.ContractDirs {
		folders := []string{dir}
		if config.IsPack(dir) {
			folders = append(folders, path.Join(dir, "kinds"))
		}
		for _, folder := range folders {
			entries, err := fs.ReadDir(root.FS(), path.Clean(filepath.ToSlash(folder)))
			if err != nil && folder == dir {
				return nil, err
			}
			for _, e := range entries {
				if name := path.Join(folder, e.Name()); path.Ext(name) == ".txtar" && !run[name] {
					strays = append(strays, name)
				}
			}
		}
	}
	return strays, nil
}

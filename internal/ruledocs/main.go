// Command ruledocs writes docs/rules: for each pack an index of its rules by the kinds that they look at. It knows the
// catalogue of rules and the packs, and no pack by its name.
package main

import (
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/rules"
)

//go:generate go run .

// dir is where the indexes lie, as seen from here.
const dir = "../../docs/rules"

func main() {
	log.SetFlags(0)
	indexes := indexes()
	for name, text := range indexes {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	for _, name := range strays(indexes) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			log.Fatal(err)
		}
	}
}

// strays returns the names of indexes in dir that are of no pack any more.
func strays(indexes map[string]string) (names []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, file := range files {
		if name := filepath.Base(file); indexes[name] == "" {
			names = append(names, name)
		}
	}
	return names
}

// indexes returns the index of every pack that has rules, by its file name.
func indexes() map[string]string {
	byPack := map[string][]*rules.Rule{}
	for _, rule := range rules.All() {
		byPack[rule.Pack] = append(byPack[rule.Pack], rule)
	}
	titles := map[string]string{} // by kind
	for _, pack := range rules.Packs() {
		for _, contract := range pack.Contracts {
			titles[contract.Kind] = contract.Title
		}
	}
	indexes := map[string]string{}
	for pack, all := range byPack {
		indexes[pack+".md"] = index(pack, all, titles)
	}
	return indexes
}

// index returns the page of one pack. A rule that looks at several kinds stands below each of them.
func index(pack string, all []*rules.Rule, titles map[string]string) string {
	byKind := map[string][]*rules.Rule{}
	for _, rule := range all {
		for _, kind := range rule.Kinds {
			byKind[kind] = append(byKind[kind], rule)
		}
		if len(rule.Kinds) == 0 {
			byKind[""] = append(byKind[""], rule)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!-- Written by `go generate ./...` from the rule pages. -->\n\n# Rules of the pack %s\n\n", pack)
	fmt.Fprintf(&b, "%d rules, by the kinds of files that they look at. `nplint explain RULE` prints the page of one.\n", len(all))
	kinds := make([]string, 0, len(byKind))
	for kind := range byKind {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		b.WriteString("\n## " + heading(kind, titles[kind]) + "\n\n| rule | severity | fix | what is wrong |\n|---|---|---|---|\n")
		for _, rule := range byKind[kind] {
			fmt.Fprintf(&b, "| [`%s`](%s) | %s | %s | %s |\n", rule.ID, path.Join("../../rules", rule.File()), rule.Severity, rule.Fix,
				strings.ReplaceAll(rule.Title, "|", `\|`))
		}
	}
	return b.String()
}

func heading(kind, title string) string {
	switch {
	case kind == "":
		return "Any artefact"
	case title == "":
		return fmt.Sprintf("`%s`", kind)
	}
	return fmt.Sprintf("`%s`: %s", kind, title)
}

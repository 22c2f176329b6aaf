// Command ruledocs writes docs/rules: for each pack an index of its rules by the kinds that they look at, indexes of
// all by their tags and fixes, and a page that leads to all of these. It knows the catalogue of rules and the packs,
// and no pack by its name.
package main

import (
	"fmt"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/nplint/nplint/rules"
)

//go:generate go run .
//go:generate go test ../../cmd/cli -run TestSchemas -update
//go:generate go test ../.. -run TestVSCode -update

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
	indexes := map[string]string{
		"tags.md": lists("Rules by tag", "Tags choose rules, too: `nplint --only agent`, `--disable agent`.", tagsOf),
		"fixes.md": lists("Rules by fix", "What a [safe fix](../fixes.md) is, and an unsafe one. "+
			"`nplint rules --fix safe` lists those with their titles.", func(rule *rules.Rule) []string { return []string{rule.Fix} }),
	}
	var overview strings.Builder
	const intro = "%s# Rules\n\n%d rules, by [tag](tags.md), by [fix](fixes.md), and by the packs and the kinds of files " +
		"that they look at.\n`nplint rules` lists them, and `nplint explain` prints the page of one, or finds it by a " +
		"word.\n"
	fmt.Fprintf(&overview, intro, written, len(rules.All()))
	for _, pack := range slices.Sorted(maps.Keys(byPack)) {
		var headings []string
		indexes[pack+".md"], headings = index(pack, byPack[pack], titles)
		fmt.Fprintf(&overview, "\n## [%s](%s.md)\n\n", pack, pack)
		for _, heading := range headings {
			fmt.Fprintf(&overview, "- [%s](%s.md#%s)\n", heading, pack, anchor(heading))
		}
	}
	indexes["README.md"] = overview.String()
	return indexes
}

// written stands at the top of each page.
const written = "<!-- Written by `go generate ./...` from the rule pages. -->\n\n"

func tagsOf(rule *rules.Rule) []string { return rule.Tags }

// lists returns a page that lists rules below each word that is said of them.
func lists(title, intro string, words func(*rules.Rule) []string) string {
	byWord := map[string][]string{}
	for _, rule := range rules.All() {
		for _, word := range words(rule) {
			byWord[word] = append(byWord[word], fmt.Sprintf("[`%s`](%s)", rule.ID, pageOf(rule)))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n%s\n", written, title, intro)
	for _, word := range slices.Sorted(maps.Keys(byWord)) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", word, strings.Join(byWord[word], ",\n"))
	}
	return b.String()
}

// pageOf returns the page of a rule as seen from an index.
func pageOf(rule *rules.Rule) string { return path.Join("../../rules", rule.File()) }

// anchor returns the name under which GitHub addresses a heading.
func anchor(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}
	return strings.Map(keep, heading)
}

// index returns the page of one pack and its headings. A rule that looks at several kinds stands below each of them.
func index(pack string, all []*rules.Rule, titles map[string]string) (text string, headings []string) {
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
	fmt.Fprintf(&b, "%s# Rules of the pack %s\n\n", written, pack)
	fmt.Fprintf(&b,
		"%d rules, by the kinds of files that they look at. `nplint explain RULE` prints the page of one.\n", len(all))
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		headings = append(headings, heading(kind, titles[kind]))
		b.WriteString("\n## " + headings[len(headings)-1] + "\n\n| rule | severity | fix | what is wrong |\n|---|---|---|---|\n")
		for _, rule := range byKind[kind] {
			fmt.Fprintf(&b, "| [`%s`](%s) | %s | %s | %s |\n", rule.ID, pageOf(rule), rule.Severity, rule.Fix,
				strings.ReplaceAll(rule.Title, "|", `\|`))
		}
	}
	return b.String(), headings
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

package cli

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// TestManualConfiguration loads every configuration in the manual, and holds that all keys have their section.
func TestManualConfiguration(t *testing.T) {
	manual := read(t, "docs/configuration.md")
	inRepository(t)
	writeFile(t, "base.toml", "version = 1\n")
	writeFile(t, "project/contracts/README", "")
	for _, block := range manual.fences("toml") {
		writeFile(t, "project/.nplint.toml", block)
		if _, err := nplint.LoadConfig("project/.nplint.toml", nil); err != nil {
			t.Errorf("%v in\n%s", err, block)
		}
	}
	type schema struct {
		Properties map[string]schema
		Items      *schema
	}
	var top schema
	if err := json.Unmarshal(nplint.ConfigSchema(nil), &top); err != nil {
		t.Fatal(err)
	}
	for key, s := range top.Properties {
		if isPack(key) {
			key = "Editions"
		}
		section := manual.section("## " + key)
		if section == "" {
			t.Errorf("the key %s has no section", key)
		}
		if s.Items != nil {
			s = *s.Items
		}
		for inner := range s.Properties {
			if key != "rules" && !strings.Contains(section, "`"+inner+"`") {
				t.Errorf("the section %s does not name %s", key, inner)
			}
		}
	}
}

func isPack(name string) bool {
	return slices.ContainsFunc(rules.Packs(), func(p *rules.Pack) bool { return p.Name == name })
}

// TestManualContracts loads every contract in the manual, and holds that all keys of a contract stand in its tables.
func TestManualContracts(t *testing.T) {
	manual := read(t, "docs/contracts.md")
	inRepository(t)
	writeFile(t, ".nplint.toml", "version = 1\ncontracts.dirs = [\"contracts\"]\n")
	for _, block := range manual.fences("toml") {
		if !strings.HasPrefix(block, "kind") {
			block = "kind = \"team/example\"\npaths = [\"examples/*.md\"]\n" + block
		}
		writeFile(t, "contracts/example.toml", block)
		if text, status := output("contract", "list"); status != exitClean {
			t.Errorf("%s in\n%s", text, block)
		}
	}
	checkKeys(t, manual, "## The head", reflect.TypeFor[rules.Contract]())
	for _, f := range reflect.VisibleFields(reflect.TypeFor[rules.Body]()) {
		name := f.Tag.Get("json")
		switch {
		case name == "-":
		case name == "ids" || name == "references":
			of := f.Type
			if of.Kind() == reflect.Slice {
				of = of.Elem()
			}
			checkKeys(t, manual, map[string]string{"ids": "### `[ids]`", "references": "### `[[references]]`"}[name], of)
		case f.Type.Kind() == reflect.Slice:
			checkKeys(t, manual, "## `[["+name+"]]`", f.Type.Elem())
		case f.Type.Kind() == reflect.Struct:
			checkKeys(t, manual, "## `["+name+"]`", f.Type)
		case manual.section("## `["+name+"]`") == "":
			t.Errorf("the table [%s] has no section", name)
		}
	}
}

// TestManualPacks holds that all keys of a pack and of a rule page are in the manual.
func TestManualPacks(t *testing.T) {
	manual := read(t, "docs/packs.md")
	checkKeys(t, manual, "### pack.toml", reflect.TypeFor[rules.Pack]())
	for _, f := range reflect.VisibleFields(reflect.TypeFor[rules.Rule]()) {
		key := strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(f.Name, "$1-$2"))
		switch {
		case !f.IsExported(), f.Name == "Pack", f.Name == "Why", f.Name == "Excerpt":
			continue // the page's place and body
		case f.Name == "Options":
			key = "option.NAME"
		}
		if !strings.Contains(manual.section("### A page"), "\n| `"+key+"` |") {
			t.Errorf("docs/packs.md does not tell the key %s of a page", key)
		}
	}
}

// checkKeys holds that a section of a page has a row for every key of a struct, and a section of its own for every
// table below it.
func checkKeys(t *testing.T, p page, heading string, of reflect.Type) {
	t.Helper()
	section := p.section(heading)
	for _, f := range reflect.VisibleFields(of) {
		name := f.Tag.Get("json")
		if name == "-" || !f.IsExported() {
			continue
		}
		if !strings.Contains(section, "\n| `"+name+"` |") {
			t.Errorf("%s: the section %q has no row for the key %s", p.name, heading, name)
		}
		if f.Type.Kind() == reflect.Map && f.Type.Elem().Kind() == reflect.Struct {
			table := strings.Trim(heading, "#` []")
			checkKeys(t, p, "### `["+table+"."+name+"]`", f.Type.Elem())
		}
	}
}

// TestManualFields holds that every field of the JSON output is in the manual, below the one that holds it.
func TestManualFields(t *testing.T) {
	manual := read(t, "docs/output.md").section("## json")
	inRepository(t)
	text, _ := output("--quiet", "--output", "json")
	var report map[string]any
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	named := func(name string) bool { return strings.Contains(manual, "`"+name+"`") }
	for key, value := range report {
		inner, _ := value.(map[string]any)
		if !named(key) && len(inner) == 0 {
			t.Errorf("the manual does not name %s", key)
		}
		for name := range inner {
			if !named(key + "." + name) {
				t.Errorf("the manual does not name %s.%s", key, name)
			}
		}
	}
	seen := map[reflect.Type]bool{}
	var walk func(parent string, of reflect.Type)
	walk = func(parent string, of reflect.Type) {
		if of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "-" && !named(parent+"."+name) && !named(parent+"[]."+name) {
				t.Errorf("the manual does not name %s.%s", parent, name)
			}
			walk(name, f.Type)
		}
	}
	walk("findings", reflect.TypeFor[nplint.Finding]())
	walk("summary", reflect.TypeFor[nplint.Summary]())
}

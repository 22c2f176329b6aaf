package data

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTOMLPlain holds what is read without the library against it: tables that are made in any order, values and keys
// of any form, and the packs.
func TestTOMLPlain(t *testing.T) {
	texts := slices.Concat(tomlTables(4), tomlValues(), tomlKeys())
	files, err := filepath.Glob("../../../rules/*/*/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no contracts: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		holdTOML(t, []byte(text))
	}
}

// tomlTables returns all texts of so many lines that make tables.
func tomlTables(count int) []string {
	texts := []string{""}
	for range count {
		var longer []string
		for _, text := range texts {
			for _, line := range []string{"[a]", "[a.b]", "[a.b.c]", "[[a]]", "[[a.b]]", "a = 1", "a.b = 1", "b.c = 1", "b.c.d = 1", "b = {c = 1}", "a = [{b = 1}]"} {
				longer = append(longer, text+line+"\n")
			}
		}
		texts = longer
	}
	return texts
}

func tomlValues() (texts []string) {
	for _, value := range []string{
		"", "true", "True", "0", "-0", "00", "01", "-1", "+1", "--1", "1 2", "1_0", "1.5", "12345678901", "inf", "0x1", "1979-05-27", "07:32:00",
		"''", "'a' 'b'", "'a", "'''", "''''''", "'''a''''", "'''a'''''", "'''\n\na'''", "'''a\nb'''", "'a\nb'", "'''a", "'''a''",
		`""`, `"\""`, `"a\tb"`, `"""a\"""`, `"""a\""""`, `"""a"b"""`, `'\'`, `'''\'''`, "\"a\x7f\"", "'a\tb'", "'a\rb'", "'\uFEFF'", "'\u0085'",
		"[]", "[,]", "[1,]", "[1,,2]", "[1 2]", "[1, 'a', [true]]", "[1]]", "[{a = 1}, {b = 2}]",
		"{}", "{,}", "{a = 1,}", "{a = 1, b = 2}", "{a = 1 b = 2}", "{a = 1\n}", "{\na = 1}", "{a = [1,\n2]}", "{a = 1, a = 2}", "{a = 1", "{a}",
		"{a.b = 1, a.c = 2}", "{a.b = 1, a.b.c = 2}", "{a = {b = 1}, a.c = 2}",
		"1\r", "1 # \x01", "1 # é\u0085", "1 x = 2", "'x' y = 2", "{} z = 1", "[] # x\n[a] b = 1",
	} {
		for _, text := range []string{"k = ~\n", "k=~", "k = [~]\n", "k = { a = ~ }\n", "k = [ # c\n ~ , # c\n]", "'k' = ~\nb = 1"} {
			texts = append(texts, strings.Replace(text, "~", value, 1))
		}
	}
	return texts
}

func tomlKeys() (texts []string) {
	for _, key := range []string{"", "é", "a b", "a'b", `'a`, `"a\u0041"`, "'a\n'", "'''a'''", `"""a"""`, "a . b", "a..b", ".a", "a.", "-_9", "a\n", "\uFEFFa", "''", "a.''"} {
		for _, text := range []string{"~ = 1", "[~]", "[[~]]", "[[~] ]", "[ ~ ] x", "[~]\n[a]\n[~]", "k = {~ = 1}"} {
			texts = append(texts, strings.ReplaceAll(text, "~", key))
		}
	}
	return texts
}

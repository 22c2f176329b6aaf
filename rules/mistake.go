package rules

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// The keys of a contract: at its top, and in its tables. The TOML library takes them in any case, and then one of two would win by chance.
var (
	topKeys   = sync.OnceValue(func() []string { return keysOf(contractFile{}, Contract{}, Body{}) })
	tableKeys = sync.OnceValue(func() []string {
		return keysOf(Invariant{}, Section{}, Text{}, Block{}, Field{}, Element{}, Tags{}, Example{})
	})
)

// keysOf returns the keys of the tables that values of these types are decoded from.
func keysOf(tables ...any) []string {
	var keys []string
	for _, table := range tables {
		fields := reflect.TypeOf(table)
		for i := range fields.NumField() {
			if key := fields.Field(i).Tag.Get("toml"); key != "" && key != "-" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// inexactKey returns the first key that is not written exactly as it should be, or nil.
func inexactKey(md toml.MetaData) toml.Key {
	for _, key := range md.Keys() {
		switch {
		case !slices.Contains(topKeys(), key[0]):
			return key[:1]
		case key[0] == "frontmatter" || key[0] == "data" || key[0] == "codes":
		case len(key) > 1 && !slices.Contains(tableKeys(), key[1]):
			return key[:2]
		case len(key) > 3 && !slices.Contains(tableKeys(), key[3]): // behind the name of a field
			return key[:4]
		}
	}
	return nil
}

// unknownKey is the error about a key that a contract cannot have where it stands.
func unknownKey(file, text string, key toml.Key) error {
	known := topKeys()
	if len(key) > 1 {
		known = tableKeys()
	}
	return fmt.Errorf("%s:%d: unknown key %q%s", file, KeyLine(text, key...), key.String(), DidYouMean(key[len(key)-1], known))
}

// tomlError gives an error of the TOML library the file and the line.
func tomlError(file string, err error) error {
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d: %s", file, max(1, parse.Position.Line), parse.Message)
	}
	// The library tells the line of a value of the wrong type only in words.
	if m := typeErrorLine().FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s:%s: %s", file, m[1], m[2])
	}
	return fmt.Errorf("%s:1: %w", file, err)
}

var typeErrorLine = Lazy(`(?s)line (\d+)[^:]*: (.*)`)

// place is an error about the value of a key, whose line is found by lineOf.
type place struct {
	key, value string
	err        error
}

func (p *place) Error() string { return p.err.Error() }

// lineOf puts before an error the line that its place has in a contract, or 1.
func lineOf(text string, err error) error {
	var p *place
	line := 1
	if errors.As(err, &p) {
		for i, l := range strings.Split(text, "\n") {
			name, rest, _ := strings.Cut(strings.TrimSpace(l), "=")
			if name = strings.TrimSpace(name); (name == p.key || name == "["+p.key+"]" || name == "[["+p.key+"]]") && strings.Contains(rest, p.value) {
				line = i + 1
				break
			}
		}
	}
	return fmt.Errorf("%d: %w", line, err)
}

// KeyLine returns the line (from 1) in a TOML text that holds the given key, or the nearest table around it, or 1. It is
// good enough to point a person to a mistake: of arrays of tables it finds the first with the key.
func KeyLine(text string, key ...string) int {
	found, table := 1, ""
	want := strings.Join(key[:len(key)-1], ".")
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = strings.ReplaceAll(strings.Trim(strings.SplitN(line, "#", 2)[0], "[] \t"), `"`, "")
			if table == strings.Join(key, ".") {
				return i + 1
			}
			if table == want {
				found = i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		name = strings.Trim(strings.TrimSpace(name), `"'`)
		switch {
		case !ok:
		case table == want && name == key[len(key)-1]:
			return i + 1
		case len(key) > 1 && strings.Contains(line, key[len(key)-1]) && (table+"."+name == want || table == "" && name == want):
			return i + 1
		}
	}
	return found
}

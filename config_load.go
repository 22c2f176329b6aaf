package nplint

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/rules"
)

// LoadConfig reads a configuration file and those that it extends, strictly: an unknown key, rule, pack or contract, a value of a wrong
// type, a glob that cannot match and a directory that is not there are mistakes. It returns all of them joined, each as one line
// "file:line: sentence" with the file as it was given, or "file: sentence" if the file cannot be read as text. It may speak of the known
// rules; nil is the built-in ones.
//
// If the file names directories with contracts, a rule may be configured for a contract that is not known yet; the caller holds those
// against the contracts with CheckContracts.
func LoadConfig(file string, known *rules.Catalogue) (*Config, error) {
	c, err := loadFile(file, known)
	if err == nil && len(c.ContractDirs) == 0 {
		err = c.CheckContracts(nil)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// loadFile is LoadConfig, but for the contracts that are not known yet.
func loadFile(file string, known *rules.Catalogue) (*Config, error) {
	text, err := readConfig(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", escape(file), err)
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", escape(file), err)
	}
	c := DefaultConfig()
	c.File, c.Dir, c.name, c.known = absolute, filepath.Dir(absolute), file, known
	l := &configLoader{config: c}
	if top := repositoryOf(c.Dir); top != "" {
		l.limit = realPath(top)
	}
	if err := l.apply(file, text); err != nil {
		return nil, err
	}
	return c, nil
}

// readConfig returns the content of a regular file of at most maxConfigSize bytes.
func readConfig(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", unreadable(err)
	case info.IsDir():
		return "", errors.New("is a directory; the configuration is a file")
	case !info.Mode().IsRegular():
		return "", errors.New("is not a regular file")
	}
	f, err := os.Open(file)
	if err != nil {
		return "", unreadable(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfigSize+1))
	if err != nil {
		return "", unreadable(err)
	}
	if len(text) > maxConfigSize {
		return "", fmt.Errorf("is larger than %s: no configuration needs that", formatSize(maxConfigSize))
	}
	return string(text), nil
}

func unreadable(err error) error { return fmt.Errorf("cannot be read: %w", reason(err)) }

// joined returns problems in the order of their places as one error, or nil.
func joined(problems []problem) error {
	slices.SortFunc(problems, func(a, b problem) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, strings.Compare(a.text, b.text))
	})
	var errs []error
	for _, p := range problems {
		errs = append(errs, fmt.Errorf("%s: %s", p.place, p.text))
	}
	return errors.Join(errs...)
}

// configFile is the content of a configuration file.
type configFile struct {
	name  string
	doc   map[string]any
	lines map[string]int // see keyLines
}

// place returns the place of a key or an element in the file.
func (f *configFile) place(at string) place { return place{f.name, f.lines[at]} }

// decode reads TOML. A file with problems has no content.
func decode(name, text string) (*configFile, []problem) {
	f := &configFile{name: name}
	for i, r := range text {
		if r == 0 || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return f, []problem{{place{name, 1 + strings.Count(text[:i], "\n")}, "is not UTF-8 text: there is the byte " + fmt.Sprintf("0x%02X", text[i])}}
		}
	}
	var deep int
	if f.lines, deep = keyLines(text); deep > 0 {
		return f, []problem{{place{name, deep}, fmt.Sprintf("is nested more than %d levels deep", maxDepth)}}
	}
	var doc map[string]any
	if _, err := toml.Decode(text, &doc); err != nil {
		line, message := 1, err.Error()
		if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
			line, message = syntax.Position.Line, syntax.Message
		}
		return f, []problem{{place{name, line}, "is not TOML: " + escape(message)}}
	}
	f.doc = doc
	return f, nil
}

// parse reads a configuration file without setting anything, or returns what is wrong with it. base says that it is read for a file that
// extends it, which may name the directories of contracts.
func (c *Config) parse(name, text string, base bool) (*configFile, []problem) {
	f, problems := decode(name, text)
	if len(problems) > 0 {
		return nil, problems
	}
	contracts, _ := f.doc["contracts"].(map[string]any)
	own := base || len(items(contracts["dirs"])) > 0 || len(items(f.doc["extends"])) > 0
	r := &configReader{known: c.known, file: configShape(c.known), name: name, dir: c.Dir, lines: f.lines, own: own}
	r.value(r.file, f.doc, "", 1)
	if _, ok := f.doc["root"]; ok && base {
		r.add(r.lineOf("root", 1), "", "root says that no configuration above counts, which only the file that is found there can say; move it into that file")
	}
	return f, r.problems
}

package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
)

// Load reads a configuration file and those that it extends, strictly: an unknown key, rule, pack or contract, a
// value of a wrong type, a glob that cannot match and a directory that is not there are mistakes. It returns all of
// them joined, each as one line "file:line: sentence" with the file as it was given, or "file: sentence" if the file
// cannot be read as text. It may speak of the known rules; nil is the built-in ones.
//
// If the file names directories with contracts, a rule may be configured for a contract that is not known yet; the
// caller holds those against the contracts with CheckContracts.
func Load(file string, known Known) (*Config, error) {
	c, err := loadFile(file, "", known, &around{})
	if err == nil && len(c.ContractDirs) == 0 {
		err = c.CheckContracts(nil)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// loadFile is Load of a file that is named relative to a directory, "" for that of the process, but for the contracts
// that are not known yet.
func loadFile(file, dir string, known Known, at *around) (*Config, error) {
	absolute, err := absoluteIn(dir, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mistake.Escape(file), err)
	}
	text, err := readConfig(absolute)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mistake.Escape(file), err)
	}
	c := Default(known)
	c.File, c.Dir, c.name = absolute, filepath.Dir(absolute), file
	c.real = at.links.Free(c.Dir)
	l := &configLoader{config: c, workDir: dir, around: at, limit: at.project(c.Dir)}
	if err := l.apply(file, text); err != nil {
		return nil, err
	}
	c.bytes = len(text) + l.bytes
	return c, checkGlobs(c)
}

// absoluteIn returns the absolute path of a file that is named relative to a directory, "" for that of the process.
func absoluteIn(dir, file string) (string, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	return filepath.Abs(file)
}

// linkedOut says what is wrong with a configuration that was found, and not named: a link takes it from outside of the
// project, or from what git keeps for itself, where others would read in messages what is there.
func linkedOut(file string, at *around) error {
	real, err := at.links.Real(file)
	if err != nil {
		return nil // reading it says why
	}
	if paths.Holds(at.project(filepath.Dir(file)), real) {
		return nil
	}
	return errors.New("a link leads out of the project, and what lies there says nothing here; " +
		"copy the file into the project, or name it with --config")
}

// readConfig returns the content of a regular file of at most maxConfigSize bytes.
func readConfig(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", mistake.Unreadable(err)
	case info.IsDir():
		return "", errors.New("is a directory; the configuration is a file")
	case !info.Mode().IsRegular():
		return "", errors.New("is not a regular file")
	}
	text, err := files.ReadFile(file, maxConfigSize)
	var large *files.TooLarge
	switch {
	case errors.As(err, &large):
		return "", fmt.Errorf("is larger than %s: no configuration needs that", formatSize(maxConfigSize))
	case err != nil:
		return "", mistake.Unreadable(err)
	}
	return string(text), nil
}

// configFile is the content of a configuration file.
type configFile struct {
	name  string
	doc   map[string]any
	lines map[string]int // see keyLines
}

// place returns the place of a key or an element in the file.
func (f *configFile) place(at string) mistake.Place {
	return mistake.Place{File: f.name, Line: f.lines[at]}
}

// decode reads TOML. A file with problems has no content.
func decode(name, text string) (*configFile, []mistake.Mistake) {
	f := &configFile{name: name, lines: map[string]int{}}
	src := []byte(text)
	lines, data := document.NewLines(src), document.ParseTOML(src)
	if data.Fault != nil {
		line, _ := lines.Position(data.Fault.Span.Start)
		return f, []mistake.Mistake{{Place: mistake.Place{File: name, Line: line}, Text: mistake.Escape(data.Fault.Message)}}
	}
	f.doc = document.TOMLValue(data.Root).(map[string]any)
	keyLines(f.lines, lines, data.Root, "")
	return f, nil
}

// parse reads a configuration file without setting anything, and makes the packs known whose folders it names. It
// returns what keeps it from being read.
func parse(c *Config, name, text string) (*configFile, []mistake.Mistake) {
	f, problems := decode(name, text)
	if len(problems) > 0 {
		return nil, problems
	}
	contracts, _ := f.doc["contracts"].(map[string]any)
	if err := loadPacks(c, items(contracts["dirs"])); err != nil {
		return nil, []mistake.Mistake{{Place: f.place("contracts.dirs"), Text: err.Error()}}
	}
	return f, nil
}

// reader returns what reads the values of a file, which may name rules of all packs that are known by now.
func (f *configFile) reader(c *Config) *configReader {
	return &configReader{configFile: f, known: c.known, shape: configShape(c.known, false), dir: c.Dir}
}

// checkBases returns what is wrong with what a file extends.
func (f *configFile) checkBases(c *Config) []mistake.Mistake {
	bases, ok := f.doc["extends"]
	if !ok {
		return nil // most files extend none, and the shape of all keys need not be made for them
	}
	r := f.reader(c)
	r.value(r.shape.Properties["extends"], bases, "extends")
	return r.problems
}

// check returns what is wrong with a file. base says that it is read for a file that extends it, which may name the
// directories of contracts.
func (f *configFile) check(c *Config, base bool) []mistake.Mistake {
	r := f.reader(c)
	contracts, _ := f.doc["contracts"].(map[string]any)
	r.own = base || len(items(contracts["dirs"])) > 0 || len(items(f.doc["extends"])) > 0
	r.value(r.shape, f.doc, "")
	if _, ok := f.doc["root"]; ok && base {
		const text = "root says that no configuration above counts, " +
			"which only the file that is found there can say; move it into that file"
		r.problems = append(r.problems, mistake.Mistake{Place: f.place("root"), Text: text})
	}
	return r.problems
}

package nplint

import (
	"bytes"
	"fmt"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// idle is an entry of a configuration that does nothing.
type idle struct {
	file    string // relative to the base
	line    int    // from 1
	at      string // the key
	rule    string
	message string
}

// idleFinder looks through the configurations whose whole directory was linted: of the others one cannot know what they are good for. What
// files say that others extend is not looked at, since it may be there for another of these.
type idleFinder struct {
	*run
	linted map[*Config]bool            // there is a file that it is for
	used   map[*Config]map[string]bool // places of globs that match something
	found  []idle
}

// idle returns what does nothing in the configurations of the run. That is no matter of what is new.
func (r *run) idle() []idle {
	if r.Kind != "" || len(r.Packs) > 0 || r.since != nil || r.snapshot != nil {
		return nil
	}
	f := &idleFinder{run: r, linted: map[*Config]bool{}, used: r.scopes.excluding}
	var configs []*Config
	for _, c := range r.scopes.configs() {
		if dir, ok := r.insideBase(c); ok && r.wanted(dir) {
			configs = append(configs, c)
		}
	}
	if len(configs) == 0 {
		return nil
	}
	for i := range r.inputs {
		if in := &r.inputs[i]; in.Target {
			f.use(in.Path, true)
		}
	}
	for _, c := range configs {
		f.use(f.path(c), false) // what is found here is in these files
	}
	for _, c := range configs {
		f.look(c)
	}
	r.judged = configs
	return f.found
}

// insideBase returns the directory of a configuration below the base; ok is false if it lies elsewhere.
func (r *run) insideBase(c *Config) (dir string, ok bool) {
	real := realDir(c)
	if c.File == "" || !within(real, r.realBase) {
		return "", false
	}
	return filepath.Join(r.base, filepath.FromSlash(slashBelow(real, r.realBase))), true
}

// use notes what configurations have to do with a file that findings can be in, an artefact or not.
func (f *idleFinder) use(file string, artefact bool) {
	scope := f.scopeOf(file)
	for c, file := scope.config, scope.path(file); c != nil && file != ""; c, file = c.parent, c.prefix+file {
		f.linted[c] = f.linted[c] || artefact
		for i, o := range c.Overrides {
			f.match(c, itemPath("overrides", i), o.Paths, file)
		}
		for i, s := range c.Suppressions {
			f.match(c, itemPath("suppressions", i), s.Paths, file)
		}
	}
}

// match notes which globs of the entry at a place match a file.
func (f *idleFinder) match(c *Config, entry string, globs []string, file string) {
	for k := range globs {
		at := itemPath(keyPath(entry, "paths"), k)
		if !f.used[c][at] && matchesAny(globs[k:k+1], file) {
			note(f.used, c, at)
		}
	}
}

// note remembers a place of a configuration.
func note(places map[*Config]map[string]bool, c *Config, at string) {
	if places[c] == nil {
		places[c] = map[string]bool{}
	}
	places[c][at] = true
}

// look collects what does nothing in one configuration.
func (f *idleFinder) look(c *Config) {
	if !f.linted[c] && c != f.config {
		f.found = append(f.found, idle{f.path(c), 1, "", "config-unused", "no artefact lies below this configuration, so it changes nothing; remove it, or move it to where the artefacts are"})
		return
	}
	for i, glob := range c.Exclude {
		f.unused(c, itemPath("exclude", i), "nothing that nplint would look at matches %q, so the entry excludes nothing; correct the glob or remove it", glob)
	}
	for i, o := range c.Overrides {
		for k, glob := range o.Paths {
			f.unused(c, itemPath(keyPath(itemPath("overrides", i), "paths"), k), "no linted file matches %q, so the override changes nothing there; correct the glob or remove it", glob)
		}
	}
	for i, s := range c.Suppressions {
		for k, glob := range s.Paths {
			f.unused(c, itemPath(keyPath(itemPath("suppressions", i), "paths"), k), "no linted file matches %q, so nothing is suppressed there; correct the glob or remove it", glob)
		}
	}
	for i, dir := range c.ContractDirs {
		if !slices.ContainsFunc(slices.Collect(maps.Values(f.contracts)), func(own *rules.Contract) bool { return path.Dir(own.File) == dir }) {
			f.unused(c, itemPath("contracts.dirs", i), "the directory %q holds no contract, so no file is held against one; put contracts (*.toml) there or remove the entry", dir)
		}
	}
	f.defaults(c)
}

// unused reports the entry at a place unless it is used.
func (f *idleFinder) unused(c *Config, at, format, value string) {
	if !f.used[c][at] {
		f.report(c, at, "config-unused", fmt.Sprintf(format, value))
	}
}

// report adds a finding about the entry at a place, if the configuration's own file has it.
func (f *idleFinder) report(c *Config, at, rule, message string) {
	if p := c.places[at]; p.file == c.name {
		key, _, _ := strings.Cut(at, "[")
		f.found = append(f.found, idle{f.path(c), p.line, key, rule, message})
	}
}

// path returns the file of a configuration relative to the base.
func (f *idleFinder) path(c *Config) string {
	dir, _ := f.insideBase(c)
	return path.Join(slashBelow(dir, f.base), filepath.Base(c.File))
}

// defaults reports settings of rules that equal what holds without them. Nothing is said of a configuration that others have a part in.
func (f *idleFinder) defaults(c *Config) {
	if c.parent != nil || c.extends {
		return
	}
	for key, set := range c.Rules {
		contract, id, _ := cutContract(key)
		page := f.Rules.Get(id)
		if page == nil {
			continue // the configuration knows a rule that the run does not
		}
		if set.Severity != nil {
			others := maps.Clone(c.Rules)
			delete(others, key)
			without := pageSeverity(page)
			if wider, _ := settle(others, id, contract); wider != nil {
				without = *wider
			}
			if *set.Severity == without {
				f.report(c, severityPath("rules", key), "config-default", fmt.Sprintf("%s is %s without this entry too, so it changes nothing; remove it", key, without))
			}
		}
		for name, value := range set.Options {
			if reflect.DeepEqual(value, page.Options[name]) {
				f.report(c, keyPath(keyPath("rules", key), name), "config-default", fmt.Sprintf("%s of %s is %s without this entry too, so it changes nothing; remove it", name, key, tomlValue(value)))
			}
		}
	}
}

// addInputs makes the files that the entries stand in known to the passes, which do not judge them, and those whose suppressions may turn out to
// suppress nothing.
func (r *run) addInputs(entries []idle) {
	var files []string
	for _, e := range entries {
		files = append(files, e.file)
	}
	for _, c := range r.judged {
		if len(c.Suppressions) > 0 {
			files = append(files, (&idleFinder{run: r}).path(c))
		}
	}
	for _, file := range files {
		i, known := slices.BinarySearchFunc(r.inputs, file, func(in document.Input, file string) int { return strings.Compare(in.Path, file) })
		if !known {
			r.inputs = slices.Insert(r.inputs, i, document.Input{Path: file, Dialect: "none"})
		}
	}
}

// span returns where the entry's line starts in the text of its file and where it ends, without the blanks around it.
func (e *idle) span(src []byte) (start, end int) {
	for range e.line - 1 {
		start += bytes.IndexByte(src[start:], '\n') + 1 // 0 if the file has changed meanwhile
	}
	line, _, _ := bytes.Cut(src[start:], []byte("\n"))
	text := bytes.TrimLeft(line, " \t\ufeff")
	start += len(line) - len(text)
	return start, start + len(bytes.TrimRight(text, " \t\r"))
}

// addIdle adds a finding for each entry, about its line.
func (d *diagnostics) addIdle(entries []idle) {
	files := map[string]*token.File{}
	if len(entries) > 0 {
		d.fset.Iterate(func(f *token.File) bool { files[f.Name()] = f; return true })
	}
	for _, e := range entries {
		start, end := e.span(d.set.Lookup(e.file).Src)
		base := files[e.file].Base()
		d.all = append(d.all, diagnostic{analysis.Diagnostic{
			Pos: token.Pos(base + start), End: token.Pos(base + end),
			Category: e.rule, Message: e.message, URL: "#" + e.at,
		}, "driver"})
	}
}

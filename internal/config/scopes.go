package config

import (
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Scope is a configuration with what makes paths relative to a run's base relative to the configuration's directory.
type Scope struct {
	Config   *Config
	cut, add string // what is taken away from a path and what is put before the rest
}

// nowhere is the prefix of no path.
const nowhere = "\x00"

// NewScope returns the scope of a configuration for a base, which is a real path.
func NewScope(c *Config, base string) *Scope {
	dir := c.RealDir()
	switch {
	case dir == "" || dir == base:
		return &Scope{Config: c}
	case paths.Within(base, dir):
		return &Scope{Config: c, add: paths.Below(base, dir) + "/"}
	case paths.Within(dir, base):
		return &Scope{Config: c, cut: paths.Below(dir, base) + "/"}
	}
	return &Scope{Config: c, cut: nowhere}
}

// Apart reports whether the configuration's directory neither lies in the base nor around it.
func (s *Scope) Apart() bool { return s.cut == nowhere }

// Path returns a path, relative to the base, as the configuration's globs have it; "" if it lies outside of its
// directory.
func (s *Scope) Path(file string) string {
	rest, ok := strings.CutPrefix(file, s.cut)
	if !ok {
		return ""
	}
	return s.add + rest
}

// Relative returns the name of a file, whose path is relative to the base, in what outlasts a run: relative to the
// directory of the scope, if that lies around or in the base, because the base depends on what is linted.
func (s *Scope) Relative(file string) string {
	if name := s.Path(file); name != "" {
		return name
	}
	if s.Apart() {
		return file
	}
	return "../" + file
}

// FromRelative is the reverse of Relative. It fails for a path outside of the base.
func (s *Scope) FromRelative(name string) (file string, ok bool) {
	if s.Apart() {
		return name, true
	}
	if file, ok = strings.CutPrefix(name, "../"); ok && s.cut != "" {
		return file, true
	}
	file, ok = strings.CutPrefix(name, s.add)
	return s.cut + file, ok
}

// Scopes finds what configuration holds in a directory: that of the directory above it, refined by the file named
// .nplint.toml in it. Several may ask at once.
type Scopes struct {
	Where
	outer    *Scope // of the configuration that the run was given
	outerDir string // its directory without symbolic links; "" if it has none
	known    Known
	around   around

	mutex     sync.Mutex
	byDir     map[string]*Scope // by absolute path
	errs      map[string]error  // by the file that has the mistake
	excluding Places            // globs that have excluded something

	levels [64]atomic.Pointer[level] // the latest severities, by hash
}

// level is the severity that findings of a rule have in a file.
type level struct {
	rule, kind, file, page string
	severity               report.Severity
}

// Where says what scopes are looked up for.
type Where struct {
	Base    string   // of the run, without symbolic links
	WorkDir string   // that the names of files in messages are relative to
	Kinds   []string // of all contracts
	Nested  bool     // whether there can be any configuration but the outermost
}

// Scopes returns the scopes of a run that has the configuration as its outermost.
func (c *Config) Scopes(w Where) *Scopes {
	return &Scopes{
		Where: w, outer: NewScope(c, w.Base), outerDir: c.RealDir(), known: c.known,
		byDir: map[string]*Scope{}, errs: map[string]error{}, excluding: Places{},
	}
}

// Outer returns the scope of the outermost configuration.
func (s *Scopes) Outer() *Scope { return s.outer }

// Of returns the scope of a file or directory by its path relative to the base: that of the directory that it lies in.
func (s *Scopes) Of(file string) *Scope { return s.At(file[:max(0, strings.LastIndexByte(file, '/'))]) }

// At returns the scope of the files in a directory, which is relative to the base.
func (s *Scopes) At(dir string) *Scope {
	if !s.Nested {
		return s.outer
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.find(s.abs(dir))
}

// severity returns what the configuration of a file, named relative to the base, gives a rule with a page, or nil.
func (s *Scopes) severity(rule, kind, file string, page *rules.Rule) report.Severity {
	asked := level{rule: rule, kind: kind, file: file}
	if page != nil {
		asked.page = page.Severity
	}
	slot := &s.levels[(maphash.String(seed, rule)^maphash.String(seed, file))%uint64(len(s.levels))]
	if known := slot.Load(); known != nil && (level{known.rule, known.kind, known.file, known.page, asked.severity}) == asked {
		return known.severity
	}
	asked.severity = severity(s.Of(file), rule, kind, file, page)
	slot.Store(&asked)
	return asked.severity
}

// severity is that of Scopes, found out anew in the scope of the file.
func severity(scope *Scope, rule, kind, file string, page *rules.Rule) report.Severity {
	path := scope.Path(file)
	if path == "" {
		path = "../" + file // no glob of the configuration is about it, but its rules are
	}
	return scope.Config.Severity(rule, kind, path, pageSeverity(scope.Config, page, kind))
}

// Excluded reports whether the configuration leaves a file or directory alone.
func (s *Scopes) Excluded(file string) bool {
	scope, excluded := s.Of(file), false
	eachExcluding(scope.Config, scope.Path(file), func(c *Config, at string) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		excluded = true
		s.excluding.note(c, at)
	})
	return excluded
}

// Excluding says which line excludes a file or directory, or returns "".
func (s *Scopes) Excluding(file string) (why string) {
	scope := s.Of(file)
	eachExcluding(scope.Config, scope.Path(file), func(c *Config, at string) {
		if place := c.places[at]; why == "" {
			why = fmt.Sprintf("excluded by line %d of %s", place.Line, mistake.Escape(place.File))
		}
	})
	return why
}

// abs returns the absolute path of a directory that is given relative to the base, as one asks for it of every file.
func (s *Scopes) abs(dir string) string {
	if dir == "" {
		return s.Base
	}
	if filepath.Separator != '/' || strings.HasSuffix(s.Base, "/") {
		return filepath.Join(s.Base, filepath.FromSlash(dir))
	}
	return s.Base + "/" + dir
}

// Plain notes that there is no configuration in a directory relative to the base, which has been read: so the system
// is not asked again.
func (s *Scopes) Plain(dir string) {
	if !s.Nested || dir == "" {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if abs := s.abs(dir); s.byDir[abs] == nil && abs != s.outerDir {
		s.byDir[abs] = s.find(filepath.Dir(abs))
	}
}

// find is At for an absolute path.
func (s *Scopes) find(dir string) *Scope {
	if found := s.byDir[dir]; found != nil {
		return found
	}
	var found *Scope
	switch {
	case dir == s.outerDir:
		found = s.outer
	case dir == s.Base && s.outerDir == "":
		found = s.refine(s.outer, dir)
	case dir == s.Base && !paths.Within(dir, s.outerDir):
		// What the run was given holds in a part of the base only.
		found = s.refine(NewScope(Default(s.known), s.Base), dir)
	default:
		found = s.refine(s.find(filepath.Dir(dir)), dir)
	}
	s.byDir[dir] = found
	return found
}

// refine returns the scope of a directory, given that of the one above it. What lies in an excluded directory says
// nothing.
func (s *Scopes) refine(above *Scope, dir string) *Scope {
	aboveDir := above.Config.RealDir()
	if aboveDir != "" && above.Config.Excluded(paths.Below(dir, aboveDir)) {
		return above
	}
	file := filepath.Join(dir, Name)
	if !paths.Exists(file) { // or the directory cannot be searched, and then no artefact in it can be read either, which is reported
		return above
	}
	name := file
	if rel, err := filepath.Rel(s.WorkDir, file); err == nil {
		name = rel
	}
	if err := linkedOut(file, &s.around); err != nil {
		s.errs[file] = fmt.Errorf("%s: %w", mistake.Escape(name), err)
		return above
	}
	c, err := loadFile(name, s.WorkDir, s.known, &s.around)
	if err == nil {
		err = errors.Join(c.CheckContracts(s.Kinds), checkNested(c))
	}
	if err == nil {
		err = checkAbove(c, above.Config)
	}
	if err != nil {
		s.errs[file] = err
		return above
	}
	if c.index != nil && s.outer.Config.index != nil {
		c.index.effort = s.outer.Config.index.effort
	}
	if !c.Root {
		c.parent = above.Config
		if aboveDir != "" {
			c.prefix = paths.Below(dir, aboveDir) + "/"
		}
	}
	return NewScope(c, s.Base)
}

// maxNestedBytes is how many bytes configurations in one another may have together, but for the outermost: each of them
// has a say about each file below.
const maxNestedBytes = 1 << 20

// checkAbove refuses a configuration that is too large with those that it refines.
func checkAbove(c, above *Config) error {
	bytes := c.bytes
	for ; above.parent != nil; above = above.parent {
		bytes += above.bytes
	}
	if bytes > maxNestedBytes {
		return fmt.Errorf("%s: the configurations from the outermost one down to this have more than %s; say less in them",
			mistake.Escape(c.name), formatSize(maxNestedBytes))
	}
	return nil
}

// Configs returns all configurations that were found, in the order of their directories.
func (s *Scopes) Configs() []*Config {
	configs := []*Config{s.outer.Config}
	seen := map[*Config]bool{s.outer.Config: true}
	var dirs []string // with another one, which are few
	for dir, scope := range s.byDir {
		if scope.Config != s.outer.Config {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		if c := s.byDir[dir].Config; !seen[c] {
			seen[c] = true
			configs = append(configs, c)
		}
	}
	return configs
}

// Err returns the mistakes of all nested configurations.
func (s *Scopes) Err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	for _, file := range slices.Sorted(maps.Keys(s.errs)) {
		errs = append(errs, s.errs[file])
	}
	return errors.Join(append(errs, s.Exceeded())...)
}

// Exceeded says that the globs of configurations take too long, so that some have not been asked, or returns nil.
func (s *Scopes) Exceeded() error {
	if x := s.outer.Config.index; x != nil {
		return x.effort.exceeded()
	}
	return nil
}

// checkNested reports what only the outermost configuration of a run can say.
func checkNested(c *Config) error {
	var problems []mistake.Mistake
	add := func(key string) {
		if at, ok := c.places[key]; ok {
			problems = append(problems, mistake.Mistake{Place: at, Text: fmt.Sprintf("%s holds for a whole run, and this run began above this file; set it in the outermost configuration", key)})
		}
	}
	for _, key := range []string{"packs", "preset", "preview", "since", "fail_level", "max_file_size", "contracts.dirs"} {
		add(key)
	}
	for pack := range c.Editions {
		add(keyPath(pack, "contract"))
	}
	for rule, set := range c.Rules {
		for name := range set.Options {
			add(keyPath(keyPath("rules", rule), name))
		}
	}
	return mistake.Join(problems)
}

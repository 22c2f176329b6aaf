package nplint

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/rules"
)

// scope is a configuration with what makes paths relative to the run's base relative to the configuration's directory.
type scope struct {
	config   *Config
	cut, add string // what is taken away from a path and what is put before the rest
}

// nowhere is the prefix of no path.
const nowhere = "\x00"

// newScope returns the scope of a configuration for a base, which is a real path.
func newScope(c *Config, base string) *scope {
	dir := realDir(c)
	switch {
	case dir == "" || dir == base:
		return &scope{config: c}
	case within(base, dir):
		return &scope{config: c, add: slashBelow(base, dir) + "/"}
	case within(dir, base):
		return &scope{config: c, cut: slashBelow(dir, base) + "/"}
	}
	return &scope{config: c, cut: nowhere}
}

// path returns a path, relative to the base, as the configuration's globs have it; "" if it lies outside of its directory.
func (s *scope) path(file string) string {
	rest, ok := strings.CutPrefix(file, s.cut)
	if !ok {
		return ""
	}
	return s.add + rest
}

// realDir returns a configuration's directory without symbolic links, or "" if it has none.
func realDir(c *Config) string {
	if c.Dir == "" {
		return ""
	}
	return realPath(c.Dir)
}

// scopes finds what configuration holds in a directory: that of the directory above it, refined by the file named .nplint.toml in it.
type scopes struct {
	outer    *scope // of the configuration that the run was given
	outerDir string // its directory without symbolic links; "" if it has none
	base     string // of the run, without symbolic links
	workDir  string // that the names of files in messages are relative to
	known    *rules.Catalogue
	kinds    []string // of all contracts
	nested   bool     // whether there can be any scope but outer

	mutex     sync.Mutex
	byDir     map[string]*scope           // by absolute path
	errs      map[string]error            // by the file that has the mistake
	excluding map[*Config]map[string]bool // places of globs that have excluded something
}

// at returns the scope of the files in a directory, which is relative to the base.
func (s *scopes) at(dir string) *scope {
	if !s.nested {
		return s.outer
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.find(s.abs(dir))
}

// abs returns the absolute path of a directory that is given relative to the base, as one asks for it of every file.
func (s *scopes) abs(dir string) string {
	if dir == "" {
		return s.base
	}
	if filepath.Separator != '/' || strings.HasSuffix(s.base, "/") {
		return filepath.Join(s.base, filepath.FromSlash(dir))
	}
	return s.base + "/" + dir
}

// plain notes that there is no configuration in a directory relative to the base, which has been read: so the system is not asked again.
func (s *scopes) plain(dir string) {
	if !s.nested || dir == "" {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if abs := s.abs(dir); s.byDir[abs] == nil && abs != s.outerDir {
		s.byDir[abs] = s.find(filepath.Dir(abs))
	}
}

// find is at for an absolute path.
func (s *scopes) find(dir string) *scope {
	if found := s.byDir[dir]; found != nil {
		return found
	}
	var found *scope
	switch {
	case dir == s.outerDir:
		found = s.outer
	case dir == s.base && s.outerDir == "":
		found = s.refine(s.outer, dir)
	case dir == s.base && !within(dir, s.outerDir):
		// What the run was given holds in a part of the base only.
		c := DefaultConfig()
		c.known = s.known
		found = s.refine(newScope(c, s.base), dir)
	default:
		found = s.refine(s.find(filepath.Dir(dir)), dir)
	}
	s.byDir[dir] = found
	return found
}

// refine returns the scope of a directory, given that of the one above it. What lies in an excluded directory says nothing.
func (s *scopes) refine(above *scope, dir string) *scope {
	aboveDir := realDir(above.config)
	if aboveDir != "" && above.config.Excluded(slashBelow(dir, aboveDir)) {
		return above
	}
	file := filepath.Join(dir, ConfigName)
	if !existing(file) { // or the directory cannot be searched, and then no artefact in it can be read either, which is reported
		return above
	}
	name := file
	if rel, err := filepath.Rel(s.workDir, file); err == nil {
		name = rel
	}
	c, err := loadFile(name, s.known)
	if err == nil {
		err = errors.Join(c.CheckContracts(s.kinds), c.checkNested())
	}
	if err != nil {
		s.errs[file] = err
		return above
	}
	if !c.Root {
		c.parent = above.config
		if aboveDir != "" {
			c.prefix = slashBelow(dir, aboveDir) + "/"
		}
	}
	return newScope(c, s.base)
}

// noteExcluding remembers that the glob at a place of a configuration has excluded something.
func (s *scopes) noteExcluding(c *Config, at string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	note(s.excluding, c, at)
}

// configs returns all configurations that were found, in the order of their directories.
func (s *scopes) configs() []*Config {
	configs := []*Config{s.outer.config}
	for _, dir := range slices.Sorted(maps.Keys(s.byDir)) {
		if c := s.byDir[dir].config; !slices.Contains(configs, c) {
			configs = append(configs, c)
		}
	}
	return configs
}

// err returns the mistakes of all nested configurations.
func (s *scopes) err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	for _, file := range slices.Sorted(maps.Keys(s.errs)) {
		errs = append(errs, s.errs[file])
	}
	return errors.Join(errs...)
}

// checkNested reports what only the outermost configuration of a run can say.
func (c *Config) checkNested() error {
	var problems []problem
	add := func(key string) {
		if at, ok := c.places[key]; ok {
			problems = append(problems, problem{at, fmt.Sprintf("%s holds for a whole run, and this run began above this file; set it in the outermost configuration", key)})
		}
	}
	for _, key := range []string{"packs", "fail_level", "max_file_size", "contracts.dirs"} {
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
	return joined(problems)
}

// scopeOf returns the scope of a file or directory by its path relative to the base: that of the directory that it lies in.
func (r *run) scopeOf(file string) *scope {
	return r.scopes.at(file[:max(0, strings.LastIndexByte(file, '/'))])
}

// excluded reports whether the configuration leaves a file or directory alone.
func (r *run) excluded(file string) bool {
	s := r.scopeOf(file)
	path, excluded := s.path(file), false
	if path != "" {
		s.config.eachExcluding(path, func(c *Config, at string) {
			excluded = true
			r.scopes.noteExcluding(c, at)
		})
	}
	return excluded
}

// setBase fixes the base, and with it what configuration holds where.
func (r *run) setBase(base string) {
	r.base, r.realBase = base, realPath(base)
	r.scopes = &scopes{
		outer: newScope(r.config, r.realBase), outerDir: realDir(r.config), base: r.realBase, workDir: r.Dir, known: r.Rules,
		kinds: slices.Sorted(maps.Keys(r.contracts)), nested: r.Nested, byDir: map[string]*scope{}, errs: map[string]error{}, excluding: map[*Config]map[string]bool{},
	}
}

// checkScopes finds the configuration of every input, and returns the mistakes in those that lie below the outermost.
func (r *run) checkScopes() error {
	for i := range r.inputs {
		r.scopeOf(r.inputs[i].Path)
	}
	if err := r.scopes.err(); err != nil {
		return &UsageError{err}
	}
	return nil
}

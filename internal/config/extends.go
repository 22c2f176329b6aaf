package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
)

// maxExtended is how many files a configuration may be made of. Files that extend the same ones again and again would
// otherwise take time without end.
const maxExtended = 64

// maxExtendedBytes is how many bytes they may have together.
const maxExtendedBytes = 4 << 20

// configLoader reads a configuration file and those that it extends into one configuration.
type configLoader struct {
	config  *Config
	workDir string // that names are relative to; "" for that of the process
	around  *around
	limit   string          // real path of the directory that extended files must lie in
	chain   []extendingFile // the files that are being read, the first first
	count   int             // files read so far
	bytes   int             // of them
}

// extendingFile is a file that is being read, and the place of the entry that is being followed.
type extendingFile struct {
	real string // absolute path without symbolic links
	at   mistake.Place
}

// apply sets what the text of a file sets, on top of what the files set that it extends. The error is like that of
// Load.
func (l *configLoader) apply(name, text string) error {
	f, problems := parse(l.config, name, text)
	if len(problems) == 0 && len(f.checkBases(l.config)) > 0 {
		problems = f.check(l.config, len(l.chain) > 0)
	}
	if len(problems) > 0 {
		return mistake.Join(problems)
	}
	absolute, err := absoluteIn(l.workDir, name)
	if err != nil {
		return fmt.Errorf("%s: %w", mistake.Escape(name), err)
	}
	l.chain = append(l.chain, extendingFile{real: l.around.links.Free(absolute)})
	var errs []error
	for i, base := range texts(f.doc["extends"]) {
		l.config.extends = true
		at := itemPath("extends", i)
		l.chain[len(l.chain)-1].at = f.place(at)
		base, text, err := l.open(filepath.Join(filepath.Dir(name), filepath.FromSlash(base)))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %q: %w", f.place(at), at, mistake.Brief(base), err))
			continue
		}
		errs = append(errs, l.apply(base, text))
	}
	l.chain = l.chain[:len(l.chain)-1]
	if problems := f.check(l.config, len(l.chain) > 0); len(problems) > 0 { // rules may be those of packs that bases name
		return errors.Join(append(errs, mistake.Join(problems))...)
	}
	f.fill(l.config)
	return errors.Join(errs...)
}

// open returns the content of a file that the last file of the chain extends.
func (l *configLoader) open(name string) (shown, text string, err error) {
	shown = filepath.ToSlash(name)
	absolute, err := absoluteIn(l.workDir, name)
	if err != nil {
		return shown, "", err
	}
	real := l.around.links.Free(absolute)
	switch {
	case !paths.Within(real, l.limit):
		return shown, "", errors.New("lies outside of the repository, where other checkouts need not have it; copy it into the repository")
	case paths.InGit(filepath.FromSlash(paths.Below(real, l.limit))):
		return shown, "", errors.New("lies in .git, which other checkouts do not have; copy it into the project")
	}
	if i := slices.IndexFunc(l.chain, func(f extendingFile) bool { return f.real == real }); i >= 0 {
		var steps []string
		for _, f := range l.chain[i:] {
			steps = append(steps, f.at.String())
		}
		return shown, "", fmt.Errorf("the files extend one another in a cycle (%s), so none comes first; remove one of these entries", strings.Join(steps, ", "))
	}
	if l.count++; l.count > maxExtended {
		return shown, "", fmt.Errorf("the configuration is made of more than %d files; extend fewer", maxExtended)
	}
	if text, err = readConfig(absolute); err == nil {
		l.bytes += len(text)
	}
	if l.bytes > maxExtendedBytes {
		return shown, "", fmt.Errorf("the configuration is made of more than %s; extend less", formatSize(maxExtendedBytes))
	}
	return name, text, err
}

// validBase says what is wrong with an entry of extends, but for what is wrong with the file.
func validBase(_ *configReader, file string) error {
	switch {
	case strings.Contains(file, "://"):
		return errors.New("must be the path of a file: nothing is fetched from the network")
	case filepath.IsAbs(file) || strings.HasPrefix(file, "/") || filepath.VolumeName(file) != "":
		return errors.New("must be relative to the directory of this file, so that it leads to the same place in every checkout")
	case strings.Contains(file, `\`):
		return errors.New("a path has slashes, not backslashes, between directories")
	}
	return nil
}

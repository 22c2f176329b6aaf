package hook

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
)

// afterCommand says what is new in files that a command has changed.
func (a *answerer) afterCommand(ctx context.Context) (string, error) {
	top, o, err := a.project()
	if err != nil {
		return "", err
	}
	m := a.memory(top)
	if m != nil && m.large {
		return "", nil
	}
	all, err := m.artefacts(ctx, o)
	if err != nil || len(all) == 0 {
		return "", err
	}
	names := changed(m, all, a.event.took)
	then, unseen := a.earlier(ctx, top, names, o.Config)
	committed := committed(ctx, m, top, names, unseen, o.Config)
	names = slices.DeleteFunc(names, func(file string) bool { // as what git has brought back is
		old := then[file].Text
		if !unseen[file] {
			old = committed[file]
		}
		now, err := files.ReadBelow(top, paths.Below(file, top), o.Config.MaxFileSize)
		same := err == nil && old != nil && bytes.Equal(now, old)
		if same {
			m.unsee(file)
		}
		return same
	})
	if len(names) == 0 {
		return "", nil
	}
	for _, file := range names {
		unseen[file] = true // a command may have brought back what the session began with
	}
	return a.tell(ctx, o, names, then, unseen)
}

// committed returns what the last commit has of those of some files that the session has seen written, by their paths;
// nothing if that commit may be of the command that has just run.
func committed(
	ctx context.Context, m *memory, top string, names []string, unseen map[string]bool, c *nplint.Config,
) map[string][]byte {
	base := git.Base{Dir: top, Real: top}
	var seen []string
	for _, file := range names {
		if !unseen[file] {
			seen = append(seen, paths.Below(file, top))
		}
	}
	if len(seen) == 0 || !paths.IsRepository(top) {
		return nil
	}
	last, err := git.LastCommit(ctx, base, time.Time{})
	if err != nil || last.Time.Unix() > m.last.Unix() {
		return nil
	}
	read := func(name string) ([]byte, error) { return files.ReadBelow(top, name, c.MaxFileSize) }
	kept, err := git.State{Base: base, Limit: c.MaxFileSize, Read: read}.Committed(ctx, seen)
	if err != nil {
		return nil // git has nothing
	}
	found := map[string][]byte{}
	for name, text := range kept {
		found[filepath.Join(top, filepath.FromSlash(name))] = text
	}
	return found
}

// changed returns those of all artefacts that a command has changed: since the last event, or without a memory while it
// ran, for as long as it took.
func changed(m *memory, all []string, took time.Duration) []string {
	if m != nil {
		listed := m.listed
		if found := m.changed(all); listed {
			return found
		}
	}
	if took == 0 {
		return nil
	}
	const slack = time.Second // clocks of file systems are coarse
	since := time.Now().Add(-took - slack)
	return slices.DeleteFunc(slices.Clone(all), func(file string) bool {
		info, err := os.Lstat(file)
		return err != nil || info.ModTime().Before(since)
	})
}

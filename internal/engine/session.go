package engine

import (
	"context"
	"maps"
	"sync"

	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// Session is a project that is linted again and again while its files change, on disk or in an editor that has not saved
// them yet. It may be used by many goroutines. A configuration that changes needs another session.
type Session struct {
	options Options
	parts   Parts
	turn    chan struct{} // taken by the one who checks

	mutex   sync.Mutex // of what follows
	texts   map[string][]byte
	version int
	last    *Answer // the latest one; it is nobody's to change
}

// Answer is what a session found in one version of its project.
type Answer struct {
	*report.Report
	Version int // of the project; each change makes it larger
}

// Open makes a session of what options ask for, with the texts that lie over the disk. It reads nothing yet.
func Open(o Options, parts Parts) *Session {
	s := &Session{options: o, parts: parts, turn: make(chan struct{}, 1), texts: map[string][]byte{}}
	for file, text := range o.Overlay {
		s.texts[paths.Key(file)] = text
	}
	return s
}

// Edit lays a text over a file, by its absolute path, which need not be on disk; nil takes the text away. The session
// keeps the text, so it must not change any more. It returns the new version of the project.
func (s *Session) Edit(file string, text []byte) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.texts = maps.Clone(s.texts) // one who checks holds the other
	if file = paths.Key(file); text == nil {
		delete(s.texts, file)
	} else {
		s.texts[file] = text
	}
	s.version++
	return s.version
}

// Changed tells that files were written, made, moved or deleted on disk, by their absolute paths; none is that any may
// have been. It returns the new version of the project.
func (s *Session) Changed(files ...string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.version++
	return s.version
}

// Check lints the project as it is now, and returns what Run would. One who checks waits for others who do. Errors are
// those of Run; after one, or when ctx is done, the session is as before.
func (s *Session) Check(ctx context.Context) (*Answer, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mutex.Lock()
	o, version, last := s.options, s.version, s.last
	o.Overlay = s.texts
	s.mutex.Unlock()
	if last != nil && last.Version == version {
		return last, nil
	}
	found, err := Run(ctx, o, s.parts)
	if err != nil {
		return nil, err
	}
	answer := &Answer{found, version}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last = answer
	return answer, nil
}

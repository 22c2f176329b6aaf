package engine

import (
	"context"
	"maps"
	"sync"

	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// Session is a project that is linted again and again while its files change, on disk or in an editor that has not
// saved them yet. What did not change is not found out again. It may be used by many goroutines. A configuration that
// changes needs another session.
type Session struct {
	options Options
	parts   Parts
	turn    chan struct{} // taken by the one who checks or looks for symbols
	kept    *kept         // of the one whose turn it is; nil if the project has to be read anew

	mutex   sync.Mutex // of what follows
	texts   map[string][]byte
	version int
	written []string         // files that have changed on disk since the last check
	all     bool             // any file may have changed
	last    map[bool]*Answer // the latest ones, with and without fixes tried out; they are nobody's to change
	named   *SymbolTable     // the latest one
}

// Answer is what a session found in one version of its project.
type Answer struct {
	*report.Report
	Version int // of the project; each change makes it larger
}

// Open makes a session of what options ask for, with the texts that lie over the disk. It reads nothing yet.
func Open(o Options, parts Parts) *Session {
	s := &Session{options: o, parts: parts, turn: make(chan struct{}, 1), texts: map[string][]byte{},
		last: map[bool]*Answer{}}
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
	s.written = append(s.written, files...)
	s.all = s.all || len(files) == 0
	s.version++
	return s.version
}

// Check lints the project as it is now, and returns what Run would, but for fixes: they are not tried out, so there may
// be some that Mend would refuse. One who checks waits for others who do. Errors are those of Run; after one, or when
// ctx is done, the session is as before.
func (s *Session) Check(ctx context.Context) (*Answer, error) { return s.check(ctx, false) }

// Offers is Check with the fixes that Mend would apply, as Run has them.
func (s *Session) Offers(ctx context.Context) (*Answer, error) { return s.check(ctx, true) }

func (s *Session) check(ctx context.Context, try bool) (*Answer, error) {
	done, err := s.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	s.mutex.Lock()
	last := s.last[try]
	isLatest := last != nil && last.Version == s.version
	s.mutex.Unlock()
	if isLatest {
		return last, nil
	}
	version, o := s.catchUp()
	found, err := again(ctx, s, o, func(k *kept) (*report.Report, error) { return k.lint(ctx, try) },
		func() (*report.Report, error) { return Run(ctx, o, s.parts) })
	if err != nil {
		return nil, err
	}
	answer := &Answer{found, version}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last[try] = answer
	return answer, nil
}

// Try is Check with another text in a file, by its absolute path; the session keeps nothing of it.
func (s *Session) Try(ctx context.Context, file string, text []byte) (*Answer, error) {
	done, err := s.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	version, o := s.catchUp()
	texts := maps.Clone(o.Overlay)
	texts[paths.Key(file)] = text
	found, err := again(ctx, s, o, func(k *kept) (*report.Report, error) { return k.try(ctx, texts) },
		func() (*report.Report, error) {
			o.Overlay = texts
			return Run(ctx, o, s.parts)
		})
	if err != nil {
		return nil, err
	}
	return &Answer{found, version}, nil
}

// wait returns when it is one's turn, which ends with done.
func (s *Session) wait(ctx context.Context) (done func(), err error) {
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// catchUp brings what is kept to the version of now, and returns that with the options that ask for it. It is called by
// the one whose turn it is.
func (s *Session) catchUp() (version int, o Options) {
	s.mutex.Lock()
	version, o = s.version, s.options
	o.Overlay = s.texts
	written, all := s.written, s.all
	s.written, s.all = nil, false
	s.mutex.Unlock()
	tomorrow := s.kept != nil && s.options.Today == "" && s.kept.plan.Today != report.Today()
	if s.kept != nil && (all || tomorrow || s.kept.stale || !s.kept.apply(o.Overlay, written)) {
		s.kept = nil
	}
	return version, o
}

// again returns what is found in the project that options ask for: from what is kept of it if that can be, else by a
// fresh look. find returns nil if the project has to be made anew.
func again[T any](
	ctx context.Context, s *Session, o Options, find func(*kept) (*T, error), fresh func() (*T, error),
) (*T, error) {
	for range 2 {
		if !keepable(o) {
			break
		}
		if s.kept == nil {
			var err error
			if s.kept, err = keep(ctx, o, s.parts); err != nil {
				s.kept = nil
				break
			}
		}
		if found, err := find(s.kept); found != nil || err != nil {
			return found, err
		}
		s.kept = nil
	}
	return fresh()
}

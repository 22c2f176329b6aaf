package lsp

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/watch"
)

// root is a directory whose files are linted together: a folder of the client, the repository around a document that
// lies in none, or such a document alone.
type root struct {
	top    string // without links
	around string // what the files of top may speak of
	open   bool   // only of open documents anything is told
	dirty  chan struct{}
	stop   func()

	// The mutex of the server guards what follows.
	options nplint.Options  // without texts
	session *nplint.Session // nil if there has never been a configuration that can be read
	faulty  error           // why the configuration of now cannot be read
	pull    bool            // a client that asks for diagnostics is to ask again
	seen    map[string]int  // the version of the session that has an open document as it is, by key
}

// poke has a root checked, unless that waits to be done already.
func (r *root) poke() {
	select {
	case r.dirty <- struct{}{}:
	default:
	}
}

func didChangeFolders(s *server, p *didChangeFoldersParams) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, f := range p.Event.Removed {
		gone := keyOf(f.URI)
		s.folders = slices.DeleteFunc(s.folders, func(f folder) bool { return f.dir == gone })
	}
	s.addFolders(p.Event.Added)
	s.settle()
}

// settle starts and stops roots, so that there is one for each folder and for what documents lie in no folder. The
// mutex is held.
func (s *server) settle() {
	if s.at != running {
		return
	}
	wanted := map[string]bool{} // whether only of open documents anything is told
	for _, f := range s.folders {
		wanted[f.dir] = false
	}
	for key, d := range s.docs {
		if slices.ContainsFunc(s.folders, func(f folder) bool { return paths.Within(key, f.dir) }) {
			continue
		}
		wanted[cmp.Or(d.around, key)] = true
	}
	var changed []string
	for top, r := range s.roots {
		if open, ok := wanted[top]; !ok || open != r.open {
			r.stop()
			delete(s.roots, top)
			changed = append(changed, top)
		}
	}
	for top, open := range wanted {
		if s.roots[top] == nil {
			s.start(top, open)
			changed = append(changed, top)
		}
	}
	for _, r := range s.roots {
		if slices.ContainsFunc(changed, func(top string) bool { return paths.Within(top, r.top) || paths.Within(r.top, top) }) {
			r.poke() // what belonged to another one may be its own now
		}
	}
}

// start starts the work on a root. The mutex is held.
func (s *server) start(top string, open bool) {
	ctx, cancel := context.WithCancel(s.ctx)
	dir, alone := top, s.docs[top] != nil
	if alone {
		dir = filepath.Dir(top)
	}
	r := &root{top: top, around: paths.Project(dir), open: open, dirty: make(chan struct{}, 1), stop: cancel}
	r.options = nplint.Options{
		Dir: dir, Paths: []string{top}, Nested: true, Rules: s.Rules, Passes: s.Passes,
	}
	s.roots[top] = r
	s.configure(r)
	r.poke()
	if !alone && (!s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration || r.around != top) {
		o := r.options
		s.spawn(func() { s.watch(ctx, r.around, o) })
	}
	s.spawn(func() { s.work(ctx, r) })
}

// configure gives a root a new session by its configuration of now. One that cannot be read changes nothing but what is
// told of it. The mutex is held.
func (s *server) configure(r *root) {
	c, err := configOf(r.options.Dir, s.Options)
	if r.faulty = err; err != nil {
		return
	}
	r.options.Config = c
	o := r.options
	o.Overlay = map[string][]byte{}
	for key, d := range s.docs {
		if paths.Within(key, r.around) {
			o.Overlay[key] = []byte(d.text.src)
		}
	}
	r.session, r.seen = nplint.Open(o), map[string]int{}
}

// configOf returns the configuration that holds in a directory.
func configOf(dir string, o Options) (*nplint.Config, error) {
	file, found, err := nplint.FindConfig(dir)
	if err != nil || !found {
		return nplint.DefaultConfig(), err
	}
	return nplint.LoadConfig(file, o.Rules)
}

func didChangeWatchedFiles(s *server, p *didChangeWatchedFilesParams) {
	var files []string
	for _, change := range p.Changes {
		if key := keyOf(change.URI); key != "" && !paths.InGit(key) {
			files = append(files, key)
		}
	}
	if len(files) > 0 {
		s.changed(files)
	}
}

// watch tells what changes on disk, for a client that does not.
func (s *server) watch(ctx context.Context, dir string, o nplint.Options) {
	artefacts, _ := nplint.Artefacts(ctx, o) // what goes wrong is said by a check
	for files := range watch.Files(ctx, watch.Project(dir, artefacts)) {
		s.changed(files)
	}
}

// changed takes note of files that are not on disk as they were; none is that any may be.
func (s *server) changed(files []string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, r := range s.roots {
		var its []string
		for _, file := range files {
			if paths.Within(file, r.around) {
				its = append(its, file)
			}
		}
		switch {
		case len(its) == 0 && len(files) > 0:
			continue
		case len(files) == 0 || r.session == nil || slices.ContainsFunc(its, r.options.Config.MayBeOf):
			s.configure(r)
		default:
			r.session.Changed(its...)
		}
		r.pull = true
		r.poke()
	}
}

// work checks a root whenever it is dirty, so that one check runs and one waits at most.
func (s *server) work(ctx context.Context, r *root) {
	defer s.retract(r)
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.dirty:
		}
		s.mutex.Lock()
		session := r.session
		s.mutex.Unlock()
		var found *nplint.Answer
		var err error
		if session != nil {
			if found, err = check(ctx, session.Check); ctx.Err() != nil {
				return
			}
		}
		s.publish(r, session, found, err)
	}
}

// check lints, as a method of a session does. A panic is an error.
func check(ctx context.Context, lint func(context.Context) (*nplint.Answer, error)) (found *nplint.Answer, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			err = errors.New("nplint crashed, which is a fault of its own")
		}
	}()
	return lint(ctx)
}

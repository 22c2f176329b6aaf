package lsp

import (
	"os"
	"path/filepath"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
)

// doc is an open document. It does not change: another one takes its place.
type doc struct {
	uri     string // as the client writes it
	key     string // of its path; see paths.Key
	version int
	text    *text
	around  string // the repository around it, when it was opened, or ""
}

// pathOf returns the path that a URI names, and "" for what no file or directory has.
func pathOf(uri string) string {
	path, err := paths.Native.FromURI(uri)
	if err != nil || paths.TooLong(path) {
		return ""
	}
	return filepath.Clean(paths.Native.Plain(path))
}

// keyOf returns the key of the file that a URI names, and "" for what is no file.
func keyOf(uri string) string {
	path := pathOf(uri)
	if path == "" {
		return ""
	}
	return paths.Key(path)
}

// keyIn returns the key of a file of a directory without links, by its name in it. A link that leads out of the directory
// is not followed: it took the place of what was there.
func keyIn(dir, name string) string {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if key := paths.Key(file); paths.Within(key, dir) {
		return key
	}
	return file
}

func toURI(path string) string { return paths.Native.ToURI(path) }

// docOf returns the open document that a URI names as it was when the message came, or nil.
func (c *call) docOf(uri string) *doc { return c.docs[keyOf(uri)] }

func didOpen(s *server, p *didOpenParams) {
	key := keyOf(p.TextDocument.URI)
	info, err := os.Stat(key)
	if isDir := err == nil && info.IsDir(); key != "" && !isDir { // as a document that lies alone it would be all below it
		s.lay(key, &doc{
			p.TextDocument.URI, key, p.TextDocument.Version, newText(p.TextDocument.Text), paths.Repository(filepath.Dir(key)),
		})
	}
}

func didChange(s *server, p *didChangeParams) {
	key := keyOf(p.TextDocument.URI)
	was := s.call().docs[key]
	if was == nil {
		return // it was never opened, or is no file
	}
	now := &doc{was.uri, key, was.version + 1, was.text.changed(p.ContentChanges, s.encoding), was.around}
	if v := p.TextDocument.Version; v != nil {
		now.version = *v
	}
	s.lay(key, now)
}

func didClose(s *server, p *documentParams) {
	if key := keyOf(p.TextDocument.URI); key != "" {
		s.lay(key, nil)
	}
}

func didSave(s *server, p *documentParams) {
	if key := keyOf(p.TextDocument.URI); filepath.Base(key) == nplint.ConfigName {
		s.changed([]string{key})
	}
}

// lay lays the text of a document over its file; nil takes it away. Only the goroutine that takes messages calls it.
func (s *server) lay(key string, d *doc) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	opens := (d == nil) != (s.docs[key] == nil)
	s.docs = edited(s.docs, key, d)
	for _, r := range s.roots {
		if r.session == nil || !paths.Within(key, r.around) {
			continue
		}
		if d == nil {
			delete(r.seen, key)
			r.session.Edit(key, nil)
		} else {
			r.seen[key] = r.session.Edit(key, []byte(d.text.src))
		}
		r.poke()
	}
	if opens {
		s.settle()
	}
}

package document

import (
	"errors"
	"path"
)

// Host answers what passes ask of anything but the text of an artefact. Its functions are called from many
// goroutines; one that no pass of a run asks for may be nil.
type Host struct {
	// Option returns the value of a rule's option: what the configuration says, or the default on the rule's page.
	Option func(rule, option string) any
	// Doors are answers of types that this package does not know.
	Doors []Opened
	// Vocabulary returns a word list of a pack, and CameWith the words of it that came later, with their versions.
	Vocabulary func(pack, list string) []string
	CameWith   func(pack, list string) map[string]string
	// Edition returns the edition of a pack's contracts that holds in the project with the given root: what the
	// configuration chooses, or what the project's files tell. "" is the newest. It is asked once for each.
	Edition func(set *Set, pack, root string) string
	// Version returns of which version of a pack's framework the project with the given root is. It is asked once for
	// each.
	Version func(set *Set, pack, root string) Version
	// Look says what is at a path relative to a project root (which is relative to the run's base), artefact or not.
	// What lies outside of the root is Absent, whatever leads there.
	Look func(root, path string) Entry
	// Executable reports whether a file at a path relative to a project root may be run, as far as the system tells.
	Executable func(root, path string) bool
	// File returns the content of a regular file at a path relative to a project root, artefact or not.
	File func(root, path string) ([]byte, error)
	// List returns the sorted names in a directory at a path relative to a project root.
	List func(root, path string) ([]string, error)
	// Committed returns the content that files have in the last commit, by their paths relative to the run's base; a
	// file that is not in it is left out. The error says in words for a message why it could not be found out; it is
	// an ErrNotKept if there is nothing to find out.
	Committed func(paths []string) (map[string][]byte, error)
	// Tracked returns, by directory, the sorted paths of the files below it that git has in its index, and Ignored those
	// of the paths that git's ignore rules cover, tracked or not; a path that ends with a slash is a directory. All
	// paths are relative to the run's base; errors as of Committed.
	Tracked func(dirs []string) (map[string][]string, error)
	Ignored func(paths []string) (map[string]bool, error)
}

// ErrNotKept is in the errors of Set.Committed, Tracked and Ignored if files are not kept by git: there is no
// repository with a work tree, or no commit yet.
var ErrNotKept = errors.New("not kept by git")

// Entry is what is at a path.
type Entry uint8

// What can be at a path.
const (
	Absent Entry = iota
	File         // a file of any type
	Dir
)

// Question is one look of a pass at something else than the document that it is just called for.
type Question struct {
	Pass string // its name; "" if the driver asked
	// Of is what is asked for: "document", "unsaved", "input", "inputs", "entry", "executable", "file", "directory",
	// "committed", "tracked", "ignored", "option", "vocabulary", "edition", "version", or the name of a Door
	Of string
	// Root is the project root that Name is relative to, the rule of an option, or the pack of a word list, an edition
	// or a version
	Root string
	Name string
}

// asker is a pass that asks.
type asker struct {
	*store
	pass string // its name; "" is the driver
}

// asks has the recorder of a run, if there is one, told what is asked.
func (a asker) asks(of, root string, names ...string) {
	if a.trace != nil {
		a.traces(of, root, names)
	}
	if a.project.Record == nil {
		return
	}
	for _, name := range names {
		a.project.Record(Question{Pass: a.pass, Of: of, Root: root, Name: name})
	}
}

// traces notes questions whose answers may change while a project is kept.
func (a asker) traces(of, root string, names []string) {
	for _, name := range names {
		file := path.Join(root, name)
		switch of {
		case "document", "file":
			a.trace.noteFile(fileFact{file, content})
		case "unsaved":
			a.trace.noteFile(fileFact{file, unsaved})
		case "executable":
			a.trace.noteFile(fileFact{file, executable})
		}
	}
}

// Options is what the configuration says of rules.
type Options struct{ asker }

// Number returns the value of a rule's option that is a number, or 0.
func (o Options) Number(rule, option string) float64 { return optionOf[float64](o, rule, option) }

// Word returns the value of a rule's option that is a text, or "".
func (o Options) Word(rule, option string) string { return optionOf[string](o, rule, option) }

// Words returns the value of a rule's option that is a list of texts, or nil.
func (o Options) Words(rule, option string) []string { return optionOf[[]string](o, rule, option) }

func optionOf[T any](o Options, rule, option string) (value T) {
	o.asks("option", rule, option)
	value, _ = o.project.Option(rule, option).(T)
	return value
}

// Files is what lies in and around projects, artefact or not. Paths are relative to a project root, which is relative
// to the run's base.
type Files struct{ asker }

// Look says what is at a path. What lies outside of the root is Absent, whatever leads there.
func (f Files) Look(root, path string) Entry {
	f.asks("entry", root, path)
	return f.project.Look(root, path)
}

// Executable reports whether a file may be run, as far as the system tells.
func (f Files) Executable(root, path string) bool {
	f.asks("executable", root, path)
	return f.project.Executable == nil || f.project.Executable(root, path)
}

// Read returns the content of a regular file.
func (f Files) Read(root, path string) ([]byte, error) {
	f.asks("file", root, path)
	return f.project.File(root, path)
}

// List returns the sorted names in a directory.
func (f Files) List(root, path string) ([]string, error) {
	f.asks("directory", root, path)
	return f.project.List(root, path)
}

// Git is what git knows of files. Paths are relative to the run's base; Host says what the answers and errors mean.
type Git struct{ asker }

// Committed returns the content that files have in the last commit.
func (g Git) Committed(paths []string) (map[string][]byte, error) {
	g.asks("committed", "", paths...)
	return g.project.Committed(paths)
}

// Tracked returns, by directory, the sorted paths of the files below it that git has in its index.
func (g Git) Tracked(dirs []string) (map[string][]string, error) {
	g.asks("tracked", "", dirs...)
	return g.project.Tracked(dirs)
}

// Ignored returns those of the paths that git's ignore rules cover.
func (g Git) Ignored(paths []string) (map[string]bool, error) {
	g.asks("ignored", "", paths...)
	return g.project.Ignored(paths)
}

// Vocabulary returns a word list of a pack.
func (s *Set) Vocabulary(pack, list string) []string {
	s.asks("vocabulary", pack, list)
	return s.project.Vocabulary(pack, list)
}

// Edition returns the edition of a pack's contracts that holds in the project with the given root; "" is the newest.
func (s *Set) Edition(pack, root string) string {
	s.asks("edition", pack, root)
	if s.project.Edition == nil {
		return ""
	}
	return s.editions.Get(s, [2]string{pack, root}, func() string { return s.project.Edition(s.as(nil), pack, root) })
}

// Door leads passes to answers of a type that this package does not know, such as the contracts of kinds. Its zero
// value under another name than that of other doors is ready for use.
type Door[T any] string

// Opened is a door with the one who answers, for Host.
type Opened struct {
	door   string
	answer any // a func(name string) T
}

// Open has the questions through a door answered.
func (d Door[T]) Open(answer func(name string) T) Opened { return Opened{string(d), answer} }

// Ask returns the answer to a name, or the zero value if nobody has opened the door.
func (d Door[T]) Ask(s *Set, name string) (answer T) {
	s.asks(string(d), "", name)
	for _, o := range s.project.Doors {
		if f, ok := o.answer.(func(string) T); ok && o.door == string(d) {
			return f(name)
		}
	}
	return answer
}

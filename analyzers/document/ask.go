package document

import "errors"

// Host answers what passes ask of anything but the text of an artefact. Its functions are called from many
// goroutines; one that no pass of a run asks for may be nil.
type Host struct {
	// Option returns the value of a rule's option: what the configuration says, or the default on the rule's page.
	Option func(rule, option string) any
	// Rules is the *rules.Catalogue of the run, nil for the built-in rules, which this package does not look into.
	Rules any
	// Contract returns the *rules.Contract of a kind, which this package does not look into.
	Contract func(kind string) any
	// Vocabulary returns a word list of a pack.
	Vocabulary func(pack, list string) []string
	// Edition returns the edition of a pack's contracts that holds in the project with the given root: what the
	// configuration chooses, or what the project's files tell. "" is the newest. It is asked once for each.
	Edition func(set *Set, pack, root string) string
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
	// Tracked returns the sorted paths of the files below a directory that git has in its index, and Ignored those of
	// the paths that git's ignore rules cover, tracked or not; a path that ends with a slash is a directory. All
	// paths are relative to the run's base; errors as of Committed.
	Tracked func(dir string) ([]string, error)
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
	// Of is what is asked for: "document", "input", "inputs", "entry", "executable", "file", "directory", "committed", "tracked",
	// "ignored", "option", "vocabulary", "contract", "rules", "edition"
	Of string
	// Root is the project root that Name is relative to, the rule of an option, or the pack of a word list or an
	// edition
	Root string
	Name string
}

// asks has the recorder of a run, if there is one, told what is asked.
func (s *Set) asks(of, root string, names ...string) {
	if s.project.Record == nil {
		return
	}
	q := Question{Of: of, Root: root}
	if s.pass != nil {
		q.Pass = s.pass.Analyzer.Name
	}
	for _, q.Name = range names {
		s.project.Record(q)
	}
}

// Number returns the value of a rule's option that is a number, or 0.
func (s *Set) Number(rule, option string) float64 { return optionOf[float64](s, rule, option) }

// Word returns the value of a rule's option that is a text, or "".
func (s *Set) Word(rule, option string) string { return optionOf[string](s, rule, option) }

// Words returns the value of a rule's option that is a list of texts, or nil.
func (s *Set) Words(rule, option string) []string { return optionOf[[]string](s, rule, option) }

func optionOf[T any](s *Set, rule, option string) (value T) {
	s.asks("option", rule, option)
	value, _ = s.project.Option(rule, option).(T)
	return value
}

// Rules returns what Host.Rules is.
func (s *Set) Rules() any {
	s.asks("rules", "", "")
	return s.project.Rules
}

// Contract returns what Host.Contract does.
func (s *Set) Contract(kind string) any {
	s.asks("contract", "", kind)
	return s.project.Contract(kind)
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
	return s.editions.Get([2]string{pack, root}, func() string { return s.project.Edition(s.as(nil), pack, root) })
}

// Look says what is at a path relative to a project root (which is relative to the run's base), artefact or not. What
// lies outside of the root is Absent, whatever leads there.
func (s *Set) Look(root, path string) Entry {
	s.asks("entry", root, path)
	return s.project.Look(root, path)
}

// Executable reports whether a file at a path relative to a project root may be run, as far as the system tells.
func (s *Set) Executable(root, path string) bool {
	s.asks("executable", root, path)
	return s.project.Executable == nil || s.project.Executable(root, path)
}

// File returns the content of a regular file at a path relative to a project root, artefact or not.
func (s *Set) File(root, path string) ([]byte, error) {
	s.asks("file", root, path)
	return s.project.File(root, path)
}

// List returns the sorted names in a directory at a path relative to a project root.
func (s *Set) List(root, path string) ([]string, error) {
	s.asks("directory", root, path)
	return s.project.List(root, path)
}

// Committed returns the content that files have in the last commit; see Host.
func (s *Set) Committed(paths []string) (map[string][]byte, error) {
	s.asks("committed", "", paths...)
	return s.project.Committed(paths)
}

// Tracked returns the sorted paths of the files below a directory that git has in its index; see Host.
func (s *Set) Tracked(dir string) ([]string, error) {
	s.asks("tracked", "", dir)
	return s.project.Tracked(dir)
}

// Ignored returns those of the paths that git's ignore rules cover; see Host.
func (s *Set) Ignored(paths []string) (map[string]bool, error) {
	s.asks("ignored", "", paths...)
	return s.project.Ignored(paths)
}

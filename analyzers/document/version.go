package document

import (
	"cmp"
	"strings"

	"github.com/nplint/nplint/internal/version"
)

// Version is of which version of a pack's framework a project is, beside those that the pack knows.
type Version struct {
	Framework string // for people: "nubos-pilot"
	Of        string // what the configuration chooses, or else a file of the project tells; "" if nothing does
	Follows   string // whose programs the pack follows, and by which projects are judged that tell nothing
	Oldest    string // the oldest of which the pack knows anything, and …
	Newest    string // … the newest
}

// Lacks reports whether something that came with a version is later than the project.
func (v Version) Lacks(since string) bool {
	return since != "" && version.Later(since, cmp.Or(v.Of, v.Follows))
}

// IsLater reports whether the project is of a later version than the pack follows.
func (v Version) IsLater() bool { return v.Of != "" && version.Later(v.Of, v.Follows) }

// IsUnknown reports whether the project is of a version that the pack knows nothing of.
func (v Version) IsUnknown() bool {
	return v.Of != "" && (version.Later(v.Of, v.Newest) || version.Later(v.Oldest, v.Of))
}

// Unknown says of a project of such a version why what is said of it may be wrong.
func (v Version) Unknown() string {
	return "the project is of " + v.Framework + " " + v.Of + ", and nplint knows " + v.Oldest + " to " + v.Newest
}

// Than says which version something that the project lacks is later than, and why it is that one.
func (v Version) Than() string {
	if v.Of != "" {
		return v.Framework + " " + v.Of + ", of which this project is"
	}
	return v.Framework + " " + v.Follows + ", by which projects are judged that do not tell their version"
}

// Later says of things of a sort that came with later versions, each written with its own, that the project lacks them.
func (v Version) Later(sort string, things []string) string {
	if len(things) == 1 {
		return "the " + sort + " " + things[0] + " came with a later version than " + v.Than()
	}
	return Count(len(things), sort) + " came with later versions than " + v.Than() + ": " + strings.Join(things, ", ")
}

// Version returns of which version of a pack's framework the project with the given root is.
func (s *Set) Version(pack, root string) Version {
	s.asks("version", pack, root)
	if s.project.Version == nil {
		return Version{}
	}
	return s.versions.Get(s, [2]string{pack, root}, func() Version { return s.project.Version(s.as(nil), pack, root) })
}

// Came returns the version with which a word of a list of a pack came, if that is later than the one that the pack
// follows, else ""; and whether the project with the given root is of an earlier one.
func (s *Set) Came(pack, list, root, word string) (with string, lacks bool) {
	s.asks("vocabulary", pack, list)
	if s.project.CameWith != nil {
		with = s.project.CameWith(pack, list)[word]
	}
	return with, with != "" && s.Version(pack, root).Lacks(with)
}

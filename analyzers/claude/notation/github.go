package notation

import "github.com/nplint/nplint/internal/memo"

var (
	repository = memo.Regexp(`^[\w.-]+/[\w.-]+$`)
	address    = memo.Regexp(`^(?:(?:git\+)?(?:https?|ssh)://(?:git@)?|git@)?(?:www\.)?` +
		`github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$`)
)

// IsRepository reports whether a text is the name of a repository on GitHub as Claude Code takes it.
func IsRepository(text string) bool { return repository().MatchString(text) }

// Repository returns the name of the repository on GitHub that an address leads to, or "".
func Repository(text string) string {
	m := address().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}

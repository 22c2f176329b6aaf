package notation

import "github.com/nplint/nplint/internal/memo"

var (
	repository = memo.Regexp(`^[\w.-]+/[\w.-]+$`)
	address    = memo.Regexp(`^(?:(?:git\+)?(?:https?|ssh)://(?:git@)?|git@)?(?:www\.)?` +
		`github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$`)
)

// page is the address of a page that shows a directory or a file of a repository.
var page = memo.Regexp(`^https?://(?:www\.)?(?:github\.com/[^/?#]+/[^/?#]+|gitlab\.com/[^?#]+/-|bitbucket\.org/[^/?#]+/[^/?#]+)/` +
	`(?:tree|blob|src)/`)

// IsPage reports whether an address is that of such a page, which git cannot clone.
func IsPage(text string) bool { return page().MatchString(text) }

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

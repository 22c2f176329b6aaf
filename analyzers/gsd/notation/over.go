package notation

import "github.com/nplint/nplint/internal/memo"

const overWords = `(?i:(?:archived|void|superseded|retired|rejected|dropped|descoped|cancell?ed|deferred|withdrawn|abandoned|` +
	`obsolete|moved|removed|out of scope)\b|archivé)`

var (
	over     = memo.Regexp(`^[^\pL\d]*` + overWords)
	overSaid = memo.Regexp(`(?:[—–(\[:]|\s--?\s)[^\pL\d]*` + overWords)
)

// Over reports whether a text starts, behind marks, with a word that says that nobody works on something any more.
func Over(text string) bool { return over().MatchString(text) }

// SaysOver reports whether such a word stands behind the name of something, parted from it by a dash, bracket or colon.
func SaysOver(title string) bool { return overSaid().MatchString(title) }

package skill

import (
	"crypto/sha256"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	section = memo.Regexp(`(?m)^ {0,3}(?:>\s*)?#{1,6}\s+(.+)$|^(.+)\r?\n(?:=+|-+)\s*$`)
	marked  = memo.Regexp(`(?i)\b(?:id|name)=["']([^"']+)["']|\{#([\w-]+)\}`)
	linked  = memo.Regexp(`\]\([^)]*\)`)
	lines   = memo.Regexp(`^(?:L\d+|:~:)`)
)

// anchors are the places that links to Markdown files may lead to, by the files and by their texts. Many texts may lead
// to one file, and many links of the file system, too.
type anchors struct {
	places document.Memo[string, *places]
	texts  document.Memo[[sha256.Size]byte, *places]
}

// places are what links to a Markdown text may name.
type places struct {
	names map[string]bool // of headings and marks: letters and digits alone
	words string          // of headings, as inWords has them, a line each
}

// What is looked for sections: so many files of one text, of so many bytes at most, and the words of so many of its links in all headings.
const (
	mostFiles = 200
	mostText  = 256 << 10
	mostWords = 100
)

// sections are the anchors that one text leads to.
type sections struct {
	*anchors
	read   map[string]bool // files
	sought int             // links whose words were looked for in all headings
}

// judge reports a link to a section of a file that has no such section: it leads to the file, and no further.
func (a *sections) judge(r *model.Reporter, span document.Span, file, fragment string, told map[string]bool) {
	if path.Ext(file) != ".md" || fragment == "" || lines().MatchString(fragment) {
		return
	}
	dirs := from(r)
	i := slices.IndexFunc(dirs, func(dir string) bool { return r.IsFile(path.Join(dir, file)) })
	if i < 0 {
		return
	}
	file = path.Join(dirs[i], file)
	if a.read[file] = true; len(a.read) > mostFiles {
		return
	}
	places := a.places.Get(r.Set, file, func() *places {
		text, _ := r.Files.Read("", file)
		if len(text) > mostText {
			return nil
		}
		return a.texts.Get(r.Set, sha256.Sum256(text), func() *places { return placesIn(string(text)) })
	})
	meant := compact(fragment)
	bare := strings.TrimRight(meant, "0123456789") // of two sections of one name the second has a number
	place := file + "#" + meant
	if places == nil || len(places.names) == 0 || meant == "" || places.names[meant] || places.names[bare] || told[place] {
		return
	}
	told[place] = true
	// Whoever looks for the words in the text finds a heading that has them in it, one behind the other.
	if a.sought++; a.sought <= mostWords && strings.Contains(places.words, inWords(fragment)) {
		return
	}
	r.Report(document.Finding{Rule: "cc-skill-link", Span: span, At: "body", Lesser: true,
		Message: file + " has no section #" + fragment + ", so whoever follows the link does not find what it leads to; " +
			"write a heading of it"})
}

// inWords returns the words of a text in lower case, a blank before and behind each.
func inWords(text string) string {
	isNone := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	return " " + strings.ToLower(strings.Join(strings.FieldsFunc(text, isNone), " ")) + " "
}

// placesIn returns what links to a Markdown text may name.
func placesIn(text string) *places {
	p := &places{names: map[string]bool{}}
	var words strings.Builder
	for _, m := range section().FindAllStringSubmatch(text, -1) {
		heading := linked().ReplaceAllString(m[1]+m[2], "")
		p.names[compact(heading)] = true
		words.WriteString(inWords(heading) + "\n")
	}
	for _, m := range marked().FindAllStringSubmatch(text, -1) {
		p.names[compact(m[1]+m[2])] = true
	}
	delete(p.names, "")
	p.words = words.String()
	return p
}

// compact returns the letters and digits of a text, in lower case: programs differ in what they make of the rest.
func compact(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, text)
}

// Package nasty has the values that whoever reads nplint's output could obey, for tests: each is put through every
// format and every command. What a new format or server must withstand is added here.
package nasty

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Values are markup, mentions, escapes, commands to runners, entities, links, placeholders and line ends.
var Values = []string{
	// runners of pipelines
	"::error::pwned", "  ::warning file=x::pwned", "\t::add-mask::a", "\u00a0::debug::x", "::stop-commands::x",
	"##[error]pwned", "x ##[group]y", "##[add-path]/evil", "##vso[task.setvariable variable=a]b", "##VSO[task.complete]",
	"##teamcity[buildProblem description='x']", "###[x]", "a\n::error::b", "a\r::error::b", "a\n\t ::set-output name=x::y",
	// terminals
	"\x1b[31mred\x1b[0m", "\x1b]8;;http://evil.example\x07link\x1b]8;;\x07", "\x07\x08\x7f", "\u009b31m", "\u202eevil\u202c",
	"\u2066x\u2069", "\u200ba\u200b", "\ufeffbom", "\u115fa\u1160b\u3164c\uffa0d", "a\ufffcb", "er\u200dror", "a\U000e0101b\ufe01c", "a\u2800b", "a\u2028b\u2029c", "\x00", "\xff\xfe",
	// markup
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->", "--><b>", "&lt;b&gt;&#60;i&#62;", "#lt;b#gt; #35;",
	"![x](http://evil.example/a.png)", "[x](http://evil.example)", "[x](1)", "[x]: javascript:alert(1)", "`code` ``", "**b** _i_ ~~s~~",
	"| a | b |", "a\\|b", "$x$", "</td></tr></table>", "]]>", "\"><x y=\"", "' onload='x",
	"%%{init: {'theme':'x'}}%%", "\"]; click t1 \"http://evil.example\"", "\" [URL=\"http://evil.example\"]; \"", "\\N \\G",
	// mentions and links
	"deadbeef", "0123456789abcdef0123456789abcdef01234567", "octo/cat@0f1e2d3c", "@everyone", "@octo/cat", "#1", "GH-1", "gh-22", "octo/cat#3", "http://evil.example", "www.evil.example", "mailto:a@b.example",
	// placeholders
	"{0}", "{{0}}", "%s %d %!v", "%25 %0A %0D", "${{ secrets.TOKEN }}", "$(id)", "{", "}", "[", "]",
	// what is the same to some reader in other letters, or in pieces
	"WWW.evil.example", "HTTP://evil.example", "ftp://evil.example", "xmpp:a@b.example", "&commat;octo", "\\@octo/cat", "`a` @octo/cat `b`", "a\n/close\n@octo",
	"!1 ~bug %2 $3 &4 *iteration:1", ":tada:", "[^1]: x", "- [x] a\n1. b\n> c\n***\n===", "<![CDATA[x", "<?x ?>", "{% raw %}", "<% x %>", "<a/href=//evil.example>",
	"x\v::error::y", "x\f::error::y", "x\u0085::error::y", "x\u2029##[error]y", "#\x00#[error]y", ":\x00:error::y", ":", "#", "##", "::", "%0A::error::x",
	// sizes
	strings.Repeat("x", 5000), "e" + strings.Repeat("\u0301", 300),
}

// unseen are characters that are drawn as nothing.
const unseen = "\u115f\u1160\u3164\uffa0\ufffc\u2800\ufe01\U000e0101"

var runner = sync.OnceValue(compileRunner)

func compileRunner() *regexp.Regexp { return regexp.MustCompile(`(?im)^[\s\p{Z}]*::.*$|##[a-z]*\[.*$`) }

// Obeyed says what a program or a terminal that reads a text would obey, or returns "".
func Obeyed(text string) string {
	if command := runner().FindString(strings.ReplaceAll(text, "\r", "\n")); command != "" {
		return fmt.Sprintf("a command to a runner: %.60q", command)
	}
	before := ' '
	for i, r := range text {
		joiner := (r == '\u200c' || r == '\u200d') && before >= utf8.RuneSelf
		before = r
		bad := r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") || strings.ContainsRune(unseen, r)
		if bad || r != '\n' && r != '\t' && !joiner && !unicode.IsGraphic(r) {
			return fmt.Sprintf("%U in %.60q", r, text[max(0, i-20):])
		}
	}
	return ""
}

package repo

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var (
	anyMark  = memo.Regexp(`(?i)<!--[ \t]*(?:nx-car:|nx[-_ ]?car[ \t:-]*v?\d)[^\n]*?-->`)
	mark     = memo.Regexp(`^<!--[ \t]*nx-car:v(\d+\.\d+\.\d+[0-9A-Za-z.-]*):(start|end)[ \t]*-->$`)
	number   = memo.Regexp(`\d+\.\d+\.\d+[0-9A-Za-z.-]*`)
	breaking = memo.Regexp(`(?im)^#{3,6}[ \t]+breaking\b.*\n+[ \t]*(\S.*)$`)
	nothing  = memo.Regexp(`(?i)^[-*(\s]*(?:none|nothing|n/a|no\b|없음)`)
	guide    = memo.Regexp(`MIGRATIONS/(v[A-Za-z0-9_.-]+\.md)`)
)

// changelog judges the marks and headings of CHANGELOG.md.
func (r *release) changelog() {
	blocks := r.marks()
	r.releases(blocks)
	src := string(r.Doc.Src)
	for _, block := range blocks {
		for _, m := range guide().FindAllStringSubmatchIndex(src[block.Start:block.End], -1) {
			name := src[block.Start+m[2] : block.Start+m[3]]
			if !r.hasGuide(name) {
				r.Reportf("nx-changelog-version", document.Span{Start: block.Start + m[2], End: block.Start + m[3]}, "body",
					"the block sends agents of consumers to MIGRATIONS/%s, and there is no such guide; "+
						"add it, or correct the name", name)
			}
		}
	}
}

// marks judges the comments that consumers cut the changelog by, and returns the block of each version.
func (r *release) marks() map[string]document.Span {
	blocks, orphans := map[string]document.Span{}, map[string]bool{}
	src := string(r.Doc.Src)
	open, openSpan := "", document.Span{}
	line := ticks{src: src}
	for _, at := range anyMark().FindAllStringIndex(src, -1) {
		span := document.Span{Start: at[0], End: at[1]}
		if h := r.Doc.Body.HiddenAt(span.Start); h != nil && h.Kind == document.Fence || line.quoted(span) {
			continue // it is spoken of
		}
		m := mark().FindStringSubmatch(src[span.Start:span.End])
		report := func(format string, args ...any) {
			r.Reportf("nx-changelog-marker", span, "body", format, args...)
		}
		end := func() {
			blocks[open] = document.Span{Start: openSpan.End, End: span.Start}
			open = ""
		}
		switch {
		case m == nil:
			report("the mark %s is none that consumers find; write <!-- nx-car:v1.2.3:start --> or the same with end",
				src[span.Start:span.End])
			if open != "" { // taken for what must stand here, so that its partner is not reported, too
				end()
			} else if !strings.Contains(src[span.Start:span.End], "end") {
				open, openSpan = number().FindString(src[span.Start:span.End]), span
			}
		case m[2] == "start":
			if open != "" {
				report("the block of v%s starts within that of v%s, which has no end yet, so consumers cut out the "+
					"wrong text; end that one first", m[1], open)
				end()
			} else if _, twice := blocks[m[1]]; twice {
				report("there is a block of v%s already, and consumers cut out only one; put both into one", m[1])
			}
			open, openSpan = m[1], span
		case open == "":
			if !orphans[m[1]] { // else the mark before it was to be its start
				report("the block of v%s ends here and never started, so consumers find nothing; write its start mark",
					m[1])
			}
			if _, known := blocks[m[1]]; !known {
				blocks[m[1]], orphans[m[1]] = document.Span{Start: span.Start, End: span.Start}, true
			}
		default:
			if m[1] != open {
				report("the block of v%s ends with the mark of v%s, so consumers do not find its end; write v%s",
					open, m[1], open)
			}
			end()
		}
	}
	if open != "" {
		blocks[open] = document.Span{Start: openSpan.End, End: openSpan.End}
		r.Reportf("nx-changelog-marker", openSpan, "body",
			"the block of v%s starts here and never ends, so consumers cut out all the rest; "+
				"write <!-- nx-car:v%s:end -->", open, open)
	}
	return blocks
}

// ticks counts the backticks of a line as far as a place in it.
type ticks struct {
	src           string
	at, end, last int // the place, the end of its line, and the last backtick there
	n             int
}

// quoted reports whether a part of a line stands between backticks. Parts are asked for in order.
func (t *ticks) quoted(span document.Span) bool {
	if t.at == 0 || span.Start >= t.end {
		t.at, t.n = strings.LastIndexByte(t.src[:span.Start], '\n')+1, 0
		line, _, _ := strings.Cut(t.src[t.at:], "\n")
		t.end, t.last = t.at+len(line), t.at+strings.LastIndexByte(line, '`')
	}
	t.n += strings.Count(t.src[t.at:span.Start], "`")
	t.at = span.Start
	return t.n%2 == 1 && t.last >= span.End
}

// releases holds the headings against the version of the package and against the blocks.
func (r *release) releases(blocks map[string]document.Span) {
	version, found := r.project.Versions()["nexus/package"], false
	for _, h := range r.Doc.Body.Headings {
		m := model.Release().FindStringSubmatch(h.Text)
		if h.Level != 2 || m == nil {
			continue
		}
		found = found || m[1] == version
		below := breaking().FindStringSubmatch(strings.ReplaceAll(r.Doc.Text(h.Below), "\r\n", "\n"))
		if _, marked := blocks[m[1]]; !marked && below != nil && !nothing().MatchString(below[1]) {
			r.Reportf("nx-changelog-version", h.Span, "body",
				"%s has breaking changes and no block between nx-car marks, so agents of consumers do not see "+
					"them; put them between <!-- nx-car:v%s:start --> and <!-- nx-car:v%s:end -->", m[1], m[1], m[1])
		}
	}
	if version != "" && !found && r.project.OddVersion() != "nexus/package" {
		r.Reportf("nx-changelog-version", r.Doc.FirstLine(), "body",
			"package.json says %s, and no heading here does, so nobody learns what is new; add ## [%s]",
			version, version)
	}
}

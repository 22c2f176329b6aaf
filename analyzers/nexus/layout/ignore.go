package layout

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// sampleOf returns a file that may lie on a shelf: a line may ignore all files of a kind and not the directory.
func sampleOf(shelf string) string {
	if strings.HasSuffix(shelf, "/") {
		return shelf + "some-topic.md"
	}
	return shelf
}

// ignoreRules judges what git would ignore below .nexus, whatever files say so.
func (p *gitPlace) ignoreRules() {
	ignored, err := p.facts.ignored()
	if err != nil {
		p.unchecked(err)
		return
	}
	lines := p.ignoreLines()
	open := slices.DeleteFunc(slices.Clone(p.facts.samples),
		func(sample string) bool { return ignored[document.Join(p.Doc.Root, sample)] })
	if len(open) > 0 {
		what := "nothing in .nexus/.gitignore makes git ignore .nexus/state"
		switch {
		case len(open) < len(p.facts.samples):
			what = "git ignores some of .nexus/state and not " + open[0]
		case !p.project.HasKind("nexus/gitignore"):
			what = ".nexus/.gitignore is missing, and nothing else makes git ignore .nexus/state"
		}
		p.Reportf("nx-gitignore-state", p.stateLine(lines), "content",
			"%s, so the state of a session gets committed; end .nexus/.gitignore with a line `state/`", what)
	}
	hidden := map[document.Span][]string{} // shelves by the line that is to blame
	for _, shelf := range p.facts.shelves {
		if ignored[document.Join(p.Doc.Root, shelf)] || ignored[document.Join(p.Doc.Root, sampleOf(shelf))] {
			line := p.shelfLine(lines, shelf)
			hidden[line] = append(hidden[line], shelf)
		}
	}
	for line, names := range hidden {
		p.Reportf("nx-gitignore-project", line, "content",
			"git ignores %s, so what the project has learned is never committed and nobody else gets it; "+
				"take the line out that says so, or add an exception such as `!%s`",
			strings.Join(names, ", "), strings.TrimPrefix(names[0], ".nexus/"))
	}
}

// ignoreLine is a line of .nexus/.gitignore that says something.
type ignoreLine struct {
	span    document.Span
	except  bool
	pattern string // without what it starts with and ends with to say where it holds
}

// name returns the first part of the path that the line speaks of.
func (l ignoreLine) name() string {
	name, _, _ := strings.Cut(l.pattern, "/")
	return name
}

// ignoreLines returns the lines of the file if it is .nexus/.gitignore, the last first, since git goes by the last
// that fits.
func (p *gitPlace) ignoreLines() []ignoreLine {
	var lines []ignoreLine
	at := 0
	for line := range strings.Lines(string(p.Doc.Src)) {
		text := strings.TrimRight(line, " \t\r\n")
		pattern, except := strings.CutPrefix(text, "!")
		if p.Doc.Kind == "nexus/gitignore" && text != "" && text[0] != '#' {
			lines = append(lines, ignoreLine{document.Span{Start: at, End: at + len(text)}, except,
				strings.TrimPrefix(strings.TrimPrefix(pattern, "**/"), "/")})
		}
		at += len(line)
	}
	slices.Reverse(lines)
	return lines
}

// stateLine returns the line that is to blame for what git does not ignore below .nexus/state: one that names it, or
// almost does.
func (p *gitPlace) stateLine(lines []ignoreLine) document.Span {
	for _, isIt := range []func(string) bool{func(s string) bool { return s == "state" }, func(s string) bool { return spell.Nearest(s, []string{"state"}) != "" }} {
		if i := slices.IndexFunc(lines, func(l ignoreLine) bool { return isIt(l.name()) }); i >= 0 {
			return lines[i].span
		}
	}
	return p.Doc.FirstLine()
}

// shelfLine returns the line that makes git ignore a shelf, and of a list of exceptions the last, where the one that
// lacks belongs.
func (p *gitPlace) shelfLine(lines []ignoreLine, shelf string) document.Span {
	name := path.Base(shelf)
	for _, l := range lines {
		if l.name() == name {
			return l.span
		}
		onName, _ := path.Match(l.pattern, name)
		onFile, _ := path.Match(l.pattern, path.Base(sampleOf(shelf)))
		switch {
		case l.except || !onName && !onFile:
		case strings.Trim(l.pattern, "*") == "" && lines[0].except:
			return lines[0].span
		default:
			return l.span
		}
	}
	return p.Doc.FirstLine()
}

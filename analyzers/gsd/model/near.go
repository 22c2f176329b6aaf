package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// turned is the number of a phase and what a file is, but not with a hyphen between them, such as 03_UAT.md or UAT-03.md.
// Plans so named are told elsewhere.
var turned = memo.Regexp(`^(?:(\d+(?:\.\d+)*)[_ ]?([A-Za-z]+)|([A-Z]+)[-_ ](\d+(?:\.\d+)*))\.md$`)

// texts is the suffixes of Markdown under another name.
var texts = []string{".md", ".txt", ".text", ".markdown", ".mdown", ".mkd", ".mdx", ".json", ".jsonc", ".json5",
	".yaml", ".yml", ".toml"}

// again is the stem of a file that somebody has numbered beside the first of that name, such as 02-REVIEW-2.
var again = memo.Regexp(`^(.*[A-Za-z])[-_ ]v?\d+$`)

// NearName returns the name that programs look for in a directory where a file nearly has it, unless that is there as
// well; known is set if the file has such a name.
func NearName(p *Planning, dir, base string) (near string, known bool) {
	if name, ok := strings.CutPrefix(dir, "phases/"); ok && notation.DirNumber(name) == "" {
		return "", false // no phase
	}
	ext := path.Ext(base)
	if m := again().FindStringSubmatch(strings.TrimSuffix(base, ext)); m != nil && p.Has(p.Path(path.Join(dir, m[1]+ext))) {
		return "", false
	}
	if m := turned().FindStringSubmatch(base); m != nil && m[3] != "PLAN" && m[3] != "SUMMARY" &&
		notation.Number(m[1]+m[4]) == notation.DirNumber(path.Base(dir)) {
		name := m[1] + m[4] + "-" + strings.ToUpper(m[2]+m[3]) + ext
		if _, ok := NearName(p, dir, name); ok && !p.Has(p.Path(path.Join(dir, name))) {
			return name, false
		}
	}
	for _, place := range p.Vocabulary("gsd", "looked_for") {
		in, name := path.Split(place)
		in = path.Clean(in)
		if ok, _ := path.Match(in, dir); !ok {
			if in == path.Dir(dir)+"/"+spell.Close(path.Base(dir), []string{path.Base(in)}) || in == dir+"/pending" {
				near = in + "/" + base // a directory with nearly that name
			}
			continue
		}
		own := base
		front, back, pattern := strings.Cut(name, "*")
		if !pattern && dir != "." {
			own = base[strings.LastIndexByte(base, '-')+1:]
			front = base[:len(base)-len(own)]
			back = name
			if !ofPlan(p, dir, front) {
				front = ""
			}
		} else if !pattern {
			front, back = "", name
		}
		if own == name || base == name || pattern && strings.HasPrefix(base, front) && strings.HasSuffix(base, back) {
			return "", true
		}
		if pattern && front == "" && strings.EqualFold(base, strings.TrimPrefix(back, "-")) { // it lacks the number
			near, _, _ = strings.Cut(path.Base(dir), "-")
			near += back
			continue
		}
		if n := nearly(base, front, back, pattern); n != "" && strings.EqualFold(n, base) {
			return n, false
		} else if n != "" && !p.Has(p.Path(path.Join(dir, n))) {
			near = n
		}
	}
	return near, false
}

// ofPlan reports whether a name that starts so is one of a phase, a plan or a quick task: others stand before notes.
func ofPlan(p *Planning, dir, front string) bool {
	return strings.Contains(dir, "/") && numbers().MatchString(front) || strings.HasPrefix(path.Base(dir)+"-", front) ||
		p.Has(p.Path(path.Join(dir, front+"PLAN.md")))
}

var numbers = memo.Regexp(`^(?:[A-Z][A-Z0-9_]*-)?\d+[A-Z]?(?:\.\d+)*-(?:\d+[A-Z]?(?:\.\d+)*-)?$`)

// nearly returns the name with a given beginning and end that a file was probably to have, or "".
func nearly(base, front, back string, pattern bool) string {
	suffix := path.Ext(back)
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	if !slices.Contains(texts, strings.ToLower(ext)) {
		return ""
	}
	end := strings.TrimSuffix(back, suffix) // what the stem ends with
	switch {
	case pattern && end == "" && front == "": // any name with this suffix
		if ext != suffix {
			return stem + suffix
		}
	case pattern && end == "": // such as SEED-*.md
		if rest, ok := strings.CutPrefix(strings.ToUpper(stem), front); ok {
			return front + stem[len(stem)-len(rest):] + suffix
		}
		if stem != "" && '0' <= stem[0] && stem[0] <= '9' {
			return front + stem + suffix
		}
		if slugged().MatchString(stem) && ext == suffix {
			return front + stem + suffix
		}
	case pattern: // such as v*-ROADMAP.md
		number, word, ok := strings.Cut(stem, "-")
		if i := strings.LastIndexByte(stem, '-'); i > 0 && strings.ContainsAny(stem[i:], "0123456789") {
			number, word = stem[i+1:], stem[:i] // the other way round
		}
		bare := strings.TrimPrefix(number, front)
		if ok && strings.Trim(bare, "0123456789.") == "" && bare != "" && same(word, end[1:]) {
			return front + bare + back
		}
	default:
		word := stem[min(len(front), len(stem)):]
		if same(word, end) && word != end+"S" || strings.EqualFold(word, end) || begins(word, end) { // a plural is another word
			return front + back
		}
	}
	return ""
}

// begins reports whether a word is one of more letters but for its end, as VERIFY and VALIDATE are.
func begins(word, end string) bool {
	const least = 6 // letters
	return len(word) >= least && len(word) < len(end) && !strings.Contains(end, "-") && strings.EqualFold(word[:len(word)-1], end[:len(word)-1])
}

// slugged is a name of several words as GSD makes them of titles; notes on a directory, such as README, have none.
var slugged = memo.Regexp(`^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$`)

// same reports whether a word is another but for a slip.
func same(word, meant string) bool { return word == meant || spell.Close(word, []string{meant}) != "" }

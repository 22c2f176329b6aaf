package layout

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgedByName is the kinds whose files may have the name of another one.
var judgedByName = []string{"gsd/unknown", "gsd/archive", "gsd/codebase", "gsd/research-note"}

var (
	stamped = memo.Regexp(`^v\d+(?:\.\d+)*-.*\.md$`)
	// texts is the suffixes of Markdown under another name.
	texts = []string{".md", ".txt", ".text", ".markdown", ".mdown", ".mkd", ".mdx", ".json", ".jsonc", ".json5", ".yaml",
		".yml", ".toml"}
)

// name reports a file that no program reads, and tells which name was probably meant.
func (j *judge) name() {
	if !slices.Contains(judgedByName, j.Doc.Kind) {
		return
	}
	dir, base := path.Split(j.p.Below(j.Doc))
	f := document.Finding{Rule: "gsd-file-unknown", Span: j.Doc.FirstLine(), At: "name"}
	near, known := j.meant(path.Clean(dir), base)
	root := j.p.Vocabulary("gsd", "root_files")
	switch {
	case known:
		return
	case near != "" && dir == "":
		f.Message = fmt.Sprintf("GSD knows no file %s in .planning (W019), so no program reads it; did you mean %s?", base,
			near)
	case near != "":
		f.Message = fmt.Sprintf("GSD looks for %s, letter by letter, so it does not read %s; rename it", near, base)
	case strings.HasPrefix(dir, "phases/") && slices.Contains(root[:5], base):
		f.Message = fmt.Sprintf("GSD looks for %s in %s itself, so no program reads it here; move it there", base, j.p.Dir)
	case dir == "" && path.Ext(base) == ".md" && !stamped().MatchString(base):
		f.Lesser = true
		f.Message = fmt.Sprintf("GSD knows no file %s in .planning (W019), so no program reads it", base)
	default:
		return
	}
	j.Report(f)
}

// meant returns the name that programs look for in a directory where a file nearly has it, unless that is there as
// well; known is set if the file has such a name.
func (j *judge) meant(dir, base string) (near string, known bool) {
	for _, place := range j.p.Vocabulary("gsd", "looked_for") {
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
		} else if !pattern {
			front, back = "", name
		}
		if own == name || pattern && strings.HasPrefix(base, front) && strings.HasSuffix(base, back) {
			return "", true
		}
		if n := nearly(base, front, back, pattern); n != "" && (!j.p.Has(j.p.Path(path.Join(dir, n))) ||
			strings.EqualFold(n, base)) {
			near = n
		}
	}
	return near, false
}

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
	case pattern: // such as v*-ROADMAP.md
		number, word, ok := strings.Cut(stem, "-")
		bare := strings.TrimPrefix(number, front)
		if ok && strings.Trim(bare, "0123456789.") == "" && bare != "" && same(word, end[1:]) {
			return front + bare + back
		}
	default:
		word := stem[min(len(front), len(stem)):]
		if same(word, end) || strings.EqualFold(word, end) {
			return front + back
		}
	}
	return ""
}

// same reports whether a word is another but for a slip.
func same(word, meant string) bool { return word == meant || spell.Close(word, []string{meant}) != "" }

// headings reports headings that are nearly one which programs look for in such a file, and which is not there.
func (j *judge) headings() {
	kind, _ := strings.CutPrefix(j.Doc.Kind, "gsd/")
	known := j.p.Vocabulary("gsd", kind+"_headings")
	if len(known) == 0 || j.Doc.Problem != nil || j.Doc.Body == nil {
		return
	}
	has := func(text string) bool {
		return slices.ContainsFunc(j.Doc.Body.Headings,
			func(h document.Heading) bool { return plain(h.Text) == plain(text) })
	}
	for _, h := range j.Doc.Body.Headings {
		text := strings.TrimSpace(h.Text)
		if h.Level == 1 || slices.ContainsFunc(known, func(k string) bool { return plain(k) == plain(text) }) {
			continue
		}
		near := spell.Close(text, known)
		if near == "" || has(near) {
			continue
		}
		at := h.Span.Start + strings.Index(j.Doc.Text(h.Span), text)
		span := document.Span{Start: at, End: at + len(text)}
		j.Fixf("gsd-heading", span, "body", document.Replace("write "+near, span, near),
			"programs and workflows of GSD look for the heading %s and find none, so they do not see what stands below "+
				"this one; write it so",
			document.Quote(near))
	}
}

// plain is a heading as programs compare it.
func plain(text string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), "’", "'"))
}

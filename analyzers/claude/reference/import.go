package reference

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	// Endings of files whose text Claude Code reads, and of some that it does not.
	text = memo.Regexp(`(?i)\.(?:mdx?|mdc|markdown|txt|rst|adoc|json5?|jsonc|ya?ml|toml|ini|cfg|conf|env|xml|csv|` +
		`[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|sh|sql|html?|css|scss|graphql|proto)$`)
	binary = memo.Regexp(`(?i)\.(?:png|jpe?g|gif|webp|ico|pdf|zip|t?gz|tar|docx?|xlsx?|pptx?|` +
		`mp[34]|mov|woff2?|ttf|exe|so|dll|bin)$`)
)

// slashed is the rest of a path with backslashes.
var slashed = memo.Regexp(`^(?:\\[\w-]+)+(?:\.\w+)*`)

// tail is what may stand behind a path in a sentence.
const tail = `.,;:)]"'!?*`

// several is from how many imports on they are told in one finding if they are there from the root.
const several = 3

// judgeImports judges the imports of instructions, and of what they import.
func judgeImports(r *model.Reporter) {
	if _, isRead := r.Depth(r.Doc.Path); !isRead {
		return
	}
	imports := notation.Imports(r.Doc)
	isFromTop := func(i notation.Import) bool { return fromTop(r, i) }
	isFromHere := func(i notation.Import) bool { return !fromTop(r, i) }
	if copied := slices.DeleteFunc(slices.Clone(imports), isFromHere); len(copied) >= several {
		r.Reportf("cc-import", copied[0].Span, "body", "@%s is not there, so Claude Code imports nothing and does not say so; the same holds "+
			"for %s, and all are there from the root of the repository; paths are relative to this file: start them with %s, "+
			"or remove the file if it is a copy", copied[0].Target, document.Count(len(copied)-1, "other import"),
			strings.Repeat("../", strings.Count(r.Doc.Path, "/")))
		imports = slices.DeleteFunc(imports, isFromTop)
	}
	judgeApart(r)
	told := map[string]bool{}
	for _, i := range imports {
		if f := judgeImport(r, i); f.Message != "" && !told[i.Target] {
			told[i.Target] = true
			f.Rule, f.Span, f.At = "cc-import", i.Span, "body"
			r.Report(f)
		}
	}
}

// apart is a path that a blank, a quote or a bracket parts from its `@`.
var apart = memo.Regexp(`(?:^|\s)(@[ "'<(\[]([\w.-]+(?:/[\w.-]+)*\.\w+)["'>)\]]?)`)

// judgeApart reports files that are there and are not imported, since something stands between them and the `@`.
func judgeApart(r *model.Reporter) {
	notation.TextWith(r.Doc, "@", func(l notation.Line) {
		_, plain := l.Codes()
		for _, m := range apart().FindAllStringSubmatchIndex(plain, -1) {
			file, between := plain[m[4]:m[5]], plain[m[2]+1:m[2]+2]
			if (between != " " || strings.Contains(file, "/")) && r.IsFile(path.Join(path.Dir(r.Doc.Path), file)) {
				span := l.Span(m[2], m[3])
				r.Fixf("cc-import", span, "body", document.Guess("write @"+file, span, "@"+file), "%q stands between `@` and the path, so "+
					"Claude Code imports nothing and does not say so; write @%s", between, file)
			}
		}
	})
}

// fromTop reports whether an import leads nowhere, and would not in a file at the root of the repository.
func fromTop(r *model.Reporter, i notation.Import) bool {
	return !r.Exists(i.File) && r.IsFile(path.Clean(i.Target))
}

// judgeImport returns what is wrong with an import, without its rule and place; without a message if nothing is.
func judgeImport(r *model.Reporter, i notation.Import) (f document.Finding) {
	meant := fromDisk(r, i.Target)
	if rest := slashed().FindString(r.Doc.Content()[i.Span.End:]); rest != "" {
		whole := i.Target + strings.ReplaceAll(rest, `\`, "/")
		if r.IsFile(path.Join(path.Dir(r.Doc.Path), whole)) {
			f.Message = fmt.Sprintf("a path ends at a backslash, on Windows, too, so Claude Code looks for @%s and imports nothing "+
				"and does not say so; write @%s", i.Target, whole)
			f.Fixes = document.Replace("write @"+whole, document.Span{Start: i.Span.Start, End: i.Span.End + len(rest)}, whole)
			return f
		}
	}
	switch {
	case strings.ContainsAny(i.Target, "{}<>*$|"), strings.Contains(strings.ToLower(i.Target), "xxx"):
		// a pattern, or a part to be filled in
	case meant != "":
		f.Message = fmt.Sprintf("a path that starts with `/` begins at the root of the disk and not of the repository, so Claude "+
			"Code imports nothing where there is no %s and does not say so; write @%s", i.Target, meant)
		f.Fixes = document.Replace("write @"+meant, i.Span, meant)
	case i.File == "" && strings.HasPrefix(i.Target, "../"):
		f.Least = true
		f.Message = fmt.Sprintf("@%s leads out of the repository: Claude Code asks each user for consent, and others may not have it",
			i.Target)
	case i.File == "": // a handle, or at the user's home
	case r.IsFile(i.File):
		f.Message = unread(r, i)
	default:
		return judgeMissing(r, i)
	}
	return f
}

// fromDisk returns the path that is meant where an import takes the root of the repository for that of the disk, or "".
func fromDisk(r *model.Reporter, target string) string {
	file, ok := strings.CutPrefix(target, "/")
	if !ok || !r.IsFile(path.Clean(file)) {
		return ""
	}
	if dir := path.Dir(r.Doc.Path); dir != "." {
		return strings.Repeat("../", strings.Count(dir, "/")+1) + file
	}
	return file
}

// unread returns why Claude Code passes over a file that is there and imported, or "".
func unread(r *model.Reporter, i notation.Import) string {
	if binary().MatchString(i.File) {
		return fmt.Sprintf("@%s is no text, so Claude Code skips it silently; name it in words, or import its text", i.Target)
	}
	if depth, _ := r.Depth(r.Doc.Path); depth == notation.MaxDepth {
		return fmt.Sprintf("@%s stands five imports below CLAUDE.md, and Claude Code reads four, so it is passed over silently; "+
			"import it further up", i.Target)
	}
	return ""
}

// upTo returns the path of the nearest file that lies where a path leads from a directory above the file that imports it,
// or "".
func upTo(r *model.Reporter, target string) string {
	up := ""
	for dir := path.Dir(r.Doc.Path); dir != "."; dir = path.Dir(dir) {
		up += "../"
		if r.IsFile(path.Join(path.Dir(dir), target)) {
			return up + strings.TrimPrefix(target, "./")
		}
	}
	return ""
}

// models are the endings of files of which others of the same name are made.
var models = []string{".tmpl", ".template", ".example", ".sample", ".dist"}

// judgeMissing returns what is wrong with an import that leads to no file of the repository.
func judgeMissing(r *model.Reporter, i notation.Import) (f document.Finding) {
	for _, ending := range models {
		if r.IsFile(i.File + ending) {
			return f // it is made of that when it is installed
		}
	}
	trimmed := strings.TrimRight(i.Target, tail)
	end := i.Span.Start + len(trimmed)
	isPath := strings.HasPrefix(i.Target, "./") || strings.HasPrefix(i.Target, "../")
	isThere := func(target string) bool { return r.Exists(path.Join(path.Dir(r.Doc.Path), target)) }
	first, _, isNested := strings.Cut(i.Target, "/")
	switch {
	case trimmed != i.Target && trimmed != "" && trimmed != "." && trimmed != ".." && isThere(trimmed):
		f.Message = fmt.Sprintf("the %q behind the path is read as a part of it, so @%s imports nothing and does not say so; put a space "+
			"between", i.Target[len(trimmed):], i.Target)
		f.Fixes = document.Replace("put a space between", document.Span{Start: end, End: end}, " ")
	case r.Exists(i.File):
		if isPath || strings.HasSuffix(i.Target, "/") { // and else it is a handle, or the name of a team
			f.Message = fmt.Sprintf("@%s is a directory, and Claude Code imports files alone, so nothing is imported; name its files",
				i.Target)
		}
	case isNested && !isPath && strings.Count(trimmed, "/") == 1 && strings.HasSuffix(trimmed, ".js") && !isThere(first):
		// a package of npm, such as @solana/web3.js
	case strings.Trim(trimmed, "./") != "" && (isPath || text().MatchString(trimmed) || isNested && isThere(first)):
		f.Message = fmt.Sprintf("@%s is not there, so Claude Code imports nothing and does not say so", i.Target)
		near, isSure := model.NearFile(r, path.Dir(i.File), path.Base(strings.TrimRight(i.File, tail)))
		if near == "" {
			f.Message += "; paths are relative to this file"
			if above := upTo(r, trimmed); above != "" {
				f.Message += fmt.Sprintf("; did you mean @%s?", above)
				f.Fixes = document.Guess("write @"+above, document.Span{Start: i.Span.Start, End: end}, above)
			}
			break
		}
		near = strings.TrimSuffix(trimmed, path.Base(trimmed)) + near
		f.Message += fmt.Sprintf("; did you mean @%s?", near)
		f.Fixes = model.Instead("write @"+near, document.Span{Start: i.Span.Start, End: end}, near, isSure)
	}
	return f
}

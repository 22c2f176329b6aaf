package plan

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// call is a name with arguments behind it, or with empty parentheses.
var call = memo.Regexp(`^[\w$.:#>-]+\((?:\)|.*\)$)`)

// route is the address of an endpoint, which is no file.
var route = memo.Regexp(`^/[\w:{}*-]+(?:/[\w:{}*-]+)*$`)

// mustJudge judges what the verifier is to look for.
type mustJudge struct{ *judge }

// mustHaves judges what the verifier is to look for.
func (j mustJudge) mustHaves() {
	pair := j.front.Root.Pair("must_haves")
	if pair == nil {
		return
	}
	const rule, where = "gsd-must-haves", "frontmatter.must_haves"
	if pair.Value.Type != document.Map {
		if pair.Value.Type == document.Null && j.p.Old() ||
			j.done && pair.Value.Type == document.List && len(pair.Value.Items) == 0 {
			return
		}
		j.Reportf(rule, dialect.At(pair), where, "`must_haves` holds no block, so the verifier makes up what must be true; write "+
			"`truths:`, `artifacts:` or `key_links:` below it, each with a list")
		return
	}
	for _, name := range mustBlocks {
		if out := j.front.Root.Pair(name); out != nil && !pair.Value.Has(name) {
			j.Lesserf(rule, out.KeySpan, "frontmatter."+name, "`%s` stands beside `must_haves` and not in it, so the "+
				"verifier reads nothing of it; indent it and its list", name)
		}
	}
	byLines := model.ByLines(j.p, j.Doc) && (j.p.Old() || !j.done)
	if byLines && !j.p.Old() && j.behind(pair.KeySpan) != "" {
		j.Lesserf(rule, pair.KeySpan, where, "get-shit-done, and gsd-core up to 1.11, find no block behind a comment on the line "+
			"of `must_haves`, so their verifier makes up what must be true; take the comment away")
		return
	}
	read := 0
	for i := range pair.Value.Pairs {
		if block := &pair.Value.Pairs[i]; slices.Contains(mustBlocks, block.Key) {
			read += j.block(block, byLines)
		} else if near := nearBlock(block.Key); near != "" && !pair.Value.Has(near) && len(pair.Value.Pairs) > 1 {
			j.Report(document.Finding{Rule: rule, Span: block.KeySpan, At: where + "." + block.Key, Lesser: true,
				Message: fmt.Sprintf("the verifier reads no block `%s`; did you mean %s?", block.Key, near),
				Fixes:   document.Replace("write "+near, block.KeySpan, near)})
		}
	}
	if read > 0 || j.p.Old() || j.done {
		return
	}
	if len(pair.Value.Pairs) == 0 || slices.Contains(mustBlocks, pair.Value.Pairs[0].Key) {
		j.Reportf(rule, dialect.At(pair), where, "`must_haves` has nothing in it, so the verifier makes up what must be true; write "+
			"it below `truths:`, each on a line that starts with a dash")
	} else {
		near := spell.Suggest(pair.Value.Pairs[0].Key, mustBlocks)
		j.Reportf(rule, pair.Value.Pairs[0].KeySpan, where,
			"`must_haves` has none of the blocks truths, artifacts and key_links, so the verifier makes up what must be "+
				"true%s", near)
	}
}

// mustBlocks are the blocks of must_haves.
var mustBlocks = []string{"truths", "artifacts", "key_links", "prohibitions"}

// nearBlock returns the block that a key is meant for, or "".
func nearBlock(key string) string {
	if i := slices.IndexFunc(mustBlocks, func(name string) bool { return strings.HasSuffix(name, "_"+key) }); i >= 0 {
		return mustBlocks[i]
	}
	return spell.Close(key, mustBlocks)
}

// block judges a block, and returns how many entries it has. One that is reported as a whole counts as one.
func (j mustJudge) block(block *document.Pair, byLines bool) int {
	where := "frontmatter.must_haves." + block.Key
	unread := ""
	if byLines {
		unread = j.unread(block)
	}
	isEmpty := block.Value.Type == document.Null && block.Value.Span.Len() == 0
	if unread == "" && (block.Value.Type == document.List || isEmpty) {
		for k, item := range block.Value.Items {
			j.mustHave(block.Key, item, document.Index(where, k))
		}
		return len(block.Value.Items)
	}
	f := document.Finding{Rule: "gsd-must-haves", Span: dialect.At(block), At: where, Lesser: true, Fixes: j.listed(block),
		Message: fmt.Sprintf("`%s` is no list, so the verifier reads nothing of it; write each on a line of its own that "+
			"starts with a dash", block.Key)}
	if byLines {
		f.Message = fmt.Sprintf("get-shit-done, and gsd-core up to 1.11, read `%s` line by line, and find nothing in %s, so "+
			"their verifier knows nothing of it; write each item on a line of its own that starts with a dash, indented below "+
			"the key", block.Key, cmp.Or(unread, "what is no list"))
	}
	if unread != "" && !block.Value.Flow {
		f.Span = block.KeySpan
	}
	j.Report(f)
	return 1
}

// mustHave judges one entry of a block.
func (j mustJudge) mustHave(block string, item *document.Node, where string) {
	switch block {
	case "artifacts":
		if item.Type == document.Map {
			j.artifact(item, where)
		} else {
			j.bare(item, where)
		}
	case "key_links":
		j.keyLink(item, where)
	case "prohibitions":
		prohibition(j, item, where)
	}
}

// prohibition judges what must not be: a check that proves it must be whole.
func prohibition(j mustJudge, item *document.Node, where string) {
	j.itemKeys("prohibitions", item, where)
	kind := item.Pair("check_kind")
	if kind == nil || j.over {
		return
	}
	why, needs := "", []string{"check_target", "check_violation_fixture"}
	switch dialect.Text(kind.Value) {
	case "node-test":
		needs = append(needs, "check_clean_fixture")
	case "lint-rule":
		needs = append(needs, "check_rule")
	default:
		why = "`check_kind` is " + document.Quote(dialect.Text(kind.Value)) + "; write node-test or lint-rule"
	}
	needs = slices.DeleteFunc(needs, func(key string) bool { return strings.TrimSpace(dialect.Text(item.Get(key))) != "" })
	if why == "" && len(needs) > 0 {
		why = "it lacks " + document.AllOf(needs)
	}
	if why != "" {
		j.Lesserf("gsd-must-haves", kind.KeySpan, where,
			"`check prohibition-enforcement` cannot prove this prohibition, so the phase never passes: %s", why)
	}
}

// artifact judges a file that must be there.
func (j mustJudge) artifact(item *document.Node, where string) {
	file := dialect.Text(item.Get("path"))
	if meant := other(item); file == "" && meant != nil {
		j.Report(document.Finding{Rule: "gsd-must-haves", Span: meant.KeySpan, At: where, Lesser: true,
			Message: fmt.Sprintf("`verify artifacts` looks for the key `path`, so it passes over this artifact with its "+
				"`%s`; write path", meant.Key),
			Fixes: document.Replace("write path", meant.KeySpan, "path")})
		return
	} else if file == "" {
		j.Lesserf("gsd-must-haves", j.Doc.Start(item), where, "this artifact has no `path`, so `verify artifacts` passes it "+
			"over and never looks for it; name the file")
		return
	}
	if n := item.Get("min_lines"); n != nil && !wholeNumber().MatchString(dialect.Text(n)) {
		j.Lesserf("gsd-must-haves", n.Span, where, "`min_lines` is %s and no number, so the size of the file is not checked",
			document.Quote(dialect.Text(n)))
	}
	j.itemKeys("artifacts", item, where)
	at := item.Get("path")
	if j.inWords(file) {
		j.Lesserf("gsd-must-haves", at.Span, where, "`path` is %s, and `verify artifacts` opens the file of this name, so the "+
			"check fails; write the path alone, and the rest in `provides`", document.Quote(file))
	}
	if !strings.ContainsAny(file, " \t\n") && j.pathForm(at, where) {
		return
	}
	follows := "the check of the phase fails at its end"
	if j.over {
		follows = "`verify artifacts` fails when the phase is verified again"
	}
	if !j.directory(at, "`verify artifacts` opens it as a file and fails, and checks no artifact of the plan", where) {
		j.mustHavePath(at, follows, where)
	}
}

// keyLink judges a link between two files that must be there.
func (j mustJudge) keyLink(item *document.Node, where string) {
	j.itemKeys("key_links", item, where)
	var missing []string
	for _, key := range []string{"from", "to"} {
		if item.Type == document.Map && dialect.Text(item.Get(key)) == "" {
			missing = append(missing, "`"+key+"`")
		}
	}
	if len(missing) > 0 {
		j.gather.Add("key_links", document.Finding{Rule: "gsd-must-haves", Span: j.Doc.Start(item), At: where, Lesser: true,
			Message: fmt.Sprintf("this key link has no %s, so `verify key-links` cannot check it; name the file",
				document.AllOf(missing))})
	}
	j.link(item, where)
	if n := item.Get("pattern"); n != nil && refused(j, dialect.Text(n)) && !(j.p.Old() && strings.Contains(dialect.Text(n), "(?")) {
		j.gather.Add("pattern", document.Finding{Rule: "gsd-must-haves", Span: n.Span, At: where, Lesser: true, Least: j.over,
			Message: "`pattern` is no regular expression of RE2, which knows neither look-around nor backreferences, so `verify " +
				"key-links` refuses it and never finds the link; put a backslash before what is meant as it is, such as `(`"})
	}
}

// refused reports whether RE2, as gsd-core has it, refuses a pattern. It knows more escapes than Go does.
func refused(j mustJudge, pattern string) bool {
	_, err := j.patterns.Parse(pattern)
	var e *syntax.Error
	return errors.As(err, &e) && (e.Code != syntax.ErrInvalidEscape || strings.Trim(e.Expr, "\\123456789") == "")
}

// bare reports an artifact that is a path and no more. Where it is a description, nobody meant it to be checked.
func (j mustJudge) bare(item *document.Node, where string) {
	if j.done || !isPath(dialect.Text(item)) {
		return
	}
	start := item.Span.Start
	j.gather.Add("bare", document.Finding{Rule: "gsd-must-haves", Span: item.Span, At: where, Lesser: true,
		Message: "`verify artifacts` takes the path of an artifact from its key `path`, so it passes over this one; write `path:` " +
			"before it",
		Fixes: document.Replace("write path:", document.Span{Start: start, End: start}, "path: ")})
}

// inWords reports whether a text that is to name a file tells in words what it means.
func (j mustJudge) inWords(text string) bool {
	return j.due && strings.ContainsAny(text, " \t\n") && !model.Exists(j.p, text) &&
		!slices.Contains(j.plan.Files, text)
}

// called reports whether a text that is to name a file names a function by its parentheses, or a class.
func (j mustJudge) called(text string) bool {
	return j.due && (call().MatchString(text) || isClass(text)) && !model.Exists(j.p, text) &&
		!slices.Contains(j.plan.Files, text)
}

// isClass reports whether a text names a class, as PHP does with backslashes.
func isClass(text string) bool { return strings.Contains(text, `\`) && path.Ext(text) == "" }

// link reports ends of a key link that are no files, since `verify key-links` opens the one and may open the other.
func (j mustJudge) link(item *document.Node, where string) {
	from, to := item.Get("from"), item.Get("to")
	text := strings.TrimSpace(dialect.Text(from))
	file, symbol, _ := strings.Cut(text, ":")
	if j.inWords(text) || j.called(text) || symbol != "" && j.due && model.Exists(j.p, file) {
		j.gather.Add("from", document.Finding{Rule: "gsd-must-haves", Span: from.Span, At: where, Lesser: true,
			Message: fmt.Sprintf("`from` is %s, and `verify key-links` opens the file of this name, so the link is never found; "+
				"write the path alone, and the rest in `via`", document.Quote(text))})
	}
	if symbol == "" {
		inForm := func(end *document.Node) bool {
			return !strings.Contains(dialect.Text(end), " ") && !j.pathForm(end, where)
		}
		const follows = "`verify key-links` opens it as a file and never finds the link"
		if inForm(from) && !j.over && !j.directory(from, follows, where) {
			j.mustHavePath(from, "`verify key-links` never finds the link", where)
		}
		inForm(to)
	}
	text = strings.TrimSpace(dialect.Text(to))
	if !j.inWords(text) && !(route().MatchString(text) && j.due && !model.Exists(j.p, text)) {
		return
	}
	f := document.Finding{Rule: "gsd-must-haves", Span: to.Span, At: where, Lesser: true,
		Message: fmt.Sprintf("`to` is %s: without a `pattern` `verify key-links` looks for these very words in the file of "+
			"`from`; write the path of a file, and the words in `via`", document.Quote(text))}
	if dialect.Text(item.Get("pattern")) != "" {
		f.Least, f.Message = true, fmt.Sprintf("`to` is %s and no path of a file, so the pattern is looked for in `from` alone; "+
			"write the path, and the words in `via`", document.Quote(text))
	}
	j.gather.Add(fmt.Sprint("to", f.Least), f)
}

// itemKeys reports keys of an entry that nobody reads.
func (j mustJudge) itemKeys(block string, item *document.Node, where string) {
	for _, m := range notation.SlipsIn(item, j.set.Vocabulary("gsd", "plan_"+block+"_keys")) {
		if slices.Contains([]string{"path", "from", "to"}, m.Meant) {
			continue // that is told as missing
		}
		j.gather.Add("key", document.Finding{Rule: "gsd-must-haves", Span: m.KeySpan, At: where, Lesser: true,
			Message: fmt.Sprintf("the verifier reads no key `%s` here, so this is not checked; did you mean %s?", m.Key, m.Meant),
			Fixes:   document.Replace("write "+m.Meant, m.KeySpan, m.Meant)})
	}
}

// other returns the key of an artifact that stands where path should, or nil.
func other(item *document.Node) *document.Pair {
	for _, key := range []string{"file", "filename", "file_path", "filepath", "paths", "Path"} {
		if pair := item.Pair(key); pair != nil && dialect.Text(pair.Value) != "" {
			return pair
		}
	}
	return nil
}

// behind returns what stands on the line of a key behind its colon.
func (j mustJudge) behind(key document.Span) string {
	end, _ := document.LineEnd(j.Doc.Content(), key.End)
	return strings.TrimLeft(j.Doc.Content()[key.End:end], ": \t")
}

// unread says in which form a program that reads by lines finds nothing of a block, or "".
func (j mustJudge) unread(block *document.Pair) string {
	_, next := document.LineEnd(j.Doc.Content(), block.KeySpan.End)
	first := strings.TrimLeft(j.Doc.Content()[next:], " \t")
	switch {
	case block.Value.Flow && len(block.Value.Items) == 0:
		return ""
	case block.Value.Flow:
		return "a list in brackets"
	case j.behind(block.KeySpan) != "" && block.Value.Type == document.List:
		return "a list behind a comment"
	case strings.HasPrefix(first, "- ") &&
		len(j.Doc.Indent(len(j.Doc.Content())-len(first))) <= len(j.Doc.Indent(block.KeySpan.Start)):
		return "a list that is not indented below its key"
	}
	return ""
}

// listed is the fix that writes what a block holds on one line as items, each on a line of its own.
func (j mustJudge) listed(block *document.Pair) []document.Fix {
	whole := block.Value.Span
	items := block.Value.Items
	if block.Value.Type == document.String {
		items = []*document.Node{block.Value}
	}
	if len(items) == 0 || block.Value.Type == document.List && !block.Value.Flow ||
		strings.Contains(j.Doc.Text(whole), "\n") {
		return nil
	}
	var text strings.Builder
	start := "\n" + j.Doc.Indent(block.KeySpan.Start) + "  - "
	for _, item := range items {
		if item.Type != document.String {
			return nil
		}
		text.WriteString(start + j.Doc.Text(item.Span))
	}
	return document.Replace("make it a list", document.Span{Start: block.KeySpan.End + 1, End: whole.End}, text.String())
}

// maxAlike is how many files a plan may name for one to be proposed in the place of another.
const maxAlike = 200

// directory reports a path that is to be that of a file and is a directory, and whether it is.
func (j mustJudge) directory(n *document.Node, follows, where string) bool {
	text := strings.TrimSpace(dialect.Text(n))
	if j.plan == nil || text == "" || !strings.HasSuffix(text, "/") && j.p.Files.Look(j.p.Root, path.Clean(text)) != document.Dir {
		return false
	}
	j.gather.Add("directory", document.Finding{Rule: "gsd-must-haves", Span: n.Span, At: where, Lesser: true, Least: j.over,
		Message: fmt.Sprintf("%s is a directory: %s; name the files in it", document.Quote(text), follows)})
	return true
}

// mustHavePath reports a file that is to be checked and that nobody makes.
func (j mustJudge) mustHavePath(n *document.Node, follows, where string) {
	file := strings.TrimSpace(dialect.Text(n))
	if j.plan == nil || j.over && model.Past(j.p, j.Doc) || !isPath(file) || model.Exists(j.p, file) ||
		strings.ContainsAny(file, "[]()$") || j.own.Has(file) || j.ofTasks.Has(file) || makes(j.p, file) {
		return
	}
	f := document.Finding{Rule: "gsd-must-haves-path", Span: n.Span, At: where, Least: j.over,
		Message: fmt.Sprintf("%s is not there, and neither files_modified nor <files> of any plan names it, so %s; "+
			"name what the plan makes", file, follows)}
	var alike []string
	if len(j.plan.Files) <= maxAlike {
		alike = slices.DeleteFunc(slices.Clone(j.plan.Files), func(f string) bool { return path.Ext(f) != path.Ext(file) })
	}
	if near := spell.Nearest(file, alike); near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, n.Span, n.Requote(near))
	} else if beside := path.Join(j.p.Dir, path.Dir(j.p.Below(j.Doc)), file); !strings.HasPrefix(file, "../") && model.Exists(j.p, beside) {
		f.Message = fmt.Sprintf("there is no %s: paths begin at the root of the project, so %s; write %s", file, follows, beside)
		f.Fixes = document.Replace("write "+beside, n.Span, n.Requote(beside)) // in the directory of the phase
	}
	j.Report(f)
}

package skill

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	form   = memo.Regexp(`^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$`)
	nonKey = memo.Regexp(`[^\p{L}\p{N}]+`)
)

func judgeName(r *model.Reporter) {
	strict := r.Options.Word("cc-skill-name", "spec") == "agentskills"
	dir := path.Base(path.Dir(r.Doc.Path))
	n := r.Front().Get("name")
	f := document.Finding{Rule: "cc-skill-name", At: "frontmatter.name", Lesser: !strict}
	if document.Text(n) == "" {
		if n == nil || n.Type == document.Null || n.Type == document.String {
			f.Span, f.Least = r.Doc.Front.Open, !strict
			f.Message = unnamed(dir)
			r.Report(f)
		}
		return
	}
	isFormed := form().MatchString(n.Text) && len([]rune(n.Text)) <= 64
	atRoot := slices.Contains([]string{"skills", "skill"}, dir) || r.Doc.Kind == "claude/plugin-skill"
	if isFormed && (n.Text == dir || atRoot || r.Standalone) {
		return
	}
	f.Span = n.Span
	if form().MatchString(dir) && len(dir) <= 64 {
		f.Fixes = document.Replace("name it as the directory", n.Span, n.Requote(dir))
		f.Fixes[0].Unsafe = !spell.Surely(n.Text, dir) // programs may know the skill by its name
	}
	lies := fmt.Sprintf("the skill is named %s and lies in %q: %s", document.Quote(n.Text), dir, calledBy(r, n.Text, dir))
	switch {
	case n.Text == dir || atRoot:
		f.Fixes = nil
		f.Message = fmt.Sprintf("the name %s is not of the form that Agent Skills have (1 to 64 lower-case letters, digits and single "+
			"hyphens), so strict programs refuse the skill; rename it", document.Quote(n.Text))
		if dir != "." {
			f.Message += " and its directory"
		}
	case isFormed && f.Fixes == nil: // the directory has no name that strict programs take
		f.Message = fmt.Sprintf("%s; rename the directory to %s", lies, n.Text)
		f.Least = !strict && isFlat(r)
	default:
		f.Message = fmt.Sprintf("%s; write `name: %s`", lies, dir)
		if name := hyphened(dir); f.Fixes == nil && form().MatchString(name) {
			f.Message = fmt.Sprintf("%s; rename the directory to %s and write `name: %s`", lies, name, name)
		}
		f.Least = !strict && (isForPeople(n.Text, dir) && isOwn(r) || isFlat(r))
	}
	r.Report(f)
}

// unnamed says that a skill in a directory has no name.
func unnamed(dir string) string {
	what := "one"
	if dir != "." {
		what = fmt.Sprintf("`name: %s`", dir)
	}
	return "the skill has no `name`: Claude Code takes that of the directory, and other programs refuse the skill; add " + what
}

// calledBy says by which names Claude Code calls a skill whose name is not that of its directory, and who refuses it.
func calledBy(r *model.Reporter, name, dir string) string {
	const refuse = ", and strict programs refuse it"
	p := r.PluginOf(r.Doc.Path)
	switch {
	case p == nil && strings.Contains("/"+r.Doc.Path, "/.agents/"), r.IsForeign(), // which Claude Code does not read
		p != nil && !ownPlugin(r) && !named(r, path.Dir(r.Doc.Path)): // no plugin has it
		return "strict programs refuse a name that is not that of the directory"
	case p != nil && p.Gives("skills", path.Dir(r.Doc.Path)):
		return fmt.Sprintf("the manifest names the directory itself, so Claude Code takes `/%s:%s` alone for it", p.Name, name) + refuse
	case p != nil:
		return fmt.Sprintf("Claude Code takes `/%s:%s` and `/%s:%s` for it", p.Name, name, p.Name, dir) + refuse
	}
	return fmt.Sprintf("in Claude Code the directory is its name, so `/%s` calls it", dir) + refuse
}

// isForPeople reports whether a name is that of a directory as people write it, or has that of a plugin before it.
func isForPeople(name, dir string) bool {
	isPretty := hyphened(name) == dir && !strings.Contains(name, "_") && !strings.Contains(name, "--") &&
		strings.Trim(name, "-") == name
	return isPretty || strings.HasSuffix(name, ":"+dir)
}

// hyphened returns a name in lower case with a hyphen for all that is no letter or digit.
func hyphened(name string) string {
	return strings.Trim(nonKey().ReplaceAllString(strings.ToLower(name), "-"), "-")
}

// isFlat reports whether the directory of a skill lies at the top of a repository, where its name may be another once it is installed.
func isFlat(r *model.Reporter) bool {
	return strings.Count(strings.TrimPrefix(r.Doc.Path, document.Join(r.Doc.Root, "")), "/") == 1
}

// isOwn reports whether Claude Code alone reads the skill.
func isOwn(r *model.Reporter) bool {
	return strings.Contains("/"+r.Doc.Path, "/.claude/") || r.PluginOf(r.Doc.Path) != nil
}

const (
	specLength  = 1024 // characters of a description, by the Agent Skills specification
	shownLength = 1536 // those that Claude Code shows the model
)

func judgeDescription(r *model.Reporter) {
	strict := r.Options.Word("cc-skill-description", "spec") == "agentskills"
	p, shown := r.Front().Pair("description"), shownLength
	if p != nil && len(p.Value.Text) > shownLength {
		shown = cmp.Or(r.Facts().Shown, shownLength)
	}
	f := document.Finding{Rule: "cc-skill-description", Span: r.Doc.Front.Open, At: "frontmatter.description",
		Lesser: true}
	switch {
	case p == nil || p.Value.Type == document.Null || p.Value.Type == document.String &&
		strings.TrimSpace(p.Value.Text) == "":
		if p != nil {
			f.Span = p.KeySpan
		} else if misspelt(r, "description") {
			return
		}
		f.Message = "the skill has no `description`, so the model is shown the first line of the body and cannot tell when " +
			"to use it; write what it does and when"
		switch {
		case notation.IsTruth(r.Front().Get("disable-model-invocation"), true): // the model is not shown it
			f.Message = "the skill has no `description`, so whoever is to call it is shown the first line of the body, and other programs " +
				"refuse it; write what it does"
		case r.IsForeign():
			f.Message = "the skill has no `description`, so no program can tell when to use it, and strict ones refuse it; write what it " +
				"does and when"
		}
		if other := describing(r); other != nil && p == nil {
			f.Span = other.KeySpan
			f.Message = fmt.Sprintf("Claude Code reads no `%s`, and the skill has no `description`, so the model is shown the first "+
				"line of the body and cannot tell when to use it; call it description", other.Key)
			f.Fixes = document.Guess("call it description", other.KeySpan, "description")
		}
	case p.Value.Type != document.String:
		return
	case len([]rune(p.Value.Text)) > shown:
		f.Span = p.KeySpan
		f.Message = fmt.Sprintf("the description has %d characters: Claude Code shows the model %d of them and drops the "+
			"rest; shorten it", len([]rune(p.Value.Text)), shown)
	case len([]rune(p.Value.Text)) > specLength:
		f.Span, f.Least, f.Lesser = p.KeySpan, !strict, false
		f.Message = fmt.Sprintf("the description has %d characters, and Agent Skills allow %d, so strict programs refuse "+
			"the skill; shorten it", len([]rune(p.Value.Text)), specLength)
	default:
		return
	}
	r.Report(f)
}

// describing returns the key of another program that holds a description of the skill, such as short-description, or nil.
func describing(r *model.Reporter) *document.Pair {
	for i := range r.Front().Pairs {
		p := &r.Front().Pairs[i]
		if strings.HasSuffix(strings.ToLower(p.Key), "description") && p.Value.Type == document.String && strings.TrimSpace(p.Value.Text) != "" {
			return p
		}
	}
	return nil
}

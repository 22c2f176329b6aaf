package layout

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var (
	usualName = memo.Regexp(`^[a-z0-9][a-z0-9-]*\.md$`)
	dated     = memo.Regexp(`(?:^|[-_.])(?:19|20)\d{2}(?:[-_]?\d{2}){1,2}(?:[-_.]|$)`)
	versioned = memo.Regexp(`(?i)(?:^|[-_.])v\d+(?:[-_.]|$)`)
)

// knowledgeName judges the place and name of a file below memory, context or rules.
func (p *place) knowledgeName(shelf string, rest []string) {
	name := rest[len(rest)-1]
	switch {
	case strings.HasPrefix(name, "."):
	case len(rest) > 1:
		if dir := p.project.Dir("nexus/entry") + shelf + "/" + rest[0]; p.first(dir) {
			p.here("nx-memory-flat",
				"%s is a directory, and agents read only the files directly in .nexus/%s; move what is in it there",
				dir, shelf)
		}
	case !strings.EqualFold(path.Ext(name), ".md"):
		p.here("nx-memory-flat",
			"%s is no Markdown file, and agents read only those; remove it, or write what it tells into a .md file",
			p.below)
	case shelf == "memory":
		p.memoryName(name)
	}
}

// memoryPrefix judges the name of a memory file by the prompt of lead, which is all that the newest edition says of it.
func (p *place) memoryPrefix(name string) {
	prefixes := p.prefixes()
	if !slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		p.here("nx-memory-category",
			"%s starts with none of %s, by which lead sorts what the project has learned; rename it", p.below,
			strings.Join(prefixes, ", "))
	}
}

// memoryName returns what the names of a project's memory files match.
func memoryName(p *model.Project) *regexp.Regexp {
	if policy := p.Entries["memory_policy"]; len(policy) > 0 {
		if own, err := memo.Compile(document.Text(policy[0].Get("naming").Get("pattern"))); err == nil && own.String() != "" {
			return own
		}
	}
	return usualName().Regexp
}

func (p *place) memoryName(name string) {
	pattern := p.facts.memory()
	if !pattern.MatchString(name) {
		hint := ""
		if better := strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(name)); pattern.MatchString(better) {
			hint = ", such as " + better
		}
		p.here("nx-memory-filename",
			"the name %s does not match `%s`, which all memory files must, or harnesses do not find it; rename it%s",
			name, pattern, hint)
	}
	topic := strings.TrimSuffix(strings.ToLower(name), ".md")
	if dated().MatchString(topic) || versioned().MatchString(topic) {
		p.here("nx-memory-filename-date",
			"the name %s holds a date or a version, so the next one makes a second file of the same topic; "+
				"name the topic alone and write the date into the file", name)
		return
	}
	if strings.HasPrefix(topic, "primer-") {
		p.here("nx-memory-category",
			"%s is a primer by its name, and primers belong to what nx-sync keeps up to date; "+
				"move it to .nexus/context/%s", p.below, strings.TrimPrefix(name, "primer-"))
		return
	}
	for _, prefix := range p.prefixes() {
		if rest, ok := strings.CutPrefix(topic, prefix); ok && rest != "" {
			topic = rest
			break
		}
	}
	words := strings.FieldsFunc(topic, func(r rune) bool { return r == '-' || r == '_' })
	if pattern.MatchString(name) && (len(words) < 2 || len(words) > 4) {
		p.here("nx-memory-filename-words",
			"the topic of %s has %s; two to four tell it apart from others and are still found, such as "+
				"retry-backoff.md", name, document.Count(len(words), "word"))
	}
}

// prefixes returns the prefixes of the categories of memory.
func (p *place) prefixes() []string {
	var prefixes []string
	for _, category := range p.project.Entries["memory_categories"] {
		prefixes = append(prefixes, document.Text(category.Get("prefix")))
	}
	if len(prefixes) == 0 {
		return []string{"empirical-", "external-", "pattern-"}
	}
	return slices.DeleteFunc(prefixes, func(prefix string) bool { return prefix == "" })
}

var (
	tagsComment = memo.Regexp(`^[ \t]*<!--[ \t]*tags:.*-->[ \t]*$`)
	// secret finds what is a credential by its form alone.
	secret = memo.Regexp(`\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9_-]{20,}|xox[baprs]-[A-Za-z0-9-]{10,}|AIza[0-9A-Za-z_-]{35}|npm_[A-Za-z0-9]{36}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})\b|://[^\s/:@<>${}]+:[^\s/:@<>${}]{8,}@[a-z0-9.-]+|-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----|(?i:\b(?:api[_-]?key|secret|password|passwd|access[_-]?token)["']?[ \t]*[:=][ \t]*["']?)[A-Za-z0-9_/+.-]{16,}`)
	// placeholder finds what only stands for one.
	placeholder = memo.Regexp(`(?i)example|placeholder|your[_-]|xxx|changeme|dummy|redacted|@localhost|@127\.|:password|\.\.\.`)
	// filePath finds what is the path of a file instead, as in "access_token: src/v2/token-store.ts".
	filePath = memo.Regexp(`/[\w@+.-]*\.[a-z]{1,5}$`)
)

// secretHints are, in lower case, parts that no credential is without: to look for them is far quicker than to look
// for one.
var secretHints = []string{"akia", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "xox",
	"aiza", "npm_", "private key", "api_key", "api-key", "apikey",
	"secret", "passw", "access_token", "access-token", "accesstoken", "eyj", "://"}

// knowledge judges the content of a memory, context or rules file.
func knowledge(r *document.Reporter, p *model.Project) {
	line := 0
	src := string(r.Doc.Src)
	lower := strings.ToLower(src)
	suspect := slices.ContainsFunc(secretHints, func(hint string) bool { return strings.Contains(lower, hint) })
	for at := 0; at < len(src); {
		end := strings.IndexByte(src[at:], '\n') + at
		if end < at {
			end = len(src)
		}
		text := strings.TrimSuffix(src[at:end], "\r")
		if line++; line > 1 && !p.IsNewest() && strings.Contains(text, "<!--") && tagsComment().MatchString(text) &&
			!inFence(r.Doc, at) {
			misplacedTags(r, document.Span{Start: at, End: at + len(text)}, min(end+1, len(src)))
		}
		if suspect {
			if m := secret().FindStringIndex(text); m != nil && !placeholder().MatchString(text[m[0]:m[1]]) &&
				hasDigit(text[m[0]:m[1]]) && !filePath().MatchString(text[m[0]:m[1]]) {
				r.Reportf("nx-knowledge-secret", document.Span{Start: at + m[0], End: at + m[1]}, "content",
					"this has the form of a credential, and everybody who reads the repository or is given the "+
						"file reads it; take it out, and have it replaced where it is valid")
			}
		}
		if strings.Contains(text, ".md") {
			deadLinks(r, p, text, at)
		}
		at = end + 1
	}
}

// link is a link to a Markdown file of the project, with its place in the second group.
var link = memo.Regexp(`\]\((<?)([^\s()<>:#]+\.md)(?:#[^\s()]*)?>?\)`)

// deadLinks reports links of a line to files that there are not.
func deadLinks(r *document.Reporter, p *model.Project, text string, at int) {
	marks, counted := 0, 0 // of code before the link
	for _, m := range link().FindAllStringSubmatchIndex(text, -1) {
		marks, counted = marks+strings.Count(text[counted:m[0]], "`"), m[0]
		span := document.Span{Start: at + m[4], End: at + m[5]}
		name := path.Join(path.Dir(r.Doc.RootPath()), text[m[4]:m[5]])
		if p.Standalone || marks%2 != 0 || strings.HasPrefix(name, "../") || text[m[4]] == '/' || r.Doc.Body.HiddenAt(span.Start) != nil ||
			p.Files.Look(r.Doc.Root, name) != document.Absent {
			continue
		}
		r.Reportf("nx-knowledge-link", span, "content", "there is no %s, so whoever follows the link learns nothing; correct it, "+
			"or take it out", name)
	}
}

func hasDigit(s string) bool {
	return strings.ContainsAny(s, "0123456789") || strings.HasPrefix(s, "-----")
}

func inFence(d *document.Document, at int) bool {
	h := d.Body.HiddenAt(at)
	return h != nil && h.Kind == document.Fence
}

// misplacedTags reports a comment with tags that is not the first line, and moves it there if there is none yet.
func misplacedTags(r *document.Reporter, comment document.Span, next int) {
	f := document.Finding{Rule: "nx-tags-comment", Span: comment, At: "content",
		Message: "the comment with the tags counts only as the first line, so nobody finds the file by them; " +
			"move it there"}
	if !tagsComment().Match(r.Doc.Src[:r.Doc.FirstLine().End]) {
		f.Fixes = []document.Fix{{Title: "move the comment to the first line", Edits: []document.Edit{
			{Span: document.Span{}, Text: strings.TrimSpace(r.Doc.Text(comment)) + "\n"},
			{Span: document.Span{Start: comment.Start, End: next}},
		}}}
	}
	r.Report(f)
}

// essentials reports a section of essentials that is longer than agents are to read before every session.
func essentials(r *document.Reporter) {
	if r.Doc.Problem != nil {
		return
	}
	for _, h := range r.Doc.Body.Headings {
		if !strings.EqualFold(strings.TrimSpace(h.Text), "essentials") {
			continue
		}
		lines := 0
		for text := range strings.SplitSeq(r.Doc.Text(document.Span{Start: h.Span.End, End: h.Below.End}), "\n") {
			if text = strings.TrimSpace(text); text != "" && !strings.HasPrefix(text, "<!--") {
				lines++
			}
		}
		if limit := 10; lines > limit {
			r.Reportf("nx-essentials-length", h.Span, "body",
				"the essentials have %s; agents read them before every session, so nx-init allows %d: move what is "+
					"needed less often to .nexus/context", document.Count(lines, "line"), limit)
		}
	}
}

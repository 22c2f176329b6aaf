// Package skill judges skills: whether Claude Code finds them, what it shows of them, and whether what their texts send
// the model to is there.
package skill

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges skills.
var Analyzer = &analysis.Analyzer{
	Name:     "claudeskill",
	Doc:      "hold skills against what Claude Code finds and shows, and their texts against the files around them",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each(model.Skills, judge)
		t.Each(model.Calls, judgeCall)
		t.Each([]string{"claude/skill", "claude/plugin-command"}, judgeCommands)
		t.Each([]string{"claude/plugin-agent"}, judgeRoots)
		t.Each(model.Prompts, judgeOutside)
		t.Each(model.Instructions, func(r *model.Reporter) {
			if !r.Standalone && !samples().MatchString(r.Doc.Path) {
				judgeLinked(r)
			}
		})
		t.Each([]string{"claude/skill-misplaced"}, judgeMisplaced)
		t.Each([]string{"claude/misplaced"}, judgePlace)
		return nil, nil
	},
}

func judge(r *model.Reporter) {
	if isTemplate(r) {
		return
	}
	if len(r.Front().Pairs) > 0 {
		judgeName(r)
		judgeDescription(r)
	} else if path.Base(r.Doc.Path) == "SKILL.md" {
		shown := "the model is shown the first line of the body and cannot tell when to use it, and other programs refuse it"
		if r.IsForeign() {
			shown = "no program can tell when to use it, and strict ones refuse it"
		}
		r.Lesserf("cc-skill-description", r.Doc.FirstLine(), "frontmatter",
			"the skill has no frontmatter, so %s; start the file with `---`, `name`, `description` and `---`", shown)
	}
	judgeDepth(r)
	if !r.Standalone {
		judgeHiding(r)
		judgeTwin(r)
		judgeOwn(r)
		judgeText(r)
		judgeOnward(r)
		judgeUnused(r)
	}
}

// samples are directories of texts for other projects.
var samples = memo.Regexp(`(?:^|/)(?:[\w-]*templates?|examples?|boilerplates?)/`)

// Directories with what is to be filled in, and names of it.
var (
	templates = memo.Regexp(`(?:^|/)(?:templates|(?:[\w-]*[-_])?template)/`)
	unfilled  = memo.Regexp(`(?i)^(?:your[- ].*|(?:skill[- ])?name|.*[- ]here)$`)
)

// isTemplate reports whether a skill is one to be filled in.
func isTemplate(r *model.Reporter) bool {
	name, description := document.Text(r.Front().Get("name")), document.Text(r.Front().Get("description"))
	return templates().MatchString(r.Doc.Path) && (strings.ContainsAny(name+description, "{<[") || unfilled().MatchString(name))
}

func misspelt(r *model.Reporter, key string) bool {
	return slices.ContainsFunc(r.Front().Pairs, func(p document.Pair) bool {
		return !slices.Contains(r.Keys(r.Doc.Kind), p.Key) && spell.Close(p.Key, []string{key}) != ""
	})
}

// judgeCall judges what skills and commands have in common.
func judgeCall(r *model.Reporter) {
	judgeRoots(r)
	if r.IsForeign() {
		return
	}
	front := r.Front()
	if off := front.Get("user-invocable"); notation.IsTruth(off, false) && notation.IsTruth(front.Get("disable-model-invocation"), true) {
		r.Reportf("cc-skill-unreachable", front.Pair("user-invocable").KeySpan, "frontmatter.user-invocable",
			"neither the user (`user-invocable: false`) nor the model (`disable-model-invocation: true`) may call this, "+
				"so nobody can; drop one of the two keys")
	}
	n := front.Get("agent")
	if context := document.Text(front.Get("context")); document.Text(n) != "" && (context == "" || context == "inline") {
		r.Reportf("cc-skill-agent-ref", front.Pair("agent").KeySpan, "frontmatter.agent",
			"`agent` counts only with `context: fork`, so this runs in the conversation that calls it, and not in %s; "+
				"add `context: fork`, or remove `agent`", document.Show(n))
		return
	}
	name := document.Text(n)
	if name == "" || r.Standalone {
		return
	}
	if full := r.Facts().Scoped(name); full != "" && !slices.Contains(r.List("agents"), name) {
		fixes := document.Replace("write "+full, n.Span, n.Requote(full))
		fixes[0].Unsafe = true // the user may have one
		r.Fixf("cc-skill-agent-ref", n.Span, "frontmatter.agent", fixes, "the agent %q is one of a plugin, and its type is %q, which "+
			"must match exactly, so it runs in the default one; write %q", name, full, full)
		return
	}
	if !r.AgentKnown(name) {
		names := slices.Concat(r.Facts().AgentNames, r.List("agents"))
		near, hint := spell.Nearest(name, names), spell.DidYouMean(name, names)
		if r.Facts().Renamed[name] != nil {
			near, hint = model.NearAgent(r.Facts(), name)
		}
		f := document.Finding{
			Rule: "cc-skill-agent-ref", Span: n.Span, At: "frontmatter.agent", Least: near == "" && r.Facts().Foreign,
			Message: fmt.Sprintf("there is no agent %q in this repository, and none is built in, so it runs in the default "+
				"one%s", name, hint),
		}
		if near != "" {
			f.Fixes = r.Meant(n.Span, name, names)
		}
		r.Report(f)
	}
}

// judgeMisplaced reports files called as a skill where nothing looks for one.
func judgeMisplaced(r *model.Reporter) {
	file := r.Doc.Path
	if within(r, path.Dir(path.Dir(file))) || named(r, path.Dir(file)) || ownPlugin(r) {
		return
	}
	f := document.Finding{Rule: "cc-skill-file-name", At: "content"}
	base := path.Base(file)
	dir := path.Base(path.Dir(file))
	switch {
	case base != "SKILL.md":
		if r.IsFile(path.Join(path.Dir(file), "SKILL.md")) {
			return
		}
		f.Message = fmt.Sprintf("the file is called %s, and Claude Code looks for SKILL.md alone, so it does not find the "+
			"skill; rename it", base)
	case dir == "skills":
		f.Message = "Claude Code does not read a SKILL.md in the directory of skills itself; put it into a directory that " +
			"bears the skill's name"
	default:
		root, _, _ := notation.CutLast(file, "skills")
		group := path.Dir(path.Dir(file))
		var all []string
		for _, in := range r.Inputs(group + "/") {
			if in.Kind != r.Doc.Kind || path.Dir(path.Dir(in.Path)) != group || path.Base(in.Path) != base {
				continue
			}
			if all = append(all, in.Path); all[0] != r.Doc.Path {
				return // it is told at the first
			}
		}
		tellDeep(r, root, all)
		return
	}
	r.Report(f)
}

// tellDeep reports the first of some skills that lie side by side, too deep below the directory skills/ of root, unless
// most skills there lie so: it is a catalogue by category then, if it is none of Claude Code's own directories.
func tellDeep(r *model.Reporter, root string, files []string) {
	skills := path.Join(root, "skills")
	isCatalogue := len(r.SkillsIn(skills)) < r.SkillsBelow(skills) && !strings.Contains("/"+root+"/", "/.claude/")
	if isCatalogue || len(files) == 0 || files[0] != r.Doc.Path || notation.Disused(files[0], "skills") != "" ||
		strings.HasPrefix(path.Base(path.Dir(path.Dir(files[0]))), "_") { // which is nothing to be loaded, as people have it
		return
	}
	isOurs := strings.Contains("/"+root+"/", "/.claude/") || r.PluginOf(r.Doc.Path) != nil
	more := ""
	if n := len(files) - 1; n > 0 {
		more = fmt.Sprintf("; the same holds for %s of %s", document.Count(n, "other skill"), path.Dir(path.Dir(files[0])))
	}
	dir := path.Dir(r.Doc.Path)
	f := document.Finding{Rule: "cc-skill-file-name", Span: r.Doc.FirstLine(), At: "content", Least: !isOurs,
		Message: fmt.Sprintf("Claude Code looks for SKILL.md directly below the directories in skills/, and this one lies "+
			"deeper, so it is not found; move %s up%s", dir, more)}
	if p := r.PluginOf(r.Doc.Path); p != nil && p.Dir == path.Dir(dir) {
		f.Message = fmt.Sprintf("Claude Code looks for the skills of a plugin in its skills/, and this one lies beside it, so it is not "+
			"found; move it to %s, or name %q in `skills` of the manifest%s", path.Join(p.Dir, "skills", path.Base(dir)), "./"+path.Base(dir), more)
	}
	r.Report(f)
}

// misplaced is the files of directories that Claude Code does not read as they are, by the directory and what they have in
// common.
type misplaced struct {
	alike document.Memo[[2]string, alike]
}

// alike is the first of some files, or "", and how many there are.
type alike struct {
	first string
	n     int
}

// of returns the misplaced files below a directory that have something in common.
func (m *misplaced) of(r *model.Reporter, dir, common string, is func(file string) bool) alike {
	return m.alike.Get(r.Set, [2]string{dir, common}, func() (found alike) {
		for _, in := range r.Inputs(dir + "/") {
			if in.Kind == "claude/misplaced" && is(in.Path) {
				found.first = cmp.Or(found.first, in.Path)
				found.n++
			}
		}
		return found
	})
}

// tellAlike adds to the finding of the first file of a directory that has a wrong ending how many others have it, and
// reports whether it is the first.
func tellAlike(r *model.Reporter, f *document.Finding) bool {
	dir, ext := path.Dir(r.Doc.Path), path.Ext(r.Doc.Path)
	all := document.Shared[misplaced](r.Set).of(r, dir, ext, func(file string) bool {
		return path.Dir(file) == dir && path.Ext(file) == ext && misnamed(file, r.At(file).Content()) != ""
	})
	if all.n > 1 {
		f.Message += fmt.Sprintf("; the same holds for %s of %s", document.Count(all.n-1, "other file"), dir)
	}
	return all.first == r.Doc.Path || all.first == "" // as of one at the root
}

// judgePlace reports files written as a part of Claude Code in a directory where it does not look for one: of a
// directory with another name the first.
func judgePlace(r *model.Reporter) {
	base := path.Base(r.Doc.Path)
	if elsewhere := r.Table("places")[base]; elsewhere != nil && path.Ext(base) == ".json" {
		key, place, _ := strings.Cut(elsewhere[0], ":")
		if strings.Contains(r.Doc.Content(), `"`+key+`"`) && !r.Standalone {
			r.Lesserf("cc-part-place", r.Doc.FirstLine(), "name",
				"Claude Code reads `%s` of a project from %s, and not from %s, so nothing in it holds unless it is named "+
					"on the command line; move it there", key, place, r.Doc.Path)
		}
		return
	}
	name, isSkills := strings.TrimSuffix(path.Base(r.Doc.Path), ".md"), path.Base(path.Dir(r.Doc.Path)) == "skills"
	if near := misnamed(r.Doc.Path, r.Doc.Content()); near != "" && !r.IsFile(path.Join(path.Dir(r.Doc.Path), near)) {
		f := document.Finding{Rule: "cc-part-place", Span: r.Doc.FirstLine(), At: "name",
			Lesser:  strings.EqualFold(near, base), // which some disks find
			Message: fmt.Sprintf("Claude Code looks for exactly %s, so it reads nothing of %s; rename it", near, base)}
		if path.Ext(base) == ".yaml" || path.Ext(base) == ".yml" {
			f.Message = fmt.Sprintf("Claude Code reads agents from Markdown with frontmatter, so it reads nothing of %s; write %s", base, near)
		}
		if ext := path.Ext(base); ext == ".md" || ext == ".json" || tellAlike(r, &f) {
			r.Report(f)
		}
		return
	}
	if !notation.Described(r.Doc.Content()) && !strings.Contains("/"+r.Doc.Path, "/.claude/rule/") || r.Standalone ||
		path.Ext(r.Doc.Path) != ".md" {
		return
	}
	if r.Facts().IsNamed(r.Doc.Path) || isSkills && notation.IsIndex(r.Doc.Path) {
		return // by a manifest, where that is told
	}
	f := document.Finding{Rule: "cc-part-place", Span: r.Doc.FirstLine(), At: "content", Lesser: isSkills}
	if f.Message = fmt.Sprintf("Claude Code takes directories with a SKILL.md for skills, so it does not find this one; "+
		"move it to %s/%s/SKILL.md", path.Dir(r.Doc.Path), name); !isSkills {
		project, rest, _ := strings.Cut("/"+r.Doc.Path, "/.claude/")
		part, _, _ := strings.Cut(rest, "/")
		dir := strings.TrimPrefix(project+"/.claude/"+part, "/")
		meant := part + "s"
		switch {
		case part == "subagents":
			meant = "agents"
		case strings.HasSuffix(strings.ToLower(part), "styles"), part == "style":
			meant = "output-styles"
		}
		if first := document.Shared[misplaced](r.Set).of(r, dir, "", func(file string) bool {
			return notation.Described(r.At(file).Content())
		}).first; first != "" && first < r.Doc.Path {
			return // told there
		}
		right, what := path.Join(path.Dir(dir), meant), "rename the directory"
		if r.Exists(right) {
			f.Lesser, what = part == "subagents", "move what is to be loaded there" // the texts of the project may lead to these
		}
		f.Message = fmt.Sprintf("Claude Code looks into %s and not into %s, so nothing in it is loaded; %s", right, dir, what)
	}
	r.Report(f)
}

var described = memo.Regexp(`^(?:[\w-]+:.*\n)*description:`)

// asking is what a form of issues on GitHub has.
var asking = memo.Regexp(`(?m)^body:\s*$`)

// misnamed returns the name that a file was to have, for Claude Code to read it; "" if it was not meant for that.
func misnamed(file, text string) string {
	stem, ext := strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Ext(file)
	switch {
	case path.Base(path.Dir(file)) == "workflows":
		if m := notation.ReadMeta(text); m.Wrong != "" || m.Name == "" {
			return "" // one that others import, or a test
		}
		return stem + ".js"
	case strings.HasPrefix(strings.ToLower(stem), "setting") && strings.Contains(stem, "local"):
		return "settings.local.json"
	case strings.HasPrefix(strings.ToLower(stem), "setting"):
		return "settings.json"
	case strings.EqualFold(stem, "CLAUDE") || stem == "CLAUD":
		return "CLAUDE.md"
	case ext == ".mdc", ext != ".md" && notation.Described(text), (ext == ".yaml" || ext == ".yml") && described().MatchString(text):
		if asking().MatchString(text) {
			return ""
		}
		return stem + ".md"
	}
	return ""
}

// judgeDepth reports a skill one directory too deep, beside others that are not: in a catalogue by category all are.
func judgeDepth(r *model.Reporter) {
	root, rest, _ := notation.CutLast(r.Doc.Path, "skills")
	if r.Doc.Var("group") == "" || strings.Count(rest, "/") != 2 {
		return
	}
	group := path.Dir(path.Dir(r.Doc.Path))
	if within(r, group) || named(r, path.Dir(r.Doc.Path)) {
		return
	}
	var all []string
	for _, c := range r.SkillsIn(group) {
		all = append(all, c.Path)
	}
	tellDeep(r, root, all)
}

// judgeHiding reports a SKILL.md of a plugin that hides the skills below it, or that those hide: Claude Code takes one in a
// directory of skills for the only one there, and looks for one at the root where there are no skills/.
func judgeHiding(r *model.Reporter) {
	dir := path.Dir(r.Doc.Path)
	p := r.PluginOf(r.Doc.Path)
	if p == nil || path.Base(r.Doc.Path) != "SKILL.md" {
		return
	}
	skills := path.Join(p.Dir, "skills")
	f := document.Finding{Rule: "cc-skill-file-name", Span: r.Doc.FirstLine(), At: "content"}
	switch isListed := p.Gives("skills", dir); {
	case isListed || dir == skills:
		var hidden []string
		for _, name := range r.Names(dir) {
			if r.IsFile(path.Join(dir, name, "SKILL.md")) && !p.Gives("skills", path.Join(dir, name)) {
				hidden = append(hidden, name)
			}
		}
		if len(hidden) == 0 {
			return
		}
		f.Message = fmt.Sprintf("Claude Code takes %s for the one skill of its directory and looks no further, so it does "+
			"not find %s; move this one into a directory beside them", r.Doc.Path,
			document.AllOf(hidden[:min(len(hidden), 5)]))
	case notation.Base(dir) == p.Dir && (p.Gives("skills", "") || len(r.SkillsIn(skills)) > 0):
		name := cmp.Or(document.Text(r.Front().Get("name")), p.Name)
		isNamed := func(c *model.Call) bool {
			dir := path.Base(c.Dir)
			return dir == name || c.Shown == name || p.Name+"-"+dir == name // as programs without plugins call it
		}
		if slices.ContainsFunc(r.SkillsIn(skills), isNamed) {
			return // it is a copy for other programs
		}
		f.Least = !r.IsFile(path.Join(p.Dir, ".claude-plugin/plugin.json"))
		f.Message = fmt.Sprintf("Claude Code reads a SKILL.md at the root of a plugin where it has no other skills, and this "+
			"one has: %q is not found; move it to skills/%s/SKILL.md", name, name)
	default:
		return
	}
	r.Report(f)
}

// judgeCommands reports a SKILL.md that hides the commands beside it: Claude Code takes their directory for one skill.
func judgeCommands(r *model.Reporter) {
	_, _, ok := notation.CutLast(r.Doc.Path, "commands")
	p := r.PluginOf(r.Doc.Path)
	if r.Standalone || !ok || path.Base(r.Doc.Path) != "SKILL.md" || p != nil && p.Gives("commands", "") {
		return
	}
	dir, text := path.Dir(r.Doc.Path), r.Doc.Content()
	var hidden []string
	for _, in := range r.Inputs(dir + "/") {
		name := path.Base(in.Path)
		if path.Dir(in.Path) == dir && slices.Contains(model.Commands, in.Kind) && name != "SKILL.md" && !strings.Contains(text, name) &&
			notation.Described(r.At(in.Path).Content()) {
			hidden = append(hidden, name)
		}
	}
	if len(hidden) > 0 {
		r.Lesserf("cc-skill-file-name", r.Doc.FirstLine(), "content", "Claude Code takes the directory of a SKILL.md among commands for "+
			"one skill, so it does not find %s; move the SKILL.md into a directory of its own in skills",
			document.AllOf(hidden[:min(len(hidden), 5)]))
	}
}

// within reports whether a directory lies in a skill, so that what is below is a part or an example of that one.
func within(r *model.Reporter, dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		isRoot := path.Base(dir) == "skills"
		if !isRoot && r.IsFile(dir+"/SKILL.md") {
			return true
		}
		if isRoot && !r.IsFile(path.Dir(dir)+"/SKILL.md") {
			return false
		}
	}
	return false
}

// ownPlugin reports whether a skill lies where the innermost plugin around it has its skills.
func ownPlugin(r *model.Reporter) bool {
	p := r.PluginOf(r.Doc.Path)
	return p != nil && path.Base(r.Doc.Path) == "SKILL.md" &&
		path.Dir(path.Dir(r.Doc.Path)) == path.Join(p.Dir, "skills")
}

// named reports whether a manifest names a skill's directory, or the one above it.
func named(r *model.Reporter, dir string) bool {
	return r.Facts().IsNamed(dir) || r.Facts().IsNamed(path.Dir(dir))
}

// judgeTwin reports skills of one name in the skills directories of several programs that differ.
func judgeTwin(r *model.Reporter) {
	c := r.CopyOf()
	if c == nil {
		return
	}
	other := r.At(c.Path)
	// Other keys are for one of the programs alone.
	front := func(d *document.Document) string {
		return strings.TrimSpace(document.Text(d.Front.Root.Get("description")))
	}
	f := document.Finding{Rule: "cc-skill-twin", Span: r.Doc.FirstLine(), At: "content",
		Least: front(other) == front(r.Doc) || adapted(r.Doc, other) || adapted(other, r.Doc)}
	f.Message = fmt.Sprintf("%s is a skill of the same name with other contents, so two programs have two skills; make "+
		"one a link to the other", c.Path)
	r.Report(f)
}

// adapted reports whether a copy speaks of the program in whose directory it lies, as the other does not: it differs on
// purpose.
func adapted(d, other *document.Document) bool {
	hidden := strings.LastIndex("/"+d.Path, "/.")
	if hidden < 0 {
		return false
	}
	program, _, _ := strings.Cut(d.Path[hidden+1:], "/")
	programs := []string{program}
	if program == "agents" {
		programs = readers
	}
	text, others := strings.ToLower(d.Content()), strings.ToLower(other.Content())
	return slices.ContainsFunc(programs, func(program string) bool {
		return strings.Contains(text, program) && !strings.Contains(others, program)
	})
}

// readers are the programs that read .agents.
var readers = []string{"codex", "gemini", "antigravity", "opencode", "copilot", "cursor"}

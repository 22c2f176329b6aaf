package skill

import (
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// homed finds paths below a directory of skills, with its name, and below a variable that would have the skill's own.
var homed = memo.Regexp(`((~/|\$HOME/|\$\{HOME\}/)?(?:\./)?\.claude/skills/([\w-]+)|` +
	`\$\{?(SKILL_(?:DIR|ROOT|PATH|HOME|BASE))\}?)/([\w-]+(?:[./][\w-]+)+)`)

// judgeOwn reports files of a skill that its text looks for below a variable that nobody sets, or, in a plugin, where skills
// of projects and users lie. They are told once. At home a user may have the skill as well.
func judgeOwn(r *model.Reporter) {
	text, dir := r.Doc.Content(), path.Dir(r.Doc.Path)
	isProject := strings.Contains("/"+r.Doc.Path, "/.claude/skills/")
	if !isProject && r.PluginOf(r.Doc.Path) == nil || !strings.Contains(text, ".claude/skills/") && !strings.Contains(text, "SKILL_") {
		return // other programs may have such a variable
	}
	const most = 200 // places that are looked at
	var all gather.Alike
	for _, m := range homed().FindAllStringSubmatchIndex(text, most) {
		span, tail := document.Span{Start: m[2], End: m[3]}, text[m[10]:m[11]]
		if tail == "SKILL.md" || !r.IsFile(path.Join(dir, tail)) {
			continue
		}
		f := document.Finding{Rule: "cc-skill-path", Span: span, At: "body", Least: m[4] >= 0,
			Fixes: document.Guess("write ${CLAUDE_SKILL_DIR}", span, "${CLAUDE_SKILL_DIR}")}
		if m[8] >= 0 {
			name := text[m[8]:m[9]]
			if strings.Contains(text, name+"=") || strings.Contains(text, "`"+name+"`") {
				continue // it is set, or explained
			}
			f.Message = fmt.Sprintf("nobody sets %s, so %s is looked for at the root of the disk; write ${CLAUDE_SKILL_DIR}/%s",
				name, tail, tail)
			all.Add(f)
			continue
		}
		name := text[m[6]:m[7]]
		if isProject || name != path.Base(dir) || r.Exists(path.Join(".claude/skills", name)) {
			continue
		}
		f.Message = fmt.Sprintf("skills of a plugin do not lie in %s, so who installs the plugin has no %s there; write "+
			"${CLAUDE_SKILL_DIR}/%s", text[span.Start:span.End], tail, tail)
		all.Add(f)
	}
	all.Report(r, "other path", "")
}

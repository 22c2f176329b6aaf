package config

import (
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var globalSkill = memo.Regexp(`^global:[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)*$`)

// skills reports skills that agents are to be given and are not.
func skills(r *document.Reporter, p *model.Planning) {
	of := r.Doc.Data.Root.Get("agent_skills")
	if of == nil || of.Type != document.Map {
		return
	}
	for i := range of.Pairs {
		pair := &of.Pairs[i]
		at := "$.agent_skills." + pair.Key
		switch pair.Value.Type {
		case document.List:
			for k, item := range pair.Value.Items {
				skill(r, p, pair.Key, item, document.Index(at, k))
			}
		case document.Null:
		default:
			skill(r, p, pair.Key, pair.Value, at)
		}
	}
}

// skill judges one skill of an agent.
func skill(r *document.Reporter, p *model.Planning, agent string, n *document.Node, at string) {
	f := document.Finding{Rule: "gsd-config-skill", Span: n.Span, At: at}
	follows := fmt.Sprintf("so GSD leaves it out and %s works without it; workflows throw the warning away", agent)
	name := n.Text
	switch {
	case n.Type != document.String:
		f.Message = "a skill is named by a text, " + follows + "; write the path of its directory"
	case name == "":
		return
	case strings.HasPrefix(name, "global:"):
		if globalSkill().MatchString(name) {
			return // it lies in somebody's home
		}
		f.Message = document.Quote(name) + " names no skill, " + follows + "; write `global:` and the name of its directory"
	case path.IsAbs(name) || path.Clean(name) == ".." || strings.HasPrefix(path.Clean(name), "../"):
		f.Message = document.Quote(name) + " leads out of the project, " + follows + "; write `global:` and the name of the skill"
	case p.Files.Look(p.Root, path.Join(name, "SKILL.md")) == document.File:
		return
	default:
		f.Message = fmt.Sprintf("there is no %s, %s", path.Join(name, "SKILL.md"), follows)
		if near := nearSkill(p, name); near != "" {
			f.Message += "; did you mean " + near + "?"
			f.Fixes = document.Replace("write "+near, n.Span, `"`+near+`"`)
		}
	}
	r.Report(f)
}

// nearSkill returns the directory of a skill that was probably meant, or "".
func nearSkill(p *model.Planning, name string) string {
	is := func(dir string) bool { return p.Files.Look(p.Root, path.Join(dir, "SKILL.md")) == document.File }
	if dir := path.Dir(name); path.Base(name) == "SKILL.md" && is(dir) {
		return dir
	}
	name = path.Clean(name)
	for _, home := range []string{path.Dir(name), ".claude/skills"} {
		if is(path.Join(home, path.Base(name))) {
			return path.Join(home, path.Base(name))
		}
		names, _ := p.Files.List(p.Root, home)
		if near := spell.Close(path.Base(name), names); near != "" && is(path.Join(home, near)) {
			return path.Join(home, near)
		}
	}
	return ""
}

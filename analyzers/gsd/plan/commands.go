package plan

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	nodeScript = memo.Regexp(`(?:^|[\s;&|(>` + "`" +
		`])(npm|pnpm|yarn|bun) (?:run |run-script )(?:-s |--silent )?([\w:.-]+)`)
	nodeTest   = memo.Regexp(`(?:^|[\s;&|(>` + "`" + `])(npm|pnpm|yarn) (?:-s |--silent )?(test|start)\b`)
	makeTarget = memo.Regexp(`(?:^|[;&|(>` + "`" + `]\s*|\s&&\s)(make|just) ([A-Za-z][\w.-]*)`)
	elsewhere  = memo.Regexp(`(?:^|[\s;&|(>])(?:cd|pushd) |--prefix|--workspace|--filter|--cwd|` +
		`\s-[wCF]\s|--dir|\s-C\s|pnpm -r|\$\{?[A-Za-z]`)
	target    = memo.Regexp(`(?m)^([A-Za-z0-9_.][\w./ -]*?)\s*:(?:[^=]|$)`)
	success   = memo.Regexp(`^(?:true|:|exit 0)$`)
	unfailing = memo.Regexp(`^(?:true|:|exit 0|echo(?:\s+(?:-[neE]+|'[^']*'|"[^"$` + "`" + `]*"))*(?:\s+[\w.!-]+)?)$`)
	recipe    = memo.Regexp(`(?m)^@?([A-Za-z_][\w-]*)[^:=\n]*:(?:[^=]|$)`)
)

// commands reports commands of <verify> that call a script or target that is not there.
func (j taskJudge) commands() {
	if j.done {
		return
	}
	for _, t := range j.sound {
		span := t.Element(j.text, "verify")
		at := span.Start
		for line := range strings.Lines(j.text[span.Start:span.End]) {
			if !elsewhere().MatchString(line) {
				j.command(line, at)
			}
			at += len(line)
		}
	}
}

func (j taskJudge) command(line string, offset int) {
	for _, pattern := range []*regexp.Regexp{nodeScript(), nodeTest()} {
		for _, m := range pattern.FindAllStringSubmatchIndex(line, -1) {
			j.script(line[m[2]:m[3]]+" run", "package.json", nodeScripts,
				document.Span{Start: offset + m[4], End: offset + m[5]})
		}
	}
	for _, m := range makeTarget().FindAllStringSubmatchIndex(line, -1) {
		span := document.Span{Start: offset + m[4], End: offset + m[5]}
		if line[m[2]:m[3]] == "just" {
			j.script("just", "justfile", names(recipe()), span)
		} else if strings.TrimSpace(line[:m[0]]) == "" || strings.ContainsAny(line[m[0]:m[2]], "`;&|(>") {
			j.script("make", "Makefile", names(target()), span)
		}
	}
}

// script reports a name that a file of the project does not declare, unless a plan of the phase changes that file.
func (j taskJudge) script(what, file string, read func([]byte) []string, span document.Span) {
	declared := j.p.Declared.Get(j.p.Set, file, func() *notation.Declared {
		content, err := j.p.Files.Read(j.p.Root, file)
		if err != nil {
			return nil
		}
		return notation.Declaring(read(content))
	})
	name := j.text[span.Start:span.End]
	if declared == nil || declared.Has[name] || name == "start" && file == "package.json" {
		return
	}
	if j.plan == nil && strings.Contains(j.text, file) {
		return // a quick task, which may change it
	}
	if j.plan != nil && j.plan.Phase.Builds[file] {
		return
	}
	f := document.Finding{Rule: "gsd-task-verify-command", Span: span, At: "body",
		Message: fmt.Sprintf("`%s %s` is called to verify the task, and %s declares no %s, so the task can never be "+
			"verified", what, name, file, name)}
	if near := spell.Nearest(name, declared.Names); near != "" {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, span, near)
	}
	j.Report(f)
}

// passing reports a command that verifies nothing since it cannot fail.
func (j criteriaJudge) passing() {
	for _, t := range j.sound {
		for _, tag := range []string{"verify", "automated"} {
			for _, block := range blocks(j.plain[t.Body.Start:t.Body.End], tag) {
				j.passes(document.Span{Start: t.Body.Start + block.Start, End: t.Body.Start + block.End})
			}
		}
	}
}

// passes judges all commands of an element. Where the last of one line makes up for those before it, what these write
// may still tell.
func (j criteriaJudge) passes(block document.Span) {
	const write = "write one that fails until the work is done"
	block.Start, block.End = document.Trim(j.plain, block.Start, block.End)
	f := document.Finding{Rule: "gsd-task-criteria", Span: block, At: "body"}
	all := commands(j.plain, block)
	idle := func(at document.Span, pattern *regexp.Regexp) bool {
		return pattern.MatchString(strings.Trim(j.plain[at.Start:at.End], "` "))
	}
	if len(all) == 0 {
		return
	}
	text, last := j.plain[block.Start:block.End], all[len(all)-1]
	before := strings.TrimSpace(j.plain[block.Start:last.Start])
	switch {
	case !slices.ContainsFunc(all, func(at document.Span) bool { return !idle(at, unfailing()) }):
		f.Message = "this command can only pass, so the task counts as verified whatever was done; " + write
	case strings.HasSuffix(before, "||") && idle(last, success()) && !strings.Contains(text, "\n") &&
		!strings.Contains(text, "set -e"):
		f.Span, f.Lesser = last, true
		f.Message = "with `||` before it this makes the whole command pass, so that only its output tells whether the task " +
			"is done; take it out, or " + write
	default:
		return
	}
	j.gather.Add(fmt.Sprint("passes", f.Lesser), f)
}

// nodeScripts returns the scripts of a package.json, or nil if it cannot be read.
func nodeScripts(content []byte) []string {
	var manifest struct {
		Scripts map[string]any `json:"scripts"`
	}
	if json.Unmarshal(content, &manifest) != nil {
		return nil
	}
	found := []string{}
	for name := range manifest.Scripts {
		found = append(found, name)
	}
	slices.Sort(found)
	return found
}

// names returns a function that reads the targets of a build file; it returns nil where others are included or made
// of patterns.
func names(pattern *regexp.Regexp) func([]byte) []string {
	return func(content []byte) []string {
		if regexp.MustCompile(`(?m)^-?(?:include|import|mod)\s|%|^\$\(`).Match(content) {
			return nil
		}
		found := []string{}
		for _, m := range pattern.FindAllSubmatch(content, -1) {
			found = append(found, strings.Fields(string(m[1]))...)
		}
		return found
	}
}

package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// needs reports options that cannot work, since they need others.
func (j *judge) needs(p *model.Planning) {
	for _, need := range j.set.Vocabulary("gsd", "config_needs") {
		words := strings.Fields(need)
		on, runs := j.at(words[0]), j.at(words[1])
		if on == nil || on.Text != "true" {
			continue
		}
		text := strings.TrimSpace(dialect.Text(runs))
		message := ""
		switch {
		case runs == nil || runs.Type == document.Null || text == "" && runs.Type == document.String:
			message = fmt.Sprintf("`%s` is on, and `%s` says nothing, so GSD has nothing to run and leaves the step out; name "+
				"it, or write false", words[0], words[1])
		case len(words) > 2 && !j.set.Standalone && inside(text) && p.Files.Look(p.Root, path.Clean(text)) != document.File:
			on = runs
			message = fmt.Sprintf("there is no file %s, and `%s` is on, so the step fails for every plan and each stays as it "+
				"was; name a file that is there", document.Quote(text), words[0])
		default:
			continue
		}
		j.Reportf("gsd-config-needs", on.Span, "$."+words[0], "%s", message)
	}
	for _, key := range []string{"workflow.test_command", "workflow.build_command"} {
		j.command(p, key)
	}
	j.thresholds()
	j.reviewers()
	j.ignored(p)
	sections(j)
}

// command reports a command of a gate that calls a script or target that is not there, unless an open plan may add it.
func (j *judge) command(p *model.Planning, key string) {
	n := j.at(key)
	if j.set.Standalone || n == nil || n.Type != document.String {
		return
	}
	for _, s := range notation.Scripts(n.Text) {
		name := n.Text[s.Start:s.End]
		declared := model.Lacking(p, s, name)
		if declared == nil || slices.ContainsFunc(p.Phases(), func(ph *model.Phase) bool { return ph.Builds[s.File] }) {
			continue
		}
		j.Reportf("gsd-config-needs", n.Span, "$."+key,
			"the gate runs `%s %s`, and %s declares no %s, so it fails for every phase%s", s.What, name, s.File,
			name, spell.Suggest(name, declared.Names))
	}
}

// ignored reports that files of planning are to be committed, and that git ignores them: a new one is refused.
func (j *judge) ignored(p *model.Planning) {
	for _, key := range []string{"commit_docs", "planning.commit_docs"} {
		n := j.at(key)
		if j.set.Standalone || n == nil || n.Text != "true" {
			continue
		}
		dir := p.Path("")
		if ignored, err := p.Git.Ignored([]string{dir}); err == nil && ignored[dir] {
			j.Reportf("gsd-config-needs", n.Span, "$."+key, "`%s` is true, and git ignores what is new in %s, so `git add` refuses "+
				"it and GSD commits nothing of the step; take the line out of the ignore file, or write false", key, p.Dir)
		}
		return
	}
}

// sections reports sections of a pull request that nothing fills.
func sections(j *judge) {
	all := j.at("ship.pr_body_sections")
	if all == nil || all.Type != document.List {
		return
	}
	for i, section := range all.Items {
		heading := section.Get("heading")
		if heading == nil || dialect.Text(section.Get("enabled")) == "false" ||
			slices.ContainsFunc([]string{"source", "template", "fallback"}, func(key string) bool {
				n := section.Get(key)
				return n != nil && (n.Type != document.String || strings.TrimSpace(n.Text) != "")
			}) {
			continue
		}
		j.Reportf("gsd-config-needs", heading.Span, document.Index("$.ship.pr_body_sections", i)+".heading",
			"the section %s has neither `source` nor `template` nor `fallback`, so /gsd-ship has nothing to write below the heading "+
				"and leaves it out; add one, or switch the section off with `enabled`", document.Quote(dialect.Text(heading)))
	}
}

// inside reports whether a path leads to a file of the project, for certain.
func inside(file string) bool {
	file = path.Clean(file)
	return strings.Contains(file, "/") && !strings.ContainsAny(file, "~$ \\") && !path.IsAbs(file) &&
		!strings.HasPrefix(file, "../")
}

// at returns the value of a key, with dots between sections and names, or nil.
func (j *judge) at(key string) *document.Node {
	n := j.Doc.Data.Root
	for name := range strings.SplitSeq(key, ".") {
		n = n.Get(name)
	}
	return n
}

// thresholds reports fire-points of the context monitor that exclude each other: it then takes neither.
func (j *judge) thresholds() {
	figure := func(name string, otherwise int) (int, *document.Node) {
		n := j.at("hooks." + name)
		if v, ok := notation.ParseInt(dialect.Text(n)); ok {
			return v, n
		}
		return otherwise, nil
	}
	const warns, stops = 35, 25
	warning, w := figure("context_warning_threshold", warns)
	critical, c := figure("context_critical_threshold", stops)
	if critical < warning {
		return
	}
	if w == nil {
		w = c
	}
	j.Reportf("gsd-config-needs", w.Span, "$.hooks", "the monitor is to warn at %d percent that are left and to stop at %d, "+
		"and what stops must be less, so it takes neither, but %d and %d; correct the one that is wrong", warning, critical,
		warns, stops)
}

var instanceName = memo.Regexp(`^[a-z0-9][a-z0-9-]*$`)

// reviewers reports reviewers whose names GSD refuses, and names that nobody bears.
func (j *judge) reviewers() {
	own := j.set.Vocabulary("gsd", "reviewers")
	known := slices.Clone(own)
	instances := j.at("review.reviewer_instances")
	if instances != nil {
		for _, pair := range instances.Pairs {
			known = append(known, strings.ToLower(pair.Key))
			why := ""
			switch {
			case !instanceName().MatchString(pair.Key):
				why = "such a name is of small letters, digits and hyphens; write it so"
			case slices.Contains(own, pair.Key):
				why = "it is that of a reviewer which GSD brings along; give it another one"
			default:
				continue
			}
			j.Reportf("gsd-config-needs", pair.KeySpan, "$.review.reviewer_instances",
				"GSD refuses a reviewer of the name %s, so nobody reviews in its place, since %s", document.Quote(pair.Key), why)
		}
	}
	names := j.at("review.default_reviewers")
	if names == nil || names.Type != document.List {
		return
	}
	for i, item := range names.Items {
		name := strings.ToLower(item.Text)
		if item.Type != document.String || slices.Contains(known, name) {
			continue
		}
		at := document.Index("$.review.default_reviewers", i)
		if near := spell.Close(name, known); near != "" {
			j.Fixf("gsd-config-needs", item.Span, at, document.Replace("write "+near, item.Span, `"`+near+`"`),
				"GSD has no reviewer %s, and no entry of `reviewer_instances` has this name, so nobody reviews in its place; did "+
					"you mean %s?", document.Quote(item.Text), near)
		} else if instances != nil && len(instances.Pairs) > 0 { // without any, it may be a lane of another program
			j.Reportf("gsd-config-needs", item.Span, at, "GSD has no reviewer %s, and no entry of "+
				"`reviewer_instances` has this name, which is an error to /gsd-review where there are such entries; add the "+
				"entry, or take the name out", document.Quote(item.Text))
		}
	}
}

package setup

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/config"
)

// template returns a configuration file with every key, for a project with artefacts of some kinds. Keys that say
// nothing else than the defaults are comments: a # without a space behind it. So is what holds for a whole run, if the
// project lies below the top of its repository, where runs of hooks begin.
func template(known config.Known, kinds []string, isBelow bool) string {
	packs := "packs = " + config.Value(known.PackNames())
	switch isNew := hasNew(known, kinds); {
	case isNew && isBelow:
		packs = "# They hold for a whole run, so name them at the top of the repository, where hooks and pipelines begin: here " +
			"they would stop\n# those.\n#" + packs
	case !isNew:
		packs = "#" + packs
	}
	return strings.NewReplacer(
		"FOUND", found(kinds), "PACKS", packs, "EDITIONS", editions(known),
		"CONTRACT", contract(known), "OPTION", option(known),
	).Replace(text)
}

// found says how many artefacts there are of each pack.
func found(kinds []string) string {
	counts := map[string]int{}
	for _, kind := range kinds {
		counts[path.Dir(kind)]++
	}
	if len(counts) == 0 {
		return "No artefact of a known framework was found when this file was written."
	}
	var packs []string
	for _, pack := range slices.Sorted(maps.Keys(counts)) {
		packs = append(packs, fmt.Sprintf("%s (%d)", pack, counts[pack]))
	}
	return "Found when this file was written: " + strings.Join(packs, ", ") + "."
}

// hasNew reports whether there are artefacts of a pack that fails no run before it is named.
func hasNew(known config.Known, kinds []string) bool {
	return slices.ContainsFunc(kinds, func(kind string) bool { return config.IsNew(config.Default(known), path.Dir(kind)) })
}

// editions explains how to choose an edition of the packs that have several.
func editions(known config.Known) string {
	var b strings.Builder
	for _, p := range known.Packs {
		if n := len(p.Editions); n > 0 {
			fmt.Fprintf(&b, "\n# The edition of the contracts of %s; without it each project's own files tell.\n#%s.contract = %s\n",
				p.Title, p.Name, config.Value(p.Editions[n-1]))
		}
	}
	return b.String()
}

// contract returns the name of a contract, for an example.
func contract(known config.Known) string {
	for _, p := range known.Packs {
		if len(p.Contracts) > 0 {
			return path.Base(p.Contracts[0].Kind)
		}
	}
	return "contract"
}

// option shows how an option is set, by a rule that has one.
func option(known config.Known) string {
	for _, rule := range known.Rules.All() {
		for _, name := range slices.Sorted(maps.Keys(rule.Options)) {
			return fmt.Sprintf("#%s = { severity = \"error\", %s = %s }\n", rule.ID, name, config.Value(rule.Options[name]))
		}
	}
	return ""
}

const text = `# What nplint checks here. Everything is optional; a setting behind a # without a space is one to switch on.
# "nplint config show" prints what is in force and where it comes from. Editors with Taplo complete keys after
# "nplint config schema > .nplint.schema.json", if the first line here is "#:schema ./.nplint.schema.json".
version = 1

# Settings that several projects share: files, relative to this one and within the repository. This file adds to them.
#extends = ["../base.toml"]

# No configuration in a directory above counts here. Without it this file refines the ones above, for what lies below its own directory.
#root = true

# Built-in packs to check with. Without it all are, as soon as there is something for them.
# FOUND
PACKS

# The rules that are on without being named: "strict" is those as well that not every team wants. Rules that may still change are on with preview.
#preset = "strict"
#preview = true

# The version of nplint that the team has agreed upon: rules and packs that came later are warnings at most.
#since = "0.1.0"

# Files and directories to leave alone, as globs relative to this file's directory.
#exclude = ["archive/**"]

# The least severity that makes the exit status 1: error, warning, info or never.
#fail_level = "warning"

# The largest file that is read.
#max_file_size = "2MiB"

# Directories with contracts of your own: "nplint contract show" prints ours to start from.
#contracts.dirs = ["contracts"]
EDITIONS
# Severities (off, info, warning, error) and options of rules; "nplint rules" lists them, "nplint explain RULE" tells what they are for.
[rules]
#unknown-key = "off"
#"CONTRACT/missing-required" = "error"
OPTION
# Severities for some files; of several overrides the last wins.
#[[overrides]]
#paths = ["archive/legacy/**"]
#[overrides.rules]
#unknown-key = "warning"

# Findings that are to stand, in files that can hold no comment; elsewhere a comment says so: <!-- nplint-ignore RULE -- reason -->
#[[suppressions]]
#paths = ["**/*.json"]
#rules = ["missing-required"]
#reason = "written by a tool that is not ours"
`

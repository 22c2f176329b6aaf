package model

import (
	"slices"
	"strings"
)

// KnownAgents returns the agents of a project and those that nubos-pilot ships: its loader looks nowhere else.
func KnownAgents(tree *Tree, root string) []string {
	known := slices.Clone(tree.Vocabulary("nubos", "agents"))
	names, err := tree.Files.List(root, "agents")
	if err != nil {
		return known // the project has none of its own
	}
	for _, name := range names {
		if stem, ok := strings.CutSuffix(name, ".md"); ok && !slices.Contains(known, stem) {
			known = append(known, stem)
		}
	}
	return known
}

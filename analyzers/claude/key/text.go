package key

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
)

// judgeText reports frontmatter with nothing below it: what the keys announce is empty for the model.
func judgeText(r *model.Reporter) {
	front := r.Front()
	if len(front.Pairs) == 0 || strings.TrimSpace(r.Doc.Content()[r.Doc.Front.End:]) != "" {
		return
	}
	meaning := "a call of it says nothing"
	switch {
	case slices.Contains(model.Agents, r.Doc.Kind):
		if front.Has("skills") || front.Has("initialPrompt") {
			return // which say what the agent is to do
		}
		meaning = "the agent starts without a prompt and knows of its task only what its caller writes"
	case slices.Contains(model.Skills, r.Doc.Kind):
		meaning = "the model that uses the skill is told nothing"
	case !slices.Contains(model.Commands, r.Doc.Kind):
		meaning = "it changes nothing"
	}
	r.Reportf("cc-text-empty", r.Doc.Front.Close, "body", "no text follows the frontmatter, so %s; write it", meaning)
}

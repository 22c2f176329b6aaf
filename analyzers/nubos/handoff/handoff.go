// Package handoff holds notes from agent to agent against their file names, the agents that there are, and the
// milestone, slice and task that they are about; and messages against the boxes that they lie in.
package handoff

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges artefacts of the kinds nubos/handoff and nubos/message.
var Analyzer = &analysis.Analyzer{
	Name:     "handoff",
	Doc:      "hold hand-offs and messages against their names, agents and the work that they are about",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

const kind = "nubos/handoff"

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	tree := model.Of(pass)
	var ids document.Memo[bool, map[[2]string][]string]
	var agents document.Memo[string, []string] // by root
	set.Each([]string{kind}, func(r *document.Reporter) {
		if !r.Doc.Readable() {
			return
		}
		n := note{Reporter: r, tree: tree, front: r.Doc.Front.Root}
		n.name()
		if !set.Standalone {
			n.agents(agents.Get(set, r.Doc.Root, func() []string { return model.KnownAgents(tree, r.Doc.Root) }))
			n.duplicate(ids.Get(set, true, func() map[[2]string][]string { return readIDs(tree) }))
		}
		n.target()
	})
	messages(set, tree)
	return nil, nil
}

// note is one hand-off under judgement.
type note struct {
	*document.Reporter
	tree  *model.Tree
	front *document.Node
}

// text returns what stands under a key of the frontmatter.
func (n *note) text(key string) string { return document.Text(n.front.Get(key)) }

func (n *note) report(rule, key string, format string, args ...any) {
	span := n.Doc.Front.Open
	if p := n.front.Pair(key); p != nil {
		span = p.Place()
	}
	n.Reportf(rule, span, "frontmatter."+key, format, args...)
}

// form is how handoff-write names files: time, agents, slug and id.
var form = memo.Regexp(`^(.+?)__(.+?)__(.*)__([^_]+)\.md$`)

const nameRule = "handoff-name"

// name holds the parts of the file name against the frontmatter. What the contract refuses is not compared.
func (n *note) name() {
	if !n.Doc.Named() {
		return
	}
	base := path.Base(n.Doc.Path)
	m := form().FindStringSubmatch(base)
	if m == nil {
		n.Reportf(nameRule, n.Doc.FirstLine(), "path",
			"the file is called %s, but hand-offs are named <time>__<from>-to-<to>__<slug>__<id>.md, and lists are "+
				"sorted by that; rename it, or write it with handoff-write", document.Quote(base))
		return
	}
	if strings.Contains(base, "*") {
		n.Reportf("handoff-broadcast", n.Doc.FirstLine(), "path",
			"the file name holds `*`, as that of every hand-off to all agents; a checkout on Windows fails at it, so "+
				"rename the file if anybody works there")
	}
	if at := n.text("created_at"); instant().MatchString(at) &&
		!strings.EqualFold(stamp.Replace(at), m[1]) {
		n.report(nameRule, "created_at",
			"`created_at` is %s, but the file name says %s; lists are sorted by the one and directories by the other",
			document.Quote(at), m[1])
	}
	from, to := n.text("from_agent"), n.text("to_agent")
	for _, side := range []struct {
		key, agent string
		named      bool // in the file name
	}{
		{"from_agent", from, strings.HasPrefix(m[2], from+"-to-")},
		{"to_agent", to, strings.HasSuffix(m[2], "-to-"+to)},
	} {
		if agentName().MatchString(side.agent) && !side.named {
			n.report(nameRule, side.key,
				"`%s` is %s, but the file name says %s; handoff-list goes by the frontmatter, so find out who is meant",
				side.key, document.Quote(side.agent), document.Quote(m[2]))
		}
	}
	if topic := n.text("topic"); topic != "" && plain(topic) && !shortened(slug(topic), m[3]) {
		n.report(nameRule, "topic",
			"`topic` is %s, but the slug in the file name is %s; people find the note by its name, so rename the file",
			document.Quote(topic), document.Quote(m[3]))
	}
	if id := n.text("id"); hexID().MatchString(id) && id != m[4] {
		n.report(nameRule, "id",
			"`id` is %s, but the file name ends with %s; handoff-read goes by the frontmatter, so people who copy the "+
				"id from the name do not find it", document.Quote(id), m[4])
	}
}

var (
	stamp     = strings.NewReplacer(":", "-", ".", "-")
	instant   = memo.Regexp(`^\d{4}-(?:0\d|1[0-2])-\d\d[T ][\d:.]+(?:Z| ?[+-]\d\d:?\d\d)?$`)
	hexID     = memo.Regexp(`^[0-9a-f]{8}$`)
	agentName = memo.Regexp(`^[a-zA-Z0-9_*-]+$`)
	noWord    = memo.Regexp(`[^a-z0-9]+`)
)

func slug(topic string) string { return noWord().ReplaceAllString(strings.ToLower(topic), "-") }

// shortened reports whether a slug in a file name is made of the topic: its words are words of it, the last one
// perhaps cut off.
func shortened(topic, name string) bool {
	words := strings.Split(topic, "-")
	parts := strings.Split(strings.Trim(name, "-"), "-")
	for i, part := range parts {
		if !slices.ContainsFunc(words,
			func(w string) bool { return w == part || i == len(parts)-1 && strings.HasPrefix(w, part) }) {
			return false
		}
	}
	return true
}

// plain reports whether a topic is ASCII and has no escapes: others are cut in ways that differ.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 126 || r == '\\' })
}

// agents reports names that no agent has. A sender may be a person or a program, unless the name looks like that of
// an agent.
func (n *note) agents(known []string) {
	for _, key := range []string{"from_agent", "to_agent"} {
		agent := n.text(key)
		if m := form().FindStringSubmatch(path.Base(n.Doc.Path)); m != nil && !strings.HasPrefix(m[2], agent+"-to-") &&
			!strings.HasSuffix(m[2], "-to-"+agent) {
			continue // it is reported that the file name says something else
		}
		if agent == "*" || !agentName().MatchString(agent) || slices.Contains(known, agent) {
			continue
		}
		if with, lacks := n.tree.Came("nubos", "agents", n.Doc.Root, agent); with != "" {
			if lacks {
				n.Report(document.Finding{Rule: "handoff-agent", Span: n.front.Pair(key).Place(), At: "frontmatter." + key, Lesser: true,
					Message: fmt.Sprintf("`%s` is %s, an agent that came with %s, a later version than %s", key, document.Quote(agent), with,
						n.tree.Version("nubos", n.Doc.Root).Than())})
			}
			continue
		}
		hint := spell.Suggest(agent, known)
		if key == "from_agent" && hint == "" && !strings.HasPrefix(agent, "np-") {
			continue
		}
		n.report("handoff-agent", key,
			"`%s` is %s, but neither agents/ nor nubos-pilot has such an agent, so nobody asks for the note by that "+
				"name%s", key, document.Quote(agent), hint)
	}
}

// readIDs returns the paths of the hand-offs of each root by their ids, sorted.
func readIDs(tree *model.Tree) map[[2]string][]string {
	ids := map[[2]string][]string{}
	inputs := tree.Inputs("")
	for i := range inputs {
		if inputs[i].Kind != kind {
			continue
		}
		if d := tree.At(inputs[i].Path); d.Readable() {
			if id := document.Text(d.Front.Root.Get("id")); id != "" {
				key := [2]string{d.Root, strings.Clone(id)}
				ids[key] = append(ids[key], d.Path)
			}
		}
	}
	return ids
}

// duplicate reports an id that an earlier file has too.
func (n *note) duplicate(ids map[[2]string][]string) {
	id := n.text("id")
	paths := ids[[2]string{n.Doc.Root, id}]
	if len(paths) > 1 && paths[0] != n.Doc.Path && strings.HasSuffix(n.Doc.Path, id+".md") {
		n.report("handoff-duplicate-id", "id",
			"the id %s is taken by %s, so handoff-status changes one of them, and nobody knows which; give this one "+
				"another id, here and in its name", id, paths[0])
	}
}

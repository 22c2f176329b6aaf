package handoff

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

const messageKind = "nubos/message"

// messages judges messages between agents against their places and one another. Programs look a message up by the name
// of its file, and read the box of an agent.
func messages(set *document.Set, tree *model.Tree) {
	var names document.Memo[bool, map[[2]string]bool]
	set.Each([]string{messageKind}, func(r *document.Reporter) {
		m, file := r.Doc.Map(), r.Doc.Var("file")
		if m == nil || file == "" {
			return // it lies in no box
		}
		const rule = "message-misplaced"
		id, to := m.Get("id"), m.Get("to")
		if text := document.Text(id); text != "" && text != file {
			r.Reportf(rule, id.Span, "$.id", "`id` is %s, and the file is %s.json: messages-archive looks for a file with that id, so "+
				"the message is never archived; rename the file", document.Quote(text), file)
		}
		dir := path.Dir(r.Doc.Path)
		if box := path.Base(dir); path.Base(path.Dir(dir)) == "inbox" && document.Text(to) != "" && document.Text(to) != box {
			r.Reportf(rule, to.Span, "$.to", "`to` is %s, and the message lies in the box of %s, who alone gets it; move it, or "+
				"correct the name", document.Quote(document.Text(to)), document.Quote(box))
		}
		if set.Standalone {
			return
		}
		reply := m.Get("in_reply_to")
		known := names.Get(set, true, func() map[[2]string]bool { return messageNames(tree) })
		if text := document.Text(reply); text != "" && !known[[2]string{r.Doc.Root, text}] {
			r.Reportf("message-reply", reply.Span, "$.in_reply_to", "there is no message %s, so messages-thread shows an answer "+
				"without its question; correct the id, or restore the message", document.Quote(text))
		}
	})
}

// messageNames returns the names of the files of messages, by root.
func messageNames(tree *model.Tree) map[[2]string]bool {
	names := map[[2]string]bool{}
	inputs := tree.Inputs("")
	for i := range inputs {
		if in := &inputs[i]; in.Kind == messageKind {
			names[[2]string{in.Root, strings.TrimSuffix(path.Base(in.Path), ".json")}] = true
		}
	}
	return names
}

package verifycmd

// judgeNpTools judges np-tools as a program.
func judgeNpTools(s *script, c command) { npTools(s, c, 0) }

// npTools judges a call of np-tools, which is word at of the command: its verb, and the workflow behind `init`. Where
// the tool itself lies is the installation's business.
func npTools(s *script, c command, at int) {
	verb, ok := c.rest(at + 1)
	if ok && !verb.words[0].fixed {
		return
	}
	if !ok || verb.words[0].text == "" || verb.words[0].text[0] == '-' {
		s.fails(c, "np-tools wants a verb first, such as `state` or `plan-lint`")
		return
	}
	w := verb.words[0]
	if !s.words().has("np_tools", w.text) {
		s.wrong(c, w, s.near(w.text, s.words().lists["np_tools"]), "np-tools has no verb `%s`", short(w.text))
		return
	}
	if w.text != "init" {
		return
	}
	if len(verb.words) == 1 {
		s.fails(c, "`init` wants a workflow, such as `plan-milestone`")
		return
	}
	if w = verb.words[1]; w.fixed && !s.words().has("np_workflows", w.text) {
		s.wrong(c, w, s.near(w.text, s.words().lists["np_workflows"]), "`init` has no workflow `%s`", short(w.text))
	}
}

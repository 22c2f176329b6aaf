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
	if !s.npWord(c, verb.words[0], "np_tools", "np-tools has no verb `%s`") || verb.words[0].text != "init" {
		return
	}
	if len(verb.words) == 1 {
		s.fails(c, "`init` wants a workflow, such as `plan-milestone`")
		return
	}
	if w := verb.words[1]; w.fixed {
		s.npWord(c, w, "np_workflows", "`init` has no workflow `%s`")
	}
}

// npWord reports a word of np-tools that is in no list, or came with a later version than the project is of; what says
// of one that it is not there.
func (s *script) npWord(c command, w word, list, what string) bool {
	version := s.set.Version("nubos", s.root)
	switch with, lacks := s.set.Came("nubos", list, s.root, w.text); {
	case lacks:
		s.perhaps(c, "`%s` of np-tools came with %s, a later version than %s", w.text, with, version.Than())
	case with != "" || s.words().has(list, w.text):
		return true
	case version.IsUnknown():
		s.perhaps(c, what+" (%s)", short(w.text), version.Unknown())
	default:
		s.wrong(c, w, s.near(w.text, s.words().lists[list]), what, short(w.text))
	}
	return false
}

package hook

import "slices"

// host is an agent program as its documentation describes it: what its events are called, where they say what, and how
// it wants to be answered. docs/agents.md names the documentation and its version.
type host struct {
	name, title string
	event       string // the key with the name of the event; "" if the event is told by its keys
	session     string // the key with the id of the session
	dir         string // the key with the directory that the agent works in
	agent       string // the key with the id of a subagent, or ""
	again       string // the key that says that the agent goes on only because a hook wanted it to
	tool        string // the keys of a tool: its name, what it is given, what it returned
	input       string
	response    string
	projects    []string // variables of the environment with the directory of the project
	events      map[string]shape
	tools       map[string]tool
}

// shape is an event of a host. TEXT in the answer stands for what there is to say, as JSON.
type shape struct {
	moment moment
	answer string
}

// moment is when an event comes.
type moment uint8

// The moments that nplint has something to do at.
const (
	started    moment = iota + 1 // a session begins
	writing                      // a tool is about to run
	wrote                        // a tool has run
	stopped                      // the agent wants to end its turn
	subStopped                   // a subagent wants to
)

// tool is one that writes files, by the keys of what it is given. One that runs commands may write any.
type tool struct {
	file     string // the path of the file
	text     string // all that the file is to hold, or
	old, new string // what is replaced by what, and
	all      string // whether wherever it stands
	original string // what the file held before, in what the tool returned; null if that is not told
	command  bool   // runs a command
}

// hosts is all that are known.
var hosts = [...]host{claudeCode}

// Names returns the names of the hosts that are known.
func Names() []string {
	var names []string
	for i := range hosts {
		names = append(names, hosts[i].name)
	}
	return names
}

// find returns a host by its name, or nil.
func find(name string) *host {
	i := slices.IndexFunc(hosts[:], func(h host) bool { return h.name == name })
	if i < 0 {
		return nil
	}
	return &hosts[i]
}

// claudeCode is Claude Code 2.1.
var claudeCode = host{
	name: "claude-code", title: "Claude Code",
	event: "hook_event_name", session: "session_id", dir: "cwd", agent: "agent_id", again: "stop_hook_active",
	tool: "tool_name", input: "tool_input", response: "tool_response",
	projects: []string{"CLAUDE_PROJECT_DIR"},
	events: map[string]shape{
		"SessionStart": {started, ""},
		"PreToolUse": {writing, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",` +
			`"permissionDecisionReason":TEXT}}`},
		"PostToolUse":  {wrote, `{"decision":"block","reason":TEXT}`},
		"Stop":         {stopped, `{"decision":"block","reason":TEXT}`},
		"SubagentStop": {subStopped, `{"decision":"block","reason":TEXT}`},
	},
	tools: map[string]tool{
		"Write":        {file: "file_path", text: "content", original: "originalFile"},
		"Edit":         {file: "file_path", old: "old_string", new: "new_string", all: "replace_all", original: "originalFile"},
		"NotebookEdit": {file: "notebook_path", original: "original_file"},
		"Bash":         {command: true},
	},
}

package hook

import "slices"

// host is an agent program as its documentation describes it: what its events are called, where they say what, and how
// it wants to be answered. docs/agents.md names the documentation and its version.
type host struct {
	name, title string
	event       string // the key with the name of the event
	session     string // the key with the id of the session
	dir, dirs   string // the key with the directory that the agent works in, and that with a list of them
	agent       string // the key with the id of a subagent, or ""
	again       string // the key that says that the agent goes on only because a hook wanted it to
	source      string // the key that says why a session begins, or ""
	tool        string // the keys of a tool: its name, what it is given, what it returned
	input       string
	response    string
	took        string   // the key that says for how many milliseconds it ran
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
	patch    string // a patch of several files
	command  bool   // runs a command, or writes files that the event does not tell of for certain
}

// hosts is all that are known.
var hosts = [...]host{claudeCode, codex, gemini, cursor, openCode, copilot}

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

// reason is how Claude Code is told what to do about something, and those who have taken that over.
const reason = `{"decision":"block","reason":TEXT}`

// claudeCode is Claude Code 2.1.
var claudeCode = host{
	name: "claude-code", title: "Claude Code",
	event: "hook_event_name", session: "session_id", dir: "cwd", agent: "agent_id", again: "stop_hook_active",
	source: "source", tool: "tool_name", input: "tool_input", response: "tool_response", took: "duration_ms",
	projects: []string{"CLAUDE_PROJECT_DIR"},
	events: map[string]shape{
		"SessionStart": {started, ""},
		"PreToolUse": {writing, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",` +
			`"permissionDecisionReason":TEXT}}`},
		"PostToolUse":  {wrote, reason},
		"Stop":         {stopped, reason},
		"SubagentStop": {subStopped, reason},
	},
	tools: map[string]tool{
		"Write":        {file: "file_path", text: "content", original: "originalFile"},
		"Edit":         {file: "file_path", old: "old_string", new: "new_string", all: "replace_all", original: "originalFile"},
		"NotebookEdit": {file: "notebook_path", original: "original_file"},
		"Bash":         {command: true},
	},
}

// codex is Codex, whose events are those of Claude Code. Its tool for files takes a patch.
var codex = host{
	name: "codex", title: "Codex",
	event: "hook_event_name", session: "session_id", dir: "cwd", agent: "agent_id", again: "stop_hook_active",
	tool: "tool_name", input: "tool_input", response: "tool_response",
	events: map[string]shape{
		"SessionStart": {started, ""},
		"PostToolUse":  {wrote, reason},
		"Stop":         {stopped, reason},
		"SubagentStop": {subStopped, reason},
	},
	tools: map[string]tool{
		"apply_patch": {patch: "command"},
		"Bash":        {command: true},
	},
}

// gemini is Gemini CLI. A decision after a tool would hide the tool's answer, so what there is to say comes behind it.
var gemini = host{
	name: "gemini", title: "Gemini CLI",
	event: "hook_event_name", session: "session_id", dir: "cwd", again: "stop_hook_active",
	tool: "tool_name", input: "tool_input", response: "tool_response",
	events: map[string]shape{
		"SessionStart": {started, ""},
		"BeforeTool":   {writing, `{"decision":"deny","reason":TEXT}`},
		"AfterTool":    {wrote, `{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":TEXT}}`},
		"AfterAgent":   {stopped, `{"decision":"deny","reason":TEXT}`},
	},
	tools: map[string]tool{
		"write_file":        {file: "file_path", text: "content"},
		"replace":           {file: "file_path", old: "old_string", new: "new_string"},
		"run_shell_command": {command: true},
	},
}

// cursor is Cursor. What its tools are given is not documented.
var cursor = host{
	name: "cursor", title: "Cursor",
	event: "hook_event_name", session: "conversation_id", dir: "cwd", dirs: "workspace_roots", again: "loop_count",
	tool: "tool_name", took: "duration",
	events: map[string]shape{
		"sessionStart": {started, ""},
		"postToolUse":  {wrote, `{"additional_context":TEXT}`},
		"stop":         {stopped, `{"followup_message":TEXT}`},
	},
	tools: map[string]tool{"Write": {command: true}, "Shell": {command: true}},
}

// openCode is OpenCode, with what the plugin that `nplint init` writes tells.
var openCode = host{
	name: "opencode", title: "OpenCode",
	event: "event", session: "session", dir: "directory", tool: "tool",
	events: map[string]shape{
		"start":              {started, ""},
		"tool.execute.after": {wrote, "TEXT"},
	},
	tools: map[string]tool{
		"write": {command: true}, "edit": {command: true}, "patch": {command: true}, "bash": {command: true},
	},
}

// copilot is Copilot's agent, in its terminal and in the cloud, with the events that are written as in VS Code. What
// its tools are given is not documented; and it refuses what a failed hook comes before, so none does.
var copilot = host{
	name: "copilot", title: "GitHub Copilot",
	event: "hook_event_name", session: "session_id", dir: "cwd", agent: "agent_id", again: "stop_hook_active",
	tool: "tool_name",
	events: map[string]shape{
		"SessionStart": {started, ""},
		"PostToolUse":  {wrote, `{"additionalContext":TEXT}`},
		"Stop":         {stopped, reason},
	},
	tools: map[string]tool{
		"create": {command: true}, "edit": {command: true}, "bash": {command: true}, "powershell": {command: true},
		"Write": {command: true}, "Edit": {command: true}, "Bash": {command: true}, // as Claude Code calls them
	},
}

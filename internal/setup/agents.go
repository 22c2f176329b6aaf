package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/paths"
)

// agent is a program whose agents hear nplint by hooks: the directory that tells that a project has it, the file in
// which it looks for hooks, and what nplint puts there: into a list below the keys of a JSON file, or as a file of
// nplint's own.
type agent struct {
	sign, file string
	hooks      []inserted
	frame      string // of a JSON file that is not there yet: what it holds beside the hooks
	host       string // by which `nplint hook` knows it
	text       string // of a file of nplint's own
	note       string // what else there is to know
}

// inserted is an element of a list in a JSON file.
type inserted struct {
	at      []string // keys from the top
	element string
}

// claudeHook is an entry of a list of hooks in the shape of Claude Code, which others have taken over.
func claudeHook(matcher, command string) string {
	if matcher != "" {
		matcher = fmt.Sprintf("\"matcher\": %q, ", matcher)
	}
	return fmt.Sprintf(`{%s"hooks": [{"type": "command", "command": %q}]}`, matcher, command)
}

// agents are the programs that are known. docs/agents.md shows the same.
var agents = [...]agent{
	{
		sign: ".claude", file: ".claude/settings.json", frame: "{}", host: "claude-code",
		hooks: []inserted{
			{[]string{"hooks", "SessionStart"}, claudeHook("", "nplint hook claude-code")},
			{[]string{"hooks", "PostToolUse"}, claudeHook("Write|Edit|NotebookEdit|Bash", "nplint hook claude-code")},
		},
		note: "Claude Code tells its agents what is new and wrong in a file that they write",
	},
	{
		sign: ".codex", file: ".codex/hooks.json", frame: "{}", host: "codex",
		hooks: []inserted{
			{[]string{"hooks", "SessionStart"}, claudeHook("", "nplint hook codex")},
			{[]string{"hooks", "PostToolUse"}, claudeHook("apply_patch|Bash", "nplint hook codex")},
		},
		note: "Codex does so as soon as you trust the hooks there: its command /hooks shows them",
	},
	{
		sign: ".gemini", file: ".gemini/settings.json", frame: "{}", host: "gemini",
		hooks: []inserted{
			{[]string{"hooks", "SessionStart"}, claudeHook("", "nplint hook gemini")},
			{[]string{"hooks", "AfterTool"}, claudeHook("write_file|replace|run_shell_command", "nplint hook gemini")},
		},
		note: "Gemini CLI tells its agents what is new and wrong in a file that they write",
	},
	{
		sign: ".cursor", file: ".cursor/hooks.json", frame: "{\n  \"version\": 1\n}", host: "cursor",
		hooks: []inserted{
			{[]string{"hooks", "sessionStart"}, `{"command": "nplint hook cursor"}`},
			{[]string{"hooks", "postToolUse"}, `{"command": "nplint hook cursor", "matcher": "Write|Shell"}`},
		},
		note: "Cursor tells its agents what is new and wrong in a file that they write",
	},
	{
		sign: ".opencode", file: ".opencode/plugins/nplint.js", text: openCodePlugin,
		note: "OpenCode tells its agents what is new and wrong in a file that they write",
	},
}

// openCodePlugin asks nplint when OpenCode starts and whenever a tool has run that may have written files, and puts
// what it says behind what the tool answers. It fails silently: no agent is kept from its work by it.
const openCodePlugin = `// nplint tells the agents of OpenCode what is new and wrong in a file that they write. Written by nplint init.
export const Nplint = async ({ $, directory }) => {
  const session = crypto.randomUUID()
  const hook = async (event) => {
    const input = new Response(JSON.stringify({ session, directory, ...event }))
    const said = await $` + "`nplint hook opencode < ${input}`" + `.quiet().nothrow()
    const text = said.stdout.toString()
    return said.exitCode === 0 && text ? JSON.parse(text) : ""
  }
  await hook({ event: "start" })
  return {
    "tool.execute.after": async (input, output) => {
      if (!["write", "edit", "patch", "bash"].includes(input.tool)) return
      const text = await hook({ event: "tool.execute.after", tool: input.tool })
      if (text) output.output += "\n\n" + text
    },
  }
}
`

// agentHooks has the agent programs that a project shows signs of call nplint. A file that is there is merged into, and
// nothing in it is touched.
func (p Project) agentHooks(done []File, top string) ([]File, error) {
	for _, a := range agents {
		for _, dir := range []string{p.Dir, top} {
			if dir == "" || !paths.Exists(filepath.Join(dir, a.sign)) {
				continue
			}
			file, err := p.offer(dir, a)
			if err != nil {
				return done, unwritten(dir, a.file, file.Path, err)
			}
			done = append(done, file)
			break
		}
	}
	return done, nil
}

// offer writes the hooks of an agent program below a directory.
func (p Project) offer(dir string, a agent) (File, error) {
	file := p.file(dir, a.file, a.note)
	old, err := files.ReadBelow(dir, a.file, maxHook)
	text := string(old)
	switch {
	case errors.Is(err, fs.ErrNotExist) && a.text != "":
		text = a.text
	case errors.Is(err, fs.ErrNotExist):
		text = a.frame
	case err != nil:
		return file, err
	case a.text != "" || a.runs(text):
		file.Note = "it runs nplint already"
		return file, nil
	}
	for _, hook := range a.hooks {
		if text, err = insert(text, hook.at, hook.element); err != nil {
			file.Note = fmt.Sprintf("%v; add `nplint hook %s` to the hooks there, as docs/agents.md shows", err, a.host)
			return file, nil
		}
	}
	if old == nil && a.text == "" {
		text += "\n"
	}
	file.Wrote = true
	return file, put(dir, a.file, old, text)
}

// runs reports whether a JSON file with hooks runs nplint for the program, wherever nplint lies and whatever flags it
// is given.
func (a *agent) runs(text string) bool {
	for _, command := range hookCommand().FindAllString(text, -1) {
		if slices.Contains(strings.FieldsFunc(command, isBetweenWords), a.host) {
			return true
		}
	}
	return false
}

// hookCommand is a call of `nplint hook`, up to the end of the command or of the JSON text that it stands in.
var hookCommand = memo.Regexp(`nplint(?:[^"\\\s;&|]|\\.)*\s(?:(?:[^"\\\n;&|]|\\.)*\s)?hook\s(?:[^"\\\n;&|]|\\.)*`)

// isBetweenWords reports whether a character stands between the words of a command in JSON.
func isBetweenWords(r rune) bool { return strings.ContainsRune(" \t\r\n'\"\\", r) }

// put writes a text below a directory: over what is there, which must still be old, or as a new file if old is nil.
func put(dir, name string, old []byte, text string) error {
	target := files.Target{Top: dir, Name: filepath.FromSlash(name)}
	if old == nil {
		if err := target.MakeDir(); err != nil {
			return err
		}
		return target.Create([]byte(text))
	}
	return target.Change(old, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWords parts commands: what is run is marked with !, what an interpreter runs with *.
func TestWords(t *testing.T) {
	for command, want := range map[string]string{
		"node a.js b":                    "!node *a.js b",
		"A=1 B=2 bash a.sh":              "!A=1 !B=2 !bash *a.sh",
		"ls; python3 -u a.py && ./b":     "!ls !python3 -u *a.py !./b",
		"bash -c 'a b' x":                "!bash -c a b x",
		"node --eval 'x' a.js":           "!node --eval x a.js",
		"env -i node a.js":               "!env -i node *a.js",
		"timeout 5 python3 a.py":         "!timeout 5 python3 *a.py",
		`"$X/a b.sh" --x='y z' >out 2>e`: "!$X/a b.sh --x=y z 2",
		"(cd a | sort)":                  "!cd a !sort",
		`echo ""`:                        "!echo ",
		"":                               "",
	} {
		var got []string
		for _, w := range Words(command) {
			mark := ""
			if w.First {
				mark = "!"
			} else if w.Script {
				mark = "*"
			}
			got = append(got, mark+w.Text)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
	var got []bool
	for _, w := range Exec("node", []string{"-r", "x", "a b.js"}) {
		got = append(got, w.Script)
	}
	if want := []bool{false, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("of a command without a shell, scripts are %v", got)
	}
}

// TestScripts finds the scripts that commands of a project, and of a plugin, run.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		command  string
		isPlugin bool
		want     string
	}{
		{`"$CLAUDE_PROJECT_DIR"/hooks/a.sh`, false, "[p/hooks/a.sh alone marked]"},
		{"bash ${CLAUDE_PROJECT_DIR:-.}/a.sh; ./b", false, "[p/a.sh marked] [p/b alone]"},
		{"node .claude/a.mjs && node .claude/a.mjs", false, "[p/.claude/a.mjs]"},
		{"python3 tools/a.py tools/b.py", false, "[p/tools/a.py plain]"},
		{"${CLAUDE_PLUGIN_ROOT}/a.sh", false, ""},
		{"${CLAUDE_PLUGIN_ROOT}/a.sh ./b.sh", true, "[p/a.sh alone marked]"},
		{"node ./a-*.js ./$X.js ./a.txt", false, ""},
		{"python3 a.py", false, ""}, // which may be anywhere on the path of modules
	} {
		var got []string
		for _, s := range Scripts(c.command, "p", c.isPlugin) {
			text := s.File
			for _, has := range []struct {
				is   bool
				word string
			}{{s.Alone, " alone"}, {s.Marked, " marked"}, {s.Plain, " plain"}} {
				if has.is {
					text += has.word
				}
			}
			got = append(got, "["+text+"]")
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.command, got, c.want)
		}
	}
}

// TestDollars finds the variables of a command, and the quotes around them.
func TestDollars(t *testing.T) {
	var got []string
	for at, quote := range Dollars(`$a "$b" '$c' \$d "\$e"$f`) {
		got = append(got, strings.TrimRight(fmt.Sprintf("%d%c", at, quote), "\x00"))
	}
	if want := []string{"0", "4\"", "9'", "22"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for command, want := range map[string]byte{`a x`: 0, `"a" x`: 0, `"a x"`: '"', `'a x'`: '\'', `"it's x"`: '"', `"\" x"`: '"', `\"a x`: 0, `'a' "b" x`: 0} {
		if got := QuoteAt(command, strings.Index(command, "x")); got != want {
			t.Errorf("x of %s stands in %q and not in %q", command, got, want)
		}
	}
}

// TestParseTool reads entries of lists of tools.
func TestParseTool(t *testing.T) {
	for text, want := range map[string]string{
		"Read": "Read", "Bash(git add:*)": "Bash|git add:*", "Bash()": "Bash|", "Bash(a(b)c)": "Bash|a(b)c",
		"Bash(a":   "Bash|a: its parenthesis is not closed, so all that follows is taken for its arguments",
		"Bash(a)b": "Bash|a: text stands behind its closing parenthesis", "Read)": "Read: a parenthesis closes that was never opened",
	} {
		tool := ParseTool(text)
		got := tool.Name
		if tool.HasArg {
			got += "|" + tool.Args
		}
		if tool.Fault != "" {
			got += ": " + tool.Fault
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestServers reads the names of tools of servers.
func TestServers(t *testing.T) {
	for name, want := range map[string]string{"mcp__github__search": "github", "mcp__git_hub": "git_hub", "mcp__": "", "Read": "", "mcp_github__x": ""} {
		if got := Server(name); got != want {
			t.Errorf("the server of %s is %q and not %q", name, got, want)
		}
	}
	if got := ServerID("My server.v2é"); got != "My_server_v2_" {
		t.Errorf("tools of the server are named %q", got)
	}
	isServer := func(name string) bool { return name == "git" || name == "git_hub" }
	for rest, want := range map[string]string{"git_status": "mcp__git__status", "git_hub": "", "svn_log": "", "git": ""} {
		if got := Parted(rest, isServer); got != want {
			t.Errorf("by %s %q is meant and not %q", rest, got, want)
		}
	}
}

// TestNames has names of agents that are refused, addresses of repositories, and paths.
func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"-a": true, "－a": true, "a:b": true, "a：b": true, strings.Repeat("é", 257): true,
		"a-b": false, "": false, strings.Repeat("é", 256): false,
	} {
		if got := Refused(name); got != want {
			t.Errorf("that an agent named %.20q is refused is %t", name, got)
		}
	}
	for text, want := range map[string]string{
		"https://github.com/a/b.git": "a/b", "git@github.com:a/b": "a/b", "ssh://git@github.com/a/b/": "a/b", "www.github.com/a/b": "a/b",
		"git+https://github.com/a/b-c.d": "a/b-c.d", "https://gitlab.com/a/b": "", "github.com/a": "", "https://github.com/a/b/tree/main": "", "a/b": "",
	} {
		if got := Repository(text); got != want {
			t.Errorf("%s is the repository %q and not %q", text, got, want)
		}
	}
	for file, want := range map[string]string{".claude/agents/a.md": "", "x/.claude/a.md": "x", "x/CLAUDE.md": "x", "CLAUDE.md": "", "x/y.claude/a.md": "x/y.claude"} {
		if got := Project(file); got != want {
			t.Errorf("%s is about %q and not %q", file, got, want)
		}
	}
	for file, want := range map[string]string{"a/skills/b/c.md": "a b/c.md true", "skills/b": " b true", "a/skills/skills/b": "a/skills b true", "a/b": " a/b false"} {
		before, after, ok := CutLast(file, "skills")
		if got := fmt.Sprintf("%s %s %t", before, after, ok); got != want {
			t.Errorf("%s is cut into %q and not %q", file, got, want)
		}
	}
}

// TestCodes finds the code spans of a line.
func TestCodes(t *testing.T) {
	for text, want := range map[string]string{
		"a `b` c":        `"b"@3 | a     c`,
		"``a ` b`` `c`":  `"a ` + "`" + ` b"@2 "c"@11 |              `,
		"a ` b":          " | a ` b",
		"a ``b` c `` d`": `"b` + "`" + ` c"@4 | a           d` + "`",
	} {
		codes, plain := Line{text, 0}.Codes()
		var got []string
		for _, c := range codes {
			got = append(got, fmt.Sprintf("%q@%d", c.Text, c.Start))
		}
		if got := strings.Join(got, " ") + " | " + plain; got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

package hook

import (
	"strings"
	"testing"
)

// TestRefusal has scripts that exit 1 to refuse, with the line and the reason, and some that exit 1 for another one.
func TestRefusal(t *testing.T) {
	const shell = "#!/bin/sh\n"
	far := strings.Repeat("x=1\n", 6)
	for name, c := range map[string]struct {
		text, why string
		line      int
	}{
		"it says so":             {shell + "echo 'Blocked: no' >&2\nexit 1\n", `says "Blocked"`, 3},
		"six lines above":        {shell + "echo blocked\n" + far[:5*len("x=1\n")] + "exit 1\n", `says "blocked"`, 8},
		"too far above":          {shell + "echo blocked\n" + far + "exit 1\n", "", 0},
		"in a comment":           {shell + "# echo blocked\nexit 1\n", "", 0},
		"something else denied":  {shell + "echo 'permission denied'\nexit 1\n", "", 0},
		"found in the command":   {shell + "if echo \"$command\" | grep -q rm; then\n  echo 'rm is dangerous'\n  exit 1\nfi\n", "found what it looks for", 4},
		"lacking in the command": {shell + "if ! echo \"$command\" | grep -q rm; then\n  echo 'nothing to do'\n  exit 1\nfi\n", "", 0},
		"a branch of a case":     {shell + "case \"$command\" in\n  *rm*)\n    echo 'dangerous'\n    exit 1;;\nesac\n", "found what it looks for", 5},
		"a branch of another":    {shell + "case \"$1\" in\n  *rm*)\n    echo 'usage'\n    exit 1;;\nesac\n", "", 0},
		"two lines below":        {shell + "case \"$command\" in\n  *rm*)\n    echo 'dangerous'\n    x=1\n    exit 1;;\nesac\n", "found what it looks for", 6},
		"too far below":          {shell + "case \"$command\" in\n  *rm*)\n    echo 'dangerous'\n    x=1\n    x=2\n    exit 1;;\nesac\n", "", 0},
		"found too far above":    {shell + "if grep -q rm <<< \"$command\"; then\n  echo 'dangerous'\n  x=1\n  exit 1\nfi\n", "", 0},
		"nothing written":        {shell + "if grep -q rm <<< \"$command\"; then\n  exit 1\nfi\n", "", 0},
		"no branch writes":       {shell + "case \"$command\" in\n  *rm*)\n    exit 1;;\nesac\n", "", 0},
		"it answers above":       {shell + "echo '{\"permissionDecision\":1}'\necho blocked\nexit 1\n", "", 0},
		"it answers below":       {shell + "echo blocked\nexit 1\necho '{\"permissionDecision\":1}'\n", `says "blocked"`, 3},
		"not in Python":          {"#!/usr/bin/env python3\ncase = command in (\n    3 * rm)\nprint('dangerous')\nsys.exit(1)\n", "", 0},
		"it exits 2 as well":     {shell + "echo blocked\nexit 1\nexit 2\n", "", 0},
		"Python":                 {"#!/usr/bin/env python3\nif 'rm' in tool_input:\n    print('rm is refused')\n    sys.exit(1)\n", `says "refused"`, 4},
		"it answers":             {"#!/usr/bin/env node\nconsole.log('{\"permissionDecision\":1}');\nconsole.error('blocked');\nprocess.exit(1)\n", "", 0},
		"it ends well":           {shell + "echo blocked\nexit 0\n", "", 0},
	} {
		if line, why := refusal(c.text); line != c.line || why != c.why {
			t.Errorf("%s: line %d %q; want line %d %q", name, line, why, c.line, c.why)
		}
	}
}

package verifycmd_test

import (
	"strings"
	"testing"
)

// TestPlaces judges bodies whose commands stand in all kinds of places; what is wanted is every finding's rule and
// the text that it is at.
func TestPlaces(t *testing.T) {
	dir := newProject(t, project)
	nope := `command-unknown of "npm run nope"`
	for _, c := range []struct{ name, body, want string }{
		{"one line", "<verify><automated>npm run nope</automated></verify>", nope},
		{"no tag", "<verify>npm run nope</verify>", nope},
		{"lines", "<verify>\n  <automated>\n    npm test\n    npm run nope\n  </automated>\n</verify>", nope},
		{"two",
			"<verify>\n<automated>npm run nope</automated>\n<automated>npm run nope</automated>\n</verify>",
			nope + nope},
		{"CRLF", "<verify>\r\nnpm test\r\nnpm run nope\r\n</verify>\r\n", nope},
		{"bullets",
			"<verify>\n- npm run nope\n* npm run nope\n1. npm run nope\n- [ ] npm run nope\n</verify>",
			strings.Repeat(nope, 4)},
		{"backticks", "<verify>\n- `npm run nope`\n``npm run nope`` exits 0\n</verify>", nope + nope},
		{"prompt", "<verify>\n$ npm run nope\n> shop\nFAIL of the test\n$ npm test\n</verify>", nope},
		{"comment behind a prompt", "<verify>\n$ # npm run nope\n</verify>", `empty of "<verify>"`},
		{"fence", "<verify>\n```sh\n# a comment\nnpm run nope\n```\n</verify>", nope},
		{"fence of something else", "<verify>\nnpm test\n```json\n{\"a\": 1}\n```\n</verify>", ""},
		{"console", "<verify>\n```console\n$ npm run nope\nall is well here\n```\n</verify>", nope},
		{"in a fence", "```\n<verify>\nnpm run nope\n</verify>\n```", ""},
		{"in a comment", "<!--\n<verify>\nnpm run nope\n</verify>\n-->", ""},
		{"comment inside", "<verify>\n<!-- npm run nope -->\nnpm run nope\n</verify>", nope},
		{"beside automated", "<verify>\nLook at the page.\n<automated>npm run nope</automated>\n</verify>", nope},
		{"manual", "<verify>\n<automated>npm test</automated>\n<manual>Look at the page.</manual>\n</verify>", ""},
		{"only manual", "<verify><manual>Look at the page.</manual></verify>",
			`command-unknown of "Look at the page."`},
		{"another tag", "<verify><command>npm run nope</command></verify>", nope},
		{"empty", "<verify>\n  <automated>\n  </automated>\n</verify>", `empty of "<verify>"`},
		{"self-closing", "<verify/>", `empty of "<verify/>"`},
		{"upper case, unclosed", "<VERIFY>\nnpm run nope\n</VERIFY>\n<verify>\nnpm run nope", nope},
		{"continued", "<verify>\nnpm run \\\n  nope\nnpm run nope\n</verify>",
			`command-unknown of "npm run \\\n  nope"` + nope},
		{"loop", "<verify>\nfor x in a b\ndo\n  npm run nope\ndone\n</verify>", nope},
		{"here-document",
			"<verify>\ncat <<EOF | npm run nope\nThis isn't a command\nEOF\nnpm run nope\n</verify>",
			nope + nope},
		{"open quote", "<verify>\nnpm run nope\necho \"x\nnpm run nope\n</verify>",
			nope + `command-unknown of "echo \"x"`},
		{"wrong line", "<verify>\nnpm test )\nnpm run nope\n</verify>", `command-unknown of "npm test )"` + nope},
		{"a sentence among commands", "<verify>\nIt doesn't matter\nnpm run nope\n</verify>",
			`command-unknown of "It doesn't matter"` + nope},
		{"cd for the lines below",
			"<verify>\ncd packages/web\nnpm run e2e\nnpm run build\nnpm run nope\n</verify>",
			nope},
		{"cd for a Makefile", "<verify>\ncd crate\nmake test\n</verify>", ""},
		{"cd into nothing",
			"<verify>\ncd packages/gone && npm run nope\nnpm run nope\n</verify>",
			`command-unknown of "cd packages/gone"` + nope},
		{"columns behind letters of more bytes", "<verify>\n- echo ä && npm run nope\n</verify>", nope},
		{"verification of a task plan", "<verification>\n- `npm run nope` exits 0\n</verification>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := ""
			for _, f := range check(t, dir, c.body) {
				found += f[:strings.Index(f, ": ")]
			}
			if found != c.want {
				t.Errorf("want %s\ngot  %s", c.want, found)
			}
		})
	}
}

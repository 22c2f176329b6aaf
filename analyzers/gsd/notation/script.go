package notation

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/nplint/nplint/internal/memo"
)

var (
	nodeScript = memo.Regexp(`(?:^|[\s;&|(>` + "`" +
		`])(npm|pnpm|yarn|bun) (?:run |run-script )(?:-s |--silent )?(\w[\w:.-]*)`)
	nodeTest   = memo.Regexp(`(?:^|[\s;&|(>` + "`" + `])(npm|pnpm|yarn) (?:-s |--silent )?(test|start)\b`)
	makeTarget = memo.Regexp(`(?:^|[;&|(>` + "`" + `]\s*|\s&&\s)(make|just) ([A-Za-z][\w.-]*)`)
	elsewhere  = memo.Regexp(`(?:^|[\s;&|(>])(?:cd|pushd) |--prefix|--workspace|--filter|--cwd|--if-present|` +
		`\s-[wCF]\s|--dir|\s-C\s|pnpm -r|\$\{?[A-Za-z]`)
	target = memo.Regexp(`(?m)^([A-Za-z0-9_.][\w./ -]*?)\s*:(?:[^=]|$)`)
	recipe = memo.Regexp(`(?m)^@?([A-Za-z_][\w-]*)[^:=\n]*:(?:[^=]|$)`)
	// includes is what has targets of other files, or of patterns.
	includes = memo.Regexp(`(?m)^-?(?:include|import|mod)\s|%|^\$\(`)
)

// Script is a script or target that a command calls.
type Script struct {
	What, File string                // how it is called, and the file that declares it
	Start, End int                   // of its name in the command
	Declares   func([]byte) []string // what a file declares, by its content; nil if that is not known
	Programs   bool                  // a name that is not declared may be that of a program
}

// Scripts returns what a line of a shell calls, unless the line goes elsewhere, or calls it only where it is there.
func Scripts(line string) []Script {
	if elsewhere().MatchString(line) {
		return nil
	}
	var all []Script
	for _, pattern := range []*memo.Pattern{nodeScript(), nodeTest()} {
		for _, m := range pattern.FindAllStringSubmatchIndex(line, -1) {
			manager := line[m[2]:m[3]]
			if strings.HasPrefix(line[m[5]:], "/") {
				continue // it is the path of a file
			}
			all = append(all, Script{manager + " run", "package.json", m[4], m[5], nodeScripts,
				(manager == "yarn" || manager == "bun") && line[m[4]:m[5]] != "test"})
		}
	}
	start := len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
	for _, m := range makeTarget().FindAllStringSubmatchIndex(line, -1) {
		if line[m[2]:m[3]] == "just" {
			all = append(all, Script{"just", "justfile", m[4], m[5], names(recipe()), false})
		} else if m[0] <= start || strings.ContainsAny(line[m[0]:m[2]], "`;&|(>") {
			all = append(all, Script{"make", "Makefile", m[4], m[5], names(target()), false})
		}
	}
	return all
}

// nodeScripts returns the scripts of a package.json, or nil if it cannot be read.
func nodeScripts(content []byte) []string {
	var manifest struct {
		Scripts map[string]any `json:"scripts"`
	}
	if json.Unmarshal(content, &manifest) != nil {
		return nil
	}
	found := []string{}
	for name := range manifest.Scripts {
		found = append(found, name)
	}
	slices.Sort(found)
	return found
}

// names returns a function that reads the targets of a build file; it returns nil where others are included or made
// of patterns.
func names(pattern *memo.Pattern) func([]byte) []string {
	return func(content []byte) []string {
		if includes().Match(content) {
			return nil
		}
		found := []string{}
		for _, m := range pattern.FindAllSubmatch(content, -1) {
			found = append(found, strings.Fields(string(m[1]))...)
		}
		return found
	}
}

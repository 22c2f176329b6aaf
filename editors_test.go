package nplint_test

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// TestVSCode holds the extension for VS Code against what it is an extension of: the version, where it starts, of which
// files it tells the server, and the matcher of tasks.
func TestVSCode(t *testing.T) {
	var manifest struct {
		Version          string
		ActivationEvents []string
		Contributes      struct{ ProblemMatchers []map[string]any }
	}
	var copied struct {
		Tasks []struct{ ProblemMatcher map[string]any }
	}
	for file, into := range map[string]any{"package.json": &manifest, "tasks.json": &copied} {
		text, err := os.ReadFile("editors/vscode/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	if manifest.Version != nplint.Version {
		t.Errorf("the extension has version %s, and nplint %s", manifest.Version, nplint.Version)
	}
	matcher := copied.Tasks[0].ProblemMatcher
	matcher["name"] = "nplint"
	if got := manifest.Contributes.ProblemMatchers; len(got) != 1 || !reflect.DeepEqual(got[0], matcher) {
		t.Errorf("the extension has the problem matchers %v, and tasks.json %v", got, matcher)
	}

	source, err := os.ReadFile("editors/vscode/src/server.ts")
	if err != nil {
		t.Fatal(err)
	}
	var documents []string // endings and names of files
	for _, m := range regexp.MustCompile(`"\*\*/(?:[a-z.]+/\*\*/)?(\*\.)?\{(.*?)\}"`).FindAllSubmatch(source, -1) {
		for name := range strings.SplitSeq(string(m[2]), ",") {
			documents = append(documents, strings.TrimPrefix(string(m[1]), "*")+name)
		}
	}
	starts := manifest.ActivationEvents
	for _, pack := range rules.Packs() {
		for _, marker := range slices.Concat(append(slices.Collect(maps.Values(pack.Trees)), pack.Markers)...) {
			marker = strings.TrimPrefix(marker, rules.OnlyTop)
			if !slices.ContainsFunc(starts, func(event string) bool {
				there, _ := strings.CutPrefix(event, startsWith)
				fits, _ := path.Match(there, marker)
				return fits || strings.HasPrefix(marker, there+"/")
			}) {
				starts = append(starts, startsWith+marker)
			}
		}
		for _, c := range pack.Contracts {
			for _, pattern := range c.Paths {
				known := slices.Contains(documents, path.Ext(pattern)) || slices.Contains(documents, path.Base(pattern))
				if !known && c.Dialect != "unread" && path.Base(pattern) != "*" {
					t.Errorf("the extension does not tell of %s, which is of kind %s", pattern, c.Kind)
				}
			}
		}
	}
	if missing := starts[len(manifest.ActivationEvents):]; *update && len(missing) > 0 {
		startWith(t, starts)
	} else if len(missing) > 0 {
		t.Errorf("the extension does not start where there is one of %v; run `go generate ./...`", missing)
	}
}

// startsWith begins an event by which the extension starts where there are files.
const startsWith = "workspaceContains:"

// startWith writes into the manifest of the extension by which events it starts.
func startWith(t *testing.T, events []string) {
	const file = "editors/vscode/package.json"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(events)
	list, err := json.MarshalIndent(events, "  ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	before, after, _ := strings.Cut(string(text), `"activationEvents": [`)
	_, after, _ = strings.Cut(after, "]")
	if err := os.WriteFile(file, []byte(before+`"activationEvents": `+string(list)+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

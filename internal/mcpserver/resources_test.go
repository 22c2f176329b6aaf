package mcpserver

import (
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestResources holds that the index of the rules and every contract is listed, and that these and every rule page can be
// read, also those of a configuration.
func TestResources(t *testing.T) {
	dir := tree(t, project+"contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\n"+
		"kind = \"team/memo\"\ntitle = \"A memo\"\npaths = [\"notes/{x}.md\"]\n[frontmatter.properties]\nday = { type = \"string\" }\n")
	for _, era := range eras {
		client := connect(t, newServer(Options{Dir: dir}), era, nil)
		count := map[string]int{}
		for r, err := range client.Resources(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			prefix, _, _ := strings.Cut(strings.TrimPrefix(r.URI, "nplint://"), "/")
			if count[prefix]++; count[prefix]%80 > 1 && r.URI != contractPages+"team/memo" {
				continue
			}
			got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
			if err != nil || got.Contents[0].MIMEType != markdown || len(got.Contents[0].Text) < 50 || !strings.Contains(got.Contents[0].Text, r.Name) {
				t.Errorf("%s: %v %+v", r.URI, err, got)
			}
		}
		if count["rules"] != 1 || count["contracts"] < 50 {
			t.Errorf("the resources are %v", count)
		}
		index, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: ruleIndex})
		if err != nil {
			t.Fatal(err)
		}
		pages := regexp.MustCompile(`\((nplint://rules/[^)]+)\), (error|warning|info): `).FindAllStringSubmatch(index.Contents[0].Text, -1)
		for i, page := range pages {
			if i%80 > 0 && !strings.Contains(page[1], "%") {
				continue
			}
			got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: page[1]})
			if err != nil || got.Contents[0].MIMEType != markdown || len(got.Contents[0].Text) < 50 {
				t.Errorf("%s: %v %+v", page[1], err, got)
			}
		}
		if len(pages) < 300 {
			t.Errorf("the index has %d rules", len(pages))
		}
		for _, uri := range []string{"nplint://rules/nothing", "nplint://contracts/nubos/nothing", "nplint://rules/%1b", "nplint://other/x", "file:///etc/passwd", "nplint://rules/\x1b[31m", "nplint://rules/" + strings.Repeat("x", 500_000)} {
			if got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil || !strings.Contains(err.Error(), "not found") {
				t.Errorf("%q: %v %+v", uri, err, got)
			}
		}
		if got := textOf(client.call("contract_prompt", `{"kind": "memo"}`)); !strings.Contains(got, "`day`") {
			t.Errorf("the prompt of an own contract is %s", got)
		}
	}
}

// TestCompletion completes what templates leave open.
func TestCompletion(t *testing.T) {
	dir := tree(t, project+"contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\n"+
		"kind = \"team/memo\"\ntitle = \"A memo\"\npaths = [\"notes/{x}.md\"]\n")
	client := connect(t, newServer(Options{Dir: dir}), eras[0], nil)
	for _, c := range []struct {
		uri, name, value, pack string
		first                  string // of the values
		most, least            int
	}{
		{ruleTemplate, "id", "task-drop", "", "task-dropped", 5, 1},
		{ruleTemplate, "id", "dropped", "", "", 20, 1}, // within the id
		{ruleTemplate, "id", "", "", "", 100, 100},
		{ruleTemplate, "id", "of-nothing-at-all", "", "", 0, 0},
		{ruleTemplate, "pack", "", "", "", 0, 0},
		{contractTemplate, "pack", "te", "", "team", 1, 1},
		{contractTemplate, "pack", "", "", "", 10, 3},
		{contractTemplate, "name", "", "team", "memo", 1, 1},
		{contractTemplate, "name", "verif", "nubos", "verification", 5, 1},
		{contractTemplate, "name", "agent", "", "agent", 20, 1},
		{"nplint://other/{id}", "id", "", "", "", 0, 0},
		{"file:///etc/{id}", "id", "", "", "", 0, 0},
	} {
		p := &mcp.CompleteParams{
			Ref:      &mcp.CompleteReference{Type: "ref/resource", URI: c.uri},
			Argument: mcp.CompleteParamsArgument{Name: c.name, Value: c.value},
		}
		if c.pack != "" {
			p.Context = &mcp.CompleteContext{Arguments: map[string]string{"pack": c.pack}}
		}
		got, err := client.Complete(t.Context(), p)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		values := got.Completion.Values
		if len(values) < c.least || len(values) > c.most || c.first != "" && values[0] != c.first {
			t.Errorf("%+v: %v", c, values)
		}
		if more := got.Completion.Total > len(values); more != got.Completion.HasMore {
			t.Errorf("%+v: %d of %d, and %v", c, len(values), got.Completion.Total, got.Completion.HasMore)
		}
	}
}

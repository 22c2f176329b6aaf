package describe

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/rules"
)

// whole is a contract with every key.
const whole = `kind     = "team/all"
title    = "All"
about    = "Everybody reads it."
paths    = ["all/{number}-{name}.md"]
names    = ["all-{name}.md"]
not      = ["all/0-*.md"]
dialect  = "yaml"
source   = "handbook"
unlisted = true

[frontmatter]
type                  = "object"
optional              = true
required              = ["title", "undescribed"]
minProperties         = 1
maxProperties         = 30
additionalProperties  = false
patternProperties."^x_".type    = "string"
propertyNames.maxLength         = 9
dependentRequired.closed        = ["relief"]
dependentSchemas.closed.required = ["hours"]
if.properties.state.const       = "closed"
then.required                   = ["ports"]
else.properties.why.type        = "string"
allOf                 = [{ required = ["a"] }]
anyOf                 = [{ required = ["b"] }, { required = ["c"] }]
oneOf                 = [{ required = ["d"] }, { required = ["e"] }]
not.required          = ["f"]
unevaluatedProperties = false
"$ref"                = "#/$defs/more"
"$defs".more.required = ["g"]

[frontmatter.forbidden]
signed = "nobody signs"

[frontmatter.properties]
title  = { type = "string", minLength = 3, maxLength = 9, pattern = "^[a-z]+$", description = "in two words", examples = ["abc"], since = "2.0.0" }
state  = { enum = ["open", "closed"] }
closed = { format = "date", type = ["string", "null"] }
kind   = { const = "all" }
gone   = { properties.never = false }
hours  = { minimum = 1, maximum = 24, multipleOf = 2 }
more   = { exclusiveMinimum = 1, exclusiveMaximum = 24 }
tags   = { type = "array", uniqueItems = true, minItems = 1, maxItems = 2, contains.const = "x", minContains = 2, maxContains = 3, items.type = "string" }
pair   = { prefixItems = [{ type = "string" }], unevaluatedItems.type = "integer" }
ports  = { type = "object", required = ["ssh"], properties.ssh.type = "integer", additionalProperties.type = "number" }
list   = { items.properties.deep.type = "string" }

[[invariants]]
that    = "hours == nil or hours != 2"
message = "two hours are none"
set     = "hours"
to      = "3"

[[sections]]
heading     = "## Plan"
name        = "plan"
min         = 2
max         = 3
text        = true
stub        = "_None._"
recommended = true
when        = "frontmatter"

[[patterns]]
name    = "verdict"
pattern = "^Verdict"
min     = 2
max     = 3
stub    = "Verdict: ok"
[[patterns]]
name      = "todo"
pattern   = "TODO"
forbidden = true
message   = "what was meant"

[[blocks]]
heading   = "### {OPT-n}: {title}"
section   = "Plan"
min       = 2
sequence  = true
count     = "hours"
forbidden = ["[object Object]"]
[blocks.fields]
Cost  = { enum = ["low", "high"], forbidden_values = ["none"] }
Ref   = { pattern = "T-[0-9]+", optional = true, message = "a ticket" }
Owner = { recommended = true }

[[elements]]
name  = "task"
in    = "tasks"
min   = 1
max   = 2
text  = true
again = true
[elements.attributes]
id   = { pattern = "T[0-9]+", message = "an id" }
type = { enum = ["auto"], optional = true }

[tags]
pairs    = ["note"]
optional = true

[ids]
id       = "path.number"
sequence = true

[[references]]
key = "more"
to  = "team/other"
[[references]]
pattern = "see ([0-9]+)"

[text]
max_lines = 300
max_words = 2000
links     = true

[example]
text = "x"
`

// untold is the keys that a writer need not know.
var untold = map[string]string{
	"source":         "who demands it",
	"names":          "where files lie that have a place of their own",
	"sections name":  "how findings name it",
	"invariants set": "of a fix", "invariants to": "of a fix",
	"elements again":                    "how a slip is told",
	"dialect":                           "the one that is meant without the key",
	"frontmatter type":                  "frontmatter is never anything else",
	"frontmatter properties ports type": "the keys in it are told",
}

// TestWhole holds that the section for prompts tells of each key of a contract: without the key it is another one.
func TestWhole(t *testing.T) {
	full := prompted(t, whole, nil)
	shape := map[string]any{}
	if _, err := toml.Decode(whole, &shape); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var each func(v any, path []any)
	each = func(v any, path []any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				at := append(slices.Clip(path), key)
				each(v[key], at)
				if key == "kind" && len(at) == 1 || key == "heading" || slices.Equal(at, []any{"ids", "id"}) || (key == "pattern" || key == "key") && at[0] == "references" ||
					at[0] == "patterns" && key == "pattern" || (at[0] == "elements" || at[0] == "patterns") && len(at) == 3 && key == "name" || key == "that" {
					continue // without it there is no contract
				}
				name := fmt.Sprint(at[0])
				for _, step := range at[1:] {
					if _, isIndex := step.(int); !isIndex {
						name += " " + fmt.Sprint(step)
					}
				}
				seen[name] = true
				if reason, same := untold[name], prompted(t, whole, at) == full; same != (reason != "") {
					t.Errorf("%v: that the prompt is the same without it is %t; the reason: %q", at, same, reason)
				}
			}
		case []map[string]any:
			for i, item := range v {
				each(item, append(slices.Clip(path), i))
			}
		}
	}
	each(shape, nil)
	for name := range untold {
		if !seen[name] {
			t.Errorf("there is no key %q any more", name)
		}
	}
}

// prompted returns the section of a contract without what a path leads to.
func prompted(t *testing.T, text string, without []any) string {
	t.Helper()
	tree := map[string]any{}
	if _, err := toml.Decode(text, &tree); err != nil {
		t.Fatal(err)
	}
	var at any = tree
	for i, step := range without {
		switch v := at.(type) {
		case map[string]any:
			if at = v[step.(string)]; i == len(without)-1 {
				delete(v, step.(string))
			}
		case []map[string]any:
			at = v[step.(int)]
		}
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(tree); err != nil {
		t.Fatal(err)
	}
	c, err := rules.ParseContract("c.toml", b.String(), nil)
	if err != nil {
		t.Fatal(without, err)
	}
	said, err := Prompt(c)
	if err != nil {
		t.Fatal(without, err)
	}
	return said
}

// TestConditions holds what is said of keys that demand others.
func TestConditions(t *testing.T) {
	c, err := rules.ParseContract("c.toml", `kind = "team/watch"
paths = ["watches/*.md"]
[frontmatter]
required                        = ["state"]
dependentRequired.closed        = ["relief", "hours"]
if.properties.state.const       = "closed"
if.required                     = ["state"]
then.required                   = ["closed", "relief"]
then.properties.open            = false
else.properties.relief          = false
[frontmatter.properties]
state  = { enum = ["open", "closed"] }
closed = { type = "integer", minimum = 0 }
crew   = { type = "array", minItems = 1, items.properties.name = { type = "string", minLength = 2 }, items.required = ["name"] }
seen   = { type = "array", contains.type = "string" }
any    = { anyOf = [{ type = "string" }, { type = "integer", minimum = 3 }] }
wide   = { if.type = "string", then.minLength = 2 }
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	said, err := Prompt(c)
	if err != nil {
		t.Fatal(err)
	}
	const want = "| `state` | yes | `open`, `closed` |\n" +
		"| `closed` | no | integer, at least 0 |\n" +
		"| `crew` | no | array, at least 1 item |\n" +
		"| `crew[].name` | yes | string, at least 2 characters |\n" +
		"| `seen` | no | array, at least 1 of its items such as: string |\n" +
		"| `any` | no | one of these or more: string; or integer, at least 3 |\n" +
		"| `wide` | no | if it is string, then at least 2 characters |\n" +
		"\nOf the keys together:\n\n" +
		"- if `closed` is there, then `relief` and `hours` are there\n" +
		"- if `state` is there and `state` is exactly `closed`, then `closed` and `relief` are there and `open` is not there; " +
		"unless `state` is there and `state` is exactly `closed`: `relief` is not there\n"
	if !strings.Contains(said, want) {
		t.Errorf("the prompt is\n%s\nwant in it\n%s", said, want)
	}
}

// TestCircle holds what is said of keys that lie in one another without end.
func TestCircle(t *testing.T) {
	c, err := rules.ParseContract("c.toml", `kind = "team/watch"
paths = ["watches/*.md"]
[frontmatter.properties]
crew = { "$ref" = "#/$defs/member" }
[frontmatter."$defs".member.properties]
name = { type = "string" }
under = { type = "array", items = { "$ref" = "#/$defs/member" } }
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	said, err := Prompt(c)
	const want = "| `crew` | no |  |\n| `crew.name` | no | string |\n| `crew.under` | no | array |\n\n"
	if err != nil || !strings.Contains(said, want) {
		t.Errorf("%v; the prompt is\n%s\nwant in it\n%s", err, said, want)
	}
}

// TestFence shows that no fence of an example ends the one around it.
func TestFence(t *testing.T) {
	c, err := rules.ParseContract("c.toml", "kind = \"team/watch\"\npaths = [\"watches/*.md\"]\n"+
		"[[sections]]\nheading = \"## Log\"\n[example]\ntext = \"\"\"\n## Log\n\n````json\n[]\n````\n\"\"\"\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	said, err := Prompt(c)
	const want = "`````markdown\n## Log\n\n````json\n[]\n````\n`````\n"
	if err != nil || !strings.Contains(said, want) {
		t.Errorf("%v; the prompt is\n%s\nwant in it\n%s", err, said, want)
	}
}

// TestNames has a contract for files of a name, wherever they lie.
func TestNames(t *testing.T) {
	c, err := rules.ParseContract("c.toml", "kind = \"team/watch\"\nnames = [\"WATCH.md\", \"watch-{n}.md\"]\n[frontmatter]\nrequired = [\"crew\"]\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	said, err := Prompt(c)
	const want = "\nName the file `WATCH.md` or `watch-{n}.md`.\n"
	if err != nil || !strings.Contains(said, want) || strings.Contains(said, "Write the file to") {
		t.Errorf("%v; the prompt is\n%s\nwant in it\n%s", err, said, want)
	}
}

package contract

import (
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// TestCodes holds that every key of [codes] must fit some finding.
func TestCodes(t *testing.T) {
	const contract = `kind = "team/desk"
paths = ["desk.json"]
dialect = "json"
[data]
required = ["owner"]
[data."$defs".shelf]
additionalProperties = false
properties.colour.enum = ["red"]
properties.below."$ref" = "#/$defs/shelf"
[data.properties]
shelves = { type = "array", items = { "$ref" = "#/$defs/shelf" } }
[codes]
`
	const none = "no finding has the place and rule"
	for key, want := range map[string]string{
		"": "", "/enum": "", "shelves": "", "shelves/type": "", "shelves[].below.below.below.below.colour/enum": "", "owner/missing-required": "",
		"shelves[].stray/key-not-allowed": "", "shelves.*": "", "/json-parse-error": "", "/duplicate-key": "", "/not-text": "",
		"shelves[].*":     "",
		"/enmu":           `no finding has the place and rule "/enmu"; did you mean "enum"?; correct the key or remove it`,
		"/block-count":    `no file of this kind can break "block-count" by what the contract demands; remove the key`,
		"/unclosed-block": `no file of this kind can break "unclosed-block" by what the contract demands; remove the key`,
		"/id-unknown":     `no file of this kind can break "id-unknown" by what the contract demands; remove the key`,
		"shelf":           none, "shelves.below": none, "shelves[].blow": none, "frontmatter.owner": none, "body.x": none, "ids": none, "owner.*": none,
		"owner[].stray/key-not-allowed": none,
		"shelves[].below/enum":          none,
		"shelves/enum":                  `no finding has the place and rule "shelves/enum"; the rules of findings at that place are type`,
		"shelves[].colour/enmu":         `the rules of findings at that place are enum; did you mean "enum"?`,
	} {
		c, err := rules.ParseContract("c.toml", contract+`"`+key+`" = "enum"`+"\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Packed = true
		_, err = Compile(c)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), "c.toml:13: codes: ") || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: the error is %v, want %q", key, err, want)
		}
	}
	const three = "\"shelves[].colour\" = 'a'\n\"shelves[].below.*\" = 'b'\n\"/enum\" = 'c'\n"
	c, err := rules.ParseContract("c.toml", contract+three, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Packed = true
	const hidden = `c.toml:15: codes: every finding that "/enum" is about gets its id by a nearer key, such as "shelves[].colour"; remove the key`
	if _, err = Compile(c); err == nil || err.Error() != hidden {
		t.Errorf("the error of a key that is hidden by others is %v", err)
	}
}

// TestCodesWithoutKeys has a schema that names no properties, so no key of a file can be an unknown one.
func TestCodesWithoutKeys(t *testing.T) {
	c, err := rules.ParseContract("c.toml", "kind = \"team/desk\"\npaths = [\"desk.json\"]\ndialect = \"json\"\n[data]\nrequired = [\"owner\"]\n"+
		"[codes]\n\"/unknown-key\" = 'a'\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Packed = true
	if _, err = Compile(c); err == nil || !strings.Contains(err.Error(), `no file of this kind can break "unknown-key"`) {
		t.Errorf("the error is %v", err)
	}
}

// everything is a contract whose files can have every finding about keys and bodies.
const everything = `kind  = "team/all"
paths = ["all/{name}.md"]

[frontmatter]
additionalProperties = false
required             = ["title"]
minProperties        = 1
dependentRequired    = { closed = ["relief"] }
if.properties.state.const = "closed"
if.required               = ["state"]
then.required             = ["hours"]
[frontmatter.forbidden]
signed = "nobody signs"
[frontmatter.properties]
title  = { type = "string", minLength = 3, maxLength = 9, pattern = "^[a-z]+$" }
state  = { enum = ["open", "closed"] }
closed = { format = "date", type = "string" }
relief = { not.const = "nobody" }
hours  = { type = "integer", minimum = 1, maximum = 24, multipleOf = 2 }
tags   = { type = "array", uniqueItems = true, minItems = 1, maxItems = 2, items.type = "string" }
forms  = { anyOf = [{ type = "string" }, { type = "integer" }], oneOf = [{ type = "string" }, { type = "null" }] }
fresh  = { type = "string", since = "9.0.0" }
mode   = { type = "string", since = { late = "9.0.0" } }
ports  = { type = "object", propertyNames.pattern = "^[a-z]+$", additionalProperties.type = "integer", maxProperties = 2 }
count  = { type = "integer" }

[[invariants]]
that = "hours == nil or hours != 2"

[[sections]]
heading = "## Plan"
text    = true
max     = 1
[[sections]]
heading     = "## Risks"
recommended = true
[[sections]]
heading     = "## Notes"
recommended = true

[[patterns]]
name      = "todo"
pattern   = "TODO"
forbidden = true
[[patterns]]
name    = "verdict"
pattern = "^Verdict"
min     = 1
max     = 1

[[blocks]]
heading   = "### {OPT-n}: {title}"
section   = "Plan"
min       = 2
sequence  = true
count     = "count"
forbidden = ["[object Object]"]
[blocks.fields]
Cost  = { enum = ["low", "high"], forbidden_values = ["none"] }
Ref   = { pattern = "T-[0-9]+", optional = true }
Owner = { recommended = true }

[[elements]]
name = "tasks"
min  = 1
max  = 1
[[elements]]
name = "task"
in   = "tasks"
min  = 1
text = true
[elements.attributes]
id   = { pattern = "T[0-9]+" }
type = { enum = ["auto"] }
`

// everythingBroken is files of that contract.
var everythingBroken = []string{
	"---\nstate: closed\nsigned: me\nstray: 1\nfresh: x\nmode: late\n---\n",
	"---\ntitle: 3\nstate: shut\nclosed: soon\nrelief: nobody\nhours: 0\ntags: []\nforms: []\nports: {A: 1, b: x, c: 1}\ncount: x\nfresh: 3\nmode: 3\n---\n",
	"---\ntitle: A\nclosed: 3\nhours: 25\ntags: [a, a, 3]\nports: 3\nforms: 3\n---\n",
	"---\ntitle: abcdefghijklm\nhours: x\ntags: 3\n---\n",
	"---\n{}\n---\n",
	"---\ntitle: plan\nhours: 2\ncount: 9\n---\n\nTODO\nVerdict\nVerdict\n\n## Plan\n\n## Plan\n\n## Risks\n\n" +
		"### OPT-1: a [object Object]\n- **Cost:** none\n- **Ref:** x [object Object]\n- **Cost:** low\n- **Owner:**\n\n" +
		"### OPT-1: b\n- **Cost:** dear\n- **Ref:**\n- Owner: x\n- **Ref:** x\n\n### OPT-9: c\n- **Cost:**\n- **Ref:** 7\n- **Owner:** x\n- **Owner:** y\n\n" +
		"### OPT-4:\n- **Cost:** low\n\n### OPT-5:\n- **Owner:** x\n\n### OPT-6:\n- **Ref:** T-1\n\n### OPT7: d\n\n###\n\n#### d\n\n### d\n- **Cost:** low\n- **Ref:** T-1\n- **Owner:** x\n- Ref: 9\n\n" +
		"<tasks><task></task><task id=\"x\" type=\"y\"> </task></tasks><task>x</task>\n<tasks>\n</tasks>\n<tasks>\n",
	"---\ntitle: plan\n---\n\n### OPT-1: a\n- Ref: x\n\n<tasks></tasks>\n</tasks>\n</task>\n<task>\n",
	"---\ntitle: plan\n---\n\n## Risks\n",
	"---\ntitle: plan\ncount: 9\n---\n\n## Notes\n\n### OPT-2: a\n- **Cost:** low\n- **Owner:** x\n\n### OPT-3: a\n- **Cost:** low\n- **Owner:** x\n\n## Plan\n",
	"---\ntitle: plan\ncount: 3\n---\n\n## Plan\n\n### OPT-1: a\n- **Cost:** low\n- **Owner:** x\n\n### OPT-2: a\n- **Cost:** low\n- **Owner:** x\n\n### lost\n- **Cost:** low\n- **Owner:** x\n",
	"---\ntitle: plan\n---\n\n## Plan\n\n### OPT-1: a\n- **Cost:** low\n- Ref: x\n\n### OPT-2: a\n- **Cost:** low\n- **Owner:** x\n\n</tasks>\n",
	"---\ntitle: plan\n---\n\n<tasks>\n<task id=\"T1\">x\n</tasks>\n\nx </task>\n",
}

// TestCodesTakeEffect holds that each finding that [codes] knows of a contract is one that a file can have, and gives it
// the id; and that no finding is unknown there.
func TestCodesTakeEffect(t *testing.T) {
	compiled := compiledWith(t, everything)
	faults, all := compiled.faults(2)
	if !all {
		t.Fatal("there are too many findings")
	}
	for _, f := range brokenBy(compiled) {
		if !slices.ContainsFunc(faults, func(one fault) bool { return one.fits(rules.PlacesOf(f.At, f.Rule)[0]) }) {
			t.Errorf("[codes] does not know the finding %s at %s", f.Rule, f.At)
		}
	}
	tried := map[string]bool{}
	for _, f := range faults {
		if f.whole || f.rule == "text-too-long" { // of other passes, and of files of many megabytes
			continue
		}
		keys := []string{f.place + "/" + f.rule, f.place, "/" + f.rule, ""}
		if strings.HasSuffix(f.place, "*") {
			keys = []string{f.place, "/" + f.rule}
		}
		for _, key := range keys {
			if tried[key] {
				continue
			}
			tried[key] = true
			coded := compiledWith(t, everything+"[codes]\n\""+key+"\" = \"house-rule\"\n")
			if !slices.ContainsFunc(brokenBy(coded), func(f document.Finding) bool { return f.Rule == "house-rule" }) {
				t.Errorf("no finding gets its id by %q", key)
			}
		}
	}
}

func compiledWith(t *testing.T, text string) *Contract {
	t.Helper()
	c, err := rules.ParseContract("c.toml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Packed = true
	compiled, err := Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// brokenBy returns what a contract finds in everythingBroken.
func brokenBy(c *Contract) (found []document.Finding) {
	for _, text := range everythingBroken {
		in := &document.Input{Path: "all/a.md", Kind: "team/all", Dialect: "yaml"}
		d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
		for _, of := range []string{"", "9.0.0"} {
			found = append(found, c.Judge(d, document.Version{Framework: "Team", Of: of, Follows: "2.0"})...)
		}
	}
	return found
}

package contract

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/rules"
)

// TestBuiltIn compiles all contracts that are built in.
func TestBuiltIn(t *testing.T) {
	for _, p := range rules.Packs() {
		for _, c := range p.Contracts {
			for _, edition := range append(p.Editions, "") {
				compiled, err := Compile(c.Of(edition))
				if err == nil {
					err = checkCodes(compiled)
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestNames holds that names in invariants, counts, ids and references are keys that the contract speaks of, in any
// branch of its schema, and that others are told.
func TestNames(t *testing.T) {
	const head = "kind = \"team/watch\"\npaths = [\"watches/*.md\"]\n[frontmatter.properties]\nstate = { enum = [\"open\", \"closed\"] }\n"
	for branch, brings := range map[string]string{
		"[frontmatter]\nif.properties.state.const = \"closed\"\nthen.required = [\"relief\"]\n":                               "relief",
		"[frontmatter]\nif.required = [\"hours\"]\nelse.properties.reason.type = \"string\"\n":                                "hours reason",
		"[frontmatter]\nanyOf = [{ required = [\"port\"] }, { properties.dock.type = \"string\" }]\n":                         "port dock",
		"[frontmatter]\nallOf = [{ \"$ref\" = \"#/$defs/more\" }]\n\"$defs\".more.properties.extra.type = \"string\"\n":       "extra",
		"[frontmatter]\n\"$ref\" = \"#/$defs/more\"\n\"$defs\".more.then.properties.extra.type = \"string\"\n":                "extra",
		"[frontmatter]\ndependentRequired.state = [\"why\"]\ndependentSchemas.x.properties.y.type = \"string\"\n":             "why x y",
		"[frontmatter]\nif.properties.state.const = \"open\"\nthen.patternProperties.\"^x_\".type = \"string\"\n":             "x_any",
		"[frontmatter]\nnot.required = [\"never\"]\nthen.then.oneOf = [{ required = [\"deep\"] }]\nif.if.required = ['if']\n": "never deep if",
	} {
		compiled := func(rest string) error {
			c, err := rules.ParseContract("c.toml", head+branch+rest, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Compile(c)
			return err
		}
		for _, uses := range []string{
			"[[invariants]]\nthat = \"$env['NAME'] != nil\"\n", "[ids]\nid = \"NAME\"\n", "[ids]\nid = \"state\"\n[[references]]\nkey = \"NAME\"\n",
			"[[blocks]]\nheading = \"## {A-n}: {title}\"\ncount = \"NAME\"\n",
		} {
			for _, name := range append(strings.Fields(brings), "state") {
				if err := compiled(strings.ReplaceAll(uses, "NAME", name)); err != nil {
					t.Errorf("%s%s: %v", branch, uses, err)
				}
			}
			err := compiled(strings.ReplaceAll(uses, "NAME", "stae"))
			if err == nil || !strings.Contains(err.Error(), `no key "stae"; did you mean "state"?`) {
				t.Errorf("%s%s: the error is %v", branch, uses, err)
			}
		}
	}
}

// TestMistakes holds what is told of contracts that demand what no file of theirs can break or hold, and that others like
// them are none.
func TestMistakes(t *testing.T) {
	const pattern = "[[patterns]]\nname = 'a'\npattern = 'b'\n"
	for _, c := range []struct{ dialect, rest, want string }{
		{"jsonl", "[ids]\nid = 'path.name'\n[data]\n", ""},
		{"jsonl", "[ids]\nid = 'a'\n[data.properties]\na = {}\n", ":1: a file of the dialect jsonl has keys on each line"},
		{"jsonl", "[data.properties]\na = {}\n[[references]]\nkey = 'a'\n", ":1: a file of the dialect jsonl has keys on each line"},
		{"json", "[data.properties]\na = {}\n[ids]\nid = 'a'\n[[references]]\nkey = 'a'\n", ""},
		{"json", "[data.properties]\na = {}\n[ids]\nid = 'a'\n[[references]]\npattern = '(a)'\n", ":10: references: a file of the dialect json has no body"},
		{"json", pattern + "min = 1\n", ":1: an artefact of the dialect json has no frontmatter and no body"},
		{"json", "[text]\nmax_lines = 1\n", ":1: an artefact of the dialect json has no frontmatter and no body"},
		{"json", "[frontmatter]\n", ":1: an artefact of the dialect json has no frontmatter and no body"},
		{"json", "[[elements]]\nname = 'a'\n", ":1: an artefact of the dialect json has no frontmatter and no body"},
		{"json", "[[invariants]]\nthat = 'true'\n", ":5: an invariant of the dialect json needs [data]"},
		{"unread", "", ""},
		{"unread", "[frontmatter]\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[data]\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[[sections]]\nheading = '## A'\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[text]\nlinks = true\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[[blocks]]\nheading = '## {A-n}: {title}'\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[[invariants]]\nthat = 'true'\n", ":4: a file of the dialect unread is never opened"},
		{"unread", "[[references]]\npattern = '(a)'\n", ":4: a file of the dialect unread is never opened"},
		{"none", "[frontmatter]\n", "a file of the dialect none has no frontmatter"},
		{"none", "[data]\n", "a file of the dialect none is Markdown"},
		{"none", pattern, `pattern "a" demands nothing`},
		{"none", pattern + "forbidden = true\n", ""},
		{"none", pattern + "forbidden = true\nmin = 1\n", "is forbidden, so min and max mean nothing"},
		{"none", pattern + "forbidden = true\nmax = 1\n", "is forbidden, so min and max mean nothing"},
		{"none", pattern + "min = 2\nmax = 2\n", ""},
		{"none", pattern + "min = 3\nmax = 2\n", ":8: pattern \"a\": min is 3 and max is 2"},
		{"none", "[[sections]]\nheading = '## A'\nmin = 2\nmax = 2\n", ""},
		{"none", "[[sections]]\nheading = '## A'\nmin = 2\nmax = 1\n", `section "## A": min is 2 and max is 1`},
		{"none", "[[elements]]\nname = 'a'\nmin = 2\nmax = 2\n", ""},
		{"none", "[[elements]]\nname = 'a'\nmin = 2\nmax = 1\n", `element "a": min is 2 and max is 1`},
		{"none", strings.Repeat("[[sections]]\nheading = '## A'\n", 200), ""},
		{"none", strings.Repeat("[[sections]]\nheading = '## A'\n", 201), ":405: there are 201 [[sections]], and 200 are the most"},
		{"yaml", "[[blocks]]\nheading = '## {A-n}: {title}'\ncount = 'any'\n[frontmatter]\n", ""},
		{"yaml", "[frontmatter.properties]\na = {}\n[[blocks]]\nheading = '## {A-n}: {title}'\ncount = 'b'\n", `count: the contract has no key "b"`},
		{"yaml", "[[blocks]]\nheading = '## {A-n}: {title}'\n[[invariants]]\nthat = 'len(blocks.A) < 9'\n", ""},
		{"yaml", "[[invariants]]\nthat = 'blocks != 1'\n", "blocks: the contract has no [[blocks]]"},
		{"yaml", "[[invariants]]\nthat = 'path.nmae != path.stem'\n", `path.nmae: no path pattern has {nmae}`},
		{"yaml", "[frontmatter.properties]\na = { type = 'boolean' }\n[[invariants]]\nthat = 'a > 1'\n", "cannot have a truth value before it"},
		{"yaml", "[frontmatter.properties]\na = { type = 'array' }\n[[invariants]]\nthat = 'a > 1'\n", "cannot have a list before it"},
		{"yaml", "[frontmatter.properties]\na = { enum = ['x', 'y'] }\n[[invariants]]\nthat = 'int(a) > 1'\n", "int(a): `a` is x or y, and none of them is a number"},
		{"yaml", "[frontmatter.properties]\na = { enum = ['1', 'y'] }\n[[invariants]]\nthat = 'int(a) > 1'\n", ""},
		{"yaml", "[frontmatter.properties]\na = { enum = ['x', 'y'] }\n[[invariants]]\nthat = \"'z' != a\"\n", "`a` is never \"z\"; it is x or y"},
	} {
		head := "kind = 'team/x'\npaths = ['x/{name}.x']\n\ndialect = '" + c.dialect + "'\n"
		parsed, err := rules.ParseContract("c.toml", head+c.rest, nil)
		if err == nil {
			_, err = Compile(parsed)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s\nthe error is %v, want %q", c.rest, err, c.want)
		}
	}
}

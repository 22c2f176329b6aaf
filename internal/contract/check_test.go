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

package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// The attempts are what a stranger has tried whose pull request is linted: by class, as SECURITY.md promises. Each is a
// tree and a command line, and says how it must end. What takes much memory is seen by what was allocated, and what takes
// long by what the processors took at full size (scratch.Bound).

// attempt is one of them. The tree is a repository with a contract of its own for docs/*.md, if not told otherwise.
type attempt struct {
	name   string
	files  map[string]string
	args   []string // of nplint; nil is run
	status int
	want   string // must be in what nplint says
	never  string // must not
	long   bool   // it takes all that it may at any size, so it is tried at full size alone
}

// most is how many bytes may be allocated for an attempt. Garbage counts, of which a run that allocates so much collects some: what
// is held at once stays below the 400 MB of SECURITY.md.
const most = 480 << 20

// anyStatus is the status of an attempt that may end with findings or without: that it ends is what counts.
const anyStatus = -1

func try(t *testing.T, attempts []attempt) {
	t.Helper()
	for _, a := range attempts {
		t.Run(a.name, func(t *testing.T) {
			if a.long {
				scratch.OfOneSize(t)
			}
			inRepository(t)
			for file, text := range a.files {
				writeFile(t, file, text)
			}
			args := a.args
			if args == nil {
				args = []string{"run"}
			}
			var got string
			var status int
			scratch.Bound(t, most, func() { got, status = output(args...) })
			if a.status == anyStatus && status < 2 {
				status = anyStatus
			}
			if status != a.status || !strings.Contains(got, a.want) || a.never != "" && strings.Contains(got, a.never) {
				t.Errorf("nplint %s exits with %d, not %d, and says, with %q and without %q:\n%.2000s",
					strings.Join(args, " "), status, a.status, a.want, a.never, got)
			}
		})
	}
}

// own is a tree with a contract of its own, whose body begins with what is said of frontmatter, and a document.
func own(contract, document string) map[string]string {
	return map[string]string{
		".nplint.toml":     "version = 1\ncontracts.dirs = [\"contracts\"]\n",
		"contracts/a.toml": "kind = \"team/a\"\ntitle = \"A\"\npaths = [\"docs/{x}.md\"]\n" + contract,
		"docs/a.md":        document,
	}
}

// TestAttemptsInvariants tries expressions that take long or much. What they say of a small file must be found out all
// the same where they are not refused.
func TestAttemptsInvariants(t *testing.T) {
	const (
		grows   = "may grow without end"
		unknown = "cannot be worked out, since a list or a text in it is too long"
	)
	list := func(n int) string { return "[" + strings.Repeat("1, ", n) + "1]" }
	text := strings.Repeat("ab", 30_000)
	var attempts []attempt
	for i, c := range []struct{ that, large string }{
		// refused when they are loaded
		{"all(r, all(r, all(r, # > 0)))", "nested 3 deep"},
		{"any(r, one(r, none(r, # > 0)))", "nested 3 deep"},
		{`len(repeat("x", 1000000000)) > 0`, grows},
		{"reduce(r, # + #acc) > 0", grows},
		{"len(join(r)) > 0", grows},
		{"all(1..1000000000, true)", grows},
		{"len(map(r, string(t) + string(#))) > 0", grows},
		{"len(map(r, upper(t))) > 0", grows},
		{"len(map(r, # > 1 ? t : 'x' + t)) > 0", grows},
		{"let a = t + t; let b = a + a; let c = b + b; len(c) > 0", grows},
		{"let a = t; let b = a + 'x' + a; len(b) > 0", grows},
		{"len(fromJSON(t)) > 0", "cannot be used"},
		{"all(r, toJSON(r) != '')", "cannot be used"},
		{"len(toBase64(t)) > 0", "cannot be used"},
		{"len(fromPairs(toPairs(m))) > 0", "cannot be used"},
		{"bitshl(n, 99999999) > 0", "cannot be used"},
		{"now() != nil", "something else each time"},
		{"t matches s", "a pattern in quotes"},
		{"all(r, t matches s + 'x')", "a pattern in quotes"},
		{"t matches '(x{20}){20}'", "repeat 400 parts"},
		{"nothing(n) > 0", "no function nothing"},
		{strings.Repeat("n > 0 and ", 100) + "true", "200 are the most"},
		{"n > " + strings.Repeat("1", 20_000), "8192 are the most"},
		{strings.Repeat("not ", 1000) + "true", "200 are the most"},
		// worked out of what is small, and of what is large told that it is
		{"all(r, all(r, # > 0))", unknown},
		{"all(r, # in r)", unknown},
		{"all(r, r == r)", unknown},
		{"all(r, uniq(r) != nil)", unknown},
		{"len(uniq(r)) > 0", unknown},
		{"all(r, sort(r) != nil)", unknown},
		{"all(r, reverse(r) != nil)", unknown},
		{"all(r, len(split(t, '')) > 0)", unknown},
		{"all(r, len(split(t, ',')) > 0)", unknown},
		{"all(split(t, ''), all(split(t, ''), true))", unknown},
		{"len(replace(t, '', s)) > 0", unknown},
		{"len(replace(t, 'a', s)) > 0", unknown},
		{"len(replace(replace(t, 'a', s), 'x', s)) > 0", unknown},
		{"len(replace(t, s, 'xx')) > 0", unknown},
		{"len(upper(t + s)) > 0", unknown},
		{"len(trim(t + s + t)) > 0", unknown},
		{"len(map(r, t + s)) > 0", unknown},
		{"len(flatten(map(r, r))) > 0", unknown},
		{"len(map(r, split(t, ''))) > 0", unknown},
		{"len(concat(" + strings.Repeat("concat(r, ", 30) + "r" + strings.Repeat(")", 31) + ") > 0", unknown},
		{"all(r, len(t + s) > 0)", unknown},
		{"all(r, t contains s)", unknown},
		{"all(r, t matches '(a|b)*c') or true", unknown},
		{"all(r, string(r) != '')", unknown},
		{"len(string(r) + string(r)) > 0", unknown},
		{"all(r, len(string($env)) > 0)", unknown},
		{"len(groupBy(r, string(#) + t)) > 0", unknown},
		{"len(sortBy(r, -#)) > 0", ""},
		{"all(r, n ** 9999999999 > 0)", ""},
		{"all(r, date('2020-01-01') != nil)", ""},
		{"all(r, count(filter(r, # > 0), # > 0) > 0)", unknown},
		{"len(r[1:]) >= 0 and all(r, len(r[1:]) >= 0)", ""},
		{"let a = map(r, r); all(a, len(flatten(a)) > 0)", unknown},
	} {
		contract := "[frontmatter.properties]\nr = { type = \"array\" }\nt = { type = \"string\" }\ns = { type = \"string\" }\n" +
			"n = { type = \"integer\" }\nm = { type = \"object\" }\n[[invariants]]\nthat = '''" + c.that + "'''\n"
		large := own(contract, "---\nr: "+list(20_000)+"\nt: "+text+"\ns: "+text+"\nn: 3\nm: {a: 1}\n---\n")
		name := fmt.Sprintf("%d %.40s", i, c.that)
		if i < 24 {
			attempts = append(attempts, attempt{name: name, files: large, status: 2, want: c.large})
			continue
		}
		status, never := 1, ""
		if c.large == "" {
			status, never = 0, unknown
		}
		small := own(contract, "---\nr: [1, 1, 1]\nt: abc\ns: a\nn: 3\nm: {a: 1}\n---\n")
		attempts = append(attempts,
			attempt{name: name, files: large, status: status, want: c.large, never: never},
			attempt{name: name + " small", files: small, never: unknown})
	}
	try(t, attempts)
}

// TestAttemptsGlobs tries very many globs over files that lie very deep: they are looked up.
func TestAttemptsGlobs(t *testing.T) {
	const contract = "dialect = \"none\"\n[[patterns]]\nname = \"no\"\npattern = \"TODO\"\nforbidden = true\n"
	tree := func(config func(i int) string, n, files int) map[string]string {
		all := own(contract, "TODO\n")
		all["contracts/a.toml"] = strings.Replace(all["contracts/a.toml"], "docs/{x}.md", "**/{x}.md", 1)
		var entries strings.Builder
		for i := range n {
			entries.WriteString(config(i))
		}
		all[".nplint.toml"] += entries.String()
		for i := range files {
			all[fmt.Sprintf("d%d/%s%d%s.md", i%7, strings.Repeat("x/", 60), i, strings.Repeat("x", 230))] = "TODO\n"
		}
		return all
	}
	override := func(glob string) func(int) string {
		return func(i int) string {
			return fmt.Sprintf("[[overrides]]\npaths = [%q]\nrules.forbidden-pattern = \"warning\"\n", fmt.Sprintf(glob, i))
		}
	}
	suppression := func(glob string) func(int) string {
		return func(i int) string {
			return fmt.Sprintf("[[suppressions]]\npaths = [%q]\nrules = [\"forbidden-pattern\"]\nreason = \"r\"\n", fmt.Sprintf(glob, i))
		}
	}
	exclude := func(glob string, n int) func(int) string {
		return func(int) string {
			var all []string
			for i := range n {
				all = append(all, fmt.Sprintf("%q", fmt.Sprintf(glob, i)))
			}
			return "exclude = [" + strings.Join(all, ", ") + "]\n"
		}
	}
	const unused, costly = "config-unused", "at most 500 globs of a configuration may have"
	try(t, []attempt{
		{name: "overrides of a name at any depth", files: tree(override("**/nope%d.md"), 8000, 10), status: 1, want: unused},
		{name: "overrides of a directory", files: tree(override("nope%d/**"), 2000, 10), status: 1, want: unused},
		{name: "overrides of a directory that is there", files: tree(override("d0/x/**/x/**/nope%d"), 2000, 10), status: 1, want: unused},
		{name: "overrides of endings", files: tree(override("**/*nope%d.md"), 2000, 10), status: 1, want: unused},
		{name: "overrides of patterns", files: tree(override("**/?%d.md"), 600, 1), status: 2, want: costly},
		{name: "overrides of patterns of directories", files: tree(override("d*/**/nope%d"), 600, 1), status: 2, want: costly},
		{name: "suppressions of a name", files: tree(suppression("**/nope%d.md"), 8000, 10), status: 1, want: unused},
		{name: "suppressions of an ending", files: tree(suppression("**/*%d.md"), 2000, 10), status: 1, want: unused},
		{name: "one suppression again and again", status: 1, want: "1 suppressed", files: map[string]string{
			".nplint.toml":   "version = 1\n" + strings.Repeat("[[suppressions]]\npaths = [\"**\"]\nrules = [\"agent-tools\"]\nreason = \"r\"\n", 8000),
			"agents/np-a.md": "---\nname: np-finder\ndescription: Finds.\ntier: Haiku\ntools: Read Grep\n---\n"}},
		{name: "excluded names", files: tree(exclude("**/nope%d", 2000), 1, 10), status: 1, want: unused},
		{name: "excluded beginnings", files: tree(exclude("**/x/**/nope%d*", 2000), 1, 10), status: 1, want: unused},
		{name: "excluded by few patterns", files: tree(exclude("**/*n{a,b}?%d*", 300), 1, 10), status: 1, want: unused},
		{name: "excluded by patterns of classes", long: true, files: tree(exclude("**/*"+strings.Repeat("[!b]", 200)+"*%d*", 499), 1, 20),
			status: 2, want: "its globs take too long"},
		{name: "files that patterns of classes exclude", long: true, files: tree(exclude("**/*"+strings.Repeat("[!b]", 200)+"*%d*", 499), 1, 20),
			args: []string{"files"}, status: 2, want: "its globs take too long"},
		{name: "excluded by patterns that begin again and again", files: tree(exclude("**/*x*x*x*x*x*x*x*x*%d*y", 499), 1, 20), status: 1, want: unused},
		{name: "rules that are not known", status: 2, want: `did you mean "agent-invalid-tier"?`,
			files: map[string]string{".nplint.toml": "[rules]\nagent-invalid-tie = \"off\"\n" + numbered(75_000, "r~=\"off\"\n")}},
		{name: "excluded by more names than a configuration may have", status: 2, want: "at most 100000 globs",
			files: map[string]string{".nplint.toml": "exclude = [" + numbered(101_000, `"~",`) + "]\n"}},
		{name: "excluded by very many names", files: tree(exclude("a/b/c/d%d", 60_000), 1, 1), status: 1, want: unused},
		{name: "excluded by patterns that wait", files: tree(exclude("?*/x*/**/nope%d", 499), 1, 10), status: 1, want: unused},
		{name: "braces with many slashes", files: tree(exclude("{a/b,c/d,e/f,g/h,i/j}/{a/b,c/d,e/f,g/h,i/j}/%d", 1), 1, 1), status: 2, want: "at most 16"},
		{name: "braces in braces", files: tree(exclude("{{{{{a,b},c},d},e},f}%d", 1), 1, 1), status: 2, want: "at most 4 brace groups"},
		{name: "a long glob", files: tree(exclude(strings.Repeat("x", 1001)+"%d", 1), 1, 1), status: 2, want: "at most 1000 bytes"},
		{name: "many stars", files: tree(exclude(strings.Repeat("**/", 7)+"%d", 1), 1, 1), status: 2, want: "12 stars"},
	})
}

// TestAttemptsPatterns tries patterns and schemas that take long. Those that match nothing are begun with ^[yz], lest
// this test take what is refused.
func TestAttemptsPatterns(t *testing.T) {
	const (
		costly  = "^[yz](a?){120}(a?){120}[cd]"
		tooLong = "this takes too long to be checked against the schema and the patterns of team/a"
	)
	table := numbered
	lines := func(n int, line string) string { return table(n, line+"\n") }
	a := strings.Repeat("a", 1000)
	front := func(schema, document string) map[string]string {
		return own("[frontmatter]\n"+schema, "---\n"+document+"\n---\n")
	}
	data := func(dialect, schema, document string) map[string]string {
		tree := own("dialect = \""+dialect+"\"\n[data]\n"+schema, "")
		tree["contracts/a.toml"] = strings.Replace(tree["contracts/a.toml"], ".md", "."+dialect, 1)
		tree["docs/a."+dialect] = document
		return tree
	}
	pattern := func(text, more string) string {
		return "[[patterns]]\nname = \"p~\"\npattern = '" + text + "'\n" + more + "\n"
	}
	try(t, []attempt{
		{name: "one on a long line", files: own(pattern(costly, "forbidden = true"), strings.Repeat(a, 2000)),
			status: 1, want: tooLong},
		{name: "one on many lines", files: own(pattern(costly, "forbidden = true"), lines(2000, a)),
			status: 1, want: tooLong},
		{name: "many on many lines",
			files:  own(table(200, pattern("^[yz]?(y|z|~)*[cd]", "forbidden = true")), lines(2000, a)),
			status: 1, want: tooLong},
		{name: "many that are missing", files: own(table(150, pattern("^[yz](a|b|~)*[ac]", "min = 1")), lines(2000, a)),
			status: 1, want: tooLong},
		{name: "a few on a long text", files: own(table(5, pattern("(?i)todo ~", "forbidden = true")), lines(2000, a)),
			never: tooLong},
		{name: "a value", files: front("properties.a.pattern = '"+costly+"'", "a: "+strings.Repeat(a, 1900)),
			status: 1, want: tooLong},
		{name: "many values", files: front("additionalProperties.pattern = '"+costly+"'", table(2000, "k~: "+a+"\n")),
			status: 1, want: tooLong},
		{name: "many keys", files: front("propertyNames.pattern = '"+costly+"'", table(2000, a+"~: x\n")),
			status: 1, want: tooLong},
		{name: "keys of patterns", files: front("patternProperties.'"+costly+"' = false", table(2000, a+"~: x\n")),
			status: 1, want: tooLong},
		{name: "values of many lines",
			files:  data("jsonl", "properties.a.pattern = '"+costly+"'", lines(1900, `{"a":"`+a+`"}`)),
			status: 1, want: tooLong},
		{name: "a few values", files: data("jsonl", "properties.a.pattern = '^a+$'", lines(1900, `{"a":"`+a+`"}`)),
			never: tooLong},
		{name: "fields of blocks",
			files: own("[[blocks]]\nheading = \"### {SC-n}: {title}\"\nfields.X.pattern = '"+costly+"'\n",
				table(1900, "### SC-1~: t\n- **X:** "+a+"\n")), status: 1, want: tooLong},
		{name: "attributes",
			files:  own("[[elements]]\nname = \"e\"\nattributes.x.pattern = '"+costly+"'\n", lines(1900, `<e x="`+a+`">t</e>`)),
			status: 1, want: tooLong},
		{name: "many schemas for many values", long: true,
			files: front("properties.a.items.allOf = ["+strings.Repeat("{minLength = 1},", 5000)+"]",
				"a: ["+strings.Repeat("x, ", 90_000)+"]"), status: 1, want: tooLong},
		{name: "many keys that are missing", files: data("json", "items.required = ["+table(1000, `"k~",`)+"]",
			"[{"+table(1000, `"z~":1,`)+`"z":1}`+strings.Repeat(`,{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}`, 20_000)+"]"), status: 1, want: tooLong},
		{name: "many breaches", files: data("json", "items.type = 'object'", "["+strings.Repeat("1,", 290_000)+"1]"),
			status: 1, want: tooLong},
		{name: "the same in each other",
			files: data("json", `"$ref" = "#/$defs/l"`+"\n\"$defs\".l = { uniqueItems = true, items = { \"$ref\" = \"#/$defs/l\" } }",
				strings.Repeat("[", 900)+`"`+strings.Repeat(a, 1900)+`"`+strings.Repeat("]", 900)), status: 1, want: tooLong},
		{name: "references on a long line", long: true,
			files:  own("ids.id = \"path.x\"\n[[references]]\npattern = '(a)[ab]*c|b'\n", strings.Repeat("ab", 1_000_000)),
			status: 1, want: "takes too long to look for references"},
		{name: "references that are found",
			files: own("ids.id = \"path.x\"\n[[references]]\npattern = 'see (\\w+)'\n", lines(20_000, "see a, see a, and see a")),
			never: "too long"},
		{name: "counts", files: own(pattern("(x{20}){20}", "forbidden = true"), ""),
			status: 2, want: "repeat 400 parts"},
		{name: "many words", files: own(pattern(table(150, "~-words|")+"z", "forbidden = true"), ""),
			status: 2, want: "steps, and 1000 are the most"},
		{name: "counts in a schema", files: front("properties.a.pattern = '((a{9}){9}){9}'", ""),
			status: 2, want: "repeat 729 parts"},
		{name: "classes in schemas", files: front(table(5000, `properties.a~.pattern = '(?i)\pL\pL\pL\pL[B-\x{1e900}]'`+"\n"), ""),
			status: 2, want: "contracts/a.toml:25: frontmatter.properties.a20.pattern: with this text the patterns of the contract have " +
				"105 classes beyond ASCII"},
		{name: "classes with escapes", files: front(table(5000, `properties.a~.pattern = "(?i)\u005cpL[B-\U0001e900]"`+"\n"), ""),
			status: 2, want: "102 classes beyond ASCII"},
		{name: "classes that counts repeat", files: front(`properties.a.pattern = '^[\pL\pN]{250}$'`, ""),
			status: 2, want: "and 200000 are the most"},
		{name: "values that are patterns", long: true, files: data("json", "items.format = 'regex'", "["+table(20_000, `"(?i)[B-\\x{1e900}]~[B-\\x{1e900}]",`)+
			`"a"]`), status: 1, want: tooLong},
		{name: "tables of patterns", files: own(table(201, pattern("x", "forbidden = true")), ""),
			status: 2, want: "201 [[patterns]], and 200 are the most"},
		{name: "tables of sections", files: own(table(201, "[[sections]]\nheading = \"## A~\"\n"), ""),
			status: 2, want: "201 [[sections]], and 200 are the most"},
		{name: "tables of elements", files: own(table(201, "[[elements]]\nname = \"e~\"\n"), ""),
			status: 2, want: "201 [[elements]], and 200 are the most"},
	})
}

// TestAttemptsExamples tries examples of contracts, each of which is a project to be linted.
func TestAttemptsExamples(t *testing.T) {
	tree := func(shared string, n int) map[string]string {
		all := own("", "# A\n")
		all["contracts/a.txtar"] = shared + numbered(n, "-- good~/docs/a.md --\n# A\n")
		return all
	}
	test := []string{"contract", "test"}
	beside := tree("", 20)
	for i := range 8 {
		beside[fmt.Sprintf("contracts/j%d", i)] = strings.Repeat("x", 1<<20)
	}
	small := tree("", 20)
	for i := range 1000 {
		small[fmt.Sprintf("contracts/j%d", i)] = "x"
	}
	try(t, []attempt{
		{name: "very many", files: tree("", 1001), args: test, status: 2, want: "more than 1000 cases"},
		{name: "few with large files in all of them", files: tree("-- all/docs/b.md --\n"+strings.Repeat("x\n", 400_000), 50), args: test, status: 2,
			want: "its cases have more than 32 MiB"},
		{name: "few with very many files in all of them", files: tree(numbered(1000, "-- all/docs/b~.md --\n"), 50), args: test, status: 2,
			want: "its cases have more than 32 MiB"},
		{name: "few beside very many files", files: small, args: test, status: 2, want: "all examples take too long"},
		{name: "few beside large files", files: beside, args: test, status: 2, want: "all examples take too long"},
		{name: "few", files: tree("-- all/docs/b.md --\n# B\n", 3), args: test, status: 0, want: "3 of 3 cases hold"},
	})
}

// TestAttemptsFixes tries files with very much to mend.
func TestAttemptsFixes(t *testing.T) {
	const meta = "agents/a/meta.yml"
	nexus := func(text string) map[string]string {
		return map[string]string{"vocabulary/tags.yml": "tags:\n  - id: plan\n", meta: text}
	}
	mend := []string{"run", "--fix"}
	try(t, []attempt{
		{name: "a key again and again", files: nexus("id: a\n" + strings.Repeat("id: a\n", 45_000)), args: mend, status: 1,
			want: "duplicate-key", never: "stands here again"},
		{name: "carriage returns", files: map[string]string{".nubos-pilot/STATE.md": "---\nschema_version: 2\n---\n" + strings.Repeat("\r", 490_000)},
			args: mend, status: 0, want: "fixed", never: "lone-cr]"},
		{name: "byte order marks", files: map[string]string{".nubos-pilot/STATE.md": strings.Repeat("\ufeff", scratch.Many(600_000)) + "x\n"},
			args: mend, status: anyStatus, want: "fixed", never: "byte-order-mark]"},
		{name: "keys again", files: nexus("id: a\n" + numbered(10_000, "k~: x\nk~: x\n")), args: mend, status: 1, never: "stands here again"},
		{name: "a key again and again in JSON", files: map[string]string{".nexus/state/plan.json": `{"tasks":[],` + strings.Repeat(`"a":1,`, 100_000) + `"z":1}`},
			args: mend, status: anyStatus, never: "stands here again"},
		{name: "a large file of which a fix mends a line at a time", args: []string{"run", "--fix", "--unsafe-fixes"}, status: 0,
			want: "did not try 1 other fix, since it takes too long", files: map[string]string{
				".claude/agents/test-runner.md": "---\nname: test-runner\ndescription: Runs the tests.\n---\n\nRun them.\n",
				".claude/agents/lead.md": "---\nname: lead\ndescription: Leads.\n---\n\n" +
					strings.Repeat("Use the test-runer agent.\n\n", 40_000)}},
		{name: "blocks that a fix would bring back", args: []string{"run", "--diff", "--unsafe-fixes"}, status: 1, want: "block-min",
			files: map[string]string{".nubos-pilot/milestones/M001/M001-VERIFICATION.md": "---\nmilestone: M001\n---\n## Success Criteria\n\n" +
				numbered(24_000, "#### SC-~: t\n")}},
	})
}

// TestAttemptsSuppressions tries files with very many findings, each of which gets a comment if there is room for it.
func TestAttemptsSuppressions(t *testing.T) {
	const contract = "[[patterns]]\nname = \"no\"\npattern = \"TODO\"\nforbidden = true\n"
	args := []string{"run", "--add-suppressions", "r"}
	small := own("dialect = \"none\"\n"+contract, strings.Repeat("TODO\n\n", 600))
	small[".nplint.toml"] = "version = 1\nmax_file_size = \"4KiB\"\n" + "contracts.dirs = [\"contracts\"]\n"
	small["docs/b.md"] = "TODO\n"
	try(t, []attempt{
		{name: "comments for very many findings", args: args, status: 0, want: "suppressed 10000",
			files: own("dialect = \"none\"\n"+contract, strings.Repeat("TODO\n\n", 10_000))},
		{name: "comments that the file has no room for", args: args, status: 1, want: "590 errors in 2 files (11 suppressed)", files: small},
		{name: "comments on a long line", args: args, status: anyStatus,
			files: own("dialect = \"none\"\n"+contract, strings.Repeat(strings.Repeat("TODO ", 10)+"x ", 30_000))},
		{name: "comments in very many elements", args: args, status: anyStatus,
			files: own("dialect = \"none\"\n"+contract, strings.Repeat("<a>\nTODO\n</a>\n", 5_000))},
	})
}

// TestAttemptsDense tries files of few bytes and very many values.
func TestAttemptsDense(t *testing.T) {
	const (
		refused = "[file-too-large]"
		state   = ".nubos-pilot/STATE.md"
		roadmap = ".nubos-pilot/roadmap.yaml"
		review  = ".nubos-pilot/milestones/M001/M001-PLAN-REVIEW.md"
		config  = ".nubos-pilot/config.json"
	)
	const verdict = "---\nmilestone: M001\n---\n\n## Iteration 1\n\n### Plan-checker verdict\n\n```yaml\n"
	front := func(lines string) string { return "---\nschema_version: 2\n" + lines + "---\n\n# State\n" }
	var attempts []attempt
	for _, a := range []struct{ name, file, text, want, never string }{
		{"frontmatter of lines", state, front(strings.Repeat(" a\n", 100_000)), refused, ""},
		{"frontmatter of keys", state, "\n<!-- a -->\n" + front(strings.Repeat("a:\n", 60_000)), refused, ""},
		{"frontmatter that dashes and text end", ".planning/STATE.md", "---\n---\ngsd_state_version: 1\n" + strings.Repeat("?\n", 60_000) + "--- a\n", refused, ""},
		{"frontmatter that dashes in a line end", ".claude/agents/a.md", "---\na: b\n" + strings.Repeat("[", 101_000) + " ---\n", refused, ""},
		{"frontmatter that is read", state, front(strings.Repeat(" a\n", 20_000)), "state-junk-line", refused},
		{"a body of lines", state, front("") + strings.Repeat("- a: [b, c]\n", 60_000), "", refused},
		{"lines", state, front("") + strings.Repeat("\r", 2_000_000), refused, ""},
		{"lines that are read", state, front("") + strings.Repeat("\r\n", 490_000), "", refused},
		{"headings", state, front("") + strings.Repeat("#\n", 1_000_000), refused, ""},
		{"underlines", state, front("") + strings.Repeat("a\n-\n", 500_000), refused, ""},
		{"items", state, front("") + strings.Repeat(" -\r\n", 400_000), refused, ""},
		{"tags", state, front("") + strings.Repeat("<a>", 600_000), refused, ""},
		{"tags that are read", state, front("") + strings.Repeat("1 < 2 <br>\n", 99_000), "", refused},
		{"headings and items that are read", state, front("") + strings.Repeat("# a\n- b\n", 95_000), "", refused},
		{"items of YAML", roadmap, strings.Repeat("-\n", 60_000), refused, ""},
		{"brackets of YAML", roadmap, strings.Repeat("[", 101_000), refused, ""},
		{"YAML that is read", roadmap, strings.Repeat("-\n", 1000), "", refused},
		{"YAML in a fence", review, verdict + strings.Repeat("?\n", 60_000) + "```\n", "it has more than the 100000 lines", refused},
		{"items of JSON", config, "[" + strings.Repeat("1,", 300_000) + "1]", refused, ""},
		{"JSON that is read", config, "{" + numbered(100_000, `"a~":1,`) + `"z":1}`, "", refused},
	} {
		attempts = append(attempts, attempt{name: a.name, status: anyStatus, want: a.want, never: a.never,
			files: map[string]string{a.file: a.text, ".planning/ROADMAP.md": "# Roadmap\n"}})
	}
	dense := "See [a](a.md).\n" + strings.Repeat("#\n", 1_000_000)
	attempts = append(attempts,
		attempt{name: "headings of what is imported", status: anyStatus, want: refused,
			files: map[string]string{".claude/commands/c.md": "---\ndescription: d\n---\nSee @a.md here.\n", "CLAUDE.md": "See @a.md here.\n", "a.md": dense}},
		attempt{name: "headings of what a skill leads to", status: anyStatus, files: map[string]string{
			".claude/skills/a/SKILL.md": "---\nname: a\ndescription: b\n---\nRead b.md first.\n", ".claude/skills/a/b.md": dense}})
	try(t, attempts)
}

// TestAttemptsPrompts asks what agents are told of contracts whose keys refer to each other: all that is told is of so
// many bytes, whatever refers to it.
func TestAttemptsPrompts(t *testing.T) {
	const front = "[frontmatter]\n"
	words := func(n int) string { return "[" + numbered(n, `"w~", `) + `"z"]` + "\n" }
	var fan strings.Builder
	for i := range 9 {
		for j := range 30 {
			fmt.Fprintf(&fan, "\"$defs\".d%d.properties.k%d.\"$ref\" = \"#/$defs/d%d\"\n", i, j, i+1)
		}
	}
	var attempts []attempt
	for _, a := range []struct{ name, contract string }{
		{"keys that are required", front + "required = [" + numbered(20_000, `"p~", `) + "]\n" + numbered(20_000, "properties.p~ = {}\n")},
		{"references that fan out", front + fan.String() + "\"$defs\".d9.type = \"string\"\nproperties.a.\"$ref\" = \"#/$defs/d0\"\n"},
		{"words that many keys may be", front + "\"$defs\".d.enum = " + words(20_000) + numbered(12_000, "properties.p~.\"$ref\" = \"#/$defs/d\"\n")},
		{"words that many items may be", front + "\"$defs\".d.enum = " + words(20_000) + numbered(9_000, "properties.p~.items.\"$ref\" = \"#/$defs/d\"\n")},
		{"keys of items that many keys have", front + "\"$defs\".d.required = " + words(20_000) + numbered(10_000, "\"$defs\".d.properties.p~.type = \"string\"\n") +
			numbered(9_000, "properties.p~.contains.\"$ref\" = \"#/$defs/d\"\n")},
		{"a list that many keys are", front + "\"$defs\".d.const = " + words(20_000) + numbered(12_000, "properties.p~.\"$ref\" = \"#/$defs/d\"\n")},
		{"a description that many keys have", front + "\"$defs\".d.description = \"" + strings.Repeat("m", 8000) + "\"\n" +
			numbered(12_000, "properties.p~.\"$ref\" = \"#/$defs/d\"\n")},
		{"many that a value may be", front + "\"$defs\".d.anyOf = [" + numbered(20_000, "{ minimum = ~ }, ") + "{}]\n" +
			numbered(9_000, "properties.p~.items.\"$ref\" = \"#/$defs/d\"\n")},
	} {
		attempts = append(attempts, attempt{name: a.name, files: own(a.contract, "---\na: 1\n---\n"),
			args: []string{"contract", "prompt", "team/a"}, status: 0, want: "team/a"})
	}
	try(t, attempts)
}

package cli

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// The attempts are what a stranger has tried whose pull request is linted: by class, as SECURITY.md promises. Each is a
// tree and a command line, and says how it must end. Nobody looks at a clock: what takes very long ends the whole test,
// and what takes much memory is seen by what was allocated.

// attempt is one of them. The tree is a repository with a contract of its own for docs/*.md, if not told otherwise.
type attempt struct {
	name   string
	files  map[string]string
	args   []string // of nplint; nil is run
	status int
	want   string // must be in what nplint says
	never  string // must not
}

// most is how many bytes may be allocated for an attempt: more than may be held at once.
const most = 400 << 20

func try(t *testing.T, attempts []attempt) {
	t.Helper()
	for _, a := range attempts {
		t.Run(a.name, func(t *testing.T) {
			inRepository(t)
			for file, text := range a.files {
				writeFile(t, file, text)
			}
			args := a.args
			if args == nil {
				args = []string{"run"}
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			got, status := output(args...)
			runtime.ReadMemStats(&after)
			if status != a.status || !strings.Contains(got, a.want) || a.never != "" && strings.Contains(got, a.never) {
				t.Errorf("nplint %s exits with %d, not %d, and says, with %q and without %q:\n%.2000s",
					strings.Join(args, " "), status, a.status, a.want, a.never, got)
			}
			if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
				t.Errorf("%d MB were allocated", bytes>>20)
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
		{"n > " + strings.Repeat("1", 20_000), "10000 are the most"},
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

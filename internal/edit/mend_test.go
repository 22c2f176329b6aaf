package edit

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

// mendLetters mends files in which an upper-case letter is an error with the fix to write it in lower case, two equal
// lower-case letters in a row are one without a fix, and so is an `e` that the file "other" has as well, which points
// at it. The fix of a `Z` writes the letter before it as long as that is in upper case. A `q` and a `p` are each a
// warning with a fix that writes the other. What begins with a `(` cannot be read, so that nothing else is told of it,
// and the fix takes it out.
//
// With a name, nothing but what is wrong in that file was asked for.
func mendLetters(t *testing.T, files map[string]string, name string) *Repair {
	t.Helper()
	all := func(changed map[string][]byte) (*report.Report, error) {
		r, sources := &report.Report{Base: t.TempDir()}, map[string][]byte{}
		for _, name := range []string{"file", "other"} {
			sources[name] = []byte(files[name])
			if text, ok := changed[name]; ok {
				sources[name] = text
			}
		}
		for name, text := range sources {
			for i, c := range text {
				if i > 0 && text[0] == '(' {
					break
				}
				lower, found := strings.ToLower(string(c)), report.Finding{Path: name, At: string(c), Severity: report.Error}
				found.Range.Start.Offset, found.Range.End.Offset = i, i+1
				switch fix := fixWith(editAt(name, i, i+1, lower)); {
				case c == '(':
					fix.Edits[0].NewText, fix.Opens = "", true
					found.Rule, found.Fixes = "unread", []report.Fix{fix}
				case lower != string(c):
					if c == 'Z' && i > 0 && 'A' <= text[i-1] && text[i-1] <= 'Z' {
						fix.Edits[0].NewText = strings.ToLower(string(text[i-1]))
					}
					found.Rule, found.Fixes = "upper", []report.Fix{fix}
				case c == 'p' || c == 'q':
					fix.Edits[0].NewText = string('p' + 'q' - rune(c))
					found.Rule, found.Severity, found.Fixes = "tail", report.Warning, []report.Fix{fix}
				case i > 0 && text[i-1] == c:
					found.Rule = "twice"
				case c == 'e' && name == "other" && bytes.Contains(sources["file"], []byte("e")):
					found.Rule, found.Related = "both", []report.Related{{Path: "file"}}
				default:
					continue
				}
				for i := range found.Fixes {
					found.Fixes[i].Safe = true
				}
				r.Findings = append(r.Findings, found)
			}
		}
		slices.SortFunc(r.Findings, func(a, b report.Finding) int {
			return strings.Compare(a.Path, b.Path)*1000 + a.Range.Start.Offset - b.Range.Start.Offset
		})
		report.Summarize(r)
		report.Attach(r, report.Knowledge{Sources: sources})
		return r, nil
	}
	lint, whole := all, (*Whole)(nil)
	if name != "" {
		lint = func(changed map[string][]byte) (*report.Report, error) {
			r, err := all(changed)
			r.Findings = slices.DeleteFunc(r.Findings, func(f report.Finding) bool { return f.Path != name })
			r.Summary = report.Summary{}
			report.Summarize(r)
			return r, err
		}
		everything, _ := all(nil)
		whole = &Whole{Report: everything, Lint: all, Asked: func(f *report.Finding) bool { return f.Path == name }}
	}
	before, err := lint(nil)
	if err != nil {
		t.Fatal(err)
	}
	repair, err := Mend(before, false, lint, whole, every)
	if err != nil {
		t.Fatal(err)
	}
	offered, err := lint(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := Offer(offered, lint); err != nil {
		t.Fatal(err)
	}
	applied := 0
	for _, f := range repair.Fixed {
		applied += f.Count
	}
	if name == "" && !strings.HasPrefix(files["file"], "(") && offered.Summary.Fixable != applied {
		t.Errorf("%d findings are offered a fix, and %d are fixed", offered.Summary.Fixable, applied)
	}
	if repair.After.Summary.Fixable != 0 {
		t.Errorf("%d findings are offered a fix afterwards", repair.After.Summary.Fixable)
	}
	return repair
}

func TestMendRefuses(t *testing.T) {
	for _, test := range []struct {
		name, file, other   string
		wantFile, wantOther string
		refused, brings     string // letters whose fixes are refused, and rules that they would break
		named               string // the only file that was asked for, or ""
	}{
		{"nothing", "ABC", "", "abc", "", "", "", ""},
		{"one of many", "ABCcDF", "", "abCcdf", "", "C", "twice", ""},
		{"all but one of many", "AaBbCcDdEeF", "", "AaBbCcDdEef", "", "ABCDE", "twice", ""},
		{"the only one", "Bb", "", "Bb", "", "B", "twice", ""},
		{"one in each of two", "ABbC", "DFf", "aBbc", "dFf", "BF", "twice", ""},
		{"an error elsewhere that points here", "ADEF", "e", "adEf", "e", "E", "both", ""},
		{"one that opens a file with an error", "(aa", "", "aa", "", "", "", ""},
		{"one that opens a file with a bad fix", "(aaBCcD", "", "aabCcd", "", "C", "twice", ""},
		{"fixes that undo each other", "Aq", "", "aq", "", "q", "", ""},
		{"one that is good when the others are in", "AZ", "", "az", "", "", "", ""},
		{"one that is good then, and one that is not", "AZDd", "", "azDd", "", "D", "twice", ""},
		{"an error in a file that nobody asked about", "ADEF", "e", "adEf", "e", "E", "both", "file"},
		{"nothing in a file that nobody asked about", "AB", "CD", "ab", "CD", "", "", "file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			repair := mendLetters(t, map[string]string{"file": test.file, "other": test.other}, test.named)
			got := map[string]string{"file": test.file, "other": test.other}
			for _, c := range repair.Changes {
				got[c.Path] = string(c.After)
			}
			if got["file"] != test.wantFile || got["other"] != test.wantOther {
				t.Errorf("got %q and %q, want %q and %q", got["file"], got["other"], test.wantFile, test.wantOther)
			}
			refused := ""
			for _, r := range repair.Refused {
				refused += r.Finding.At
				if test.brings == "" && r.Why() != "this fix and another one undo each other" {
					t.Errorf("the fix of %s is refused: %s", r.Finding.At, r.Why())
				}
				if brings := r.Brings; brings == nil && test.brings != "" || brings != nil && brings.Rule != test.brings {
					t.Errorf("the fix of %s brings %v, want %q", r.Finding.At, brings, test.brings)
				}
			}
			if refused != test.refused {
				t.Errorf("refused %q, want %q", refused, test.refused)
			}
		})
	}
}

// every chooses all findings.
func every(*report.Finding) bool { return true }

// TestMendOtherName mends a file that a link gives another name, under which something else is wrong once it is mended:
// it is mended under the first name alone.
func TestMendOtherName(t *testing.T) {
	lints := 0
	lint := func(changed map[string][]byte) (*report.Report, error) {
		lints++
		text := "A"
		for _, now := range changed {
			text = string(now)
		}
		name, right := "file", "b"
		if text == right {
			name, right = "other", "A"
		}
		fix := fixWith(editAt(name, 0, 1, right))
		fix.Safe = true
		r := &report.Report{Base: t.TempDir(), Findings: []report.Finding{{Rule: "name", Path: name, Severity: report.Warning, Fixes: []report.Fix{fix}}}}
		report.Summarize(r)
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{"file": []byte(text), "other": []byte(text)},
			Alias: func(path string) bool { return path == "other" }})
		return r, nil
	}
	before, _ := lint(nil)
	repair, err := Mend(before, false, lint, nil, every)
	if err != nil {
		t.Fatal(err)
	}
	if len(repair.Changes) != 1 || repair.Changes[0].Path != "file" || string(repair.Changes[0].After) != "b" || len(repair.Refused) > 0 {
		t.Errorf("changes %v, refused %v; want b in file", repair.Changes, repair.Refused)
	}
	if n := repair.After.Summary.Fixable; n != 0 {
		t.Errorf("%d fixes are offered afterwards; want none under the other name", n)
	}
	if lints > 2 {
		t.Errorf("was linted %d times; want once before and once after", lints)
	}
}

package notation

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestNumber has numbers of phases written so that equal ones are the same.
func TestNumber(t *testing.T) {
	for n, want := range map[string]string{
		"3": "3", " 03 ": "3", "0": "0", "000": "0", "3.1": "3.1", "3.10": "3.10", "03.01": "3.01", "a01b": "A1B", "12A.1-2": "12A.1-2",
		"10-02": "10-02", "A": "", "": "", "3.": "", "3..1": "", "3ab": "", "3 1": "", "AB3": "", "3-x": "", "٣": "", "3é": "",
	} {
		if got := Number(n); got != want {
			t.Errorf("Number(%q) is %q and not %q", n, got, want)
		}
	}
}

// TestCanonical has ids of plans cut to what GSD goes by.
func TestCanonical(t *testing.T) {
	for id, want := range map[string]string{
		"03-02": "03-02", "03-02-extra": "03-02", "APP-03-02-x": "03-02", "3-02": "3-02", "3a-02": "3a-02", "3A-2B-x": "3A-2B",
		"03.1-02.5-x": "03.1-02.5", "003-02-x": "003-02", "03-002-x": "03-002-x", "03-2-x": "03-2-x", "03": "03", "-03--02-": "03-02",
		"setup": "setup", "": "", "03-x-04-05": "03-x-04-05", "03.-02-03": "02-03", "03ab-04-05": "04-05",
	} {
		if got := Canonical(id); got != want {
			t.Errorf("Canonical(%q) is %q and not %q", id, got, want)
		}
	}
}

// TestIsID has words that are ids of requirements, and others.
func TestIsID(t *testing.T) {
	for word, want := range map[string]bool{
		"REQ-1": true, "A-a": true, "A1-_-": true, "BOOK-016": true, "A--": true,
		"REQ-ID": false, "REQ": false, "REQ-": false, "-1": false, "1A-1": false, "Req-1": false, "REQ-1.": false, "": false, "RÉQ-1": false,
	} {
		if got := IsID(word); got != want {
			t.Errorf("IsID(%q) is %v", word, got)
		}
	}
}

// TestRanges has the ids that texts stand for which name two.
func TestRanges(t *testing.T) {
	for text, want := range map[string]string{
		"REQ-9-REQ-11": "REQ-9 REQ-10 REQ-11", "REQ-08–REQ-10": "REQ-08 REQ-09 REQ-10", "REQ-1 to REQ-3": "REQ-1 REQ-2 REQ-3",
		"REQ-1 and REQ-3": "", "REQ-A-B": "",
	} {
		var got []string
		for _, r := range new(Ranges).In(text, 0) {
			got = append(got, r.IDs...)
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q stands for %q and not for %q", text, got, want)
		}
	}
}

// TestMentions has the ids that a text names.
func TestMentions(t *testing.T) {
	for text, want := range map[string]string{
		"A0-1, Z9-2 and (REQ-03).": "A0-1 REQ-03 Z9-2", "D-04-": "D-04", "9A-1": "", "-1, aB-1, 0-1": "",
	} {
		ids := map[string]bool{}
		Mentions(text, ids)
		if got := slices.Sorted(maps.Keys(ids)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q names %q and not %q", text, got, want)
		}
	}
}

// TestHeading has lines that are headings, and others.
func TestHeading(t *testing.T) {
	for line, want := range map[string]struct {
		level int
		text  string
	}{
		"# a": {1, "a"}, "######\tb \r": {6, "b"}, "##  c # ": {2, "c #"}, "# ": {1, ""}, "#": {}, "#a": {}, "####### a": {}, " # a": {}, "": {},
	} {
		if level, text := Heading(line); level != want.level || text != want.text {
			t.Errorf("Heading(%q) is %d, %q", line, level, text)
		}
	}
}

// TestDay has texts that begin with a day, and others.
func TestDay(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-01": "2026-10-01", "2026-10-01T10:00:00Z": "2026-10-01", "2024-02-29 late": "2024-02-29",
		"2026-02-30": "", "2026-13-01": "", "2026-10-1": "", "01.10.2026": "", " 2026-10-01": "", "": "",
	} {
		if got := Day(text); got != want {
			t.Errorf("Day(%q) is %q and not %q", text, got, want)
		}
	}
}

// TestOver has texts that say that something is over, and others.
func TestOver(t *testing.T) {
	for text, want := range map[string]bool{
		"**: VOID. Nobody has a fax": true, ": Cancelled": true, "dropped": true, ": out of scope": true, " — ~~Moved to v2~~": true,
		"**: Avoid a second slot": false, ": droppedness": false, ": a dropped slot": false, "": false, ": 2 removed": false,
	} {
		if got := Over(text); got != want {
			t.Errorf("Over(%q) is %v", text, got)
		}
	}
	for title, want := range map[string]bool{
		"Rooms — Superseded by Phase 3": true, "Bills (cancelled)": true, "Bills - deferred": true, "Bills [DROPPED]": true,
		"Bills -- ⏭️ moved to v2": true, "Bills: obsolete": true,
		"Cancelled bookings": false, "Re-cancelled slots": false, "Rooms — a dropped slot is free": false, "": false,
	} {
		if got := SaysOver(title); got != want {
			t.Errorf("SaysOver(%q) is %v", title, got)
		}
	}
}

// TestDirs has names of directories, the number that GSD takes each for, and whether it finds the directory by that.
func TestDirs(t *testing.T) {
	for _, c := range []struct {
		dir, number string
		found       bool
	}{
		{"03-desk", "3", true}, {"3-desk", "3", true}, {"3.1-desk", "3.1", false}, {"03.1-desk", "3.1", true},
		{"3a-desk", "3A", false}, {"03_desk", "3", false}, {"12-02.1", "12-02.1", true}, {"12-02.1-desk", "12-02.1", true},
		{"12-02-desk", "12-02", true}, {"30", "30", true}, {"desk", "", false},
	} {
		if got := DirNumber(c.dir); got != c.number || FoundDir(c.dir) != c.found {
			t.Errorf("%s: number %q, found %t", c.dir, got, FoundDir(c.dir))
		}
	}
}

// Package place knows how milestones, slices and tasks of a nubos project are numbered and where their artefacts lie.
// It reads no file.
package place

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Place is where an artefact lies in a nubos project, by the names of the directories. Parts that do not apply are
// "".
type Place struct {
	Root, Milestone, Slice, Task string
}

// Home is the directory with the artefacts of a project, relative to its root.
const Home = ".nubos-pilot"

// Milestones is the directory with those of milestones, relative to the project root.
const Milestones = Home + "/milestones/"

// Doctrine is the file whose numbered rules agents and workflows must cite, relative to the project root.
const Doctrine = "templates/COMPLETENESS.md"

// Of returns where an artefact lies. Below no milestone, only Root is set; nor below a directory that is not named as
// programs look for it.
func Of(root, path string) Place {
	p := Place{Root: root}
	rest, ok := strings.CutPrefix(path, document.Join(root, Milestones))
	if !ok {
		return p
	}
	next := func() (part string, inside bool) {
		part, rest, inside = strings.Cut(rest, "/")
		return part, inside
	}
	milestone, inside := next()
	if !inside {
		return p
	}
	found := Place{Root: root, Milestone: milestone}
	if dir, inside := next(); inside && dir == "slices" {
		if found.Slice, inside = next(); !inside {
			found.Slice = ""
		} else if dir, inside := next(); inside && dir == "tasks" {
			if found.Task, inside = next(); !inside {
				found.Task = ""
			}
		}
	}
	if !IsName(found.Milestone, 'M') || found.Slice != "" && !IsName(found.Slice, 'S') ||
		found.Task != "" && !IsName(found.Task, 'T') {
		return p
	}
	return found
}

// digits is how many digits the number of an id has at least.
func digits(letter byte) int {
	if letter == 'T' {
		return 4
	}
	return 3
}

// FormatID returns the id with a letter and a number: M001.
func FormatID(letter byte, number int) string {
	return fmt.Sprintf("%c%0*d", letter, digits(letter), number)
}

// IsName reports whether a directory has a name that programs look for: an id without more zeros than it needs.
func IsName(name string, letter byte) bool {
	return IsID(name, letter) && (len(name) == 1+digits(letter) || name[1] != '0') && strings.Trim(name[1:], "0") != ""
}

// IsID reports whether s is an id such as M001, S001 or T0001: its letter, then at least as many digits as there.
func IsID(s string, letter byte) bool {
	return len(s) > digits(letter) && s[0] == letter && strings.Trim(s[1:], "0123456789") == ""
}

// IDNumber returns the number of such an id, or 0 if it is none.
func IDNumber(s string, letter byte) int {
	if !IsID(s, letter) {
		return 0
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		return 0
	}
	return n
}

// SplitID cuts the full id of a task, such as M001-S001-T0001, into its parts. They are "" if it is none.
func SplitID(id string) (milestone, slice, task string) {
	milestone, rest, _ := strings.Cut(id, "-")
	slice, task, _ = strings.Cut(rest, "-")
	if !IsID(milestone, 'M') || !IsID(slice, 'S') || !IsID(task, 'T') {
		return "", "", ""
	}
	return milestone, slice, task
}

// SplitSlice cuts the full id of a slice, such as M001-S001, into its parts. They are "" if it is none.
func SplitSlice(id string) (milestone, slice string) {
	milestone, slice, _ = SplitID(id + "-T0001")
	return milestone, slice
}

// plain is a text with the letters and hyphens that it is meant to have.
func plain(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(spell.Plain(text), "_", "-"))
}

// meantID is an id but for case, the width of its numbers and letters that look like their digits.
var meantID = memo.Regexp(`^[Mm]([\dOoIl]{1,8})(?:-[Ss]([\dOoIl]{1,8})(?:-[Tt]([\dOoIl]{1,8}))?)?$`)

// meantCriterion is the id of a success criterion in the same way.
var meantCriterion = memo.Regexp(`^[Ss][Cc][- ]?([\dOoIl]{1,8})$`)

// digitsFor writes digits for letters that look like them.
var digitsFor = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1")

// Meant returns the id of a milestone, slice or task that a text is written for: with other dashes, look-alike
// letters, curly quotes, lower-case letters or numbers of another width. It is "" if it is none.
func Meant(text string) string {
	if m, s, t := SplitID(text); IsName(m, 'M') && IsName(s, 'S') && IsName(t, 'T') {
		return text
	}
	match := meantID().FindStringSubmatch(plain(text))
	if match == nil || !strings.ContainsAny(text, "0123456789") { // which may be a word
		return ""
	}
	id := ""
	for i, letter := range []byte("MST") {
		if match[i+1] == "" {
			continue
		}
		n := meantNumber(match[i+1])
		if n < 0 {
			return ""
		}
		id += "-" + FormatID(letter, n)
	}
	return strings.TrimPrefix(id, "-")
}

// MeantCriterion returns the number of the success criterion that a text is written for the id of, or 0 if it is none.
func MeantCriterion(text string) int {
	match := meantCriterion().FindStringSubmatch(plain(text))
	if match == nil {
		return 0
	}
	return max(meantNumber(match[1]), 0)
}

// meantNumber returns the number that a text with letters for digits is written for, or -1 if it has more than five
// digits.
func meantNumber(text string) int {
	n, err := strconv.Atoi(digitsFor.Replace(text))
	if err != nil || n > 99999 {
		return -1
	}
	return n
}

// otherMilestone is how version 1 names milestones.
var otherMilestone = memo.Regexp(`^[vV0-9._-]+$`)

// Usable reports whether programs find a milestone by an id, or a slice if that is what the letter 'S' says.
func Usable(id string, letter byte) bool {
	return IsID(id, letter) || letter == 'M' && otherMilestone().MatchString(id)
}

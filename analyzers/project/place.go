package project

import (
	"fmt"
	"strconv"
	"strings"
)

// Place is where an artefact lies in a nubos project, by the names of the directories. Parts that do not apply are "".
type Place struct {
	Root, Milestone, Slice, Task string
}

const milestonesDir = ".nubos-pilot/milestones/"

// PlaceOf returns where an artefact lies. Below no milestone, only Root is set; nor below a directory that is not named as programs look for it.
func PlaceOf(root, path string) Place {
	p := Place{Root: root}
	rest, ok := strings.CutPrefix(path, Join(root, milestonesDir))
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
	if !IsName(found.Milestone, 'M', 3) || found.Slice != "" && !IsName(found.Slice, 'S', 3) || found.Task != "" && !IsName(found.Task, 'T', 4) {
		return p
	}
	return found
}

// FormatID returns an id such as M001: its letter, and its number with so many digits at least.
func FormatID(letter byte, digits, number int) string {
	return fmt.Sprintf("%c%0*d", letter, digits, number)
}

// IsName reports whether a directory has a name that programs look for: an id without more zeros than it needs.
func IsName(name string, letter byte, digits int) bool {
	return IsID(name, letter, digits) && (len(name) == 1+digits || name[1] != '0') && strings.Trim(name[1:], "0") != ""
}

// IsID reports whether s is an id such as M001, S001 or T0001: its letter, then at least so many digits.
func IsID(s string, letter byte, digits int) bool {
	if len(s) <= digits || s[0] != letter {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// IDNumber returns the number of such an id, or 0 if it is none.
func IDNumber(s string, letter byte, digits int) int {
	if !IsID(s, letter, digits) {
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
	if !IsID(milestone, 'M', 3) || !IsID(slice, 'S', 3) || !IsID(task, 'T', 4) {
		return "", "", ""
	}
	return milestone, slice, task
}

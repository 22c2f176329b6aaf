package paths

import (
	"os"
	"slices"
	"strings"
)

// Disk answers what a path is called by the directories that it leads through. It is a value, so that systems that take
// AGENTS for agents are tested on every system.
type Disk struct {
	Same  func(a, b string) bool    // whether both are there and are one file
	Names func(dir string) []string // of what a directory holds, as it spells them
}

var disk = Disk{
	Same: func(a, b string) bool {
		one, err := os.Lstat(a)
		if err != nil {
			return false
		}
		two, err := os.Lstat(b)
		return err == nil && os.SameFile(one, two)
	},
	Names: func(dir string) []string {
		d, err := os.Open(dir)
		if err != nil {
			return nil
		}
		defer d.Close()
		names, _ := d.Readdirnames(-1) // those that are read are right
		return names
	},
}

// Spelled returns an absolute, clean path of this system in the letter case of its directories: see Style.Spelled.
func Spelled(path string) string { return Native.Spelled(path, disk) }

// Spelled returns an absolute, clean path in the letter case of the directories that it leads through, as far as it is
// there. Where the case of a letter tells files apart, nothing changes.
func (s Style) Spelled(path string, disk Disk) string {
	spelled, rest := s.root(path)
	for part := range strings.SplitSeq(rest, string(s)) {
		if part == "" {
			continue
		}
		if !strings.HasSuffix(spelled, string(s)) {
			spelled += string(s)
		}
		spelled += disk.spelled(spelled, part)
	}
	return spelled
}

// root splits an absolute path behind the directory that is in no other one.
func (s Style) root(path string) (root, rest string) {
	const share = `\\`
	switch end := 0; {
	case s != `\`:
		return path[:1], path[1:]
	case strings.HasPrefix(path, share):
		for range 4 { // \\server\share\
			if i := strings.IndexByte(path[end:], '\\'); i >= 0 {
				end += i + 1
			} else {
				end = len(path)
			}
		}
		return path[:end], path[end:]
	}
	const drive = `C:\`
	return strings.ToUpper(path[:min(len(drive), len(path))]), path[min(len(drive), len(path)):]
}

// spelled returns a name as the directory before it spells it. prefix ends in what stands between parts.
func (d Disk) spelled(prefix, name string) string {
	other := otherCase(name)
	if other == name || !d.Same(prefix+name, prefix+other) {
		return name
	}
	names := d.Names(prefix)
	if slices.Contains(names, name) {
		return name
	}
	for _, listed := range names {
		if strings.EqualFold(listed, name) && d.Same(prefix+name, prefix+listed) {
			return listed
		}
	}
	return name
}

// otherCase swaps the case of the letters of ASCII, which every system that takes one for the other does.
func otherCase(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r ^ ' '
		}
		return r
	}, name)
}

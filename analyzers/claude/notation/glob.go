package notation

import (
	"path"
	"strings"
)

// OpenBracket returns where a bracket stands in a glob that is not closed in its part of the path, or -1. The program
// reads globs as lines of a .gitignore, and one with such a bracket matches nothing, not even a name that has it.
func OpenBracket(glob string) int {
	for i := 0; i < len(glob); i++ {
		if glob[i] == '\\' {
			i++
			continue
		}
		if glob[i] != '[' {
			continue
		}
		end := strings.IndexAny(glob[i:], "]/")
		if end < 0 || glob[i+end] == '/' {
			return i
		}
		i += end
	}
	return -1
}

// Bracketed returns the first directory or file of a glob that is there and has brackets in its name, which stand for one
// character in globs, and the glob that means it; "" if there is none.
func Bracketed(glob string, exists func(file string) bool) (file, meant string) {
	parts := strings.Split(glob, "/")
	for i, part := range parts {
		switch {
		case strings.Contains(part, "[") && !strings.ContainsAny(part, `*?{}\`):
			if file = path.Join(parts[:i+1]...); !exists(file) {
				return "", ""
			}
			for j, other := range parts[i:] {
				parts[i+j] = unbracketed.Replace(other)
			}
			return file, strings.Join(parts, "/")
		case strings.ContainsAny(part, `*?{}\`):
			return "", ""
		}
	}
	return "", ""
}

// unbracketed puts what stands for any character in the place of brackets.
var unbracketed = strings.NewReplacer("[", "?", "]", "?")

package notation

import "strings"

// marks are what people put around the name of a file: quotes and backticks, straight or not.
const marks = "`\"'“”„‟‘’‚‛«»"

// Paths returns the paths that an entry of a list of files was meant for: without marks around it, what stands behind
// it, and with slashes. An entry that is written as it should be is itself.
func Paths(text string) []string {
	if parts := strings.Split(text, ", "); len(parts) > 1 && !strings.ContainsAny(text, "({[") {
		var all []string
		for _, part := range parts {
			all = append(all, Paths(strings.TrimSpace(part))...)
		}
		return all
	}
	path := strings.Trim(text, marks)
	if i := strings.IndexAny(path, " \t"); i > 0 && strings.ContainsAny(path[i:], "(—–") {
		path = path[:i]
	}
	path = strings.Trim(strings.TrimRight(path, ",;:"), marks)
	if stem := strings.TrimRight(path, "."); strings.Contains(stem[strings.LastIndexByte(stem, '/')+1:], ".") {
		path = stem
	}
	if !strings.Contains(path, "/") {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	if path == "" {
		return []string{text}
	}
	return []string{path}
}

package rules

import "strings"

// plainHead reads the head of a contract that is written as plainly as ours are: a key, a text or list of texts in double quotes without escapes, or true,
// on each line. It reports false for anything else, which the TOML library then reads, or refuses. Every process reads all heads, and the library takes
// ten times as long.
func (c *Contract) plainHead(head string) bool {
	texts := map[string]*string{"kind": &c.Kind, "title": &c.Title, "dialect": &c.Dialect, "source": &c.Source, "about": &c.About, "tree": &c.Tree, "edition": &c.Edition}
	lists := map[string]*[]string{"paths": &c.Paths, "not": &c.Not, "names": &c.Names}
	seen := map[string]bool{}
	for line := range strings.SplitSeq(head, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key, value = strings.TrimRight(key, " "), strings.TrimSpace(value)
		if !ok || seen[key] {
			return false
		}
		seen[key] = true
		switch {
		case texts[key] != nil:
			*texts[key], ok = plainText(value)
		case lists[key] != nil:
			*lists[key], ok = plainList(value)
		case key == "unlisted":
			c.Unlisted, ok = true, value == "true"
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}

// plainText reads a text in double quotes.
func plainText(value string) (string, bool) {
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' || strings.ContainsAny(value[1:len(value)-1], "\"\\\t\r") {
		return "", false
	}
	return value[1 : len(value)-1], true
}

// plainList reads a list of such texts. A comma in a text makes it none.
func plainList(value string) ([]string, bool) {
	inner, ok := strings.CutPrefix(value, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return nil, false
	}
	var list []string
	for item := range strings.SplitSeq(inner, ",") {
		text, ok := plainText(strings.TrimSpace(item))
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

package document

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Show writes a value as a message tells it: a text in quotes and cut to 60 code points, a list or map only by its
// type.
func Show(n *Node) string {
	switch {
	case n == nil || n.Type == Null:
		return "empty"
	case n.Type == List:
		return "a list"
	case n.Type == Map:
		return "a map"
	case n.Type == String:
		return Quote(n.Text)
	}
	return n.Text
}

// Quote puts a text in quotes, on one line and cut to 60 code points.
func Quote(s string) string {
	const most, longest = 60, 60 * utf8.UTFMax // a text may be quoted again and again, however long it is
	if runes := []rune(s[:min(len(s), longest+1)]); len(runes) > most {
		s = string(runes[:most-3]) + "…"
	}
	return strconv.Quote(s)
}

// JSONString writes a text as JSON, which is TOML as well. As JavaScript does, it leaves < > & as they are.
func JSONString(s string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s); err != nil {
		return strconv.Quote(s) // a text can always be encoded
	}
	return strings.ReplaceAll(strings.TrimSuffix(out.String(), "\n"), "\x7f", `\u007f`)
}

// mostChoices bounds how many things a message lists: nobody reads more.
const mostChoices = 200

// OneOf joins choices for a sentence: "a", "a or b", "a, b or c"; "nothing at all" if there are none. It names each once,
// and of very many the first.
func OneOf(choices []string) string {
	if len(choices) == 0 {
		return "nothing at all"
	}
	named := make(map[string]bool, min(len(choices), mostChoices))
	var once []string
	for _, choice := range choices {
		if len(once) == mostChoices {
			return fmt.Sprintf("%s, … (%d in all)", strings.Join(once, ", "), len(choices))
		}
		if !named[choice] {
			named[choice] = true
			once = append(once, choice)
		}
	}
	return join(once, " or ")
}

// AllOf joins things for a sentence: "a", "a and b", "a, b and c".
func AllOf(things []string) string {
	if len(things) > mostChoices {
		return fmt.Sprintf("%s, … (%d in all)", strings.Join(things[:mostChoices], ", "), len(things))
	}
	return join(things, " and ")
}

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + last + words[end]
}

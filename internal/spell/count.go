package spell

import (
	"strconv"
	"strings"
)

// Count writes a number with its noun, in the plural unless the number is 1: "1 block", "3 blocks", "2 success
// criteria".
func Count(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "criterion"); ok {
		return stem + "criteria"
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	if strings.HasSuffix(noun, "x") {
		return noun + "es"
	}
	return noun + "s"
}

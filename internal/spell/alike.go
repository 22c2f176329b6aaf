package spell

import "strings"

// alike are the letters and dashes that are taken for those of ASCII by eye, or that a program writes to make texts
// pretty.
var alike = strings.NewReplacer(
	"–", "-", "—", "-", "‑", "-", "‐", "-", "−", "-",
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "У", "Y", "Х", "X",
	"Ѕ", "S", "І", "I", "Ј", "J",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T",
	"Υ", "Y", "Χ", "X",
	"“", "", "”", "", "„", "", "‘", "", "’", "", "«", "", "»", "", "\u00a0", "", "\u200b", "", "\ufeff", "")

// Plain writes a text with the letters and dashes of ASCII for those that look like them, and without curly quotes and
// blanks that are not seen.
func Plain(text string) string { return alike.Replace(text) }

// Shaped returns the text that is meant where one must have the shape of a model, such as M001-S001: the same but for
// look-alike letters, dashes, case and the width of its numbers. It is "" if the text has another shape. It may be
// shorter than the model.
func Shaped(text, model string) string {
	text = strings.ReplaceAll(strings.TrimSpace(Plain(text)), "_", "-")
	shaped := ""
	for text != "" {
		n, like := number(text), number(model)
		if n > 0 != (like > 0) || model == "" {
			return ""
		}
		if n > 0 {
			digits := strings.TrimLeft(text[:n], "0")
			shaped += strings.Repeat("0", max(0, like-len(digits))) + digits
		} else {
			n, like = strings.IndexAny(text, digits), strings.IndexAny(model, digits)
			if n < 0 || like < 0 || !strings.EqualFold(text[:n], model[:like]) {
				return ""
			}
			shaped += model[:like]
		}
		text, model = text[n:], model[like:]
	}
	return shaped
}

const digits = "0123456789"

// number returns the length of the number that a text starts with.
func number(text string) int { return len(text) - len(strings.TrimLeft(text, digits)) }

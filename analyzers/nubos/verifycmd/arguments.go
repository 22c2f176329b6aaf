package verifycmd

import "strings"

// arguments are the words of a command behind its name, sorted into options and operands.
type arguments struct {
	operands []int // indices of the words that are no options and no values of options, up to `--`
	options  []option
	open     bool // a word is expanded, so nobody knows what it is
}

// option is one option with its value: the rest behind `=`, or the next word if the option takes one.
type option struct {
	name  string
	value string
	known bool // the value is
	at    int  // index of the word
	of    int  // index of the word that the value stands in
}

// word returns the word of the command that is the value, or none if it is only a part of one.
func (o *option) word(c command) word {
	if w := c.words[o.of]; w.text == o.value {
		return w
	}
	return word{}
}

// arguments sorts the words of a command. valued lists the options that take the next word as their value, each
// between spaces.
func (c command) arguments(valued string) arguments {
	a := arguments{operands: make([]int, 0, len(c.words))}
	for i := 1; i < len(c.words); i++ {
		w := c.words[i]
		switch {
		case !w.fixed:
			a.open = true
			a.operands = append(a.operands, i)
		case w.text == "--":
			return a
		case len(w.text) < 2 || w.text[0] != '-':
			a.operands = append(a.operands, i)
		default:
			name, value, has := strings.Cut(w.text, "=")
			o := option{name, value, has, i, i}
			if !has && strings.Contains(valued, " "+name+" ") && i+1 < len(c.words) {
				i++
				o.value, o.known, o.of = c.words[i].text, c.words[i].fixed, i
				a.open = a.open || !c.words[i].fixed
			}
			a.options = append(a.options, o)
		}
	}
	return a
}

// first returns the index of the first operand, or -1 if there is none or nobody knows.
func (a *arguments) first(c command) int {
	if len(a.operands) == 0 || !c.words[a.operands[0]].fixed {
		return -1
	}
	return a.operands[0]
}

// option returns the last of the options with one of the names, or nil.
func (a *arguments) option(names ...string) *option {
	for i := len(a.options) - 1; i >= 0; i-- {
		for _, name := range names {
			if a.options[i].name == name {
				return &a.options[i]
			}
		}
	}
	return nil
}

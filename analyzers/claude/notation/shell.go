package notation

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// Word is a word of a command.
type Word struct {
	Text   string // without quotes
	Raw    string // as it is written
	First  bool   // it is what is run
	Script bool   // an interpreter runs it
}

// Words parts a line of shell at blanks and operators; a word behind a redirection is left out. It is enough to see
// which scripts a hook runs.
func Words(command string) (words []Word) {
	var word strings.Builder
	var quote rune
	first, skip, has, start := true, false, false, 0
	end := func(at int) {
		if has && !skip {
			text := word.String()
			words = append(words, Word{Text: text, Raw: command[start:at], First: first})
			if !assigned().MatchString(text) {
				first = false
			}
		}
		if has {
			skip = false
		}
		word.Reset()
		has = false
	}
	for i, c := range command {
		if !has {
			start = i
		}
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, has = c, true
		case strings.ContainsRune(" \t\n", c):
			end(i)
		case strings.ContainsRune(";&|()", c):
			end(i)
			first = true
		case c == '>' || c == '<':
			end(i)
			skip = true
		default:
			word.WriteRune(c)
			has = true
		}
	}
	end(len(command))
	markScripts(words)
	return words
}

// Dollars yields where the dollar signs of a shell's command stand that no backslash takes the meaning from, in bytes, and
// the quote that each stands in: 0, or between single quotes, where it has none either, or double ones.
func Dollars(command string) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		for i, quote := range meant(command) {
			if command[i] == '$' && !yield(i, quote) {
				return
			}
		}
	}
}

// QuoteAt returns the quote that an offset of a shell's command stands in, or 0.
func QuoteAt(command string, at int) byte {
	for i, quote := range meant(command) {
		if i >= at {
			return quote
		}
	}
	return 0
}

// meant yields the offsets of the bytes of a shell's command that are no quotes around others and that no backslash takes the
// meaning from, and the quote that each stands in, or 0.
func meant(command string) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		var quote byte
		for i := 0; i < len(command); i++ {
			switch c := command[i]; {
			case c == '\\' && quote != '\'':
				i++
			case c == quote:
				quote = 0
			case quote == 0 && (c == '\'' || c == '"'):
				quote = c
			case !yield(i, quote):
				return
			}
		}
	}
}

// Exec returns the words of a command that is run without a shell.
func Exec(command string, args []string) []Word {
	words := []Word{{Text: command, Raw: command, First: true}}
	for _, arg := range args {
		words = append(words, Word{Text: arg, Raw: arg})
	}
	markScripts(words)
	return words
}

// markScripts marks the words that an interpreter runs: the first one behind its flags, unless a flag has the code.
func markScripts(words []Word) {
	waits, isWrapped := false, false
	for i := range words {
		w := &words[i]
		switch isInterpreter := interpreter().MatchString(path.Base(w.Text)); {
		case w.First || isWrapped && isInterpreter:
			waits, isWrapped = isInterpreter, wrapper().MatchString(w.Text)
		case !waits || strings.HasPrefix(w.Text, "-") && !inline().MatchString(w.Text):
		default:
			w.Script, waits = w.Text[:min(len(w.Text), 1)] != "-", false
		}
	}
}

var (
	wrapper = memo.Regexp(`^(?:command|env|exec|nice|nohup|sudo|time|timeout)$`)
	inline  = memo.Regexp(`^(?:-[a-z]*[cemp]|--eval|--print)$`) // what follows is code, or no path
)

var (
	assigned = memo.Regexp(`^\w+=`)
	inDir    = memo.Regexp(`^\$\{?(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\}?(?::-[^}]*\})?/(.+)$`)
	script   = memo.Regexp(`\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|ps1|bat|cmd|lua)$`)
)

var (
	interpreter = memo.Regexp(`^(?:node|python3?|bash|sh|zsh|ruby|bun|tsx)$`)
	plain       = memo.Regexp(`^[A-Za-z][\w-]*(?:/[\w.-]+)+$`)
)

// IsScript reports whether a path ends as that of a script.
func IsScript(file string) bool { return script().MatchString(file) }

// Script is a script that a command runs: where it should be, and how the command names it.
type Script struct {
	File   string // relative to the run's base
	Named  string // the path in the command, without the variable before it
	Alone  bool   // it is run by its path alone
	Marked bool   // a variable names the directory
	Plain  bool   // neither a variable nor a dot tells that it is one of the project
}

// Scripts returns the scripts that a command of a project names, or of a plugin, whose directory is given: those behind
// the variables for it, and in a project those with a path that starts with ./ or .claude/, or is what is run. Each is
// named once, and no more than 1,000 are.
func Scripts(command, dir string, isPlugin bool) (found []Script) {
	const most = 1000
	known := map[Script]bool{}
	interpreted := false // the word before names an interpreter
	for _, w := range Words(command) {
		s := Script{Alone: w.First}
		was := interpreted
		interpreted = interpreter().MatchString(w.Text)
		m := inDir().FindStringSubmatch(w.Text)
		switch {
		case m != nil:
			if isPlugin != (m[1] == "CLAUDE_PLUGIN_ROOT") {
				continue // whatever project the user is in, or no plugin
			}
			s.File, s.Named, s.Marked = path.Join(dir, m[2]), m[2], true
		case !isPlugin && (strings.HasPrefix(w.Text, "./") || strings.HasPrefix(w.Text, ".claude/")):
			s.File, s.Named = path.Join(dir, w.Text), w.Text
		case !isPlugin && (was || w.First && IsScript(w.Text)) && plain().MatchString(w.Text):
			s.File, s.Named, s.Plain = path.Join(dir, w.Text), w.Text, true
		default:
			continue
		}
		if strings.ContainsAny(s.Named, "*?$`{}") || !script().MatchString(s.Named) && !w.First || known[s] {
			continue
		}
		if len(found) == most {
			break
		}
		known[s] = true
		found = append(found, s)
	}
	return found
}

// Guarded reports whether a command looks whether its script is there.
func Guarded(command string) bool {
	guards := []string{"[ -", "[[ -", "test -", "|| true", "|| exit 0", "2>/dev/null ||"}
	return slices.ContainsFunc(guards, func(guard string) bool { return strings.Contains(command, guard) })
}

var equals = memo.Regexp(`(\w+)=`)

// Assigned returns the names in a text that an equals sign stands behind, as of variables that a shell sets.
func Assigned(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range equals().FindAllStringSubmatch(text, -1) {
		names[m[1]] = true
	}
	return names
}

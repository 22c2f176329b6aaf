package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// commandFlags returns the flags of every command by its path, such as "baseline create", as the manual page has
// them. That of the root is "".
func commandFlags(t *testing.T) map[string][]string {
	t.Helper()
	man, _ := output("man")
	man = strings.ReplaceAll(man, `\-`, "-")
	flags := map[string][]string{}
	command := ""
	for line := range strings.Lines(man) {
		if rest, ok := strings.CutPrefix(line, `.SS "nplint `); ok {
			command = strings.TrimRight(regexp.MustCompile(`^[a-z ]*`).FindString(rest), " ")
			flags[command] = slices.Clone(flags[strings.Fields(command)[0]]) // those of the command above
		}
		if m := regexp.MustCompile(`^\.B (?:-\w, )?--([a-z-]+)`).FindStringSubmatch(line); m != nil {
			flags[command] = append(flags[command], m[1])
		}
	}
	flags[""] = flags["run"]
	return flags
}

var (
	inlineCommand = regexp.MustCompile("`nplint( [^`]*)?`")
	longFlag      = regexp.MustCompile(`--([a-z][a-z-]*[a-z])`)
)

// TestManualCommands holds that the commands and flags in the manual exist, and that all flags are in it.
func TestManualCommands(t *testing.T) {
	flags := commandFlags(t)
	if len(flags) < 10 || len(flags["run"]) < 20 {
		t.Fatalf("the manual page is not read right: %v", flags)
	}
	named := map[string]bool{}
	for _, p := range manualPages(t) {
		var lines []string
		for _, m := range inlineCommand.FindAllStringSubmatch(p.text, -1) {
			lines = append(lines, m[1])
		}
		for _, language := range []string{"sh", "txtar", "yaml"} {
			for _, block := range p.fences(language) {
				for _, m := range regexp.MustCompile(`(?m)^(?:\$ |.*go run .*/)?nplint(?:@v[0-9.]+)?( [^#|&>\n]*)?`).FindAllStringSubmatch(block, -1) {
					lines = append(lines, m[1])
				}
			}
		}
		for _, line := range lines {
			if err := checkCommand(flags, strings.Fields(line)); err != nil {
				t.Errorf("%s: `nplint%s`: %v", p.name, line, err)
			}
		}
		for _, m := range longFlag.FindAllStringSubmatch(p.text, -1) {
			named[m[1]] = true
		}
	}
	for command, all := range flags {
		for _, flag := range all {
			if !named[flag] {
				t.Errorf("no page of the manual names --%s of nplint %s", flag, command)
			}
		}
	}
}

// checkCommand says what is wrong with a command line of the manual.
func checkCommand(flags map[string][]string, words []string) error {
	command := ""
	for len(words) > 0 {
		longer := strings.TrimSpace(command + " " + words[0])
		if _, ok := flags[longer]; !ok {
			break
		}
		command, words = longer, words[1:]
	}
	if command == "" && len(words) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(words[0]) {
		return fmt.Errorf("there is no command %s", words[0])
	}
	for _, word := range words {
		m := longFlag.FindStringSubmatch(word)
		if m != nil && strings.HasPrefix(word, "--") && m[1] != "format" && !slices.Contains(flags[command], m[1]) {
			return fmt.Errorf("there is no flag --%s", m[1])
		}
	}
	return nil
}

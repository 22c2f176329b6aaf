package command

import "testing"

func TestPlain(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"echo a # b", "echo a    "},
		{`echo "a;b" 'c&d' \|`, "echo xxxxx xxxxx xx"},
		{"echo ${a:-b|c} d", "echo xxxxxxxxx d"},
		{"echo ${a", "echo xxx"},
		{"echo $((1|2)) d", "echo xxxxxxxx d"},
		{"echo $((1", "echo xxxx"},
		{`echo "a`, "echo xx"},
		{`echo \`, `echo x`},
		{"cat <<E\na|b\nE", "cat "},
		{"cat <<<a", "cat <<<a"},
		{"<<E\na", ""},
		{`a "" ;`, "a xx ;"},
		{"# a\nb\n# c\nd\t# e", "   \nb\n   \nd\t   "},
		{"a#b", "a#b"},
	} {
		if got := plain(c.command); got != c.want {
			t.Errorf("plain(%q) is %q, not %q", c.command, got, c.want)
		}
	}
}

// FuzzPlain holds that a look at a command ends, and that all that it leaves stands where it stood.
func FuzzPlain(f *testing.F) {
	f.Add("echo ${a $((1 'b \\")
	f.Fuzz(func(t *testing.T, command string) {
		text := plain(command)
		if len(text) > len(command) {
			t.Errorf("plain(%q) is %q", command, text)
		}
		for i := range text {
			if c := text[i]; c != command[i] && c != 'x' && c != ' ' {
				t.Errorf("plain(%q) is %q", command, text)
			}
		}
		pieces(command)
	})
}

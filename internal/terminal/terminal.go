// Package terminal knows what a terminal can show: how wide it is, how wide a text is on it, and whether it knows
// links. It knows nothing of what is shown.
package terminal

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// Somebody reports whether a stream, to read or to write, is a terminal, at which somebody sits.
func Somebody(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Is reports whether what is written to w is shown by a terminal that can do more than print.
func Is(w io.Writer) bool { return Somebody(w) && os.Getenv("TERM") != "dumb" }

// Columns returns how many columns a line of the terminal behind w has. It is 0 if there is no terminal, or one that
// does not tell.
func Columns(w io.Writer) int {
	if !Is(w) {
		return 0
	}
	if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		return max(width, narrowest)
	}
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return max(width, narrowest)
	}
	return 0
}

// narrowest is the least width that text is laid out for; a window that has less cuts it.
const narrowest = 20

// KnowsLinks reports whether the environment names a terminal that shows links (OSC 8). FORCE_HYPERLINK, as other
// programs have it, says so of any terminal, or with 0 of none.
func KnowsLinks(getenv func(string) string) bool {
	if force := getenv("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	if getenv("CI") != "" || getenv("TERM") == "linux" {
		return false
	}
	if version, err := strconv.Atoi(getenv("VTE_VERSION")); err == nil { // GNOME's, XFCE's and others
		return version >= 5000
	}
	for _, name := range []string{"WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID"} {
		if getenv(name) != "" {
			return true
		}
	}
	switch getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "zed", "rio", "mintty":
		return true
	}
	term := getenv("TERM")
	for _, name := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"} {
		if strings.HasPrefix(term, name) {
			return true
		}
	}
	return false
}

// Link returns text that leads to an address on a terminal that knows links. An address with anything but printable
// ASCII in it is none.
func Link(address, text string) string {
	if address == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return text
	}
	const open, end = "\x1b]8;;", "\x1b\\"
	return open + address + end + text + open + end
}

package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestWatch holds that `nplint run --watch` tells the findings that are there, what comes with a change and what goes with
// the next, hears of a changed configuration, says what is wrong with one that is broken, and ends when it is told to.
func TestWatch(t *testing.T) {
	inRepository(t)
	const good = "---\nname: np-x\ndescription: d\ntier: haiku\ntools: Read\n---\n"
	writeFile(t, "agents/np-x.md", good)
	until, stop := watching(t)
	until("in 1 file")
	writeFile(t, "agents/np-x.md", strings.Replace(good, "haiku", "huge", 1))
	until("new:")
	until("agents/np-x.md:4:7: error[agent-invalid-tier]")
	until("1 error")
	writeFile(t, ".nplint.toml", "version = 1\nfial_level = \"error\"\n")
	until("fial_level")
	writeFile(t, ".a.md", "") // comes before the configuration in what is told
	writeFile(t, ".nplint.toml", "version = 1\n[rules]\nagent-invalid-tier = \"off\"\n")
	until("gone:")
	until("agents/np-x.md:4:7: error[agent-invalid-tier]")
	stop()
}

// TestWatchIgnored holds that it is told where all is watched since ignore files take too long.
func TestWatchIgnored(t *testing.T) {
	inRepository(t)
	for file, text := range slowIgnored(func(i int) string { return fmt.Sprintf("x/%s%d/a", strings.Repeat("a", 200), i) }) {
		writeFile(t, file, text)
	}
	until, stop := watching(t)
	until("what git ignores is watched, too: .gitignore: what git ignores takes too long to tell")
	stop()
}

// watching starts `nplint run --watch`. It returns what waits for a line and what ends it.
func watching(t *testing.T) (until func(want string), stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	done := make(chan int)
	go func() {
		status := execute(ctx, []string{"run", "--watch", "--pack", "nubos"}, env{streams: streams{os.Stdin, out, out}})
		out.Close()
		done <- status
	}()
	lines := bufio.NewScanner(in)
	until = func(want string) {
		t.Helper()
		var got []string
		for lines.Scan() {
			if got = append(got, lines.Text()); strings.Contains(lines.Text(), want) {
				return
			}
		}
		t.Fatalf("nothing like %q came, but\n%s", want, strings.Join(got, "\n"))
	}
	return until, func() {
		t.Helper()
		cancel()
		go func() { _, _ = io.Copy(io.Discard, in) }()
		if status := <-done; status != exitInterrupted {
			t.Errorf("the exit status is %d", status)
		}
	}
}

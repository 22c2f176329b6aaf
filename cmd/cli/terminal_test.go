package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/creack/pty"
)

// screen is the program "terminal PROGRAM [ARG...]" of scripts: it runs a program whose standard input and output, and
// /dev/tty, are a terminal that tells no width. Its standard input is typed there. What the terminal shows, the
// typed text with it, is its standard output, and the program's exit status its own. It reads until the terminal
// has nothing more, which ttyout of testscript does not.
func screen() {
	status, err := onTerminal(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "terminal:", err)
		status = 125
	}
	os.Exit(status)
}

func onTerminal(command []string) (status int, err error) {
	if len(command) == 0 {
		return 0, errors.New("no program")
	}
	keys, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	tty, err := pty.Start(cmd)
	if err != nil {
		return 0, err
	}
	defer tty.Close()
	const endOfInput = 4
	go tty.Write(append(keys, endOfInput))
	// Reading ends with an error where the program has closed the terminal.
	io.Copy(os.Stdout, tty)
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

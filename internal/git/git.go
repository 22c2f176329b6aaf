// Package git asks the user's git what it knows of files: the index, commits, contents, ignore rules. It knows no run
// and no document, and it changes nothing.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint/internal/paths"
)

// repo asks the git program about one work tree. The repository may be hostile: only plumbing is asked, which runs
// nothing that a repository names (hooks, filters, textconv, pagers, diff tools), and what even plumbing would run is
// switched off.
type repo struct {
	program string
	dir     string // the work tree, or a directory in it, which paths are relative to
	env     []string
}

const (
	patience  = 10 * time.Second // how long git may take for one answer
	maxOutput = 256 << 20        // bytes of the longest answer
)

// ErrLate is in the errors of those whose answer took too long.
var ErrLate = fmt.Errorf("git did not answer within %v", patience)

// open finds the user's git for a directory. It is never taken from below the base, the linted repository, where
// anybody may have put it.
func open(dir, base string) (*repo, error) {
	program, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot) || err == nil && !filepath.IsAbs(program):
		return nil, errors.New("the git on the PATH stands in a relative directory, " +
			"and nplint runs no program that depends on where it is started")
	case err != nil:
		return nil, errors.New("there is no git on this machine")
	case paths.Within(program, base) || paths.Within(paths.Real(program), base):
		return nil, errors.New("the git on the PATH is part of what is linted, and nplint runs no program from there")
	}
	if err := special(dir); err != nil {
		return nil, err
	}
	if !mayKeep(dir) { // git would say so, too
		return nil, &refused{words: "this is no git repository", nothing: true}
	}
	return &repo{program: program, dir: dir, env: environment(os.Environ())}, nil
}

// mayKeep reports whether a directory, or one that it lies in, has what a repository has: .git, or HEAD if it is a bare one.
func mayKeep(dir string) bool {
	for above := range paths.Upward(dir) {
		if paths.IsRepository(above) || paths.Exists(filepath.Join(above, "HEAD")) {
			return true
		}
	}
	return false
}

// environment returns the environment for git. Of its own variables only those are kept that say where git's parts are,
// how far it may look for a repository, and what the user has configured (safe.directory often comes that way). In a
// hook the others describe the repository of the hook, which need not be the one that is linted; see useIndex for the
// exception.
func environment(inherited []string) []string {
	env := slices.DeleteFunc(slices.Clone(inherited), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		name = strings.ToUpper(name)
		kept := slices.Contains([]string{"GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"}, name) ||
			strings.HasPrefix(name, "GIT_CONFIG_")
		return strings.HasPrefix(name, "GIT_") && !kept || name == "LC_ALL"
	})
	return append(env,
		"LC_ALL=C",                   // errors are told apart by their words
		"GIT_OPTIONAL_LOCKS=0",       // write nothing, not even a fresher index
		"GIT_TERMINAL_PROMPT=0",      // ask nobody
		"GIT_NO_LAZY_FETCH=1",        // of a partial clone take what is there …
		"GIT_ALLOW_PROTOCOL=none",    // … and an old git, which does not know this, reaches nothing
		"GIT_NO_REPLACE_OBJECTS=1",   // history is what was committed …
		"GIT_GRAFT_FILE="+os.DevNull, // … and has the parents that it had then
	)
}

// command returns the git program as it is to be run.
func (g *repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append([]string{"--no-pager",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit"}, args...)...)
	cmd.Dir, cmd.Env = g.dir, g.env
	cmd.WaitDelay = patience // for a child of git that keeps its output open
	return cmd
}

// run returns what git writes to its standard output. The error reads well behind "because".
func (g *repo) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	timed, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := g.command(timed, args...)
	out, complaint := &capped{limit: maxOutput}, &capped{limit: 64 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, complaint
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case timed.Err() != nil:
		return nil, ErrLate
	case out.full:
		return nil, fmt.Errorf("git's answer is longer than %d MiB", maxOutput>>20)
	case errors.As(err, &exit):
		return out.got.Bytes(), g.refusal(exit, complaint.got.String())
	case err != nil:
		return nil, fmt.Errorf("git cannot be run: %w", paths.Reason(err))
	}
	return out.got.Bytes(), nil
}

// capped collects what is written to it up to a limit.
type capped struct {
	got   bytes.Buffer // not embedded: its ReadFrom would know no limit
	limit int
	full  bool
}

// Write fails when the limit is passed, which ends the writing program.
func (c *capped) Write(p []byte) (int, error) {
	if c.full = c.full || c.got.Len()+len(p) > c.limit; c.full {
		return 0, errors.New("too much output")
	}
	return c.got.Write(p)
}

// refusal says in words why git failed. It wraps the exit status.
func (g *repo) refusal(exit *exec.ExitError, complaint string) error {
	const owner = "git refuses to read the repository, since it belongs to another user (see safe.directory in git's manual)"
	for _, known := range []struct {
		said, meant string
		nothing     bool // there is nothing to compare with
	}{
		{"not a git repository", "this is no git repository", true},
		{"Not a valid object name HEAD", "the repository has no commit yet", true},
		{"cannot use bare repository", "this is a bare git repository", true},
		{"must be run in a work tree", "this is a bare git repository", true},
		{"dubious ownership", owner, false},
	} {
		if strings.Contains(complaint, known.said) {
			return &refused{known.meant, exit, known.nothing}
		}
	}
	line := ""
	for l := range strings.Lines(complaint) {
		if l = strings.TrimSpace(l); line == "" || strings.HasPrefix(l, "fatal: ") {
			line = strings.TrimPrefix(l, "fatal: ")
		}
	}
	if line == "" {
		return &refused{"git fails silently, " + exit.String(), exit, false}
	}
	return &refused{"git says: " + strings.ReplaceAll(line, g.dir, "."), exit, false}
}

// refused is that git failed, in words.
type refused struct {
	words   string
	exit    *exec.ExitError
	nothing bool
}

func (e *refused) Error() string { return e.words }

// ErrNotKept is in the errors of those who ask about files that git does not keep: there is no repository with a work
// tree, or no commit yet.
var ErrNotKept = errors.New("not kept by git")

// Is has errors.Is find ErrNotKept in it.
func (e *refused) Is(target error) bool { return e.nothing && target == ErrNotKept }

// HooksPath returns the directory that the configuration of the repository at top names for hooks, or "".
func HooksPath(ctx context.Context, top string) (string, error) {
	g, err := open(top, top)
	if err != nil {
		return "", err
	}
	// Only of this file: for our own calls hooks are switched off.
	out, err := g.run(ctx, nil, "config", "--local", "--get", "core.hooksPath")
	return strings.TrimSuffix(string(out), "\n"), err
}

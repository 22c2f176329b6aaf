package nplint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
)

// git asks the git program about one work tree. The repository may be hostile: only plumbing is asked, which runs nothing that a
// repository names (hooks, filters, textconv, pagers, diff tools), and what even plumbing would run is switched off.
type git struct {
	program string
	dir     string // the work tree, or a directory in it, which paths are relative to
	env     []string
}

const (
	gitPatience = 10 * time.Second // how long git may take for one answer
	gitOutput   = 256 << 20        // bytes of the longest answer
)

// newGit finds the user's git for a directory. It is never taken from below the base, the linted repository, where anybody may have
// put it.
func newGit(dir, base string) (*git, error) {
	program, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot) || err == nil && !filepath.IsAbs(program):
		return nil, errors.New("the git on the PATH stands in a relative directory, and nplint runs no program that depends on where it is started")
	case err != nil:
		return nil, errors.New("there is no git on this machine")
	case within(program, base) || within(realPath(program), base):
		return nil, errors.New("the git on the PATH is part of what is linted, and nplint runs no program from there")
	}
	return &git{program: program, dir: dir, env: gitEnvironment(os.Environ())}, nil
}

// gitEnvironment returns the environment for git. Of its own variables only those are kept that say where git's parts are, how far it may look for a
// repository, and what the user has configured (safe.directory often comes that way). In a hook the others describe the
// repository of the hook, which need not be the one that is linted; see useIndex for the exception.
func gitEnvironment(inherited []string) []string {
	env := slices.DeleteFunc(slices.Clone(inherited), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		name = strings.ToUpper(name)
		kept := name == "GIT_EXEC_PATH" || name == "GIT_CEILING_DIRECTORIES" || name == "GIT_DISCOVERY_ACROSS_FILESYSTEM" || strings.HasPrefix(name, "GIT_CONFIG_")
		return strings.HasPrefix(name, "GIT_") && !kept || name == "LC_ALL"
	})
	return append(env,
		"LC_ALL=C",                // errors are told apart by their words
		"GIT_OPTIONAL_LOCKS=0",    // write nothing, not even a fresher index
		"GIT_TERMINAL_PROMPT=0",   // ask nobody
		"GIT_NO_LAZY_FETCH=1",     // of a partial clone take what is there …
		"GIT_ALLOW_PROTOCOL=none", // … and an old git, which does not know this, reaches nothing
		"GIT_NO_REPLACE_OBJECTS=1",
	)
}

// command returns the git program as it is to be run.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append([]string{"--no-pager",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit"}, args...)...)
	cmd.Dir, cmd.Env = g.dir, g.env
	cmd.WaitDelay = gitPatience // for a child of git that keeps its output open
	return cmd
}

// run returns what git writes to its standard output. The error reads well behind "because".
func (g *git) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	timed, cancel := context.WithTimeout(ctx, gitPatience)
	defer cancel()
	cmd := g.command(timed, args...)
	out, complaint := &capped{limit: gitOutput}, &capped{limit: 64 << 10}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), out, complaint
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case timed.Err() != nil:
		return nil, fmt.Errorf("git did not answer within %v", gitPatience)
	case out.full:
		return nil, fmt.Errorf("git's answer is longer than %d MiB", gitOutput>>20)
	case errors.As(err, &exit):
		return out.got.Bytes(), g.refusal(exit, complaint.got.String())
	case err != nil:
		return nil, fmt.Errorf("git cannot be run: %w", reason(err))
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
func (g *git) refusal(exit *exec.ExitError, complaint string) error {
	for _, known := range []struct {
		said, meant string
		nothing     bool // there is nothing to compare with
	}{
		{"not a git repository", "this is no git repository", true},
		{"Not a valid object name HEAD", "the repository has no commit yet", true},
		{"cannot use bare repository", "this is a bare git repository", true},
		{"must be run in a work tree", "this is a bare git repository", true},
		{"dubious ownership", "git refuses to read the repository, since it belongs to another user (see safe.directory in git's manual)", false},
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
		return &refused{"git fails without a word, " + exit.String(), exit, false}
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

// Is has errors.Is find document.ErrNotKept in it.
func (e *refused) Is(target error) bool { return e.nothing && target == document.ErrNotKept }

// blob is a file in a commit.
type blob struct {
	id   string
	size int
}

// argumentBytes is how long the paths on one command line may be together; Windows allows 32 KiB for all of it.
const argumentBytes = 16 << 10

// blobs returns those of the paths that are regular files in a commit.
func (g *git) blobs(ctx context.Context, commit string, paths []string) (map[string]blob, error) {
	found := map[string]blob{}
	for len(paths) > 0 {
		n, length := 0, 0
		for n < len(paths) && (n == 0 || length+len(paths[n]) <= argumentBytes) {
			length += len(paths[n])
			n++
		}
		out, err := g.run(ctx, nil, append([]string{"--literal-pathspecs", "ls-tree", "-z", "-l", commit, "--"}, paths[:n]...)...)
		if err != nil {
			return nil, err
		}
		paths = paths[n:]
		for entry := range strings.SplitSeq(string(out), "\x00") {
			about, path, _ := strings.Cut(entry, "\t")
			// A symbolic link is a blob too, by its mode another thing.
			if parts := strings.Fields(about); len(parts) == 4 && strings.HasPrefix(parts[0], "100") {
				size, err := strconv.Atoi(parts[3])
				if err != nil {
					return nil, fmt.Errorf("git does not have the committed %s here", path)
				}
				found[path] = blob{parts[2], size}
			}
		}
	}
	return found, nil
}

// contents returns the bytes of blobs by their ids.
func (g *git) contents(ctx context.Context, blobs map[string]blob) (map[string][]byte, error) {
	var input bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(blobs)) { // so that the same object is missed in every run
		fmt.Fprintln(&input, blobs[path].id)
	}
	if input.Len() == 0 {
		return nil, nil
	}
	out, err := g.run(ctx, input.Bytes(), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	contents := map[string][]byte{}
	for len(out) > 0 {
		head, rest, _ := bytes.Cut(out, []byte("\n"))
		parts := strings.Fields(string(head))
		size := -1
		if len(parts) == 3 && parts[1] == "blob" {
			size, _ = strconv.Atoi(parts[2])
		}
		if size < 0 || size >= len(rest) {
			return nil, fmt.Errorf("git says: %s", head)
		}
		contents[parts[0]], out = rest[:size:size], rest[size+1:]
	}
	return contents, nil
}

// listed returns the sorted files in git's index that lie below a directory of the repository.
func (g *git) listed(ctx context.Context, dir string) ([]string, error) {
	files, paths, err := g.index(ctx, dir)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if files[i].mode != submodule {
			paths = append(paths, files[i].path)
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// useIndex has git read the index that a hook was started for, if it is one of this repository. `git commit FILE` and
// `git commit -a` make a passing one, which holds what is about to be committed.
func (g *git) useIndex(ctx context.Context) error {
	index := os.Getenv("GIT_INDEX_FILE")
	if index == "" || slices.ContainsFunc(g.env, func(v string) bool { return strings.HasPrefix(v, "GIT_INDEX_FILE=") }) {
		return nil
	}
	out, err := g.run(ctx, nil, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	if index, err = filepath.Abs(index); err == nil && realPath(filepath.Dir(index)) == realPath(strings.TrimSpace(string(out))) {
		g.env = append(g.env, "GIT_INDEX_FILE="+index)
	}
	return nil
}

// ignored returns those of the paths that git's ignore rules cover.
func (g *git) ignored(ctx context.Context, paths []string) ([]string, error) {
	var input bytes.Buffer
	for _, path := range paths {
		input.WriteString("./" + path + "\x00") // check-ignore knows no literal paths, and a colon in front would be magic
	}
	out, err := g.run(ctx, input.Bytes(), "check-ignore", "-z", "--stdin", "--no-index")
	if isStatus(err, 1) {
		return nil, nil // none of them
	}
	if err != nil {
		return nil, err
	}
	var covered []string
	for path := range strings.SplitSeq(string(out), "\x00") {
		covered = append(covered, strings.TrimPrefix(path, "./"))
	}
	return covered, nil
}

package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// blob is a file in a commit.
type blob struct {
	id   string
	size int
}

// argumentBytes is how long the paths on one command line may be together; Windows allows 32 KiB for all of it.
const argumentBytes = 16 << 10

// blobs returns those of the paths that are regular files in a commit.
func (g *repo) blobs(ctx context.Context, commit string, paths []string) (map[string]blob, error) {
	found := map[string]blob{}
	for len(paths) > 0 {
		n, length := 0, 0
		for n < len(paths) && (n == 0 || length+len(paths[n]) <= argumentBytes) {
			length += len(paths[n])
			n++
		}
		out, err := g.run(ctx, nil,
			append([]string{"--literal-pathspecs", "ls-tree", "-z", "-l", commit, "--"}, paths[:n]...)...)
		if err != nil {
			return nil, err
		}
		paths = paths[n:]
		for line := range strings.SplitSeq(string(out), "\x00") {
			about, path, _ := strings.Cut(line, "\t")
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
func (g *repo) contents(ctx context.Context, blobs map[string]blob) (map[string][]byte, error) {
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
		id, digits, _ := strings.Cut(string(head), " blob ")
		size, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || int(size) >= len(rest) {
			return nil, fmt.Errorf("git says: %s", head)
		}
		contents[id], out = rest[:size:size], rest[size+1:]
	}
	return contents, nil
}

// mistakeError is that what was asked for cannot be, such as a revision that there is not. With any other error git
// failed.
type mistakeError struct{ words string }

func (e *mistakeError) Error() string { return e.words }

// IsMistake reports whether an error is a mistake of whoever asked, and not that git failed.
func IsMistake(err error) bool {
	return errors.As(err, new(*mistakeError)) || errors.Is(err, ErrNotKept)
}

func mistake(format string, args ...any) error { return &mistakeError{fmt.Sprintf(format, args...)} }

// isStatus reports whether git ended with the exit status, by which some commands say no.
func isStatus(err error, status int) bool {
	var no *refused
	return errors.As(err, &no) && no.exit != nil && no.exit.ExitCode() == status
}

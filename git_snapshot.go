package nplint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// gitFile is an entry of git's index or of a commit.
type gitFile struct {
	path string // relative to the directory that git is asked about, with slashes
	mode string // "100644", "100755", "120000" for a symbolic link, or submodule
	id   string // of the content
}

// submodule is the mode of the commit of another repository.
const submodule = "160000"

// regular reports whether the entry is a file, and not a link or a submodule.
func (f *gitFile) regular() bool { return strings.HasPrefix(f.mode, "100") }

func comparePaths(a, b gitFile) int { return strings.Compare(a.path, b.path) }

// gitChange is how a path differs between a commit and the index. An entry that is not there has the path "".
type gitChange struct{ before, after gitFile }

// head is the name of the last commit.
const head = "HEAD"

// commit returns the id of the commit that a revision names. The error is errNoCommit if there is none.
func (g *git) commit(ctx context.Context, revision string) (string, error) {
	if strings.HasPrefix(revision, "-") {
		return "", errNoCommit // git would take it for an option
	}
	out, err := g.run(ctx, nil, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if isStatus(err, 1) {
		return "", errNoCommit
	}
	return strings.TrimSpace(string(out)), err
}

var errNoCommit = errors.New("there is no such commit here")

// isStatus reports whether git ended with the exit status, by which some commands say no.
func isStatus(err error, status int) bool {
	var no *refused
	return errors.As(err, &no) && no.exit.ExitCode() == status
}

// mergeBase returns the commit from which two commits have gone apart, or "" if they have none in common here.
func (g *git) mergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := g.run(ctx, nil, "merge-base", a, b)
	if isStatus(err, 1) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// shallow reports whether the repository was cloned without its older commits.
func (g *git) shallow(ctx context.Context) bool {
	out, err := g.run(ctx, nil, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// index returns the entries of git's index below a directory of the repository, sorted by path, and the paths that are in conflict, which
// have no entry.
func (g *git) index(ctx context.Context, dir string) (files []gitFile, conflicts []string, err error) {
	if err := g.useIndex(ctx); err != nil {
		return nil, nil, err
	}
	args := []string{"--literal-pathspecs", "ls-files", "-z", "--stage"}
	if dir != "" {
		args = append(args, "--", dir+"/")
	}
	out, err := g.run(ctx, nil, args...)
	if err != nil {
		return nil, nil, err
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		about, path, _ := strings.Cut(entry, "\t")
		switch parts := strings.Fields(about); {
		case len(parts) != 3:
		case parts[2] != "0": // in a merge conflict a file is there up to three times
			conflicts = append(conflicts, path)
		default:
			files = append(files, gitFile{path, parts[0], parts[1]})
		}
	}
	slices.SortFunc(files, comparePaths)
	return files, slices.Compact(conflicts), nil
}

// changes returns how the index differs from a commit, without paths in conflict. Renamed files are found out.
func (g *git) changes(ctx context.Context, commit string) ([]gitChange, error) {
	if err := g.useIndex(ctx); err != nil {
		return nil, err
	}
	out, err := g.run(ctx, nil, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--find-renames", "--no-ext-diff", "--no-textconv",
		"--ignore-submodules=dirty", "--ita-invisible-in-index", "--relative", commit)
	if err != nil {
		return nil, err
	}
	var changes []gitChange
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for len(fields) > 1 {
		about := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		if len(about) != 5 {
			return nil, fmt.Errorf("git says: %q", fields[0])
		}
		c := gitChange{gitFile{fields[1], about[0], about[2]}, gitFile{fields[1], about[1], about[3]}}
		fields = fields[2:]
		switch about[4][0] {
		case 'A':
			c.before = gitFile{}
		case 'D':
			c.after = gitFile{}
		case 'U':
			continue
		case 'R', 'C':
			if len(fields) == 0 {
				return nil, errors.New("git's answer ends too early")
			}
			c.after.path, fields = fields[0], fields[1:]
		}
		changes = append(changes, c)
	}
	return changes, nil
}

package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
)

// contractText is a contract's name, with or without its pack.
const contractText = `[^/]+(/[^/]+)?`

var contractName = memo.Regexp(`^` + contractText + `$`)

// contractRule says what is wrong with a key of a table of rules that is no rule id.
func (r *configReader) contractRule(key string) error {
	contract, id, _ := report.CutContract(key)
	switch {
	case report.Unjudged(id):
		return fmt.Errorf("%s cannot be set: it says that something was not judged, which is an error and exit status 3 always; to leave files alone, write them to exclude", id)
	case r.known.Rules.Named(id) != nil && r.own && contractName().MatchString(contract):
		return nil // CheckContracts looks again when all contracts are known
	case r.known.Rules.Named(id) != nil:
		if r.contracts == nil {
			r.contracts = r.known.contractNames()
		}
		return checkContract(key, r.contracts, &r.hints)
	case r.shape.Properties[key] != nil:
		return fmt.Errorf("unknown rule %q; it is a key of the whole file: write it above the first [table]", key)
	}
	return fmt.Errorf("unknown rule %q%s", id, r.hints.of(id, r.ids()))
}

// hints says what words may be that are not known, of the first thousand: no more are told, and it would take long.
type hints struct{ said int }

func (h *hints) of(word string, known []string) string {
	if h.said++; h.said > 1000 {
		return ""
	}
	return spell.DidYouMean(word, known)
}

// checkContract returns an error if key is a rule in a contract that is none of the names.
func checkContract(key string, names []string, hints *hints) error {
	contract, _, ok := report.CutContract(key)
	if !ok || slices.Contains(names, contract) {
		return nil
	}
	return fmt.Errorf("unknown contract %q%s", contract, hints.of(contract, names))
}

func validGlob(_ *configReader, glob string) error { return checkGlob(glob) }

// validDir says what is wrong with a directory of contracts. os.Root refuses links that lead out of the
// configuration's directory.
func validDir(r *configReader, dir string) error {
	switch {
	case !filepath.IsLocal(filepath.FromSlash(dir)):
		return errors.New("must lie below the configuration's directory: write a relative path that does not go up")
	case path.Clean(dir) == ".":
		return errors.New("must lie below the configuration's directory, and not be it")
	}
	base, err := os.OpenRoot(r.dir)
	if err != nil {
		return mistake.Unreadable(err)
	}
	defer base.Close()
	info, err := base.Stat(filepath.FromSlash(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such directory in the configuration's directory")
	case err != nil:
		return mistake.Unreadable(err)
	case !info.IsDir():
		return errors.New("is not a directory")
	case !paths.Holds(paths.Real(r.dir), paths.Real(filepath.Join(r.dir, filepath.FromSlash(dir)))):
		return errors.New("lies in .git, which other checkouts do not have; write another directory")
	}
	return nil
}

func validSize(_ *configReader, text string) error {
	_, err := parseSize(text)
	return err
}

var (
	sizeText  = memo.Regexp(`^([1-9][0-9]{0,9}) ?(B|KiB|MiB|GiB)$`)
	sizeUnits = []string{"B", "KiB", "MiB", "GiB"} // each 1024 of the one before
)

// parseSize returns the number of bytes that text such as "32MiB" stands for.
func parseSize(text string) (int, error) {
	m := sizeText().FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("write a whole number and a unit, B, KiB, MiB or GiB, such as %q", formatSize(DefaultMaxFileSize))
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return 0, err
	}
	shift := 10 * slices.Index(sizeUnits, m[2])
	if n > largestMaxFileSize>>shift {
		return 0, fmt.Errorf("is more than %s", formatSize(largestMaxFileSize))
	}
	return int(n << shift), nil
}

// formatSize writes a number of bytes with the largest unit that makes it whole.
func formatSize(bytes int) string {
	unit := 0
	for ; unit+1 < len(sizeUnits) && bytes > 0 && bytes%1024 == 0; unit++ {
		bytes /= 1024
	}
	return strconv.Itoa(bytes) + sizeUnits[unit]
}

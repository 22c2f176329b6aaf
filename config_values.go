package nplint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/nplint/nplint/rules"
)

// contractText is a contract's name, with or without its pack.
const contractText = `[^/]+(/[^/]+)?`

var contractName = rules.Lazy(`^` + contractText + `$`)

// contractRule says what is wrong with a key of a table of rules that is no rule id.
func (r *configReader) contractRule(key string) error {
	contract, id, _ := cutContract(key)
	switch {
	case unjudged(id):
		return fmt.Errorf("%s cannot be set: it says that something was not judged, which is an error and exit status 3 always; to leave files alone, write them to exclude", id)
	case r.known.Get(id) != nil && r.own && contractName().MatchString(contract):
		return nil // CheckContracts looks again when all contracts are known
	case r.known.Get(id) != nil:
		return checkContract(key, contractNames())
	case r.file.Properties[key] != nil:
		return fmt.Errorf("unknown rule %q; it is a key of the whole file: write it above the first [table]", key)
	}
	return fmt.Errorf("unknown rule %q%s", id, rules.DidYouMean(id, ruleIDs(r.known)))
}

// checkContract returns an error if key is a rule in a contract that is none of the names.
func checkContract(key string, names []string) error {
	contract, _, ok := cutContract(key)
	if !ok || slices.Contains(names, contract) {
		return nil
	}
	return fmt.Errorf("unknown contract %q%s", contract, rules.DidYouMean(contract, names))
}

// contractNames returns the names, with and without pack, of the contracts that are built in and of those of the kinds.
func contractNames(kinds ...string) []string {
	for _, pack := range rules.Packs() {
		for _, contract := range pack.Contracts {
			kinds = append(kinds, contract.Kind)
		}
	}
	var names []string
	for _, kind := range kinds {
		names = append(names, path.Base(kind), kind)
	}
	return names
}

func ruleIDs(known *rules.Catalogue) []string {
	var ids []string
	for _, rule := range known.All() {
		ids = append(ids, rule.ID)
	}
	return ids
}

func validGlob(_ *configReader, glob string) error { return checkGlob(glob) }

// validDir says what is wrong with a directory of contracts. os.Root refuses links that lead out of the configuration's directory.
func validDir(r *configReader, dir string) error {
	switch {
	case !filepath.IsLocal(filepath.FromSlash(dir)):
		return errors.New("must lie below the configuration's directory: write a relative path that does not go up")
	case path.Clean(dir) == ".":
		return errors.New("must lie below the configuration's directory, and not be it")
	}
	base, err := os.OpenRoot(r.dir)
	if err != nil {
		return unreadable(err)
	}
	defer base.Close()
	info, err := base.Stat(filepath.FromSlash(dir))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such directory in the configuration's directory")
	case err != nil:
		return unreadable(err)
	case !info.IsDir():
		return errors.New("is not a directory")
	}
	return nil
}

func validSize(_ *configReader, text string) error {
	_, err := parseSize(text)
	return err
}

var (
	sizeText  = rules.Lazy(`^([1-9][0-9]{0,9}) ?(B|KiB|MiB|GiB)$`)
	sizeUnits = []string{"B", "KiB", "MiB", "GiB"} // each 1024 of the one before
)

// parseSize returns the number of bytes that text such as "32MiB" stands for.
func parseSize(text string) (int, error) {
	m := sizeText().FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("write a whole number and a unit, B, KiB, MiB or GiB, such as %q", formatSize(defaultMaxFileSize))
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

package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/rules"
)

// loadPacks reads those of some directories that are folders of packs, and makes their rules known. What else is wrong
// with a directory is said with the other values of the file.
func loadPacks(c *Config, dirs []any) error {
	root, err := os.OpenRoot(c.Dir) // links that lead out of it are refused
	if err != nil {
		return nil
	}
	defer root.Close()
	for _, entry := range dirs {
		dir, _ := entry.(string)
		dir = path.Clean(dir)
		if _, err := root.Stat(filepath.FromSlash(path.Join(dir, rules.PackFile))); err != nil || c.IsPack(dir) {
			continue
		}
		folder, err := fs.Sub(files.Tree{Root: root, Limit: rules.MaxFile}, dir)
		if err != nil {
			continue // not a path of a directory below
		}
		if err := addPack(c, folder, dir); err != nil {
			return err
		}
	}
	return nil
}

// addPack reads a pack, with everything in it while its folder is open.
func addPack(c *Config, folder fs.FS, dir string) error {
	pack, err := rules.LoadPack(folder, dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(slices.Concat(c.known.Packs, c.OwnPacks), func(p *rules.Pack) bool { return p.Name == pack.Name }) {
		return fmt.Errorf("%s:1: there is another pack %s; give one of them another name", path.Join(dir, rules.PackFile),
			pack.Name)
	}
	head := path.Join(dir, rules.PackFile)
	text, err := fs.ReadFile(folder, rules.PackFile)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", head, err)
	case pack.Since != "":
		return fmt.Errorf("%s:%d: since is for packs that come with nplint; remove it", head, rules.Line(string(text), "since"))
	}
	known, err := c.known.Rules.WithPack(folder, pack.Name)
	if err != nil {
		return errors.New(dir + "/" + strings.ReplaceAll(err.Error(), "\n", "\n"+dir+"/"))
	}
	if err := pack.CheckPages(known, dir, c.known.Version); err != nil {
		return err
	}
	c.known.Rules, c.OwnPacks, c.packDirs = known, append(c.OwnPacks, pack), append(c.packDirs, dir)
	return nil
}

// IsPack reports whether one of ContractDirs is the folder of one of OwnPacks.
func (c *Config) IsPack(dir string) bool { return slices.Contains(c.packDirs, dir) }

// InContracts reports whether a file, by its absolute path, lies in one of ContractDirs.
func (c *Config) InContracts(file string) bool {
	return slices.ContainsFunc(c.ContractDirs, func(dir string) bool {
		return paths.Within(paths.Key(file), paths.Real(filepath.Join(c.Dir, filepath.FromSlash(dir))))
	})
}

// MayBeOf reports whether a file, by its absolute path, may be a configuration that holds here, what one extends, or
// what it brings along.
func (c *Config) MayBeOf(file string) bool {
	return filepath.Ext(file) == ".toml" || c.InContracts(file)
}

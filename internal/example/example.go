// Package example judges the examples that lie beside a user's contracts.
package example

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// Examples is what lies beside a contract.
type Examples struct {
	archive *txtar.Archive
	Cases   []*Case
}

// Case is one example: a tree of files, and what nplint says of it.
type Case struct {
	Name  string
	Files []txtar.File
	Want  string
	Kind  string // of the first of the files, which alone is judged, wherever it lies; "" is all, by where they lie
}

// What the cases of an archive may have: each is a project that is written and linted.
const (
	mostCases   = 1000
	mostBytes   = 32 << 20  // of all files of all cases
	mostWritten = 128 << 20 // with the contracts, of all archives
	leastFile   = 8 << 10   // what a file counts for at least: one takes long to write, whatever is in it
)

// Read returns the cases of an archive. Files below all/ are in each case.
func Read(text []byte) (*Examples, error) {
	archive := txtar.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	var cases []*Case
	var shared []txtar.File
	own, common := 0, 0 // bytes
	for _, f := range archive.Files {
		name, rest, inside := strings.Cut(f.Name, "/")
		switch {
		case !inside || name != "all" && !strings.HasPrefix(name, "bad") && !strings.HasPrefix(name, "good"):
			return nil, fmt.Errorf("%s: a file lies in a case: bad/…, bad2/…, good/… or, if all have it, all/…", f.Name)
		case !filepath.IsLocal(filepath.FromSlash(rest)):
			return nil, fmt.Errorf("%s: a file of a case lies below it", f.Name)
		case name == "all":
			shared = append(shared, txtar.File{Name: rest, Data: f.Data})
			common += max(len(f.Data), leastFile)
			continue
		}
		i := slices.IndexFunc(cases, func(e *Case) bool { return e.Name == name })
		if i < 0 {
			i = len(cases)
			cases = append(cases, &Case{Name: name})
		}
		if own += max(len(f.Data), leastFile); len(cases) > mostCases {
			return nil, fmt.Errorf("it has more than %d cases, which are the most", mostCases)
		}
		if rest == "want" {
			cases[i].Want = string(f.Data)
		} else {
			cases[i].Files = append(cases[i].Files, txtar.File{Name: rest, Data: f.Data})
		}
	}
	if own+common*len(cases) > mostBytes {
		return nil, fmt.Errorf("its cases have more than %d MiB, those of all/ counted in each, which are the most", mostBytes>>20)
	}
	for _, e := range cases {
		e.Files = slices.Concat(shared, e.Files)
	}
	return &Examples{archive, cases}, nil
}

// Judge judges cases by the contracts of a configuration.
type Judge struct {
	Config *nplint.Config
	Rules  *rules.Catalogue     // nil is the built-in ones
	Passes []*analysis.Analyzer // beside the built-in ones

	copied  []txtar.File // what each case needs beside it, once it was read
	written int          // bytes of all cases so far
}

// Says returns what nplint says of a case, with the user's contracts and nothing else of the configuration.
func (j *Judge) Says(ctx context.Context, e *Case) (string, error) {
	dir, err := os.MkdirTemp("", "nplint-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	dir = paths.Real(dir)
	if j.copied == nil {
		if j.copied, err = j.contracts(); err != nil {
			return "", err
		}
	}
	settings := fmt.Sprintf("version = 1\nroot = true\n[contracts]\ndirs = [%s]\n", quoted(j.Config.ContractDirs))
	for _, f := range slices.Concat(j.copied, e.Files) {
		j.written += max(len(f.Data), leastFile)
	}
	if j.written > mostWritten {
		return "", errTooMuch
	}
	if err := write(dir, slices.Concat(j.copied, e.Files, []txtar.File{{Name: nplint.ConfigName, Data: []byte(settings)}})); err != nil {
		return "", err
	}
	config, err := nplint.LoadConfig(filepath.Join(dir, nplint.ConfigName), j.Rules)
	if err != nil {
		return "", err
	}
	o := nplint.Options{Dir: dir, Config: config, Rules: j.Rules, Passes: j.Passes, Kind: e.Kind}
	if e.Kind != "" {
		o.Paths = []string{e.Files[0].Name}
	}
	report, err := nplint.Run(ctx, o)
	if err != nil {
		return "", err
	}
	if report.Summary.Files == 0 {
		return "", errNoFile
	}
	format, err := reporters.Lookup("text")
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = format.Write(&out, report, &reporters.Options{Quiet: true, WorkDir: dir})
	return out.String(), err
}

var errTooMuch = fmt.Errorf("all examples take too long: each is written with all files of the contracts, which is more than %d MiB by now; "+
	"name some of the contracts", mostWritten>>20)

// contracts returns what a case needs beside it: the files of the user's contracts. A link counts as the file that it
// leads to, if that may be read.
func (j *Judge) contracts() (all []txtar.File, err error) {
	root, err := os.OpenRoot(j.Config.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	tree := files.Tree{Root: root, Limit: rules.MaxFile}
	read := 0
	for _, dir := range j.Config.ContractDirs {
		err = errors.Join(err, fs.WalkDir(tree, path.Clean(filepath.ToSlash(dir)), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if text, err := fs.ReadFile(tree, name); err == nil { // else no contract needs it, since these were loaded
				all = append(all, txtar.File{Name: name, Data: text})
				read += max(len(text), leastFile)
			}
			if read > mostWritten {
				return errTooMuch
			}
			return nil
		}))
	}
	return all, err
}

// write writes files below a directory, which none of their names leads out of.
func write(dir string, all []txtar.File) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range all {
		name := filepath.FromSlash(f.Name)
		if err := errors.Join(root.MkdirAll(filepath.Dir(name), 0o755), root.WriteFile(name, f.Data, 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// errNoFile is the reason why nothing is said of a case that shows nothing.
var errNoFile = errors.New("none of its files is of a kind, so it shows nothing: they lie at other paths, or the one that marks a project is missing")

func quoted(texts []string) string {
	var out []string
	for _, text := range texts {
		out = append(out, fmt.Sprintf("%q", text))
	}
	return strings.Join(out, ", ")
}

// Format returns the archive with what the cases want now.
func (x *Examples) Format() []byte {
	out := &txtar.Archive{Comment: x.archive.Comment}
	for i, f := range x.archive.Files {
		name, rest, _ := strings.Cut(f.Name, "/")
		if rest != "want" {
			out.Files = append(out.Files, f)
		}
		if i+1 < len(x.archive.Files) && strings.HasPrefix(x.archive.Files[i+1].Name, name+"/") {
			continue // the case goes on
		}
		for _, e := range x.Cases {
			if e.Name == name && e.Want != "" {
				out.Files = append(out.Files, txtar.File{Name: path.Join(name, "want"), Data: []byte(e.Want)})
			}
		}
	}
	return txtar.Format(out)
}

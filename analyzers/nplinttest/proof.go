package nplinttest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/rules"
)

// A Proof is what shows that a rule reports what it must and nothing else.
type Proof struct {
	Rule  *rules.Rule
	Cases []*Case // bad and good ones, in the order of the archive

	file    string // the archive
	archive *txtar.Archive
}

// A Case is one tree of a proof.
type Case struct {
	Name  string
	Files []txtar.File // the tree: the base's files, then those of all cases, then its own; names may end with a note
	Want  string       // the findings as text; "" of a good case
	Fixed []txtar.File // the files that the rule's fixes change
	Pass  string       // the pass that reports the fault, if it is another one than the page says
}

// Bad reports whether the case breaks the rule.
func (c *Case) Bad() bool { return strings.HasPrefix(c.Name, "bad") }

// Load returns the proofs of all pages below a directory, sorted by path, and the rules that the pages and nplint
// have. A page without a proof gives one without cases.
func Load(dir string) ([]*Proof, *rules.Catalogue, error) {
	return load(dir, func(*rules.Rule) bool { return true })
}

// load is Load of the rules that are wanted, and of those of which a case names another pass than its page.
func load(dir string, wanted func(*rules.Rule) bool) ([]*Proof, *rules.Catalogue, error) {
	known, err := catalogue(dir)
	if err != nil {
		return nil, nil, err
	}
	var proofs []*Proof
	trees := bases{}
	for _, rule := range known.All() {
		file := filepath.Join(dir, strings.TrimSuffix(filepath.FromSlash(rule.File()), ".md"))
		if _, err := os.Stat(file + ".md"); err != nil {
			continue // of a rule that is built in, while dir is somebody else's
		}
		text, err := os.ReadFile(file + ".txtar")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
		if !wanted(rule) && !bytes.Contains(text, []byte(passKey+": ")) {
			continue
		}
		p, err := trees.proof(file+".txtar", text, rule)
		if err != nil {
			return nil, nil, fmt.Errorf("%s.txtar: %w", file, err)
		}
		proofs = append(proofs, p)
	}
	return proofs, known, nil
}

// catalogue returns the rules that are built in, with those of the pages below dir if they are not the same.
func catalogue(dir string) (*rules.Catalogue, error) {
	var builtIn *rules.Catalogue
	pages, err := fs.Glob(os.DirFS(dir), "*/*.md")
	if err != nil || len(pages) == 0 {
		return nil, errors.Join(fmt.Errorf("%s: there is no page at <pack>/<id>.md", dir), err)
	}
	if slices.ContainsFunc(builtIn.All(), func(r *rules.Rule) bool { return r.File() == pages[0] }) {
		return builtIn, nil
	}
	return builtIn.With(os.DirFS(dir))
}

// bases are the files of the base trees by their archives, each read once: most proofs lie on one of a few.
type bases map[string][]txtar.File

// passKey names, at the head of an archive, the pass that reports the fault of a case.
const passKey = "pass"

// proof reads the archive of a rule. An empty one is a proof without cases.
func (b bases) proof(file string, text []byte, rule *rules.Rule) (*Proof, error) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	p := &Proof{Rule: rule, file: file, archive: txtar.Parse(text)}
	based, passes, err := p.head(b)
	if err != nil {
		return nil, err
	}
	var shared []txtar.File
	seen := map[string]bool{}
	for _, f := range p.archive.Files {
		if seen[f.Name] {
			return nil, fmt.Errorf("%s stands there twice, and only the last would count; give the case another name", f.Name)
		}
		seen[f.Name] = true
		name, rest, inside := strings.Cut(f.Name, "/")
		f.Name = rest
		switch {
		case !inside || name != "all" && !strings.HasPrefix(name, "bad") && !strings.HasPrefix(name, "good"):
			return nil, fmt.Errorf("%s: a file lies in a case: bad/…, bad2/…, good/… or, if all have it, all/…", name)
		case name == "all" && len(p.Cases) > 0:
			return nil, fmt.Errorf("%s: write the files of all cases first", rest)
		case name == "all":
			shared = append(shared, f)
			continue
		}
		c := p.lookup(name)
		if c == nil {
			c = &Case{Name: name, Pass: passes[name], Files: slices.Clone(based(name))}
			for _, f := range shared {
				if err := c.add(f); err != nil {
					return nil, err
				}
			}
			p.Cases = append(p.Cases, c)
		}
		switch fixed, isFixed := strings.CutPrefix(rest, "fixed/"); {
		case rest == "": // the case is the base as it is
		case rest == "want":
			c.Want = string(f.Data)
		case isFixed:
			c.Fixed = append(c.Fixed, txtar.File{Name: fixed, Data: f.Data})
		default:
			if err := c.add(f); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	for _, c := range p.Cases {
		for i, f := range c.Fixed {
			if c.Fixed[i], err = c.whole(f); err != nil {
				return nil, fmt.Errorf("%s: %w", c.Name, err)
			}
		}
	}
	return p, nil
}

// whole returns a file of which changes are given with all that it holds then.
func (c *Case) whole(f txtar.File) (txtar.File, error) {
	path, note := cutNote(f.Name)
	if note != changed {
		return f, nil
	}
	before, ok := c.content(path)
	if !ok {
		return f, fmt.Errorf("%s: there is no such file to change", path)
	}
	after, err := change(before, f.Data)
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return txtar.File{Name: path, Data: after}, nil
}

// add puts a file into the tree of a case, or takes one away that the base or all cases have.
func (c *Case) add(f txtar.File) error {
	f, err := c.whole(f)
	if err != nil {
		return err
	}
	path, note := cutNote(f.Name)
	i := slices.IndexFunc(c.Files, func(f txtar.File) bool { return f.Name == path })
	committed := slices.ContainsFunc(c.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, " (committed)") })
	if note == "deleted" && i >= 0 && !committed { // else git has it, and it must go from disk
		c.Files = slices.Delete(c.Files, i, i+1)
		return nil
	}
	c.Files = append(c.Files, f)
	return nil
}

// head reads the lines at the head of the archive and returns the files of the base and the passes by the name of a
// case.
func (p *Proof) head(trees bases) (based func(name string) []txtar.File, passes map[string]string, err error) {
	files := map[string][]txtar.File{}
	passes = map[string]string{}
	err = eachLine(p.archive.Comment, func(key, value, cases string) error {
		var tree []txtar.File
		var err error
		if key == "base" {
			tree, err = trees.read(filepath.Join(filepath.Dir(p.file), "base"), value)
		}
		for name := range strings.SplitSeq(cases, ", ") {
			if key == "base" {
				files[name] = tree
			} else {
				passes[name] = value
			}
		}
		return err
	})
	return func(name string) []txtar.File {
		if own, ok := files[name]; ok {
			return own
		}
		return files[""]
	}, passes, err
}

// read returns the files of a base, on those of the base that it lies on itself. Nobody may change them.
func (b bases) read(dir, name string) ([]txtar.File, error) {
	file := filepath.Join(dir, name+".txtar")
	if files, ok := b[file]; ok {
		return files, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("base %s: %w", name, err)
	}
	archive := txtar.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	tree := &Case{Name: name}
	err = eachLine(archive.Comment, func(_, below, _ string) error {
		if below == name {
			return fmt.Errorf("base %s lies on itself", name)
		}
		files, err := b.read(dir, below)
		tree.Files = slices.Clone(files)
		return err
	})
	for _, f := range archive.Files {
		err = errors.Join(err, tree.add(f))
	}
	b[file] = tree.Files
	return tree.Files, err
}

// eachLine calls f with what the lines at the head of an archive say, and the cases in parentheses behind it.
func eachLine(head []byte, f func(key, value, cases string) error) error {
	for line := range strings.Lines(string(head)) {
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case key != "base" && key != passKey:
			return fmt.Errorf("%q is no line of a head; write base: NAME, base: NAME (CASE, …), pass: NAME (CASE, …) or # and a comment", line)
		}
		value, cases, _ := strings.Cut(strings.TrimSuffix(value, ")"), " (")
		if err := f(key, value, cases); err != nil {
			return err
		}
	}
	return nil
}

func (p *Proof) lookup(name string) *Case {
	if i := slices.IndexFunc(p.Cases, func(c *Case) bool { return c.Name == name }); i >= 0 {
		return p.Cases[i]
	}
	return nil
}

// format returns the archive with what the cases want and have fixed now.
func (p *Proof) format() string {
	a := &txtar.Archive{Comment: p.archive.Comment}
	for i, f := range p.archive.Files {
		name, rest, _ := strings.Cut(f.Name, "/")
		if rest != "want" && !strings.HasPrefix(rest, "fixed/") {
			a.Files = append(a.Files, f)
		}
		if i+1 < len(p.archive.Files) && strings.HasPrefix(p.archive.Files[i+1].Name, name+"/") {
			continue // the case goes on
		}
		if c := p.lookup(name); c != nil && c.Bad() {
			a.Files = append(a.Files, txtar.File{Name: name + "/want", Data: []byte(c.Want)})
			for _, f := range c.Fixed {
				before, _ := c.content(f.Name)
				if short := changes(before, f.Data); short != nil {
					f = txtar.File{Name: f.Name + " (" + changed + ")", Data: short}
				}
				a.Files = append(a.Files, txtar.File{Name: path.Join(name, "fixed", f.Name), Data: f.Data})
			}
		}
	}
	return string(txtar.Format(a))
}

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// testContracts runs the examples beside the user's own contracts: all, or those of the kinds that are named. With
// update it writes what nplint says of the bad ones. The status is exitFindings if one does not hold.
func testContracts(ctx context.Context, s env, f *configFlags, kinds []string, update bool, status *int) error {
	config, err := f.load(s.rules)
	if err != nil {
		return err
	}
	known, err := nplint.Contracts(config)
	if err != nil {
		return err
	}
	chosen, err := ownContracts(known, kinds)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return errors.New("there is no contract of your own; `nplint contract new team/decision` writes one")
	}
	t := &exampleRun{env: s, config: config}
	for _, c := range chosen {
		if err := t.contract(ctx, c, update); err != nil {
			return err
		}
	}
	if t.held < t.cases {
		*status = exitFindings
	}
	hold := "hold"
	if t.cases == 1 {
		hold = "holds"
	}
	return s.print("%d of %s %s\n", t.held, spell.Count(t.cases, "case"), hold)
}

// ownContracts returns the contracts that are not built in, by kind, or those of some kinds.
func ownContracts(known map[string]*rules.Contract, kinds []string) ([]*rules.Contract, error) {
	var chosen []*rules.Contract
	for _, kind := range kinds {
		c, err := nplint.FindContract(known, kind)
		if err != nil {
			return nil, err
		}
		if c.BuiltIn {
			return nil, fmt.Errorf("%s is built in; its examples are the proofs of its rules", c.Kind)
		}
		chosen = append(chosen, c)
	}
	if len(kinds) > 0 {
		return chosen, nil
	}
	for _, c := range known {
		if !c.BuiltIn {
			chosen = append(chosen, c)
		}
	}
	slices.SortFunc(chosen, func(a, b *rules.Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return chosen, nil
}

// exampleRun runs examples and counts them.
type exampleRun struct {
	env
	config      *nplint.Config
	cases, held int
}

// example is one case: a tree of files, and what nplint says of it.
type example struct {
	name  string
	files []txtar.File
	want  string
}

// maxExamples is how many bytes the examples of a contract may have.
const maxExamples = 32 << 20

// contract runs the examples of one contract, which lie beside it in an archive of its name.
func (t *exampleRun) contract(ctx context.Context, c *rules.Contract, update bool) error {
	name := strings.TrimSuffix(c.File, ".toml") + ".txtar"
	text, err := files.ReadBelow(t.config.Dir, name, maxExamples)
	if errors.Is(err, fs.ErrNotExist) {
		return t.print("%s has no examples: they would lie in %s\n", c.Kind, printable(name))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, paths.Reason(err))
	}
	archive := txtar.Parse(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	examples, err := readExamples(archive)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, e := range examples {
		got, err := t.judge(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", name, e.name, err)
		}
		bad := strings.HasPrefix(e.name, "bad")
		t.cases++
		switch {
		case bad && got == "":
			err = t.print("%s: %s: nplint has nothing to say about it\n", printable(name), e.name)
		case got == e.want, bad && update:
			e.want = got
			t.held++
		default:
			err = t.print("%s: %s: nplint says\n%sand the example wants\n%s", printable(name), e.name, lines(got), lines(e.want))
		}
		if err != nil {
			return err
		}
	}
	if !update {
		return nil
	}
	if now := formatExamples(archive, examples); !bytes.Equal(now, text) {
		target := files.Target{Top: t.config.Dir, Name: filepath.FromSlash(name)}
		return target.Replace(func(w io.Writer) error {
			_, err := w.Write(now)
			return err
		})
	}
	return nil
}

// readExamples returns the cases of an archive. Files below all/ are in each case.
func readExamples(archive *txtar.Archive) ([]*example, error) {
	var examples []*example
	var shared []txtar.File
	for _, f := range archive.Files {
		name, rest, inside := strings.Cut(f.Name, "/")
		switch {
		case inside && name == "all":
			shared = append(shared, txtar.File{Name: rest, Data: f.Data})
			continue
		case !inside || !strings.HasPrefix(name, "bad") && !strings.HasPrefix(name, "good"):
			return nil, fmt.Errorf("%s: a file lies in a case: bad/…, bad2/…, good/… or, if all have it, all/…", f.Name)
		case !filepath.IsLocal(filepath.FromSlash(rest)):
			return nil, fmt.Errorf("%s: a file of a case lies below it", f.Name)
		}
		i := slices.IndexFunc(examples, func(e *example) bool { return e.name == name })
		if i < 0 {
			i = len(examples)
			examples = append(examples, &example{name: name})
		}
		if rest == "want" {
			examples[i].want = string(f.Data)
		} else {
			examples[i].files = append(examples[i].files, txtar.File{Name: rest, Data: f.Data})
		}
	}
	for _, e := range examples {
		e.files = slices.Concat(shared, e.files)
	}
	return examples, nil
}

// judge returns what nplint says of an example, with the user's contracts and nothing else of the configuration.
func (t *exampleRun) judge(ctx context.Context, e *example) (string, error) {
	dir, err := os.MkdirTemp("", "nplint-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	dir = paths.Real(dir)
	root, err := os.OpenRoot(t.config.Dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for _, contracts := range t.config.ContractDirs {
		from, err := fs.Sub(root.FS(), contracts)
		if err != nil {
			return "", err
		}
		if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(contracts)), from); err != nil {
			return "", err
		}
	}
	settings := fmt.Sprintf("version = 1\nroot = true\n[contracts]\ndirs = [%s]\n", quoted(t.config.ContractDirs))
	for _, f := range append(e.files, txtar.File{Name: nplint.ConfigName, Data: []byte(settings)}) {
		target := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(target), 0o755), os.WriteFile(target, f.Data, 0o644)); err != nil {
			return "", err
		}
	}
	config, err := nplint.LoadConfig(filepath.Join(dir, nplint.ConfigName), t.rules)
	if err != nil {
		return "", err
	}
	report, err := nplint.Run(ctx, nplint.Options{Dir: dir, Config: config, Rules: t.rules, Passes: t.passes})
	if err != nil {
		return "", err
	}
	format, err := reporters.Lookup("text")
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = format.Write(&out, report, &reporters.Options{Quiet: true, WorkDir: dir})
	return out.String(), err
}

func quoted(texts []string) string {
	var out []string
	for _, text := range texts {
		out = append(out, fmt.Sprintf("%q", text))
	}
	return strings.Join(out, ", ")
}

// lines is a text as it is shown in a message.
func lines(text string) string {
	if text == "" {
		return "  nothing\n"
	}
	return "  " + strings.ReplaceAll(strings.TrimSuffix(printable(text), "\n"), "\n", "\n  ") + "\n"
}

// formatExamples returns the archive with what the examples want now.
func formatExamples(archive *txtar.Archive, examples []*example) []byte {
	out := &txtar.Archive{Comment: archive.Comment}
	for i, f := range archive.Files {
		name, rest, _ := strings.Cut(f.Name, "/")
		if rest != "want" {
			out.Files = append(out.Files, f)
		}
		if i+1 < len(archive.Files) && strings.HasPrefix(archive.Files[i+1].Name, name+"/") {
			continue // the case goes on
		}
		for _, e := range examples {
			if e.name == name && e.want != "" {
				out.Files = append(out.Files, txtar.File{Name: path.Join(name, "want"), Data: []byte(e.want)})
			}
		}
	}
	return txtar.Format(out)
}

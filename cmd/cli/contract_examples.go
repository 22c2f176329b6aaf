package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/example"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
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
		return noContract(config)
	}
	t := &exampleRun{env: s, config: config, judge: example.Judge{Config: config, Rules: s.rules, Passes: s.passes}}
	for _, c := range chosen {
		if err := t.contract(ctx, c, update); err != nil {
			return err
		}
	}
	if len(kinds) == 0 {
		if err := t.strays(known); err != nil {
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
	slices.SortStableFunc(chosen, func(a, b *rules.Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return chosen, nil
}

// noContract says why there is no contract of the user's own.
func noContract(config *nplint.Config) error {
	const write = "`nplint contract new team/decision` writes one"
	if len(config.ContractDirs) > 0 {
		return fmt.Errorf("there is no contract of your own in %s; %s", strings.Join(config.ContractDirs, ", "), write)
	}
	return fmt.Errorf("the configuration names no directory with contracts of your own: it needs [contracts] with "+
		"dirs = [\"contracts\"], or wherever they lie; %s", write)
}

// exampleRun runs examples and counts them.
type exampleRun struct {
	env
	config      *nplint.Config
	judge       example.Judge
	cases, held int
}

// maxExamples is how many bytes the examples of a contract may have.
const maxExamples = 32 << 20

// contract runs the examples of one contract: the one in it, and those beside it in an archive of its name.
func (t *exampleRun) contract(ctx context.Context, c *rules.Contract, update bool) error {
	if err := t.inContract(ctx, c); err != nil {
		return err
	}
	name := strings.TrimSuffix(c.File, ".toml") + ".txtar"
	text, err := files.ReadBelow(t.config.Dir, name, maxExamples)
	if errors.Is(err, fs.ErrNotExist) {
		return t.print("%s has no examples: they would lie in %s\n", c.Kind, onLine(name))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, paths.Reason(err))
	}
	examples, err := example.Read(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, e := range examples.Cases {
		got, err := t.judge.Says(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", name, e.Name, err)
		}
		bad := strings.HasPrefix(e.Name, "bad")
		t.cases++
		switch {
		case bad && got == "":
			err = t.print("%s: %s: nplint has nothing to say about it\n", onLine(name), e.Name)
		case got == e.Want, bad && update:
			e.Want = got
			t.held++
		default:
			err = t.print("%s: %s: nplint says\n%sand the example wants\n%s", onLine(name), e.Name, lines(got), lines(e.Want))
		}
		if err != nil {
			return err
		}
	}
	if !update {
		return nil
	}
	if now := examples.Format(); !bytes.Equal(now, text) {
		target := files.Target{Top: t.config.Dir, Name: filepath.FromSlash(name)}
		return target.Replace(func(w io.Writer) error {
			_, err := w.Write(now)
			return err
		})
	}
	return nil
}

// inContract holds the example in a contract against it.
func (t *exampleRun) inContract(ctx context.Context, c *rules.Contract) error {
	e, err := example.In(c)
	if err != nil || e == nil {
		return err
	}
	got, err := t.judge.Says(ctx, e)
	if err != nil {
		return fmt.Errorf("%s: [example]: %w", c.File, err)
	}
	if t.cases++; got == "" {
		t.held++
		return nil
	}
	line := rules.Line(c.Text, "example", "text")
	return t.print("%s:%d: [example]: it does not hold the contract; nplint says\n%s", onLine(c.File), line, lines(got))
}

// strays tells of archives that nobody runs.
func (t *exampleRun) strays(known map[string]*rules.Contract) error {
	names, err := example.Strays(t.config, known)
	for _, name := range names {
		t.cases++
		const format = "%s: no contract lies beside it with that name, so that it is not run; move its cases to the archive of a contract\n"
		err = errors.Join(err, t.print(format, onLine(name)))
	}
	return err
}

// lines is a text as it is shown in a message.
func lines(text string) string {
	if text == "" {
		return "  nothing\n"
	}
	return "  " + strings.ReplaceAll(strings.TrimSuffix(printable(text), "\n"), "\n", "\n  ") + "\n"
}

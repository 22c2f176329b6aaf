package nplint_test

import (
	"bytes"
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/version"
	"github.com/nplint/nplint/rules"
)

var update = flag.Bool("update", false, "write what is true into proofs, pages of rules and testdata")

// TestPages runs the proofs of all rule pages with all passes.
func TestPages(t *testing.T) { nplinttest.Packs(analyzers.All).RunAll(t, "rules", *update) }

// TestProofsSwitchNothingOff holds that no proof switches rules off: what it needs beside its fault, it takes from a base.
func TestProofsSwitchNothingOff(t *testing.T) {
	for _, p := range proofs(t) {
		for _, c := range p.Cases {
			for _, f := range c.Files {
				if f.Name == nplint.ConfigName && bytes.Contains(f.Data, []byte(`"off"`)) {
					t.Errorf("%s: %s switches a rule off", p.Rule.ID, c.Name)
				}
			}
		}
	}
}

// TestPagesComplete holds pages against passes, and the versions that they name against those of the program and the pack.
func TestPagesComplete(t *testing.T) {
	passes := map[string]bool{"driver": true}
	for _, a := range analyzers.Passes() {
		passes[a.Name] = true
	}
	since := map[string]string{}
	for _, p := range rules.Packs() {
		since[p.Name] = p.Since
	}
	for _, rule := range rules.All() {
		if !passes[rule.Analyzer] {
			t.Errorf("%s: there is no analyzer %q", rule.ID, rule.Analyzer)
		}
		if version.Later(rule.Since, nplint.Version) {
			t.Errorf("%s: since %s, and this is version %s", rule.ID, rule.Since, nplint.Version)
		}
		if pack := since[rule.Pack]; pack != "" && version.Later(pack, rule.Since) {
			t.Errorf("%s: since %s, and its pack came with %s", rule.ID, rule.Since, pack)
		}
	}
}

// TestPagesAreShort holds that a page explains its rule in two to six sentences, of which a list is a part of one, and 190 words: a screen.
func TestPagesAreShort(t *testing.T) {
	end := regexp.MustCompile(`[.!?][)*]*(?:\s|$)`)
	for _, rule := range rules.All() {
		text, _, _ := strings.Cut(rule.Why, "```diff")
		words := len(strings.Fields(text))
		ends := len(end.FindAllString(strings.ReplaceAll(text, "e.g. ", ""), -1))
		if ends < 2 || ends > 6 || words > 190 {
			t.Errorf("%s has %d sentences and %d words; two to six are asked for, and 190", rule.File(), ends, words)
		}
	}
}

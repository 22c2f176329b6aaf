package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// suppress writes comments that let all findings stand, and tells what the configuration has to say of the others.
// failed are files that could not be written.
func (f *runFlags) suppress(ctx context.Context, s env, o nplint.Options) (*nplint.Report, []error, error) {
	result, err := nplint.Suppress(ctx, o, f.reason)
	if err != nil {
		return nil, nil, err
	}
	failed := result.Write(ctx)
	if ctx.Err() != nil {
		const message = "interrupted while writing suppressions: not all of them may be there; run nplint again (%w)"
		return nil, nil, fmt.Errorf(message, ctx.Err())
	}
	f.tellChanged(s, result, "suppressed")
	if len(failed) > 0 {
		after, err := nplint.Run(ctx, o)
		return after, failed, err
	}
	f.tellUnsuppressed(s, o, result.After)
	return result.After, nil, nil
}

// tellUnsuppressed writes to standard error what to put into the configuration for findings that no comment suppresses.
func (f *runFlags) tellUnsuppressed(s env, o nplint.Options, r *nplint.Report) {
	dir := r.Base
	if o.Config != nil && o.Config.File != "" {
		dir = paths.Real(o.Config.Dir)
	}
	rules := map[string]map[string]bool{}
	for i := range r.Findings {
		found := &r.Findings[i]
		file := filepath.Join(r.Base, filepath.FromSlash(found.Path))
		name, err := filepath.Rel(dir, file)
		outside := err != nil || !filepath.IsLocal(name) || strings.ContainsAny(name, "*?[]{}\\")
		if outside || !report.Suppressible(found.Rule) || strings.HasPrefix(found.Rule, "config-") {
			continue
		}
		name = filepath.ToSlash(name)
		if rules[name] == nil {
			rules[name] = map[string]bool{}
		}
		rules[name][found.Rule] = true
	}
	if len(rules) == 0 || f.quiet {
		return
	}
	config := filepath.Join(dir, nplint.ConfigName)
	if near, err := filepath.Rel(o.Dir, config); err == nil {
		config = near
	}
	fmt.Fprintf(s.err, "nplint: no comment can suppress what is left in these files; this in %s can:\n", printable(config))
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		var ids []string
		for _, id := range slices.Sorted(maps.Keys(rules[name])) {
			ids = append(ids, document.JSONString(id))
		}
		const entry = "\n[[suppressions]]\npaths = [%s]\nrules = [%s]\nreason = %s\n"
		fmt.Fprintf(s.err, entry, document.JSONString(name), strings.Join(ids, ", "), document.JSONString(f.reason))
	}
	fmt.Fprintln(s.err)
}

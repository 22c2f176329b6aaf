package engine

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/judge"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// kept is a project with what was found in it, in one version. While files have other contents, only what comes from
// them is found out again; where files come or go, or settings change, it is made anew.
type kept struct {
	plan     *plan
	scene    *scene
	prepared *prepared
	said     *judge.Kept
	texts    map[string][]byte // that lie over the disk in this version, by paths.Key
	stale    bool              // passes have to run anew

	looked int             // how many of the files that passes have read were looked at
	read   map[string]bool // names of those that are no inputs …
	linked map[string]bool // … and, by paths.Key, what they lead to through links
}

// keep resolves options and looks for files. It judges none yet. The error is that of Run.
func keep(ctx context.Context, o Options, parts Parts) (*kept, error) {
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	k := &kept{plan: p, scene: s, texts: o.Overlay, read: map[string]bool{}, linked: map[string]bool{}}
	if k.prepared, err = prepare(ctx, p, s, 0); err != nil {
		return nil, err
	}
	s.git = nil // its answers change while the project is kept
	defer s.files.Close()
	all := project(context.WithoutCancel(ctx), p, s, k.prepared.inputs) // git may be asked later
	k.said, err = judge.Keep(all, parts.passes(p.Passes), parts.Packs)
	return k, err
}

// keepable reports whether a project can be kept that options ask for: all that is looked at lies on disk or in texts.
func keepable(o Options) bool {
	return o.Kind == "" && o.NewFrom == "" && o.NewFromMergeBase == "" && !o.Staged
}

// lint returns the report that Run would of the project in this version, with fixes if they are to be tried out. It is
// nil if the project has to be made anew.
func (k *kept) lint(ctx context.Context, try bool) (*report.Report, error) {
	defer k.scene.files.Close()
	texts := k.texts
	found, err := k.judge(ctx)
	if found == nil || err != nil {
		return nil, err
	}
	if try {
		err = edit.Offer(found, func(changed map[string][]byte) (*report.Report, error) {
			all := maps.Clone(texts)
			for name, text := range changed {
				all[paths.Key(k.scene.files.Abs(name))] = text
			}
			return k.tried(ctx, all)
		})
		k.stale = !k.apply(texts, nil) || k.stale
	}
	settle(found, k.plan.MaxFindings)
	return found, err
}

// judge lints what has changed. The report is nil if the project has to be made anew.
func (k *kept) judge(ctx context.Context) (*report.Report, error) {
	said, err := k.said.Again(ctx)
	if said == nil || err != nil {
		k.stale = k.stale || err == nil
		return nil, err
	}
	k.look()
	c := *k.prepared
	if c.held, err = baseline.Load(baselines(k.plan, k.scene)); err != nil { // each run notes in them what it finds
		return nil, &UsageError{err}
	}
	found, _, err := conclude(ctx, k.plan, k.scene, &c, said)
	return found, err
}

// try returns what lint would with other texts over the disk, and is then as before.
func (k *kept) try(ctx context.Context, texts map[string][]byte) (*report.Report, error) {
	defer k.scene.files.Close()
	before := k.texts
	found, err := k.tried(ctx, texts)
	k.stale = !k.apply(before, nil) || k.stale
	if err == nil {
		settle(found, k.plan.MaxFindings)
	}
	return found, err
}

// tried lints the project with some texts over it.
func (k *kept) tried(ctx context.Context, all map[string][]byte) (*report.Report, error) {
	if !k.stale && k.apply(all, nil) {
		if found, err := k.judge(ctx); found != nil || err != nil {
			return found, err
		}
	}
	o := k.plan.Options
	o.Overlay = all
	l, err := lintAll(ctx, o, k.plan.parts)
	if err != nil {
		return nil, err
	}
	return l.report, nil
}

// apply makes the version in which texts, by paths.Key, lie over the disk and files, by their absolute paths, were
// written, made or deleted. It is false, and nothing has changed, if the project has to be made anew for that.
func (k *kept) apply(texts map[string][]byte, files []string) bool {
	written := map[string]bool{} // names of files with another content
	tells := false               // one of them tells which others are artefacts
	unsaved := map[string]bool{}
	for _, both := range []map[string][]byte{k.texts, texts} {
		for key := range both {
			before, had := k.texts[key]
			text, has := texts[key]
			if had == has && bytes.Equal(before, text) {
				continue
			}
			name, known := k.touched(key, had && has)
			if !known {
				return false
			}
			written[name] = true
			tells = tells || k.tells(key)
			if had != has {
				unsaved[name] = has
			}
		}
	}
	for _, file := range files {
		key := paths.Key(file)
		name, known := k.touched(key, false)
		if !known {
			return false
		}
		written[name] = true
		tells = tells || k.tells(key)
	}
	delete(written, "")
	before := k.texts
	k.texts = texts
	k.plan.texts.Reset(texts)
	if tells && !k.sameNamed() {
		k.texts = before
		k.plan.texts.Reset(before)
		return false
	}
	if len(written) > 0 {
		k.said.Change(slices.Collect(maps.Keys(written)), unsaved)
	}
	return true
}

// touched returns the name of a file that has another content, by its absolute path without links, or "" if nothing was
// found out from that. It is false if more than the content may be another: what is there, unless the file is known to
// be there still, or what lies around it.
func (k *kept) touched(key string, there bool) (name string, known bool) {
	if k.structural(key) || !there && !regular(key) {
		return "", false
	}
	if k.linked[key] {
		return "", false
	}
	name = paths.Below(key, k.scene.files.Real)
	abs := k.scene.files.Abs(name)
	was, looked := k.was(abs)
	if looked && was != regular(key) {
		return "", false // it was there as a text alone, and is on disk now
	}
	if i, is := slices.BinarySearchFunc(k.prepared.inputs, name, byName); is {
		return name, k.prepared.inputs[i].Problem == nil
	}
	if !there && (looked && !was || !looked && k.scene.place.KindOf(abs) != "") {
		return "", false
	}
	if !k.read[name] {
		return "", true
	}
	return name, true
}

// tells reports whether a file, by its absolute path without links, tells which others are artefacts.
func (k *kept) tells(key string) bool {
	return k.scene.naming.files[paths.Below(key, k.scene.files.Real)]
}

// sameNamed reports whether the same files are artefacts because others name them as before.
func (k *kept) sameNamed() bool {
	defer k.scene.files.Close()
	now := withNamed(context.Background(), k.plan, k.scene, k.scene.found.Inputs)
	return slices.EqualFunc(now, k.scene.inputs, func(a, b document.Input) bool {
		return a.Path == b.Path && a.Root == b.Root && a.Kind == b.Kind
	})
}

// look notes which files passes have read that are no inputs, and where they lie.
func (k *kept) look() {
	files := k.scene.files
	for _, name := range k.said.Read()[k.looked:] {
		if _, is := slices.BinarySearchFunc(k.prepared.inputs, name, byName); is {
			continue
		}
		k.read[name] = true
		if key := paths.Key(files.Abs(name)); paths.Below(key, files.Real) != name {
			k.linked[key] = true
		}
	}
	k.looked = len(k.said.Read())
}

// was reports whether a regular file was at an absolute path when its directory was looked at, if it was.
func (k *kept) was(abs string) (was, looked bool) {
	dir, base := filepath.Split(abs)
	entries, err, looked := k.scene.place.Dirs.Known(filepath.Clean(dir))
	if !looked || err != nil {
		return false, looked
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == base && e.Type().IsRegular() }), true
}

// structural reports whether a file, by its absolute path without links, says more than passes read in it: what is
// ignored, what the settings are, what git keeps, or it is reached through links.
func (k *kept) structural(key string) bool {
	files := k.scene.files
	if !paths.Within(key, files.Real) || k.scene.place.ReadsMark(files.Abs(paths.Below(key, files.Real))) {
		return true
	}
	name := paths.Below(key, files.Real)
	switch path.Base(name) {
	case config.Name, baseline.Name, ".gitignore", ".git":
		return true
	}
	if strings.HasPrefix(name, ".git/") || strings.Contains(name, "/.git/") {
		return true
	}
	within := func(dir string) bool { return paths.Within(key, dir) }
	return k.plan.Config.InContracts(key) || key == paths.Key(k.plan.Config.File) ||
		k.plan.Baseline != "" && key == paths.Key(k.plan.Baseline) || slices.ContainsFunc(k.scene.found.Linked, within)
}

// regular reports whether a regular file is at a path without links.
func regular(key string) bool {
	info, err := os.Lstat(key)
	return err == nil && info.Mode().IsRegular()
}

package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/suppress"
)

// reason is what stands where a person is to say why a finding is let stand.
const reason = "accepted as it is; say why"

// suppress returns the edit that lets a finding stand: the nearest comment that has nplint say no more of it and
// nothing else or, where no comment can do that, an entry in the configuration.
func (w *editor) suppress(ctx context.Context, key string, d *deferred) (*workspaceEdit, error) {
	t, err := w.textOf(key)
	if err != nil {
		return nil, err
	}
	if d.Offset < 0 || d.Offset > len(t.src) {
		return nil, errModified // or it is not what was offered
	}
	_, session := w.session(key)
	if session == nil {
		return nil, errModified
	}
	parsed, _, err := session.Document(ctx, key, []byte(t.src))
	if err != nil {
		return nil, err
	}
	for _, in := range suppress.Places(parsed, d.Offset) {
		text := in.Comment([]string{d.Rule}, reason)
		now := t.src[:in.At] + text + t.src[in.At:]
		after, err := check(ctx, func(ctx context.Context) (*nplint.Answer, error) {
			return session.Try(ctx, key, []byte(now))
		})
		if err != nil {
			return nil, err
		}
		if after.Version != w.src.answer.Version {
			return nil, errModified
		}
		offset := d.Offset
		if in.At <= offset {
			offset += len(text)
		}
		if silent(w.src.answer.Report, after.Report, key, d.Rule, offset) {
			place := t.span(in.At, in.At, w.encoding)
			return w.edits(map[string][]textEdit{key: {{place, text}}}), nil
		}
	}
	return w.configured(key, d)
}

// textOf returns the text of a file as it was when the request came.
func (w *editor) textOf(key string) (*text, error) {
	if d := w.docs[key]; d != nil {
		return d.text, nil
	}
	src, err := files.ReadFile(key, maxRelated)
	if err != nil {
		return nil, failed("%s cannot be read: %v", filepath.Base(key), paths.Reason(err))
	}
	return newText(string(src)), nil
}

// silent reports whether a report has nothing of a rule at an offset of a file, and of nothing else more than the one
// before: a comment is text, too, and others may compare it.
func silent(before, after *nplint.Report, key, rule string, offset int) bool {
	src := newSources(&nplint.Answer{Report: after}, nil)
	for i := range after.Findings {
		f := &after.Findings[i]
		if src.key(f.Path) == key && f.Rule == rule && f.Range.Start.Offset == offset {
			return false
		}
	}
	for of := range report.More(before, after) {
		if of.Rule != rule || src.key(of.Path) != key {
			return false
		}
	}
	return true
}

// configured returns the edit that lets a finding stand by an entry in the configuration.
func (w *editor) configured(key string, d *deferred) (*workspaceEdit, error) {
	w.mutex.Lock()
	o := w.root.options
	w.mutex.Unlock()
	file := o.Config.File
	isNew := file == ""
	if isNew {
		file = filepath.Join(o.Dir, nplint.ConfigName)
	}
	file = paths.Key(file)
	name := paths.Below(key, filepath.Dir(file))
	if !paths.Within(key, filepath.Dir(file)) || strings.ContainsAny(name, `*?[]{}\`) {
		return nil, failed("no comment and no entry in %s can let this stand", nplint.ConfigName)
	}
	entry := fmt.Sprintf("\n[[suppressions]]\npaths = [%s]\nrules = [%s]\nreason = %s\n",
		document.JSONString(name), document.JSONString(d.Rule), document.JSONString(reason))
	if d.At != "" {
		entry += "at = " + document.JSONString(d.At) + "\n"
	}
	if isNew {
		return w.creates(file, "version = 1\n"+entry)
	}
	t, err := w.textOf(file)
	if err != nil {
		return nil, err
	}
	if t.src != "" && !strings.HasSuffix(t.src, "\n") {
		entry = "\n" + entry
	}
	at := t.span(len(t.src), len(t.src), w.encoding)
	return w.edits(map[string][]textEdit{file: {{at, entry}}}), nil
}

// creates returns the edit that makes a file.
func (w *editor) creates(file, content string) (*workspaceEdit, error) {
	if !w.can.does("create") {
		return nil, failed("no comment can let this stand, and there is no %s; `nplint init` writes one", nplint.ConfigName)
	}
	uri := toURI(file)
	return &workspaceEdit{DocumentChanges: []any{
		createFile{"create", uri},
		documentEdit{versionedID{URI: uri}, []textEdit{{NewText: content}}},
	}}, nil
}

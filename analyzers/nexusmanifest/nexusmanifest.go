// Package nexusmanifest holds manifest.json of nexus-core against what it is made of: metas, prompts and vocabulary. The reference writes the
// file anew instead of comparing it, so nobody sees there when a committed one is stale.
package nexusmanifest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges manifest.json.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusmanifest",
	Doc:      "hold manifest.json of nexus-core against metas, prompts and vocabulary",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	set.Each(pass, []string{"nexus/manifest"}, func(r *document.Reporter) {
		if !r.Doc.Readable() || r.Doc.Data.Root == nil || r.Doc.Data.Root.Type != document.Map || set.Standalone {
			return
		}
		m := &manifest{Reporter: r, set: set, tree: tree, nexus: tree.Nexus(r.Doc.Root), root: r.Doc.Data.Root}
		m.version()
		m.members("agents", m.nexus.Agents, m.demandOf("nexus/agent-meta"))
		m.members("skills", m.nexus.Skills, m.demandOf("nexus/skill-meta"))
		m.vocabulary()
	})
	return nil, nil
}

// manifest judges one manifest.
type manifest struct {
	*document.Reporter
	set   *document.Set
	tree  *project.Tree
	nexus *project.Nexus
	root  *document.Node
}

// version holds the version against VERSION or, in older editions, package.json, unless that one alone has another version than all others.
func (m *manifest) version() {
	n, versions, source := m.root.Get("nexus_core_version"), m.tree.Versions(m.Doc.Root), project.PackageFile
	if versions[project.VersionFile] != "" {
		source = project.VersionFile
	}
	want := versions[source]
	if project.Text(n) == "" || !versionForm().MatchString(n.Text) {
		return // the contract says it
	}
	if want != "" && want != n.Text && m.tree.OddVersion(m.Doc.Root) != source {
		m.Report(document.Finding{Rule: "nx-manifest-version", Span: n.Span, At: "$.nexus_core_version", Fixes: document.Replace("write "+want, n.Span, document.JSONString(want)),
			Message: fmt.Sprintf("the manifest says that it is of version %s, and %s says %s, so consumers take it for another release; write the manifest anew", n.Text, source, want)})
	}
}

var versionForm = rules.Lazy(`^\d+\.\d+\.\d+(-[a-z0-9.-]+)?$`)

// members holds the list of agents or skills against their metas, by id and never by position.
func (m *manifest) members(key string, members []project.Member, source demand) {
	list := m.root.Get(key)
	if list == nil || list.Type != document.List {
		return
	}
	records := m.records(list, "$."+key, "nx-manifest-meta", m.demandOf("nexus/manifest").entry(key))
	var missing []*document.Node
	for i := range members {
		member := &members[i]
		id := member.ID()
		record := records[id]
		if record == nil {
			record = records[member.Dir]
		}
		delete(records, id)
		delete(records, member.Dir)
		if member.Meta == nil || id == "" {
			continue // that it cannot be read, or has no id, is reported there
		}
		fields := append([]document.Pair{}, member.Meta.Pairs...)
		if hash := m.bodyHash(member); hash != "" {
			fields = append(fields, document.Pair{Key: "body_hash", Value: &document.Node{Type: document.String, Text: hash}})
		}
		isSettled := func() bool { return m.settled(member, source) }
		switch {
		case record != nil:
			m.fields(record, fields, "nx-manifest-meta", strings.TrimSuffix(key, "s")+" "+id, path.Base(path.Dir(member.Path))+"/meta.yml", isSettled)
		case isSettled():
			missing = append(missing, &document.Node{Type: document.Map, Pairs: fields})
		}
	}
	missing = m.renamed(missing, records, "nx-manifest-meta")
	if slices.ContainsFunc(list.Items, func(item *document.Node) bool { return project.Text(item.Get("id")) == "" }) {
		missing = nil // an entry without an id may be the one, and the contract reports it
	}
	m.lacks(list, "$."+key, missing, "nx-manifest-meta", key)
	m.extra(list, records, "nx-manifest-meta", strings.TrimSuffix(key, "s"))
}

// bodyHash returns the hash of a member's prompt without what line ends and trailing blanks make of it, or "".
func (m *manifest) bodyHash(member *project.Member) string {
	d := m.tree.Lookup(path.Dir(member.Path) + "/body.md")
	if d == nil || d.Problem != nil {
		return ""
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(string(d.Src), "\uFFFD"), "\r\n", "\n")
	sum := sha256.Sum256([]byte(strings.TrimRightFunc(text, isSpace) + "\n"))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// isSpace reports whether the trimEnd of JavaScript, with which the hashes are made, takes r away.
func isSpace(r rune) bool {
	return strings.ContainsRune(" \t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff", r) || 0x2000 <= r && r <= 0x200A
}

// vocabulary holds each section against its file.
func (m *manifest) vocabulary() {
	section := m.root.Get("vocabulary")
	if section == nil || section.Type != document.Map {
		return
	}
	for _, file := range project.VocabularyFiles(m.nexus.Edition) {
		key := file.Key
		if key == "" {
			key = "memory_policy"
		}
		entries, known := m.nexus.Vocabulary[key]
		stored := section.Get(key)
		at := "$.vocabulary." + key
		switch {
		case !known || stored == nil:
			continue // the contract, or the vocabulary's own rules, say it
		case file.Key == "" && stored.Type == document.Map:
			isSettled := func() bool { return m.demandOf(file.Kind).met(entries[0]) }
			m.fields(&record{node: stored, at: at}, entries[0].Pairs, "nx-manifest-vocabulary", "memory_policy", file.Name, isSettled)
		case stored.Type == document.List:
			m.entries(stored, at, entries, file)
		}
	}
}

func (m *manifest) entries(list *document.Node, at string, entries []*document.Node, file project.VocabularyFile) {
	const rule = "nx-manifest-vocabulary"
	records := m.records(list, at, rule, demand{})
	source := m.demandOf(file.Kind).entry(file.Key)
	var missing []*document.Node
	for _, entry := range entries {
		id := project.Text(entry.Get("id"))
		fields := entry.Pairs
		isSettled := func() bool { return source.met(entry) }
		if file.Key == "invocations" {
			fields = nil // the manifest has only these of an invocation
			for _, p := range entry.Pairs {
				if p.Key == "id" || p.Key == "description" || p.Key == "intent" || p.Key == "fallback_behavior" {
					fields = append(fields, p)
				}
			}
		}
		if r := records[id]; r != nil {
			m.fields(r, fields, rule, id, file.Name, isSettled)
		} else if id != "" && isSettled() {
			missing = append(missing, &document.Node{Type: document.Map, Pairs: fields})
		}
		delete(records, id)
	}
	missing = m.renamed(missing, records, rule)
	m.lacks(list, at, missing, rule, "entries of "+file.Name+":")
	m.extra(list, records, rule, "entry of "+file.Name)
}

// Package manifest holds manifest.json of nexus-core against what it is made of: metas, prompts and vocabulary. The
// reference writes the file anew instead of comparing it, so nobody sees there when a committed one is stale.
package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/schema"
)

// Analyzer judges manifest.json.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusmanifest",
	Doc:      "hold manifest.json of nexus-core against metas, prompts and vocabulary",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	projects.Each([]string{"nexus/manifest"}, func(r *document.Reporter, p *model.Project) {
		root := r.Doc.Map()
		if root == nil || !r.Doc.Readable() || p.Standalone {
			return
		}
		m := &manifest{Reporter: r, project: p, root: root, schemas: map[string]*schema.Schema{}}
		m.own = m.breachesOf("nexus/manifest", root)
		m.version()
		m.members("agent", p.Agents.All, "nexus/agent-meta")
		m.members("skill", p.Skills.All, "nexus/skill-meta")
		m.vocabulary()
	})
	return nil, nil
}

// manifest judges one manifest.
type manifest struct {
	*document.Reporter
	project *model.Project
	root    *document.Node
	own     *breaches                 // which the contract reports
	schemas map[string]*schema.Schema // by kind
}

// version holds the version against VERSION or, in older editions, package.json, unless that one alone has another
// version than all others.
func (m *manifest) version() {
	n, versions, source := m.root.Get("nexus_core_version"), m.project.Versions(), "nexus/package"
	if versions["nexus/version"] != "" {
		source = "nexus/version"
	}
	want := versions[source]
	if document.Text(n) == "" || !versionForm().MatchString(n.Text) {
		return // the contract says it
	}
	if want != "" && want != n.Text && m.project.OddVersion() != source {
		const message = "the manifest says that it is of version %s, and %s says %s, so consumers take it for " +
			"another release; write the manifest anew"
		m.Report(document.Finding{Rule: "nx-manifest-version", Span: n.Span, At: "$.nexus_core_version",
			Fixes:   document.Replace("write "+want, n.Span, document.JSONString(want)),
			Message: fmt.Sprintf(message, n.Text, m.project.Path(source), want)})
	}
}

var versionForm = memo.Regexp(`^\d+\.\d+\.\d+(-[a-z0-9.-]+)?$`)

// members holds the list of agents or skills against their metas, by id and never by position.
func (m *manifest) members(one string, members []model.Member, kind string) {
	sources := make([]source, len(members))
	for i, member := range members {
		sources[i] = source{id: member.ID(), dir: member.Dir, what: one + " " + member.ID(),
			file:    path.Base(path.Dir(member.Path)) + "/meta.yml",
			settled: func() bool { return m.settled(&member, kind) }}
		if member.Meta != nil {
			sources[i].fields = slices.Clone(member.Meta.Pairs)
		}
		if hash := m.bodyHash(&member); hash != "" {
			sources[i].fields = append(sources[i].fields,
				document.Pair{Key: "body_hash", Value: &document.Node{Type: document.String, Text: hash}})
		}
	}
	all := one + "s"
	list := &section{manifest: m, list: m.root.Get(all), at: "$." + all, rule: "nx-manifest-meta", one: one, all: all}
	list.compare(sources)
}

// bodyHash returns the hash of a member's prompt without what line ends and trailing blanks make of it, or "".
func (m *manifest) bodyHash(member *model.Member) string {
	d := m.project.At(path.Dir(member.Path) + "/body.md")
	if d == nil || d.Problem != nil {
		return ""
	}
	text := strings.ReplaceAll(strings.ToValidUTF8(string(d.Src), "\uFFFD"), "\r\n", "\n")
	sum := sha256.Sum256([]byte(strings.TrimRightFunc(text, isSpace) + "\n"))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// isSpace reports whether the trimEnd of JavaScript, with which the hashes are made, takes r away.
func isSpace(r rune) bool {
	const blanks = " \t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"
	return strings.ContainsRune(blanks, r) || 0x2000 <= r && r <= 0x200A
}

// vocabulary holds each section against its file.
func (m *manifest) vocabulary() {
	for _, file := range m.project.VocabularyFiles() {
		entries, known := m.project.Entries[file.Key]
		stored := m.root.Get("vocabulary").Get(file.Key)
		if !known || stored == nil {
			continue // the contract, or the vocabulary's own rules, say it
		}
		name := path.Base(file.Path)
		list := &section{manifest: m, list: stored, at: "$.vocabulary." + file.Key, rule: "nx-manifest-vocabulary",
			one: "entry of " + name, all: "entries of " + name + ":"}
		wrong := sync.OnceValue(func() *breaches { return m.breachesOf(file.Kind, m.project.Data(file.Kind)) })
		sources := make([]source, len(entries))
		for i, entry := range entries {
			id := document.Text(entry.Get("id"))
			sources[i] = source{id: id, fields: entry.Pairs, what: id, file: name,
				settled: func() bool { return !wrong().within[entry] }}
			if file.Kind == "nexus/invocations" {
				kept := m.project.WordList("manifest_invocation")
				sources[i].fields = slices.DeleteFunc(slices.Clone(entry.Pairs),
					func(p document.Pair) bool { return !slices.Contains(kept, p.Key) })
			}
		}
		if !file.Whole {
			list.compare(sources)
		} else if stored.Type == document.Map {
			sources[0].what = file.Key
			list.fields(&record{node: stored, at: list.at}, &sources[0])
		}
	}
}

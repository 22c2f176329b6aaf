package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Versions returns the version that each of the files that tell one tells, by the file's kind: nexus/package,
// nexus/version (not in the oldest edition), nexus/manifest, and nexus/changelog by the heading of its newest
// release. What tells none is left out.
func (p *Project) Versions() map[string]string {
	versions := p.told(p.Root)
	if p.IsOldest() {
		delete(versions, "nexus/version")
	}
	return versions
}

func (p *Projects) told(root string) map[string]string {
	versions := map[string]string{}
	tell := func(kind, version string) {
		if version != "" {
			versions[kind] = version
		}
	}
	file := func(kind string) *document.Document { return p.At(document.Join(root, p.Path(kind))) }
	tell("nexus/package", document.Text(file("nexus/package").Map().Get("version")))
	tell("nexus/manifest", document.Text(file("nexus/manifest").Map().Get("nexus_core_version")))
	if d := file("nexus/version"); d != nil {
		tell("nexus/version", strings.TrimSpace(string(d.Src)))
	}
	if d := file("nexus/changelog"); d != nil && d.Body != nil {
		for _, h := range d.Body.Headings {
			if m := Release().FindStringSubmatch(h.Text); m != nil && h.Level == 2 {
				versions["nexus/changelog"] = m[1]
				break
			}
		}
	}
	return versions
}

// Release matches the heading of a release in the changelog; its first group is the version.
var Release = memo.Regexp(`^\[?v?(\d+\.\d+\.\d+[0-9A-Za-z.-]*)\]?(?:$|[ \t])`)

// OddVersion returns the kind of the file whose version alone is another one while all the others agree, of which
// there are at least two; "" if there is none. It is the one that somebody changed, and the others need no finding.
func (p *Project) OddVersion() string {
	versions := p.Versions()
	kinds := map[string][]string{} // by version
	for kind, version := range versions {
		kinds[version] = append(kinds[version], kind)
	}
	if len(kinds) != 2 || len(versions) < 3 {
		return ""
	}
	for _, same := range kinds {
		if len(same) == 1 {
			return same[0]
		}
	}
	return ""
}

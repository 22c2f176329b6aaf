package project

import (
	"strings"

	"github.com/nplint/nplint/rules"
)

// The files of a tree of nexus-core that tell its version.
const (
	PackageFile   = "package.json"
	VersionFile   = "VERSION" // not before edition 0.10
	ManifestFile  = "manifest.json"
	ChangelogFile = "CHANGELOG.md" // by the heading of its newest release
)

// Versions returns the version that each of these files tells, by the file's name, without those that tell none.
func (t *Tree) Versions(root string) map[string]string {
	versions := map[string]string{}
	for file, key := range map[string]string{PackageFile: "version", ManifestFile: "nexus_core_version"} {
		if d := t.Lookup(Join(root, file)); d != nil && d.Data != nil {
			if version := Text(d.Data.Root.Get(key)); version != "" {
				versions[file] = version
			}
		}
	}
	if d := t.Lookup(Join(root, VersionFile)); d != nil && d.Problem == nil && t.Nexus(root).Edition != "0.6" {
		if version := strings.TrimSpace(string(d.Src)); version != "" {
			versions[VersionFile] = version
		}
	}
	if d := t.Lookup(Join(root, ChangelogFile)); d != nil && d.Body != nil {
		for _, h := range d.Body.Headings {
			if m := releaseHeading().FindStringSubmatch(h.Text); m != nil && h.Level == 2 {
				versions[ChangelogFile] = m[1]
				break
			}
		}
	}
	return versions
}

var releaseHeading = rules.Lazy(`^\[?v?(\d+\.\d+\.\d+[0-9A-Za-z.-]*)\]?(?:$|[ \t])`)

// OddVersion returns the file whose version alone is another one while all the others agree, of which there are at least two; "" if there is none.
// It is the one that somebody changed, and the others need no finding.
func (t *Tree) OddVersion(root string) string {
	versions := t.Versions(root)
	files := map[string][]string{} // by version
	for file, version := range versions {
		files[version] = append(files[version], file)
	}
	if len(files) != 2 || len(versions) < 3 {
		return ""
	}
	odd := ""
	for _, same := range files {
		if len(same) == 1 {
			odd = same[0]
		} else if len(same) < 2 {
			return ""
		}
	}
	return odd
}

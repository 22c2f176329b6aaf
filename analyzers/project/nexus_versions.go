package project

import (
	"slices"
	"strconv"
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
	versions := t.told(root)
	if t.Nexus(root).Edition == "0.6" {
		delete(versions, VersionFile)
	}
	return versions
}

func (t *Tree) told(root string) map[string]string {
	versions := map[string]string{}
	for file, key := range map[string]string{PackageFile: "version", ManifestFile: "nexus_core_version"} {
		if d := t.Lookup(Join(root, file)); d != nil && d.Data != nil {
			if version := Text(d.Data.Root.Get(key)); version != "" {
				versions[file] = version
			}
		}
	}
	if d := t.Lookup(Join(root, VersionFile)); d != nil && d.Problem == nil {
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

// detectEdition returns the edition that most of the files that tell the version tell, and of two VERSION or manifest.json: one of them that
// cannot be read, or is wrong, must not change what holds for all. package.json and CHANGELOG.md count beside one of these, or where no file
// is there that came with 0.10. It is the newest edition if nothing tells.
func (t *Tree) detectEdition(root string) string {
	versions := t.told(root)
	files := []string{VersionFile, ManifestFile}
	isNew := slices.ContainsFunc(VocabularyFiles("")[len(VocabularyFiles("0.6")):], func(f VocabularyFile) bool { return t.HasArtefact(root, "vocabulary/"+f.Name) })
	if !isNew || t.HasArtefact(root, VersionFile) || t.HasArtefact(root, ManifestFile) {
		files = append(files, PackageFile, ChangelogFile)
	}
	first, older, newer := "", 0, 0
	for _, file := range files {
		edition := editionOf(versions[file])
		switch edition {
		case "0.6":
			older++
		case "0.10":
			newer++
		}
		if first == "" {
			first = edition
		}
	}
	if older > newer || older == newer && first == "0.6" {
		return "0.6"
	}
	return "0.10"
}

// editionOf returns the edition of the contracts that a version belongs to, "" if it is no version.
func editionOf(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return ""
	}
	major, err := strconv.Atoi(parts[0])
	minor, wrong := strconv.Atoi(parts[1])
	switch {
	case err != nil || wrong != nil:
		return ""
	case major == 0 && minor <= 6:
		return "0.6"
	}
	return "0.10"
}

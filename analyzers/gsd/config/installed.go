package config

import (
	"encoding/json"
	"path"

	"github.com/nplint/nplint/analyzers/gsd/model"
)

// mostDeclared is how many keys of capabilities a configuration is held against.
const mostDeclared = 500

// installed returns the keys that the capabilities of a project declare: those that lie in it, and those that its list
// of them names. Of one whose declaration is elsewhere it is all below its id. It may be some of them, where there are more
// than mostDeclared.
func installed(p *model.Planning) (keys []string) {
	const home = ".gsd/capabilities"
	names, _ := p.Files.List(p.Root, home)
	for _, name := range names[:min(len(names), mostDeclared)] {
		declared, _ := declares(p, path.Join(home, name))
		keys = append(keys, declared...)
	}
	var list struct {
		Entries map[string]struct {
			Source string `json:"source"`
		} `json:"entries"`
	}
	text, err := p.Files.Read(p.Root, ".gsd-capabilities.json")
	if err != nil || json.Unmarshal(text, &list) != nil {
		return keys
	}
	found := map[string]bool{} // directories
	for id, entry := range list.Entries {
		dir := path.Clean(entry.Source)
		if len(keys) > mostDeclared || found[dir] {
			continue
		}
		declared, known := declares(p, dir)
		found[dir] = known
		if !known {
			declared = []string{id + ".*"}
		}
		keys = append(keys, declared...)
	}
	return keys
}

// declares returns the keys that the capability in a directory declares, and whether one lies there.
func declares(p *model.Planning, dir string) (keys []string, known bool) {
	var capability struct {
		Config map[string]any `json:"config"`
	}
	text, err := p.Files.Read(p.Root, path.Join(dir, "capability.json"))
	if err != nil || json.Unmarshal(text, &capability) != nil {
		return nil, false
	}
	for key := range capability.Config {
		keys = append(keys, key)
	}
	return keys, true
}

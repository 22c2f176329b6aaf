package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/version"
)

// Schema is a JSON Schema 2020-12 with what nplint adds to it.
type Schema struct {
	JSON       map[string]any    // the schema without our own keys, as encoding/json would decode it
	Properties []string          // the names of the top-level properties in the order in which the contract lists them
	Required   []string          // the top-level "required"
	Forbidden  map[string]string // keys that must not be there, each with the reason; our key "forbidden"
	CheckedBy  string            // name of a pass that judges the frontmatter instead of the schema; our key "checked_by"
	Optional   bool              // an artefact without any frontmatter is right, too; our key "optional"
	Since      map[string]Since  // what came with later versions than the pack follows, by place: "agents.economy", "tasks[].when"; our key "since"
	SinceAt    []string          // where the contract says the first of that
}

// Since is the version of the framework that a key, or values of it, came with.
type Since struct {
	Key    string            // of the key itself; "" is one that was always there
	Values map[string]string // of single values, by their texts
}

// newSchema takes our own keys out of the table of a schema, which n says, or reads the file that it names; name is
// frontmatter or data.
func newSchema(
	table map[string]any, n *document.Node, name string, readFile func(string) ([]byte, error),
) (*Schema, error) {
	s := &Schema{JSON: table, Properties: keys(n.Get("properties"))}
	if file, ok := table["schema"].(string); ok {
		if len(table) > 1 || path.Base(file) != file {
			return nil, fmt.Errorf("%s.schema = %q stands alone and names a file beside the contract", name, file)
		}
		data, err := readFile(file)
		if err != nil {
			return nil, fmt.Errorf("schema: %w", err)
		}
		s.JSON = nil
		if err := json.Unmarshal(data, &s.JSON); err != nil || s.JSON == nil {
			return nil, fmt.Errorf("schema %s is no JSON object: %v", file, err)
		}
	}
	s.CheckedBy, _ = table["checked_by"].(string)
	delete(table, "checked_by")
	s.Optional, _ = table["optional"].(bool)
	delete(table, "optional")
	if forbidden, ok := table["forbidden"].(map[string]any); ok {
		s.Forbidden = map[string]string{}
		for key, why := range forbidden {
			s.Forbidden[key], _ = why.(string)
		}
	}
	delete(table, "forbidden")
	s.Since = map[string]Since{}
	if err := s.takeSince(table, "", []string{name}); err != nil {
		return nil, err
	}
	if properties, _ := s.JSON["properties"].(map[string]any); len(s.Properties) == 0 {
		s.Properties = slices.Sorted(maps.Keys(properties))
	}
	required, _ := s.JSON["required"].([]any)
	for _, key := range required {
		if key, ok := key.(string); ok {
			s.Required = append(s.Required, key)
		}
	}
	if _, ok := s.JSON["type"]; !ok && (name == "frontmatter" || s.JSON["required"] != nil ||
		s.JSON["properties"] != nil) {
		s.JSON["type"] = "object" // JSON Schema lets everything else pass a list of required keys
	}
	return s, nil
}

// takeSince takes the key "since" out of the schemas of properties and items, which lie at a place of the artefact and
// at another of the contract.
func (s *Schema) takeSince(schema map[string]any, where string, at []string) error {
	properties, _ := schema["properties"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		property, ok := properties[key].(map[string]any)
		if !ok {
			continue
		}
		of, at := strings.TrimPrefix(where+"."+key, "."), append(slices.Clip(at), "properties", key)
		if written, ok := property["since"]; ok {
			since, err := readSince(written)
			if err != nil {
				return &place{path: append(at, "since"), err: err}
			}
			s.Since[of] = since
			if s.SinceAt == nil {
				s.SinceAt = append(at, "since")
			}
			delete(property, "since")
		}
		if err := s.takeSince(property, of, at); err != nil {
			return err
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		return s.takeSince(items, where+"[]", append(slices.Clip(at), "items"))
	}
	return nil
}

// readSince reads a version, or a table of versions by values.
func readSince(written any) (Since, error) {
	const wrong = "since: write the version that the key came with, such as \"1.3.0\", or a table of values with theirs"
	if text, ok := written.(string); ok && version.Is(text) {
		return Since{Key: text}, nil
	}
	table, ok := written.(map[string]any)
	since := Since{Values: map[string]string{}}
	for value, v := range table {
		text, _ := v.(string)
		ok = ok && version.Is(text)
		since.Values[value] = text
	}
	if !ok {
		return since, errors.New(wrong)
	}
	return since, nil
}

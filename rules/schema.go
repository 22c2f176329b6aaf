package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// Schema is a JSON Schema 2020-12 with what nplint adds to it.
type Schema struct {
	JSON       map[string]any    // the schema without our own keys, as encoding/json would decode it
	Properties []string          // the names of the top-level properties in the order in which the contract lists them
	Required   []string          // the top-level "required"
	Forbidden  map[string]string // keys that must not be there, each with the reason; our key "forbidden"
	CheckedBy  string            // name of a pass that judges the frontmatter instead of the schema; our key "checked_by"
	Optional   bool              // an artefact without any frontmatter is right, too; our key "optional"
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

package mcpserver

import (
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/nplint/nplint"
)

// arguments is what the arguments of tools say, which say the same in all tools.
var arguments = map[string]string{
	"paths":   "files and directories, relative to the project or absolute; without them the whole project",
	"text":    "the text of a file that is not written yet; with path or kind, and without paths",
	"path":    "where the file is to be; a text is checked against the project there, too",
	"kind":    "the kind of file, such as nubos/verification; a check is by it alone, wherever the file lies",
	"only":    "report or fix only these rules, tags or packs",
	"limit":   "how many findings to return, 50 if it is left out and 200 at most; errors come before others",
	"write":   "write the fixed files; otherwise a diff shows what would change",
	"unsafe":  "also apply fixes that may change what the author meant; look at their diff first",
	"names":   "ids of rules, such as task-dropped, and kinds, such as nubos/verification",
	"id":      "the graph to show, such as a milestone M002; without it all",
	"drawing": "mermaid or dot: return the graphs as a drawing, too",
}

// inputSchema returns the JSON Schema of the arguments of a tool. What may be left out is left out, and is not null:
// not every client takes a type that is one of several.
func inputSchema[T any]() *jsonschema.Schema {
	schema := schemaOf[T]()
	for name, property := range schema.Properties {
		property.Description = arguments[name]
		if i := slices.Index(property.Types, "null"); i >= 0 && len(property.Types) == 2 {
			property.Type, property.Types = property.Types[1-i], nil
		}
	}
	return schema
}

// schemaOf returns the JSON Schema of what a tool returns.
func schemaOf[T any]() *jsonschema.Schema {
	severity := &jsonschema.Schema{Type: "string", Enum: []any{"error", "warning", "info"}}
	schema, err := jsonschema.For[T](&jsonschema.ForOptions{
		TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[nplint.Severity](): severity},
	})
	if err != nil {
		panic(err) // the types are ours
	}
	return schema
}

package project

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Conformance is what the conformance fixtures of a nexus-core tree cover.
type Conformance struct {
	Schemas []SchemaCoverage // by file name
	Tools   []Covered        // in the order of the vocabulary
	Events  []Covered
	Silent  []SilentParam // in the order of the files

	// Partial says that some fixture cannot be read or says nothing of what it covers, so that what no other covers is not known.
	Partial bool
	// Unnamed says that some fixture or step names no tool and no event, or one that there is not, so that what no other uses is not known.
	Unnamed bool
}

// SchemaCoverage is the fields of one state schema.
type SchemaCoverage struct {
	Name   string // of the file: "plan.schema.json"
	Path   string // relative to the run's base
	Fields []Field
}

// Field is a value that a state file may have, named as fixtures name it: "issues[].title".
type Field struct {
	Name    string
	Span    document.Span // of its key in the schema
	Covered bool          // some fixture claims it
	Open    bool          // the schema leaves open what lies in it: a choice between forms, or any object
}

// Covered is a tool or event with the ids of the fixtures that use it.
type Covered struct {
	Name     string
	Fixtures []string
}

// SilentParam is a parameter that a fixture passes and neither asserts anything about nor declares uncovered.
type SilentParam struct {
	Path    string // of the fixture file, relative to the run's base
	Fixture *Fixture
	Action  *document.Node
	Pair    *document.Pair // in the action's params
	At      string         // the place of the parameter
}

// Fixture is one conformance fixture.
type Fixture struct {
	Node *document.Node
	At   string // "$" or "$[2]"
}

// ID returns the fixture's test_id, or "".
func (f *Fixture) ID() string { return Text(f.Node.Get("test_id")) }

// Fixtures returns the fixtures in a document: the one that it is, or those in its list.
func Fixtures(d *document.Document) []Fixture {
	if d == nil || d.Data == nil || d.Data.Root == nil {
		return nil
	}
	if d.Data.Root.Type == document.Map {
		return []Fixture{{d.Data.Root, "$"}}
	}
	var fixtures []Fixture
	for i, item := range d.Data.Root.Items {
		if item.Type == document.Map {
			fixtures = append(fixtures, Fixture{item, index("$", i)})
		}
	}
	return fixtures
}

// Conformance reads the fixtures and state schemas of a project and adds up what they cover.
func (t *Tree) Conformance(root string) *Conformance {
	n := t.Nexus(root)
	c := &Conformance{}
	claimed := map[string]map[string]bool{}
	used := map[string][]string{}
	for _, file := range n.Paths("nexus/fixture") {
		fixtures := Fixtures(t.Lookup(file))
		d := t.Lookup(file)
		c.Partial = c.Partial || d.Data == nil || d.Data.Root == nil || d.Data.Fault != nil
		for _, f := range fixtures {
			covers := f.Node.Get("covers")
			c.Partial = c.Partial || len(mapPairs(covers.Get("state_schemas")))+len(mapPairs(covers.Get("return_value"))) == 0
			for _, p := range mapPairs(f.Node.Get("covers").Get("state_schemas")) {
				if claimed[p.Key] == nil {
					claimed[p.Key] = map[string]bool{}
				}
				for _, field := range Texts(p.Value) {
					claimed[p.Key][field] = true
				}
			}
			names := f.uses()
			c.Unnamed = c.Unnamed || len(names) == 0
			for _, name := range names {
				c.Unnamed = c.Unnamed || !slices.Contains(t.Vocabulary("nexus", "fixture_tools"), name) && !slices.Contains(t.Vocabulary("nexus", "fixture_events"), name)
				used[name] = append(used[name], f.ID())
			}
			for _, silent := range f.silent() {
				silent.Path = file
				c.Silent = append(c.Silent, silent)
			}
		}
	}
	for _, name := range t.Vocabulary("nexus", "fixture_tools") {
		c.Tools = append(c.Tools, Covered{name, used[name]})
	}
	for _, name := range t.Vocabulary("nexus", "fixture_events") {
		c.Events = append(c.Events, Covered{name, used[name]})
	}
	for _, file := range n.Paths("nexus/state-schema") {
		s := SchemaCoverage{Name: path.Base(file), Path: file, Fields: SchemaFields(t.Lookup(file))}
		for i := range s.Fields {
			s.Fields[i].Covered = claimed[s.Name][s.Fields[i].Name]
		}
		c.Schemas = append(c.Schemas, s)
	}
	return c
}

// uses returns the tools and events of a fixture, each once.
func (f *Fixture) uses() []string {
	var names []string
	for _, n := range append([]*document.Node{f.Node}, list(f.Node.Get("steps"))...) {
		for _, name := range []string{Text(n.Get("action").Get("tool")), Text(n.Get("event").Get("type"))} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

var segment = rules.Lazy(`[A-Za-z_][A-Za-z0-9_]*`)

// silent returns the parameters that nothing is asserted about. A parameter is asserted when a key of the assertions has its name as a
// whole segment; the reference is content with a part of one, so that a parameter `i` always passes.
func (f *Fixture) silent() []SilentParam {
	excepted := Texts(f.Node.Get("uncovered_params"))
	var found []SilentParam
	judge := func(action, returned, files *document.Node, at string) {
		asserted := map[string]bool{}
		for _, assertions := range append([]*document.Node{returned}, values(files)...) {
			for _, p := range mapPairs(assertions) {
				for _, name := range segment().FindAllString(p.Key, -1) {
					asserted[name] = true
				}
			}
		}
		params := action.Get("params")
		for i, p := range mapPairs(params) {
			if !asserted[p.Key] && !slices.Contains(excepted, p.Key) {
				found = append(found, SilentParam{Fixture: f, Action: action, Pair: &params.Pairs[i], At: at + ".params." + p.Key})
			}
		}
	}
	if action := f.Node.Get("action"); action != nil {
		post := f.Node.Get("postcondition")
		judge(action, post.Get("return_value"), post.Get("state_files"), f.At+".action")
	}
	for i, step := range list(f.Node.Get("steps")) {
		if action := step.Get("action"); action != nil {
			judge(action, step.Get("assert_return"), step.Get("assert_state"), index(f.At+".steps", i)+".action")
		}
	}
	return found
}

// index addresses the i-th item of a list.
func index(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

func list(n *document.Node) []*document.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func mapPairs(n *document.Node) []document.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

func values(n *document.Node) []*document.Node {
	var all []*document.Node
	for _, p := range mapPairs(n) {
		all = append(all, p.Value)
	}
	return all
}

// SchemaFields returns the fields of a state schema that stand for a value, in the order of the schema: "a.b", "a[]" for the items of a
// list, "a[].b" for those of its objects. Objects without properties and choices between forms are values. References within the file
// are followed.
func SchemaFields(d *document.Document) []Field {
	if d == nil || d.Data == nil || d.Data.Root == nil || d.Data.Root.Type != document.Map {
		return nil
	}
	w := &fieldWalker{root: d.Data.Root, seen: map[string]bool{}}
	top := d.Data.Root
	if items := top.Get("items"); items != nil {
		top = w.resolve(items, maxFieldDepth)
	}
	w.properties(top, "", maxFieldDepth)
	return w.fields
}

// maxFieldDepth is how deep fields may lie in one another; references may lead in circles.
const maxFieldDepth = 16

type fieldWalker struct {
	root   *document.Node
	fields []Field
	seen   map[string]bool
}

// resolve follows a reference within the file.
func (w *fieldWalker) resolve(n *document.Node, depth int) *document.Node {
	ref, ok := strings.CutPrefix(Text(n.Get("$ref")), "#/")
	if !ok || depth == 0 {
		return n
	}
	_, target, ok := w.root.At(strings.Split(ref, "/"))
	if !ok {
		return n
	}
	return w.resolve(target, depth-1)
}

func (w *fieldWalker) properties(n *document.Node, prefix string, depth int) {
	for _, p := range mapPairs(n.Get("properties")) {
		w.value(p.Value, prefix+p.Key, p.KeySpan, depth)
	}
}

func (w *fieldWalker) value(n *document.Node, name string, key document.Span, depth int) {
	n = w.resolve(n, depth)
	items := n.Get("items")
	switch {
	case depth > 0 && items != nil:
		w.value(items, name+"[]", key, depth-1)
	case depth > 0 && len(mapPairs(n.Get("properties"))) > 0:
		w.properties(n, name+".", depth-1)
	case !w.seen[name]:
		w.seen[name] = true
		choice := n.Has("oneOf") || n.Has("anyOf") || n.Has("allOf")
		w.fields = append(w.fields, Field{Name: name, Span: key, Open: choice || Text(n.Get("type")) == "object"})
	}
}

// BareTool returns the name of a tool without the prefixes of a harness: "task_add" for "mcp__plugin_x__nx_task_add".
func BareTool(name string) string {
	if i := strings.LastIndex(name, "__"); i >= 0 {
		name = name[i+len("__"):]
	}
	return strings.TrimPrefix(name, "nx_")
}

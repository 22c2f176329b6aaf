package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Conformance is what the conformance fixtures of a nexus-core tree cover.
type Conformance struct {
	Schemas []SchemaCoverage // by file name
	Tools   []Covered        // in the order of the vocabulary
	Events  []Covered
	Silent  []SilentParam // in the order of the files

	// Partial says that some fixture cannot be read or says nothing of what it covers, so that what no other covers
	// is not known.
	Partial bool
	// Unnamed says that some fixture or step names no tool and no event, or one that there is not, so that what no
	// other uses is not known.
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
	Pair    *document.Pair // in the action's params
	At      string         // the place of the parameter
}

// Fixture is one conformance fixture.
type Fixture struct {
	Node *document.Node
	At   string // "$" or "$[2]"
}

// ID returns the fixture's test_id, or "".
func (f *Fixture) ID() string { return document.Text(f.Node.Get("test_id")) }

// Fixtures returns the fixtures in a document: the one that it is, or those in its list.
func Fixtures(d *document.Document) []Fixture {
	if d.Data == nil || d.Data.Root == nil {
		return nil
	}
	if d.Data.Root.Type == document.Map {
		return []Fixture{{d.Data.Root, "$"}}
	}
	var fixtures []Fixture
	for i, item := range d.Data.Root.Items {
		if item.Type == document.Map {
			fixtures = append(fixtures, Fixture{item, document.Index("$", i)})
		}
	}
	return fixtures
}

// Conformance returns what the conformance fixtures of the project cover.
func (p *Project) Conformance() *Conformance {
	own := &Project{Projects: &Projects{Set: p.own, own: p.own, facts: p.facts}, Facts: p.Facts}
	return p.covered.Get(p.own, true, own.conformance)
}

// conformance reads the fixtures and state schemas and adds up what they cover.
func (p *Project) conformance() *Conformance {
	c := &Conformance{}
	tools, events := p.WordList("fixture_tools"), p.WordList("fixture-event")
	claimed := map[[2]string]bool{} // name of the schema, and field
	used := map[string][]string{}
	for _, file := range p.Paths("nexus/fixture") {
		d := p.Lookup(file)
		c.Partial = c.Partial || !d.Readable()
		for _, f := range Fixtures(d) {
			covers := f.Node.Get("covers")
			schemas := document.Pairs(covers.Get("state_schemas"))
			c.Partial = c.Partial || len(schemas)+len(document.Pairs(covers.Get("return_value"))) == 0
			for _, schema := range schemas {
				for _, field := range document.Texts(schema.Value) {
					claimed[[2]string{schema.Key, field}] = true
				}
			}
			names := f.uses()
			c.Unnamed = c.Unnamed || len(names) == 0
			for _, name := range names {
				c.Unnamed = c.Unnamed || !slices.Contains(tools, name) && !slices.Contains(events, name)
				used[name] = append(used[name], f.ID())
			}
			for _, silent := range f.silent() {
				silent.Path = file
				c.Silent = append(c.Silent, silent)
			}
		}
	}
	covered := func(names []string) (all []Covered) {
		for _, name := range names {
			all = append(all, Covered{name, used[name]})
		}
		return all
	}
	c.Tools, c.Events = covered(tools), covered(events)
	for _, file := range p.Paths("nexus/state-schema") {
		s := SchemaCoverage{Name: path.Base(file), Path: file, Fields: schemaFields(p.Lookup(file))}
		for i := range s.Fields {
			s.Fields[i].Covered = claimed[[2]string{s.Name, s.Fields[i].Name}]
		}
		c.Schemas = append(c.Schemas, s)
	}
	return c
}

// uses returns the tools and events of a fixture, each once.
func (f *Fixture) uses() []string {
	var names []string
	for _, n := range append([]*document.Node{f.Node}, document.Items(f.Node.Get("steps"))...) {
		for _, name := range []string{document.Text(n.Get("action").Get("tool")), document.Text(n.Get("event").Get("type"))} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

var segment = memo.Regexp(`[A-Za-z_][A-Za-z0-9_]*`)

// silent returns the parameters that nothing is asserted about. A parameter is asserted when a key of the assertions
// has its name as a whole segment; the reference is content with a part of one, so that a parameter `i` always
// passes.
func (f *Fixture) silent() []SilentParam {
	excepted := document.Texts(f.Node.Get("uncovered_params"))
	var found []SilentParam
	judge := func(action, returned, files *document.Node, at string) {
		asserted := map[string]bool{}
		assert := func(n *document.Node) {
			for _, p := range document.Pairs(n) {
				for _, name := range segment().FindAllString(p.Key, -1) {
					asserted[name] = true
				}
			}
		}
		assert(returned)
		for _, file := range document.Pairs(files) {
			assert(file.Value)
		}
		params := action.Get("params")
		for i, p := range document.Pairs(params) {
			if !asserted[p.Key] && !slices.Contains(excepted, p.Key) {
				found = append(found, SilentParam{Fixture: f, Pair: &params.Pairs[i], At: at + ".params." + p.Key})
			}
		}
	}
	if action := f.Node.Get("action"); action != nil {
		post := f.Node.Get("postcondition")
		judge(action, post.Get("return_value"), post.Get("state_files"), f.At+".action")
	}
	for i, step := range document.Items(f.Node.Get("steps")) {
		if action := step.Get("action"); action != nil {
			judge(action, step.Get("assert_return"), step.Get("assert_state"),
				document.Index(f.At+".steps", i)+".action")
		}
	}
	return found
}

// schemaFields returns the fields of a state schema that stand for a value, in the order of the schema: "a.b", "a[]"
// for the items of a list, "a[].b" for those of its objects. Objects without properties and choices between forms are
// values. References within the file are followed.
func schemaFields(d *document.Document) []Field {
	top := d.Map()
	if top == nil {
		return nil
	}
	w := &fieldWalker{root: top, seen: map[string]bool{}}
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
	ref, ok := strings.CutPrefix(document.Text(n.Get("$ref")), "#/")
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
	for _, p := range document.Pairs(n.Get("properties")) {
		w.value(p.Value, prefix+p.Key, p.KeySpan, depth)
	}
}

func (w *fieldWalker) value(n *document.Node, name string, key document.Span, depth int) {
	n = w.resolve(n, depth)
	items := n.Get("items")
	switch {
	case depth > 0 && items != nil:
		w.value(items, name+"[]", key, depth-1)
	case depth > 0 && len(document.Pairs(n.Get("properties"))) > 0:
		w.properties(n, name+".", depth-1)
	case !w.seen[name]:
		w.seen[name] = true
		choice := n.Has("oneOf") || n.Has("anyOf") || n.Has("allOf")
		isOpen := choice || document.Text(n.Get("type")) == "object"
		w.fields = append(w.fields, Field{Name: name, Span: key, Open: isOpen})
	}
}

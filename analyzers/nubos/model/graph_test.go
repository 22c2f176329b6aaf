package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
)

// milestoneOf makes a milestone of slices, each given as tasks "T0001" or "T0001 after S001-T0001 S001-T0002".
func milestoneOf(plans ...[]string) *Milestone {
	m := &Milestone{Outline: &Outline{ID: "M001"}}
	for i, tasks := range plans {
		s := &Slice{SliceOutline: &SliceOutline{ID: fmt.Sprintf("S%03d", i+1), Number: i + 1},
			Plan: &Plan{Path: fmt.Sprintf("S%03d", i+1)}}
		for n, text := range tasks {
			id, deps, _ := strings.Cut(text, " after ")
			t := &Task{ID: "M001-" + s.ID + "-" + id, Nth: n + 1}
			for _, dep := range strings.Fields(deps) {
				t.DependsOn = append(t.DependsOn, Item{Text: "M001-" + dep})
			}
			s.Plan.Tasks = append(s.Plan.Tasks, t)
		}
		m.Slices = append(m.Slices, s)
	}
	m.link()
	return m
}

// TestCycle names exactly the tasks on a cycle, at the one edge where it is reported.
func TestCycle(t *testing.T) {
	for _, test := range []struct {
		name  string
		plans [][]string
		want  []string // "task -> dependency: cycle"
	}{
		{"none", [][]string{{"T0001"}, {"T0001 after S001-T0001"}, {"T0001 after S001-T0001 S002-T0001"}}, nil},
		{"on itself", [][]string{{"T0001 after S001-T0001"}}, []string{"S001-T0001 -> S001-T0001: S001-T0001"}},
		{"two, and one that only leads there", [][]string{{"T0001 after S001-T0002", "T0002 after S001-T0003",
			"T0003 after S001-T0002"}},
			[]string{"S001-T0002 -> S001-T0003: S001-T0002 S001-T0003"}},
		{"over slices", [][]string{{"T0001 after S002-T0001"}, {"T0001 after S001-T0001"}},
			[]string{"S001-T0001 -> S002-T0001: S001-T0001 S002-T0001"}},
		{"two apart", [][]string{{"T0001 after S001-T0002", "T0002 after S001-T0001", "T0003 after S001-T0004",
			"T0004 after S001-T0003"}},
			[]string{"S001-T0001 -> S001-T0002: S001-T0001 S001-T0002", "S001-T0003 -> S001-T0004: S001-T0003 " +
				"S001-T0004"}},
		{"unknown", [][]string{{"T0001 after S009-T0001"}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := milestoneOf(test.plans...)
			var got []string
			for _, n := range m.Tasks {
				for e := range m.Edges(n) {
					if e.Cycle != nil {
						cycle := strings.Join(e.Cycle, " ")
						got = append(got,
							strings.ReplaceAll(fmt.Sprintf("%s -> %s: %s", n.ID, e.To.Text, cycle), "M001-", ""))
					}
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestLongCycle holds that neither a long chain nor a cycle through everything overflows a stack or takes its time.
func TestLongCycle(t *testing.T) {
	const n = 10000
	tasks := make([]string, n)
	for i := range tasks {
		tasks[i] = fmt.Sprintf("T%05d after S001-T%05d", i+1, i)
	}
	first := func(m *Milestone, id string) Edge {
		for e := range m.Edges(m.Node(id)) {
			return e
		}
		return Edge{}
	}
	if first(milestoneOf(tasks), "M001-S001-T00002").Cyclic {
		t.Error("a chain is taken for a cycle")
	}
	tasks[0] = fmt.Sprintf("T00001 after S001-T%05d", n)
	if cycle := first(milestoneOf(tasks), "M001-S001-T00001").Cycle; len(cycle) != n || cycle[0] != "M001-S001-T00001" ||
		cycle[n-1] != "M001-S001-T00002" {
		t.Errorf("the cycle has %d tasks, want %d", len(cycle), n)
	}
}

// TestReadPlan reads a plan as the scaffolder does.
func TestReadPlan(t *testing.T) {
	p := ReadTasks(parse("nubos/slice-plan", "---\nrequirements: [R-1]\n---\n"+`<tasks>
<task id="M001-S002-T0001" depends_on="[M001-S001-T0001, M001-S001-T0002]" wave="2" tier="opus">
  <name> Seed the form </name>
  <files>a.js</files>
  <files_modified>
    - src/a.js
    * src/b.js, src/c.js
  </files_modified>
  <verify><automated>npm test</automated> <automated>make</automated></verify>
</task>
`+"```\n<task id=\"M001-S002-T0009\">\n</task>\n```\n"+`<task id="M001-S002-T0002">
</tasks>
`))
	if len(p.Tasks) != 2 || p.Task("M001-S002-T0001") != p.Tasks[0] || p.Task("M001-S002-T0002") != nil {
		t.Fatalf("tasks: %+v", p.Tasks)
	}
	first := p.Tasks[0]
	texts := func(items []Item) (texts []string) {
		for _, i := range items {
			texts = append(texts, i.Text)
		}
		return texts
	}
	if got := texts(first.DependsOn); !slices.Equal(got, []string{"M001-S001-T0001", "M001-S001-T0002"}) {
		t.Errorf("depends_on %q", got)
	}
	if got := texts(first.Files); !slices.Equal(got, []string{"src/a.js", "src/b.js", "src/c.js"}) {
		t.Errorf("files %q", got)
	}
	if got := first.Text("name"); got != "Seed the form" {
		t.Errorf("name %q", got)
	}
	if got := len(first.Part("verify").Automated); got != 2 {
		t.Errorf("%d automated", got)
	}
	if !p.Tasks[1].Tag.Unclosed {
		t.Error("an open task is lost")
	}
}

func parse(kind, text string) *document.Document {
	in := document.Input{Path: "x.md", Kind: kind, Dialect: "nubos", Reader: dialect.Read}
	return document.Parse(&in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// TestMentions finds ids whole, whatever zeros they are written with.
func TestMentions(t *testing.T) {
	for _, test := range []struct {
		text, id string
		want     bool
	}{
		{"as D-01 says", "D-1", true}, {"(SC-2)", "SC-2", true}, {"SC-21", "SC-2", false}, {"XSC-2", "SC-2",
			false}, {"SC-2.", "SC-2", true},
		{"M002-S002-T0001", "S-2", false}, {"CD-1", "D-1", false}, {"", "D-1", false}, {"D-", "D-1", false}, {
			"D-1 D-10 D-2",
			"D-2", true},
	} {
		var n names
		n.read(test.text)
		if got := (&Coverage{names: n}).Names(test.id); got != test.want {
			t.Errorf("%q mentions %s: %v, want %v", test.text, test.id, got, test.want)
		}
	}
}

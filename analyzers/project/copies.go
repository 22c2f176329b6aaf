package project

import (
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// ReadMeta takes from a META.json what it repeats of the roadmap; nil if it cannot be read. Its slices and tasks are only counted: see Entry.
func ReadMeta(d *document.Document) *Entry {
	if !d.Readable() || d.Data == nil || d.Data.Root.Type != document.Map {
		return nil
	}
	e := entry(d.Data.Root)
	e.Path = d.Path
	e.SliceCount, e.TaskCount = number(d.Data.Root.Get("slice_count")), number(d.Data.Root.Get("task_count"))
	return e
}

// number returns a whole number as it is written, or nothing.
func number(n *document.Node) Item {
	if n == nil || n.Type != document.Number || n.Num != float64(int(n.Num)) {
		return Item{}
	}
	return Item{itoa(int(n.Num)), n.Span}
}

// View is what the project's ROADMAP.md, which is generated, repeats of roadmap.yaml.
type View struct {
	Path    string
	Count   Item     // of milestones, in the overview
	Rows    []*Entry // of the table: id, name, status and number of slices
	Details []*Entry
	byID    map[string]*Entry // the details, or else the row
}

// Entry returns what the view says of a milestone, or nil.
func (v *View) Entry(id string) *Entry {
	if v == nil {
		return nil
	}
	return v.byID[id]
}

var (
	viewCount   = rules.Lazy(`(?m)^Milestones:\s*(\d+)`)
	viewRow     = rules.Lazy(`^(M\d+)\s+(.*)$`)
	viewHeading = rules.Lazy(`^(M\d+):\s*(.*)$`)
	viewSlice   = rules.Lazy(`^(S\d+)\s+\(([^)]*)\):\s*(.*)$`)
)

// ReadView takes the milestones from a generated ROADMAP.md of version 2.
func ReadView(d *document.Document) *View {
	v := &View{Path: d.Path, byID: map[string]*Entry{}}
	if d.Body == nil {
		return v
	}
	if found := submatches(d, viewCount(), d.Body.Span); found != nil {
		v.Count = found[1]
	}
	for _, table := range d.Body.Tables {
		if len(table.Rows[0]) != 3 || !strings.EqualFold(d.Text(table.Rows[0][0]), "Milestone") {
			continue
		}
		for _, row := range table.Rows[1:] {
			if found := submatches(d, viewRow(), row[0]); found != nil && len(row) == 3 {
				v.Rows = append(v.Rows, &Entry{Path: d.Path, ID: found[1], Name: found[2], Status: spanned(d, row[1]), SliceCount: spanned(d, row[2])})
			}
		}
	}
	for i := range d.Body.Headings {
		h := &d.Body.Headings[i]
		if found := submatches(d, viewHeading(), h.Title); found != nil && h.Level == 3 {
			v.Details = append(v.Details, detail(d, h, found[1], found[2]))
		}
	}
	for _, list := range [][]*Entry{v.Details, v.Rows} {
		for _, e := range list {
			if v.byID[e.ID.Text] == nil {
				v.byID[e.ID.Text] = e
			}
		}
	}
	return v
}

// detail reads what stands below the heading of a milestone.
func detail(d *document.Document, h *document.Heading, id, name Item) *Entry {
	e := &Entry{Path: d.Path, ID: id, Name: name}
	fields := d.Body.FieldsIn(h.Below)
	seen := map[string]bool{}
	for i := range fields {
		f := &fields[i]
		if seen[f.Label] {
			continue // it is of the next milestone, whose heading is none
		}
		seen[f.Label] = true
		value := Item{f.Text, f.Value}
		below := document.Span{Start: f.Span.End, End: h.Below.End}
		if i+1 < len(fields) {
			below.End = fields[i+1].Span.Start
		}
		switch f.Label {
		case "Status":
			e.Status = value
		case "Goal":
			e.Goal = value
		case "Requirements":
			e.Requirements = split(f.Text, f.Value.Start, ",")
		case "Success Criteria":
			e.Criteria = []Criterion{}
			for _, item := range itemsIn(d, below) {
				e.Criteria = append(e.Criteria, Criterion{"SC-" + itoa(len(e.Criteria)+1), item})
			}
		case "Slices":
			e.Slices = []*Entry{}
			for _, item := range itemsIn(d, below) {
				if found := submatches(d, viewSlice(), item.Span); found != nil {
					e.addSlice(&Entry{Path: d.Path, ID: found[1], Status: found[2], Name: found[3]})
				}
			}
		}
	}
	return e
}

// itemsIn returns the list items of a span.
func itemsIn(d *document.Document, s document.Span) []Item {
	var items []Item
	for i := range d.Body.Items {
		if item := &d.Body.Items[i]; s.Contains(item.Span.Start) {
			items = append(items, spanned(d, item.Text))
		}
	}
	return items
}

var (
	listTitle   = rules.Lazy(`^(M\d+)\s+[—–-]\s+(.*?)(?:\s+[—–-]\s+Roadmap)?$`)
	listSlice   = rules.Lazy(`^\*\*(S\d+)\s*[—–:-]\s*(.*?)\*\*(?:\s*\(([^()]*)\))?\s*$`)
	listTasks   = rules.Lazy(`^(\d+) tasks?$`)
	requirement = rules.Lazy(`^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+$`)
)

// ReadList takes the slices from the ROADMAP.md of a milestone.
func ReadList(d *document.Document) *Entry {
	e := &Entry{Path: d.Path}
	if d.Body == nil {
		return e
	}
	for i := range d.Body.Headings {
		h := &d.Body.Headings[i]
		if found := submatches(d, listTitle(), h.Title); found != nil && h.Level == 1 && e.Name.Text == "" {
			e.ID, e.Name = found[1], found[2]
		}
		if h.Level != 2 || !strings.HasPrefix(h.Text, "Slices") {
			continue
		}
		e.Slices, e.Keys = []*Entry{}, map[string]document.Span{"slices": h.Span}
		for k := range d.Body.Items {
			if item := &d.Body.Items[k]; h.Below.Contains(item.Span.Start) {
				if s := listed(d, item); s != nil {
					e.addSlice(s)
				}
			}
		}
	}
	return e
}

// listed reads one slice: name, number of tasks, requirements, and on the next line the goal.
func listed(d *document.Document, item *document.Item) *Entry {
	found := submatches(d, listSlice(), item.Text)
	if found == nil {
		return nil
	}
	s := &Entry{Path: d.Path, ID: found[1], Name: found[2]}
	for _, part := range split(found[3].Text, found[3].Span.Start, ",") {
		if count := listTasks().FindStringSubmatch(part.Text); count != nil {
			s.TaskCount = Item{count[1], document.Span{Start: part.Span.Start, End: part.Span.Start + len(count[1])}}
		} else if requirement().MatchString(part.Text) {
			s.Requirements = append(s.Requirements, part)
		}
	}
	src := d.Content()
	at := item.Span.End
	for at < len(src) && (src[at] == '\r' || src[at] == '\n') && strings.Count(src[item.Span.End:at+1], "\n") < 2 {
		at++
	}
	line, _, _ := strings.Cut(src[at:], "\n")
	if text := strings.TrimSpace(line); text != "" && (line[0] == ' ' || line[0] == '\t') {
		at += strings.Index(line, text)
		s.Goal = Item{text, document.Span{Start: at, End: at + len(text)}}
	}
	return s
}

// submatches applies a pattern to a span and returns the whole match and the groups with their places, or nil.
func submatches(d *document.Document, pattern *regexp.Regexp, s document.Span) []Item {
	found := pattern.FindStringSubmatchIndex(d.Content()[s.Start:s.End])
	if found == nil {
		return nil
	}
	items := make([]Item, len(found)/2)
	for i := range items {
		if found[2*i] >= 0 {
			items[i] = spanned(d, document.Span{Start: s.Start + found[2*i], End: s.Start + found[2*i+1]})
		}
	}
	return items
}

func spanned(d *document.Document, s document.Span) Item { return Item{d.Content()[s.Start:s.End], s} }

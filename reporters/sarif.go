package reporters

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

const (
	homepage    = "https://github.com/nplint/nplint"
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	sourceRoot  = "%SRCROOT%"
	maxTags     = 10   // of a rule; GitHub rejects more
	maxText     = 1024 // code points of a description; GitHub shows no more
)

// writeSARIF writes the report as a SARIF 2.1.0 log of one run. All findings are in it, although GitHub keeps only the
// 5,000 most severe of an upload.
func writeSARIF(w io.Writer, r *report.Report, o *Options) error {
	b := sarifBuilder{report: r, source: r.Source, rule: r.Rule}
	return b.write(w, o)
}

// write writes the log; there may be very many results, so they are made and written one by one.
func (b *sarifBuilder) write(w io.Writer, o *Options) error {
	r := b.report
	ids := firedRules(r)
	return encodeList(w, b.log(o, ids), `"results": `, len(r.Findings), func(i int) any {
		f := &r.Findings[i]
		index, _ := slices.BinarySearch(ids, f.Rule)
		return b.result(f, index)
	})
}

// sarifBuilder turns one report into a log.
type sarifBuilder struct {
	report *report.Report
	source func(path string) []byte // bytes of a file by its path in the report, nil if unknown
	rule   func(id string) *rules.Rule

	hashed string // the path whose line hashes are in hashes
	hashes []lineHash
}

// log returns a log without results.
func (b *sarifBuilder) log(o *Options, ids []string) sarifLog {
	run := sarifRun{
		// GitHub wants the rules even where there are none to describe.
		Tool: sarifTool{sarifDriver{Name: "nplint", Version: o.Version, InformationURI: homepage,
			Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{b.invocation()},
		// The base has no URI: it would tell where the project lies on this machine.
		OriginalURIBases: map[string]sarifURIBase{sourceRoot: {sarifText{Text: "The root of the repository."}}},
		ColumnKind:       "unicodeCodePoints",
		Results:          []sarifResult{}, // null would mean that nothing was looked for
	}
	if semantic().MatchString(o.Version) {
		run.Tool.Driver.SemanticVersion = o.Version
	}
	if o.Category != "" {
		run.AutomationDetails = &sarifAutomation{strings.TrimSuffix(o.Category, "/") + "/"}
	}
	for _, id := range ids {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, describe(id, b.rule(id)))
	}
	return sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}
}

// semantic matches the versions that SARIF calls semantic; a build from a working tree has another.
var semantic = memo.Regexp(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

// firedRules returns the ids of the rules that the findings of a report name, sorted, each once.
func firedRules(r *report.Report) []string {
	var ids []string
	for i := range r.Findings {
		ids = append(ids, r.Findings[i].Rule)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (b *sarifBuilder) invocation() sarifInvocation {
	if !b.report.Unanalyzed {
		return sarifInvocation{ExecutionSuccessful: true}
	}
	return sarifInvocation{Notifications: []sarifNotification{{
		Level:   "error",
		Message: sarifText{Text: "Something could not be analyzed: the results are incomplete."},
	}}}
}

func (b *sarifBuilder) result(f *report.Finding, ruleIndex int) sarifResult {
	location := sarifLocation{PhysicalLocation: physical(f.Path, f.Range)}
	if f.At != "" {
		location.LogicalLocations = []sarifLogicalLocation{{f.At}}
	}
	result := sarifResult{
		RuleID: f.Rule, RuleIndex: ruleIndex, Level: sarifLevel(f.Severity.String()),
		Message:             sarifText{Text: sarifMessage(f.Message)},
		Locations:           []sarifLocation{location},
		PartialFingerprints: map[string]string{},
	}
	for i, related := range f.Related {
		result.RelatedLocations = append(result.RelatedLocations, sarifLocation{
			ID: i + 1, PhysicalLocation: physical(related.Path, related.Range),
			Message: &sarifText{Text: sarifMessage(related.Message)},
		})
	}
	if hash := b.lineHash(f.Path, f.Range.Start.Line); hash != "" {
		result.PartialFingerprints["primaryLocationLineHash"] = hash
	}
	if f.Fingerprint != "" {
		result.PartialFingerprints["nplint/v1"] = f.Fingerprint
	}
	for _, fix := range f.Fixes {
		if len(fix.Edits) > 0 { // the schema wants a change
			result.Fixes = append(result.Fixes, sarifFixOf(fix))
		}
	}
	return result
}

// lineHash returns the hash of a line, counted from 1, or "" if the file is not known.
func (b *sarifBuilder) lineHash(path string, line int) string {
	if path != b.hashed {
		b.hashed, b.hashes = path, nil
		if src := b.source(path); src != nil {
			b.hashes = lineHashes(src)
		}
	}
	if line < 1 || line > len(b.hashes) {
		return ""
	}
	return b.hashes[line-1].String()
}

// sarifFixOf says in the description when a fix is unsafe, since SARIF has no other word for it.
func sarifFixOf(fix report.Fix) sarifFix {
	f := sarifFix{Description: sarifText{Text: sarifMessage(fix.Title)}}
	if !fix.Safe {
		f.Description.Text += " (unsafe)"
	}
	files := map[string]int{} // path to index in ArtifactChanges
	for _, edit := range fix.Edits {
		i, ok := files[edit.Path]
		if !ok {
			i = len(f.ArtifactChanges)
			files[edit.Path] = i
			f.ArtifactChanges = append(f.ArtifactChanges, sarifArtifactChange{ArtifactLocation: artifact(edit.Path)})
		}
		replacement := sarifReplacement{DeletedRegion: region(edit.Range)}
		if edit.NewText != "" {
			replacement.InsertedContent = &sarifText{Text: edit.NewText}
		}
		change := &f.ArtifactChanges[i]
		change.Replacements = append(change.Replacements, replacement)
	}
	return f
}

// sarifMessage returns a text as a message says it, in which [text](1) would be a link and {0} stand for something
// else.
func sarifMessage(s string) string { return messageEscapes.Replace(s) }

var messageEscapes = strings.NewReplacer("[", `\[`, "]", `\]`, "{", "{{", "}", "}}")

func physical(path string, r report.Range) sarifPhysicalLocation {
	return sarifPhysicalLocation{artifact(path), region(r)}
}

func region(r report.Range) sarifRegion {
	return sarifRegion{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column}
}

// artifact returns the location of a file as a relative reference. A colon is escaped as well: in the first segment it
// would end a scheme.
func artifact(path string) sarifArtifactLocation {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return sarifArtifactLocation{strings.ReplaceAll(escaped, ":", "%3A"), sourceRoot}
}

// sarifLevel returns SARIF's word for a severity.
func sarifLevel(severity string) string {
	if severity == "info" {
		return "note"
	}
	return severity
}

// describe returns the descriptor of a rule. page is nil for an id that no page describes.
func describe(id string, page *rules.Rule) sarifRule {
	if page == nil {
		page = &rules.Rule{Title: "Rule " + id, Severity: "error", Why: "This rule has no page."}
	}
	why, _, _ := strings.Cut(page.Why, "\n\n") // the first paragraph
	help := page.Why
	if page.Source != "" {
		help += "\n\nDemanded by: " + page.Source
	}
	rule := sarifRule{
		ID: id, Name: pascalCase(id),
		ShortDescription:     sarifText{Text: sarifMessage(shorten(page.Title)) + "."},
		FullDescription:      sarifText{Text: sarifMessage(shorten(strings.Join(strings.Fields(why), " ")))},
		Help:                 sarifText{Text: sarifMessage(help)},
		DefaultConfiguration: sarifConfiguration{sarifLevel(page.Severity)},
		Properties: sarifRuleProperties{
			Tags:            page.Tags[:min(len(page.Tags), maxTags)],
			Precision:       "very-high",
			ProblemSeverity: page.Severity,
		},
	}
	if rules.Get(id) != nil {
		rule.Help.Markdown = help // of the pages of others nothing is shown but text
	}
	if page.Severity == "info" {
		rule.Properties.ProblemSeverity = "recommendation"
	}
	rule.HelpURI = page.URL()
	return rule
}

// pascalCase turns an id such as "missing-required" into "MissingRequired". An id of one word gets another, since a
// name that is the id but for its case tells nothing and is warned of: "enum" is "EnumRule".
func pascalCase(id string) string {
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(id, func(r rune) bool { return strings.ContainsRune("-_/:. ", r) }) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	if strings.EqualFold(name.String(), id) {
		name.WriteString("Rule")
	}
	return name.String()
}

// shorten cuts a text to what GitHub shows of a description, its full stop included.
func shorten(text string) string {
	if runes := []rune(text); len(runes) >= maxText {
		return string(runes[:maxText-2]) + "…"
	}
	return text
}

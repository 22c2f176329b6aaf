package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// shape says what a value of a configuration file must look like. Marshalled, it is the JSON Schema of the value;
// configReader holds values against it. So the published schema and what Load accepts have one source.
type shape struct {
	Schema      string `json:"$schema,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Default     any    `json:"default,omitempty"`
	Deprecated  bool   `json:"deprecated,omitempty"`

	AnyOf []*shape `json:"anyOf,omitempty"` // of different types; what has them has nothing of what follows
	Type  string   `json:"type,omitempty"`

	Enum      []string `json:"enum,omitempty"`      // of a string
	Pattern   string   `json:"pattern,omitempty"`   // of a string; check must hold values against it
	MinLength int      `json:"minLength,omitempty"` // of a string, in code points: 0 or 1
	MaxLength int      `json:"maxLength,omitempty"` // of a string, in code points; 0 is any
	Const     any      `json:"const,omitempty"`     // of an integer
	Minimum   int64    `json:"minimum,omitempty"`   // of an integer, with Maximum
	Maximum   int64    `json:"maximum,omitempty"`

	Items    *shape `json:"items,omitempty"`    // of an array
	MinItems int    `json:"minItems,omitempty"` // of an array: 0 or 1
	MaxItems int    `json:"maxItems,omitempty"` // of an array; 0 is any number

	Properties    map[string]*shape `json:"properties,omitempty"` // of an object; other keys are mistakes
	Patterns      map[string]*shape `json:"patternProperties,omitempty"`
	Additional    any               `json:"additionalProperties,omitempty"` // false for an object
	Required      []string          `json:"required,omitempty"`
	MinProperties int               `json:"minProperties,omitempty"` // 0 or 1

	Definitions map[string]*shape `json:"$defs,omitempty"`

	target *shape // what Ref stands for
	hint   string // behind the message about a word that is not in Enum and like none of it
	// check says what is wrong with a string beyond what a JSON Schema can say.
	check func(r *configReader, text string) error
	// other returns the shape of a key of an object that Properties does not name, or says why there is no such key.
	other func(r *configReader, key string) (*shape, error)
}

// Schema returns the JSON Schema (draft 2020-12) of a configuration file as indented JSON with a line end. It has the
// known rules (nil: the built-in ones) with their options, and all packs. Load accepts no file that the schema
// refuses, and refuses beyond it only what a schema cannot express: globs that cannot match, directories that are not
// there, contracts that nobody knows, 1.0 for 1.
func Schema(known Known) []byte {
	text, err := json.MarshalIndent(configShape(known, true), "", "  ")
	if err != nil {
		panic(err) // shapes hold nothing that JSON cannot
	}
	return append(text, '\n')
}

// configShape returns the shape of a configuration file. Where all is not set, it does not list the rules, whose pages
// take longer to read than all else: values are held against it all the same.
func configShape(known Known, all bool) *shape {
	severity := &shape{Type: "string", Enum: report.SeverityNames[:]}
	setting := &shape{
		Description: "severity of a rule",
		AnyOf:       []*shape{severity, noOptions(severity, "only severity can be set here; options are set for all files in [rules] under the rule's id")},
	}
	globs := &shape{Type: "array", MinItems: 1, Items: &shape{Type: "string", MinLength: 1, check: validGlob}}
	override := tableOf(map[string]*shape{"paths": globs, "rules": overrideRules(known, setting, all)}, "paths", "rules")
	fields := map[string]*shape{
		"version": {Type: "integer", Const: int64(1),
			Description: "version of this format"},
		"extends": {Type: "array", Items: &shape{Type: "string", MinLength: 1, check: validBase},
			Description: "configuration files whose settings this file adds to, relative to it and within the repository; of several the last wins. " +
				"Paths and globs in them are relative to this file's directory"},
		"root": {Type: "boolean", Default: false,
			Description: "whether no configuration in a directory above counts for the files here"},
		"packs": {Type: "array", MinItems: 1, Items: &shape{Type: "string", Enum: known.PackNames(), hint: ownPack},
			Description: "the built-in packs to check with, all if not given; packs of your own contracts are always on"},
		"preset": {Type: "string", Enum: []string{rules.Recommended, rules.Strict}, Default: rules.Recommended,
			Description: "the rules that are on without being named: those that every team wants, or those as well that not every team does"},
		"preview": {Type: "boolean", Default: false,
			Description: "whether rules are on that may still change"},
		"since": {Type: "string", Pattern: sinceText().String(), check: validSince,
			Description: "the version of nplint that this configuration was agreed upon with: rules and packs that came later are warnings at most"},
		"exclude": {Type: "array", Items: globs.Items,
			Description: "globs of files and directories to leave alone, relative to this file's directory"},
		"fail_level": {Type: "string", Enum: report.FailLevelNames[:], Default: Default(known).FailLevel.String(),
			Description: "the least severity of a finding that makes a run fail"},
		"max_file_size": {Default: formatSize(DefaultMaxFileSize), AnyOf: []*shape{
			{Type: "integer", Minimum: 1, Maximum: largestMaxFileSize},
			{Type: "string", Pattern: sizeText().String(), check: validSize},
		}, Description: "size of the largest file that is read: bytes, or a whole number with the unit B, KiB, MiB or GiB; at most 1GiB"},
		"contracts": tableOf(map[string]*shape{"dirs": {Type: "array", Items: &shape{Type: "string", MinLength: 1, check: validDir},
			Description: "directories with your own contracts, below this file's directory and relative to it"}}),
		"rules": baseRules(known, setting, all),
		"overrides": {Type: "array", Items: override,
			Description: "severities for the files below some paths; of several overrides the last wins"},
	}
	fields["suppressions"] = suppressionShape(known, globs, all)
	for _, pack := range known.Packs {
		if len(pack.Editions) > 0 {
			fields[pack.Name] = tableOf(map[string]*shape{"contract": {Type: "string", Enum: pack.Editions,
				Description: "edition of the pack's contracts to check with; if not given, each project's own files tell"}})
		}
	}
	file := tableOf(fields)
	file.Schema = "https://json-schema.org/draft/2020-12/schema"
	file.Title = "nplint configuration"
	file.Definitions = map[string]*shape{"setting": setting}
	return file
}

// ownPack answers who names the pack of their own contracts.
const ownPack = "; a pack of your own contracts is on without being named"

func tableOf(properties map[string]*shape, required ...string) *shape {
	return &shape{Type: "object", Properties: properties, Additional: false, Required: required}
}

// baseRules is the shape of [rules], where a rule's options may be set besides its severity.
func baseRules(known Known, setting *shape, all bool) *shape {
	s := ruleTable(known, setting, all, func(rule *rules.Rule, s *shape) {
		if rule.RemovedIn != "" {
			return
		}
		if !s.Deprecated {
			s.Default = rule.Severity
		}
		if len(rule.Options) == 0 {
			return
		}
		fields := map[string]*shape{"severity": setting.AnyOf[0]}
		for name, value := range rule.Options {
			fields[name] = optionShape(value)
		}
		options := tableOf(fields)
		options.MinProperties = 1
		s.Ref, s.target, s.AnyOf = "", nil, []*shape{setting.AnyOf[0], options}
	})
	s.Description = "severities and options of rules, by rule id or contract/id"
	return s
}

// overrideRules is the shape of [overrides.rules]: an override that sets nothing is a mistake.
func overrideRules(known Known, setting *shape, all bool) *shape {
	s := ruleTable(known, setting, all, func(*rules.Rule, *shape) {})
	s.MinProperties = 1
	return s
}

// ruleTable is a table from every rule id, and every contract/id, to a severity. refine adds to the shape of a rule.
func ruleTable(known Known, setting *shape, all bool, refine func(*rules.Rule, *shape)) *shape {
	ref := &shape{Ref: "#/$defs/setting", target: setting}
	one := func(id string) *shape {
		if strings.Contains(id, "/") || report.Unjudged(id) {
			return nil // no id, or one that nobody can set
		}
		rule := known.Rules.Named(id)
		if rule == nil {
			return nil
		}
		s := &shape{Ref: ref.Ref, target: settingOf(rule, setting), Description: rule.Title}
		if rule.ID != id || rule.RemovedIn != "" {
			s.Deprecated, s.Description = true, outdated(rule)
		}
		refine(rule, s)
		return s
	}
	s := tableOf(map[string]*shape{})
	if all {
		ids := slices.DeleteFunc(known.allIDs(), report.Unjudged)
		for _, id := range ids {
			s.Properties[id] = one(id)
		}
		s.Patterns = map[string]*shape{`^` + contractText + `/(` + strings.Join(ids, "|") + `)$`: ref}
	}
	s.other = func(r *configReader, key string) (*shape, error) {
		if field := one(key); field != nil {
			return field, nil
		}
		_, id, _ := report.CutContract(key)
		return &shape{Ref: ref.Ref, target: settingOf(known.Rules.Named(id), setting)}, r.contractRule(key)
	}
	return s
}

// outdated says what became of a rule whose page an older id names.
func outdated(rule *rules.Rule) string {
	if rule.RemovedIn != "" {
		return "removed in version " + rule.RemovedIn
	}
	return "called " + rule.ID + " now"
}

// optionShape is the shape of values of the same type as value, the default on a rule's page.
func optionShape(value any) *shape {
	s := &shape{Type: "string", Default: value}
	switch value.(type) {
	case float64:
		s.Type = "number"
	case bool:
		s.Type = "boolean"
	case []string:
		return &shape{Type: "array", MaxItems: maxWords, Items: &shape{Type: "string", MaxLength: maxWord}}
	}
	return s
}

// A pass may look for each word of an option in each file.
const (
	maxWords = 1000 // of an option that is a list
	maxWord  = 200  // code points of one of them
)

// settingOf returns the shape of a severity of a rule, which may be nil.
func settingOf(rule *rules.Rule, setting *shape) *shape {
	if rule == nil || len(rule.Options) > 0 {
		return setting
	}
	return &shape{AnyOf: []*shape{setting.AnyOf[0], noOptions(setting.AnyOf[0], rule.ID+" has no options; only severity can be set")}}
}

// noOptions is the shape of a table of a rule in which no options can be set, and says why not.
func noOptions(severity *shape, why string) *shape {
	s := tableOf(map[string]*shape{"severity": severity})
	s.MinProperties = 1
	s.other = func(_ *configReader, key string) (*shape, error) {
		if hint := spell.DidYouMean(key, []string{"severity"}); hint != "" {
			return nil, fmt.Errorf("unknown key %q%s", key, hint)
		}
		return nil, fmt.Errorf("unknown key %q: %s", key, why)
	}
	return s
}

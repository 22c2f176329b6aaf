package nplint

import (
	"context"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/rules"
)

// What users say of a run in files. These are aliases: package config has the types and their methods.
type (
	// Config says what a run looks at and how much its findings weigh.
	Config = config.Config
	// RuleConfig is what a configuration says of a rule.
	RuleConfig = config.RuleConfig
	// Override changes severities in some files.
	Override = config.Override
	// Suppression lets findings stand in files that can hold no comment, such as JSON, or in many files.
	Suppression = config.Suppression
)

// ConfigName is the base name of the configuration file that FindConfig looks for.
const ConfigName = config.Name

// known returns what configurations may speak of: rules (nil: the built-in ones) and the built-in packs.
func known(catalogue *rules.Catalogue) config.Known {
	return config.Known{Rules: catalogue, Packs: rules.Packs(), Version: Version}
}

// DefaultConfig returns the configuration of a project that has no file: all built-in packs, every rule at its page's
// severity.
func DefaultConfig() *Config { return config.Default(known(nil)) }

// FindConfig returns the path of the outermost configuration for dir: of the file named .nplint.toml in dir or a
// directory above it that has no other one above. It looks no further than a directory that contains .git and a file
// that says root = true. Whether the file can be read it does not say. It fails if a directory cannot be searched.
func FindConfig(dir string) (file string, found bool, err error) { return config.Find(dir) }

// LoadConfig reads a configuration file and those that it extends, strictly. The error is all mistakes joined, each a
// line "file:line: sentence". It may speak of the known rules; nil is the built-in ones. If the file names
// directories with contracts, a rule may be configured for a contract that is not known yet; the caller holds those
// against the contracts with CheckContracts.
func LoadConfig(file string, catalogue *rules.Catalogue) (*Config, error) {
	return config.Load(file, known(catalogue))
}

// ConfigSchema returns the JSON Schema (draft 2020-12) of a configuration file as indented JSON with a line end. It
// has the known rules (nil: the built-in ones) with their options, and all packs. LoadConfig accepts no file that the
// schema refuses, and refuses beyond it only what a schema cannot express: globs that cannot match, directories that
// are not there, contracts that nobody knows, 1.0 for 1.
func ConfigSchema(catalogue *rules.Catalogue) []byte { return config.Schema(known(catalogue)) }

// SelectRules returns the known rules (nil: the built-in ones) with the given ids, tags or packs in the order of
// their ids, or all for no selector. The error is a *UsageError for a selector that nothing has.
func SelectRules(catalogue *rules.Catalogue, selectors []string) ([]*rules.Rule, error) {
	chosen, err := config.Select(catalogue, selectors)
	if err != nil {
		return nil, &UsageError{Err: err}
	}
	return chosen, nil
}

// ShowConfig returns what holds for the one path of the options: TOML with the severity that every rule has there and
// the suppressions that are about it, each value with a comment that says where it comes from. The file need not be
// an artefact, nor be linted; whether it is say the first lines. Errors are those of Run.
func ShowConfig(ctx context.Context, o Options) (string, error) {
	return engine.ShowConfig(ctx, o, parts())
}

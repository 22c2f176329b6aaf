package project

// VocabularyFile is one of the files below vocabulary.
type VocabularyFile struct {
	Name string // with its ending
	Kind string
	Key  string // the one top key; "" if the file is one entry
}

// VocabularyFiles returns the files that must be there in an edition, in the order in which findings name them.
func VocabularyFiles(edition string) []VocabularyFile {
	files := []VocabularyFile{
		{"capabilities.yml", "nexus/capabilities", "capabilities"},
		{"categories.yml", "nexus/categories", "categories"},
		{"resume-tiers.yml", "nexus/resume-tiers", "resume_tiers"},
		{"tags.yml", "nexus/tags", "tags"},
		{"invocations.yml", "nexus/invocations", "invocations"},
		{"task-exceptions.yml", "nexus/task-exceptions", "task_exceptions"},
		{"memory_policy.yml", "nexus/memory-policy", ""},
	}
	if edition == "0.6" {
		return files[:4]
	}
	return files
}

// SchemaFiles returns the paths of the schemas that must be there in an edition, relative to the project root.
func SchemaFiles(edition string) []string {
	files := []string{
		"schema/agent.schema.json", "schema/common.schema.json", "schema/manifest.schema.json", "schema/skill.schema.json", "schema/vocabulary.schema.json",
		"conformance/schema/fixture.schema.json",
		"conformance/state-schemas/agent-tracker.schema.json", "conformance/state-schemas/history.schema.json",
		"conformance/state-schemas/plan.schema.json", "conformance/state-schemas/tasks.schema.json",
	}
	if edition == "0.6" {
		return files
	}
	return append(files, "schema/memory-policy.schema.json", "schema/task-exceptions.schema.json", "conformance/state-schemas/memory-access.schema.json")
}

// Released reports whether the tree is one that is released, with a package, a manifest and schemas: parts of one, such as a test needs, may
// lack anything else.
func (n *Nexus) Released() bool {
	return len(n.paths["nexus/package"]) > 0 && len(n.paths["nexus/manifest"]) > 0 && len(n.paths["nexus/schema"])+len(n.paths["nexus/state-schema"]) > 0
}

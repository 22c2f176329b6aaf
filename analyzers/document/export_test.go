package document

// What the tests outside of the package need, which may import a pack's dialect.
var (
	AddExamples      = addExamples
	CheckFinding     = checkFinding
	Inside           = inside
	ParseFrontmatter = parseFrontmatter
)

package schema

// What only the tests of this package see; they are outside of it because rules, which they take schemas from, imports
// it.
var (
	DateOrTime = dateOrTime
	Formats    = formats
	TypeNames  = typeNames
)

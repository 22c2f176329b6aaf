package notation

// Declared is what a file of a project declares that can be called, such as the scripts of a package.json.
type Declared struct {
	Names []string
	Has   map[string]bool
}

// Declaring returns what names are declared; nil if they are nil.
func Declaring(names []string) *Declared {
	if names == nil {
		return nil
	}
	d := &Declared{names, map[string]bool{}}
	for _, name := range names {
		d.Has[name] = true
	}
	return d
}

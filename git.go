package nplint

import "errors"

// committed returns the content that files have in the last commit; see document.Project.
func (r *run) committed(paths []string) (map[string][]byte, error) {
	return nil, errors.New("git is not asked")
}

// tracked returns the files below a directory that git has in its index; see document.Project.
func (r *run) tracked(dir string) ([]string, error) { return nil, errors.New("git is not asked") }

// ignored returns those of the paths that git's ignore rules cover; see document.Project.
func (r *run) ignored(paths []string) (map[string]bool, error) {
	return nil, errors.New("git is not asked")
}

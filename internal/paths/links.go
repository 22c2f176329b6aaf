package paths

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// maxLinks is how many links a path may lead through, as filepath.EvalSymlinks has it.
const maxLinks = 255

var errLinks = errors.New("too many links")

// Links frees paths of symbolic links, as filepath.EvalSymlinks does, and asks the system once for each part that many
// of them have in common, such as the rest of a chain. What changes meanwhile is not seen. Several may ask at once.
type Links struct {
	mutex sync.Mutex
	known map[string]*place // by paths without links, but perhaps for the last part
	asked map[string]*place // by paths as they were asked for
}

// place is what a path without links, but perhaps for its last part, leads to.
type place struct {
	real  string
	isDir bool
	links int // that lead there
	err   error
}

// Real frees a path of links; of absolute ones it knows. The error is that of filepath.EvalSymlinks.
func (l *Links) Real(path string) (string, error) {
	if filepath.Separator != '/' || !filepath.IsAbs(path) {
		return filepath.EvalSymlinks(path) // which spells it, too
	}
	if TooLong(path) {
		return "", &os.PathError{Op: "lstat", Path: path, Err: syscall.ENAMETOOLONG}
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.known == nil {
		l.known, l.asked = map[string]*place{}, map[string]*place{}
	}
	var p place
	if clean := filepath.Clean(path); clean == path {
		p = l.clean(path)
	} else {
		p = l.from("/", path)
	}
	if p.err != nil {
		return "", p.err
	}
	return p.real, nil
}

// Free is Real for those who take a path that leads nowhere as it is, as the function Real does.
func (l *Links) Free(path string) string {
	if real, err := l.Real(path); err == nil {
		return real
	}
	return path
}

// Key is the function Key, with what is known of links.
func (l *Links) Key(path string) string {
	if real, err := l.Real(path); err == nil {
		return real
	}
	if Exists(path) {
		return path
	}
	return filepath.Join(l.Free(filepath.Dir(path)), filepath.Base(path))
}

// clean is from the top for a path without dots, as most are: of a deep one what is above is known already.
func (l *Links) clean(path string) place {
	dir, name := filepath.Split(path)
	if name == "" {
		return place{real: "/", isDir: true}
	}
	if p := l.asked[path]; p != nil {
		return *p
	}
	p := l.clean(dir[:max(1, len(dir)-1)])
	if p.err == nil {
		at := p
		p = l.from(at.real, name)
		p.links += at.links
		if !at.isDir {
			p.err = &os.PathError{Op: "lstat", Path: path, Err: syscall.ENOTDIR}
		} else if p.err == nil && p.links > maxLinks {
			p.err = errLinks
		}
	}
	l.asked[path] = &p
	return p
}

// from follows a path from a directory without links.
func (l *Links) from(dir, path string) place {
	p := place{real: dir, isDir: true}
	for part := range strings.SplitSeq(path, "/") {
		if !p.isDir {
			p.err = &os.PathError{Op: "lstat", Path: p.real, Err: syscall.ENOTDIR}
			return p
		}
		switch part {
		case "", ".":
		case "..":
			p.real = filepath.Dir(p.real)
		default:
			next := l.at(p.real, part)
			p.real, p.isDir, p.links, p.err = next.real, next.isDir, p.links+next.links, next.err
			if p.err == nil && p.links > maxLinks {
				p.err = errLinks
			}
			if p.err != nil {
				return p
			}
		}
	}
	return p
}

// at follows what has a name in a directory without links.
func (l *Links) at(dir, name string) *place {
	path := filepath.Join(dir, name)
	if p := l.known[path]; p != nil {
		return p
	}
	p := &place{real: path, err: errLinks} // for one that leads to itself
	l.known[path] = p
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		p.isDir, p.err = err == nil && info.IsDir(), err
		return p
	}
	target, err := os.Readlink(path)
	if err != nil {
		p.err = err
		return p
	}
	if filepath.IsAbs(target) {
		dir = "/"
	}
	*p = l.from(dir, target)
	if p.links++; p.err == nil && p.links > maxLinks {
		p.err = errLinks
	}
	return p
}

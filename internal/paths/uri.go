package paths

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// FromURI returns the absolute path that a file URI names. It fails for other URIs, and for those of a host where the
// style has no paths on hosts.
func (s Style) FromURI(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || !strings.HasPrefix(u.Path, "/") || strings.Contains(u.Path, "\x00") {
		return "", fmt.Errorf("%q is no URI of a file; it begins with file:///", uri)
	}
	host, path := strings.ToLower(u.Host), u.Path
	if host == "localhost" {
		host = ""
	}
	if s == Slash {
		if host != "" {
			return "", fmt.Errorf("%q names a file on another machine", uri)
		}
		return path, nil
	}
	switch {
	case host != "":
		path = "//" + u.Host + path
	case len(path) > 2 && path[2] == ':' && unicode.IsLetter(rune(path[1])):
		path = path[1:]
	default:
		return "", fmt.Errorf("%q names no drive", uri)
	}
	return strings.ReplaceAll(path, "/", string(s)), nil
}

// ToURI returns the file URI of an absolute path of the style.
func (s Style) ToURI(path string) string {
	path = s.Plain(path)
	u := url.URL{Scheme: "file"}
	if s != Slash {
		path = strings.ReplaceAll(path, string(s), "/")
		if rest, share := strings.CutPrefix(path, "//"); share {
			host, below, _ := strings.Cut(rest, "/")
			u.Host, path = host, "/"+below
		} else {
			path = "/" + path
		}
	}
	u.Path = path
	return u.String()
}

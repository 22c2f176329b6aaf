package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// mostHeld is how many names those of files that are not there are held against in one document.
const mostHeld = 200_000

// NearFile returns the path that is probably meant by one to a file that is not there: of a file beside it, as nearFile does, or of
// that name in a directory of a similar name. Both paths are relative to a directory.
func NearFile(r *Reporter, dir, file string) (near string, isSure bool) {
	others := r.Names(path.Join(dir, path.Dir(file)))
	if r.held += len(others); r.held > mostHeld {
		return "", false
	}
	if near, isSure = nearFile(path.Base(file), others); near == "" {
		return nearDir(r, dir, file)
	}
	if strings.Contains(file, "/") {
		near = path.Dir(file) + "/" + near
	}
	return near, isSure
}

// nearDir returns the path of a file that lies in a directory of a similar name, or of the only one that begins with the name
// or is what it begins with, in place of one that is not there; "" if there is none.
func nearDir(r *Reporter, dir, file string) (meant string, isSure bool) {
	const most = 50 // directories of a path that are looked at
	parts := strings.Split(path.Clean(file), "/")
	if len(parts) > most {
		return "", false
	}
	for i, part := range parts[:len(parts)-1] {
		above := path.Join(dir, path.Join(parts[:i]...))
		if r.Exists(path.Join(above, part)) {
			continue
		}
		names := r.Names(above)
		if r.held += len(names); len(names) > spell.Most || r.held > mostHeld {
			break // something would be near by chance
		}
		if parts[i] = spell.Close(part, names); parts[i] == "" {
			if starts := begun(part, names); len(starts) == 1 {
				parts[i] = starts[0]
			}
		}
		if meant = strings.Join(parts, "/"); parts[i] != "" && r.Exists(path.Join(dir, meant)) {
			return meant, spell.Surely(part, parts[i])
		}
		break
	}
	return "", false
}

// begun returns the names that begin with a word, or that it begins with, if both are long enough to tell.
func begun(word string, names []string) []string {
	const short = 4 // letters of a name that is near to too many
	return slices.DeleteFunc(slices.Clone(names), func(other string) bool {
		return min(len(word), len(other)) < short || !strings.HasPrefix(other, word) && !strings.HasPrefix(word, other)
	})
}

// nearFile returns the name among others that is probably meant by one of a file that is not there, or "", and whether it
// surely is: one that is misspelt, that begins as it does, or that ends otherwise. How far names are from each other is
// measured without their endings, which make short ones look alike. There is none among more than spell.Most.
func nearFile(name string, others []string) (near string, isSure bool) {
	if len(others) > spell.Most {
		return "", false // something would be near by chance
	}
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	var stems []string
	for _, other := range others {
		if path.Ext(other) == ext && other != name { // of a link to nothing the name is there
			stems = append(stems, strings.TrimSuffix(other, ext))
		}
	}
	const short = 4 // letters of a name that is near to too many
	if near := spell.Nearest(stem, stems); near != "" {
		isSure := spell.Same(stem, near) || len(stem) > short && spell.Close(stem, stems) == near && spell.Only(stem, stems) == near
		return near + ext, isSure
	}
	if starts := begun(stem, stems); len(starts) == 1 {
		return starts[0] + ext, false
	}
	i := slices.IndexFunc(others, func(other string) bool {
		return other != name && spell.Same(strings.TrimSuffix(other, path.Ext(other)), stem)
	})
	if i < 0 {
		return "", false
	}
	return others[i], false
}

// Instead is the fix that writes a name in the place of another, safe if it is surely meant.
func Instead(title string, span document.Span, text string, isSure bool) []document.Fix {
	if isSure {
		return document.Replace(title, span, text)
	}
	return document.Guess(title, span, text)
}

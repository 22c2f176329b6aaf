package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// mostHeld is how many names those of files that are not there are held against in one document.
const mostHeld = 2_000_000

// NearFile returns the name of a file beside one that is not there that is probably meant, as nearFile does.
func NearFile(r *Reporter, file string) (near string, isSure bool) {
	others := r.Names(path.Dir(file))
	if r.held += len(others); r.held > mostHeld {
		return "", false
	}
	return nearFile(path.Base(file), others)
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
	starts := slices.DeleteFunc(stems, func(other string) bool {
		return min(len(stem), len(other)) < short || !strings.HasPrefix(other, stem) && !strings.HasPrefix(stem, other)
	})
	if len(starts) == 1 {
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

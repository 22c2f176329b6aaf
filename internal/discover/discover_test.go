package discover_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/rules"
)

// library is a pack with a kind of file in a directory, one that has a place only in a sort of projects, and one that
// takes what is left; and a pack that installs its files in the first one's directory.
func library(t *testing.T) []*rules.Pack {
	t.Helper()
	p := &rules.Pack{Name: "library", Version: "1", Markers: []string{".library"}, Trees: map[string][]string{"branch": {".branch"}}}
	for kind, rest := range map[string]string{
		"library/shelf": "paths = ['shelves/{name}.md', '.library/{name}/shelf.md']\ndialect = 'none'",
		"library/door":  "paths = ['doors/*.md']\ndialect = 'none'\ntree = 'branch'",
		"library/stray": "paths = ['shelves/**']\ndialect = 'unread'",
	} {
		text := fmt.Sprintf("kind = %q\ntitle = 'x'\n%s\n", kind, rest)
		c, err := rules.ParseContract(kind+".toml", text, func(string) ([]byte, error) { return nil, fs.ErrNotExist })
		if err != nil {
			t.Fatal(err)
		}
		p.Contracts = append(p.Contracts, c)
	}
	guest := &rules.Pack{Name: "guest", Version: "1", Markers: []string{"cards/*.md"}, Installs: []string{".library/cards/g-*"}}
	c, err := rules.ParseContract("card.toml", "kind = 'guest/card'\ntitle = 'x'\npaths = ['cards/*.md']\ndialect = 'none'\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	guest.Contracts = []*rules.Contract{c}
	hut := &rules.Pack{Name: "hut", Version: "1", Markers: []string{"/HUT.md", "/*/SHED.md", ".hut"}}
	c, err = rules.ParseContract("hut.toml", "kind = 'hut/hut'\ntitle = 'x'\npaths = ['HUT.md', '/{hut}/HUT.md']\ndialect = 'none'\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	hut.Contracts = []*rules.Contract{c}
	return []*rules.Pack{p, guest, hut}
}

// query makes files, with links ("->target") and a line ("=line"), and returns a query about their directory.
func query(t *testing.T, entries string) discover.Query {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for entry := range strings.FieldsSeq(entries) {
		name, target, isLink := strings.Cut(entry, "->")
		name, text, _ := strings.Cut(name, "=")
		file := filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, "/")))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		switch {
		case isLink:
			err = os.Symlink(target, file)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(file, 0o755)
		default:
			err = os.WriteFile(file, []byte(text+"\n"), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	q := discover.Query{Dir: dir, Packs: library(t), Contracts: map[string]*rules.Contract{}}
	for _, p := range q.Packs {
		for _, c := range p.Contracts {
			q.Contracts[c.Kind] = c
		}
	}
	return q
}

// find returns the base relative to the directory of the query, and a line for each input: path, root, kind, whether it
// is wanted, and its problem.
func find(t *testing.T, q discover.Query, texts map[string][]byte) (base string, found []string, err error) {
	t.Helper()
	q.Texts = files.NewTexts(texts)
	place, err := discover.Locate(q)
	if err != nil {
		return "", nil, err
	}
	f := files.New(place.Base, 100, q.Texts, place.Dirs)
	defer f.Close()
	var mutex sync.Mutex
	var configured []string
	p, err := discover.Find(context.Background(), place, f, discover.Around{
		Excluded: func(name string) bool { return strings.Contains(name, "excluded") }, Own: []string{"own.toml"}, ConfigName: "own.toml",
		Configured: func(dir string) { mutex.Lock(); configured = append(configured, dir); mutex.Unlock() },
		Plain:      func(string) {},
	})
	if err != nil {
		return "", nil, err
	}
	base, err = filepath.Rel(q.Dir, place.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range p.Inputs {
		found = append(found, line(&in))
	}
	slices.Sort(configured)
	for _, dir := range configured {
		found = append(found, "configured: "+dir)
	}
	return filepath.ToSlash(base), found, nil
}

func line(in *document.Input) string {
	s := fmt.Sprintf("%s %s %s", in.Path, in.Root, strings.TrimPrefix(in.Kind, "library/"))
	if !in.Target {
		s += " around"
	}
	if in.Unsaved {
		s += " unsaved"
	}
	if in.Problem != nil {
		s += ": " + in.Problem.Message
	}
	return s
}

// TestFind finds artefacts in projects of all sorts.
func TestFind(t *testing.T) {
	const lost = "the symbolic link leads nowhere (no such file or directory), so nothing there is judged; restore its target or remove the link"
	for _, c := range []struct{ name, files, paths, base, want string }{
		{"a project", ".library/a/shelf.md shelves/b.md shelves/c.txt shelves/own.toml README.md", "", ".",
			".library/a/shelf.md  shelf|shelves/b.md  shelf|shelves/c.txt  stray|configured: shelves"},
		{"from within", ".library/a/shelf.md shelves/b.md", "shelves/b.md", ".", ".library/a/shelf.md  shelf around|shelves/b.md  shelf"},
		{"a repository around projects", ".git/ a/.library/ a/shelves/x.md b/.branch/ b/doors/y.md b/shelves/y.md node_modules/.library/ a/own.toml", "", ".",
			"a/shelves/x.md a shelf|b/doors/y.md b door|b/shelves/y.md b shelf|configured: a"},
		{"the nearest root", ".library/ shelves/.library/ shelves/x.md shelves/shelves/y.md", "", ".",
			"shelves/shelves/y.md shelves shelf|shelves/x.md  shelf"},
		{"excluded", ".library/ shelves/excluded.md shelves/excluded/x.md excluded/.library/", "", ".", ""},
		{"links", ".git/ .library/ shelves/a.md shelves/b.md->a.md shelves/d->../more more/x.md shelves/out.md->/etc/passwd shelves/up->..", "", ".",
			"shelves/a.md  shelf|shelves/b.md  shelf|shelves/d/x.md  stray|" +
				"shelves/out.md  shelf: the symbolic link leads out of the repository, so it is not followed; put what it leads to here"},
		{"links that cannot be followed", ".library/ shelves/a.md->a.md shelves/b.md->" + strings.Repeat("b", 300), "", ".",
			"shelves/a.md  shelf: the symbolic link leads nowhere (it leads to itself), so nothing there is judged; restore its target " +
				"or remove the link|shelves/b.md  shelf: the symbolic link leads nowhere (file name too long), so nothing there is " +
				"judged; restore its target or remove the link"},
		{"a directory of an artefact's name", ".library/ shelves/a.md/", "", ".",
			"shelves/a.md  shelf: this is a directory, but by its name it should be an artefact of the kind library/shelf; rename it"},
		{"many links that lead nowhere", ".library/ " + strings.Repeat("shelves/N.md->gone ", 6) + "shelves/x.txt->gone", "", ".", "shelves/1.md  shelf: " + lost + "; the same holds for 5 other links of its kind|shelves/x.txt  stray: " + lost + ""},
		{"some links that lead nowhere", ".library/ " + strings.Repeat("shelves/N.md->gone ", 5), "", ".", "shelves/1.md  shelf: " + lost + "|shelves/2.md  shelf: " + lost + "|shelves/3.md  shelf: " + lost + "|shelves/4.md  shelf: " + lost + "|shelves/5.md  shelf: " + lost + ""},
		{"links in a circle", ".library/ shelves/a.md->b.md shelves/b.md->a.md", "", ".", "shelves/a.md  shelf: the symbolic link leads nowhere (it leads to itself), so nothing there is judged; restore its target or remove the link|shelves/b.md  shelf: the symbolic link leads nowhere (it leads to itself), so nothing there is judged; restore its target or remove the link"},
		{"links into a submodule that is not checked out", ".git/ .gitmodules=path=sub sub/ .library/ shelves/a.md->../sub/a.md shelves/b->../sub/b shelves/c.md->../subs/a.md", "", ".", "shelves/c.md  shelf: " + lost},
		{"links into one that is", ".git/ .gitmodules=path=sub sub/b.md .library/ shelves/a.md->../sub/a.md shelves/b.md->../sub/b.md", "", ".", "shelves/a.md  shelf: " + lost + "|shelves/b.md  shelf"},
		{"a linked directory", ".git/ .library/ shelves->books books/a.md books/more->../others others/b.md", "", ".", "shelves/a.md  shelf|shelves/more/b.md  stray"},
		{"a directory linked twice", ".git/ .library/ shelves/b->../others shelves/a->../others others/x.md", "", ".", "shelves/a/x.md  stray"},
		{"links out of the repository", ".git/ .library/ shelves->/etc", "", ".", "shelves  : the symbolic link leads out of the repository, so it is not followed; put what it leads to here"},
		{"ignored by git", ".git/ .gitignore=b* .library/ shelves/b.md shelves/bb/c.md a/.library/ a/b/x a/shelves/y.md bad/.library/ bad/shelves/x.md", "", ".", "a/shelves/y.md a shelf|shelves/b.md  shelf|shelves/bb/c.md  stray"},
		{"ignored by git, and named by a contract", ".git/ .gitignore=.library .library/a/shelf.md .library/a/b.md shelves/b.md", "", ".", ".library/a/shelf.md  shelf|shelves/b.md  shelf"},
		{"other working trees", ".git/ .library/ shelves/a.md x/.git x/.library/ x/shelves/a.md y/.git/ y/.library/ y/shelves/a.md", "", ".", "shelves/a.md  shelf|y/shelves/a.md y shelf"},
		{"a file for a directory", ".library/ shelves", "", ".", "shelves  : the directory cannot be read (not a directory), so nothing in it is judged"},
		{"a file and a directory asked for", ".library/ shelves/a.md shelves/b/c.md shelves/d.md", "shelves/b shelves/d.md shelves/b", ".", "shelves/a.md  shelf around|shelves/b/c.md  stray|shelves/d.md  shelf"},
		{"no project", "shelves/a.md", "", ".", ""},
		{"a mark of repositories alone", ".git/ HUT.md a/HUT.md a/b/HUT.md", "", ".", "HUT.md  hut/hut|a/HUT.md  hut/hut"},
		{"such a mark in a directory", ".git/ a/SHED.md b/HUT.md", "", ".", "b/HUT.md  hut/hut"},
		{"such a mark in what others wrote", ".git/ node_modules/SHED.md b/HUT.md", "", ".", ""},
		{"the same in no repository", "HUT.md a/HUT.md a/SHED.md", "", ".", ""},
		{"a path of repositories alone, in no repository", ".hut/ HUT.md a/HUT.md", "", ".", "HUT.md  hut/hut"},
		{"the same in a project below the repository", ".git/ x/.hut/ x/HUT.md x/a/HUT.md", "", ".", "x/HUT.md x hut/hut"},
		{"the mark of a pack that another installs files in", ".library/own.md .library/.branch/ .library/doors/a.md .library/cards/g-b.md .library/cards/own.md shelves/c.md", "", ".",
			".library/cards/g-b.md .library guest/card|shelves/c.md  shelf"},
		{"the same from within", ".git/ .library/.branch/ .library/cards/g-b.md shelves/c.md", ".library/cards", ".",
			".library/cards/g-b.md .library guest/card|shelves/c.md  shelf around"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for n := 1; strings.Contains(c.files, "N"); n++ {
				c.files = strings.Replace(c.files, "N", fmt.Sprint(n), 1)
			}
			q := query(t, c.files)
			q.Paths = []string{"."}
			if c.paths != "" {
				q.Paths = strings.Fields(c.paths)
			}
			base, found, err := find(t, q, nil)
			if got := strings.Join(found, "|"); err != nil || base != c.base || got != c.want {
				t.Errorf("got  %s %q %v\nwant %s %q", base, got, err, c.base, c.want)
			}
		})
	}
}

// TestOthers tells why files are no artefacts.
func TestOthers(t *testing.T) {
	q := query(t, ".git/ .gitignore=ignored* .library/ shelves/a.md shelves/sub/b.txt excluded/c.md excluded.md node_modules/d.md more/e.md "+
		"lib->more gone->nowhere apart/.git apart/x.md ignored/f.md ignored.md shelves/ignored.md README")
	q.Texts = files.NewTexts(nil)
	for paths, want := range map[string]string{
		".":                                 ".gitignore: no kind: no contract of its project has such a path|README: no kind: no contract of its project has such a path|apart/: another working tree of a repository, or a submodule: it holds a file named .git|excluded.md: excluded here|excluded/: excluded here|gone: no kind: no contract of its project has such a path|ignored.md: ignored by git: ignored* in line 1 of .gitignore|ignored/: ignored by git: ignored* in line 1 of .gitignore|lib/: a symbolic link to a directory: what is there is judged under its own name|more/e.md: no kind: no contract of its project has such a path|node_modules/: a directory of this name is never entered",
		"excluded.md excluded shelves/a.md": "excluded.md: excluded here|excluded/: excluded here",
		"more/e.md shelves":                 "more/e.md: no kind: no contract of its project has such a path",
	} {
		q.Paths = strings.Fields(paths)
		place, err := discover.Locate(q)
		if err != nil {
			t.Fatal(err)
		}
		f := files.New(place.Base, 100, q.Texts, place.Dirs)
		defer f.Close()
		p, err := discover.Find(t.Context(), place, f, discover.Around{
			Excluded: func(name string) bool { return strings.Contains(name, "excluded") }, Configured: func(string) {}, Plain: func(string) {},
		})
		if err != nil {
			t.Fatal(err)
		}
		var targets, got []string
		for _, name := range q.Paths {
			targets = append(targets, filepath.Join(q.Dir, name))
		}
		for _, other := range p.Others(targets, func(name string) string {
			if strings.Contains(name, "excluded") {
				return "excluded here"
			}
			return ""
		}) {
			got = append(got, other.Path+": "+other.Why)
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%s: got %s\nwant %s", paths, got, want)
		}
	}
}

// TestFindUnsaved finds a file that is not on disk, and says which are not saved.
func TestFindUnsaved(t *testing.T) {
	q := query(t, ".library/ shelves/a.md")
	_, found, err := find(t, q, map[string][]byte{filepath.Join(q.Dir, "shelves", "a.md"): nil, filepath.Join(q.Dir, "shelves", "new.md"): nil})
	if got, want := strings.Join(found, "|"), "shelves/a.md  shelf unsaved|shelves/new.md  shelf unsaved"; err != nil || got != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
}

// TestFindAlone gives files a kind without a project around them.
func TestFindAlone(t *testing.T) {
	for _, c := range []struct{ kind, path, want string }{
		{"library/shelf", "x.md", "x.md  shelf"},
		{"shelf", "x.md", "x.md  shelf"},
		{"?", "deep/shelves/x.md", "deep/shelves/x.md  shelf"},
		{"shelf", "none.md", "none.md  shelf: the file does not exist; look for where it was written instead, or have it written again"},
		{"shelf", "deep", "deep: is a directory; name the file, or use `nplint run`"},
		{"shelf", "../outside.md", "outside.md DIR shelf: the file does not exist; look for where it was written instead, or have it written again"},
		{"?", "x.txt", "x.txt: no kind of artefact has such a name; name the kind with --kind (`nplint contract list` shows all)"},
		{"shelff", "x.md", "unknown kind \"shelff\" (did you mean \"shelf\"?); `nplint contract list` shows all"},
	} {
		q := query(t, "x.md x.txt deep/shelves/x.md")
		q.Kind, q.Paths = c.kind, []string{c.path}
		_, found, err := find(t, q, nil)
		got := strings.Join(found, "|")
		if err != nil {
			got = err.Error()
		}
		if want := strings.ReplaceAll(c.want, "DIR", filepath.Base(q.Dir)); got != want {
			t.Errorf("%s as %s: got\n%s, want\n%s", c.path, c.kind, got, want)
		}
	}
}

// TestLocateMistakes names what is not there.
func TestLocateMistakes(t *testing.T) {
	q := query(t, ".library/")
	for name, want := range map[string]string{"": "a path is empty; write . for the working directory", "x.md": "x.md: "} {
		q.Paths = []string{name}
		if _, err := discover.Locate(q); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", name, err, want)
		}
	}
	q.Deleted, q.Paths = true, []string{"x.md"}
	place, err := discover.Locate(q)
	if err != nil {
		t.Fatal(err)
	}
	f := files.New(place.Base, 100, nil, place.Dirs)
	defer f.Close()
	if _, err := discover.Find(context.Background(), place, f, discover.Around{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a path that git has not either gives %v", err)
	}
}

// TestBase holds that names are relative to what contains all targets, where no repository, configuration or project does.
func TestBase(t *testing.T) {
	const tree = "shop/a/x.md shop/a/c/y.md shop/b/z.md"
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"shop/a/x.md"}, "shop/a"},
		{[]string{"shop/a/x.md", "shop/a/c/y.md"}, "shop/a"},
		{[]string{"shop/a/c/y.md", "shop/a/x.md"}, "shop/a"},
		{[]string{"shop/a/c/y.md", "shop/b/z.md"}, "shop"},
		{[]string{"shop/b", "shop/a/c"}, "shop"},
	} {
		q := query(t, tree)
		q.Paths = c.paths
		if got, _, err := find(t, q, nil); err != nil || got != c.want {
			t.Errorf("%v: the base is %s, not %s (%v)", c.paths, got, c.want, err)
		}
	}
}

// TestFindNested holds that roots that lie in one another do not each look at all that lies in the innermost, which has
// what is there all the same.
func TestFindNested(t *testing.T) {
	const n = 60
	var entries strings.Builder
	for i := range n {
		fmt.Fprintf(&entries, "%s.library/ ", strings.Repeat("shelves/a/", i))
	}
	deepest := strings.Repeat("shelves/a/", n-1) + "shelves"
	q := query(t, entries.String()+deepest+"/book.md")
	q.Texts = files.NewTexts(nil)
	place, err := discover.Locate(q)
	if err != nil {
		t.Fatal(err)
	}
	f := files.New(place.Base, 100, q.Texts, place.Dirs)
	defer f.Close()
	var looks atomic.Int32
	found, err := discover.Find(t.Context(), place, f, discover.Around{
		Excluded: func(string) bool { return false }, Configured: func(string) {}, ConfigName: "own.toml",
		Plain: func(dir string) {
			if dir == deepest {
				looks.Add(1)
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	book := func(in document.Input) bool { return in.Path == deepest+"/book.md" && in.Kind == "library/shelf" }
	if i := slices.IndexFunc(found.Inputs, book); i < 0 || found.Inputs[i].Root != strings.TrimSuffix(deepest, "/shelves") {
		t.Errorf("the innermost root has not found its file in %v", found.Inputs)
	}
	if got := looks.Load(); got == 0 || got > 10 {
		t.Errorf("the innermost directory is looked at %d times", got)
	}
}

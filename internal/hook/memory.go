package hook

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
)

// memory is what events of one session tell later ones: a file in the user's cache to which lines are appended, each a
// letter and words without names or texts in them. A nil one knows and keeps nothing.
type memory struct {
	file *os.File
	key  string
	last time.Time    // when an event of the session was kept before this one
	new  bytes.Buffer // lines to append

	stamps  map[string]string // of artefacts, by their marks: size and time, as they were last seen
	listed  bool              // stamps has all artefacts
	large   bool              // there are too many files to look for artefacts
	written map[string]string // marks of files that the session has written, with those of the agents that did last
	found   map[string]string // marks of what was found in files alone, by those of the files, when they were last seen
	told    []string          // those of what was told at the end of a turn
	known   []string          // those of what was there when the session began
	began   bool              // known has all that was there
	start   time.Time         // when that was
	open    bool              // a tool has run since the last turn was judged
}

const (
	lasting   = 7 * 24 * time.Hour // for how long a session is remembered
	maxMemory = 64 << 20           // bytes of what is remembered of one
	maxFound  = 1000               // findings of a file that are
	patience  = 10 * time.Second   // how long one event waits for another
)

// The letters that lines begin with.
const (
	stampLine, listedLine, largeLine, writtenLine = "s", "l", "x", "w"
	foundLine, toldLine, knownLine, beganLine     = "f", "t", "k", "b"
	unseenLine, openLine, judgedLine              = "u", "o", "j"
)

// cacheDir is the directory below the user's cache in which sessions of a project are remembered, or "": the user has
// no cache, or it lies in the project, whose links could lead anywhere.
func cacheDir(top string) string {
	dir, err := os.UserCacheDir()
	if err != nil || !filepath.IsAbs(dir) || paths.Within(paths.Real(dir), top) {
		return ""
	}
	dir = filepath.Join(dir, "nplint", "hook")
	if real, ok := paths.Resolve(dir); !ok || paths.Within(real, top) {
		return ""
	}
	return dir
}

// remember opens what is remembered of a session in a project, or returns nil: the user has no cache, or it lies in the
// project, or another event does not end.
func remember(host, session, top string) *memory {
	dir := cacheDir(top)
	if dir == "" || session == "" || os.MkdirAll(dir, 0o700) != nil {
		return nil
	}
	m := &memory{key: mark(host, session, top)}
	name := filepath.Join(dir, m.key)
	if !paths.Exists(name) {
		forget(dir)
	}
	root, err := os.OpenRoot(dir) // no link leads out of it
	if err != nil {
		return nil
	}
	defer root.Close()
	if m.file, err = root.OpenFile(m.key, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return nil
	}
	info, err := m.file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMemory || !files.Hold(m.file, patience) {
		m.file.Close()
		return nil
	}
	m.last = info.ModTime()
	m.read()
	return m
}

// runs keeps that a tool of a session has run: whatever it has written, an artefact or not, the turn has to be judged.
// It keeps it in what is remembered of the session already, or where nothing had to be, without reading anything.
func runs(m *memory, host, session, top string) {
	if m != nil && m.key == mark(host, session, top) {
		m.keep(openLine)
		return
	}
	dir := cacheDir(top)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || session == "" { // to open a pipe could take for ever
		return
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return
	}
	defer root.Close()
	if file, err := root.OpenFile(mark(host, session, top), os.O_WRONLY|os.O_APPEND, 0); err == nil {
		_, _ = file.WriteString(openLine + "\n") // one that cannot be written is one that is not there
		file.Close()
	}
}

// forget removes sessions that nobody has heard of for long.
func forget(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil || os.Chmod(dir, 0o700) != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > lasting {
			_ = os.Remove(filepath.Join(dir, e.Name())) // what stays is tried again
		}
	}
}

// mark is a name for something that does not tell what it is.
func mark(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// of is the mark of a file in this session.
func (m *memory) of(file string) string { return mark(m.key, file) }

func (m *memory) read() {
	m.stamps, m.written, m.found = map[string]string{}, map[string]string{}, map[string]string{}
	m.told, m.known = nil, nil
	m.listed, m.began, m.large, m.open = false, false, false, false
	lines := bufio.NewScanner(io.LimitReader(m.file, maxMemory))
	lines.Buffer(nil, maxMemory)
	for lines.Scan() {
		letter, rest, _ := strings.Cut(lines.Text(), " ")
		word, value, _ := strings.Cut(rest, " ")
		switch letter {
		case stampLine:
			m.stamps[word] = value
		case listedLine:
			m.listed = true
		case writtenLine:
			m.written[word] = value
		case foundLine:
			m.found[word] = value
		case unseenLine:
			delete(m.found, word)
		case toldLine:
			m.told = append(m.told, word)
		case knownLine:
			m.known = append(m.known, word)
		case beganLine:
			seconds, err := strconv.ParseInt(word, 10, 64)
			m.began, m.start = err == nil, time.Unix(seconds, 0)
		case openLine, judgedLine:
			m.open = letter == openLine
		case largeLine:
			m.large = true
		}
	}
}

// keep adds a line.
func (m *memory) keep(letter string, words ...string) {
	if m != nil {
		fmt.Fprintln(&m.new, strings.Join(append([]string{letter}, words...), " "))
	}
}

// keepNew adds a line about something unless the last one about it says the same: a session may write a file with very
// many findings again and again.
func (m *memory) keepNew(known map[string]string, letter, of, value string) {
	if last, told := known[of]; !told || last != value {
		m.keep(letter, of, value)
	}
}

// again forgets the session up to now.
func (m *memory) again() {
	if m != nil && m.file.Truncate(0) == nil {
		m.read()
	}
}

// close writes what is to be kept, and lets the next event read it.
func (m *memory) close() {
	if m == nil {
		return
	}
	if m.new.Len() > 0 {
		_, _ = m.file.Write(m.new.Bytes()) // one that cannot be written is one that is not there
	}
	m.file.Close()
}

// stamp tells whether a file has changed: its size and the time of its last change, or "" if it is not there.
func stamp(file string) string {
	info, err := os.Lstat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d.%d", info.Size(), info.ModTime().UnixNano())
}

// before returns what was found in a file alone when it was last seen; false if it was not.
func (m *memory) before(file string) (nplint.Before, bool) {
	if m == nil {
		return nplint.Before{}, false
	}
	found, known := m.found[m.of(file)]
	return nplint.Before{Found: append([]string{}, strings.Fields(found)...)}, known
}

// knew reports which findings with some marks were there when the session began.
func (m *memory) knew(marks []string) []bool {
	if m == nil {
		return make([]bool, len(marks))
	}
	found := report.News(m.known, marks)
	for i := range found {
		found[i] = !found[i]
	}
	return found
}

// wrote keeps that an agent of the session has written a file, and what is found in it now.
func (m *memory) wrote(file, agent string, found []string) {
	if m == nil {
		return
	}
	by := "-"
	if agent != "" {
		by = mark(m.key, "agent", agent)
	}
	m.keepNew(m.written, writtenLine, m.of(file), by)
	m.keepNew(m.found, foundLine, m.of(file), strings.Join(found[:min(len(found), maxFound)], " "))
	if m.listed {
		m.keep(stampLine, m.of(file), stamp(file))
	}
}

// unsee forgets what was found in a file.
func (m *memory) unsee(file string) {
	if m != nil {
		m.keep(unseenLine, m.of(file))
	}
}

// artefacts returns all artefacts of a project, and keeps that it takes too long to look for them, if it does.
func (m *memory) artefacts(ctx context.Context, o nplint.Options) ([]string, error) {
	all, err := nplint.Artefacts(ctx, o)
	if errors.Is(err, context.DeadlineExceeded) {
		m.keep(largeLine)
	}
	return all, err
}

// changed returns those of all artefacts that have changed since they were last seen, and keeps how they are now. If
// they were never seen, none has.
func (m *memory) changed(all []string) []string {
	var found []string
	for _, file := range all {
		now := stamp(file)
		if old, known := m.stamps[m.of(file)]; !known || old != now {
			m.keep(stampLine, m.of(file), now)
			if m.listed && now != "" {
				found = append(found, file)
			}
		}
	}
	if !m.listed {
		m.keep(listedLine)
	}
	return found
}

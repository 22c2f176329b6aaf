package hook

import (
	"strings"
)

// before returns what a file held before a tool has made it what it is now. known is false if the event does not tell.
func (w *write) before(now string) (text string, had, known bool) {
	switch {
	case w.original != nil:
		return likeEnds(*w.original, now), true, true
	case w.created:
		return "", false, true
	case w.old == nil || w.new == nil || *w.new == "":
		return "", false, false
	}
	old, put := likeEnds(*w.old, now), likeEnds(*w.new, now)
	n := strings.Count(now, put)
	if n != 1 && !(w.all && n > 0) || !fits(now, n, put, old) {
		return "", false, false // nobody knows which one was written
	}
	return strings.ReplaceAll(now, put, old), true, true
}

// after returns what a file will hold, given what it holds now. known is false if the event does not tell, or the tool
// will fail.
func (w *write) after(now string) (text string, known bool) {
	if w.text != nil {
		return *w.text, true
	}
	if w.old == nil || w.new == nil {
		return "", false
	}
	old, put := likeEnds(*w.old, now), likeEnds(*w.new, now)
	n := strings.Count(now, old)
	if old == "" || n == 0 || n > 1 && !w.all || !fits(now, n, old, put) {
		return "", false
	}
	return strings.ReplaceAll(now, old, put), true
}

// fits reports whether a text is no larger than any event where something in it is replaced so many times.
func fits(text string, times int, old, new string) bool {
	return len(text)+times*(len(new)-len(old)) <= maxEvent
}

// likeEnds gives a text the line ends of another: hosts show their agents \n alone, and write back what was there.
func likeEnds(text, like string) string {
	if strings.Contains(like, "\r\n") && !strings.Contains(text, "\r\n") {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

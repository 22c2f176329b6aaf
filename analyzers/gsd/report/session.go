package report

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// session is work with a status: the words that its template has, and those of them that end it, first the best.
type session struct {
	what, words string
	ends        []string
}

var sessions = map[string]session{
	"gsd/debug": {"debug session", "gathering investigating fixing verifying awaiting_human_verify diagnosed",
		[]string{"resolved", "complete"}},
	"gsd/uat": {"run of acceptance tests", "testing partial diagnosed pending blocked in_progress failed",
		[]string{"complete", "resolved"}},
	"gsd/validation":      {"validation", "draft", []string{"validated"}},
	"gsd/summary":         {"quick task", "", []string{"complete"}},
	"gsd/thread":          {"thread", "open in_progress", []string{"resolved"}},
	"gsd/seed":            {"seed", "dormant active triggered", nil},
	"gsd/milestone-audit": {"milestone audit", "gaps_found tech_debt", []string{"passed"}},
}

// overWords is what people write for work that is over.
var overWords = []string{"done", "finished", "closed", "fixed", "solved", "completed", "complete", "resolved",
	"passed", "pass", "approved", "verified", "ok", "success", "successful", "shipped", "ended"}

// goingWords is what people write for work that goes on.
var goingWords = []string{"active", "wip", "ongoing", "started", "doing", "pending", "new", "todo", "waiting", "blocked",
	"current", "unresolved", "in-progress", "inprogress", "investigating", "exploring"}

// waitingWords is what people write for a seed that waits for its time.
var waitingWords = []string{"planted", "open", "pending", "new", "todo", "waiting", "parked", "idea", "captured", "proposed",
	"sleeping", "asleep", "inactive", "later", "backlog", "queued"}

var (
	// resolving is the first word behind the key `resolves_phase`, where execute-phase finds one at the start of a line.
	resolving = memo.Regexp(`(?m)^resolves_phase:\S*[ \t]+(\S+)`)
	phaseWord = memo.Regexp(`^\d+[A-Za-z]?(?:\.\d+)*$`)
	phaseIn   = memo.Regexp(`(?i)^["'\[]*(?:phase[\s_-]*|p)?0*(\d+[A-Z]?(?:\.\d+)*)(?:["'\]]*$|[\s_-]*\D*$)`)
)

// workJudge judges whether work counts as open that is over, or the other way round.
type workJudge struct{ *judge }

// todo reports a phase that is to close a pending todo, and does not, since execute-phase finds no number there.
func (j workJudge) todo() {
	name, pending := strings.CutPrefix(j.p.Below(j.Doc), "todos/pending/")
	for _, dir := range []string{"done", "completed"} {
		if pending && !j.alone && j.p.Has(j.p.Path("todos/"+dir+"/"+name)) {
			j.Reportf("gsd-session-place", j.Doc.FirstLine(), "name", "the todo lies in %s/ as well, so it counts as pending though "+
				"it is done; delete this one, or that", dir)
		}
	}
	front := j.p.Front(j.Doc)
	if status := front.Root.Pair("status"); pending && status != nil {
		if word := strings.ToLower(strings.TrimSpace(dialect.Text(status.Value))); slices.Contains(overWords, word) {
			j.Reportf("gsd-session-status", status.Value.Span, "frontmatter.status", "todos are open by where they lie, so this one, "+
				"which is %s, is counted and offered as long as it lies in pending/; move it to completed/", document.Quote(word))
		}
	}
	pair := front.Root.Pair("resolves_phase")
	if pair == nil || !pending {
		return
	}
	word := ""
	if m := resolving().FindStringSubmatch(j.Doc.Text(front.Text)); m != nil {
		word = m[1]
	}
	value := strings.TrimSpace(j.Doc.Text(pair.Value.Span))
	meant := phaseIn().FindStringSubmatch(value)
	if number := strings.ReplaceAll(word, `"`, ""); phaseWord().MatchString(number) {
		j.resolves(pair.Value.Span, notation.Number(number))
		return
	} else if meant == nil {
		return // nobody knows which it is
	}
	at := document.Span{Start: pair.KeySpan.Start, End: pair.Value.Span.End}
	j.Fixf("gsd-session-status", pair.Value.Span, "frontmatter.resolves_phase",
		document.Replace("write "+meant[1], at, "resolves_phase: "+meant[1]),
		"execute-phase compares the first word behind `resolves_phase:`, which is %s, with the number of the phase, "+
			"so the todo stays open when phase %s is done; write %s", document.Quote(word), meant[1], meant[1])
}

// resolves reports a todo that a phase is to close which is done, or nowhere.
func (j workJudge) resolves(at document.Span, number string) {
	switch standing := model.StandingOf(j.p, number); {
	case j.alone:
	case standing.Nowhere:
		j.Reportf("gsd-session-status", at, "frontmatter.resolves_phase", "phase %s is in no section of the roadmap, no "+
			"directory and no archive, so nothing closes the todo; name the phase that is to", number)
	case standing.Ticked:
		j.Reportf("gsd-session-status", at, "frontmatter.resolves_phase", "phase %s is done, so nothing closes the todo; name "+
			"the phase that is to, or move the todo to done/", number)
	}
}

// entryStatus is the status of an entry of a list, as audit-open and audit-uat read it.
var entryStatus = memo.Regexp(`(?i)^\s*(?:(?:[-*+]|\d{1,9}\.)[ \t]+)?\**status(?::\**|\**:)[ \t]*["']?([\w-]+)`)

// nearResolved is the status that ends an entry, and words near it that say something else.
var nearResolved = []string{"resolved", "unresolved", "unsolved", "resolving", "resolve", "reserved"}

// deferred judges what a phase put off.
func (j workJudge) deferred() {
	if strings.HasSuffix(j.Doc.Path, "/deferred-items.md") {
		j.entries("")
	}
}

// entries reports entries, those of a section if one is named, whose status says that they are over in a word that
// does not end them.
func (j workJudge) entries(section string) {
	in := section == ""
	var gather model.Gather
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, ":", "#") {
		if heading, ok := strings.CutPrefix(l.Text, "## "); ok && section != "" {
			in = strings.HasPrefix(heading, section)
		}
		m := entryStatus().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden || !in {
			continue
		}
		word := l.Text[m[2]:m[3]]
		low := strings.ToLower(word)
		if slices.Contains(nearResolved, low) || !slices.Contains(overWords, low) && spell.Close(low, nearResolved[:1]) == "" {
			continue
		}
		span := l.Part(m[2], m[3])
		gather.Add("entry", document.Finding{Rule: "gsd-session-status", Span: span, At: "body",
			Fixes: document.Replace("write resolved", span, "resolved"),
			Message: fmt.Sprintf("audits take all entries but those with the status resolved for open, so this one, which is %s, is "+
				"listed whenever a milestone ends; write resolved", document.Quote(word))})
	}
	gather.Report(j.Reporter)
}

// acknowledged reports a mark that is to keep audit-open from listing a file, and does not.
func (j workJudge) acknowledged() {
	pair := j.p.Front(j.Doc).Root.Pair("audit_acknowledged")
	if pair == nil || dialect.Text(pair.Value.Get("milestone")) != "" && dialect.Text(pair.Value.Get("at")) != "" {
		return
	}
	j.Reportf("gsd-session-status", pair.KeySpan, "frontmatter.audit_acknowledged",
		"audit-open wants `milestone` and `at` below this key, and takes no notice of it, so it goes on listing the file; "+
			"write both, or run `audit-open acknowledge`")
}

// shelved reports whether a debug session lies in a directory below debug/; one that is open in resolved/ is told, and
// one that is over and lies beside the open ones.
func shelved(j workJudge, below, word string, at document.Span) bool {
	open := strings.Fields(sessions["gsd/debug"].words)
	switch below := strings.TrimPrefix(below, "debug/"); {
	case strings.HasPrefix(below, "resolved/") && slices.Contains(open, word) && word != "diagnosed":
		j.Reportf("gsd-session-place", at, "frontmatter.status", "the session is %s and lies in resolved/, where neither "+
			"/gsd-debug nor audit-open looks for open ones, so nobody takes it up again; move it to debug/, or write resolved",
			document.Quote(word))
	case strings.Contains(below, "/"):
	case word == "resolved":
		j.Lesserf("gsd-session-place", at, "frontmatter.status", "the session is resolved and lies beside the open "+
			"ones, so /gsd-progress and /gsd-debug count it among them; move it to debug/resolved/")
	default:
		return false
	}
	return true
}

var (
	threadStatus = memo.Regexp(`(?i)##\s*Status:\s*(?:OPEN|IN PROGRESS|IN_PROGRESS)`)
	threadTitle  = memo.Regexp(`(?m)^#\s*Thread\b`)
	anyStatus    = memo.Regexp(`(?im)^(?:#+[ \t]*|[-*][ \t]+|\*\*)*Status\b[:*\s]*([a-z]+(?:[ _-]progress)?)`)
)

// unsaid reports a thread without a status in the frontmatter whose text has none that audit-open reads either.
func unsaid(j workJudge) {
	text, front := j.Doc.Content(), j.p.Front(j.Doc)
	if threadStatus().MatchString(text) || model.Slips(j.p, j.Doc, front.Root).Mean("status") ||
		front.Absent && !threadTitle().MatchString(text) { // such as a README.md
		return
	}
	const follows = "so neither it nor `/gsd-thread list --open` shows the thread, and nobody is reminded of it"
	m := anyStatus().FindStringSubmatchIndex(text)
	if m == nil {
		j.Report(document.Finding{Rule: "gsd-session-status", Span: j.Doc.FirstLine(), At: "frontmatter.status", Least: true,
			Message: "audit-open finds no `status` of the thread, " + follows + "; write `status: open`, or resolved, into the " +
				"frontmatter"})
		return
	}
	word := strings.ToLower(text[m[2]:m[3]])
	if open := strings.NewReplacer(" ", "_", "-", "_").Replace(word); open == "open" || open == "in_progress" ||
		slices.Contains(goingWords, word) {
		j.Reportf("gsd-session-status", document.Span{Start: m[2], End: m[3]}, "body",
			"audit-open reads the status of a thread from the frontmatter or a line `## Status: OPEN`, and not this one, %s; "+
				"write `status: open` into the frontmatter", follows)
	}
}

// nearStatus returns the word of a list that another is a misspelling of, or a form of the same verb, as opened and
// investigate are; or "". What goes on is never taken for what is over, as resolving for resolved.
func nearStatus(word string, known []string) string {
	if near := spell.Close(word, known); near != "" {
		return near
	}
	verb := strings.TrimSuffix(strings.TrimPrefix(word, "re"), "ed")
	stem := strings.TrimSuffix(word, "e")
	i := slices.IndexFunc(known, func(k string) bool {
		return strings.TrimSuffix(k, "ed") == verb || k == stem+"ing" || k == stem+"ed"
	})
	if i < 0 {
		return ""
	}
	return known[i]
}

// session reports a status that says that work is over and does not end it: audit-open lists it for ever.
func (j workJudge) session() {
	s, below := sessions[j.Doc.Kind], j.p.Below(j.Doc)
	if j.Doc.Kind == "gsd/summary" && !strings.HasPrefix(below, "quick/") ||
		j.Doc.Kind == "gsd/milestone-audit" && strings.Contains(below, "/") {
		return // nobody looks there
	}
	front := j.p.Front(j.Doc)
	pair := front.Root.Pair("status")
	if j.Doc.Kind == "gsd/thread" && (front.Absent || !front.Lost()) && (pair == nil || strings.TrimSpace(dialect.Text(pair.Value)) == "") {
		unsaid(j)
	}
	if pair == nil {
		return
	}
	word := strings.ToLower(strings.TrimSpace(dialect.Text(pair.Value)))
	if j.Doc.Kind == "gsd/debug" && shelved(j, below, word, pair.Value.Span) {
		return
	}
	if slices.Contains(s.ends, word) || slices.Contains(strings.Fields(s.words), word) || word == "" ||
		j.Doc.Kind == "gsd/thread" && word == "in progress" {
		return
	}
	if meant := meantStatus(j.Doc.Kind, s, word); meant != "" {
		instead(j, pair.Value, s, meant)
	} else {
		noStatus(j, pair.Value, s)
	}
}

// noStatus tells of a status that is none where nothing tells what is meant: as an info, and only where somebody goes by it.
func noStatus(j workJudge, n *document.Node, s session) {
	text, then := strings.TrimSpace(dialect.Text(n)), ""
	switch { // nobody knows whether it is over, but of a thread
	case j.Doc.Kind == "gsd/uat":
		then = "audit-open takes it for open, and no program of gsd-core stops the phase for it"
	case j.Doc.Kind == "gsd/debug":
		then = "audit-open takes it for open, and who resumes it knows no such step"
	case j.Doc.Kind == "gsd/thread" && slices.Contains(overWords, strings.ToLower(text)):
		then = "neither `list --open` nor `list --resolved` of /gsd-thread shows it"
	default:
		return
	}
	j.Report(document.Finding{Rule: "gsd-session-status", Span: n.Span, At: "frontmatter.status", Least: true,
		Message: fmt.Sprintf("%s is no status of a %s: %s; write %s, or what is open: %s", document.Quote(text), s.what, then,
			s.ends[0], document.OneOf(strings.Fields(s.words)))})
}

// instead tells of a status that is none, and which one is meant.
func instead(j workJudge, n *document.Node, s session, meant string) {
	text := strings.TrimSpace(dialect.Text(n))
	word := strings.ToLower(text)
	advice := "write " + meant
	if meant == "validated" {
		advice = "run /gsd-validate-phase, which writes validated"
	}
	f := document.Finding{Rule: "gsd-session-status", Span: n.Span, At: "frontmatter.status",
		Message: fmt.Sprintf("%s is no status of a %s, and %s; %s", document.Quote(text), s.what,
			follows(j.Doc.Kind, s, meant), advice)}
	if n.Span.Len() > 0 {
		f.Fixes = document.Replace("write "+meant, n.Span, n.Requote(meant))
		first := firstWord(word)
		f.Fixes[0].Unsafe = meant == "validated" || // which says that somebody looked
			meant == word+"d" || // which may be what is still to be done
			isListed(j.Doc.Kind) && noted(word) != word || // which would be lost
			j.Doc.Kind == "gsd/debug" && (first == "fixed" || first == "solved") // a session is resolved when somebody confirmed it
	}
	j.Report(f)
}

// firstWord returns the first word of a status in small letters, without marks.
func firstWord(status string) string {
	first, _, _ := strings.Cut(strings.Trim(status, "✅✓*! "), " ")
	return strings.Trim(first, ",;:.-—")
}

// noted returns a status without the note behind it.
func noted(status string) string {
	if i := strings.IndexAny(status, "(:;,.—–"); i > 0 {
		return strings.TrimSpace(status[:i])
	}
	return status
}

// isListed reports whether audit-open lists files of a kind by the words that are open, and not by those that end them.
func isListed(kind string) bool { return kind == "gsd/thread" || kind == "gsd/seed" }

// meantStatus returns the status that is probably meant by a word that is none, or "".
func meantStatus(kind string, s session, word string) string {
	first := firstWord(word)
	if isListed(kind) {
		word = noted(word)
	}
	switch {
	case isListed(kind) && slices.Contains(strings.Fields(s.words), word):
		return word
	case kind == "gsd/thread" && (slices.Contains(goingWords, word) || word == "in progress"):
		return "in_progress"
	case kind == "gsd/seed" && slices.Contains(waitingWords, word):
		return "dormant"
	case isListed(kind) && slices.Contains(s.ends, word):
		return ""
	case !isListed(kind) && slices.Contains(s.ends, first):
		return first
	case !isListed(kind) && slices.Contains(overWords, first):
		return s.ends[0]
	}
	meant := nearStatus(word, append(strings.Fields(s.words), s.ends...))
	if meant == "" && kind == "gsd/uat" && nearStatus(word, overWords) != "" {
		return s.ends[0]
	}
	return meant
}

// follows says what comes of a status that is none, where another is meant.
func follows(kind string, s session, meant string) string {
	switch {
	case isListed(kind):
		return "audit-open lists only " + document.AllOf(strings.Fields(s.words)) + ", so nobody is reminded of it"
	case kind == "gsd/milestone-audit":
		return "a run that completes the milestone goes on from passed, gaps_found and tech_debt alone"
	case kind == "gsd/validation":
		return "audit-milestone takes all but validated for a draft, so the phase counts as not validated"
	case kind == "gsd/debug" && !slices.Contains(s.ends, meant):
		return "whoever resumes one goes on by this word"
	}
	return "audit-open takes all but " + strings.Join(s.ends, " and ") + " for open, so it is listed whenever a milestone ends"
}

var (
	quickDir = memo.Regexp(`quick/([\w.-]+)`)                 // in the table of STATE.md
	quickID  = memo.Regexp(`^(?:\d{6}-[a-z0-9]{3}|\d{1,3})-`) // what the name of the directory of a quick task starts with
)

var pendingFile = memo.Regexp(`todos/pending/([\w.-]+\.md)`)

// listed reports todos that STATE.md lists as pending and that do not lie there.
func (j workJudge) listed() {
	inside, judged := false, map[string]bool{}
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "#", "todos/pending/") {
		if level, text := notation.Heading(l.Text); level > 0 && !l.Hidden {
			inside = strings.HasPrefix(strings.ToLower(text), "pending todos")
			continue
		}
		m := pendingFile().FindStringSubmatchIndex(l.Text)
		if !inside || l.Hidden || m == nil || strings.Contains(l.Text[:m[0]], "~~") {
			continue
		}
		name := l.Text[m[2]:m[3]]
		if judged[name] || model.Exists(j.p, j.p.Dir+"todos/pending/"+name) || model.Exists(j.p, "todos/pending/"+name) ||
			model.Exists(j.p, ".planning/todos/pending/"+name) {
			continue
		}
		judged[name] = true
		where := "there is no todo of this name"
		for _, dir := range []string{"done", "completed"} {
			if model.Exists(j.p, j.p.Dir+"todos/"+dir+"/"+name) {
				where = "this todo lies in " + dir + "/"
			}
		}
		j.Reportf("gsd-session-place", l.Word(m[0], m[1]).Span, "body", "%s, and the next session finds it in the list of "+
			"pending ones; take the line out, or name the file that is there", where)
	}
}

// alike reports whether most words of the shorter of two names with a number in front are in the other as well.
func alike(a, b string) bool {
	_, own, _ := strings.Cut(quickID().ReplaceAllString(a, "-"), "-")
	_, other, _ := strings.Cut(quickID().ReplaceAllString(b, "-"), "-")
	words, others := strings.Split(own, "-"), strings.Split(other, "-")
	if len(words) > len(others) {
		words, others = others, words
	}
	same := 0
	for _, word := range words {
		if slices.Contains(others, word) {
			same++
		}
	}
	return 2*same > len(words)
}

// quick reports quick tasks that STATE.md lists as completed and that have no summary, or a directory of another name.
func (j workJudge) quick() {
	byID := sync.OnceValue(func() map[string]string {
		dirs := map[string]string{}
		names, _ := j.p.Files.List(j.p.Root, j.p.Dir+"quick")
		for _, name := range names {
			dirs[quickID().FindString(name)] = name
		}
		delete(dirs, "") // those without a number
		return dirs
	})
	inside, judged := false, map[string]bool{} // by the directory
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "#", "quick/") {
		if level, text := notation.Heading(l.Text); level > 0 && !l.Hidden {
			inside = strings.EqualFold(strings.TrimSpace(text), "Quick Tasks Completed")
		}
		m := quickDir().FindStringSubmatchIndex(l.Text)
		if !inside || l.Hidden || m == nil || len(notation.Cells(l)) == 0 {
			continue
		}
		name := l.Text[m[2]:m[3]]
		if judged[name] {
			continue
		}
		judged[name] = true
		if other := byID()[quickID().FindString(name)]; other != "" && !model.Exists(j.p, j.p.Dir+"quick/"+name) {
			at := l.Word(m[2], m[3]).Span
			f := document.Finding{Rule: "gsd-session-status", Span: at, At: "body",
				Message: fmt.Sprintf("there is no directory %s of a quick task, and %s has its number, so whoever follows the row finds "+
					"neither plan nor summary; ", name, other)}
			if f.Message += "write that"; !alike(name, other) {
				f.Message += ", if it is this task, or take the row out"
			} else {
				f.Fixes = document.Guess("write "+other, at, other)
			}
			j.Report(f)
			continue
		}
		plan, summary := false, false
		for _, in := range j.p.Inputs(j.p.Path("quick/" + name + "/")) {
			plan = plan || in.Kind == "gsd/plan"
			summary = summary || in.Kind == "gsd/summary"
		}
		if plan && !summary {
			j.Reportf("gsd-session-status", l.Span, "body", "the quick task is listed as completed and its directory has no summary, "+
				"so audit-open takes it for open and lists it whenever a milestone ends; write one there with `status: complete`")
		}
	}
}

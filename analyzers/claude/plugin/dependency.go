package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
	later "github.com/nplint/nplint/internal/version"
)

// judgeDependencies looks for the plugins that a plugin depends on in the marketplaces of the repository that list it.
func judgeDependencies(r *model.Reporter, n *document.Node, own, at string) {
	entries := document.Items(n)
	if len(entries) == 0 {
		return
	}
	var listed, markets []string
	for market, names := range r.Facts().Markets {
		if own != "" && slices.Contains(names, own) {
			markets = append(markets, market)
			listed = append(listed, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })...)
		}
	}
	if len(markets) == 0 {
		return
	}
	slices.Sort(markets)
	slices.Sort(listed)
	for i, entry := range entries[:min(len(entries), 100)] {
		name, wanted := entry, entry.Get("version")
		if entry.Type == document.Map {
			name = entry.Get("name")
		}
		text, market, _ := strings.Cut(document.Text(name), "@")
		if strings.HasPrefix(market, "^") {
			market = "" // that is what it was installed with
		}
		if text == "" || entry.Has("marketplace") || market != "" && !slices.Contains(markets, market) {
			continue
		}
		f := document.Finding{Rule: "cc-plugin-dependency", Span: name.Span, At: document.Index(at, i)}
		if !slices.Contains(listed, text) {
			f.Message = fmt.Sprintf("the marketplace %s lists no plugin %q, and Claude Code looks for a dependency in that "+
				"of the plugin that has it, so it cannot be installed%s", document.OneOf(quoted(markets)), text,
				spell.DidYouMean(text, listed))
			f.Fixes = r.Meant(name.Span, text, listed)
			r.Report(f)
			continue
		}
		p := r.Facts().PluginNamed(text)
		if p == nil {
			continue
		}
		there, least := document.Text(r.At(p.Path).Map().Get("version")), lowest(document.Text(wanted))
		if !version().MatchString(there) || least == "" || !later.Later(least, strings.TrimPrefix(there, "v")) {
			continue
		}
		f.Span = wanted.Span
		f.Message = fmt.Sprintf("%q needs version %s or later of %q, which is at %s here, so Claude Code switches the "+
			"plugin off", wanted.Text,
			least, text, there)
		r.Report(f)
	}
}

func quoted(names []string) []string {
	var all []string
	for _, n := range names {
		all = append(all, fmt.Sprintf("%q", n))
	}
	return all
}

var bound = memo.Regexp(`^(\^|~|>=|>|=|<=|<)?v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][\w.+-]+)?$`)

// lowest returns the lowest version that a range of versions takes, or "" if it is not known.
func lowest(wanted string) (least string) {
	for alternative := range strings.SplitSeq(wanted, "||") {
		bottom := ""
		for _, word := range strings.Fields(alternative) {
			m := bound().FindStringSubmatch(word)
			if m == nil {
				return ""
			}
			number := func(s string) string {
				if s == "" || strings.ContainsAny(s, "xX*") {
					return "0"
				}
				return s
			}
			from := m[2] + "." + number(m[3]) + "." + number(m[4])
			if m[1] != "<" && m[1] != "<=" && (bottom == "" || later.Later(from, bottom)) {
				bottom = from
			}
		}
		if bottom == "" {
			return ""
		}
		if least == "" || later.Later(least, bottom) {
			least = bottom
		}
	}
	return least
}

package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	reserved = memo.Regexp(`^(?:claude|anthropics?|cc[^a-z0-9]*plugin)[^a-z0-9]+[a-z0-9]|` +
		`^(?:claude[^a-z0-9]*(?:code|mods)?|anthropics?)$|` +
		`official[^a-z0-9]*(?:claude|anthropic)|(?:claude|anthropics?)[^a-z0-9]*official`)
	reads  = memo.Regexp(`(?:^|[^a-z0-9])(?:claude|anthropic)(?:[^a-z0-9]|$)`)
	market = memo.Regexp(`official[^a-z0-9]*(?:claude|anthropic)|(?:claude|anthropic)[^a-z0-9]*official|` +
		`^(?:claude|anthropic)[^a-z0-9]*(?:marketplace|plugins)`)
)

// judgeReserved judges the name of a plugin that passes as one of Anthropic's own, unless a marketplace of Anthropic's
// in
// the repository lists it.
func judgeReserved(r *model.Reporter, n *document.Node, at string) {
	text := document.Text(n)
	name := strings.ToLower(text)
	isReserved := reserved().MatchString(name)
	if !isReserved && !reads().MatchString(name) {
		return
	}
	for _, name := range r.List("official_markets") {
		if slices.Contains(r.Facts().Markets[name], text) {
			return
		}
	}
	f := document.Finding{Rule: "cc-plugin-name-reserved", Span: n.Span, At: at}
	if isReserved {
		f.Lesser = true // what installs and loads plugins takes any name
		f.Message = fmt.Sprintf("the name %q is reserved for Anthropic's own plugins, so `claude plugin validate` and Anthropic's "+
			"directory refuse the plugin, though it can be installed from elsewhere; name it for what it does", text)
	} else {
		f.Least = true
		f.Message = fmt.Sprintf("the name %q reads as that of one of Anthropic's own plugins; name the plugin for what it "+
			"does", text)
	}
	r.Report(f)
}

// judgeMarketName judges the name of a marketplace that passes as one of Anthropic's, and that of an official one if its
// owner is somebody else.
func judgeMarketName(r *model.Reporter, n, owner *document.Node) {
	text := document.Text(n)
	isOfficial := slices.Contains(r.List("official_markets"), strings.ToLower(text))
	of := strings.ToLower(document.Text(owner.Get("name")) + " " + document.Text(owner.Get("email")))
	if isOfficial && of != " " && !strings.Contains(of, "anthropic") {
		r.Lesserf("cc-plugin-name-reserved", n.Span, "$.name", "the name %q is that of a marketplace of Anthropic's, and Claude Code "+
			"takes it from Anthropic's repositories alone, so nobody can add this one; name it for who keeps it", text)
		return
	}
	isTaken := slices.Contains(r.List("reserved_markets"), text)
	if isTaken || market().MatchString(strings.ToLower(text)) && !isOfficial {
		r.Reportf("cc-plugin-name-reserved", n.Span, "$.name", "the name %q is reserved for a marketplace of Anthropic's "+
			"or of Claude Code itself, so nobody can add this one; name it for who keeps it", text)
	}
}

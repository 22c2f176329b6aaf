package settings

import (
	"fmt"
	"math"
	"slices"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// shapes is what the keys of a server hold: without the right one Claude Code skips the server.
var shapes = map[string]string{"command": "a text", "url": "a text", "args": "a list of texts", "env": "a map of texts",
	"headers": "a map of texts", "timeout": "a whole number above 0", "headersHelper": "a text", "oauth": "a map",
	"alwaysLoad": "true or false"}

// loginShapes is what the keys of `oauth` of a server hold.
var loginShapes = map[string]string{"clientId": "a text", "callbackPort": "a whole number above 0",
	"authServerMetadataUrl": "a text", "scopes": "a text"}

// judgeServerShape reports the first key of a server that holds something else than it must, or is near the one that is
// missing.
func judgeServerShape(r *model.Reporter, p document.Pair, at string) bool {
	for _, key := range []string{"command", "url"} {
		if p.Value.Has("command") || p.Value.Has("url") || p.Value.Has("headersHelper") {
			break
		}
		for _, other := range p.Value.Pairs {
			if slices.Contains([]string{"type", "args", "env", "headers", "timeout"}, other.Key) || other.Key != "cmd" &&
				spell.Close(other.Key, []string{key}) == "" || other.Key == "cmd" && key == "url" {
				continue
			}
			r.Fixf("cc-mcp-server", other.KeySpan, at+"."+other.Key,
				document.Replace("write "+key, other.KeySpan, `"`+key+`"`),
				"the server %q has neither `command` nor `url`, so Claude Code skips it (`claude doctor` tells of it); "+
					"did you mean `%s`?",
				p.Key, key)
			return true
		}
	}
	for _, own := range document.Pairs(p.Value.Get("oauth")) {
		if fault := misshapen(own, loginShapes[own.Key]); fault != nil {
			r.Reportf("cc-mcp-server", fault.Span, at+".oauth."+own.Key, "`%s` of `oauth` of the server %q must be %s, so Claude "+
				"Code skips the server (`claude doctor` tells of it)", own.Key, p.Key, loginShapes[own.Key])
			return true
		}
	}
	for _, own := range p.Value.Pairs {
		fault := misshapen(own, shapes[own.Key])
		if own.Key == "command" && own.Value.Type == document.String && own.Value.Text == "" {
			fault = own.Value
		}
		if fault != nil {
			r.Reportf("cc-mcp-server", fault.Span, at+"."+own.Key, "`%s` of the server %q must be %s, so Claude Code "+
				"skips the server (`claude doctor` tells of it)", own.Key, p.Key, shapes[own.Key])
			return true
		}
	}
	return false
}

// misshapen returns what of the value of a key has not the shape that it must have, "" for any; nil if all has.
func misshapen(own document.Pair, shape string) *document.Node {
	n, ok := own.Value, false
	switch shape {
	case "a list of texts", "a map of texts":
		if ok = n.Type == document.List && shape == "a list of texts" || n.Type == document.Map && shape == "a map of texts"; ok {
			for _, item := range n.Items {
				if item.Type != document.String {
					return item
				}
			}
			for _, pair := range n.Pairs {
				if pair.Value.Type != document.String {
					return pair.Value
				}
			}
		}
	case "a map":
		ok = n.Type == document.Map
	case "a text":
		ok = n.Type == document.String
	case "true or false":
		ok = n.Type == document.Bool
	case "a whole number above 0":
		ok = n.Num > 0 && n.Num == math.Trunc(n.Num)
	default:
		ok = true
	}
	if ok {
		return nil
	}
	return n
}

// judgeServerKeys reports keys of a server that are near those that Claude Code reads, which drops what it does not know.
func judgeServerKeys(r *model.Reporter, s *document.Node, at string) {
	absent := slices.DeleteFunc([]string{"args", "env", "headers", "headersHelper", "timeout", "alwaysLoad"}, s.Has)
	for _, own := range s.Pairs {
		near := spell.Close(own.Key, absent)
		if own.Key == "environment" && !s.Has("env") {
			near = "env"
		}
		if shapes[own.Key] == "" && near != "" {
			r.Report(document.Finding{Rule: "cc-mcp-server", Span: own.KeySpan, At: at + "." + own.Key, Lesser: true,
				Message: fmt.Sprintf("Claude Code knows no %q of a server, and leaves it out without a word; did you mean %q?", own.Key, near),
				Fixes:   model.Mend(own.KeySpan, own.Key, near, `"`+near+`"`)})
		}
	}
}

// reached is how an address begins, or a variable in it.
var reached = memo.Regexp(`(?i)^(?:https?|wss?)://|[$]\{|^\$|^\{`)

// judgeAddress reports an address that is none.
func judgeAddress(r *model.Reporter, p document.Pair, at string) {
	if n := p.Value.Get("url"); document.Text(n) != "" && !reached().MatchString(n.Text) {
		r.Lesserf("cc-mcp-server", n.Span, at+".url", "%s is no address, since it does not begin with https:// or the like, so the "+
			"server %q is never reached; write the whole", document.Show(n), p.Key)
	}
}

// judgeTimeout reports a limit that is too small to count, for it is in milliseconds.
func judgeTimeout(r *model.Reporter, n *document.Node, at string) {
	if n == nil || n.Num >= 1000 {
		return
	}
	r.Report(document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at + ".timeout", Lesser: true,
		Message: fmt.Sprintf("`timeout` of a server counts milliseconds, and below 1000 Claude Code passes it over; if seconds "+
			"were meant, write %d", int(n.Num)*1000),
		Fixes: document.Replace("write milliseconds", n.Span, fmt.Sprint(int(n.Num)*1000))})
}

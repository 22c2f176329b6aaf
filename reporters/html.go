package reporters

import (
	"bufio"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"sync"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/drawing"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/version"
)

//go:embed assets/report.css
var reportCSS string

//go:embed assets/report.js
var reportJS string

//go:embed assets/report.html
var reportHTML embed.FS

// pageParts are the templates that pages are made of. html/template writes what linted files hold as text, wherever it
// stands; what reaches it is spelled out by Visible before.
var pageParts = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(reportHTML, "assets/report.html"))
})

// webPage is a self-contained HTML page that is being written: it loads nothing, and its policy lets it run nothing but
// our own script. The first error stays.
type webPage struct {
	out *bufio.Writer
	err error
}

// newPage writes the head of a page.
func newPage(w io.Writer, title string, script bool) *webPage {
	p := &webPage{out: bufio.NewWriterSize(w, 1<<16)}
	style := "\n" + reportCSS + drawing.CSS
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hashOf(style)
	if script {
		policy += "; script-src " + hashOf("\n"+reportJS)
	}
	const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
`
	_, p.err = fmt.Fprintf(p.out, head, policy, template.HTMLEscapeString(Visible(title, "")), style)
	return p
}

// hashOf is how a policy names a style or script that may stand on the page.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// part writes one of pageParts.
func (p *webPage) part(name string, data any) {
	if p.err == nil {
		p.err = pageParts().ExecuteTemplate(p.out, name, data)
	}
}

// end writes the end of a page.
func (p *webPage) end(script bool) error {
	p.part("end", "nplint "+version.Nplint)
	if script {
		fmt.Fprintf(p.out, "<script>\n%s</script>\n", reportJS)
	}
	fmt.Fprint(p.out, "</body>\n</html>\n")
	if p.err != nil {
		return p.err
	}
	return p.out.Flush()
}

// writeHTML writes the report as one page: the state of the projects, dependencies, the findings by file, and
// the rules that they break.
func writeHTML(w io.Writer, r *report.Report, o *Options) error {
	b := newBook(r, o.Views, true)
	b.only = o.Only
	p := newPage(w, "nplint: "+headline(r), true)
	p.part("top", b.top("nplint report"))
	p.part("state", b.state())
	if graphs := b.graphs(); graphs != nil {
		p.part("graphs", graphs)
	}
	p.part("filters", b.filters())
	for first := 0; first < len(r.Findings); {
		last := first
		for last < len(r.Findings) && r.Findings[last].Path == r.Findings[first].Path {
			last++
		}
		p.part("file", b.file(first, last))
		first = last
	}
	p.part("rules", b.rulePages())
	return p.end(true)
}

// GraphHTML writes graphs as one page. Unlike in a report, all are drawn.
func GraphHTML(w io.Writer, graphs []pack.Graph, r *report.Report) error {
	b := &book{report: r, found: newPlaced(r)}
	b.sort([]pack.View{{Graphs: graphs}})
	p := newPage(w, "nplint graph", false)
	p.part("plain", "nplint graph")
	if drawn := b.graphs(); drawn != nil {
		p.part("graphs", drawn)
	} else {
		p.part("none", nil)
	}
	return p.end(false)
}

package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/describe"
	"github.com/nplint/nplint/rules"
)

// maxHover is how many bytes of Markdown a hover has; a longer one is cut at the end of a line.
const maxHover = 16 << 10

func hoverAt(ctx context.Context, c *call, p *positionParams) (*hover, error) {
	key := keyOf(p.TextDocument.URI)
	r, found, err := c.found(ctx, key)
	if err != nil || r == nil {
		return nil, err
	}
	var texts []string
	var at *rangeOf
	src, told := newSources(found, c.docs), map[string]bool{}
	for i := range found.Findings {
		f := &found.Findings[i]
		if src.key(f.Path) != key || told[f.Rule] {
			continue
		}
		where := src.span(f.Path, f.Range, c.encoding)
		rule := found.Rule(f.Rule)
		if rule == nil || !touches(where, rangeOf{p.Position, p.Position}) {
			continue
		}
		told[f.Rule] = true
		if texts = append(texts, pageOf(rule)); at == nil {
			at = &where
		}
	}
	if text, where, err := c.aboutKey(ctx, r, key, p.Position); err != nil {
		return nil, err
	} else if text != "" {
		if texts = append([]string{text}, texts...); at == nil {
			at = where
		}
	}
	n, symbol, mention, err := c.symbolAt(ctx, p)
	if err != nil {
		return nil, err
	}
	if symbol != nil {
		if texts = append([]string{about(symbol)}, texts...); at == nil {
			here, _ := n.location(mention.Path, mention.Span)
			at = &here.Range
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	value := cut(inert(strings.Join(texts, "\n\n---\n\n")), maxHover)
	return &hover{markupContent{"markdown", value}, at}, nil
}

// pageOf returns the page of a rule, as Markdown. What one of the repository says is text.
func pageOf(rule *rules.Rule) string {
	url, id, title, why := rule.URL(), rule.ID, rule.Title, rule.Why
	if url == "" {
		id, title, why = plain(id), plain(title), plain(why)
	}
	text := fmt.Sprintf("**%s**: %s\n\n%s", id, title, why)
	if rule.Excerpt != "" {
		fence := rules.Fence(rule.Excerpt)
		text += fmt.Sprintf("\n\n%sdiff\n%s%s", fence, rule.Excerpt, fence)
	}
	if url != "" {
		text += "\n\n[" + rule.ID + "](" + url + ")"
	}
	return text
}

// aboutKey returns what the contract says of the key at a position, and where that is.
func (c *call) aboutKey(ctx context.Context, r *root, key string, at position) (string, *rangeOf, error) {
	open := c.docs[key]
	if open == nil {
		return "", nil, nil
	}
	d, of, err := c.parse(ctx, r, open)
	if err != nil || d == nil {
		return "", nil, err
	}
	offset := open.text.offset(at, c.encoding)
	pair, path, front := pairAt(d, offset)
	if pair == nil {
		return "", nil, nil
	}
	for _, k := range describe.KeysAt(of, front, path, func(name string) bool { return name == pair.Key }) {
		where := open.text.span(pair.KeySpan.Start, pair.KeySpan.End, c.encoding)
		return aboutOf(&k, of), &where, nil
	}
	return "", nil, nil
}

// aboutOf returns what a contract says of a key, as Markdown. What one of the repository says is text.
func aboutOf(k *describe.Key, of *rules.Contract) string {
	text := k.Text(of)
	if !of.BuiltIn {
		text = plain(text)
	}
	return text
}

// parse returns an open document as its kind is read, with its contract; both are nil for what is no artefact.
func (c *call) parse(ctx context.Context, r *root, open *doc) (*document.Document, *rules.Contract, error) {
	c.mutex.Lock()
	session := r.session
	c.mutex.Unlock()
	return session.Document(ctx, open.key, []byte(open.text.src))
}

// pairAt returns the pair at an offset, the path to its map, and whether that is in the frontmatter.
func pairAt(d *document.Document, offset int) (pair *document.Pair, path []string, front bool) {
	if d.Front != nil {
		if pair, path = keyAt(d.Front.Root, offset, nil); pair != nil {
			return pair, path, true
		}
	}
	if d.Data != nil {
		pair, path = keyAt(d.Data.Root, offset, nil)
		for _, line := range d.Data.Lines {
			if pair == nil {
				pair, path = keyAt(line, offset, nil)
			}
		}
	}
	return pair, path, false
}

// cut returns a text of so many bytes at most, with whole lines.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:strings.LastIndexByte(text[:most], '\n')+1] + "…"
}

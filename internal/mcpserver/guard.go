package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nplint/nplint/reporters"
)

// maxAnswer is how many bytes of JSON an answer may have: more than a model reads.
const maxAnswer = 200_000

// maxError is how many bytes an error may have, which may quote what a client said.
const maxError = 20_000

// errTooMuch says that an answer is larger than maxAnswer.
var errTooMuch = fmt.Errorf("that is more than the %d bytes that an answer may have; ask for less", maxAnswer)

// result returns the answer as the protocol has it.
func (a *answer) result() (*mcp.CallToolResult, error) {
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.text}}}
	if a.data != nil {
		text, err := encode(a.data)
		if err != nil {
			return nil, err
		}
		result.StructuredContent = json.RawMessage(text)
		if len(text) > maxAnswer {
			return nil, errTooMuch
		}
	}
	if len(a.text) > maxAnswer {
		return nil, errTooMuch
	}
	return result, nil
}

// guard stands around all that a client asks: a panic is an error of the one call, calls end with the server, and what
// goes out is inert.
func guard(server context.Context) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(server, cancel)()
			defer func() {
				if crash := recover(); crash != nil {
					err = fmt.Errorf("nplint crashed, which is a fault of its own: %v", crash)
					result = nil
					if method == "tools/call" {
						failed := &mcp.CallToolResult{}
						failed.SetError(err)
						result, err = failed, nil
					}
				}
				err = inertError(err)
				makeInert(result)
			}()
			return next(ctx, method, req)
		}
	}
}

// makeInert spells out what a client could obey in all that comes from files. Pages and resources that are listed were
// made inert when they were added.
func makeInert(result mcp.Result) {
	switch r := result.(type) {
	case *mcp.CallToolResult:
		if r == nil {
			return
		}
		for _, c := range r.Content {
			if text, ok := c.(*mcp.TextContent); ok {
				text.Text = inert(text.Text)
				if r.IsError {
					text.Text = short(text.Text)
				}
			}
		}
		if text, ok := r.StructuredContent.(json.RawMessage); ok {
			r.StructuredContent = json.RawMessage(inertJSON(text))
		}
	case *mcp.ReadResourceResult:
		if r == nil {
			return
		}
		for _, c := range r.Contents {
			c.Text = inert(c.Text)
		}
	case *mcp.CompleteResult:
		if r == nil {
			return
		}
		for i, value := range r.Completion.Values {
			r.Completion.Values[i] = inert(value)
		}
	}
}

// inertError is makeInert for an error. What is not JSON must not be its data, since nothing could be written any
// longer.
func inertError(err error) error {
	var wire *jsonrpc.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wire):
		made := &jsonrpc.Error{Code: wire.Code, Message: short(inert(wire.Message))}
		if len(wire.Data) <= maxError && json.Valid(wire.Data) {
			made.Data = inertJSON(wire.Data)
		}
		return made
	}
	return errors.New(short(inert(err.Error())))
}

// short returns an error's text without what is too much of it.
func short(text string) string {
	if len(text) <= maxError {
		return text
	}
	const end = "…"
	return strings.ToValidUTF8(text[:maxError-len(end)], "") + end
}

// inert returns a text of lines in which what a terminal, a page or a pipeline would act on is spelled out.
func inert(text string) string { return reporters.Visible(text, "\n\t") }

// onLine is inert for what must stay on its line: names of files may hold line ends.
func onLine(text string) string { return reporters.Visible(text, "\t") }

// inertValue is inert for a value that a program reads, which may be part of a file with any line ends.
func inertValue(text string) string { return reporters.Visible(text, "\n\t\r") }

// inertJSON returns JSON with inert strings.
func inertJSON(text []byte) []byte {
	var out bytes.Buffer
	for {
		start := bytes.IndexByte(text, '"')
		if start < 0 {
			out.Write(text)
			return out.Bytes()
		}
		end := start + 1
		for text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end++
		out.Write(text[:start])
		var value string
		if err := json.Unmarshal(text[start:end], &value); err != nil {
			panic(err) // it is JSON
		}
		quoted, err := encode(inertValue(value))
		if err != nil {
			panic(err) // it is a string
		}
		out.Write(quoted)
		text = text[end:]
	}
}

// encode returns v as JSON on one line. Text keeps its <, > and &.
func encode(v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}

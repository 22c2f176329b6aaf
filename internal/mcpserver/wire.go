package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxMessage is how many bytes a message of a client may have.
const maxMessage = 16 << 20

// messages is a stream of lines of which only those that are messages are read. The others are answered with an error,
// and the next ones read: the library would end the conversation.
type messages struct {
	in      *bufio.Reader
	out     io.Writer
	rest    []byte // of the message that is being read
	batches bool   // whether the version of the protocol has them
}

// newMessages returns the messages of a stream, and the stream that its errors and other answers may be written to.
func newMessages(in io.Reader, out io.Writer) (*messages, io.Writer) {
	both := &unmixed{to: out}
	return &messages{in: bufio.NewReaderSize(in, 64<<10), out: both}, both
}

// unmixed is a stream whose writes do not mix.
type unmixed struct {
	to io.Writer
	mu sync.Mutex
}

func (u *unmixed) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.to.Write(p)
}

// Read reads of the next message.
func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if line = bytes.TrimSpace(line); len(line) > 0 {
			refused := m.judge(line)
			if refused == nil {
				m.rest = append(line, '\n')
				break // an error comes again
			}
			err = errors.Join(err, m.refuse(refused))
		}
		if errors.Is(err, errTooLong) {
			err = m.refuse(&jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: errTooLong.Error()})
		}
		if err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

var errTooLong = fmt.Errorf("a message of more than %d bytes is not read", maxMessage)

// line returns the next line. One that is too long is left out.
func (m *messages) line() (line []byte, err error) {
	for size := 0; ; {
		part, err := m.in.ReadSlice('\n')
		if size += len(part); size <= maxMessage {
			line = append(line, part...)
		} else {
			line = nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case size > maxMessage && (err == nil || errors.Is(err, io.EOF)):
			return nil, errTooLong
		}
		return line, err
	}
}

// judge returns why a line is no message, or nil.
func (m *messages) judge(line []byte) *jsonrpc.Error {
	var all []json.RawMessage
	switch {
	case !json.Valid(line):
		const broken = "this is no JSON on one line: %v"
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: fmt.Sprintf(broken, json.Unmarshal(line, &all))}
	case line[0] != '[':
		all = append(all, line)
	case !m.batches:
		const several = "messages in a list are of former versions of the protocol alone"
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: several}
	default:
		if err := json.Unmarshal(line, &all); err != nil || len(all) == 0 {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the list has no message"}
		}
	}
	seen := map[any]bool{}
	for _, one := range all {
		message, err := jsonrpc.DecodeMessage(one)
		if err != nil {
			const other = "this is no message of JSON-RPC 2.0: %v"
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf(other, err)}
		}
		request, ok := message.(*jsonrpc.Request)
		if !ok {
			continue
		}
		id := request.ID.Raw()
		if request.IsCall() && seen[id] {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "two messages of the list have one id"}
		}
		seen[id] = true
		m.note(request)
	}
	return nil
}

// note remembers what is agreed on when a conversation begins.
func (m *messages) note(request *jsonrpc.Request) {
	var hello struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if request.Method == "initialize" && json.Unmarshal(request.Params, &hello) == nil {
		m.batches = hello.ProtocolVersion == "2024-11-05" || hello.ProtocolVersion == "2025-03-26"
	}
}

// refuse answers what is no message, and so has no id.
func (m *messages) refuse(why *jsonrpc.Error) error {
	answer := struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      any            `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, why}
	why.Message = short(onLine(why.Message))
	text, err := encode(answer)
	if err == nil {
		_, err = m.out.Write(append(text, '\n'))
	}
	return err
}

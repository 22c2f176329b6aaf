package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage is how many bytes a message may have: one larger than any file that nplint reads.
const maxMessage = 64 << 20

// maxHeader is how many bytes the header of a message may have.
const maxHeader = 4096

// stream reads and writes messages with the header that the protocol gives them. What is no message is answered and
// passed over, so that one mistake of a client does not end all that it works on.
type stream struct {
	in  *bufio.Reader
	out io.Writer
	end func() // of the input

	writing sync.Mutex
}

func newStream(in io.Reader, out io.Writer, end func()) *stream {
	return &stream{in: bufio.NewReaderSize(in, 64<<10), out: out, end: end}
}

// ReadObject reads the next message into v.
func (s *stream) ReadObject(v any) error {
	for {
		text, err := s.frame()
		if err != nil {
			return err
		}
		reflect.ValueOf(v).Elem().SetZero() // of what was read of one that was refused
		if text == nil {
			err = fmt.Errorf("a message has more than %d bytes", maxMessage)
		} else if err = json.Unmarshal(text, v); err == nil {
			return nil
		}
		code := int64(jsonrpc2.CodeInvalidRequest)
		if !json.Valid(text) {
			code = jsonrpc2.CodeParseError
		}
		wire := &jsonrpc2.Error{Code: code, Message: inert(err.Error())}
		if err := s.WriteObject(refused{Version: "2.0", Error: wire}); err != nil {
			return err
		}
	}
}

// refused is the answer to what is no message; its id is null, since nobody knows that of the message.
type refused struct {
	Version string          `json:"jsonrpc"`
	ID      *int            `json:"id"`
	Error   *jsonrpc2.Error `json:"error"`
}

// frame returns the bytes of the next message; nil are those of one that is too large.
func (s *stream) frame() ([]byte, error) {
	length := -1
	for read := 0; ; {
		line, err := s.in.ReadSlice('\n')
		if read += len(line); read > maxHeader {
			return nil, errors.New("the header of a message never ends")
		}
		if err != nil {
			return nil, err
		}
		name, value, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), ":")
		switch {
		case name == "" && length < 0:
			continue // there is no message without its length; perhaps this is a blank line before one
		case name == "":
			return s.take(length)
		case strings.EqualFold(name, "Content-Length"):
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
				return nil, fmt.Errorf("the length of a message is %q", value)
			}
		}
	}
}

func (s *stream) take(length int) ([]byte, error) {
	if length > maxMessage {
		_, err := io.CopyN(io.Discard, s.in, int64(length))
		return nil, err
	}
	text := make([]byte, length)
	_, err := io.ReadFull(s.in, text)
	return text, err
}

// WriteObject writes a message.
func (s *stream) WriteObject(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	_, err = s.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...))
	return err
}

// Close ends the reading of messages.
func (s *stream) Close() error {
	s.end()
	return nil
}

package lsp

import (
	"encoding/json"
	"slices"
)

// The types of the Language Server Protocol 3.17 that are served, as far as they are looked at.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type rangeOf struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string  `json:"uri"`
	Range rangeOf `json:"range"`
}

type initializeParams struct {
	ProcessID        *int              `json:"processId"`
	RootPath         *string           `json:"rootPath"`
	RootURI          *string           `json:"rootUri"`
	WorkspaceFolders []workspaceFolder `json:"workspaceFolders"`
	ClientInfo       programInfo       `json:"clientInfo"`
	Capabilities     capabilities      `json:"capabilities"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// capabilities is what a client can.
type capabilities struct {
	General struct {
		PositionEncodings []encoding `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		ShowDocument struct {
			Support bool `json:"support"`
		} `json:"showDocument"`
	} `json:"window"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		Diagnostics struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"diagnostics"`
		CodeLens struct {
			RefreshSupport bool `json:"refreshSupport"`
		} `json:"codeLens"`
	} `json:"workspace"`
	TextDocument struct {
		DocumentSymbol struct {
			Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
		Diagnostic *struct{} `json:"diagnostic"`
		CodeAction struct {
			CodeActionLiteralSupport *struct{} `json:"codeActionLiteralSupport"`
			ResolveSupport           struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"codeAction"`
	} `json:"textDocument"`
}

// versioned reports whether a client takes edits with the versions that they are about. One that knows operations on
// files does, for they come only so; Neovim says no more than that.
func (c *capabilities) versioned() bool {
	return c.Workspace.WorkspaceEdit.DocumentChanges || len(c.Workspace.WorkspaceEdit.ResourceOperations) > 0
}

// does reports whether a client does an operation on files.
func (c *capabilities) does(operation string) bool {
	return slices.Contains(c.Workspace.WorkspaceEdit.ResourceOperations, operation)
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   programInfo        `json:"serverInfo"`
}

type programInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// serverCapabilities is what the server can.
type serverCapabilities struct {
	PositionEncoding       encoding               `json:"positionEncoding"`
	TextDocumentSync       syncOptions            `json:"textDocumentSync"`
	DiagnosticProvider     *diagnosticOptions     `json:"diagnosticProvider,omitempty"`
	CodeActionProvider     *codeActionOptions     `json:"codeActionProvider,omitempty"`
	HoverProvider          bool                   `json:"hoverProvider,omitempty"`
	CompletionProvider     *completionOptions     `json:"completionProvider,omitempty"`
	DefinitionProvider     bool                   `json:"definitionProvider,omitempty"`
	ReferencesProvider     bool                   `json:"referencesProvider,omitempty"`
	HighlightProvider      bool                   `json:"documentHighlightProvider,omitempty"`
	RenameProvider         *renameOptions         `json:"renameProvider,omitempty"`
	DocumentSymbolProvider bool                   `json:"documentSymbolProvider,omitempty"`
	SymbolProvider         bool                   `json:"workspaceSymbolProvider,omitempty"`
	DocumentLinkProvider   *struct{}              `json:"documentLinkProvider,omitempty"`
	CodeLensProvider       *struct{}              `json:"codeLensProvider,omitempty"`
	ExecuteCommandProvider *executeCommandOptions `json:"executeCommandProvider,omitempty"`
	Workspace              workspaceOptions       `json:"workspace"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2: by what has changed
	Save      bool `json:"save"`
}

type diagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

type codeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
	ResolveProvider bool     `json:"resolveProvider"`
}

type completionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters,omitempty"`
}

type executeCommandOptions struct {
	Commands []string `json:"commands"`
}

type workspaceOptions struct {
	WorkspaceFolders workspaceFoldersOptions `json:"workspaceFolders"`
}

type workspaceFoldersOptions struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

type textDocumentItem struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int    `json:"version"`
	Text       string `json:"text"`
}

type textDocumentID struct {
	URI string `json:"uri"`
}

type versionedID struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"` // null is that of a file that is not open
}

type didOpenParams struct {
	TextDocument textDocumentItem `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   versionedID     `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

type contentChange struct {
	Range *rangeOf `json:"range"` // nil is the whole text
	Text  string   `json:"text"`
}

// documentParams are those of a notification or request about a document alone.
type documentParams struct {
	TextDocument textDocumentID `json:"textDocument"`
}

type positionParams struct {
	TextDocument textDocumentID `json:"textDocument"`
	Position     position       `json:"position"`
}

type didChangeWatchedFilesParams struct {
	Changes []fileEvent `json:"changes"`
}

type fileEvent struct {
	URI  string `json:"uri"`
	Type int    `json:"type"`
}

type didChangeFoldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions"`
}

type watchersOptions struct {
	Watchers []watcher `json:"watchers"`
}

type watcher struct {
	GlobPattern string `json:"globPattern"`
}

type showDocumentParams struct {
	URI      string `json:"uri"`
	External bool   `json:"external"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range           rangeOf          `json:"range"`
	Severity        int              `json:"severity"` // 1 error, 2 warning, 3 information
	Code            string           `json:"code,omitempty"`
	CodeDescription *codeDescription `json:"codeDescription,omitempty"`
	Source          string           `json:"source"`
	Message         string           `json:"message"`
	Tags            []int            `json:"tags,omitempty"` // 1 unnecessary, 2 deprecated
	Related         []relatedInfo    `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInfo struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type documentDiagnosticParams struct {
	TextDocument     textDocumentID `json:"textDocument"`
	PreviousResultID string         `json:"previousResultId"`
}

// diagnosticReport is what is said of one document: all, or that it is what was said before.
type diagnosticReport struct {
	Kind     string        `json:"kind"` // "full" or "unchanged"
	ResultID string        `json:"resultId"`
	Items    *[]diagnostic `json:"items,omitempty"` // of a full one
}

type workspaceDiagnosticParams struct {
	PreviousResultIDs []previousResult `json:"previousResultIds"`
}

type previousResult struct {
	URI   string `json:"uri"`
	Value string `json:"value"`
}

type workspaceDiagnosticReport struct {
	Items []workspaceDocumentReport `json:"items"`
}

type workspaceDocumentReport struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
	diagnosticReport
}

type codeActionParams struct {
	TextDocument textDocumentID    `json:"textDocument"`
	Range        rangeOf           `json:"range"`
	Context      codeActionContext `json:"context"`
}

type codeActionContext struct {
	Only        []string `json:"only"`
	TriggerKind int      `json:"triggerKind"` // 2 is not by the user
}

type codeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind,omitempty"`
	Diagnostics []diagnostic    `json:"diagnostics,omitempty"`
	IsPreferred bool            `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit  `json:"edit,omitempty"`
	Command     *command        `json:"command,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type executeCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// workspaceEdit changes files. A client that does not know DocumentChanges gets Changes.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"` // documentEdit, createFile and renameFile
}

type documentEdit struct {
	TextDocument versionedID `json:"textDocument"`
	Edits        []textEdit  `json:"edits"`
}

type renameFile struct {
	Kind   string `json:"kind"` // "rename"
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

type createFile struct {
	Kind string `json:"kind"` // "create"
	URI  string `json:"uri"`
}

type textEdit struct {
	Range   rangeOf `json:"range"`
	NewText string  `json:"newText"`
}

type hover struct {
	Contents markupContent `json:"contents"`
	Range    *rangeOf      `json:"range,omitempty"`
}

type markupContent struct {
	Kind  string `json:"kind"` // "markdown"
	Value string `json:"value"`
}

type completionItem struct {
	Label         string         `json:"label"`
	Kind          int            `json:"kind"` // 10 property, 12 value
	Detail        string         `json:"detail,omitempty"`
	Documentation *markupContent `json:"documentation,omitempty"`
	SortText      string         `json:"sortText,omitempty"`
	TextEdit      *textEdit      `json:"textEdit,omitempty"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type renameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type documentHighlight struct {
	Range rangeOf `json:"range"`
}

type renamePlace struct {
	Range       rangeOf `json:"range"`
	Placeholder string  `json:"placeholder"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          rangeOf          `json:"range"`
	SelectionRange rangeOf          `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type symbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

type documentLink struct {
	Range  rangeOf `json:"range"`
	Target string  `json:"target"`
}

type codeLens struct {
	Range   rangeOf `json:"range"`
	Command command `json:"command"`
}

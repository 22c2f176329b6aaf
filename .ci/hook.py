"""hook.py NPLINT CLAUDE SCRATCH: have the real Claude Code work in projects whose hooks `nplint init` and docs/agents.md have set, with a model of
our own on this machine: what the program sends to the model next must hold what nplint says of the files, and nothing else of it. The model calls
the tools of `nplint mcp`, too."""
import http.server
import json
import os
import re
import subprocess
import sys
import threading

NPLINT, CLAUDE, SCRATCH = sys.argv[1:4]
FAULTY = "---\nname: np-scribe\ndescription: Writes the release note.\ntier: Opus\ntools: Read, Write\n---\n\nYou write the release note.\n"
MENDED = FAULTY.replace("Opus", "opus")
FILE = "agents/np-scribe.md"
WRITE = ("Write", {"file_path": FILE, "content": FAULTY})
BREAK = ("Bash", {"command": f"sed -i s/opus/Opus/ {FILE}", "description": "Break the agent"})
FINDING = FILE + ":4: error[agent-invalid-tier]"

# What the model does in each project, and what it must hear next: None is silence.
ROUNDS = {
    "init": [
        (WRITE, "nplint: this write introduced 1 error"),
        (("Edit", {"file_path": FILE, "old_string": "Opus", "new_string": "opus"}), None),
        (BREAK, "nplint: this write introduced 1 error"),
        ("Done.", None),
    ],
    "all": [
        (WRITE, "nplint: refused"),
        (("Write", {"file_path": FILE, "content": MENDED}), None),
        (BREAK, "nplint: this write introduced 1 error"),
        ("Done.", "nplint: this session introduced 1 error"),
        ("I leave it.", None),
    ],
}
ROUNDS["mcp"] = [
    (("mcp__nplint__contract_prompt", {"path": FILE}), "## Output contract: Agent definition"),
    (("mcp__nplint__check", {"text": FAULTY, "path": FILE}), "did you mean opus?"),
    (WRITE, "nplint: this write introduced 1 error"),
    (("mcp__nplint__fix", {"paths": [FILE], "write": True}), "+tier: opus"),
    (("mcp__nplint__check", {"paths": ["../.."]}), "lies outside of what may be looked at"),
    ("Done.", None),
]
ROUNDS["fix"] = [
    (WRITE, "nplint: fixed agents/np-scribe.md on the disk (agent-invalid-tier)"),
    (("Edit", {"file_path": FILE, "old_string": "tier: Opus", "new_string": "tier: haiku"}), "not found"),
    (("Edit", {"file_path": FILE, "old_string": "You write", "new_string": "Write"}), None),
    (("Read", {"file_path": FILE}), "tier: opus"),
    ("Done.", None),
]
plan = []   # what the model does, in the round that runs
asked = []  # the requests with tools that were sent to the model


def events(answer):
    """Yields an answer of the model as the events of a stream."""
    message = {"id": f"msg_{len(asked)}", "type": "message", "role": "assistant", "model": "model", "content": [], "stop_reason": None, "stop_sequence": None,
               "usage": {"input_tokens": 1, "output_tokens": 1}}
    yield "message_start", {"message": message}
    if isinstance(answer, str):
        yield "content_block_start", {"index": 0, "content_block": {"type": "text", "text": ""}}
        yield "content_block_delta", {"index": 0, "delta": {"type": "text_delta", "text": answer}}
    else:
        name, given = answer
        block = {"type": "tool_use", "id": f"toolu_{len(asked)}", "name": name, "input": {}}
        yield "content_block_start", {"index": 0, "content_block": block}
        yield "content_block_delta", {"index": 0, "delta": {"type": "input_json_delta", "partial_json": json.dumps(given)}}
    yield "content_block_stop", {"index": 0}
    reason = "end_turn" if isinstance(answer, str) else "tool_use"
    yield "message_delta", {"delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 1}}
    yield "message_stop", {}


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_HEAD

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        body = b"{}"
        kind = "application/json"
        if "count_tokens" in self.path:
            body = b'{"input_tokens": 1}'
        elif self.path.startswith("/v1/messages"):
            answer = "Done."
            if any(tool.get("name") == "Write" for tool in request.get("tools", [])):
                answer = plan[len(asked)] if len(asked) < len(plan) else "Done."
                asked.append(request)
            body = b"".join(f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode() for name, data in events(answer))
            kind = "text/event-stream"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def heard(request):
    """What was sent behind the last words of the model."""
    messages = request["messages"]
    last = max(i for i, m in enumerate(messages) if m["role"] == "assistant")
    return json.dumps(messages[last + 1:])


def settings(name, project):
    """Writes the settings of a project."""
    with open("docs/agents.md", encoding="utf-8") as f:
        every = re.findall(r"```json\n(.*?)```", f.read(), re.S)
    file = os.path.join(project, ".claude", "settings.json")
    before = {"init": '{\n  "permissions": {"allow": ["Write", "Edit", "Bash(sed:*)"]}\n}\n', "mcp": '{"enabledMcpjsonServers": ["nplint"]}\n', "fix": "{}\n"}
    with open(file, "w", encoding="utf-8") as f:
        f.write(before.get(name) or next(t for t in every if "SubagentStop" in t))
    if name in before:
        print(subprocess.run([NPLINT, "init"], cwd=project, check=True, capture_output=True, text=True).stdout)
    with open(file, encoding="utf-8") as f:
        text = f.read()
    if name == "fix":
        text = text.replace("nplint hook", "nplint hook --fix")
        with open(file, "w", encoding="utf-8") as f:
            f.write(text)
    print(text)


def play(name, turns, port):
    """Has Claude Code do what the model wants in one project."""
    project = os.path.realpath(os.path.join(SCRATCH, "hook-" + name))
    for directory in (".git", ".claude", "agents"):
        os.makedirs(os.path.join(project, directory))
    with open(os.path.join(project, ".git", "HEAD"), "w", encoding="utf-8") as f:
        f.write("ref: refs/heads/main\n")
    with open(os.path.join(project, "agents", "np-other.md"), "w", encoding="utf-8") as f: # by which this is a project
        f.write(MENDED.replace("scribe", "other"))
    settings(name, project)
    asked.clear()
    plan[:] = [t if isinstance(t, str) else (t[0], {k: os.path.join(project, v) if k == "file_path" else v for k, v in t[1].items()}) for t, _ in turns]
    env = {**os.environ, "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}", "ANTHROPIC_API_KEY": "none",
           "PATH": os.path.dirname(NPLINT) + os.pathsep + os.environ["PATH"]}
    done = subprocess.run([CLAUDE, "-p", "Write the agent.", "--permission-mode", "acceptEdits", "--allowedTools", "Write,Edit,Bash(sed:*),mcp__nplint"],
                          cwd=project, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if len(asked) != len(turns):
        sys.exit(f"{name}: {len(asked)} requests came to the model\n{done.stdout}\n{done.stderr}")
    for (what, wanted), request in zip(turns, asked[1:]):
        text, what = heard(request), what if isinstance(what, str) else what[0]
        if what.startswith("mcp__") or name == "fix" and wanted:
            right = wanted in text
        else:
            right = wanted in text and FINDING in text if wanted else "nplint: " not in text
        if not right:
            sys.exit(f"{name}: after {what} the model hears\n{text}\nand not {wanted}")
        print(f"{name}: after {what} the model hears {wanted or 'nothing'}")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()
for round_name, round_turns in ROUNDS.items():
    play(round_name, round_turns, server.server_port)

#!/usr/bin/env python3
"""campaign.py NPLINT SCRATCH attacks the plain binary as a hostile repository would, within limits that the system enforces.

Seven rounds: every command under strace, which must see no connection; mutated copies of the demo projects through every command that reads a project, with one job and two, whose
output must be the same; the same through the tools of `nplint mcp`, all at once, through the hooks of agents, and in an editor of `nplint lsp`; kill -9 during --fix, after which every file is the old one or the new one and nothing stays behind
once the next --fix is through; and bombs, which must end in time and in little memory. CAMPAIGN=long takes hours instead of
minutes. SEED repeats a campaign; it is printed first.
"""
import json, os, pathlib, random, resource, shutil, subprocess, sys, time

NPLINT, SCRATCH = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
LONG = os.environ.get("CAMPAIGN") == "long"
SEED = int(os.environ.get("SEED", random.randrange(1 << 30)))
MUTATIONS, SERVED, KILLS = (20_000, 5_000, 200) if LONG else (150, 40, 20)
SECONDS, MEGABYTES = 3, 400  # of processor time and of memory, for whatever fits max_file_size
VERBS = [["run", "-o", "json"], ["run", "-o", "sarif"], ["run", "--diff", "--unsafe-fixes"], ["doctor"], ["files"], ["graph"],
         ["run", "-o", "html"], ["graph", "-o", "svg"], ["contract", "list"], ["config", "show"], ["baseline", "create", "--baseline", os.devnull + ".none"]]
largest = {"seconds": 0.0, "megabytes": 0.0}


def fail(text):
    sys.exit(f"campaign: seed {SEED}: {text}")


def run(args, cwd, seconds=SECONDS, given=b"", megabytes=MEGABYTES, again=2):
    """Runs nplint; returns its status and output. Time of the processor is limited by the system, memory is read afterwards. What takes too much
    is run again: on a busy machine the same work takes more of both."""
    limits = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds + 3, seconds + 3))
    with open(os.path.join(SCRATCH, "out"), "w+b") as out, open(os.path.join(SCRATCH, "in"), "w+b") as source:
        source.write(given)
        source.seek(0)
        process = subprocess.Popen([NPLINT, *args], cwd=cwd, stdin=source, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limits)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        took, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        largest["seconds"], largest["megabytes"] = max(largest["seconds"], took), max(largest["megabytes"], peak)
        out.seek(0)
        text = out.read(1 << 22)
    if os.WIFSIGNALED(status) or os.WEXITSTATUS(status) > 3 or b"\ngoroutine " in text or b"[internal-error]" in text or b'": "internal-error"' in text:
        fail(f"{' '.join(args)[:200]} in {cwd} ended with {status}:\n{text[-2000:].decode(errors='replace')}")
    if took > seconds or peak > megabytes:
        if again > 0:
            return run(args, cwd, seconds, given, megabytes, again - 1)
        fail(f"{' '.join(args)[:200]} in {cwd} took {took:.1f} s and {peak:.0f} MB; {seconds} s and {megabytes} MB are the most")
    return os.WEXITSTATUS(status), text


def files_of(tree):
    """Returns the regular files of a tree: nobody here waits for a pipe that was put into it, either."""
    found = (os.path.join(d, f) for d, _, names in os.walk(tree) for f in names)
    return sorted(f for f in found if os.path.isfile(f) and not os.path.islink(f))


def mutate(rng, tree):
    """Changes a tree in one way that a repository can have."""
    path = rng.choice(files_of(tree))
    data = open(path, "rb").read()
    at = rng.randrange(len(data) + 1)
    kind = rng.randrange(9)
    if kind == 0:
        data = data[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9))) + data[at:]
    elif kind == 1:
        data = data[:at] + data[at + rng.randrange(1, 200):]
    elif kind == 2:
        lines = data.splitlines(True)
        rng.shuffle(lines)
        data = b"".join(lines)
    elif kind == 3:
        data = data * rng.randrange(2, 40)
    elif kind == 4:
        data = data.replace(b"\n", b"\r\n")
    elif kind == 5:
        data = data[:at] + rng.choice([b"---\n", b"```\n", b"<!--", b"[[", b"{{{{", b"\x00", b"\xef\xbb\xbf", b"::error::x\n", b"##[group]\n"]) + data[at:]
    elif kind == 6:
        os.remove(path)
        os.symlink(rng.choice([SCRATCH, "/dev/zero", "/etc/passwd", ".", os.path.basename(path), "../.git/config"]), path)
        return
    elif kind == 7:
        os.remove(path)
        os.mkfifo(path)
        return
    else:
        other = rng.choice(files_of(tree))
        data = open(other, "rb").read()
    with open(path, "wb") as f:
        f.write(data)


def mutated(rng):
    """Returns a demo project that was changed in some ways."""
    tree = os.path.join(SCRATCH, "tree")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(os.path.join("fixtures", rng.choice(["demo", "demo-nexus"])), tree)
    os.makedirs(os.path.join(tree, ".git"), exist_ok=True)
    for _ in range(rng.randrange(1, 4)):
        mutate(rng, tree)
    return tree


def mutations(rng):
    for i in range(MUTATIONS):
        tree = mutated(rng)
        verb = rng.choice(VERBS)
        jobs = [["--jobs", n] for n in "12"] if verb[0] == "run" else [[]]
        answers = {run([*verb, *j], tree) for j in jobs}
        if len(answers) > 1:
            fail(f"{verb} says something else with one job than with two, in {tree}")


def served(rng):
    calls = [("check", {"limit": 200}), ("fix", {"unsafe": True}), ("doctor", {}), ("graph", {}), ("explain", {"names": ["task-dropped"]}),
             ("check", {"text": "---\nname: x\n---\n", "path": "agents/np-x.md"})]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "campaign", "version": "1"}}
    for _ in range(SERVED):
        tree = mutated(rng)
        before = contents(tree)
        server = subprocess.Popen([NPLINT, "mcp"], cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        asked = [("initialize", hello)] + [("tools/call", {"name": name, "arguments": args}) for name, args in calls]
        for number, (method, params) in enumerate(asked):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            if number == 0:
                lines = [server.stdout.readline()]
        lines += [server.stdout.readline() for _ in calls]
        server.stdin.close()
        lines += server.stdout.readlines()
        try:
            answers = {answer["id"]: answer["result"] for answer in map(json.loads, lines)}
        except (KeyError, ValueError) as err:
            fail(f"in {tree} `nplint mcp` answers what is none ({err}): {lines}")
        if server.wait() or len(lines) != len(asked) or len(answers) != len(asked) or any(b"crashed" in line or b"internal-error" in line for line in lines):
            fail(f"in {tree} `nplint mcp` ends with {server.returncode} and answers {lines}")
        if contents(tree) != before:
            fail(f"in {tree} `nplint mcp` has written")


def hook(tree, path, session):
    """Has an agent hear of a file that it has written: at most 20 lines of what is inert, and never the status that blocks it."""
    event = {"session_id": session, "cwd": tree, "hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": path}}
    # It judges a file alone and in its project, as it is and as it was.
    status, text = run(["hook", "claude-code"], tree, 2 * SECONDS, json.dumps(event).encode(), MEGABYTES * 3 // 2)
    if status == 0 and not text:
        return
    try:
        lines = [text] if status == 1 and text.startswith(b"nplint hook: ") and text.count(b"\n") == 1 else json.loads(text)["reason"].split("\n")
    except (KeyError, ValueError):
        lines = []
    if status > 1 or not 0 < len(lines) <= 20 or any(ord(c) < 32 for line in lines if isinstance(line, str) for c in line):
        fail(f"of {path} in {tree} an agent hears, with status {status}, {text}")


def heard(rng):
    for i in range(SERVED):
        tree = mutated(rng)
        before, all_files = contents(tree), files_of(tree)
        for path in rng.sample(all_files, min(4, len(all_files))):
            hook(tree, os.fsdecode(path), str(i))
        if contents(tree) != before:
            fail(f"in {tree} `nplint hook` has written")


def edited(rng):
    """Has an editor open some files of mutated trees, change one and ask of each all that it may: each request is answered, and nothing is written."""
    can = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}},
           "textDocument": {"diagnostic": {}, "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    for _ in range(SERVED):
        tree = mutated(rng)
        before, all_files = contents(tree), files_of(tree)
        uri = pathlib.Path(tree).as_uri()
        messages = [("initialize", {"processId": None, "rootUri": uri, "capabilities": can}, True), ("initialized", {}, False)]
        for path in rng.sample(all_files, min(3, len(all_files))):
            at = {"textDocument": {"uri": pathlib.Path(path).as_uri(), "version": 1}}
            text = open(path, "rb").read()[:100_000].decode(errors="replace")
            spot = {"position": {"line": rng.randrange(30), "character": rng.randrange(40)}}
            messages += [("textDocument/didOpen", {"textDocument": {**at["textDocument"], "languageId": "x", "text": text}}, False),
                         ("textDocument/didChange", {**at, "contentChanges": [{"range": {"start": spot["position"], "end": spot["position"]}, "text": "id: "}]}, False),
                         ("textDocument/codeAction", {**at, "range": whole, "context": {"diagnostics": [], "only": ["source.fixAll"]}}, True),
                         ("textDocument/rename", {**at, **spot, "newName": "SC-9"}, True), ("textDocument/references", {**at, **spot, "context": {}}, True)]
            messages += [(f"textDocument/{what}", {**at, **spot}, True)
                         for what in ("diagnostic", "hover", "completion", "definition", "documentSymbol", "documentLink", "codeLens")]
        messages += [("workspace/diagnostic", {"previousResultIds": []}, True), ("workspace/symbol", {"query": ""}, True)]
        server = subprocess.Popen([NPLINT, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        asked = set()
        for number, (method, params, answered) in enumerate(messages):
            message = {"jsonrpc": "2.0", "method": method, "params": params, **({"id": number} if answered else {})}
            asked |= {number} if answered else set()
            send(server, message)
        while asked:
            answer = receive(server)
            if "method" not in answer:
                asked.discard(answer["id"])
                if answer.get("error", {}).get("code") == -32603 and "crash" in answer["error"]["message"]:
                    fail(f"in {tree} `nplint lsp` answers {answer}")
        send(server, {"jsonrpc": "2.0", "id": "end", "method": "shutdown"})
        send(server, {"jsonrpc": "2.0", "method": "exit"})
        server.stdin.close()
        rest = server.stdout.read()
        if server.wait() or b"goroutine " in rest:
            fail(f"in {tree} `nplint lsp` ends with {server.returncode}: {rest[-2000:]}")
        if contents(tree) != before:
            fail(f"in {tree} `nplint lsp` has written")


def send(server, message):
    text = json.dumps(message).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
    server.stdin.flush()


def receive(server):
    length = server.stdout.readline()
    if not length.startswith(b"Content-Length: ") or server.stdout.readline() != b"\r\n":
        fail(f"`nplint lsp` writes {length + server.stdout.read()[:2000]}")
    return json.loads(server.stdout.read(int(length[16:])))


def contents(tree):
    return {f[len(tree):]: open(f, "rb").read() for f in files_of(tree)}


def kills(rng):
    before, after = os.path.join(SCRATCH, "before"), os.path.join(SCRATCH, "after")
    for d in (before, after):
        shutil.rmtree(d, ignore_errors=True)
    shutil.copytree("fixtures/demo", before)
    shutil.copytree(before, after)
    start = time.time()
    fix = ["run", "--no-config", "--fix", "--unsafe-fixes", "--quiet"]
    run(fix, after)
    took = time.time() - start
    old, new = contents(before), contents(after)
    for _ in range(KILLS):
        tree = os.path.join(SCRATCH, "killed")
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(before, tree)
        process = subprocess.Popen([NPLINT, *fix], cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(took * rng.random() * 1.2)
        process.kill()
        process.wait()
        for name, data in contents(tree).items():
            if ".nplint-" not in name and data not in (old[name], new[name]):
                fail(f"{name} is neither the old one nor the new one after kill -9")
        run(fix, tree)
        if contents(tree) != new:
            fail("after kill -9 the next --fix does not come to the same")


def bombs():
    tree = os.path.join(SCRATCH, "bomb")
    contract = 'kind = "team/a"\ntitle = "A"\npaths = ["docs/{x}.md"]\n'
    many = {
        "findings": (contract + 'dialect = "none"\n[[patterns]]\nname = "no"\npattern = "TODO"\nforbidden = true\n', "TODO\n" * 300_000),
        "keys": (contract, "---\n" + "".join(f"k{i}: x\n" for i in range(100_000)) + "---\n"),
        "nesting": (contract, "---\na: " + "[" * 100_000 + "\n---\n"),
        "aliases": (contract, "---\na: &a [x]\n" + "".join(f"b{i}: &b{i} [*a,*a]\n" for i in range(10_000)) + "---\n"),
        "one line": (contract, "---\na: " + "x" * 8_000_000 + "\n---\n"),
        "headings": (contract, "# x\n" * 400_000),
        "suppressions": (contract, "<!-- nplint-ignore x -->\n" * 60_000),
        "links": (contract + "[text]\nlinks = true\n", "[a](b.md) " * 100_000),
    }
    for name, (text, document) in many.items():
        shutil.rmtree(tree, ignore_errors=True)
        for d in (".git", "contracts", "docs"):
            os.makedirs(os.path.join(tree, d))
        for path, data in ((".nplint.toml", 'version = 1\ncontracts.dirs = ["contracts"]\n'), ("contracts/a.toml", text), ("docs/a.md", document)):
            with open(os.path.join(tree, path), "w") as f:
                f.write(data)
        for form in ("text", "json", "sarif", "github", "gitlab", "checkstyle", "junit", "rdjson", "sonarqube", "markdown", "html"):
            run(["run", "-o", form, "."], tree)
        hook(tree, "docs/a.md", name)
    dots = ".".join(["a"] * 30_000)
    for path, data in ((".nplint.toml", f"version = 1\n{dots} = 1\n"), ("contracts/a.toml", f"{dots} = 1\n"), ("contracts/pack.toml", f"{dots} = 1\n"),
                       ("contracts/a.toml", contract + '[[patterns]]\nname = "x"\npattern = "((a{9}){9}){9}"\n')):
        shutil.rmtree(tree, ignore_errors=True)
        for d in (".git", "contracts"):
            os.makedirs(os.path.join(tree, d))
        with open(os.path.join(tree, ".nplint.toml"), "w") as f:
            f.write('version = 1\ncontracts.dirs = ["contracts"]\n')
        with open(os.path.join(tree, path), "w") as f:
            f.write(data)
        if run(["run", "."], tree)[0] != 2:
            fail(f"{path} with {data[:60]!r} is not refused")
    return len(many) * 10 + 4


def quiet():
    """Runs every command under strace: none of them, and nothing that they start, may have to do with the network."""
    if not shutil.which("strace"):
        subprocess.run([".ci/apt.sh", "strace"], check=True)
    trace = os.path.join(SCRATCH, "trace")

    def network(command, cwd, given=b""):
        subprocess.run(["strace", "-f", "-qq", "-e", "trace=network", "-o", trace, *command], cwd=cwd, input=given, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=600)
        return [line for line in open(trace, errors="replace") if "AF_" in line and "AF_UNIX" not in line]

    if not network([sys.executable, "-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 1))"], SCRATCH):
        fail("strace does not see a connection, so nothing is held")
    tree = os.path.join(SCRATCH, "quiet")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree("fixtures/demo", tree)
    git = ["git", "-C", tree, "-c", "user.name=nplint", "-c", "user.email=nplint@localhost"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "demo"], check=True)
    plan = ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md"
    written = {"session_id": "quiet", "cwd": tree, "hook_event_name": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": plan}}
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "campaign", "version": "1"}}}
    check = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "check", "arguments": {}}}
    editor = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"processId": None, "rootUri": pathlib.Path(tree).as_uri(), "capabilities": {}}}
    frame = lambda message: b"Content-Length: %d\r\n\r\n%s" % (len(json.dumps(message)), json.dumps(message).encode())
    commands = [(verb, b"") for verb in VERBS] + [([*words.split()], b"") for words in (
        "run --new-from HEAD", "run --staged", "run --no-snippets", "run --fix", "check --kind plan " + plan, "baseline check", "baseline update --add", "init",
        "contract show plan", "contract prompt plan", "contract schema", "config schema", "rules", "explain task-dropped", "matcher github", "merge report.json",
        "version", "man", "completion bash", "--help", "no-such-verb")]
    commands += [(["hook", "claude-code"], json.dumps(written).encode()), (["mcp"], b"".join(json.dumps(m).encode() + b"\n" for m in (hello, check))),
                 (["lsp"], frame(editor) + frame({"jsonrpc": "2.0", "method": "exit"}))]
    run(["run", "-o", "json=report.json"], tree)
    verbs = {args[0] for args, _ in commands}
    known = {line.split()[0] for line in run(["--help"], tree)[1].decode().split("Available Commands:")[-1].splitlines() if line.startswith("  ") and line[2] != " "}
    if missing := {word for word in known if word.isalpha()} - verbs - {"help"}:
        fail(f"{missing} are not run under strace")
    for args, given in commands:
        if seen := network([NPLINT, *args], tree, given):
            fail(f"nplint {' '.join(args)} has to do with the network:\n{''.join(seen[:5])}")
    return len(commands)


os.makedirs(SCRATCH, exist_ok=True)
rng = random.Random(SEED)
print(f"seed {SEED}", flush=True)
print(f"{quiet()} commands without a connection", flush=True)
mutations(rng)
print(f"{MUTATIONS} mutated trees", flush=True)
served(rng)
print(f"{SERVED} mutated trees served", flush=True)
heard(rng)
print(f"{SERVED} mutated trees heard of", flush=True)
edited(rng)
print(f"{SERVED} mutated trees edited", flush=True)
kills(rng)
print(f"{KILLS} times kill -9", flush=True)
print(f"{bombs()} runs of bombs")
print(f"at most {largest['seconds']:.1f} s and {largest['megabytes']:.0f} MB")

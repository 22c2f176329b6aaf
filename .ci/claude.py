"""claude.py CORPUS NPLINT CLAUDE SCRATCH: hold nplint against `claude plugin validate --json`, over the trees that are
given, single faults in one of them, and faults in a fixture of ours. Where the validator reports an error nplint reports
something in that file, or SILENT says why not. Then sessions are started, which end before they ask a model: the agents,
skills and commands that they load are those that `nplint doctor` lists, and of frontmatter in strange forms nplint reports an
error where an agent does not load.
"""
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys

CORPUS, NPLINT, CLAUDE, SCRATCH = (pathlib.Path(arg).absolute() for arg in sys.argv[1:])
# Why nplint says nothing, by the end of the path and a word of the message.
SILENT = [
    ("plugin.json", "reserved", "claude-plugins-official",
     "the marketplace around it is Anthropic's own, which the validator is not shown"),
]
MANIFEST = "plugins/crumb/.claude-plugin/plugin.json"
MARKET = ".claude-plugin/marketplace.json"
# Faults in rules/claude/base/shop.txtar, each an error for the validator: a file, what is there, and what comes instead.
FAULTS = [
    (MANIFEST, '"crumb"', '"claude-crumb"'),
    (MANIFEST, '"crumb"', '"crumb tool"'),
    (MANIFEST, '"version"', '"author": "Ann", "version"'),
    (MANIFEST, '"version"', '"homepage": "our site", "version"'),
    (MANIFEST, '"version"', '"keywords": "logs", "version"'),
    (MANIFEST, '"version"', '"commands": "commands/", "version"'),
    (MANIFEST, '"version"', '"skills": "../skills", "version"'),
    (MANIFEST, '["./agents/tracer.md"]', '"./agents/"'),
    (MANIFEST, "{", "{,"),
    (MARKET, '"shop"', '"official-claude-shop"'),
    (MARKET, '"shop"', '"builtin"'),
    (MARKET, '"shop"', '"our shop"'),
    (MARKET, '"./plugins/crumb"', '"plugins/crumb"'),
    (MARKET, '"./plugins/crumb"', '"./plugins/../../crumb"'),
    (MARKET, '{ "name": "Shop" }', '"Shop"'),
    (MARKET, '"./plugins/crumb"', '{ "source": "github" }'),
    (MARKET, '"./plugins/crumb"', '"./plugins/crumb", "hooks": { "PreToolUs": [] }'),
    (MARKET, '"./plugins/crumb"', '"./plugins/crumb", "mcpServers": { "till": { "url": "https://till.example" } }'),
    (MARKET, '"./plugins/crumb"', '"./plugins/crumb", "lspServers": { "dough": { "command": "dough" } }'),
    (MARKET, '"./plugins/crumb"', '"./plugins/crumb", "userConfig": { "till": { "type": "text" } }'),
]
# Frontmatter of agents, %s is the name.
STRANGE = [
    "---\nname: %s\ndescription: Plain.\n---\n",
    "---\r\nname: %s\r\ndescription: Plain.\r\n---\r\n",
    "\ufeff---\nname: %s\ndescription: Plain.\n---\n",
    "---\n\nname: %s\ndescription: Plain.\n ---\n\n",
    "---\nname: %s\ndescription: one: two\n---\n",
    "---\r\nname: %s\r\ndescription: one: two\r\n---\r\n",
    "---\nname: %s\n\tdescription: indented by a tab\n---\n",
    '---\nname: %s\ndescription: "one\n  two"\n---\n',
    '---\nname: %s\ndescription: "one\ntwo"\n---\n',
    "---\nname: %s\ndescription: 'one\ntwo'\n---\n",
    "---\nname: %s\ndescription: Plain.\ntools: [\n  Read\n]\n---\n",
    "---\nname: %s\ndescription: Plain.\ntools: [Read,\nGrep]\n---\n",
    "---\nname: %s\ndescription: Plain.\nhooks:\n  a: [\n  Read\n  ]\n---\n",
    "---\nname: %s\ndescription: one\u2028two\u0085three\ufefffour\n---\n",
    "---\nname: %s\ndescription: |\n  one\n  two\n---\n",
    "---\nname: %s\ndescription: one\ntwo\n---\n",
    "---\nname: %s\ndescription: one --- two\ntools: Read\n---\n",
    "---\nname: %s\ndescription: &one two\n---\n",
    "---\nname: %s\ndescription: *one\n---\n",
    "---\nname: %s\ndescription: Plain.\ndescription: Again.\nmodel: opus\n---\n",
    "---\nname: %s\ndescription:\n---\n",
    '---\nname: %s\ndescription: ""\n---\n',
    "---\nname: %s\ndescripton: Misspelt.\n---\n",
    "---\nname: %s\ndescription: 12\n---\n",
    "---\nname: %s\ndescription: [a, b]\n---\n",
    "---\nname: -%s\ndescription: Plain.\n---\n",
    "---\nnames: %s\ndescription: Plain.\n---\n",
    "---\n---\nname: %s\ndescription: Plain.\n---\n",
    "name: %s\ndescription: Plain.\n---\n",
    "\n---\nname: %s\ndescription: Plain.\n---\n",
    " ---\nname: %s\ndescription: Plain.\n---\n",
    "----\nname: %s\ndescription: Plain.\n----\n",
    "---\nname: %s\ndescription: Plain.\n",
    "---\nname: %s\n- description: Plain.\n---\n",
    "---\nname: %s\ndescription: Plain.\n  model: opus\n---\n",
]


def validate(root, target):
    """Returns the errors that the validator reports in a target below a tree: file and message."""
    command = [CLAUDE, "plugin", "validate", "--json", target]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)
    report = json.loads(run.stdout)
    parts = ([report["manifest"]] if report["manifest"] else []) + report["contents"]
    real = pathlib.Path(root).resolve()
    name = lambda part: pathlib.Path(part["file"]).resolve().relative_to(real).as_posix()
    return [(name(part), error["message"]) for part in parts for error in part["errors"]]


def lint(root):
    """Returns the rules that nplint reports in each file of a tree."""
    command = [NPLINT, "run", "--no-config", "--quiet", "--output", "json", "."]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    said = {}
    for finding in json.loads(run.stdout)["findings"]:
        said.setdefault(finding["path"], set()).add(finding["rule"])
    return said


def target_of(root, name):
    """Returns what the validator is to be shown to see a file: the plugin or .claude around it, or the tree."""
    for above in pathlib.PurePosixPath(name).parents:
        if above.name == ".claude" or (root / above / ".claude-plugin/plugin.json").is_file():
            return str(above)
    return "."


def compare(what, root, targets):
    """Holds nplint against the validator. Returns a line for each error that it does not know, and how many there are."""
    said, missing, count = lint(root), [], 0
    for target in targets:
        for name, message in validate(root, target):
            count += 1
            reasons = [why for end, word, tree, why in SILENT
                       if name.endswith(end) and word in message and tree in what]
            if not said.get(name) and not reasons:
                missing.append(f"{what}: {name}: the validator says {message[:160]!r}, nplint nothing")
    return missing, count


def edit(root, edits):
    for e in edits:
        file = root / e["file"]
        if e.get("delete"):
            file.unlink()
        elif "rename" in e:
            (root / e["rename"]).parent.mkdir(parents=True, exist_ok=True)
            file.rename(root / e["rename"])
        elif "find" in e:
            text = file.read_bytes().decode()
            if e["find"] not in text:
                raise ValueError(f"{file} has no {e['find']!r}")
            file.write_bytes(text.replace(e["find"], e["replace"], 1).encode())
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(e.get("content", e.get("create")).encode())


def unpack(archive, root):
    for name, text in re.findall(r"^-- (.+?) --\n(.*?)(?=^-- .+? --\n|\Z)", archive.read_text(), re.S | re.M):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def mutate(what, tree, edits):
    root = SCRATCH / "trees" / what
    shutil.copytree(tree, root, symlinks=True)
    target = target_of(root, edits[0]["file"])
    edit(root, edits)
    return compare(what, root, [target])


def loaded(root):
    """Returns what a session in a tree loads: the names of agents, and of skills and commands."""
    command = [CLAUDE, "--print", "--output-format", "stream-json", "--verbose", "hello"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        try:
            for event in map(json.loads, filter(None, map(str.strip, run.stdout))):
                if event.get("subtype") == "init":
                    return set(event["agents"]), set(event["slash_commands"])
        finally:
            run.kill()
    raise ValueError(f"no session starts in {root}")


def prompts_of(what, tree):
    """Copies the agents, skills and commands of a project alone: hooks and servers of others are never started."""
    root = SCRATCH / "loaded" / what
    for part in ("agents", "commands", "skills"):
        for file in (tree / ".claude" / part).rglob("*.md"):
            if file.is_file():
                (root / file.relative_to(tree)).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, root / file.relative_to(tree))
    return root


def compare_loaded(what, tree, own):
    """Holds what loads against `nplint doctor`. Returns a line for each difference; own is what loads without a project."""
    root = prompts_of(what, tree)
    agents, calls = loaded(root)
    run = subprocess.run([NPLINT, "doctor", "--no-config", "--output", "json", "."], cwd=root, capture_output=True, text=True)
    parts = [part for project in json.loads(run.stdout)["projects"] for part in project["claude"]["parts"]]
    conditional = {p.parent.name for p in root.rglob("SKILL.md") if "\npaths:" in p.read_text()}  # until such a file is read
    lines = []
    for sorts, theirs, builtin in ((["agent"], agents, own[0]), (["skill", "command"], calls, own[1])):
        ours = {part["name"] for part in parts if part["sort"] in sorts}
        for name in sorted((theirs ^ ours) - builtin - conditional):
            lines.append(f"{what}: {name} is {'loaded, and not listed by' if name in theirs else 'not loaded, and listed by'} nplint")
    return lines


def compare_strange():
    """Holds what is loaded of STRANGE against the errors of nplint, each of which it is to have where nothing loads."""
    root = SCRATCH / "loaded/strange"
    (root / ".claude/agents").mkdir(parents=True)
    for i, text in enumerate(STRANGE):
        (root / f".claude/agents/strange-{i}.md").write_bytes((text % f"strange-{i}" + "You help.\n").encode())
    agents, _ = loaded(root)
    command = [NPLINT, "run", "--no-config", "--pack", "claude", "--output", "json", "."]  # a pack that is named has errors
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    findings = [f for f in json.loads(run.stdout)["findings"] if f["severity"] == "error"]
    lines = []
    for i, text in enumerate(STRANGE):
        errors = [f["message"] for f in findings if f["path"].endswith(f"/strange-{i}.md")]
        if f"strange-{i}" not in agents and not errors:
            lines.append(f"{text!r} does not load, and nplint reports no error")
        lost = [e for e in errors if re.search(r"drops every key|not loaded|not load it|no frontmatter", e)]
        if f"strange-{i}" in agents and lost:
            lines.append(f"{text!r} loads, and nplint says {lost}")
    return lines


def main():
    shop = SCRATCH / "shop"
    unpack(pathlib.Path("rules/claude/base/shop.txtar"), shop)
    jobs = [("shop", shop, [".", "plugins/crumb", ".claude"])]
    changes = [(f"fault-{i}", shop, [{"file": f, "find": a, "replace": b}]) for i, (f, a, b) in enumerate(FAULTS)]
    if CORPUS.is_dir():
        for tree in sorted([*(CORPUS / "real").iterdir(), *(CORPUS / "trees").iterdir()]):
            if tree.is_dir():
                found = {p.parent.parent.relative_to(tree).as_posix() for p in tree.rglob(".claude-plugin/*.json")}
                project = [".claude"] if (tree / ".claude").is_dir() else []
                jobs.append((tree.name, tree, sorted(found) + project))
        for row in map(json.loads, (CORPUS / "bakery-mutations.jsonl").open()):
            edits = row.get("edits") or [{"file": row["file"], **row["edit"]}]
            changes.append((row["id"], CORPUS / "trees/bakery", edits))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        trees = [pool.submit(compare, *job) for job in jobs]
        faults = [pool.submit(mutate, *change) for change in changes]
        (SCRATCH / "loaded/nothing").mkdir(parents=True)
        own = loaded(SCRATCH / "loaded/nothing")
        sessions = [pool.submit(compare_loaded, what, tree, own) for what, tree, _ in jobs if (tree / ".claude").is_dir()]
        sessions.append(pool.submit(compare_strange))
    missing = [line for future in trees + faults for line in future.result()[0]]
    unlike = [line for future in sessions for line in future.result()]
    ours = [(what, future) for (what, _, _), future in zip(changes, faults) if what.startswith("fault-")]
    silent = [what for what, future in ours if not future.result()[1]]
    print(*missing, *unlike, sep="\n", end="\n" if missing or unlike else "")
    count = sum(f.result()[1] for f in trees + faults)
    print(f"{len(jobs)} trees and {len(changes)} faults: {count} errors, of which nplint does not know {len(missing)}")
    print(f"{len(sessions) - 1} projects and {len(STRANGE)} forms of frontmatter: {len(unlike)} load otherwise than nplint says")
    if silent:
        print(f"the validator finds nothing wrong with {', '.join(silent)}, which are to be errors")
    return 1 if missing or silent or unlike else 0


sys.exit(main())

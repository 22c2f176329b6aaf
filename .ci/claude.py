"""claude.py CORPUS NPLINT CLAUDE SCRATCH: hold nplint against `claude plugin validate --json`, over the trees that are
given, single faults in one of them, and faults in a fixture of ours. Where the validator reports an error nplint reports
something in that file, or SILENT says why not.
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
    missing = [line for future in trees + faults for line in future.result()[0]]
    ours = [(what, future) for (what, _, _), future in zip(changes, faults) if what.startswith("fault-")]
    silent = [what for what, future in ours if not future.result()[1]]
    print(*missing, sep="\n", end="\n" if missing else "")
    count = sum(f.result()[1] for f in trees + faults)
    print(f"{len(jobs)} trees and {len(changes)} faults: {count} errors, of which nplint does not know {len(missing)}")
    if silent:
        print(f"the validator finds nothing wrong with {', '.join(silent)}, which are to be errors")
    return 1 if missing or silent else 0


sys.exit(main())

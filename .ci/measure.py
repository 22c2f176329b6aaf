#!/usr/bin/env python3
"""Measures nplint for BENCHMARKS.md, and prints a table: measure.py [--rounds N] [--large] [DIR]

It builds the binary, writes projects with cmd/nplint-generate below DIR (/dev/shm, so that no disk is measured), and runs each
command in turn with `rg -uuu -c . .` over the same files, N rounds (7). Times are minima, since noise only adds; memory is the largest
peak. CPU is user and system time of the whole process. It needs Go, git and rg; --large adds 100,000 files.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command, cwd, stdin=""):
    """Runs a command, and returns wall and CPU time in seconds and the peak of its memory in bytes."""
    with tempfile.TemporaryFile() as text:
        text.write(stdin.encode())
        text.seek(0)
        start = time.perf_counter()
        child = subprocess.Popen(command, cwd=cwd, stdin=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):  # 1 are findings
        raise SystemExit(f"exit status {child.returncode}: {' '.join(map(str, command))}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def measure(commands, rounds):
    """Runs commands of (arguments, directory, standard input) in turn, and returns of each the minima and the largest peak."""
    results = [[] for _ in commands]
    for _ in range(rounds):
        for result, command in zip(results, commands):
            result.append(run(*command))
    return [(min(r[0] for r in rs), min(r[1] for r in rs), max(r[2] for r in rs)) for rs in results]


def row(what, figures, beside=None):
    """Prints a line of the table."""
    wall, cpu, memory = figures
    ratio = ""
    if beside:
        ratio = f"{cpu / beside[1]:.1f} x, {wall / beside[0]:.1f} x"
    print(f"| {what} | {wall * 1000:.0f} ms | {cpu * 1000:.0f} ms | {ratio} | {memory / 1e6:.0f} MB |", flush=True)


def git(tree, *arguments):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@example.com", *arguments], cwd=tree, check=True, stdout=subprocess.DEVNULL)


class Projects:
    """Projects that are written below a directory when they are asked for."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.generate = self.directory / "nplint-generate"
        self.nplint = self.directory / "nplint"
        subprocess.run(["go", "build", "-o", self.generate, "./cmd/nplint-generate"], cwd=ROOT, check=True)
        subprocess.run(["go", "build", "-trimpath", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-o", self.nplint, "./cmd/nplint"], cwd=ROOT, check=True,
                       env={**os.environ, "CGO_ENABLED": "0"})

    def write(self, name, kind, n, faults="0"):
        tree = self.directory / name
        if not tree.exists():
            subprocess.run([self.generate, "-dir", tree, "-kind", kind, "-n", str(n), "-faults", faults], check=True)
        return tree


def trees(projects, rounds, large):
    """Whole runs, each beside rg over the same files."""
    wholes = [("1,000 verifications", "verification", 1000, "0"), ("10,000 verifications", "verification", 10000, "0"),
              ("10,000 mixed artefacts", "mixed", 10000, "0"), ("10,000 artefacts of GSD", "gsd", 10000, "0"),
              ("5,000 agents, skills and commands", "claude", 5000, "0"), ("1,000 slice plans", "slice-plan", 1000, "0"),
              ("a project of 143 milestones", "project", 143, "0")]
    if large:
        wholes += [("100,000 verifications", "verification", 100000, "0"),
                   ("100,000 verifications with an error each", "verification", 100000, "1")]
    for what, kind, n, faults in wholes:
        tree = projects.write(f"{kind}-{n}-{faults}", kind, n, faults)
        few = 3 if n >= 100000 else rounds
        ours, rg = measure([([projects.nplint, "run", "."], tree, ""), (["rg", "-uuu", "-c", ".", "."], tree, "")], few)
        row(what, ours, rg)
        row("the same, `rg`", rg)
        if kind == "claude":
            row("the same, `nplint doctor`", measure([([projects.nplint, "doctor"], tree, "")], 3)[0])
        if n >= 100000:
            shutil.rmtree(tree)


def one(projects, rounds):
    """What people and agents wait for after one file."""
    tree = projects.write("project-60-0", "project", 60)
    file = next(iter(sorted(tree.glob(".nubos-pilot/milestones/*/*-VERIFICATION.md")))).relative_to(tree)
    plan = next(iter(sorted(tree.glob(".nubos-pilot/milestones/*/slices/*/*-PLAN.md")))).relative_to(tree)
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "all")
    with open(tree / file, "a") as text:
        text.write("\nOne line more.\n")
    git(tree, "add", str(file))
    nplint = projects.nplint
    event = {"session_id": "s", "cwd": str(tree), "hook_event_name": "PostToolUse", "tool_name": "Write"}
    written = {**event, "tool_input": {"file_path": str(tree / plan)}}
    other = {**event, "tool_input": {"file_path": str(tree / "src" / "main.go")}}
    commands = [
        ("`nplint version`", [nplint, "version"], ""),
        ("`nplint check FILE`", [nplint, "check", file], ""),
        ("`nplint run FILE`", [nplint, "run", file], ""),
        ("`nplint run --staged FILE`", [nplint, "run", "--staged", file], ""),
        ("`nplint run --staged`", [nplint, "run", "--staged"], ""),
        ("`nplint hook claude-code`, another file was written", [nplint, "hook", "claude-code"], json.dumps(other)),
        ("`nplint hook claude-code`, a slice plan was written", [nplint, "hook", "claude-code"], json.dumps(written)),
    ]
    for (what, _, _), figures in zip(commands, measure([(c, tree, stdin) for _, c, stdin in commands], 3 * rounds)):
        row(what, figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("directory", nargs="?", default="/dev/shm")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.directory) as directory:
        projects = Projects(directory)
        print(f"The stripped binary: {projects.nplint.stat().st_size / 1e6:.1f} MB.\n")
        print("| what | wall | CPU | of `rg`: CPU, wall | memory |\n|---|---|---|---|---|", flush=True)
        one(projects, options.rounds)
        trees(projects, options.rounds, options.large)


main()

#!/usr/bin/env bash
# sarif.sh SCRATCH NPLINT: give what we write to validators of others. The SARIF of runs in which every rule fires must hold the
# schema sarif-2.1.0 by ajv and pass Microsoft's SARIF Multitool with the rules of GitHub; our configuration must hold the schema that
# nplint prints and, like our JSON output, the one in docs/schemas. Each validator is first shown something broken: one that cannot fail proves nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly TOOLS=$SCRATCH/npm LOGS=$SCRATCH/sarif
readonly MULTITOOL=$TOOLS/node_modules/@microsoft/sarif-multitool-linux
export NODE_PATH=$TOOLS/node_modules DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# multitool FILE... prints what the Multitool has to say against the files, and fails if that is anything or if it did not look at all
# of them. Its own exit status is 0 even if it found errors. It asks for every address in a log, and waits for minutes where there is no
# network: the proxy that is not there refuses at once.
multitool() {
  local out=$SCRATCH/multitool.txt
  HTTP_PROXY=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 \
    "$MULTITOOL/Sarif.Multitool" validate "$@" --rule-kind "Sarif;Ghas" --level "Error;Warning" >"$out" 2>&1 || {
    cat "$out"
    return 1
  }
  if grep -m 20 -E ' (error|warning) ' "$out" | cut -c 1-300; then
    return 1
  fi
  grep -Fx "Done. $# files scanned." "$out" || {
    cat "$out"
    return 1
  }
}

schema() { node .ci/schema.cjs "$@"; }

# refused WORDS COMMAND... fails unless the command fails and says the words.
refused() {
  local words=$1 out=$SCRATCH/refused.txt
  shift
  if "$@" >"$out" 2>&1; then
    fail "a broken file passed: $*"
  fi
  grep -m 1 -- "$words" "$out" | cut -c 1-200 || fail "a broken file was refused for another reason than $words: $(cat "$out")"
}

# broken PROGRAM prints a SARIF log after a JavaScript program has changed its first result, r.
broken() {
  node -e 'const log = JSON.parse(require("fs").readFileSync(process.argv[1])), r = log.runs[0].results[0]; eval(process.argv[2]); console.log(JSON.stringify(log))' \
    "$LOGS/demo.sarif" "$1"
}

echo "--- install the validators"
mkdir -p "$TOOLS" "$LOGS"
npm install --loglevel=error --no-audit --no-fund --prefix "$TOOLS" \
  @microsoft/sarif-multitool@5.7.0 @microsoft/sarif-multitool-linux@5.7.0 ajv@8.20.0 ajv-formats@3.0.1
chmod u+x "$MULTITOOL/Sarif.Multitool" # npm runs no install scripts

echo "--- write SARIF in which every rule fires"
NPLINT_SARIF_OUT=$LOGS go test -count 1 -run '^TestSARIFOfEveryRule$' .
"$NPLINT" run --no-config --fail-level never --output "sarif=$LOGS/demo.sarif" fixtures/demo
"$NPLINT" run --no-config --fail-level never --output "sarif=$LOGS/clean.sarif" rules
mkdir "$SCRATCH/fleet"
for project in fixtures/demo rules; do
  "$NPLINT" run --no-config --fail-level never --output "json=$SCRATCH/fleet/${project##*/}.json" "$project"
done
"$NPLINT" merge "$SCRATCH"/fleet/*.json --output "sarif=$LOGS/merged.sarif"
[[ -s $LOGS/every-rule.sarif ]] || fail "the test wrote no SARIF"

echo "--- broken SARIF is refused"
broken 'r.level = "fatal"' >"$SCRATCH/level.sarif"
refused "/runs/0/results/0/level" schema "$MULTITOOL/sarif-2.1.0.json" "$SCRATCH/level.sarif"
broken 'r.ruleIndex = 9999' >"$SCRATCH/index.sarif"
refused SARIF1009 multitool "$SCRATCH/index.sarif"
broken 'delete r.locations' >"$SCRATCH/locations.sarif"
refused GH1015 multitool "$SCRATCH/locations.sarif"

echo "--- our SARIF passes"
schema "$MULTITOOL/sarif-2.1.0.json" "$LOGS"/*.sarif
multitool "$LOGS"/*.sarif

echo "--- configurations hold our schema: ours, what init writes, and that with every setting switched on"
json() { python3 -c 'import json, sys, tomllib; json.dump(tomllib.load(sys.stdin.buffer), sys.stdout)'; }
"$NPLINT" config schema >"$SCRATCH/config.schema.json"
mkdir "$SCRATCH/new"
(cd "$SCRATCH/new" && "$NPLINT" init)
json <.nplint.toml >"$SCRATCH/config.json"
json <"$SCRATCH/new/.nplint.toml" >"$SCRATCH/new.json"
sed -E 's/^#([^ ])/\1/' "$SCRATCH/new/.nplint.toml" | json >"$SCRATCH/all.json"
echo '{"version": 1, "exlude": []}' >"$SCRATCH/typo.json"
refused "additional properties" schema "$SCRATCH/config.schema.json" "$SCRATCH/typo.json"
echo '{"extends": "base.toml"}' >"$SCRATCH/extends.json"
refused "/extends must be array" schema "$SCRATCH/config.schema.json" "$SCRATCH/extends.json"
schema "$SCRATCH/config.schema.json" "$SCRATCH/config.json" "$SCRATCH/new.json" "$SCRATCH/all.json"

echo "--- the published schemas: today's JSON output and configurations hold them"
schema docs/schemas/config-1.schema.json "$SCRATCH/config.json" "$SCRATCH/new.json" "$SCRATCH/all.json"
refused "additional properties" schema docs/schemas/config-1.schema.json "$SCRATCH/typo.json"
"$NPLINT" run --no-config --no-snippets --fail-level never --output "json=$SCRATCH/fleet/bare.json" fixtures/demo
schema docs/schemas/output-1.schema.json "$SCRATCH"/fleet/*.json
sed 's/"message"/"words"/' "$SCRATCH/fleet/demo.json" >"$SCRATCH/words.json"
refused "must have required property 'message'" schema docs/schemas/output-1.schema.json "$SCRATCH/words.json"

# kept OLD NEW fails if a key of the old schema is not in the new one, or says something else there.
kept() {
  python3 - "$@" <<'END'
import json, sys
def walk(old, new, at):
    for key in ("type", "const", "enum", "minimum", "required"):
        if key in old and (new.get(key) != old[key] if key != "required" else not set(old[key]) <= set(new.get(key, []))):
            sys.exit(f"{at}: {key} was {old[key]} and is {new.get(key)}: that is another version of the output")
    for key, below in old.get("properties", {}).items():
        if key not in new.get("properties", {}):
            sys.exit(f"{at}.{key} is gone: that is another version of the output")
        walk(below, new["properties"][key], f"{at}.{key}")
    if "items" in old:
        walk(old["items"], new["items"], at + "[]")
walk(*(json.load(open(name)) for name in sys.argv[1:]), "$")
END
}

echo "--- output version 1 only gains keys"
python3 -c 'import json, sys; schema = json.load(open(sys.argv[1])); del schema["properties"]["summary"]["properties"]["baselined"]; json.dump(schema, sys.stdout)' \
  docs/schemas/output-1.schema.json >"$SCRATCH/less.json"
refused "baselined is gone" kept docs/schemas/output-1.schema.json "$SCRATCH/less.json"
tag=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null) || tag=
if [[ -n $tag ]] && git show "$tag:docs/schemas/output-1.schema.json" >"$SCRATCH/then.json" 2>/dev/null; then
  schema "$SCRATCH/then.json" "$SCRATCH"/fleet/*.json
  kept "$SCRATCH/then.json" docs/schemas/output-1.schema.json
  echo "today's output holds the schema of $tag"
else
  echo "SKIPPED: the last tag (${tag:-there is none}) has no docs/schemas/output-1.schema.json, so today's output is held against no earlier one"
fi

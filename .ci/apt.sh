#!/usr/bin/env bash
# apt.sh PACKAGE... installs packages of Debian. It waits for another that does, since steps of .ci/run work side by side.
set -euo pipefail

exec 9>"${TMPDIR:-/tmp}/nplint-apt-$UID.lock"
flock 9
apt-get update -q
apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"

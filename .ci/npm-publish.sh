#!/usr/bin/env bash
# npm-publish.sh VERSION DIRECTORY: publish the packages that npm.mjs made, platforms first, but for those that npm has already. A prerelease gets the
# tag `next`, so that nobody gets it without asking.
set -euo pipefail

tag=latest
[[ $1 != *-* ]] || tag=next
for platform in linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64 ""; do
  name=cli${platform:+-$platform}
  if [[ -n $(npm view "@nplint/$name@$1" version 2>/dev/null) ]]; then
    echo "npm has @nplint/$name $1"
  else
    npm publish --provenance --access public --tag "$tag" "$2/nplint-$name-$1.tgz"
  fi
done

#!/usr/bin/env bash
# taps.sh DIST: push the cask and the Scoop manifest that goreleaser made into the repositories that Homebrew and Scoop read, once the release is
# public: both name its archives. What is there already stays; a prerelease goes nowhere. TAP_TOKEN may write to both; NPLINT_TAPS is where they are.
set -euo pipefail

dist=$(cd "$1" && pwd)
taps=${NPLINT_TAPS:-https://github.com/nplint}
version=$(sed -n 's/^ *"version": "\(.*\)",*$/\1/p' "$dist/scoop/nplint.json")
if [[ $version == *-* ]]; then
  echo "$version is a prerelease: cask and manifest stay where they are"
  exit
fi
if [[ -z ${TAP_TOKEN:-} && -z ${NPLINT_TAPS:-} ]]; then
  echo "there is no TAP_TOKEN: cask and manifest stay in $1"
  exit
fi
if [[ -n ${TAP_TOKEN:-} ]]; then # git asks nobody, and no command line has the token
  export GIT_TERMINAL_PROMPT=0 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.https://github.com/.extraHeader
  GIT_CONFIG_VALUE_0="Authorization: Basic $(printf 'x-access-token:%s' "$TAP_TOKEN" | base64 | tr -d '\n')"
  export GIT_CONFIG_VALUE_0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# push REPOSITORY FILE FROM commits a file into a repository, unless it is there as it is.
push() {
  local clone=$work/$1
  git clone -q --depth 1 "$taps/$1" "$clone"
  mkdir -p "$(dirname "$clone/$2")"
  cp "$3" "$clone/$2"
  git -C "$clone" add "$2"
  if git -C "$clone" diff --cached --quiet; then
    echo "$1 has nplint $version"
    return
  fi
  git -C "$clone" -c user.name=nplint -c user.email=nplint@users.noreply.github.com commit -q -m "nplint $version"
  git -C "$clone" push -q origin HEAD
  echo "$1 gets nplint $version"
}

push homebrew-tap Casks/nplint.rb "$dist/homebrew/Casks/nplint.rb"
push scoop-bucket nplint.json "$dist/scoop/nplint.json"

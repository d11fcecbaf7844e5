#!/usr/bin/env bash
# Installs the programs that tests run generated code with (curl, jq, and Python with requests) on Debian and its
# derivatives, unless they are already installed.
set -euo pipefail

missing=()
command -v curl >/dev/null || missing+=(curl)
command -v jq >/dev/null || missing+=(jq)
has_requests() { "$1" -c 'import requests' 2>/dev/null; }
has_requests python3 || has_requests /usr/bin/python3 || missing+=(python3 python3-requests)

if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

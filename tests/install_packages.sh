#!/bin/sh
# Install what browser tests need from the system's packages, where we may; otherwise say what is missing, and let the
# tests go on without it. Debian packs the Chromium without windows by itself: the same engine, which spends four fifths
# of the time on our tests.
PATH="$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"

has_one_of() {
    for name in "$@"; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

has_chromium() { has_one_of chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

install_one_of() {
    for package in "$@"; do
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" >/dev/null 2>&1 && return 0
    done
    echo "$1 is missing: the tests that need it will be skipped. Install it with: apt-get install $1"
}

has_chromium && has_one_of nginx && exit 0
echo "Installing Chromium and nginx for the browser tests ..."
as_root apt-get update -qq >/dev/null 2>&1
has_chromium || install_one_of chromium-headless-shell chromium
has_one_of nginx || install_one_of nginx-light nginx
exit 0

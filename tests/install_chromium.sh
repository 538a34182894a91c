#!/bin/sh
# Install the system's Chromium if there is none and we may; otherwise say what is missing and let the tests go on.
# Debian packs the one without windows by itself: the same engine, which spends four fifths of the time on our tests.
for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
missing="Chromium is missing: the browser tests will be skipped. Install it with: apt-get install chromium"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "$missing (or your system's own way)"
    exit 0
fi
if [ "$(id -u)" = 0 ]; then as_root=""
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then as_root="sudo -n"
else
    echo "$missing"
    exit 0
fi
echo "Installing Chromium from the system's packages ..."
$as_root apt-get update -qq >/dev/null 2>&1
for package in chromium-headless-shell chromium; do
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq "$package" >/dev/null 2>&1 && exit 0
done
echo "$missing"
exit 0

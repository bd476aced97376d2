#!/bin/sh
# `galley` starts the desktop app. `galley serve`, the other commands, --help and --version run the same program without a
# display. They load no page, so they do not need Chromium's sandbox.
set -eu
app=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")

# The user galley has the service's settings, so that `sudo -u galley galley console-link` finds its data.
if [ "$(id -un)" = galley ]; then
  set -a
  if [ -r /etc/default/galley ]; then . /etc/default/galley; fi
  : "${GALLEY_DATA_DIR:=/var/lib/galley}"
  set +a
fi

case ${1:-} in '' | -*) windowless= ;; *) windowless=yes ;; esac
for argument in "$@"; do
  case $argument in --headless | --help | -h | --version | -v) windowless=yes ;; esac
done
case ${GALLEY_HEADLESS:-} in 1 | [Tt][Rr][Uu][Ee] | [Yy][Ee][Ss] | [Oo][Nn]) windowless=yes ;; esac
if [ -z "$windowless" ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  if [ "$(id -u)" = 0 ]; then
    cat >&2 <<'END'
There is no display, so Galley cannot open its window. To run it as the service of this machine: systemctl enable --now galley
To run it in this terminal with root's own data: galley serve
END
    exit 1
  fi
  echo "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). Galley starts without its window." >&2
  windowless=yes
  set -- --headless "$@"
fi
if [ -n "$windowless" ]; then
  # Hides Chromium's warnings about a missing D-Bus or GPU, which do not affect Galley. Fatal errors still appear.
  exec "$app/galley" --ozone-platform=headless --no-sandbox --disable-gpu --log-level=3 "$@"
fi

if [ "$(id -u)" = 0 ]; then
  echo "Galley's window does not run as root. Start it as another user, or without a window: galley serve" >&2
  exit 1
fi

holds() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
namespaces_denied() {
  holds /proc/sys/kernel/unprivileged_userns_clone 0 || holds /proc/sys/user/max_user_namespaces 0 || {
    holds /proc/sys/kernel/apparmor_restrict_unprivileged_userns 1 &&
      ! grep -qs "$app/galley " /etc/apparmor.d/galley
  }
}
if [ ! -u "$app/chrome-sandbox" ] && namespaces_denied; then
  cat >&2 <<END
This system lets only root set up the sandbox that Galley's window needs. Run once:
  sudo chown root:root "$app/chrome-sandbox" && sudo chmod 4755 "$app/chrome-sandbox"
or install the deb or rpm, which does this for you. Without a window, Galley needs no sandbox: galley serve
END
  exit 1
fi
exec "$app/galley" "$@"

#!/bin/sh
# `galley`: the service and its commands, on the Node of this package.
set -eu
here=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")

# The user galley has the service's settings, so that `sudo -u galley galley backup …` finds its data.
if [ "$(id -un 2>/dev/null)" = galley ]; then
  set -a
  # shellcheck source=/dev/null
  if [ -r /etc/default/galley ]; then . /etc/default/galley; fi
  : "${GALLEY_DATA_DIR:=/var/lib/galley}"
  set +a
fi

# Keeps SIGUSR1 from opening the inspector.
exec "$here/node" --disable-sigusr1 "$here/lib/dist/main/cli.js" "$@"

#!/bin/sh
# Runs before the deb or rpm is removed, but not before an upgrade.
set -eu
if [ -d /run/systemd/system ]; then systemctl disable --now galley.service || true; fi
if [ -e /etc/apparmor.d/galley ]; then
  if [ -d /sys/kernel/security/apparmor ]; then apparmor_parser --remove /etc/apparmor.d/galley || true; fi
  rm -f /etc/apparmor.d/galley
fi
if [ -d /var/lib/galley ]; then
  echo "The articles stay in /var/lib/galley. Those of the desktop app stay in the users' folders."
fi

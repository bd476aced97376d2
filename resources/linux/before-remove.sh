#!/bin/sh
# What the deb and the rpm do before their files go for good.
set -eu
if [ -d /run/systemd/system ]; then systemctl disable --now galley.service || true; fi
if [ -e /etc/apparmor.d/galley ]; then
  if [ -d /sys/kernel/security/apparmor ]; then apparmor_parser --remove /etc/apparmor.d/galley || true; fi
  rm -f /etc/apparmor.d/galley
fi
if [ -d /var/lib/galley ]; then
  echo "The articles stay in /var/lib/galley, and those of the desktop app in their owners' folders."
fi

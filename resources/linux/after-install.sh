#!/bin/sh
# Runs after the deb or rpm has installed its files. Its argument is `fresh` or `upgrade`.
set -eu
app=/usr/lib/galley

if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers galley.conf
elif ! getent passwd galley >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/galley --no-create-home --shell /usr/sbin/nologin galley
fi

# Chromium's sandbox uses user namespaces. If the system denies them, a setuid helper of root replaces them.
denied() { [ "$(cat "$1" 2>/dev/null)" = 0 ]; }
if [ -e "$app/chrome-sandbox" ]; then
  if denied /proc/sys/kernel/unprivileged_userns_clone || denied /proc/sys/user/max_user_namespaces; then
    chmod 4755 "$app/chrome-sandbox"
  else
    chmod 0755 "$app/chrome-sandbox"
  fi
fi

# AppArmor before 4.0 neither understands nor needs the profile.
if [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null &&
  apparmor_parser --skip-kernel-load --skip-cache "$app/apparmor-profile" >/dev/null 2>&1; then
  install -m 0644 "$app/apparmor-profile" /etc/apparmor.d/galley
  if [ -d /sys/kernel/security/apparmor ]; then apparmor_parser --replace --skip-cache /etc/apparmor.d/galley || true; fi
fi

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ "$1" = upgrade ]; then systemctl try-restart galley.service || true; fi
fi

if [ "$1" = fresh ]; then
  cat <<'END'
Galley is installed. As a desktop app: open it from the menu, or type "galley".
As a service of this machine (not started, not enabled yet):
  systemctl enable --now galley
  sudo -u galley galley console-link
END
fi

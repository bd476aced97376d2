#!/bin/sh
# Removes every version of Galley below the prefix, its unit and its command. The data stays.
set -eu

prefix=/opt/galley
root=
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) printf '%s\n' 'sh uninstall.sh [--prefix DIR] [--root DIR]     as root; keeps the data'; exit 0 ;;
    --prefix | --root) [ $# -ge 2 ] || { printf '%s requires a value.\n' "$1" >&2; exit 1; } ;;
    *) printf 'There is no flag %s.\n' "$1" >&2; exit 1 ;;
  esac
  case $1 in --prefix) prefix=${2%/} ;; --root) root=${2%/} ;; esac
  shift 2
done
# The service's settings name a moved data folder.
moved=$(sed -n 's/^GALLEY_DATA_DIR="\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' "$root/etc/default/galley" 2>/dev/null | tail -n 1)
data=${moved:-/var/lib/galley}
[ -n "$root" ] || [ "$(id -u)" = 0 ] || { echo "Run it as root: sudo sh uninstall.sh" >&2; exit 1; }
[ -L "$root$prefix/current" ] || { echo "There is no Galley in $root$prefix. If it is in another folder, add --prefix DIR." >&2; exit 1; }

if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl disable --now --quiet galley || true; fi
rm -f "$root/etc/systemd/system/galley.service"
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
if [ "$(readlink "$root/usr/local/bin/galley" 2>/dev/null)" = "$prefix/current/bin/galley" ]; then
  rm "$root/usr/local/bin/galley"
fi
for file in man/man1/galley.1 bash-completion/completions/galley zsh/site-functions/_galley fish/vendor_completions.d/galley.fish; do
  if [ "$(readlink "$root/usr/local/share/$file" 2>/dev/null)" = "$prefix/current/share/$file" ]; then
    rm "$root/usr/local/share/$file"
  fi
done
# Removes only versions of Galley, since the folder may contain other files.
for version in "$root$prefix"/*; do
  if [ -f "$version/lib/dist/main/cli.js" ]; then rm -r "$version"; fi
done
rm -f "$root$prefix/current"
rmdir "$root$prefix" 2>/dev/null || true

cat <<END
Galley is removed. Its data (articles, keys, settings, backups) stays in $data.
It belongs to the user galley, which stays, too.
To remove both permanently: rm -rf $data /etc/default/galley; userdel galley
END

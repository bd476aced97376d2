#!/bin/sh
# Installs or upgrades Galley as a service of this machine. Run it as root from the unpacked folder; repeating it is safe.
# README.txt describes what it does.
set -eu

usage() {
  cat <<'END'
sh install.sh [flags]        as root, from the unpacked folder

  --prefix DIR               folder for the program (/opt/galley)
  --host ADDRESS             IP address for sites and journalists (127.0.0.1)
  --port PORT                port for sites and journalists (8420)
  --public-url URL           public URL, such as https://galley.example.org
                             These three apply until Galley has first started. Later, change them in the console.
  --no-start                 install without starting the service
  --root DIR                 install below DIR, for a machine image: creates no user and starts nothing
END
}

prefix=/opt/galley
root=
start=yes
host=
port=
url=

say() { printf '%s\n' "$*"; }
refuse() {
  printf 'Galley was not installed. %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --no-start) start=; shift; continue ;;
  esac
  case $1 in --prefix | --host | --port | --public-url | --root) ;; *) usage >&2; refuse "There is no flag $1." ;; esac
  [ $# -ge 2 ] || refuse "$1 requires a value."
  case $1 in
    --prefix) prefix=${2%/} ;;
    --host) host=$2 ;;
    --port) port=$2 ;;
    --public-url) url=$2 ;;
    --root) root=${2%/} ;;
  esac
  shift 2
done
case $prefix in /?*) ;; *) refuse "--prefix requires an absolute path, not $prefix." ;; esac
case $prefix in *[!A-Za-z0-9/._-]*) refuse "--prefix may only contain letters, digits, dots, dashes and underscores." ;; esac
case $root in '' | /?*) ;; *) refuse "--root requires an absolute path." ;; esac
case $port in *[!0-9]* | ??????*) refuse "--port requires a number from 0 to 65535, not $port." ;; esac
[ "${port:-0}" -le 65535 ] || refuse "--port requires a number from 0 to 65535, not $port."

# The service's settings name a moved data folder.
moved=$(sed -n 's/^GALLEY_DATA_DIR="\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' "$root/etc/default/galley" 2>/dev/null | tail -n 1)
data=${moved:-/var/lib/galley}
[ -z "$moved" ] || [ -d "$root$moved" ] ||
  refuse "/etc/default/galley names the data folder $moved, which does not exist. Connect its disk, or correct the path."

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
fact() { sed -n "s/^ *\"$1\": \"\([^\"]*\)\".*/\1/p" "$here/RELEASE.json" | head -n 1; }
schema_in() { sed -n 's/^ *"schema": \([0-9]*\).*/\1/p' "$1" 2>/dev/null | head -n 1; }
version=$(fact version)
arch=$(fact arch)
schema=$(schema_in "$here/RELEASE.json")
if [ -z "$version" ] || [ ! -x "$here/node" ]; then refuse "This folder is incomplete. Unpack the archive again."; fi

# --- the machine ---------------------------------------------------------------------------------------------------

[ -n "$root" ] || [ "$(id -u)" = 0 ] || refuse "Run it as root: sudo sh install.sh"
[ "$(uname -s)" = Linux ] || refuse "This package is for Linux; this machine runs $(uname -s)."
if [ -z "$root" ]; then
  case $(uname -m) in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) machine=$(uname -m) ;;
  esac
  [ "$machine" = "$arch" ] ||
    refuse "This package is for $arch, but this machine is $machine. Use galley-server-$version-linux-$machine.tar.gz."

  # Node and the SQLite module require glibc 2.34 and the C++ library of GCC 11, or newer.
  glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
  [ -n "$glibc" ] ||
    refuse "This system has no glibc (such as Alpine, with musl). Use Debian 12, Ubuntu 22.04, RHEL 9 or newer, or the container."
  major=${glibc%%.*}
  minor=${glibc#*.}
  minor=${minor%%.*}
  if [ "$major" -lt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -lt 34 ]; }; then
    refuse "This system has glibc $glibc, but Galley requires 2.34 or newer. Use Debian 12, Ubuntu 22.04, RHEL 9, or the container."
  fi
  # Loads all linked libraries.
  output=$("$here/node" -e 'new (require(process.argv[1]))(":memory:").close()' "$here/lib/node_modules/better-sqlite3" 2>&1) || {
    printf '%s\n' "$output" | head -n 5 >&2
    case $output in
      *libstdc++*) refuse "The C++ library is missing: apt-get install libstdc++6, or dnf install libstdc++." ;;
      *) refuse "Its Node does not start. The reason is above." ;;
    esac
  }
  if [ -e /usr/lib/systemd/system/galley.service ] && [ -e /usr/bin/galley ]; then
    refuse "The deb or rpm of Galley is installed and uses $data, too. Remove it first. The data stays."
  fi
fi

systemd=
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemd=yes; fi

# --- the existing installation -------------------------------------------------------------------------------------

old=$(readlink "$root$prefix/current" 2>/dev/null || true)
# Read from the database's header, without a lock or a new file; 0 if there is no database.
known=$("$here/node" -e '
  const fs = require("fs");
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const number = Buffer.alloc(4);
  try { fs.readSync(fs.openSync(process.argv[1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK), number, 0, 4, 60); } catch {}
  console.log(number.readUInt32BE(0));
' "$root$data/galley.db")
if [ "$known" -gt "${schema:-$known}" ]; then
  refuse "A newer Galley has changed the database in $data (schema $known; Galley $version supports $schema). Install that" \
    "version, or restore the copy from before the update: docs/operating.md, Upgrades."
fi
running=
if [ -n "$systemd" ] && systemctl is-active --quiet galley; then running=yes; fi
if [ -z "$systemd" ] && [ -z "$root" ]; then
  for program in /proc/[0-9]*/exe; do
    case $(readlink "$program" 2>/dev/null) in
      "$prefix"/*/node)
        process=${program#/proc/}
        refuse "Galley is running (process ${process%/exe}). Stop it first: kill ${process%/exe}"
        ;;
    esac
  done
fi

# --- the program ---------------------------------------------------------------------------------------------------

umask 022
mkdir -p "$root$prefix"
place=$root$prefix/$version
fresh=$root$prefix/.$version.new
rm -rf "$fresh"
mkdir "$fresh"
cp -R "$here/." "$fresh/"
chmod -R u=rwX,go=rX "$fresh"
if [ -z "$root" ]; then chown -R 0:0 "$fresh"; fi

if [ -n "$running" ]; then
  say "Stopping Galley ${old:-} …"
  systemctl stop galley
fi
rm -rf "$place"
mv "$fresh" "$place"
ln -sfn "$version" "$root$prefix/current"
mkdir -p "$root/usr/local/bin"
ln -sfn "$prefix/current/bin/galley" "$root/usr/local/bin/galley"
# The man page and the shell completions.
(cd "$here/share" && find . -type f) | while read -r file; do
  mkdir -p "$root/usr/local/share/${file%/*}"
  ln -sfn "$prefix/current/share/${file#./}" "$root/usr/local/share/$file"
done

# --- its user, its folder, its unit --------------------------------------------------------------------------------

if [ -z "$root" ] && ! getent passwd galley >/dev/null; then
  shell=/usr/sbin/nologin
  [ -x "$shell" ] || shell=/bin/false
  useradd --system --user-group --home-dir "$data" --no-create-home --shell "$shell" galley ||
    refuse "Could not create the user galley. The reason is above."
fi
# Root does not change permissions of a moved folder: a user who can write to its parent could have replaced it by a link.
if [ -z "$moved" ]; then
  if [ ! -d "$root$data" ]; then mkdir -p "$root/var/lib" && mkdir -m 0700 "$root$data"; fi
  chmod 0700 "$root$data"
  if [ -z "$root" ]; then chown galley:galley "$data"; fi
fi

if [ -n "$host$port$url" ]; then
  if [ -e "$root$data/galley.db" ] || [ -L "$root$data/galley.db" ]; then
    say "The network settings were not changed, since Galley has already started. Change them in the console, Settings → Network."
  else
    # The folder belongs to galley, so root follows no link in it, writes to no file with a second hard link, and changes
    # the owner of the open file only.
    owner=
    if [ -z "$root" ]; then owner=$(id -u galley):$(id -g galley); fi
    "$here/node" -e '
      const fs = require("fs");
      const [file, owner, host, port, public_url] = process.argv.slice(1);
      const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
      const given = { ...(host && { host }), ...(port && { port: Number(port) }), ...(public_url && { public_url }) };
      try {
        const handle = fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
        const found = fs.fstatSync(handle);
        if (!found.isFile() || found.nlink !== 1) throw new Error("it is not a regular file with one name");
        const kept = JSON.parse(fs.readFileSync(handle, "utf8") || "{}");
        fs.ftruncateSync(handle);
        fs.writeSync(handle, JSON.stringify({ ...kept, ...given }, null, 2) + "\n", 0);
        if (owner) fs.fchownSync(handle, ...owner.split(":").map(Number));
      } catch (error) {
        console.error(`${file} was not written: ${error.message}. Remove it and run install.sh again.`);
        process.exit(1);
      }
    ' "$root$data/config.json" "$owner" "$host" "$port" "$url"
  fi
fi

unit=/etc/systemd/system/galley.service
mkdir -p "$root/etc/systemd/system"
sed "s|^ExecStart=/usr/bin/galley |ExecStart=$prefix/current/bin/galley |" "$here/galley.service" >"$root$unit"

# --- start ---------------------------------------------------------------------------------------------------------

say "Galley $version is in $prefix/$version."
if [ -n "$old" ] && [ "$old" != "$version" ]; then
  say "The previous version $old is still installed. To roll back:"
  say "  systemctl stop galley && ln -sfn $old $prefix/current"
  before=$(schema_in "$root$prefix/$old/RELEASE.json")
  if [ "${before:-0}" -lt "${schema:-0}" ]; then
    copy=galley.db.before-$(printf %04d $((before + 1)))
    say "  cd $data && runuser -u galley -- sh -c 'mkdir after-$version &&" \
      "for f in galley.db galley.db-wal galley.db-shm; do [ ! -e \$f ] || mv \$f after-$version/; done && cp -p $copy galley.db'"
    say "  systemctl start galley"
    say "Galley $version changes the database and keeps a copy of the old one, $copy. After a rollback, later changes are only in" \
      "$data/after-$version."
  else
    say "  systemctl start galley"
  fi
  say "To remove the previous version: rm -r $prefix/$old"
fi

if [ -n "$root" ]; then
  say "Nothing was started below $root. On the machine itself, create the user galley, then run: systemctl enable --now galley"
  exit 0
fi
if [ -z "$systemd" ]; then
  cat <<END
This system does not run systemd. Configure your supervisor to run this as the user galley:
  GALLEY_DATA_DIR=$data $prefix/current/bin/galley serve
SIGTERM shuts it down within 15 seconds.
END
  exit 0
fi
systemctl daemon-reload
if [ -z "$start" ]; then
  say "Galley was not started. To start it: systemctl enable --now galley"
  exit 0
fi
systemctl enable --quiet galley
systemctl stop galley
# After a crash, a stale file would report a running service too early.
rm -f "$data/running.json"
systemctl start --no-block galley
tries=60
until [ -e "$data/running.json" ]; do
  tries=$((tries - 1))
  if [ $tries -eq 0 ] || systemctl is-failed --quiet galley; then
    journalctl --unit galley --no-pager --lines 5 --output cat >&2 || true
    printf '%s\n' "Galley $version is installed but did not start. Its last log lines are above. See: journalctl -u galley" >&2
    exit 1
  fi
  sleep 1
done
say "Galley is running. To create a login link for its console: runuser -u galley -- galley console-link"

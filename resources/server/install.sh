#!/bin/sh
# Installs Galley as a service of this machine, or brings an installed one to this version. Run as root from the unpacked
# folder; running it again harms nothing. What it does stands in README.txt.
set -eu

usage() {
  cat <<'END'
sh install.sh [flags]        as root, from the unpacked folder

  --prefix DIR               where the program goes (/opt/galley)
  --host ADDRESS             where sites and journalists reach it (127.0.0.1)
  --port PORT                (8420)
  --public-url URL           its address as others see it, https://galley.example.org
                             These three are written until Galley has first started; later, change them in the console.
  --no-start                 install, and start nothing
  --root DIR                 install below DIR, for the image of a machine: no user is made, nothing is started
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
  [ $# -ge 2 ] || refuse "$1 takes a value."
  case $1 in
    --prefix) prefix=${2%/} ;;
    --host) host=$2 ;;
    --port) port=$2 ;;
    --public-url) url=$2 ;;
    --root) root=${2%/} ;;
  esac
  shift 2
done
case $prefix in /?*) ;; *) refuse "--prefix takes an absolute path, not $prefix." ;; esac
case $prefix in *[!A-Za-z0-9/._-]*) refuse "--prefix takes a path of letters, digits, dots, dashes and underscores." ;; esac
case $root in '' | /?*) ;; *) refuse "--root takes an absolute path." ;; esac
case $port in *[!0-9]* | ??????*) refuse "--port takes a number from 0 to 65535, not $port." ;; esac
[ "${port:-0}" -le 65535 ] || refuse "--port takes a number from 0 to 65535, not $port."

# Where the data were moved to, the service's settings say so.
moved=$(sed -n 's/^GALLEY_DATA_DIR="\{0,1\}\([^"]*\)"\{0,1\} *$/\1/p' "$root/etc/default/galley" 2>/dev/null | tail -n 1)
data=${moved:-/var/lib/galley}
[ -z "$moved" ] || [ -d "$root$moved" ] ||
  refuse "The data folder $moved is not there, which /etc/default/galley names. Is its disk connected?"

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
fact() { sed -n "s/^ *\"$1\": \"\([^\"]*\)\".*/\1/p" "$here/RELEASE.json" | head -n 1; }
schema_in() { sed -n 's/^ *"schema": \([0-9]*\).*/\1/p' "$1" 2>/dev/null | head -n 1; }
version=$(fact version)
arch=$(fact arch)
schema=$(schema_in "$here/RELEASE.json")
if [ -z "$version" ] || [ ! -x "$here/node" ]; then refuse "This folder is not whole: unpack the archive anew."; fi

# --- the machine ---------------------------------------------------------------------------------------------------

[ -n "$root" ] || [ "$(id -u)" = 0 ] || refuse "It takes root: sudo sh install.sh"
[ "$(uname -s)" = Linux ] || refuse "This package is for Linux; this machine runs $(uname -s)."
if [ -z "$root" ]; then
  case $(uname -m) in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) machine=$(uname -m) ;;
  esac
  [ "$machine" = "$arch" ] ||
    refuse "This package is for $arch and this machine is $machine. Take galley-server-$version-linux-$machine.tar.gz."

  # Node and SQLite's module are linked with glibc 2.34 or newer, and with the C++ library of GCC 11 or newer.
  glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed -n 's/^glibc //p')
  [ -n "$glibc" ] ||
    refuse "This system has no glibc (Alpine and others with musl). Take Debian 12, Ubuntu 22.04, RHEL 9 or newer, or the container."
  major=${glibc%%.*}
  minor=${glibc#*.}
  minor=${minor%%.*}
  if [ "$major" -lt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -lt 34 ]; }; then
    refuse "This system's glibc is $glibc; Galley needs 2.34 or newer: Debian 12, Ubuntu 22.04, RHEL 9, or the container."
  fi
  # Everything that it is linked with, tried.
  said=$("$here/node" -e 'new (require(process.argv[1]))(":memory:").close()' "$here/lib/node_modules/better-sqlite3" 2>&1) || {
    printf '%s\n' "$said" | head -n 5 >&2
    case $said in
      *libstdc++*) refuse "The C++ library is missing: apt-get install libstdc++6, or dnf install libstdc++." ;;
      *) refuse "Its Node does not start here; the reason is above." ;;
    esac
  }
  if [ -e /usr/lib/systemd/system/galley.service ] && [ -e /usr/bin/galley ]; then
    refuse "The deb or rpm of Galley is installed, and both would use $data. Remove it first; the data stays."
  fi
fi

systemd=
if [ -z "$root" ] && [ -d /run/systemd/system ]; then systemd=yes; fi

# --- what is there -------------------------------------------------------------------------------------------------

old=$(readlink "$root$prefix/current" 2>/dev/null || true)
# The database's own head says it, which costs no lock and makes no file; 0 where there is none.
known=$("$here/node" -e '
  const fs = require("fs");
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  const number = Buffer.alloc(4);
  try { fs.readSync(fs.openSync(process.argv[1], O_RDONLY | O_NOFOLLOW | O_NONBLOCK), number, 0, 4, 60); } catch {}
  console.log(number.readUInt32BE(0));
' "$root$data/galley.db")
if [ "$known" -gt "${schema:-$known}" ]; then
  refuse "A newer Galley has changed the database in $data (schema $known, and Galley $version knows $schema). Install that" \
    "version, or go back to the copy from before the update: docs/operating.md, Upgrades."
fi
running=
if [ -n "$systemd" ] && systemctl is-active --quiet galley; then running=yes; fi
if [ -z "$systemd" ] && [ -z "$root" ]; then
  for program in /proc/[0-9]*/exe; do
    case $(readlink "$program" 2>/dev/null) in
      "$prefix"/*/node)
        process=${program#/proc/}
        refuse "Galley is running (process ${process%/exe}). End it first: kill ${process%/exe}"
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
  say "Ending Galley ${old:-} …"
  systemctl stop galley
fi
rm -rf "$place"
mv "$fresh" "$place"
ln -sfn "$version" "$root$prefix/current"
mkdir -p "$root/usr/local/bin"
ln -sfn "$prefix/current/bin/galley" "$root/usr/local/bin/galley"
# The man page, and the shells' completions.
(cd "$here/share" && find . -type f) | while read -r file; do
  mkdir -p "$root/usr/local/share/${file%/*}"
  ln -sfn "$prefix/current/share/${file#./}" "$root/usr/local/share/$file"
done

# --- its user, its folder, its unit --------------------------------------------------------------------------------

if [ -z "$root" ] && ! getent passwd galley >/dev/null; then
  shell=/usr/sbin/nologin
  [ -x "$shell" ] || shell=/bin/false
  useradd --system --user-group --home-dir "$data" --no-create-home --shell "$shell" galley ||
    refuse "The user galley could not be made; the reason is above."
fi
# Of data that were moved, root changes no rights: who may write beside them could have put a link in their place.
if [ -z "$moved" ]; then
  if [ ! -d "$root$data" ]; then mkdir -p "$root/var/lib" && mkdir -m 0700 "$root$data"; fi
  chmod 0700 "$root$data"
  if [ -z "$root" ]; then chown galley:galley "$data"; fi
fi

if [ -n "$host$port$url" ]; then
  if [ -e "$root$data/galley.db" ] || [ -L "$root$data/galley.db" ]; then
    say "The network stays as it is: Galley has started before. Change it in the console, Settings → Network."
  else
    # The folder is galley's: root follows no link that lies there, writes to no file with a second name, and hands over
    # what it has open.
    owner=
    if [ -z "$root" ]; then owner=$(id -u galley):$(id -g galley); fi
    "$here/node" -e '
      const fs = require("fs");
      const [file, owner, host, port, public_url] = process.argv.slice(1);
      const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
      const said = { ...(host && { host }), ...(port && { port: Number(port) }), ...(public_url && { public_url }) };
      try {
        const handle = fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
        const found = fs.fstatSync(handle);
        if (!found.isFile() || found.nlink !== 1) throw new Error("it is no file of its own");
        const kept = JSON.parse(fs.readFileSync(handle, "utf8") || "{}");
        fs.ftruncateSync(handle);
        fs.writeSync(handle, JSON.stringify({ ...kept, ...said }, null, 2) + "\n", 0);
        if (owner) fs.fchownSync(handle, ...owner.split(":").map(Number));
      } catch (error) {
        console.error(`${file} was not written (${error.message}). Remove it, and run install.sh again.`);
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
  say "Before it was $old, which is still there. To go back:"
  say "  systemctl stop galley && ln -sfn $old $prefix/current"
  before=$(schema_in "$root$prefix/$old/RELEASE.json")
  if [ "${before:-0}" -lt "${schema:-0}" ]; then
    copy=galley.db.before-$(printf %04d $((before + 1)))
    say "  cd $data && runuser -u galley -- sh -c 'mkdir after-$version &&" \
      "for f in galley.db galley.db-wal galley.db-shm; do [ ! -e \$f ] || mv \$f after-$version/; done && cp -p $copy galley.db'"
    say "  systemctl start galley"
    say "Galley $version changes the database and keeps a copy of the old one, $copy. After going back, what was saved since is in" \
      "$data/after-$version alone."
  else
    say "  systemctl start galley"
  fi
  say "When all is well: rm -r $prefix/$old"
fi

if [ -n "$root" ]; then
  say "Nothing was started below $root. On the machine itself: make the user galley, then systemctl enable --now galley"
  exit 0
fi
if [ -z "$systemd" ]; then
  cat <<END
This system does not run systemd. Have your supervisor run, as the user galley:
  GALLEY_DATA_DIR=$data $prefix/current/bin/galley serve
SIGTERM ends it in order, within 15 seconds.
END
  exit 0
fi
systemctl daemon-reload
if [ -z "$start" ]; then
  say "Not started: systemctl enable --now galley"
  exit 0
fi
systemctl enable --quiet galley
systemctl stop galley
# What a crash left would say that it is up before it is.
rm -f "$data/running.json"
systemctl start --no-block galley
tries=60
until [ -e "$data/running.json" ]; do
  tries=$((tries - 1))
  if [ $tries -eq 0 ] || systemctl is-failed --quiet galley; then
    journalctl --unit galley --no-pager --lines 5 --output cat >&2 || true
    printf '%s\n' "Galley $version is installed, and did not start; its last words are above. See: journalctl -u galley" >&2
    exit 1
  fi
  sleep 1
done
say "Galley is running. A link that lets one browser into its console: runuser -u galley -- galley console-link"

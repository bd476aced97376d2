/** The replica on a second machine or disk, and a takeover from it: `server/replica/`. */
export const replica = {
  target_kind:
    "{target} is not a target for a replica. Use an absolute folder, sftp://user@host/path, s3://bucket/prefix?endpoint=…, or rclone:REMOTE:path.",
  target_password:
    "The target must not contain a password. Use an SSH key, environment variables or a remote of rclone.",
  target_own: "The target {target} is in the data folder, or contains it. Choose a folder on another disk.",
  no_litestream: "There is no Litestream on this machine, so nothing is copied. Scheduled backups still work.",
  no_rclone: "There is no rclone on this machine. Install it, or use a folder as the target.",
  held_by_flag: "The target is set by {source}, which overrides this setting.",

  off: "No replica. Set a target to copy all data to a second machine.",
  starting: "Connecting to the target.",
  first_copy: "The first full copy is running.",
  ok: "Up to date.",
  behind: "The replica is behind. Galley keeps copying.",
  fenced:
    "{machine} took over on {at}, so this Galley is read-only. Send sites and editors to that machine, and stop this one.",

  gone: "There is no folder {target}. Mount its disk, or create the folder.",
  read_only: "The target {target} is read-only. Make it writable for the user that runs Galley.",
  full: "The target {target} is full. Free some space there.",
  stores_nothing: "The target {target} stores no more files; its disk is probably full or read-only. Check the disk.",
  denied: "The target {target} refused the login. Check the user, the key and the permissions of the folder.",
  host_key:
    "The host key of {target} is unknown or has changed. If this is expected, update ~/.ssh/known_hosts of the user that runs Galley.",
  unreachable: "The target {target} is not reachable. Check the network and that the server runs.",
  timed_out: "The target {target} did not respond in time. Check the network and the server.",
  other: "Copying to {target} failed: {detail}",
  foreign:
    "The target {target} holds the data of another Galley ({machine}). Choose an empty target, or take over from it.",
  lost: "The target {target} no longer holds this replica. Mount its disk, or set the target again to start with a full copy.",
  two_writers:
    "Another Galley ({machine}) began to write to {target} with a copy of this data folder, so this one stopped. Stop one of them, then restart this one.",
  engine_ended: "Litestream ended unexpectedly ({detail}). Galley starts it again.",
  engine_hangs: "Litestream stopped copying the database. Galley starts it again.",
  log_too_long: "The replica fell behind by {bytes:bytes}, so it starts again with a full copy.",
  little_space: "The disk of the data folder is nearly full, so the replica waits. Free some space.",
  not_ready: "The first copy to the target is not complete. Wait until it is.",
  busy: "A drill or a test is already running; wait until it has ended.",

  test_ok: "A probe was written, read and restored.",
  test_differs: "The target returned a changed probe. Do not use this target.",
  drill_ok:
    "Restored the copy of {at}: {#sessions} {sessions:session,sessions}, {#versions} {versions:version,versions}, {#files} {files:file,files}.",
  drill_files: "The copy of {at} lacks {#missing} {missing:file,files} of current versions, such as {name}.",

  empty: "{target} holds no replica of a Galley.",
  incomplete: "The replica in {target} is incomplete: {detail}",
  damaged: "The restored database is damaged: {detail}",
  newer:
    "The replica was written by a newer Galley (schema {schema}; this one supports {newest}). Update this Galley first.",
  no_key: "The replica has no key for its secrets. Pass the key of the first machine with --key-file.",
  passphrase_needed:
    "The key of the replica is encrypted with a passphrase. Pass a file with the passphrase with --passphrase-file, or the key with --key-file.",
  other_key: "{file} is the key of other data. Take over into an empty folder.",
  wrong_key: "This key does not belong to the data of the replica.",
  taken: "{machine} took over at the same moment. Nothing was changed here.",
  no_space: "The disk of {folder} is full; nothing was changed. Free some space, then try again.",
} as const;

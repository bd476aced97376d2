/** Backups and restores: `server/backup/`. */
export const backups = {
  absolute_path: "Enter the absolute path of the folder.",
  own_folder: "Galley uses this folder itself. Choose one for backups only.",
  folder_missing: "There is no folder {folder} on the machine that runs Galley. Create it, or connect its disk.",
  not_a_folder: "{folder} is a file. Enter a folder.",
  folder_not_writable: "The user that runs Galley cannot write to {folder} ({code}).",
  folder_read_only: "The disk of {folder} is read-only.",
  folder_failing: "The disk of {folder} fails (EIO). Test the disk, and choose another folder.",
  other: "{message}.",

  closing: "Galley is shutting down. Try again after it has restarted.",
  restore_waiting: "A restore takes effect at the next start of Galley. Restart Galley first.",
  busy: "A backup or restore is already running; wait until it has ended.",
  gone: "This backup is no longer in the backup folder.",
  fetched: "This backup was already downloaded or has expired. Create another one.",
  no_body: "Send the backup as the request body, with its Content-Length.",
  passphrase_encoding: "{header} must be percent-encoded UTF-8.",
  passphrase_min: "A passphrase has at least {#min} {min:character,characters}",
  passphrase_max: "A passphrase has at most {#max} {max:character,characters}",

  no_space_for_copy:
    "The disk of the data folder has no space for a copy of the database. Free some space, then try again.",
  no_space_for_backup: "The disk of {file} has no space for the backup. Free some space, or write it to another disk.",
  no_space_for_restore: "The disk of the data folder is full; nothing was restored. Free some space, then try again.",
  little_space_for_restore:
    "Only {free:bytes} are free on the disk of the data folder; the restore needs {needed:bytes}. Free some space, then try again.",
  own_disk:
    "The folder {folder} of this data folder is a separate disk, so the data cannot be replaced in one step. Restore into an empty data folder instead.",
  database_damaged: "The database is damaged, so it cannot be backed up ({detail}). Restore the newest backup.",
  files_missing:
    "More than {#max} files are missing or damaged in the folder {folder} of the data folder. Restore the folder first; a backup without it is of little use.",

  not_a_backup: "This is not a backup of Galley. Choose another file.",
  other_format:
    "This backup was made by {made} in a format that this version cannot read. Restore it with that version.",
  newer_schema:
    "This backup was made by a newer Galley ({version}, schema {schema}; this one supports {newest}). Update Galley, then restore it.",
  manifest_field: "The backup is damaged: {field} in its manifest cannot be read. Use another backup.",
  manifest_no_json: "The backup is damaged: its manifest is not JSON. Use another backup.",
  too_long: "The backup is damaged or was changed: it continues after its end. Use another backup.",
  too_short: "The backup is incomplete: it ends after {#bytes} {bytes:byte,bytes}. Use another backup.",
  unexpected_bytes: "The backup is damaged or was changed: unexpected bytes near offset {#offset}. Use another backup.",
  impossible_file: "The backup is damaged: its database contains an invalid file name. Use another backup.",
  wrong_checksum: "The backup is damaged: {name} does not match its checksum. Use another backup.",
  unusable_database: "The backup is damaged: its database cannot be used ({fault}). Use another backup.",
  fault_schema: "its schema is not the one in its manifest",
  fault_tables: "its tables are not those of Galley",
  fault_references: "it refers to rows that are missing",
  fault_counts: "it has {actual} {name}, not {expected}",
  fault_secrets: "its secrets do not belong to its key",
  fault_row: "row {row} of {table} has a value in {column} that Galley cannot read",
  fault_setting: "the setting {key} has a value that Galley cannot read",
  wrong_passphrase: "Wrong passphrase. Enter the one that the backup was made with.",
  wrong_key: "The backup is damaged: its key does not belong to its secrets. Use another backup.",
  no_secrets:
    "This backup was made without a passphrase and contains no secrets. Restore it without a passphrase; projects then get new secrets, except in the data folder that it was made from.",
  passphrase_needed:
    "The secrets in this backup are protected by a passphrase. Enter it, or choose new secrets for all projects.",
} as const;

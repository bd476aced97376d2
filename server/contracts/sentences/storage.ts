/** What the data folder and its disk lack: `server/storage/`, `server/archives/`. */
export const storage = {
  folder_gone:
    "The data folder of this service or its database is gone: nothing is saved. Stop Galley, put the folder back, then start it.",
  little_space: "Only {free:bytes} are free on the disk of this service; saves need more.",
  little_space_for_files:
    "Less than {limit:bytes} are free on the disk of this service; the rest is reserved for saves. Free some space, then upload the file again.",
  damaged: "The database of this service is damaged. Its log says how to restore it.",
  checking: "Galley did not shut down properly, so its database is being checked. Wait some minutes.",
  file_too_large: "The file is larger than the maximum upload size of {limit:bytes}.",
  no_space_for_file: "The disk of this service is full. Free some space, then upload the file again.",
  file_missing: "The file {name} is missing on the disk of this service. Restore it from a backup or upload it again.",
  console_host: "A console name is a host with an optional port, such as galley.example.org or 10.0.0.7:8443",
  console_hosts_max: "At most {#max} {max:name,names}",
  file_damaged: "The file {name} is damaged on the disk of this service. Restore it from a backup or upload it again.",
} as const;

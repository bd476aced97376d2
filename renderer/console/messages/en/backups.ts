import { counted } from "./words.ts";

export const backups = {
  last: "Last backup",
  next: "next",
  backUpNow: "Back up now",
  creating: "Creating the backup…",
  verifying: "Verifying the backup…",
  sameDisk: "This folder is on the same disk as the data. Choose one on another disk.",

  none: "No backups yet.",
  noneInFolder: (file: string | null) =>
    `No backups in this folder. The last one is elsewhere${file === null ? "." : `: ${file}`}`,
  size: "Size",
  by: { schedule: "schedule", hand: "manual" },
  verified: (when: string) => `Verified ${when}`,
  unverified: "Not verified",
  damaged: "Damaged",
  withSecrets: "with secrets",
  missing: (count: number) => `${counted(count, "file")} missing`,
  verify: "Verify",
  restore: "Restore…",
  remove: "Delete…",
  removeFromList: "Remove from list",
  removeWhy: (file: string) => `Deletes ${file} from the disk. This cannot be undone.`,
  removeAction: "Delete backup",

  plan: "Schedule",
  schedule: "Back up",
  schedules: { off: "Never", daily: "Every day", weekly: "Every week" },
  weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  folder: "Folder",
  folderHint: "An existing folder on this machine, preferably on another disk.",
  keep: "Backups to keep",
  keepHint: "1 to 365. Manual backups are not deleted.",
  secrets: "Include secrets",
  secretsHint: "API secrets and credentials of the sites, encrypted with a passphrase.",
  passphrase: "Passphrase",
  passphraseHint: "At least 8 characters. You need it to restore on another machine.",

  restoreAction: "Replace all data",
  restoreWhat: "Replaces all articles, keys and settings with <file></file>, then restarts Galley.",
  restoreKept:
    "The current data is kept in the data folder. Deliveries are on hold afterwards, so that an old backup cannot overwrite newer articles.",
  newSecrets: "I have no passphrase: create new secrets for all projects",
  backupPassphraseHint: "Needed if the backup has one and comes from another machine.",
  uploading: "Uploading and verifying the backup…",
  uploaded: "Uploaded",
  verifiedRestartNeeded: "Backup verified. Restart Galley to use it.",
  verifiedRestarting: "Backup verified. Galley is restarting…",
  restored: (when: string, held: number) =>
    `The backup of ${when} is restored. Deliveries are on hold (${held}): review them, then release them.`,
  previousData: (folder: string) => `The previous data is in the folder ${folder} of the data folder.`,
  newProjectSecrets: (names: string) => `These projects have new secrets. Enter them on their sites: ${names}.`,
  lostCredentials: (count: number) =>
    `${counted(count, "session")} ${count === 1 ? "has" : "have"} no callback credentials until the site opens the article again.`,
  missingFiles: (count: number) =>
    `${counted(count, "article file")} ${count === 1 ? "is" : "are"} missing or damaged on the disk and not in the backup.`,

  downloadTitle: "Download a backup",
  optionalPassphrase: "Passphrase (optional)",
  optionalPassphraseHint: "At least 8 characters. Without one, the backup contains no secrets.",
  downloadAction: "Download backup",
  downloaded: (file: string, size: string) => `Downloading ${file} (${size}).`,

  fromFile: "Restore",
  file: "Backup file",
  chooseFile: "Choose a file",
};

export const replication = {
  name: "Replica",
  states: {
    off: "Off",
    ok: "Up to date",
    behind: "Behind",
    failing: "Failing",
    fenced: "Taken over",
  },
  copying: "First copy",
  lag: (ms: number): string => {
    const seconds = Math.max(1, Math.round(ms / 1_000));
    return seconds < 120 ? `${seconds} s behind` : `${Math.round(seconds / 60).toLocaleString("en")} min behind`;
  },
  lastDrill: "last drill",
  passed: "passed",
  failed: "failed",
  noDrill: "no drill yet",
  waiting: (files: number) => `${counted(files, "file")} queued`,
  progress: (bytes: string, of: string, files: number, ofFiles: number) =>
    `${bytes} of ${of}, ${files.toLocaleString("en")} of ${counted(ofFiles, "file")}`,
  left: (ms: number): string => (ms < 90_000 ? "about a minute left" : `about ${Math.round(ms / 60_000)} min left`),

  what: "Galley copies all data to a second machine or disk within seconds. After a failure, a standby continues from there.",
  target: "Target",
  targetHint:
    "A folder on another disk, <code>sftp://user@host/path</code>, <code>s3://bucket/prefix?endpoint=…</code> or <code>rclone:REMOTE:path</code>. Articles are stored there unencrypted.",
  test: "Test",
  tested: (seconds: string) => `Passed in ${seconds} s.`,
  testFailed: "Test failed.",
  key: "Include the encryption key",
  keyHint: "Encrypted with a passphrase. A takeover then needs only the target and the passphrase.",
  drill: "Run drill now",
  drilling: "The drill is running…",
  drillHint: "A drill restores the replica to a temporary folder and checks it. One runs every week.",
  stopWhy: "Galley stops copying. The existing copy stays at the target.",
  stop: "Stop replication",

  fenced: (machine: string) => `${machine} took over`,
  fencedSince: "Since <time></time>, this Galley is read-only: it does not copy, save or send.",
  fencedTodo:
    "Move DNS or the proxy to that machine, then stop this one. Editors keep unsaved changes in the browser until then.",
  continueWhy: (machine: string) =>
    `Stop ${machine} first: versions that it saved are not here, and sites would receive articles from both. Replication stops; set a new target afterwards.`,
  restartNeeded: "Restart Galley afterwards. It sends nothing until then.",
  continueHere: "Continue here",
};

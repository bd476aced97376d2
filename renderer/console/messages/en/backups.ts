const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Settings → Backups. */
export const backups = {
  last: "Last backup",
  never: "never",
  next: "next",
  backUpNow: "Back up now",
  making: "Copying and checking what is stored…",
  verifying: "Reading a backup back…",
  sameDisk: "The folder is on the same disk as the data: both would go together. Choose one on another disk.",
  noPlan: "No backup is made by itself. Choose a plan below.",

  list: "Backups",
  none: "None yet. Back up now, or choose a plan below.",
  noneWithPlan: "None yet. The plan makes the first one.",
  noneHere: (file: string | null) =>
    `None in this folder. The last backup is elsewhere${file === null ? "." : `: ${file}`}`,
  columns: { when: "Made", by: "By", size: "Size", state: "State", actions: "Actions" },
  by: { schedule: "plan", hand: "hand" },
  whole: "whole",
  wholeSince: (when: string) => `Read back ${when} and found whole`,
  unverified: "not read back",
  failed: "failed",
  damaged: "not whole",
  withSecrets: "with secrets",
  missing: (count: number) => `${counted(count, "file")} missing`,
  verify: "Read back",
  download: "Download",
  restore: "Restore…",
  remove: "Delete…",
  forget: "Remove from the list",
  removeTitle: "Delete this backup?",
  removeWhy: (file: string) => `${file} is removed from the disk. Nobody can bring it back.`,
  removeAction: "Delete the backup",

  plan: "Plan",
  schedule: "Make a backup",
  schedules: { off: "Never by itself", daily: "Every day", weekly: "Every week" },
  weekday: "On",
  weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  hour: "At",
  hourHint: "By the machine's own time. A turn that was missed, because the machine was off or asleep, is made up for.",
  folder: "Folder",
  folderHint: "On the machine that runs Galley, best on another disk. It must exist.",
  folderEmpty: (standard: string) => `Empty: ${standard}`,
  keep: "How many are kept",
  keepHint: "1 to 365. The oldest of the plan goes once a newer one is whole; those made by hand stay.",
  secrets: "Take the secrets along",
  secretsHint:
    "Keys' secrets and the sites' credentials, under a passphrase. Without it they stay out, and another machine gets new ones.",
  passphrase: "Passphrase",
  passphraseKept: "One is kept. Type another to replace it.",
  passphraseHint: "At least 8 characters. Write it down somewhere else: whoever restores on another machine needs it.",

  restoreTitle: "Replace everything with this backup?",
  restoreAction: "Replace everything",
  restoreWhat:
    "Every article, version, key and setting becomes what it was when <file></file> was made. Galley restarts; what journalists have not saved stays in their browsers.",
  restoreKept:
    "Today's data is kept in the data folder. Nothing is sent to any site until you release deliveries, because an old backup must not overwrite newer articles.",
  newSecrets: "Do without the passphrase: every project gets a new secret",
  itsPassphrase: "Its passphrase",
  itsPassphraseHint: "Only where it was made with one, and on another machine.",
  sending: "Sending and checking the backup…",
  checkingRest: "Checking the last of it…",
  sent: "Sent to the appliance",
  checkedByHand: "The backup is checked. Restart Galley to put it in place.",
  checkedRestarting: "The backup is checked. Galley restarts with it…",
  inPlace: (when: string, held: number) =>
    `The backup of ${when} is in place. Deliveries are held (${held} wait): look at them, then release them.`,
  keptAside: (folder: string) => `The data of before is in the folder ${folder} of the data folder.`,
  renewed: (names: string) => `These projects have new secrets, which their sites need: ${names}.`,
  dropped: (count: number) =>
    `${counted(count, "session")} lost the credentials for callbacks until their sites open them again.`,
  filesGone: (count: number) =>
    `${count === 1 ? "1 file of an article is" : `${count.toLocaleString("en")} files of articles are`} missing or damaged on the disk of the appliance, and therefore not in the backup.`,

  byHand: "Backup to take along",
  byHandHint: "One file with every article, version, picture and setting. It is made while everybody goes on working.",
  byHandPassphrase: "Passphrase for the secrets",
  byHandPassphraseHint:
    "Without one, keys' secrets and the sites' credentials stay out of the file, and another machine gets new ones. At least 8 characters; nobody can bring it back.",
  byHandAction: "Make a backup",
  downloaded: (file: string, size: string) => `${file} (${size}) is ready, and its download has begun.`,

  fromFile: "Restore",
  file: "Backup",
  fileHint: "It is checked to the last byte before anything is touched.",
  chooseFile: "Choose a file",
  otherFile: "Take another file",
};

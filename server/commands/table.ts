/** The commands with their flags and examples. Parsing, usage, help, completion and the man page derive from this table. */
import { CONFIG_FLAGS, type Flags } from "../config/flags.ts";

export interface Entry {
  /** One argument that is no flag: a file, or one of several words with | between. */
  operand?: string;
  /** In the list of commands. */
  summary: string;
  /** In its own help: what it does, in sentences. */
  about: string;
  flags: Flags;
  /** Whether it takes the flags of serve as well. */
  takesFlagsOfServe?: true;
  examples: readonly string[];
}

const DATA_DIR = {
  value: "DIR",
  variable: true,
  says: "the data folder; by default the one that Galley uses without this flag",
} as const;

export const COMMANDS = {
  serve: {
    summary: "the service without a window",
    about: `Runs the service without a window until a signal ends it: SIGTERM, SIGINT or SIGHUP. This is the default without a display.`,
    flags: CONFIG_FLAGS,
    examples: ["galley serve --data-dir /var/lib/galley --public-url https://galley.example.org"],
  },
  status: {
    summary: "whether Galley runs and all is well, for monitors",
    about: `Reports the state of the running Galley. Ends with 1 for a problem and names each: Galley does not run or is not ready,
deliveries are exhausted, rejected or failed, sites fail, the replica is behind, the disk is nearly full, the last backup is too old.`,
    flags: {
      "data-dir": DATA_DIR,
      "max-backup-age": {
        value: "DAYS",
        says: "an older backup is a problem, as is none; by default only a scheduled backup that is overdue by a day",
      },
      json: { says: "one document: state (ok, problem), problems with code and detail, and the facts" },
    },
    examples: ["galley status", "galley status --json --max-backup-age 2"],
  },
  backup: {
    operand: "FILE",
    summary: "make a backup, also while Galley runs",
    about: `Writes a backup, also while Galley runs, and reads it back before it gets its name. In a clone: npm run backup -- FILE …`,
    flags: {
      "data-dir": DATA_DIR,
      "passphrase-file": {
        value: "FILE",
        says: "its first line is the passphrase that seals the secrets; without it, the backup has none",
      },
      force: { says: "replaces an older backup of that name" },
    },
    examples: ["galley backup /srv/galley.zip", "galley backup /srv/galley.zip --passphrase-file /srv/passphrase.txt"],
  },
  restore: {
    operand: "FILE",
    summary: "check a backup and replace a data folder with it",
    about: `Checks a backup and replaces a data folder that no Galley uses; the previous data stays beside it. With --check it only
reads the backup. In a clone: npm run restore -- FILE …`,
    flags: {
      "data-dir": { value: "DIR", says: "the folder that is replaced; required without --check" },
      "passphrase-file": { value: "FILE", says: "its first line is the passphrase that the backup was made with" },
      "new-secrets": { says: "restores without the secrets, where the passphrase is lost" },
      check: { says: "reads the backup from its first byte to its last and changes nothing" },
    },
    examples: ["galley restore /srv/galley.zip --check", "galley restore /srv/galley.zip --data-dir /var/lib/galley"],
  },
  replica: {
    operand: "status|drill",
    summary: "state of the copy on a second machine; replica drill tests it",
    about: `status: state of the replica, how far it is behind, the last copy, files that wait, and the last drill. Ends with 0 where
the replica is up to date or off, else with 1.
drill: restores the replica to a temporary folder and checks it. Ends with 0 where it passed.`,
    flags: {
      "data-dir": DATA_DIR,
      json: { says: "one line of JSON, as GET /api/replica of the console answers" },
    },
    examples: ["galley replica status", "galley replica drill --json"],
  },
  standby: {
    summary: "follow a replica on the second machine",
    about: `Keeps a copy of a replica on this machine, checked every minute (every five from 1 GB on). It answers /healthz with 200,
/readyz with 503, and refuses everything else. Its console has a button that takes over; the same process then serves, and
so does each later start. Or end it, and run galley take-over.`,
    flags: {
      from: { value: "TARGET", required: true, says: "the replica: a folder, sftp://, s3:// or rclone:" },
      "data-dir": { value: "DIR", required: true, says: "the data folder of this machine; empty at first" },
    },
    takesFlagsOfServe: true,
    examples: ["galley standby --from sftp://galley@backup.example.org/srv/replica --data-dir /var/lib/galley"],
  },
  "take-over": {
    summary: "continue from a replica on the second machine",
    about: `Continues from a replica on this machine. Restores and checks the newest copy, shows its age and asks; then the
first machine may not continue, and this folder has the data. Deliveries are on hold until an admin releases them.`,
    flags: {
      from: { value: "TARGET", required: true, says: "the replica: a folder, sftp://, s3:// or rclone:" },
      "data-dir": {
        value: "DIR",
        required: true,
        says: "the data folder of this machine; empty, or of a standby",
      },
      "passphrase-file": { value: "FILE", says: "its first line is the passphrase that seals the key in the replica" },
      "key-file": { value: "FILE", says: "a copy of the first machine's secret.key, instead of the passphrase" },
      yes: { says: "does not ask" },
    },
    examples: ["galley take-over --from /mnt/replica --data-dir /var/lib/galley --passphrase-file /srv/passphrase.txt"],
  },
  doctor: {
    summary: "check the installation and say what to fix",
    about: `Looks at what support asks for first: versions, paths, variables, rights, disk, key, service, ports, database and its integrity,
clock, public URL and certificate, proxies, undelivered articles, crash files, backups, the replica. It changes nothing, may
run while Galley runs, and prints no secret. Run it as the user that Galley runs as. Where Galley is not running, give it the
flags that Galley is started with. It ends with 1 for a problem; warnings are none.`,
    flags: {
      json: {
        says: `one document with "galley", "data_dir", "made_at", "verdict" and "steps"; verdicts are ok, skipped, warning, problem`,
      },
    },
    takesFlagsOfServe: true,
    examples: ["galley doctor", "galley doctor --data-dir /var/lib/galley --json"],
  },
  "support-bundle": {
    operand: "FILE",
    summary: "write a ZIP for support, without secrets and articles",
    about: `Writes the support bundle of the running Galley: versions, configuration, settings, the end of the log, failures and
database integrity. It contains no article, no personal data and no secret. Where Galley does not run, galley doctor --json helps.`,
    flags: { "data-dir": DATA_DIR },
    examples: ["galley support-bundle /tmp/galley-support.zip"],
  },
  "console-link": {
    summary: "print a link that logs one browser into the console",
    about: `Prints a link that logs one browser of this machine into the console of the running Galley, once, within ten minutes.`,
    flags: {
      "data-dir": DATA_DIR,
      json: { says: `{"console_link", "expires_at", "data_dir"} in one line` },
    },
    examples: ["sudo -u galley galley console-link"],
  },
  "add-project": {
    summary: "create a project; prints its key and secret",
    about: `Creates a project and prints the key and the secret that its site needs. Galley may be running or not, but must have been
started on this data folder once.`,
    flags: {
      name: { value: "NAME", required: true, says: "the site's name" },
      environment: {
        value: "dev|prod",
        required: true,
        says: "dev allows callbacks to this machine as well, prod only to allowed hosts",
      },
      "allowed-host": {
        value: "HOST",
        multiple: true,
        says: "where callbacks may go: name or *.name, perhaps with :port",
      },
      "data-dir": DATA_DIR,
      json: {
        says: `{"id", "name", "environment", "api_key", "api_secret", "allowed_hosts", "service_url"} in one line`,
      },
    },
    examples: ['galley add-project --name "The Daily" --environment prod --allowed-host cms.example.org'],
  },
  admin: {
    operand: "add|list|remove|reset-password",
    summary: "accounts of the console: add, list, remove, reset",
    about: `add: creates an account and prints the link with which its person chooses a password; takes --name, --email and --role.
list: all accounts. remove: removes the one of --email; its logins end at once. reset-password: ends password, second factor and
logins of the one of --email, and prints a new link. Galley may be running or not, but must have been started on this data
folder once.`,
    flags: {
      name: { value: "NAME", says: "the person's name" },
      email: { value: "EMAIL", says: "the e-mail address that the person logs in with" },
      role: {
        value: "viewer|operator|admin",
        says: "viewer reads, operator also resends and publishes fonts, admin may do everything",
      },
      "data-dir": DATA_DIR,
      json: {
        says: `one line: {"id", "name", "email", "role", "link", "expires_at"}, or {"admins"}`,
      },
    },
    examples: [
      'galley admin add --name "Ida Kask" --email ida@example.org --role operator',
      "galley admin reset-password --email ida@example.org",
    ],
  },
  completion: {
    operand: "bash|zsh|fish",
    summary: "print the completion of commands and flags for a shell",
    about: "Prints a script that completes commands and flags in a shell. The deb, the rpm and install.sh install it.",
    flags: {},
    examples: ["source <(galley completion bash)"],
  },
  version: {
    summary: "print the version",
    about: "Prints the version.",
    flags: {},
    examples: ["galley version"],
  },
} as const satisfies Record<string, Entry>;

export type CommandName = keyof typeof COMMANDS;

export const ENTRIES: [CommandName, Entry][] = Object.entries(COMMANDS) as [CommandName, Entry][];

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/** Its own flags, and those of serve where it takes them. */
export function flagsOf(name: CommandName): Flags {
  const entry: Entry = COMMANDS[name];
  return entry.takesFlagsOfServe ? { ...CONFIG_FLAGS, ...entry.flags } : entry.flags;
}

/** The values that it accepts; null: any. */
export const choicesOf = (value: string): string[] | null => (value.includes("|") ? value.split("|") : null);

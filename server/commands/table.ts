/** The commands with their flags and examples. Parsing, usage, help, completion and the man page derive from this table. */
import { CONFIG_FLAGS, type Flags } from "../config/flags.ts";

export interface Entry {
  /** The positional argument: FILE, or several words with | between. */
  operand?: string;
  /** One line in the list of commands. */
  summary: string;
  /** Description in the command's own help. */
  about: string;
  flags: Flags;
  takesFlagsOfServe?: true;
  examples: readonly string[];
}

const DATA_DIR = {
  value: "DIR",
  variable: true,
  says: "the data folder; default: the same as for galley serve",
} as const;

export const COMMANDS = {
  serve: {
    summary: "run the service without a window",
    about: `Runs the service without a window until SIGTERM, SIGINT or SIGHUP. This is the default without a display.`,
    flags: CONFIG_FLAGS,
    examples: ["galley serve --data-dir /var/lib/galley --public-url https://galley.example.org"],
  },
  status: {
    summary: "show the state of Galley, for monitoring",
    about: `Shows the state of the running Galley and lists its problems. Exits with 1 if there are any: Galley is not running or not ready,
deliveries are exhausted, rejected or failed, a site fails, the replica is behind, the disk is nearly full, the last backup is too old.`,
    flags: {
      "data-dir": DATA_DIR,
      "max-backup-age": {
        value: "DAYS",
        says: "report an older or missing backup (default: only a scheduled backup that is a day overdue)",
      },
      json: { says: "print JSON: state (ok, problem), problems with code and detail, and the facts" },
    },
    examples: ["galley status", "galley status --json --max-backup-age 2"],
  },
  backup: {
    operand: "FILE",
    summary: "make a backup, even while Galley runs",
    about: `Makes a backup, even while Galley runs. Checks it by reading it back, then moves it to FILE. In a clone: npm run backup -- FILE …`,
    flags: {
      "data-dir": DATA_DIR,
      "passphrase-file": {
        value: "FILE",
        says: "include the secrets, encrypted with the passphrase in the first line of FILE",
      },
      force: { says: "replace an existing backup" },
    },
    examples: ["galley backup /srv/galley.zip", "galley backup /srv/galley.zip --passphrase-file /srv/passphrase.txt"],
  },
  restore: {
    operand: "FILE",
    summary: "check a backup, or replace a data folder with it",
    about: `Checks a backup and replaces the data in a folder with it. Galley must not be running there. Keeps the previous data in a
subfolder. In a clone: npm run restore -- FILE …`,
    flags: {
      "data-dir": { value: "DIR", says: "the data folder to replace; required without --check" },
      "passphrase-file": { value: "FILE", says: "file whose first line is the passphrase of the backup" },
      "new-secrets": { says: "give every project a new secret, if the passphrase is lost" },
      check: { says: "check the whole backup and change nothing" },
    },
    examples: ["galley restore /srv/galley.zip --check", "galley restore /srv/galley.zip --data-dir /var/lib/galley"],
  },
  replica: {
    operand: "status|drill",
    summary: "show the state of the replica, or test it",
    about: `status: shows the state of the replica, its lag, the last copy, pending files and the last drill. Exits with 0 if the replica is
up to date or off, otherwise with 1.
drill: restores the replica to a temporary folder and checks it. Exits with 0 if it passed.`,
    flags: {
      "data-dir": DATA_DIR,
      json: { says: "print one line of JSON, the response to GET /api/replica on the console" },
    },
    examples: ["galley replica status", "galley replica drill --json"],
  },
  standby: {
    summary: "keep this machine ready to take over",
    about: `Keeps a copy of a replica on this machine and updates it every minute (every five minutes from 1 GB). Its
/healthz returns 200, its /readyz 503, and it refuses other requests. To take over, use the button in its console, or stop the
standby and run galley take-over. After the button, this process and every later start serve as usual.`,
    flags: {
      from: { value: "TARGET", required: true, says: "the replica: a folder, sftp://, s3:// or rclone:" },
      "data-dir": { value: "DIR", says: "the data folder on this machine; empty at first" },
    },
    takesFlagsOfServe: true,
    examples: ["galley standby --from sftp://galley@backup.example.org/srv/replica --data-dir /var/lib/galley"],
  },
  "take-over": {
    summary: "move the service to this machine from a replica",
    about: `Moves the service to this machine. Restores and checks the newest copy of the replica, shows its age and asks for confirmation.
After that, the first machine can no longer write to the replica. Deliveries are on hold until an admin releases them.`,
    flags: {
      from: { value: "TARGET", required: true, says: "the replica: a folder, sftp://, s3:// or rclone:" },
      "data-dir": {
        value: "DIR",
        required: true,
        says: "the data folder on this machine; empty, or of a standby",
      },
      "passphrase-file": { value: "FILE", says: "file whose first line is the passphrase of the replica" },
      "key-file": { value: "FILE", says: "a copy of the first machine's secret.key, instead of the passphrase" },
      yes: { says: "skip the confirmation" },
    },
    examples: ["galley take-over --from /mnt/replica --data-dir /var/lib/galley --passphrase-file /srv/passphrase.txt"],
  },
  doctor: {
    summary: "check the installation and report what to fix",
    about: `Checks versions, paths, variables, permissions, disk, key, service, ports, database integrity, clock, public URL, certificate,
proxies, undelivered articles, crash files, backups and the replica. It changes nothing, prints no secret, and can run while
Galley runs. Run it as the same user as Galley. If Galley is not running, pass the flags that you start it with. Exits with 1
if there is a problem; a warning is not a problem.`,
    flags: {
      json: {
        says: `print JSON: "galley", "data_dir", "made_at", "verdict" and "steps"; verdicts are ok, skipped, warning, problem`,
      },
    },
    takesFlagsOfServe: true,
    examples: ["galley doctor", "galley doctor --data-dir /var/lib/galley --json"],
  },
  "support-bundle": {
    operand: "FILE",
    summary: "write a ZIP for support, without secrets or articles",
    about: `Writes the support bundle of the running Galley: versions, configuration, settings, the end of the log, failures and
database integrity. It contains no article, no personal data and no secret. If Galley is not running, use galley doctor --json.`,
    flags: { "data-dir": DATA_DIR },
    examples: ["galley support-bundle /tmp/galley-support.zip"],
  },
  "console-link": {
    summary: "print a one-time login link for the console",
    about: `Prints a link that logs one browser on this machine in to the console. It works once and expires after ten minutes.`,
    flags: {
      "data-dir": DATA_DIR,
      json: { says: `print one line of JSON: {"console_link", "expires_at", "data_dir"}` },
    },
    examples: ["sudo -u galley galley console-link"],
  },
  "add-project": {
    summary: "create a project and print its key and secret",
    about: `Creates a project and prints the key and the secret that its site needs. Works whether or not Galley is running, once it has been
started on this data folder.`,
    flags: {
      name: { value: "NAME", required: true, says: "the project's name" },
      environment: {
        value: "dev|prod",
        required: true,
        says: "prod allows callbacks to allowed hosts only, dev also to this machine",
      },
      "allowed-host": {
        value: "HOST",
        multiple: true,
        says: "a host that callbacks may go to: name or *.name, optionally with :port",
      },
      "data-dir": DATA_DIR,
      json: {
        says: `print one line of JSON: {"id", "name", "environment", "api_key", "api_secret", "allowed_hosts", "service_url"}`,
      },
    },
    examples: ['galley add-project --name "The Daily" --environment prod --allowed-host cms.example.org'],
  },
  admin: {
    operand: "add|list|remove|reset-password",
    summary: "manage the accounts of the console",
    about: `add: creates an account and prints a link for choosing its password; requires --name, --email and --role.
list: lists all accounts.
remove: removes the account with this --email and logs it out.
reset-password: clears the password and second factor of the account with this --email, logs it out, and prints a new link.
Works whether or not Galley is running, once it has been started on this data folder.`,
    flags: {
      name: { value: "NAME", says: "the person's name" },
      email: { value: "EMAIL", says: "the account's e-mail address" },
      role: {
        value: "viewer|operator|admin",
        says: "viewer: read; operator: also resend and publish fonts; admin: everything",
      },
      "data-dir": DATA_DIR,
      json: {
        says: `print one line of JSON: {"id", "name", "email", "role", "link", "expires_at"}, or {"admins"}`,
      },
    },
    examples: [
      'galley admin add --name "Ida Kask" --email ida@example.org --role operator',
      "galley admin reset-password --email ida@example.org",
    ],
  },
  completion: {
    operand: "bash|zsh|fish",
    summary: "print a completion script for a shell",
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

/** The command's flags, including those of serve if it accepts them. */
export function flagsOf(name: CommandName): Flags {
  const entry: Entry = COMMANDS[name];
  return entry.takesFlagsOfServe ? { ...CONFIG_FLAGS, ...entry.flags } : entry.flags;
}

/** The accepted values; null: any. */
export const choicesOf = (value: string): string[] | null => (value.includes("|") ? value.split("|") : null);

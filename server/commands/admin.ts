/** `galley admin`: manages accounts, through the running service or in the folder of a stopped one. */
import { emailKeyOf } from "../admin/accounts/account-store.ts";
import { type Accounts, createAccounts, type Invited } from "../admin/accounts/accounts.ts";
import { createConsoleHosts } from "../api/console/console-hosts.ts";
import type { FlagValues } from "../config/flags.ts";
import { type AccountInvitation, type AccountRow, NewAccount } from "../contracts/accounts-api.ts";
import type { Page } from "../contracts/console-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import { originOf } from "../http/listener.ts";
import { createLogins, openToken } from "../logins/logins.ts";
import { isInUse } from "../storage/database.ts";
import { createSettings } from "../storage/settings.ts";
import { type Command, type CommandIo, EXIT, invalidFlag, print, readCommand, wrongUsage } from "./command.ts";
import { resolveDataDir } from "./data-folder.ts";
import { askRunning } from "./running-appliance.ts";
import { type StoppedFolder, withStoppedFolder } from "./stopped-folder.ts";
import type { COMMANDS } from "./table.ts";

type Values = FlagValues<(typeof COMMANDS)["admin"]["flags"]>;

interface Admins {
  list(): Promise<AccountRow[]>;
  add(account: NewAccount): Promise<AccountInvitation>;
  remove(id: string): Promise<void>;
  reset(id: string): Promise<AccountInvitation>;
}

export const admin: Command = {
  failed: "No account was changed.",
  async run(args, io) {
    const { values, operand: action } = readCommand("admin", args);
    const work = workOf(action, values);
    const dataDir = resolveDataDir(values, io);
    const [view, words] = await (isInUse(dataDir) ? work(running(dataDir)) : onStopped(dataDir, io, work));
    print(io, values, view, () => words);
    return EXIT.fine;
  },
};

type Output = [view: object, words: string];

/** Parses the flags before anything is opened. The returned function resolves to the output. @throws UsageError */
function workOf(action: string | undefined, values: Values): (admins: Admins) => Promise<Output> {
  const withLink = (
    { admin: { id, name, email, role }, link, expires_at }: AccountInvitation,
    what: string,
  ): Output => [
    { id, name, email, role, link, expires_at },
    `${what} ${name} (${email}, ${role}).\n\n  link   ${link}\n\nSend it to this person to choose a password. It works once, until ${expires_at}.`,
  ];
  if (action === "list")
    return async (admins) => {
      const rows = await admins.list();
      return [{ admins: rows }, rows.length === 0 ? "There are no accounts." : rows.map(lineOf).join("\n")];
    };
  if (action === "add") {
    const account = readAccount(values);
    return async (admins) => withLink(await admins.add(account), "Added");
  }
  if (action !== "remove" && action !== "reset-password")
    throw wrongUsage("admin", "Name an action: add, list, remove or reset-password.");
  const email = required(values, "email");
  const find = async (admins: Admins) => {
    const found = (await admins.list()).find((each) => emailKeyOf(each.email) === emailKeyOf(email));
    if (found === undefined) throw new AppError("not_found", sentence("logins.no_email", { email }));
    return found;
  };
  if (action === "remove")
    return async (admins) => {
      const { id, name, email: address } = await find(admins);
      await admins.remove(id);
      return [{ id, name, email: address }, `Removed ${name} (${address}).`];
    };
  return async (admins) => withLink(await admins.reset((await find(admins)).id), "Reset the password of");
}

function required(values: Values, flag: "name" | "email" | "role"): string {
  const value = values[flag];
  if (value === undefined) throw wrongUsage("admin", `--${flag} is required.`);
  return value;
}

/** Applies the rules of `POST /admins`. */
function readAccount(values: Values): NewAccount {
  const [name, email, role] = [required(values, "name"), required(values, "email"), required(values, "role")];
  const parsed = NewAccount.safeParse({ name, email, role });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const flag = String(issue?.path[0]);
  throw invalidFlag(flag, { name, email, role }[flag], issue?.message);
}

const lineOf = ({ name, email, role, state, has_totp }: AccountRow): string =>
  `${role.padEnd(10)}${state.padEnd(10)}${has_totp ? "second factor   " : "password only   "}${name} (${email})`;

const running = (dataDir: string): Admins => ({
  list: async () => (await askRunning<Page<AccountRow>>(dataDir, "GET", "/admins")).items,
  add: (account) => askRunning(dataDir, "POST", "/admins", account),
  remove: (id) => askRunning(dataDir, "DELETE", `/admins/${id}`),
  reset: (id) => askRunning(dataDir, "POST", `/admins/${id}/reset`),
});

function onStopped(dataDir: string, io: CommandIo, work: (admins: Admins) => Promise<Output>): Promise<Output> {
  return withStoppedFolder(dataDir, io, "admin …", async (folder) => {
    const { runtime } = folder;
    const token = await openToken(dataDir, "console-token", runtime);
    const metricsToken = await openToken(dataDir, "metrics-token", runtime);
    const accounts = createAccounts({ ...folder, logins: createLogins({ ...folder, token, metricsToken }) });
    return work(stopped(accounts, consoleUrlOf(folder)));
  });
}

function stopped(accounts: Accounts, consoleUrl: string): Admins {
  const viewOf = ({ admin: account, link: { token, expiresAt } }: Invited): AccountInvitation => ({
    admin: account,
    link: `${consoleUrl}/invitation#token=${token}`,
    expires_at: isoTime(expiresAt),
  });
  return {
    list: async () => accounts.list(),
    add: async (account) => viewOf(accounts.invite(account)),
    remove: async (id) => accounts.remove(id),
    reset: async (id) => viewOf(accounts.reset(id)),
  };
}

function consoleUrlOf({ config, database, runtime }: StoppedFolder): string {
  const consoleUrl = originOf(config.console);
  const addresses = () => ({ url: originOf(config.public), consoleUrl, sandboxUrl: null });
  return createConsoleHosts({ config, settings: createSettings(database), addresses, runtime }).urlFor(undefined);
}

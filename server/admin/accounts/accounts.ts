/** Accounts of the console: persons with a role and a password. Optional: the owner has all permissions (contracts/accounts-api.ts). */

import { createHash } from "node:crypto";
import {
  type AccountPatch,
  type AccountRow,
  MAX_ACCOUNTS,
  type NewAccount,
  type OwnAccount,
  type Person,
  type Role,
  type TotpSecret,
} from "../../contracts/accounts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import { type Account, createAccountStore } from "./account-store.ts";
import { createPasswords, type LoginClient, type PasswordCost } from "./passwords.ts";
import { createSecondFactor } from "./second-factor.ts";

export type Accounts = ReturnType<typeof createAccounts>;

export interface Invited {
  admin: AccountRow;
  link: InvitationLink;
}

export function createAccounts(
  services: Pick<Services, "database" | "runtime" | "audit" | "logins" | "secretBox"> & {
    passwordCost?: PasswordCost | undefined;
  },
) {
  const { database, runtime, audit, logins } = services;
  const store = createAccountStore(database);
  const passwords = createPasswords(services.passwordCost);
  const factor = createSecondFactor({ ...services, store });
  const byId = (id: string): Account => {
    const account = store.byId(id);
    if (account === null) throw new AppError("not_found", sentence("logins.no_account", { id }));
    return account;
  };
  const rowOf = (id: string) => viewOf(byId(id));
  /** A single-use link with which a person sets a password. Only a hash of the token is stored. */
  const makeLink = (): InvitationLink => ({
    token: runtime.random.token(TOKEN_BYTES),
    expiresAt: runtime.clock.now() + LINK_MS,
  });
  /** @throws AppError unauthenticated for a used, expired or unknown link */
  const invited = (token: string): Person => {
    const account = store.byLink(hashOf(token), runtime.clock.now());
    if (account === null) throw new AppError("unauthenticated", sentence("logins.invitation_used"));
    const { id, name, email } = account;
    return { id, name, email };
  };

  return {
    /** Whether an account with a password exists. */
    hasActive: store.hasPasswords,
    list: (): AccountRow[] => store.all().map(viewOf),
    find(id: string): { person: Person; role: Role } | null {
      const account = store.byId(id);
      return account && { person: { id, name: account.name, email: account.email }, role: account.role };
    },
    /** @throws AppError conflict if the e-mail address is in use, or the limit of accounts is reached */
    invite({ name, email, role }: NewAccount): Invited {
      const id = runtime.random.uuid();
      const link = makeLink();
      database.transaction(() => {
        if (store.byEmail(email) !== null) throw new AppError("conflict", sentence("logins.email_used", { email }));
        if ((store.count() ?? 0) >= MAX_ACCOUNTS)
          throw new AppError("conflict", sentence("logins.most_accounts", { max: MAX_ACCOUNTS }));
        const at = runtime.clock.now();
        store.insert({ id, name, email, role, at, linkHash: hashOf(link.token), linkExpiresAt: link.expiresAt });
        audit.record("account created", id, { email, role });
      })();
      return { admin: rowOf(id), link };
    },
    /** A new role applies from the next request on; open event streams reconnect. @throws AppError not_found */
    patch(id: string, { name, role }: AccountPatch): AccountRow {
      const before = byId(id);
      database.transaction(() => {
        store.change(name ?? before.name, role ?? before.role, id);
        const changed = { ...(name === undefined ? {} : { name }), ...(role === undefined ? {} : { role }) };
        audit.record("account changed", id, changed);
      })();
      if (role !== undefined && role !== before.role) logins.interruptAccount(id);
      return rowOf(id);
    },
    /** Deletes the account and ends its logins and event streams. @throws AppError not_found */
    remove(id: string): void {
      const { email, role } = byId(id);
      logins.endOfAccount(id, null, () => {
        audit.record("account removed", id, { email, role });
        store.remove(id);
      });
    },
    /** Removes password, second factor and logins, and creates a link for a new password. @throws AppError not_found */
    reset(id: string): Invited {
      byId(id);
      const link = makeLink();
      logins.endOfAccount(id, null, () => {
        store.reset(id, hashOf(link.token), link.expiresAt);
        audit.record("account reset", id, {});
      });
      return { admin: rowOf(id), link };
    },
    readInvitation: invited,
    /** Sets the password and removes the link. Returns the account's id. @throws AppError unauthenticated */
    async acceptInvitation(token: string, password: string): Promise<string> {
      invited(token);
      const hash = await passwords.hashOf(password);
      return database.transaction(() => {
        // The link may have been used meanwhile.
        const { id } = invited(token);
        store.setPassword({ id, ...hash });
        audit.record("invitation accepted", id, {});
        return id;
      })();
    },

    /**
     * The account's id, or null. Equally slow for an unknown account. @param mayTry called before hashing; may throw @throws AppError
     * unavailable
     */
    async byPassword(email: string, password: string, from: LoginClient, mayTry: () => void): Promise<string | null> {
      const found = store.byEmail(email);
      const stored = () => (found === null ? null : (store.byId(found.id)?.password ?? null));
      return (await passwords.isRight(password, stored, from, mayTry)) ? (found?.id ?? null) : null;
    },
    hasSecondFactor: (id: string): boolean => byId(id).totp_secret !== null,
    /** Whether the code of the second factor is right. A code works once. */
    acceptsCode: (id: string, code: string): boolean => factor.accepts(byId(id), code),
    noteLogin: (id: string): void => void store.noteLogin(runtime.clock.now(), id),

    own(id: string): OwnAccount {
      const { name, email, role, totp_secret } = byId(id);
      return { name, email, role, has_totp: totp_secret !== null, recovery_codes_left: store.codesLeft(id) ?? 0 };
    },
    /** Changes the password and ends the account's other logins. @param keep id of the caller's login */
    async changePassword(id: string, password: string, keep: string | null): Promise<void> {
      const before = byId(id).password;
      const hash = await passwords.hashOf(password);
      logins.endOfAccount(id, keep, () => {
        // The account may have been reset or changed meanwhile, which also ended the caller's login.
        if (before === null || store.byId(id)?.password?.hash.equals(before.hash) !== true)
          throw new AppError("unauthenticated", sentence("api.log_in"));
        store.setPassword({ id, ...hash });
        audit.record("password changed", id, {});
      });
    },
    beginSecondFactor: (id: string): TotpSecret => factor.begin(byId(id)),
    /** Returns the recovery codes. @throws AppError invalid for a wrong code */
    confirmSecondFactor: (id: string, code: string): string[] => factor.confirm(byId(id), code),
    endSecondFactor: (id: string): void => factor.turnOff(byId(id)),
  };
}

function viewOf(account: Account): AccountRow {
  const { id, name, email, role, password, totp_secret, created_at, last_login_at, link_expires_at } = account;
  return {
    id,
    name,
    email,
    role,
    state: password === null ? "invited" : "active",
    has_totp: totp_secret !== null,
    created_at: isoTime(created_at),
    last_login_at: last_login_at === null ? null : isoTime(last_login_at),
    link_expires_at: link_expires_at === null ? null : isoTime(link_expires_at),
  };
}

const LINK_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 24;

interface InvitationLink {
  /** Shown only once. */
  token: string;
  /** ms since the epoch */
  expiresAt: number;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

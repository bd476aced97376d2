/** Single-use links, valid for seven days, with which a person sets a password. Only a hash of the token is stored. */
import { createHash } from "node:crypto";
import type { Person } from "../../contracts/accounts-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Account, AccountStore } from "./account-store.ts";
import type { Passwords } from "./passwords.ts";

const LINK_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 24;

export interface InvitationLink {
  /** Shown only once. */
  token: string;
  /** ms since the epoch */
  expiresAt: number;
}

export function createInvitations({
  database,
  runtime,
  audit,
  store,
  passwords,
}: Pick<Services, "database" | "runtime" | "audit"> & { store: AccountStore; passwords: Passwords }) {
  const { clock, random } = runtime;
  const read = (token: string): Account => {
    const account = store.byLink(hashOf(token), clock.now());
    if (account === null) throw new AppError("unauthenticated", sentence("logins.invitation_used"));
    return account;
  };
  return {
    /** Creates a link and the hash to store. */
    make(): { link: InvitationLink; hash: Buffer } {
      const token = random.token(TOKEN_BYTES);
      return { link: { token, expiresAt: clock.now() + LINK_MS }, hash: hashOf(token) };
    },
    /** @throws AppError unauthenticated for a used, expired or unknown link */
    read(token: string): Person {
      const { id, name, email } = read(token);
      return { id, name, email };
    },
    /** Sets the password and removes the link. Returns the account's id. @throws AppError unauthenticated */
    async accept(token: string, password: string): Promise<string> {
      read(token);
      const hash = await passwords.hashOf(password);
      return database.transaction(() => {
        // The link may have been used meanwhile.
        const { id } = read(token);
        store.setPassword(id, hash);
        audit.record("invitation accepted", id, {});
        return id;
      })();
    },
  };
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The SQL of accounts and their recovery codes. */
import type { Role } from "../../contracts/accounts-api.ts";
import { type Database, statements } from "../../storage/database.ts";
import type { PasswordHash } from "./passwords.ts";

export interface Account {
  id: string;
  name: string;
  email: string;
  role: Role;
  created_at: number;
  last_login_at: number | null;
  /** Null until the invited person sets a password. */
  password: PasswordHash | null;
  link_expires_at: number | null;
  /** Encrypted (second-factor.ts). */
  totp_secret: Buffer | null;
  /** The newest time step with an accepted code. */
  totp_step: number | null;
  totp_pending: Buffer | null;
}

type Row = Omit<Account, "password"> & { [K in keyof PasswordHash]: PasswordHash[K] | null };

type NewRow = Pick<Account, "id" | "name" | "email" | "role"> & { at: number; linkHash: Buffer; linkExpiresAt: number };

export type AccountStore = ReturnType<typeof createAccountStore>;

export const emailKeyOf = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

export function createAccountStore(database: Database) {
  const { run, row, rows, value, is } = statements(database);
  const columns = `id, name, email, role, created_at, last_login_at, salt, hash, cost, block_size, parallelization,
    link_expires_at, totp_secret, totp_step, totp_pending`;
  const one = <Values extends unknown[]>(condition: string) => {
    const find = row<Values, Row>(`SELECT ${columns} FROM accounts WHERE ${condition}`);
    return (...values: Values): Account | null => {
      const found = find(...values);
      return found && accountOf(found);
    };
  };
  const byEmail = one<[string]>("email_key = ?");
  const all = rows<[], Row>(`SELECT ${columns} FROM accounts ORDER BY name COLLATE NOCASE, id`);
  const insert = run<[NewRow & { emailKey: string }]>(
    `INSERT INTO accounts (id, name, email, email_key, role, created_at, link_hash, link_expires_at)
     VALUES (@id, @name, @email, @emailKey, @role, @at, @linkHash, @linkExpiresAt)`,
  );
  const reset = run<[Buffer, number, string]>(
    `UPDATE accounts SET salt = NULL, hash = NULL, cost = NULL, block_size = NULL, parallelization = NULL,
       totp_secret = NULL, totp_step = NULL, totp_pending = NULL, link_hash = ?, link_expires_at = ? WHERE id = ?`,
  );
  const setFactor = run<[Buffer | null, number | null, string]>(
    "UPDATE accounts SET totp_secret = ?, totp_step = ?, totp_pending = NULL WHERE id = ?",
  );
  const addCode = run<[string, Buffer]>("INSERT INTO recovery_codes (account_id, hash) VALUES (?, ?)");
  const dropCodes = run<[string]>("DELETE FROM recovery_codes WHERE account_id = ?");

  return {
    byId: one<[string]>("id = ?"),
    byEmail: (email: string) => byEmail(emailKeyOf(email)),
    /** @param now ms; finds a link that expires later */
    byLink: one<[hash: Buffer, now: number]>("link_hash = ? AND link_expires_at > ?"),
    all: (): Account[] => all().map(accountOf),
    count: value<[], number>("SELECT count(*) FROM accounts"),
    hasPasswords: is<[]>("SELECT 1 FROM accounts WHERE hash IS NOT NULL"),
    insert: (account: NewRow) => void insert({ ...account, emailKey: emailKeyOf(account.email) }),
    change: run<[name: string, role: Role, id: string]>("UPDATE accounts SET name = ?, role = ? WHERE id = ?"),
    remove: run<[id: string]>("DELETE FROM accounts WHERE id = ?"),
    /** Removes password and second factor, and sets a new link. */
    reset(id: string, linkHash: Buffer, linkExpiresAt: number): void {
      reset(linkHash, linkExpiresAt, id);
      dropCodes(id);
    },
    setPassword: run<[PasswordHash & { id: string }]>(
      `UPDATE accounts SET salt = @salt, hash = @hash, cost = @cost, block_size = @block_size,
         parallelization = @parallelization, link_hash = NULL, link_expires_at = NULL WHERE id = @id`,
    ),
    noteLogin: run<[now: number, id: string]>("UPDATE accounts SET last_login_at = ? WHERE id = ?"),
    setPendingFactor: run<[sealed: Buffer, id: string]>("UPDATE accounts SET totp_pending = ? WHERE id = ?"),
    /** Sets the second factor and its recovery codes; null turns it off. */
    setFactor(id: string, factor: { sealed: Buffer; step: number; codes: Buffer[] } | null): void {
      setFactor(factor?.sealed ?? null, factor?.step ?? null, id);
      dropCodes(id);
      for (const hash of factor?.codes ?? []) addCode(id, hash);
    },
    /** Uses a time step; changes nothing if a code of this or a later step was already accepted. */
    takeStep: run<[{ id: string; step: number }]>(
      "UPDATE accounts SET totp_step = @step WHERE id = @id AND coalesce(totp_step, -1) < @step",
    ),
    /** Uses a recovery code; changes nothing for an unknown or used one. */
    takeCode: run<[id: string, hash: Buffer]>("DELETE FROM recovery_codes WHERE account_id = ? AND hash = ?"),
    codesLeft: value<[id: string], number>("SELECT count(*) FROM recovery_codes WHERE account_id = ?"),
  };
}

function accountOf(row: Row): Account {
  const { salt, hash, cost, block_size, parallelization, ...rest } = row;
  const isWhole = salt !== null && hash !== null && cost !== null && block_size !== null && parallelization !== null;
  return { ...rest, password: isWhole ? { salt, hash, cost, block_size, parallelization } : null };
}

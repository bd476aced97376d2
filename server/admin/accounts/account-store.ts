/** The SQL of accounts and their recovery codes. */
import type { Role } from "../../contracts/accounts-api.ts";
import type { Database } from "../../storage/database.ts";
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
  const columns = `id, name, email, role, created_at, last_login_at, salt, hash, cost, block_size, parallelization,
    link_expires_at, totp_secret, totp_step, totp_pending`;
  const byId = database.prepare<[string], Row>(`SELECT ${columns} FROM accounts WHERE id = ?`);
  const byEmail = database.prepare<[string], Row>(`SELECT ${columns} FROM accounts WHERE email_key = ?`);
  const byLink = database.prepare<[Buffer, number], Row>(
    `SELECT ${columns} FROM accounts WHERE link_hash = ? AND link_expires_at > ?`,
  );
  const all = database.prepare<[], Row>(`SELECT ${columns} FROM accounts ORDER BY name COLLATE NOCASE, id`);
  const count = database.prepare<[], number>("SELECT count(*) FROM accounts").pluck();
  const anyPassword = database
    .prepare<[], number>("SELECT EXISTS (SELECT 1 FROM accounts WHERE hash IS NOT NULL)")
    .pluck();
  const insert = database.prepare(
    `INSERT INTO accounts (id, name, email, email_key, role, created_at, link_hash, link_expires_at)
     VALUES (@id, @name, @email, @emailKey, @role, @at, @linkHash, @linkExpiresAt)`,
  );
  const change = database.prepare<[string, Role, string]>("UPDATE accounts SET name = ?, role = ? WHERE id = ?");
  const remove = database.prepare<[string]>("DELETE FROM accounts WHERE id = ?");
  const reset = database.prepare<[Buffer, number, string]>(
    `UPDATE accounts SET salt = NULL, hash = NULL, cost = NULL, block_size = NULL, parallelization = NULL,
       totp_secret = NULL, totp_step = NULL, totp_pending = NULL, link_hash = ?, link_expires_at = ? WHERE id = ?`,
  );
  const setPassword = database.prepare(
    `UPDATE accounts SET salt = @salt, hash = @hash, cost = @cost, block_size = @block_size,
       parallelization = @parallelization, link_hash = NULL, link_expires_at = NULL WHERE id = @id`,
  );
  const setLoginTime = database.prepare<[number, string]>("UPDATE accounts SET last_login_at = ? WHERE id = ?");
  const setPending = database.prepare<[Buffer, string]>("UPDATE accounts SET totp_pending = ? WHERE id = ?");
  const setFactor = database.prepare<[Buffer | null, number | null, string]>(
    "UPDATE accounts SET totp_secret = ?, totp_step = ?, totp_pending = NULL WHERE id = ?",
  );
  const takeStep = database.prepare<[{ id: string; step: number }]>(
    "UPDATE accounts SET totp_step = @step WHERE id = @id AND coalesce(totp_step, -1) < @step",
  );
  const addCode = database.prepare<[string, Buffer]>("INSERT INTO recovery_codes (account_id, hash) VALUES (?, ?)");
  const takeCode = database.prepare<[string, Buffer]>("DELETE FROM recovery_codes WHERE account_id = ? AND hash = ?");
  const dropCodes = database.prepare<[string]>("DELETE FROM recovery_codes WHERE account_id = ?");
  const countCodes = database
    .prepare<[string], number>("SELECT count(*) FROM recovery_codes WHERE account_id = ?")
    .pluck();
  const found = (row: Row | undefined): Account | null => (row === undefined ? null : accountOf(row));

  return {
    byId: (id: string) => found(byId.get(id)),
    byEmail: (email: string) => found(byEmail.get(emailKeyOf(email))),
    byLink: (hash: Buffer, now: number) => found(byLink.get(hash, now)),
    all: (): Account[] => all.all().map(accountOf),
    count: (): number => count.get() ?? 0,
    hasPasswords: (): boolean => anyPassword.get() === 1,
    insert: (row: NewRow): void => void insert.run({ ...row, emailKey: emailKeyOf(row.email) }),
    change: (id: string, name: string, role: Role): void => void change.run(name, role, id),
    remove: (id: string): void => void remove.run(id),
    /** Removes password and second factor, and sets a new link. */
    reset(id: string, linkHash: Buffer, linkExpiresAt: number): void {
      reset.run(linkHash, linkExpiresAt, id);
      dropCodes.run(id);
    },
    setPassword: (id: string, password: PasswordHash): void => void setPassword.run({ id, ...password }),
    noteLogin: (id: string, now: number): void => void setLoginTime.run(now, id),
    setPendingFactor: (id: string, sealed: Buffer): void => void setPending.run(sealed, id),
    /** Sets the second factor and its recovery codes; null turns it off. */
    setFactor(id: string, factor: { sealed: Buffer; step: number; codes: Buffer[] } | null): void {
      setFactor.run(factor?.sealed ?? null, factor?.step ?? null, id);
      dropCodes.run(id);
      for (const hash of factor?.codes ?? []) addCode.run(id, hash);
    },
    /** Uses a time step. @returns false if a code of this or a later step was already accepted */
    takeStep: (id: string, step: number): boolean => takeStep.run({ id, step }).changes > 0,
    /** Uses a recovery code. @returns false for an unknown or used code */
    takeCode: (id: string, hash: Buffer): boolean => takeCode.run(id, hash).changes > 0,
    codesLeft: (id: string): number => countCodes.get(id) ?? 0,
  };
}

function accountOf(row: Row): Account {
  const { salt, hash, cost, block_size, parallelization, ...rest } = row;
  const isWhole = salt !== null && hash !== null && cost !== null && block_size !== null && parallelization !== null;
  return { ...rest, password: isWhole ? { salt, hash, cost, block_size, parallelization } : null };
}

/**
 * The console's password, stored as an scrypt hash with salt and cost. Hashing runs in libuv's threads, one at a time,
 * so that guesses cost little memory.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordView } from "../contracts/access-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import { createTurns } from "../core/turns.ts";
import type { Services } from "../services.ts";

/** Characters. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 1_024;

/** 32 MB and about 200 ms per guess (OWASP's second scrypt setting). */
const COST = { cost: 2 ** 15, block_size: 8, parallelization: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Waiting guesses of unknown browsers. */
const MAX_WAITING = 10;
/** Waiting guesses of one IP address or browser; they take turns. */
const MAX_WAITING_OF_ONE = 2;
/** The queue for setting the password. */
const OWN_TURN = "console";

interface Row {
  salt: Buffer;
  hash: Buffer;
  cost: number;
  block_size: number;
  parallelization: number;
  set_at: number;
}

export function createConsolePassword({
  database,
  runtime,
  audit,
  logins,
}: Pick<Services, "database" | "runtime" | "audit" | "logins">) {
  const read = database.prepare<[], Row>("SELECT * FROM console_password");
  const write = database.prepare<[Row]>(
    `INSERT OR REPLACE INTO console_password (one, salt, hash, cost, block_size, parallelization, set_at)
     VALUES (1, @salt, @hash, @cost, @block_size, @parallelization, @set_at)`,
  );
  const erase = database.prepare("DELETE FROM console_password");
  const turns = createTurns();
  const view = (): PasswordView => {
    const row = read.get();
    return { set: row !== undefined, set_at: row === undefined ? null : isoTime(row.set_at) };
  };

  return {
    isSet: (): boolean => read.get() !== undefined,
    view,
    /** Sets or changes the password. Logins by the old one end, except `keep`. @param keep id of the current login */
    async set(password: string, keep: string | null): Promise<PasswordView> {
      const salt = randomBytes(SALT_BYTES);
      const hash = await turns.run(OWN_TURN, () => hashOf(password, { salt, ...COST }));
      database.transaction(() => {
        const action = read.get() === undefined ? "password set" : "password changed";
        write.run({ salt, hash, ...COST, set_at: runtime.clock.now() });
        audit.record(action, "console", {});
      })();
      logins.endOfKind("password", keep);
      return view();
    },
    /** Without a password, only the token and one-time links work. Logins by password end, except `keep`. */
    remove(keep: string | null): PasswordView {
      database.transaction(() => {
        if (erase.run().changes > 0) audit.record("password removed", "console", {});
      })();
      logins.endOfKind("password", keep);
      return view();
    },
    /**
     * Whether it is the password.
     * @param from `key` identifies the client's IP address or browser; known browsers have a queue limit of their own
     * @param mayTry called before hashing; its error is thrown
     * @throws AppError unavailable where too many guesses wait
     */
    isRight(given: string, from: { key: string; isKnown: boolean }, mayTry: () => void): Promise<boolean> {
      const isFull = turns.waiting(from.key) >= MAX_WAITING_OF_ONE || (!from.isKnown && turns.waiting() >= MAX_WAITING);
      if (isFull) throw new AppError("unavailable", sentence("logins.too_many_at_once"));
      return turns.run(from.key, async () => {
        mayTry();
        const row = read.get();
        if (row === undefined) return false;
        const isRight = timingSafeEqual(row.hash, await hashOf(given, row));
        // The password may have been removed meanwhile.
        return isRight && read.get()?.hash.equals(row.hash) === true;
      });
    },
  };
}

function hashOf(password: string, row: Omit<Row, "hash" | "set_at">): Promise<Buffer> {
  const { salt, cost, block_size: blockSize, parallelization } = row;
  // Different encodings of the same letters are one password.
  const text = password.normalize("NFKC");
  const maxmem = 256 * cost * blockSize;
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { cost, blockSize, parallelization, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Password hashes (scrypt) with salt and cost. Hashing runs in libuv's threads, one at a time, to limit the memory that guesses use. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { createTurns } from "../../core/tasks.ts";

export interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
  cost: number;
  block_size: number;
  parallelization: number;
}

export interface LoginClient {
  /** IP address or browser. */
  key: string;
  /** Whether the browser was logged in before. Strangers cannot fill the queue for known browsers. */
  isKnown: boolean;
}

export type PasswordCost = Pick<PasswordHash, "cost" | "block_size" | "parallelization">;

/** 32 MB and about 200 ms per guess (OWASP's second scrypt setting). */
const COST: PasswordCost = { cost: 2 ** 15, block_size: 8, parallelization: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of waiting guesses of unknown browsers. */
const MAX_WAITING = 10;
/** Maximum number of waiting guesses of one IP address or browser. */
const MAX_WAITING_OF_ONE = 2;
const NEW_PASSWORDS = "new passwords";
const MAX_WAITING_NEW = 20;

export function createPasswords(newCost: PasswordCost = COST) {
  const turns = createTurns();
  /** Used for unknown accounts, so that the response time does not reveal which accounts exist. */
  const dummy: PasswordHash = { ...newCost, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  return {
    /** @throws AppError unavailable if too many requests wait */
    async hashOf(password: string): Promise<PasswordHash> {
      if (turns.waiting(NEW_PASSWORDS) >= MAX_WAITING_NEW) throw tooMany();
      const salt = randomBytes(SALT_BYTES);
      const hash = await turns.run(NEW_PASSWORDS, () => derive(password, { salt, ...newCost }));
      return { salt, hash, ...newCost };
    },
    /**
     * Compares a password with a stored hash. @param stored called after the wait; null for an unknown account @param mayTry called before
     * hashing; may throw @throws AppError unavailable
     */
    isRight(given: string, stored: () => PasswordHash | null, from: LoginClient, mayTry: () => void): Promise<boolean> {
      const isFull = turns.waiting(from.key) >= MAX_WAITING_OF_ONE || (!from.isKnown && turns.waiting() >= MAX_WAITING);
      if (isFull) throw tooMany();
      return turns.run(from.key, async () => {
        mayTry();
        const row = stored();
        const isEqual = timingSafeEqual((row ?? dummy).hash, await derive(given, row ?? dummy));
        // The password may have been changed meanwhile.
        return row !== null && isEqual && stored()?.hash.equals(row.hash) === true;
      });
    },
  };
}

const tooMany = () => new AppError("unavailable", sentence("logins.too_many_at_once"));

function derive(password: string, by: Omit<PasswordHash, "hash">): Promise<Buffer> {
  const { salt, cost, block_size: blockSize, parallelization } = by;
  // Different Unicode encodings of the same characters are the same password.
  const text = password.normalize("NFKC");
  const maxmem = 256 * cost * blockSize;
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { cost, blockSize, parallelization, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/**
 * Passwords of accounts, as scrypt hashes with salt and cost. Hashing runs in libuv's threads, one at a time, so that
 * guesses cost little memory.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { createTurns } from "../../core/turns.ts";

export interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
  cost: number;
  block_size: number;
  parallelization: number;
}

/** Of a guess: which client it comes from. */
export interface Guesser {
  /** IP address or browser. */
  key: string;
  /** A browser that was logged in before: it has places in the queue that strangers cannot take. */
  isKnown: boolean;
}

export type PasswordCost = Pick<PasswordHash, "cost" | "block_size" | "parallelization">;

/** 32 MB and about 200 ms per guess (OWASP's second scrypt setting). */
const COST: PasswordCost = { cost: 2 ** 15, block_size: 8, parallelization: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Waiting guesses of unknown browsers. */
const MAX_WAITING = 10;
/** Waiting guesses of one IP address or browser; they take turns. */
const MAX_WAITING_OF_ONE = 2;
/** The queue for new passwords. */
const NEW_PASSWORDS = "new passwords";
const MAX_WAITING_NEW = 20;
export type Passwords = ReturnType<typeof createPasswords>;

/** @param ofHash cost of new hashes */
export function createPasswords(ofHash: PasswordCost = COST) {
  const turns = createTurns();
  /** Compared where there is no account, so that the time of the response does not show which exist. */
  const nobody: PasswordHash = { ...ofHash, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
  return {
    /** @throws AppError unavailable where too many wait */
    async hashOf(password: string): Promise<PasswordHash> {
      if (turns.waiting(NEW_PASSWORDS) >= MAX_WAITING_NEW) throw tooMany();
      const salt = randomBytes(SALT_BYTES);
      const hash = await turns.run(NEW_PASSWORDS, () => derive(password, { salt, ...ofHash }));
      return { salt, hash, ...ofHash };
    },
    /**
     * Whether it is the password of `stored()`, which is read in its turn; null: of no account, at the same cost.
     * @param mayTry called before hashing; its error is thrown
     * @throws AppError unavailable where too many guesses wait
     */
    isRight(given: string, stored: () => PasswordHash | null, from: Guesser, mayTry: () => void): Promise<boolean> {
      const isFull = turns.waiting(from.key) >= MAX_WAITING_OF_ONE || (!from.isKnown && turns.waiting() >= MAX_WAITING);
      if (isFull) throw tooMany();
      return turns.run(from.key, async () => {
        mayTry();
        const row = stored();
        const isEqual = timingSafeEqual((row ?? nobody).hash, await derive(given, row ?? nobody));
        // The password may have been changed meanwhile.
        return row !== null && isEqual && stored()?.hash.equals(row.hash) === true;
      });
    },
  };
}

const tooMany = () => new AppError("unavailable", sentence("logins.too_many_at_once"));

function derive(password: string, by: Omit<PasswordHash, "hash">): Promise<Buffer> {
  const { salt, cost, block_size: blockSize, parallelization } = by;
  // Different encodings of the same letters are one password.
  const text = password.normalize("NFKC");
  const maxmem = 256 * cost * blockSize;
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { cost, blockSize, parallelization, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

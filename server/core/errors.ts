/**
 * The typed errors of the domain. A room throws one; `http/error-mapper.ts` is the only place that turns them into
 * HTTP. `message` is one sentence for the person or program at the other end: it names what to fix, never a secret, a
 * path of this machine or a stack.
 */

import type { Sentence } from "../contracts/sentences/index.ts";

/** code → HTTP status. */
export const ERROR_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Further keys of the JSON answer beside `detail`, such as the two sides of a conflict. */
  readonly extra: Record<string, unknown>;
  /** Null for one that no page shows. */
  readonly sentence: Sentence | null;
  constructor(code: ErrorCode, said: string | Sentence, extra: Record<string, unknown> = {}) {
    super(typeof said === "string" ? said : said.detail);
    this.name = "AppError";
    this.sentence = typeof said === "string" ? null : said;
    this.code = code;
    this.extra = extra;
  }
}

/** One entry of a 422, worded as pydantic 2 does. Contract 2.8. */
export interface Fault {
  type: string;
  loc: (string | number)[];
  msg: string;
  /** For pages: its code and facts are in the responses of the editor and the console. */
  sentence?: Sentence;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** A request that violates its declared shape: all its faults at once. Contract 7, HTTP 422 `HTTPValidationError`. */
export class ValidationFailed extends AppError {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super("invalid", faults.map((fault) => `${fault.loc.join(".")}: ${fault.msg}`).join("; "));
    this.name = "ValidationFailed";
    this.faults = faults;
  }
}

/** A start that cannot go on because of what the person typed; `message` is for that person. */
export class ConfigError extends Error {}

/** A program that listens on a port, as far as the system tells whoever asks. */
export interface PortHolder {
  /** Null where the process belongs to another user. */
  pid: number | null;
  /** Of its executable, such as "nginx"; null where not told. */
  program: string | null;
  /** Whose it is, such as "www-data"; null where not told. */
  user: string | null;
}

/** Another program listens where one of the three listeners was to. */
export interface TakenPort {
  /** Which listener, by its key in `config.json`; with dashes it is the flag. */
  field: "port" | "console_port" | "sandbox_port";
  host: string;
  port: number;
  /** Null where the system does not tell. */
  holder: PortHolder | null;
  /** One near it that was free a moment ago; null where none was found. */
  free: number | null;
}

export class PortTaken extends ConfigError {
  /** The sentence that says by whom, for who offers another port by a button instead of the advice. */
  readonly fact: string;
  readonly taken: TakenPort;
  constructor(fact: string, advice: string, taken: TakenPort) {
    super(`${fact} ${advice}`);
    this.fact = fact;
    this.taken = taken;
  }
}

/** Whether SQLite says that a database is damaged. */
export function isDatabaseDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/** What is known of whatever was thrown: its stack, or itself as a text. Never throws, as not everything can be made one. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && typeof thrown.stack === "string" ? thrown.stack : String(thrown);
  } catch {
    return "Something was thrown that cannot be made a text.";
  }
}

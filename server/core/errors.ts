/** The errors of the domain. `message` is one sentence that names what to fix, never a secret, a path or a stack. */
import { joined, type Sentence } from "../contracts/sentences/index.ts";

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
  readonly headers: Readonly<Record<string, string>>;
  /** Null where no page shows it. */
  readonly sentence: Sentence | null;
  constructor(code: ErrorCode, text: string | Sentence, headers: Readonly<Record<string, string>> = {}) {
    super(typeof text === "string" ? text : text.detail);
    this.name = "AppError";
    this.sentence = typeof text === "string" ? null : text;
    this.code = code;
    this.headers = headers;
  }
}

/** One entry of a 422, worded as pydantic 2 does. Contract 2.8. */
export interface Fault {
  type: string;
  loc: (string | number)[];
  msg: string;
  /** Its code and facts are in the responses of the editor and the console. */
  sentence?: Sentence;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** An invalid request with all its faults. Contract 7, HTTP 422 `HTTPValidationError`. */
export class ValidationFailed extends AppError {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super("invalid", faults.map((fault) => `${fault.loc.join(".")}: ${fault.msg}`).join("; "));
    this.name = "ValidationFailed";
    this.faults = faults;
  }
}

/** The error for a part of a request body that the domain rejects. */
export function refusedPart(part: string, reason: Sentence, input?: unknown): ValidationFailed {
  const given = input === undefined ? {} : { input };
  return new ValidationFailed([
    { type: "value_error", loc: ["body", part], msg: reason.detail, sentence: reason, ...given },
  ]);
}

/** Flags, variables or `config.json` prevent the start; `message` is for the admin. */
export class ConfigError extends Error {
  readonly sentence: Sentence;
  constructor(text: string | Sentence) {
    const sentence = typeof text === "string" ? joined(text) : text;
    super(sentence.detail);
    this.sentence = sentence;
  }
}

/** The program that listens on a port, as far as known. */
export interface PortHolder {
  /** Null where the process belongs to another user. */
  pid: number | null;
  program: string | null;
  user: string | null;
}

export interface PortInUseFacts {
  /** Key in `config.json`; with dashes it is the flag. */
  field: "port" | "console_port" | "sandbox_port";
  host: string;
  port: number;
  holder: PortHolder | null;
  free: number | null;
}

export class PortInUse extends ConfigError {
  /** Names the program that uses the port, without the advice. */
  readonly fact: string;
  readonly taken: PortInUseFacts;
  constructor(fact: Sentence, advice: Sentence, taken: PortInUseFacts) {
    super(joined(fact, advice));
    this.fact = fact.detail;
    this.taken = taken;
  }
}

export function isDatabaseDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
}

/** The stack of a thrown value, or the value as text. Never throws. */
export function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && typeof thrown.stack === "string" ? thrown.stack : String(thrown);
  } catch {
    return "The thrown value cannot be converted to text.";
  }
}

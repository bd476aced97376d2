/** The operations on a target. Names are relative, with forward slashes; a folder's name has no trailing slash. */
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Log } from "../core/runtime.ts";

export interface Store {
  /** Names in a folder; those of subfolders end with "/". Empty if the folder does not exist; the target must exist. */
  list(folder: string, signal: AbortSignal): Promise<string[]>;
  /** Reads a text of at most 64 kB; null if it does not exist. */
  read(name: string, signal: AbortSignal): Promise<string | null>;
  /** Copies local files. A folder never has partial files; on a remote target, a failure may leave a truncated one. */
  put(files: readonly Copy[], signal: AbortSignal): Promise<void>;
  /** Copies files from the target to the same names in a local folder. */
  get(names: readonly string[], to: string, signal: AbortSignal): Promise<void>;
  /** Copies the files of a local folder that the target lacks, or has with another size. */
  putFolder(from: string, name: string, onCopied: OnCopied, signal: AbortSignal): Promise<void>;
  /** Copies the files of a folder that the local folder lacks, or has with another size. */
  getFolder(name: string, to: string, onCopied: OnCopied, signal: AbortSignal): Promise<void>;
  remove(names: readonly string[], signal: AbortSignal): Promise<void>;
  removeFolder(name: string, signal: AbortSignal): Promise<void>;
  /** Removes the files of a folder that were last changed before a time, ms since the epoch. */
  removeOlder(name: string, before: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Copy {
  /** Absolute path. A missing file is skipped. */
  from: string;
  name: string;
}

/** Called with the total copied so far. */
export type OnCopied = (done: { bytes: number; files: number }) => void;

/** @param detail of the system or of rclone @param target as the admin wrote it */
export function targetFault(target: string, detail: string): AppError {
  const found = FAULTS.find(({ pattern }) => pattern.test(detail));
  return new AppError(
    "unavailable",
    found === undefined
      ? sentence("replica.other", { target, detail: `${detail.slice(0, 300).replace(/[\s.]+$/, "")}.` })
      : sentence(found.code, { target }),
  );
}

/** The sentence of an error, or its message. */
export function faultOf(error: unknown, target: string): Sentence {
  const known = error instanceof AppError ? error.sentence : null;
  return known ?? sentence("replica.other", { target, detail: `${(error as Error).message}.` });
}

/** Keeps the fault of a task that is retried, and logs it once; `failed` is logged with the stack of an unknown error. */
export function noteFault(
  state: { fault: Sentence | null },
  error: unknown,
  { target, log, failed }: { target: string; log: Log; failed: string },
): void {
  if (!(error instanceof AppError && error.sentence !== null)) log.error(failed, error);
  const fault = faultOf(error, target);
  if (state.fault?.detail !== fault.detail) log.warn(fault.detail);
  state.fault = fault;
}

const FAULTS = [
  { pattern: /ENOSPC|EDQUOT|no space left|disk full|quota exceeded|QuotaExceeded|StorageFull/i, code: "replica.full" },
  { pattern: /EROFS|read-only file system/i, code: "replica.read_only" },
  { pattern: /knownhosts|known_hosts|host key/i, code: "replica.host_key" },
  {
    pattern:
      /EACCES|EPERM|permission denied|unable to authenticate|AccessDenied|InvalidAccessKey|SignatureDoesNotMatch|NoCredential|Unauthorized|Forbidden/i,
    code: "replica.denied",
  },
  // SFTP reports a full or read-only disk only as this.
  { pattern: /SSH_FX_FAILURE/, code: "replica.stores_nothing" },
  { pattern: /timed? ?out|deadline exceeded/i, code: "replica.timed_out" },
  {
    pattern:
      /connection (refused|reset|lost)|no such host|no route|unreachable|broken pipe|EOF|couldn't connect|EIO|ESTALE|ENOTCONN/i,
    code: "replica.unreachable",
  },
  { pattern: /ENOENT|directory not found|ENOTDIR/i, code: "replica.gone" },
] as const;

/** What a replica needs of its target. Names are relative, with forward slashes; a folder's name has no slash at its end. */
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

export interface Store {
  /** Names in a folder; those of folders end with "/". Empty if it does not exist; the target itself must exist. */
  list(folder: string, signal: AbortSignal): Promise<string[]>;
  /** Null: there is none. At most 64 kB. */
  read(name: string, signal: AbortSignal): Promise<string | null>;
  /** Copies local files. A name appears under its whole content, or, on a remote target, it may be cut off by a failure. */
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
  /** Absolute path. A file that is gone is left out. */
  from: string;
  name: string;
}

/** Called while it works, with all that was copied so far. */
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

const FAULTS = [
  { pattern: /ENOSPC|EDQUOT|no space left|disk full|quota exceeded|QuotaExceeded|StorageFull/i, code: "replica.full" },
  { pattern: /EROFS|read-only file system/i, code: "replica.read_only" },
  { pattern: /knownhosts|known_hosts|host key/i, code: "replica.host_key" },
  {
    pattern:
      /EACCES|EPERM|permission denied|unable to authenticate|AccessDenied|InvalidAccessKey|SignatureDoesNotMatch|NoCredential|Unauthorized|Forbidden/i,
    code: "replica.denied",
  },
  // All that SFTP says of a full disk, or a read-only one.
  { pattern: /SSH_FX_FAILURE/, code: "replica.stores_nothing" },
  { pattern: /timed? ?out|deadline exceeded/i, code: "replica.timed_out" },
  {
    pattern:
      /connection (refused|reset|lost)|no such host|no route|unreachable|broken pipe|EOF|couldn't connect|EIO|ESTALE|ENOTCONN/i,
    code: "replica.unreachable",
  },
  { pattern: /ENOENT|directory not found|ENOTDIR/i, code: "replica.gone" },
] as const;

/** The parts of a data folder that move with it, and the messages of the thread that moves it. */

/** Chromium's files in the data folder of the desktop app. */
export const PROFILE_FOLDER = "desktop";
/** The profile files that move: the file that decrypts the key on Windows, and the window's state. Chromium recreates the rest. */
export const PROFILE_FILES = ["Local State", "shell.json"];

/** Whether an entry stays in the old folder: lock, notes about moves, earlier copies, files of a running Chromium. */
export function staysBehind(name: string): boolean {
  return name === PROFILE_FOLDER || /^(before-move-.*|moved-(to|from)\.json|galley\.lock.*)$/.test(name);
}

/** Whether an entry belongs to a process, which recreates it. */
export function belongsToProcess(name: string): boolean {
  return name === "running.json" || name === "tmp";
}

export type MoveTask = { kind: "survey"; from: string } | { kind: "copy"; from: string; to: string };

export interface FolderSize {
  files: number;
  bytes: number;
}

export type MoveMessage =
  /** 0 to 1 */
  | { kind: "progress"; done: number }
  | { kind: "done"; extent: FolderSize }
  | { kind: "refused"; message: string }
  /** @property code of the file system or of SQLite, if any */
  | { kind: "failed"; message: string; code: string | undefined };

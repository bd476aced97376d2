/** What of a data folder moves with it, and what the thread that moves it is told and tells. */

/** Chromium's own files, in the data folder of the desktop app. */
export const PROFILE_FOLDER = "desktop";
/**
 * Of these: what unseals the key of the secrets on Windows, and what the app remembers of window and choices. The rest is
 * made anew.
 */
export const PROFILE_FILES = ["Local State", "window.json", "shell.json"];

/** Stays in the old folder: whose it is, where it went, what an earlier move put aside, what a running Chromium has open. */
export function staysBehind(name: string): boolean {
  return name === PROFILE_FOLDER || /^(before-move-.*|moved-(to|from)\.json|galley\.lock.*)$/.test(name);
}

/** Belongs to a process, and is made anew by the next. */
export function isOfProcess(name: string): boolean {
  return name === "running.json" || name === "tmp";
}

export type MoveTask = { kind: "survey"; from: string } | { kind: "copy"; from: string; to: string };

export interface Extent {
  files: number;
  bytes: number;
}

export type MoveMessage =
  /** 0 to 1 */
  | { kind: "progress"; done: number }
  | { kind: "done"; extent: Extent }
  /** For the person. */
  | { kind: "refused"; message: string }
  /** @property code of the file system or of SQLite, where it has one */
  | { kind: "failed"; message: string; code: string | undefined };

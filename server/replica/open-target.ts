/** The store of a target. */
import path from "node:path";
import type { Clock } from "../core/runtime.ts";
import { createFolderStore } from "./folder-store.ts";
import { findRclone } from "./programs.ts";
import { createRclone } from "./rclone.ts";
import { createRcloneStore } from "./rclone-store.ts";
import type { Store } from "./store.ts";
import type { Target } from "./target.ts";

/** Opens a store, which the caller must close. @param folder for rclone's files; absolute */
export function openTarget(
  target: Target,
  { folder, clock, env }: { folder: string; clock: Clock; env: NodeJS.ProcessEnv },
): Store {
  if (target.kind === "folder") return createFolderStore(target.folder);
  const rclone = createRclone({ program: findRclone(env), folder: path.join(folder, "rclone"), env });
  return createRcloneStore(rclone, target, { folder: path.join(folder, "rclone"), clock });
}

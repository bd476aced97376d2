/** Kills a process at chosen instants, with nothing built into the product for it: what it does is seen from outside. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Chance } from "../../../support/chance.ts";
import type { Moment, Receiver } from "./receiver.ts";

export interface Scene {
  child: ChildProcess;
  dataDir: string;
  receiver: Receiver;
  /** Calls back at every save that is acknowledged, until the returned function is called. */
  whenSaved(callback: () => void): () => void;
}

/** Calls `strike` when its instant has come; returns how to stop watching. */
type Watch = (scene: Scene, strike: () => void, chance: Chance) => () => void;

const folder =
  (name: string, fits: (file: string) => boolean): Watch =>
  ({ dataDir }, strike) => {
    const watched = path.join(dataDir, name);
    const watcher = fs.watch(watched, (_kind, file) => {
      if (file !== null && fits(path.join(watched, file))) strike();
    });
    return () => watcher.close();
  };

const receiverAt =
  (wanted: Moment): Watch =>
  ({ receiver }, strike) => {
    receiver.onMoment = (moment) => {
      if (moment === wanted) strike();
    };
    return () => {
      receiver.onMoment = () => {};
    };
  };

export const INSTANTS = {
  "at any time": (_scene, strike, chance) => {
    const timer = setTimeout(strike, chance.below(400));
    return () => clearTimeout(timer);
  },
  "while an upload arrives": folder("tmp", (file) => fs.existsSync(file)),
  // The file has left tmp/ for blobs/; its row comes after an fsync of the folder.
  "between file and row": folder("tmp", (file) => !fs.existsSync(file)),
  "while a transaction is written": folder("", (file) => file.endsWith("galley.db-wal")),
  "between row and callback": ({ whenSaved }, strike) => whenSaved(strike),
  "as the callback connects": receiverAt("connected"),
  "before the answer": receiverAt("arrived"),
  "during the download": receiverAt("downloading"),
  "between answer and merge": receiverAt("answered"),
} satisfies Record<string, Watch>;

export type Instant = keyof typeof INSTANTS;

/** An instant that does not come by itself is not waited for longer than this. */
const PATIENCE_MS = 2_000;

/** kill -9 at the instant, or a few ms later; resolves once the process is gone. Returns whether the instant came. */
export async function killAt(instant: Instant, scene: Scene, chance: Chance): Promise<boolean> {
  const ended = once(scene.child, "exit");
  const lateMs = chance.happens(0.3) ? 1 + chance.below(8) : 0;
  const watch: Watch = INSTANTS[instant];
  const came = await new Promise<boolean>((resolve) => {
    const patience = setTimeout(() => end(false), PATIENCE_MS);
    const end = (hit: boolean) => {
      clearTimeout(patience);
      const kill = () => {
        scene.child.kill("SIGKILL");
        stop();
        resolve(hit);
      };
      if (lateMs === 0) kill();
      else setTimeout(kill, lateMs);
    };
    let struck = false;
    const stop = watch(
      scene,
      () => {
        if (struck) return;
        struck = true;
        end(true);
      },
      chance,
    );
  });
  await ended;
  return came;
}

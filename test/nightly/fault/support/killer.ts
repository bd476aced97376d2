/** Kills a process at chosen instants, which are detected from outside. */
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
  /** Calls back at every acknowledged save, until the returned function is called. */
  whenSaved(callback: () => void): () => void;
}

/** Calls `strike` at its instant. @returns stops watching */
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
  (moment: Moment): Watch =>
  ({ receiver }, strike) => {
    receiver.onMoment = (current) => {
      if (current === moment) strike();
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
  // The file was moved from tmp/ to blobs/; its row is written after an fsync of the folder.
  "between file and row": folder("tmp", (file) => !fs.existsSync(file)),
  "while a transaction is written": folder("", (file) => file.endsWith("galley.db-wal")),
  "between row and callback": ({ whenSaved }, strike) => whenSaved(strike),
  "when the callback connects": receiverAt("connected"),
  "before the response": receiverAt("arrived"),
  "during the download": receiverAt("downloading"),
  "between response and merge": receiverAt("answered"),
} satisfies Record<string, Watch>;

export type Instant = keyof typeof INSTANTS;

/** Maximum wait for an instant. */
const MAX_WAIT_MS = 2_000;

/** Sends SIGKILL at the instant or a few ms later, and waits for the end. @returns whether the instant came */
export async function killAt(instant: Instant, scene: Scene, chance: Chance): Promise<boolean> {
  const ended = once(scene.child, "exit");
  const delayMs = chance.happens(0.3) ? 1 + chance.below(8) : 0;
  const watch: Watch = INSTANTS[instant];
  const came = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => end(false), MAX_WAIT_MS);
    const end = (hit: boolean) => {
      clearTimeout(timer);
      const kill = () => {
        scene.child.kill("SIGKILL");
        stop();
        resolve(hit);
      };
      if (delayMs === 0) kill();
      else setTimeout(kill, delayMs);
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

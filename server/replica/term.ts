/** This machine's right to write to a target: begins or continues an epoch, and detects other writers. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import { type Epoch, epochFolder, machineOf, newEpoch, newestEpoch, otherWriters, writerFile } from "./epochs.ts";
import type { ReplicaRecord } from "./record.ts";
import type { Store } from "./store.ts";

/** Another machine took over. */
export class Fenced extends Error {
  readonly by: string;
  /** ms since the epoch. */
  readonly at: number;
  constructor(by: string, at: number) {
    super(by);
    this.by = by;
    this.at = at;
  }
}

/** Another process writes to the target. This one stops copying until a restart. */
export class Superseded extends AppError {}

export interface TermParts {
  store: Store;
  target: string;
  record: { get(): Readonly<ReplicaRecord>; put(part: Partial<ReplicaRecord>): Promise<void> };
  clock: Clock;
  version: string;
  /** Writes a small file at the target. */
  put(name: string, content: object): Promise<void>;
}

export function createTerm({ store, target, record, clock, version, put }: TermParts) {
  const token = randomBytes(9).toString("base64url");
  const number = () => record.get().epoch ?? 0;
  const inEpoch = (name: string) => `${epochFolder(number())}/${name}`;

  const foreign = ({ machine }: Epoch) => new AppError("conflict", sentence("replica.foreign", { target, machine }));
  const requireOwn = (newest: Epoch | null) => {
    if (newest === null) throw new AppError("unavailable", sentence("replica.lost", { target }));
    if (newest.id === record.get().id) return;
    throw newest.epoch >= number() ? new Fenced(newest.machine, Date.parse(newest.since)) : foreign(newest);
  };

  return {
    number,
    inEpoch,
    /** Becomes the only writer. @throws Fenced; AppError if the target belongs to another Galley, or was emptied */
    async begin(signal: AbortSignal): Promise<void> {
      const { id, key, ...known } = record.get();
      const newest = await newestEpoch(store, signal);
      if (known.target === target && known.epoch !== null) requireOwn(newest);
      else if (newest === null) {
        await put(`${epochFolder(1)}/epoch.json`, newEpoch(1, id, version, clock.now()));
        await record.put({ target, epoch: 1 });
      } else if (newest.id === id) await record.put({ target, epoch: newest.epoch });
      else throw foreign(newest);
      if (key === null) await store.remove([inEpoch("key.json")], signal);
      else await put(inEpoch("key.json"), key);
      await put(inEpoch(writerFile(token)), { machine: hostname(), since: new Date(clock.now()).toISOString() });
      const others = await otherWriters(store, number(), token, signal);
      await store.remove(others.map(inEpoch), signal);
    },
    /** Call it before each copy. @throws Fenced; Superseded; AppError if the target was emptied */
    async requireOurs(signal: AbortSignal): Promise<void> {
      const entries = await store.list("", signal);
      const numbers = entries.flatMap((name) => /^epoch-(\d{4,9})\/$/.exec(name)?.[1] ?? []).map(Number);
      if (!numbers.includes(number()) || Math.max(...numbers) > number()) requireOwn(await newestEpoch(store, signal));
      const [other] = await otherWriters(store, number(), token, signal);
      if (other === undefined) return;
      const machine = await machineOf(store, inEpoch(other), signal);
      throw new Superseded("conflict", sentence("replica.two_writers", { target, machine }));
    },
  };
}

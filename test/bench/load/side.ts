/** One of those that are compared: does a kind of work for some seconds. */
import { cpuOf } from "../../support/proc.ts";
import type { Keys } from "../../support/site.ts";
import { median } from "../figures.ts";
import type { AskLoad } from "./start-load.ts";
import type { TurnDone, Work } from "./turn.ts";

export type Done = TurnDone & { cpuMs: number };
export type Side = (work: Work, connections: number, seconds: number) => Promise<Done>;

/** Nobody listens there. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";

export function sideOf(load: AskLoad, { pid, url }: { pid: number; url: string }, keys: Keys): Side {
  let turns = 0;
  return async (work, connections, seconds) => {
    const before = cpuOf(pid) ?? Number.NaN;
    const order = { url, keys, callbackUrl: CALLBACK_URL, prefix: `t${++turns}`, work, connections, seconds };
    const done = await load("turn", order);
    return { ...done, cpuMs: ((cpuOf(pid) ?? Number.NaN) - before) / done.count };
  };
}

export const rates = (all: Done[]) => all.map(({ perSecond }) => perSecond);
/** ms of a request, in the words of a note. */
export const cpuOfOne = (all: Done[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);

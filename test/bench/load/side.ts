/** One side of a comparison: runs a kind of work for some seconds. */
import { cpuOf } from "../../support/proc.ts";
import type { Keys } from "../../support/site.ts";
import { median } from "../figures.ts";
import type { AskLoad } from "./start-load.ts";
import type { TurnDone, Work } from "./turn.ts";

export type Done = TurnDone & { cpuMs: number };
export type Side = (work: Work, connections: number, seconds: number) => Promise<Done>;

/** No process listens on this port. */
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
/** CPU ms per request, formatted for a note. */
export const cpuPerRequest = (all: Done[]) => median(all.map(({ cpuMs }) => cpuMs)).toFixed(2);

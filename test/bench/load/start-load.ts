import path from "node:path";
import type { Workshop } from "../workshop.ts";
import type { Load } from "./load-process.ts";

/** Runs a piece of work in the load process. */
export type AskLoad = <Kind extends keyof Load>(
  kind: Kind,
  order: Parameters<Load[Kind]>[0],
) => Promise<Awaited<ReturnType<Load[Kind]>>>;

export async function startLoad(workshop: Workshop): Promise<AskLoad> {
  const { ask } = await workshop.start({ script: path.resolve(import.meta.dirname, "load-process.ts") });
  return (kind, order) => ask({ kind, order });
}

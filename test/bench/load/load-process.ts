/**
 * A process that runs one piece of work at a time, requested over IPC: it generates load, or receives callbacks as several
 * sites.
 */
import { mixed } from "./mixed.ts";
import { newsroom } from "./newsroom.ts";
import { download, startReceiver } from "./requests.ts";
import { together } from "./together.ts";
import { turn } from "./turn.ts";

/** Starts sites that accept every callback, each on its own port. @returns their callback URLs */
async function receivers({ sites }: { sites: number }): Promise<string[]> {
  const all = await Promise.all(Array.from({ length: sites }, () => startReceiver()));
  return all.map(({ host }) => `http://${host}/callback`);
}

const WORK = { turn, download, newsroom, together, mixed, receivers };
export type Load = typeof WORK;

process.on("message", async ({ kind, order }: { kind: keyof Load; order: never }) => {
  try {
    process.send?.(await WORK[kind](order));
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
});
process.on("disconnect", () => process.exit());
process.stdout.write('{"event":"ready"}\n');

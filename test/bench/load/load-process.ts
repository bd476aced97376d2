/** The load generator: a separate process that runs one piece of work at a time, requested over IPC. */
import { download } from "./download.ts";
import { mixed } from "./mixed.ts";
import { newsroom } from "./newsroom.ts";
import { together } from "./together.ts";
import { turn } from "./turn.ts";

const WORK = { turn, download, newsroom, together, mixed };
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

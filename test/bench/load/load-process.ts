/**
 * A process that runs one piece of work at a time, requested over IPC: it generates load, or receives callbacks as several
 * sites.
 */
import http from "node:http";
import { listening } from "../../support/listening.ts";
import { mixed } from "./mixed.ts";
import { newsroom } from "./newsroom.ts";
import { download } from "./requests.ts";
import { together } from "./together.ts";
import { turn } from "./turn.ts";

/** Starts sites that accept every callback, each on its own port. @returns their callback URLs */
function receivers({ sites }: { sites: number }): Promise<string[]> {
  const start = async () => {
    const server = http.createServer((req, res) => {
      req.resume().on("end", () => res.setHeader("Content-Type", "application/json").end('{"rc":1,"rm":"","data":{}}'));
    });
    return `http://${(await listening(server)).host}/callback`;
  };
  return Promise.all(Array.from({ length: sites }, start));
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

/**
 * A separate process with several sites that accept every callback, each on its own loopback port. IPC request:
 * `{ sites }`.
 */
import http from "node:http";
import { listening } from "../../support/listening.ts";

export interface StartedReceivers {
  urls: string[];
}

async function startSite(): Promise<string> {
  const server = http.createServer((req, res) => {
    req.resume().on("end", () => res.setHeader("Content-Type", "application/json").end('{"rc":1,"rm":"","data":{}}'));
  });
  return `http://${(await listening(server)).host}/callback`;
}

process.on("message", async ({ sites }: { sites: number }) => {
  const urls = await Promise.all(Array.from({ length: sites }, startSite));
  process.send?.({ urls } satisfies StartedReceivers);
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.stdout.write('{"event":"ready"}\n');

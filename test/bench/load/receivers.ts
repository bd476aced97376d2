/**
 * Many sites in a process of their own, each on a loopback port of its own. Asked over IPC: `{ sites, hanging }` starts
 * them, the last `hanging` of which take a callback and never answer; `{ count }` waits until the others have answered
 * so many. Times are ms of the machine's monotonic clock.
 */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface StartReceivers {
  sites: number;
  hanging: number;
}

export interface StartedReceivers {
  /** Callback URLs, those that hang last. */
  urls: string[];
}

export interface AwaitAnswers {
  count: number;
}

export interface AnswersGiven {
  /** When the first callback was there. */
  firstAt: number;
  /** When the last of them was answered. */
  lastAt: number;
}

const ANSWER = '{"rc":1,"rm":"","data":{}}';
const now = () => Number(process.hrtime.bigint()) / 1e6;

let answered = 0;
let firstAt = Number.NaN;
let lastAt = Number.NaN;
let waiting: { count: number; resolve: (given: AnswersGiven) => void } | null = null;

function count(): void {
  answered += 1;
  lastAt = now();
  if (waiting !== null && answered >= waiting.count) waiting.resolve({ firstAt, lastAt });
}

async function startSite(hangs: boolean): Promise<string> {
  const server = http.createServer((req, res) => {
    if (Number.isNaN(firstAt)) firstAt = now();
    req.resume().on("end", () => {
      if (!hangs) res.setHeader("Content-Type", "application/json").end(ANSWER, count);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

async function run(message: StartReceivers | AwaitAnswers): Promise<StartedReceivers | AnswersGiven> {
  if ("sites" in message) {
    const { sites, hanging } = message;
    return { urls: await Promise.all(Array.from({ length: sites }, (_, site) => startSite(site >= sites - hanging))) };
  }
  if (answered >= message.count) return { firstAt, lastAt };
  return new Promise((resolve) => {
    waiting = { count: message.count, resolve };
  });
}

process.on("message", (message: StartReceivers | AwaitAnswers) => {
  run(message).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.stdout.write('{"event":"ready"}\n');

/** Floors that do only the named work, in a separate process: `node bare-process.ts commits|file|relay [path]`. */
import fs from "node:fs";
import http from "node:http";
import { setImmediate as soon } from "node:timers/promises";
import { listening } from "../../support/listening.ts";
import { until } from "../load/requests.ts";
import { openCommitFloor } from "./commit-floor.ts";

/**
 * The floor of event-loop delay: commits rows of 100 kB on the main thread. IPC request: `{ seconds, perSecond }`; with
 * perSecond null it commits without pauses.
 */
function commits(folder: string): null {
  const row = "x".repeat(100_000);
  const floor = openCommitFloor(folder);
  process.on("message", async (order: "reset" | "read" | { seconds: number; perSecond: number | null }) => {
    // Strings are messages for the preload.
    if (typeof order === "string") return;
    const started = performance.now();
    for (let commits = 0; performance.now() < started + order.seconds * 1000; commits++) {
      if (order.perSecond !== null) await until(started + (commits / order.perSecond) * 1000);
      await soon();
      floor.commit(row);
    }
    process.send?.({});
  });
  // The preload unrefs the channel, and nothing else keeps this process running.
  process.channel?.ref();
  return null;
}

/** The floor of downloads: pipes one file. `GET /?chunk=<highWaterMark in bytes>`, 0 for Node's default. */
function file(name: string): http.Server {
  const { size } = fs.statSync(name);
  return http.createServer((req, res) => {
    const chunk = Number(new URL(req.url ?? "/", "http://floor").searchParams.get("chunk"));
    res.setHeader("Content-Type", "application/zip");
    res.setHeader("Content-Length", size);
    fs.createReadStream(name, chunk === 0 ? {} : { highWaterMark: chunk }).pipe(res);
  });
}

/** The floor of collaboration: numbers steps and sends them to both tabs of an article; checks and stores nothing. */
function relay(): http.Server {
  const articles = new Map<string, { n: number; readers: Set<http.ServerResponse> }>();
  return http.createServer(async (req, res) => {
    const [, name = "", path = ""] = (req.url ?? "").split("/");
    const article = articles.get(name) ?? { n: 0, readers: new Set() };
    articles.set(name, article);
    if (path === "events") {
      res.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
      article.readers.add(res);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = JSON.parse(String(Buffer.concat(chunks)) || "{}") as {
      writer_key: string;
      counter: number;
      steps: unknown[];
    };
    const response = (value: object) => {
      const text = JSON.stringify(value);
      res.writeHead(200, { "content-length": Buffer.byteLength(text) }).end(text);
    };
    if (path === "room") return response({ epoch: "", n: article.n, writer: body.writer_key, vms_json: {} });
    if (path !== "steps") return response({});
    const after = article.n;
    article.n += body.steps.length;
    const batch = { after, n: article.n, writer: body.writer_key, counter: body.counter + body.steps.length };
    const frame = `event: steps\ndata: ${JSON.stringify({ batches: [{ ...batch, steps: body.steps }] })}\n\n`;
    for (const reader of article.readers) reader.write(frame);
    response({ batches: [{ ...batch, steps: null }] });
  });
}

const KINDS: Record<string, (path: string) => http.Server | null> = { commits, file, relay };
const [kind = "", path = ""] = process.argv.slice(2);
const server = KINDS[kind]?.(path);
const url = server && `http://${(await listening(server)).host}`;
process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
process.on("disconnect", () => process.exit());

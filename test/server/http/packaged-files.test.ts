import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import express from "express";
import { expect, it } from "vitest";
import { freshFile, hashedFiles, readFolder } from "../../../server/http/packaged-files.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { served } from "../../support/newsroom.ts";

const SCRIPT = "console.log('0123456789');";
const ASSET = "/assets/index-Ab12.js";

/** Serves a folder that is deleted before the first request. */
async function serveDeletedFolder(): Promise<string> {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "assets"));
  fs.writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>Galley</title>");
  fs.writeFileSync(path.join(folder, ASSET), SCRIPT);
  const files = readFolder(folder);
  fs.rmSync(folder, { recursive: true });
  const app = express();
  app.use(hashedFiles(files));
  app.get("/", freshFile(files.get("index.html")));
  app.use((_req, res) => void res.status(404).end());
  return served(http.createServer(app));
}

it("serves files, HEAD, ranges and 304 after the folder was deleted", async () => {
  const url = await serveDeletedFolder();
  // By default, fetch adds no-cache to conditional requests.
  const ask = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(url + ASSET, { method, headers: { "cache-control": "max-age=0", ...headers } });

  const whole = await ask();
  expect(whole.status).toBe(200);
  expect(await whole.text()).toBe(SCRIPT);
  expect(whole.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(whole.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  const etag = whole.headers.get("etag") ?? "";
  const modified = whole.headers.get("last-modified") ?? "";

  const head = await ask({}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, `${SCRIPT.length}`, ""]);

  expect((await ask({ "if-none-match": etag })).status).toBe(304);
  expect((await ask({ "if-modified-since": modified })).status).toBe(304);

  const part = await ask({ range: "bytes=13-16" });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    206,
    `bytes 13-16/${SCRIPT.length}`,
    "0123",
  ]);
  expect((await ask({ range: "bytes=13-16", "if-range": etag })).status).toBe(206);
  expect((await ask({ range: "bytes=13-16", "if-range": modified })).status).toBe(206);
  expect((await ask({ range: "bytes=13-16", "if-range": '"another"' })).status).toBe(200);
  expect((await ask({ range: "bytes=0-1,4-5" })).status).toBe(200);
  expect((await ask({ range: "nonsense" })).status).toBe(200);
  const beyond = await ask({ range: "bytes=900-" });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${SCRIPT.length}`]);

  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get("cache-control"), page.headers.get("content-type")]).toEqual([
    200,
    "no-cache",
    "text/html; charset=utf-8",
  ]);
  // A page is never cached forever under its own name.
  for (const missing of ["/assets/", "/assets/index-Ab13.js", "/index.html", "/assets/..%2findex.html"])
    expect((await fetch(url + missing)).status, missing).toBe(404);
  expect((await ask({}, "POST")).status).toBe(404);
});

it("serves nothing without built pages", () => {
  expect(readFolder(path.join(temporaryFolder(), "web")).size).toBe(0);
});

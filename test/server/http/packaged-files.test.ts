import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import express from "express";
import { expect, it } from "vitest";
import { freshFile, hashedFiles, readFolder } from "../../../server/http/packaged-files.ts";
import { keptLog, temporaryFolder } from "../../support/appliance.ts";
import { recording } from "../../support/backups.ts";
import { downloadOf, MATERIAL_ID } from "../../support/integration.ts";
import { served, startNewsroom } from "../../support/newsroom.ts";
import { articleOf, editorAccess } from "../../support/site.ts";

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

it("serves files, HEAD and 304 after the folder was deleted", async () => {
  const url = await serveDeletedFolder();
  // By default, fetch adds no-cache to conditional requests.
  const ask = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(url + ASSET, { method, headers: { "cache-control": "max-age=0", ...headers } });

  const whole = await ask();
  expect([whole.status, await whole.text()]).toEqual([200, SCRIPT]);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
  });
  const etag = whole.headers.get("etag") ?? "";

  const head = await ask({}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, `${SCRIPT.length}`, ""]);

  expect((await ask({ "if-none-match": etag })).status).toBe(304);

  const page = await fetch(`${url}/`);
  const pageHeaders = { "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" };
  expect([page.status, Object.fromEntries(page.headers)]).toMatchObject([200, pageHeaders]);
  // A page is never cached forever under its own name.
  for (const missing of ["/assets/", "/assets/index-Ab13.js", "/index.html", "/assets/..%2findex.html"])
    expect((await fetch(url + missing)).status, missing).toBe(404);
  expect((await ask({}, "POST")).status).toBe(404);
});

it("serves nothing without built pages", () => {
  expect(readFolder(path.join(temporaryFolder(), "web")).size).toBe(0);
});

const BREAKS = 8;

it("logs no error if a client disconnects during a response or download", async () => {
  const log = keptLog();
  const { appliance, project, site, article } = await startNewsroom({ log });
  const { session, upload, save } = await article(MATERIAL_ID);
  const file = await upload("a.wav", recording(3_000_000));
  await save(articleOf({ file }));
  const archive = downloadOf(project, (await site.received(1)).body.content_url);
  const { host, hostname, port } = new URL(appliance.url);
  const credentials = Object.entries({ ...editorAccess(session).headers, ...archive.headers });
  const head = [
    `Host: ${host}`,
    "Connection: close",
    ...credentials.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  const pages = ["/docs", "/docs/swagger-ui-bundle.js", "/openapi.json", "/editor/nothing.js"];
  const media = `/editor/api/sessions/${session.session_id}/media/${file}`;
  for (const target of [...pages, media, archive.address.replace(appliance.url, "")]) {
    for (let n = 0; n < BREAKS; n++) {
      const client = net.connect(Number(port), hostname);
      client.on("error", () => undefined);
      client.write([`GET ${target} HTTP/1.1`, ...head].join("\r\n"));
      // With the head or after part of the body, with or without a reset.
      let pieces = 1 + 5 * n;
      for await (const _ of client) {
        if (--pieces > 0) continue;
        if (n % 2 === 0) client.resetAndDestroy();
        break;
      }
      client.destroy();
      if (!client.closed) await once(client, "close");
    }
  }
  // The close waits for requests in progress.
  await appliance.close();
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});

/** Contract 4.2, 4.3. */
import { once } from "node:events";
import http from "node:http";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { Archive } from "../../../server/archives/zip.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { Sent } from "../../../server/http/send-files.ts";
import { keptLog, startAppliance, temporaryFolder, testClock } from "../../support/appliance.ts";
import { type DeliveryUnderWay, downloadOf, NO_UUID, startDelivery } from "../../support/integration.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { galley, serve } from "../../support/server.ts";
import { type Keys, signature } from "../../support/site.ts";

const OLD_BASE = "https://galley.example.org/old";

describe("a download of an archive", async () => {
  // The clock does not advance, so closing waits for the site's download, not for a grace period.
  const { appliance } = await startNewsroom({ clock: testClock(), log: keptLog() });
  let project: ProjectWithSecret;
  let delivery: DeliveryUnderWay;
  afterEach(() => delivery.end());
  const start = async (kind: "media" | "fonts" = "media") => {
    project = await appliance.createProject();
    delivery = await startDelivery({ appliance, project }, kind);
  };
  const absentUrl = () => delivery.contentUrl.replace(/[^/]+$/, NO_UUID);

  it.each(["media", "fonts"] as const)("of %s has the exact length and a file name", async (kind) => {
    await start(kind);
    const { address, headers } = downloadOf(project, delivery.contentUrl);
    const response = await fetch(address, { headers: { ...headers, "accept-encoding": "gzip, br" } });
    expect(response.status).toBe(200);
    const length = Number(response.headers.get("content-length"));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringMatching(/^attachment; filename="?(version-1|fonts)-[\w-]+\.zip"?$/),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.has("content-encoding")).toBe(false);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(length);
    expect(bytes.toString("latin1", 0, 4)).toBe("PK\u0003\u0004");
    expect(await delivery.downloads()).toMatchObject([
      { status: 200, bytes: length, total_bytes: length, complete: true, remote_address: "127.0.0.1" },
    ]);
  });

  it("by HEAD has the same headers and is not logged", async () => {
    await start();
    const { address, headers } = downloadOf(project, delivery.contentUrl);
    const whole = await (await fetch(address, { headers })).arrayBuffer();
    const before = await delivery.downloads();
    const response = await fetch(address, { method: "HEAD", headers });
    expect([response.status, response.headers.get("content-length")]).toEqual([200, String(whole.byteLength)]);
    const absent = downloadOf(project, absentUrl());
    expect((await fetch(absent.address, { method: "HEAD", headers: absent.headers })).status).toBe(404);
    expect(await delivery.downloads()).toEqual(before);
  });

  it("may be signed with either secret over any base URL ever issued, with UUIDs in upper case", async () => {
    const dataDir = temporaryFolder();
    const before = await startAppliance({ dataDir, args: ["--public-url", OLD_BASE], log: keptLog() });
    const project = await before.createProject();
    delivery = await startDelivery({ appliance: before, project });
    await delivery.end();
    await before.close();
    const service = await startAppliance({ dataDir });
    onTestFinished(service.close);
    await service.console<Keys>("POST", `/projects/${project.id}/rotate-secret`, {});
    expect(delivery.contentUrl.startsWith(OLD_BASE)).toBe(true);
    const here = delivery.contentUrl.replace(OLD_BASE, service.url);
    const old = downloadOf(project, here, { signed: delivery.contentUrl });
    expect((await fetch(old.address, { headers: old.headers })).status).toBe(200);
    const { fingerprint } = delivery.session;
    const upper = old.address.replace(fingerprint, fingerprint.toUpperCase());
    expect((await fetch(upper, { headers: old.headers })).status).toBe(200);
  });

  it("is refused if signed over another base URL, or over the URL with its query", async () => {
    await start();
    const { contentUrl } = delivery;
    for (const signed of [
      contentUrl.replace(appliance.url, "https://elsewhere.example.org"),
      downloadOf(project, contentUrl).address,
    ]) {
      const foreign = downloadOf(project, contentUrl, { signed });
      const response = await fetch(foreign.address, { headers: foreign.headers });
      expect([response.status, await response.json()]).toEqual([403, { detail: "Invalid signature" }]);
      const [wrong] = await appliance.list(`/projects/${project.id}/wrong-signatures`);
      expect(wrong).toMatchObject({ route: "download/media", url: contentUrl });
    }
    expect((await delivery.downloads()).map(({ status }) => status)).toEqual([403, 403]);
  });

  it("uses the last of a repeated query parameter", async () => {
    await start();
    const { address, headers } = downloadOf(project, delivery.contentUrl);
    const [path, query] = address.split("?");
    expect((await fetch(`${path}?api_key=wrong&material_id=wrong&${query}`, { headers })).status).toBe(200);
    expect((await fetch(`${path}?${query}&api_key=wrong`, { headers })).status).toBe(403);
  });

  it("returns 404 for a missing archive, and logs that with the attempt", async () => {
    await start();
    const absent = downloadOf(project, absentUrl());
    const response = await fetch(absent.address, { headers: absent.headers });
    expect(response.status).toBe(404);
    expect((await response.json()).detail).toMatch(/^Archive not found: /);
    // The material of another session: the URL is that of the attempt, but no archive matches.
    const strange = downloadOf(project, delivery.contentUrl).address.replace(/material_id=.*/, "material_id=other");
    const headers = { "x-service-signature": signature(project.api_secret, "other", delivery.contentUrl) };
    expect((await fetch(strange, { headers })).status).toBe(404);
    expect(await delivery.downloads()).toMatchObject([{ status: 404, bytes: 0, total_bytes: null, complete: false }]);
  });
});

describe("the stream of an archive", () => {
  const CHUNK = Buffer.alloc(64 * 1024, 1);
  const log = keptLog();
  let server: Awaited<ReturnType<typeof serve>>;
  let ended: Promise<Sent>;
  afterEach(() => server.close());
  const start = async (archive: Archive) => {
    log.lines.length = 0;
    const end = Promise.withResolvers<Sent>();
    ended = end.promise;
    server = await serve(async (_req, res) => {
      await galley.sendArchive(res, archive, end.resolve);
    }, log);
  };

  it("ends when the client disconnects, and reports an incomplete download", async () => {
    const size = 1024 ** 3;
    const stream: Readable = new Readable({ read: () => void stream.push(CHUNK) });
    await start({ fileName: "big.zip", size, createStream: () => stream });
    const request = http.get(server.url);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    await once(response, "data");
    request.destroy();
    const download = await ended;
    expect(download).toMatchObject({ status: 200, complete: false });
    expect(download.bytes).toBeGreaterThan(0);
    expect(download.bytes).toBeLessThan(size);
    expect(stream.destroyed).toBe(true);
    expect(log.lines).toEqual([]);
  });

  it.each<[name: string, size: number, next: (stream: Readable) => unknown, reason: RegExp]>([
    ["fails midway", 1024 ** 2, (stream) => stream.destroy(new Error("The disk went away.")), /disk went away/],
    ["ends early", 1024 ** 2, (stream) => stream.push(null), /only 65536/],
    ["is longer than announced", 100_000, (stream) => stream.push(CHUNK), /./],
  ])("that %s closes the connection", async (_name, size, next, reason) => {
    const createStream = () => {
      let sent = false;
      const stream: Readable = new Readable({
        read() {
          if (sent) next(stream);
          else stream.push(CHUNK);
          sent = true;
        },
      });
      return stream;
    };
    await start({ fileName: "a.zip", size, createStream });
    await expect(fetch(server.url).then((response) => response.arrayBuffer())).rejects.toThrow();
    expect(await ended).toMatchObject({ complete: false });
    expect(log.lines[0]).toMatch(reason);
  });

  it("that cannot be opened is a 500 in JSON, without the archive's headers", async () => {
    const createStream = () => new Readable().destroy(new Error("no such blob"));
    await start({ fileName: "a.zip", size: 10, createStream });
    const response = await fetch(server.url);
    expect(response.status).toBe(500);
    expect(response.headers.has("content-disposition")).toBe(false);
    expect(Object.keys(await response.json())).toEqual(["detail"]);
    expect(await ended).toMatchObject({ status: 500, bytes: 0, complete: false });
  });
});

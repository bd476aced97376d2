import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectView, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { keptLog, spawnAppliance, startAppliance, testClock } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { type Article, served } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, downloadArchive, editorAccess } from "../../support/site.ts";
import { startOnSmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";
import { blobFiles, readDatabase, unfinishedFiles } from "./support/verify-data.ts";

/** The details for writes, and for files, which are rejected while saves still fit. */
const FULL = /(disk .*is full|MB are free on the disk).*[Ff]ree some space/;

describe.skipIf(whyNoSmallDisk !== null)("an appliance on a full disk", () => {
  let { appliance, article, disk, project, site } = {} as Awaited<ReturnType<typeof startOnSmallDisk>>;
  let own: Article;

  beforeEach(async () => {
    // These tests expect logged errors.
    ({ appliance, article, disk, project, site } = await startOnSmallDisk({ log: keptLog() }));
    own = await article("article");
    await own.deliver("Before");
  });

  const openRaw = (material_id: string, metadata: object | null = null) => {
    const request = openRequest(project, { material_id, callback_url: site.callbackUrl, metadata });
    return postOpen(appliance.url, request.body, request.signature);
  };
  const picture = (size: number) => Buffer.concat([PNG, randomBytes(size - PNG.length)]);
  const upload = (size: number) => own.editor("POST", "/media?name=picture.png", picture(size));
  const draft = () => own.editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf("Draft"), base_version: 1 });

  /** All rows and files, except for logs, which rejected requests may change. */
  const stored = () =>
    readDatabase(disk.folder, (database) => {
      const tables = ["sessions", "versions", "version_files", "assets", "blobs", "drafts", "deliveries", "attempts"];
      return {
        integrity: database.pragma("integrity_check", { simple: true }),
        rows: tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]),
        blobFiles: blobFiles(disk.folder),
        unfinished: unfinishedFiles(disk.folder),
      };
    });

  it.each([
    ["an upload", () => upload(20_000)],
    ["an upload larger than one packet", () => upload(10_000_000)],
    ["a save", () => own.post("Refused")],
    ["a draft", () => draft()],
    ["a first open", () => openRaw("other")],
    ["a repeated open with changed metadata", () => openRaw("article", { section_id: "city" })],
  ])("rejects %s with 507 and an explanation, and stores nothing", async (_what, act) => {
    const before = stored();
    disk.fill();
    const rejected = await act();
    expect([rejected.status, await rejected.json()]).toMatchObject([507, { detail: expect.stringMatching(FULL) }]);
    expect(stored()).toEqual(before);
    expect(before).toMatchObject({ integrity: "ok", unfinished: [] });

    disk.free();
    expect((await act()).status).toBeLessThan(300);
  });

  it("acknowledges exactly the concurrent requests that it stores", async () => {
    const long = "x".repeat(20_000);
    const puts = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const { editor } = await article(`article-${n}`);
        const body = { client_id: `tab${n}`, vms_json: articleOf(`${n} ${long}`), base_version: null };
        return () => editor("PUT", "/draft", body);
      }),
    );
    const drafts = () =>
      readDatabase(disk.folder, (database) =>
        database.prepare<[], string>("SELECT client_id FROM drafts ORDER BY client_id").pluck().all(),
      );
    // Some fit; requests that share a commit are rejected together.
    disk.fill(400_000);
    const names: string[] = [];
    const responses = await Promise.all(
      puts.map(async (put, n) => {
        const response = await put();
        if (response.status === 204) names.push(`tab${n}`);
        else expect(await response.json()).toMatchObject({ detail: expect.stringMatching(FULL) });
        return response.status;
      }),
    );
    expect(new Set(responses)).toEqual(new Set([204, 507]));
    expect(drafts()).toEqual(names.sort());

    disk.free();
    const again = await Promise.all(puts.map(async (put) => (await put()).status));
    expect(new Set(again)).toEqual(new Set([204]));
    expect(drafts()).toHaveLength(30);
  });

  it("responds to a client that sends its whole body first, as browsers do, and frees the space of the body", async () => {
    const { api, headers } = editorAccess(own.session);
    const { port, pathname } = new URL(api);
    const size = 30_000_000;
    disk.fill(200_000);
    const socket = net.connect(Number(port), "127.0.0.1");
    socket.write(
      `POST ${pathname}/media?name=a.png HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: ${headers.Authorization}\r\nContent-Length: ${size}\r\n\r\n`,
    );
    await new Promise((sent) => socket.write(Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]), sent));
    const [response] = (await once(socket, "data")) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 507 /);
    socket.destroy();
    await own.save("There is room for words");
  });

  it("still serves articles, archives and the log, and reports that it is not ready", async () => {
    const rotated = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, {});
    const before = stored();
    disk.fill();
    expect((await openRaw("article")).status).toBe(200);
    expect(stored()).toEqual(before);
    expect((await own.editor("GET", "")).status).toBe(200);
    const download = (api_secret: string) =>
      downloadArchive({ ...project, api_secret }, site.callbacks[0]?.body.content_url ?? "", "article");
    const archive = await download(project.api_secret);
    expect(archive.status).toBe(200);
    expect((await archive.arrayBuffer()).byteLength).toBe(Number(archive.headers.get("content-length")));
    expect((await download("wrong")).status).toBe(403);
    // The first signature with a new secret is noted when there is space.
    expect((await download(rotated.api_secret)).status).toBe(200);
    expect(await appliance.console("GET", "/deliveries")).toMatchObject({ items: [{ state: "delivered" }] });
    expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${appliance.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      507,
      { detail: expect.stringMatching(/^Only .* are free on the disk/) },
    ]);

    disk.free();
    expect((await download(rotated.api_secret)).status).toBe(200);
    const { previous_secret_signs } = await appliance.console<ProjectView>("GET", `/projects/${project.id}`);
    expect(previous_secret_signs).toBe(false);
  });

  it("recovers without a restart: the rejected save is stored and delivered with its picture", async () => {
    disk.fill();
    const save_id = "s2";
    expect((await own.post("Refused", { save_id })).status).toBe(507);
    disk.free();
    const file = await own.upload("picture.png", picture(20_000));
    const saved = await own.save(articleOf("Kept", { file }), { save_id });
    const delivery = await deliveryIs(appliance, saved.delivery_id, ({ state }) => state === "delivered");
    expect([saved.number, delivery.attempts]).toEqual([2, 1]);
    expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
  });

  it("does not start, explains why, and leaves the folder unchanged", async () => {
    await appliance.close();
    const names = () => fs.readdirSync(disk.folder).filter((name) => !/-(wal|shm|journal)$/.test(name));
    const before = names();
    disk.fill();
    await expect(spawnAppliance({ dataDir: disk.folder })).rejects.toThrow(
      /Galley did not start\. The disk that holds its data folder is full\. Free some space/,
    );
    expect(names()).toEqual(before);
    disk.free();
    const again = await spawnAppliance({ dataDir: disk.folder });
    expect(await again.console("GET", "/deliveries")).toMatchObject({ items: [{ state: "delivered" }] });
    await again.close();
  });
});

const SECOND = 1000;
const FILE = "cat-12345678.png";
const PUBLIC_URL = "https://cdn.example.org/a.png";

describe.skipIf(whyNoSmallDisk !== null)("callbacks and files of a site on a full disk", () => {
  let [clock, log] = [testClock(), keptLog()];
  let newsroom: Awaited<ReturnType<typeof startOnSmallDisk>>;

  beforeEach(async () => {
    [clock, log] = [testClock(), keptLog()];
    newsroom = await startOnSmallDisk({ clock, log });
  });

  const stateOf = async (id: string) =>
    (await newsroom.appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`)).state;
  const isLogged = (words: string) => eventually(() => expect(log.lines.join("\n")).toContain(words));

  /** Saves a picture, and fills the disk before the site responds with its public URL. */
  const respondOnFullDisk = async () => {
    const { article, disk, site } = newsroom;
    const { upload, save } = await article("m");
    const fileName = await upload("a.png", PNG);
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    site.respond = async () => {
      arrived.resolve();
      await release.promise;
      return { rc: 1, data: { vms_json: { assets: { [fileName]: { clientUrl: PUBLIC_URL } } } } };
    };
    const { delivery_id } = await save(articleOf("Words", { file: fileName }));
    await arrived.promise;
    disk.fill();
    release.resolve();
    await isLogged("outcome of a callback could not be stored");
    return { id: delivery_id, fileName };
  };

  it("a callback waits if its attempt cannot be recorded, and is sent when there is space", async () => {
    const { appliance, article, disk, site } = newsroom;
    site.respond = (_callback, res) => void res.writeHead(503).end();
    const { id } = await (await article("m")).deliver();
    site.respond = () => ({ rc: 1, data: {} });
    disk.fill();
    clock.advance(7 * SECOND);
    clock.advance(60 * SECOND);
    await isLogged("Galley could not start deliveries");
    expect([await stateOf(id), site.callbacks.length]).toEqual(["pending", 1]);

    disk.free();
    clock.advance(5 * SECOND);
    const delivery = await deliveryIs(appliance, id, ({ state }) => state === "delivered");
    expect([delivery.attempts, site.callbacks.length]).toEqual([2, 2]);
  });

  it("a response that cannot be stored is kept, and stored later without calling the site again", async () => {
    const { appliance, disk, open, site } = newsroom;
    const { id, fileName } = await respondOnFullDisk();
    clock.advance(60 * SECOND);
    expect(await stateOf(id)).toBe("sending");

    disk.free();
    clock.advance(2 * SECOND);
    const { attempts } = await deliveryIs(appliance, id, ({ state }) => state === "delivered");
    expect([attempts, site.callbacks.length]).toEqual([1, 1]);
    expect(await open("m")).toMatchObject({ vms_json: { assets: { [fileName]: { clientUrl: PUBLIC_URL } } } });
  });

  it("a callback is sent again after a restart if the response could not be stored", async () => {
    const { appliance, disk, site } = newsroom;
    const { id } = await respondOnFullDisk();
    let closed = false;
    const closing = appliance.close().then(() => {
      closed = true;
    });
    await eventually(() => {
      clock.advance(10 * SECOND);
      expect(closed).toBe(true);
    });
    await closing;

    disk.free();
    const again = await startAppliance({ dataDir: disk.folder, clock, log });
    const { attempts } = await deliveryIs(again, id, ({ state }) => state === "delivered");
    expect([attempts, site.callbacks.length]).toEqual([2, 2]);
    await again.close();
  });

  it("a file of the site is fetched again only after a pause, and stored when there is space", async () => {
    const { article, disk } = newsroom;
    const requested = Promise.withResolvers<void>();
    const filled = Promise.withResolvers<void>();
    let requests = 0;
    const server = http.createServer(async (_req, res) => {
      requests += 1;
      requested.resolve();
      await filled.promise;
      res.end(PNG);
    });
    const assets = { [FILE]: { clientUrl: `${await served(server)}/cat` } };
    const { editor, load } = await article("m", { vms_json: { ...articleOf({ file: FILE }), assets } });
    await requested.promise;
    disk.fill();
    filled.resolve();
    const failures = () => log.lines.filter((line) => line.includes("Could not store the result of restoring")).length;
    await eventually(() => expect(failures()).toBe(1));
    // The clock does not advance, so the next attempt must wait.
    await load();
    expect([failures(), requests]).toEqual([1, 1]);

    disk.free();
    clock.advance(10_000);
    await eventually(async () => expect((await load()).restoring).toEqual([]));
    expect(requests).toBe(2);
    expect((await editor("GET", `/media/${FILE}`)).status).toBe(200);
  });
});

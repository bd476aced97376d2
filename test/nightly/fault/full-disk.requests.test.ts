import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProjectView, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { keptLog, spawnAppliance } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import type { Article } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, downloadArchive, signature } from "../../support/site.ts";
import { startOnSmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";
import { blobFiles, readDatabase, unfinishedFiles } from "./support/verify-data.ts";

/** The details for writes, and for files, which are rejected while saves still fit. */
const FULL = /(disk .*is full|MB are free on the disk).*[Ff]ree some space/;

describe.skipIf(whyNoSmallDisk !== null)("on a full disk", () => {
  let { appliance, article, disk, project, site } = {} as Awaited<ReturnType<typeof startOnSmallDisk>>;
  let own: Article;

  beforeEach(async () => {
    // These tests expect logged errors.
    ({ appliance, article, disk, project, site } = await startOnSmallDisk({ log: keptLog() }));
    own = await article("article");
    await own.deliver("Before");
  });

  const openRaw = (materialId: string, metadata: object | null = null) =>
    fetch(`${appliance.url}/integration/session/open`, {
      method: "POST",
      headers: { "x-service-signature": signature(project.api_secret, materialId, site.callbackUrl) },
      body: JSON.stringify({
        api_key: project.api_key,
        material_id: materialId,
        callback_url: site.callbackUrl,
        metadata,
      }),
    });
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
  ])("answers %s with 507 and an explanation, and stores nothing", async (_what, act) => {
    const before = stored();
    disk.fill();
    const rejected = await act();
    expect([rejected.status, await rejected.json()]).toMatchObject([507, { detail: expect.stringMatching(FULL) }]);
    expect(stored()).toEqual(before);
    expect(before).toMatchObject({ integrity: "ok", unfinished: [] });

    disk.free();
    expect((await act()).status).toBeLessThan(300);
  });

  it("opens an article again without writing", async () => {
    const before = stored();
    disk.fill();
    expect((await openRaw("article")).status).toBe(200);
    expect(stored()).toEqual(before);
  });

  it("acknowledges exactly the concurrent requests that it stores", async () => {
    const long = "x".repeat(20_000);
    const editors = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await article(`article-${n}`)).editor),
    );
    const drafts = () =>
      readDatabase(disk.folder, (database) =>
        database.prepare<[], string>("SELECT client_id FROM drafts ORDER BY client_id").pluck().all(),
      );
    // Some fit; requests that share a commit are rejected together.
    disk.fill(400_000);
    const names: string[] = [];
    const answers = await Promise.all(
      editors.map(async (editor, n) => {
        const body = { client_id: `tab${n}`, vms_json: articleOf(`${n} ${long}`), base_version: null };
        const answer = await editor("PUT", "/draft", body);
        if (answer.status === 204) names.push(`tab${n}`);
        else expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(FULL) });
        return answer.status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([204, 507]));
    expect(drafts()).toEqual(names.sort());

    disk.free();
    const again = await Promise.all(
      editors.map((editor, n) =>
        editor("PUT", "/draft", { client_id: `tab${n}`, vms_json: articleOf(long), base_version: null }),
      ),
    );
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([204]));
    expect(drafts()).toHaveLength(30);
  });

  it("answers a client that sends its whole body first, as browsers do", async () => {
    const [page = "", token = ""] = own.session.url.split("#t=");
    const size = 30_000_000;
    disk.fill(200_000);
    const socket = net.connect(Number(new URL(page).port), "127.0.0.1");
    socket.write(
      `POST /editor/api/sessions/${own.session.session_id}/media?name=a.png HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Length: ${size}\r\n\r\n`,
    );
    await new Promise<void>((resolve) =>
      socket.write(Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]), () => resolve()),
    );
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 507 /);
    socket.destroy();
  });

  it("frees the space of a rejected upload for the next save", async () => {
    disk.fill(200_000);
    expect((await upload(10_000_000)).status).toBe(507);
    await own.save("There is room for words");
  });

  it("still serves articles, archives and the log, and reports that it is not ready", async () => {
    disk.fill();
    expect((await own.editor("GET", "")).status).toBe(200);
    const [callback] = site.callbacks;
    const archive = await downloadArchive(project, callback?.body.content_url ?? "", "article");
    expect(archive.status).toBe(200);
    expect((await archive.arrayBuffer()).byteLength).toBe(Number(archive.headers.get("content-length")));
    const forged = { ...project, api_secret: "wrong" };
    expect((await downloadArchive(forged, callback?.body.content_url ?? "", "article")).status).toBe(403);
    expect(await appliance.console("GET", "/deliveries")).toMatchObject({ items: [{ state: "delivered" }] });
    expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${appliance.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      507,
      { detail: expect.stringMatching(/^Only .* are free on the disk/) },
    ]);
  });

  it("serves an archive to the first signature with a new secret", async () => {
    const rotated = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/rotate-secret`, {});
    disk.fill();
    const [callback] = site.callbacks;
    expect((await downloadArchive(rotated, callback?.body.content_url ?? "", "article")).status).toBe(200);

    disk.free();
    expect((await downloadArchive(rotated, callback?.body.content_url ?? "", "article")).status).toBe(200);
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
    const before = fs.readdirSync(disk.folder).sort();
    disk.fill();
    await expect(spawnAppliance({ dataDir: disk.folder })).rejects.toThrow(
      /Galley did not start\. The disk that holds its data folder is full\. Free some space/,
    );
    const left = fs.readdirSync(disk.folder).filter((name) => !/-(wal|shm|journal)$/.test(name));
    expect(left.sort()).toEqual(before.filter((name) => !/-(wal|shm|journal)$/.test(name)));
    disk.free();
    const again = await spawnAppliance({ dataDir: disk.folder });
    expect(fs.existsSync(path.join(disk.folder, "galley.db"))).toBe(true);
    expect(await again.console("GET", "/deliveries")).toMatchObject({ items: [{ state: "delivered" }] });
    await again.close();
  });
});

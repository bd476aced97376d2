import { once } from "node:events";
import fs from "node:fs";
import http, { type ServerResponse } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommentPage } from "../../../server/contracts/comments-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import type { SiteRow } from "../../../server/contracts/sites-api.ts";
import { type RunningAppliance, spawnAppliance, startAppliance, testClock } from "../../support/appliance.ts";
import { article, backUp, restoreOver, type Written } from "../../support/backups.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { drawnPng } from "../../support/drawn-png.ts";
import { eventually } from "../../support/eventually.ts";
import { freePorts } from "../../support/listening.ts";
import { atEnd, type Newsroom, newsroomIn } from "../../support/newsroom.ts";
import { articleOf, openSession, type Site, startSite } from "../../support/site.ts";

let site: Site;
let appliance: RunningAppliance;
let project: ProjectWithSecret;
let openArticle: Newsroom["article"];
let writer: Written;

/** One appliance for each describe, one project with an article for each test. */
function runs(start: () => Promise<RunningAppliance>) {
  beforeAll(async () => {
    appliance = await start();
  });
  beforeEach(async () => {
    ({ project, site, article: openArticle } = await newsroomIn(appliance));
    writer = await article(appliance, project, "m", site.callbackUrl);
  });
  afterAll(() => appliance.close());
}

const takeBackup = async () => fs.readFileSync(await backUp(appliance));
const pauseDeliveries = (deliveries_paused: boolean) => appliance.console("PATCH", "/settings", { deliveries_paused });

describe("in a process that restarts", () => {
  runs(spawnAppliance);

  it("restores the old data, and sends nothing until deliveries are released", async () => {
    await writer.save("One");
    await site.received(1);
    const onHold = await startSite();
    atEnd(() => onHold.close());
    await (await article(appliance, project, "on hold", onHold.callbackUrl)).save("Before");
    await onHold.received(1);
    const sites = await appliance.console<Page<SiteRow>>("GET", `/sites?q=${new URL(onHold.callbackUrl).host}`);
    const ofSite = `/sites/${sites.items[0]?.id}`;
    await appliance.console("POST", `${ofSite}/hold`);
    const held = await (await article(appliance, project, "held", onHold.callbackUrl)).save("Held");
    await pauseDeliveries(true);
    const waiting = await writer.save("Two");
    await pauseDeliveries(false);
    const backup = await takeBackup();
    await site.received(2);
    await writer.save("Three");
    await site.received(3);

    const events = await appliance.request("GET", "/events");
    const { status, body } = await restoreOver(appliance, backup);
    expect(status).toBe(202);
    const kept_aside = expect.stringMatching(/^before-restore-/);
    const counts = { versions: 4 };
    expect(body).toMatchObject({ restarting: true, counts, projects_with_new_secrets: [], kept_aside });
    expect(body.deliveries_held).toBeLessThanOrEqual(2);
    // The stream ends when the old appliance closes.
    await events.text().catch(() => undefined);
    await eventually(async () => expect((await appliance.request("GET", "/me")).status).toBe(200));

    const { settings } = await appliance.console<SettingsView>("GET", "/settings");
    expect(settings.deliveries_paused).toBe(true);
    const session = await openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl });
    expect(session.versionId).toBe(waiting.version_id);
    const other = await article(appliance, project, "n", site.callbackUrl);
    const saved = await other.save("While held");
    expect((await deliveryIs(appliance, saved.delivery_id, () => true)).state).toBe("held");
    expect(site.callbacks).toHaveLength(3);

    await pauseDeliveries(false);
    await deliveryIs(appliance, saved.delivery_id, ({ state }) => state === "delivered");
    // A site that was on hold remains on hold.
    expect((await deliveryIs(appliance, held.delivery_id, () => true)).state).toBe("held");
    await appliance.console("POST", `${ofSite}/release`);
    await deliveryIs(appliance, held.delivery_id, ({ state }) => state === "delivered");
  });
});

describe("in a process that does not restart", () => {
  const clock = testClock();
  let args: string[];
  const start = (options = {}) => startAppliance({ clock, args, ...options });
  runs(async () => {
    args = await freePorts();
    return start();
  });
  const startAgain = async () => {
    await appliance.close();
    appliance = await start({ dataDir: appliance.dataDir });
  };

  it("refuses a damaged backup with an error and keeps running", async () => {
    const delivered = async (text: string) =>
      deliveryIs(appliance, (await writer.save(text)).delivery_id, ({ state }) => state === "delivered");
    await delivered("One");
    const backup = await takeBackup();
    backup.writeUInt8(backup.readUInt8(backup.length >> 1) ^ 1, backup.length >> 1);
    const { status, body } = await restoreOver(appliance, backup);
    expect([status, body]).toMatchObject([422, { code: "backups.wrong_checksum", facts: { name: "galley.db" } }]);
    expect(fs.readdirSync(appliance.dataDir)).not.toContain("restore");
    await delivered("Two");
  });

  it("refuses before it has the whole body, and the connection stays usable", async () => {
    const { port } = new URL(appliance.consoleUrl);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (body: Buffer) => {
      const headers = { authorization: `Bearer ${appliance.consoleToken}` };
      const request = http.request({ port, path: "/api/restore", method: "POST", headers, agent });
      request.end(body);
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      return [response.statusCode, JSON.parse(await text(response)).detail];
    };
    for (let n = 0; n < 2; n += 1)
      expect(await post(Buffer.alloc(5_000_000, "galley"))).toEqual([
        422,
        "This is not a backup of Galley. Choose another file.",
      ]);
    agent.destroy();
  });

  it("restores at the next start, and refuses another restore until then", async () => {
    const backup = await takeBackup();
    await appliance.createProject({ name: "Made afterwards" });
    expect(await restoreOver(appliance, backup)).toMatchObject({ status: 202, body: { restarting: false } });
    const again = { status: 409, body: { code: "backups.restore_waiting" } };
    expect(await restoreOver(appliance, backup)).toMatchObject(again);
    await startAgain();
    const { items } = await appliance.console<Page<{ name: string }>>("GET", "/projects");
    const names = items.map(({ name }) => name);
    expect([names.includes(project.name), names.includes("Made afterwards")]).toEqual([true, false]);
    expect(fs.existsSync(path.join(appliance.dataDir, "restore"))).toBe(false);
    await pauseDeliveries(false);
  });

  it("puts deliveries on hold that were sending during the backup", async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    site.respond = (_callback, res) => {
      arrived.resolve(res);
      return new Promise(() => {});
    };
    const saved = await writer.save("One");
    const sending = await arrived.promise;
    const backup = await takeBackup();
    // Otherwise closing would wait for the response.
    sending.destroy();
    expect((await restoreOver(appliance, backup)).body.deliveries_held).toBe(1);
    await startAgain();
    const { items } = await appliance.console<Page<DeliveryRow>>("GET", "/deliveries?state=held");
    expect(items.map(({ id }) => id)).toEqual([saved.delivery_id]);
    expect(site.callbacks).toHaveLength(0);
    site.respond = () => ({ rc: 1 });
    await pauseDeliveries(false);
    expect((await site.received(1)).body.metadata.version_id).toBe(saved.version_id);
  });

  it("restores comments and the originals of cropped pictures", async () => {
    const { editor, upload, ask, save } = await openArticle("commented");
    const [file, cropped] = [await upload("a.png", drawnPng(60, 40)), await upload("b.png", drawnPng(30, 20))];
    const crop = { file, turn: 0, x: 0, y: 0, width: 30, height: 20 };
    const state = articleOf("The harbour", { file: cropped });
    Object.assign((state.doc.content.at(-1) as { attrs: object }).attrs, { crop });
    await save(state);
    const words = { kind: "words", block: "paragraph", file: "", exact: "harbour", prefix: "The ", suffix: "" };
    const comment = { id: "c-1", author: "Anna", text: "Which one?", anchor: { ...words, from: 5, to: 12 } };
    const reply = { id: "r-1", author: "Ben", text: "The old one." };
    const late = { ...comment, id: "c-2", text: "After the backup" };
    expect((await editor("POST", "/comments", comment)).status).toBe(201);
    expect((await editor("POST", "/comments/c-1/replies", reply)).status).toBe(201);
    const backup = await takeBackup();
    expect((await editor("POST", "/comments", late)).status).toBe(201);
    fs.rmSync(path.join(appliance.dataDir, "blobs"), { recursive: true });
    await restoreOver(appliance, backup);
    await startAgain();
    const { body } = await ask<CommentPage>("GET", "/comments");
    expect(body.items.map(({ comments }) => comments.map(({ text }) => text))).toEqual([
      ["Which one?", "The old one."],
    ]);
    const kept = Buffer.from(await (await editor("GET", `/media/${file}`)).arrayBuffer());
    expect(kept.equals(drawnPng(60, 40))).toBe(true);
  });

  it("discards an aborted upload, and closes during a stalled one", async () => {
    const backup = await takeBackup();
    const stage = path.join(appliance.dataDir, "restore");
    const begin = async () => {
      const headers = { authorization: `Bearer ${appliance.consoleToken}`, "content-length": backup.length };
      const request = http.request(`${appliance.consoleUrl}/api/restore`, { method: "POST", headers });
      request.on("error", () => {}).write(backup.subarray(0, backup.length - 1));
      await eventually(() => expect(fs.existsSync(stage)).toBe(true));
      return request;
    };
    (await begin()).destroy();
    await eventually(() => expect(fs.existsSync(stage)).toBe(false));
    await begin();
    let hasClosed = false;
    void appliance.close().then(() => (hasClosed = true));
    // A stalled request has two seconds.
    await eventually(() => {
      clock.advance(1_000);
      expect(hasClosed).toBe(true);
    });
    expect(fs.existsSync(stage)).toBe(false);
  });
});

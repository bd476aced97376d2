import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import {
  type KeptLog,
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestClock,
  testClock,
} from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, editorOf, openSession, type Site, startSite } from "../../support/site.ts";
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";

const SECOND = 1000;

describe.skipIf(whyNoSmallDisk !== null)("a callback on a full disk", () => {
  let disk: SmallDisk;
  let clock: TestClock;
  let log: KeptLog;
  let appliance: RunningAppliance;
  let project: ProjectWithSecret;
  let site: Site;

  beforeEach(async () => {
    disk = mountSmallDisk(384);
    clock = testClock();
    log = keptLog();
    site = await startSite();
    appliance = await startAppliance({ dataDir: disk.folder, clock, log });
    project = await appliance.createProject();
  });
  afterEach(async () => {
    disk.free();
    await appliance.close();
    await site.close();
    disk.unmount();
  });

  const open = () => openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl });
  const saved = async () => {
    const call = editorOf(await open());
    const { file_name } = (await (await call("POST", "/media?name=a.png", PNG)).json()) as UploadedMedia;
    const body = { save_id: "s", vms_json: articleOf("Words", { file: file_name }), base_version: null };
    const { delivery_id } = (await (await call("POST", "/versions", body)).json()) as SavedVersion;
    return { id: delivery_id, fileName: file_name };
  };
  const stateOf = async (id: string) => (await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`)).state;
  const isLogged = (words: string) => eventually(() => expect(log.lines.join("\n")).toContain(words));

  /** A site that holds its answer back until it is told. */
  const holdAnswer = (fileName: () => string) => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    site.answer = async () => {
      arrived.resolve();
      await release.promise;
      return {
        rc: 1,
        data: { vms_json: { assets: { [fileName()]: { clientUrl: "https://cdn.example.org/a.png" } } } },
      };
    };
    return { arrived: arrived.promise, release: release.resolve };
  };

  it("is not begun where its attempt cannot be written down, and goes out by itself once it can", async () => {
    site.answer = (_callback, res) => void res.writeHead(503).end();
    const { id } = await saved();
    await deliveryIs(appliance, id, ({ state, attempts }) => state === "pending" && attempts === 1);
    site.answer = () => ({ rc: 1, data: {} });
    disk.fill();
    clock.advance(7 * SECOND);
    clock.advance(60 * SECOND);
    await isLogged("could not be taken up");
    expect([await stateOf(id), site.callbacks.length]).toEqual(["pending", 1]);

    disk.free();
    clock.advance(5 * SECOND);
    const delivery = await deliveryIs(appliance, id, ({ state }) => state === "delivered");
    expect([delivery.attempts, site.callbacks.length]).toEqual([2, 2]);
  });

  it("keeps an answer that cannot be merged, and merges it later without calling the site again", async () => {
    let fileName = "";
    const answer = holdAnswer(() => fileName);
    const delivery = await saved();
    fileName = delivery.fileName;
    await answer.arrived;
    disk.fill();
    answer.release();
    await isLogged("outcome of a callback could not be stored");
    clock.advance(60 * SECOND);
    expect(await stateOf(delivery.id)).toBe("sending");

    disk.free();
    clock.advance(2 * SECOND);
    const { attempts } = await deliveryIs(appliance, delivery.id, ({ state }) => state === "delivered");
    expect([attempts, site.callbacks.length]).toEqual([1, 1]);
    expect(await open()).toMatchObject({
      vms_json: { assets: { [fileName]: { clientUrl: "https://cdn.example.org/a.png" } } },
    });
  });

  it("sends it again after a restart where the answer could never be merged", async () => {
    let fileName = "";
    const answer = holdAnswer(() => fileName);
    const delivery = await saved();
    fileName = delivery.fileName;
    await answer.arrived;
    disk.fill();
    answer.release();
    await isLogged("outcome of a callback could not be stored");
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
    appliance = await startAppliance({ dataDir: disk.folder, clock, log });
    const { attempts } = await deliveryIs(appliance, delivery.id, ({ state }) => state === "delivered");
    expect([attempts, site.callbacks.length]).toEqual([2, 2]);
  });
});

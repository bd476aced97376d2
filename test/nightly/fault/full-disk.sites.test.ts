import http from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { type KeptLog, keptLog, startAppliance, type TestClock, testClock } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { served } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf } from "../../support/site.ts";
import { startOnSmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";

const SECOND = 1000;
const FILE = "cat-12345678.png";
const PUBLIC_URL = "https://cdn.example.org/a.png";

describe.skipIf(whyNoSmallDisk !== null)("on a full disk", () => {
  let clock: TestClock;
  let log: KeptLog;
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
    site.answer = async () => {
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
    site.answer = (_callback, res) => void res.writeHead(503).end();
    const { id } = await (await article("m")).deliver();
    site.answer = () => ({ rc: 1, data: {} });
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

import http from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { keptLog, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { listening } from "../../support/listening.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf } from "../../support/site.ts";
import { startOnSmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";

const FILE = "cat-12345678.png";

describe.skipIf(whyNoSmallDisk !== null)("a file of the site on a full disk", () => {
  it("is fetched again only after a pause, and stored when there is space", async () => {
    const [clock, log] = [testClock(), keptLog()];
    const { disk, article } = await startOnSmallDisk({ clock, log });
    const requested = Promise.withResolvers<void>();
    const filled = Promise.withResolvers<void>();
    let requests = 0;
    const server = http.createServer(async (_req, res) => {
      requests += 1;
      requested.resolve();
      await filled.promise;
      res.end(PNG);
    });
    const { host, close } = await listening(server);
    onTestFinished(close);
    const assets = { [FILE]: { clientUrl: `http://${host}/cat` } };
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

import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { keptLog, startAppliance, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, editorOf, openSession } from "../../support/site.ts";
import { mountSmallDisk, whyNoSmallDisk } from "./support/small-disk.ts";

describe.skipIf(whyNoSmallDisk !== null)("a file that the site keeps", () => {
  it("is fetched once and again only after a while where it cannot be stored, and comes when there is room", async () => {
    const disk = mountSmallDisk(384);
    onTestFinished(disk.unmount);
    const clock = testClock();
    const log = keptLog();
    const appliance = await startAppliance({ dataDir: disk.folder, clock, log });
    onTestFinished(appliance.close);
    const project = await appliance.createProject();
    const asked = Promise.withResolvers<void>();
    const filled = Promise.withResolvers<void>();
    let requests = 0;
    const site = http.createServer(async (_req, res) => {
      requests += 1;
      asked.resolve();
      await filled.promise;
      res.end(PNG);
    });
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

    const state = {
      ...articleOf({ file: "cat-12345678.png" }),
      assets: { "cat-12345678.png": { clientUrl: `${base}/cat` } },
    };
    const body = { material_id: "m", callback_url: `${base}/callback`, vms_json: state };
    const call = editorOf(await openSession(appliance.url, project, body));
    await asked.promise;
    disk.fill();
    filled.resolve();
    const failures = () => log.lines.filter((line) => line.includes("could not be recorded")).length;
    await eventually(() => expect(failures()).toBe(1));
    // The clock stands still, so it is waited.
    expect((await call("GET", "")).status).toBe(200);
    expect([failures(), requests]).toEqual([1, 1]);

    disk.free();
    clock.advance(10_000);
    await eventually(async () =>
      expect(((await (await call("GET", "")).json()) as EditorSession).restoring).toEqual([]),
    );
    expect(requests).toBe(2);
    expect((await call("GET", "/media/cat-12345678.png")).status).toBe(200);
  });
});

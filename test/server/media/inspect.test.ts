/** Uploads of one session do not block other sessions. */

import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { AppError } from "../../../server/core/errors.ts";
import { inspect } from "../../../server/media/inspect.ts";
import { cleanHeif } from "../../../server/media/metadata/heif.ts";
import { sourceOfBytes } from "../../../server/media/metadata/parts.ts";
import { mountSmallDisk, whyNoSmallDisk } from "../../nightly/fault/support/small-disk.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
};

/** An AVIF whose items declare 65,535 empty extents each. */
function avifOfEmptyExtents(items: number): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0, 0, items >> 8, items & 255]);
  const item = Buffer.from([0, 1, 0, 2, 0, 0, 0xff, 0xff]);
  const iloc = box("iloc", head, Buffer.concat(Array(items).fill(item)));
  const meta = box("meta", Buffer.alloc(4), box("iinf", Buffer.alloc(6)), iloc);
  return Buffer.concat([box("ftyp", Buffer.from("avif\0\0\0\0avifmif1", "latin1")), meta]);
}

const written = (bytes: Buffer) => {
  const file = path.join(temporaryFolder(), "file");
  fs.writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
};

it("rejects a picture that declares too many parts", async () => {
  const source = sourceOfBytes(avifOfEmptyExtents(19_999));
  await expect(cleanHeif(source)).rejects.toThrow("declares too many parts");
});

it("inspects files of sessions in turn, and queues at most four per session", async () => {
  const order: string[] = [];
  const picture = written(PNG);
  const ask = (session: string, name: string) =>
    inspect(session, picture, "a.png").then(
      () => order.push(name),
      (error: AppError) => order.push(`${name} ${error.code}`),
    );
  await Promise.all([...["a1", "a2", "a3", "a4", "a5", "a6"].map((name) => ask("a", name)), ask("b", "b1")]);
  expect(order).toEqual(["a6 too_many_requests", "a1", "a2", "b1", "a3", "a4", "a5"]);
});

it.runIf(whyNoSmallDisk === null)("rejects uploads below 256 MB of free disk space, but accepts saves", async () => {
  const disk = mountSmallDisk(320);
  onTestFinished(() => disk.unmount());
  const { appliance, article } = await startNewsroom({ dataDir: disk.folder });
  const { editor, post } = await article("m");
  const upload = () => editor("POST", "/media?name=a.png", PNG);
  expect((await upload()).status).toBe(201);
  disk.fill(200 * 1024 * 1024);
  const refused = await upload();
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    507,
    expect.stringContaining("are free on the disk"),
  ]);
  expect((await post("Words")).status).toBe(201);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
  disk.free();
  expect((await upload()).status).toBe(201);
});

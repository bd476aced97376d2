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
import { ascii, joined, u16, u32, zeros } from "../../support/bytes.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";

const box = (type: string, ...parts: Buffer[]) => {
  const content = joined(...parts);
  return joined(u32(8 + content.length), ascii(type), content);
};

/** An AVIF whose items declare 65,535 empty extents each. */
function avifOfEmptyExtents(items: number): Buffer {
  const iloc = box("iloc", u16(0x100, 0, 0, items), ...Array<Buffer>(items).fill(u16(1, 2, 0, 0xffff)));
  const meta = box("meta", zeros(4), box("iinf", zeros(6)), iloc);
  return joined(box("ftyp", ascii("avif\0\0\0\0avifmif1")), meta);
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
  const detail = expect.stringContaining("are free on the disk");
  expect([refused.status, await refused.json()]).toMatchObject([507, { detail }]);
  expect((await post("Words")).status).toBe(201);
  expect((await fetch(`${appliance.url}/readyz`)).status).toBe(200);
  disk.free();
  expect((await upload()).status).toBe(201);
});

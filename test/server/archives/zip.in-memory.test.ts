import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import yauzl from "yauzl";
import { buildMediaArchiveInMemory } from "../../../server/archives/archives.ts";
import { JsonText } from "../../../server/core/json-text.ts";
import { readArchive } from "../../support/archives.ts";

it("an archive made in memory has its exact length, the entries of contract 2.6, and nothing behind their bytes", async () => {
  const picture = randomBytes(600_000);
  const html = "<p>Grüße</p>".repeat(100);
  const archive = await buildMediaArchiveInMemory({
    fileName: "check.zip",
    time: new Date("2026-11-20T10:20:30Z"),
    html,
    vmsJson: JsonText.of({ assets: {} }),
    metadata: JsonText.of({ n: 1 }),
    files: [{ fileName: "cat-1a2b3c4d.png", bytes: picture }],
  });
  const bytes = await buffer(archive.createStream());
  expect(bytes.length).toBe(archive.size);
  expect((await buffer(archive.createStream({ reuseChunks: false }))).equals(bytes)).toBe(true);

  // Bit 3 would say that sizes and sum stand behind the bytes, which streaming readers refuse for stored files.
  for await (const entry of (await yauzl.fromBufferPromise(bytes)).eachEntry())
    expect(entry.generalPurposeBitFlag & 8).toBe(0);
  const read = await readArchive(bytes);
  const names = ["vms_html.html", "vms_json.json", "vms_media/cat-1a2b3c4d.png", "metadata_json.json"];
  expect([...read.keys()]).toEqual(names);
  expect(read.get("vms_html.html")?.toString()).toBe(html);
  expect(read.get("vms_media/cat-1a2b3c4d.png")?.equals(picture)).toBe(true);
});

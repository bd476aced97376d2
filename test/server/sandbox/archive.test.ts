import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { craftedZip } from "../../support/archives.ts";
import { saveArchive, saveEntries, sendZip, startSiteAndService } from "../../support/minimal-service.ts";

const bench = await startSiteAndService();
afterAll(bench.close);
const id = await bench.write("All or nothing");
bench.download = sendZip(saveArchive("The good version"));
await bench.save(id);
const before = await stored();

async function stored(): Promise<string> {
  const html = await (await fetch(`${bench.siteUrl}/desk/${id}/vms_html`)).text();
  return `${html}\n${(await readdir(bench.dir, { recursive: true })).sort().join("\n")}`;
}

const withEntry = (name: string, data = "x") => sendZip(craftedZip([...saveEntries(), { name, data }]));
const without = (name: string) => sendZip(craftedZip(saveEntries().filter((entry) => entry.name !== name)));
const withWrongFacts = (facts: object) =>
  sendZip(
    craftedZip(saveEntries("Lies").map((entry) => (entry.name === "vms_html.html" ? { ...entry, ...facts } : entry))),
  );

const cases: [string, (req: IncomingMessage, res: ServerResponse) => void, RegExp][] = [
  ["cut off in the middle of the file", sendZip((await saveArchive()).subarray(0, 200)), /cannot be read/],
  ["cut off during the download", cutOff, /download of the archive was cut off/],
  ["with ../ in a name", withEntry("vms_media/../../../evil.png"), /cannot be read|is not allowed/],
  ["with an absolute name", withEntry("/etc/evil.png"), /cannot be read|is not allowed/],
  ["with a backslash in a name", withEntry("vms_media\\evil.png"), /cannot be read|is not allowed/],
  ["with a file two levels down", withEntry("vms_media/deep/evil.png"), /is not allowed/],
  ["with a hidden file", withEntry("vms_media/.htaccess"), /is not allowed/],
  ["with an unexpected file", withEntry("index.php"), /is not allowed/],
  ["with one name twice", withEntry("vms_media/CAT-1a2b3c4d.png"), /twice/],
  ["that declares less than it unpacks", withWrongFacts({ declaredSize: 3 }), /cannot be read/],
  ["that declares more than it unpacks", withWrongFacts({ declaredSize: 4_000 }), /cannot be read/],
  ["that declares a gigantic text", withWrongFacts({ declaredSize: 0xfffffff0 }), /larger than/],
  ["with a wrong checksum", withWrongFacts({ declaredCrc: 1 }), /wrong checksum/],
  ["without its HTML", without("vms_html.html"), /no vms_html.html/],
  ["without its JSON", without("vms_json.json"), /no vms_json.json/],
  ["without a file that it refers to", without("vms_media/cat-1a2b3c4d.png"), /not in the archive/],
  ["served as a web page", page, /text\/html instead of application\/zip/],
  ["that responds with 404", (_req, res) => void res.writeHead(404).end("gone"), /status 404: gone/],
  ["that redirects", (_req, res) => void res.writeHead(302, { Location: "/a" }).end(), /could not be downloaded/],
  ["that is not a ZIP file", sendZip(Buffer.from("hello ".repeat(100))), /cannot be read/],
];

async function cutOff(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  const archive = await saveArchive();
  res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": archive.length });
  res.write(archive.subarray(0, 100), () => res.destroy());
}

function page(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Please log in</h1>");
}

test("accepts a valid archive", () => expect(before).toContain("The good version"));

test.each(cases)(
  "responds without rc to an archive %s and keeps the stored article",
  async (_what, download, message) => {
    bench.download = download;
    const { status, body } = await bench.save(id);
    expect(body).toEqual({ detail: expect.stringMatching(message) });
    expect(status).toBe(502);
    expect(await stored()).toBe(before);
    expect(existsSync(path.join(bench.dir, "..", "evil.png"))).toBe(false);
  },
);

test("accepts a valid archive after invalid ones", async () => {
  bench.download = sendZip(saveArchive("Better"));
  expect((await bench.save(id)).body.rc).toBe(1);
});

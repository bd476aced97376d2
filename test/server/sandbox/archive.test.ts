import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { handMadeZip } from "../../support/hand-made-zip.ts";
import { saveArchive, saveEntries } from "../../support/sample-save.ts";

const bench = await startSiteAndService();
afterAll(bench.close);
const id = await bench.write("Whole or not at all");
bench.download = sendZip(saveArchive("The good version"));
await bench.save(id);
const before = await stored();

async function stored(): Promise<string> {
  const html = await (await fetch(`${bench.siteUrl}/desk/${id}/vms_html`)).text();
  return `${html}\n${(await readdir(bench.dir, { recursive: true })).sort().join("\n")}`;
}

const withEntry = (name: string, data = "x") => sendZip(handMadeZip([...saveEntries(), { name, data }]));
const without = (name: string) => sendZip(handMadeZip(saveEntries().filter((entry) => entry.name !== name)));
const lying = (lie: object) =>
  sendZip(
    handMadeZip(saveEntries("Lies").map((entry) => (entry.name === "vms_html.html" ? { ...entry, ...lie } : entry))),
  );

const cases: [string, (req: IncomingMessage, res: ServerResponse) => void, RegExp][] = [
  ["cut off in the middle of the file", sendZip((await saveArchive()).subarray(0, 200)), /cannot be read/],
  ["cut off on its way", cutOff, /stopped coming before its end/],
  ["with ../ in a name", withEntry("vms_media/../../../evil.png"), /cannot be read|has no place/],
  ["with an absolute name", withEntry("/etc/evil.png"), /cannot be read|has no place/],
  ["with a backslash in a name", withEntry("vms_media\\evil.png"), /cannot be read|has no place/],
  ["with a file two levels down", withEntry("vms_media/deep/evil.png"), /has no place/],
  ["with a hidden file", withEntry("vms_media/.htaccess"), /has no place/],
  ["with a file that belongs nowhere", withEntry("index.php"), /has no place/],
  ["with one name twice", withEntry("vms_media/CAT-1a2b3c4d.png"), /twice/],
  ["that declares less than it unpacks", lying({ declaredSize: 3 }), /cannot be read/],
  ["that declares more than it unpacks", lying({ declaredSize: 4_000 }), /cannot be read/],
  ["that declares a gigantic text", lying({ declaredSize: 0xfffffff0 }), /larger than/],
  ["with a wrong checksum", lying({ declaredCrc: 1 }), /wrong checksum/],
  ["without its HTML", without("vms_html.html"), /no vms_html.html/],
  ["without its JSON", without("vms_json.json"), /no vms_json.json/],
  ["without a file that it refers to", without("vms_media/cat-1a2b3c4d.png"), /not in the archive/],
  ["that is a web page", page, /text\/html instead of application\/zip/],
  ["that is answered 404", (_req, res) => void res.writeHead(404).end("gone"), /status 404: gone/],
  ["that is elsewhere", (_req, res) => void res.writeHead(302, { Location: "/a" }).end(), /could not be fetched/],
  ["that is no ZIP", sendZip(Buffer.from("hello ".repeat(100))), /cannot be read/],
];

async function cutOff(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  const archive = await saveArchive();
  res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": archive.length });
  res.write(archive.subarray(0, 100), () => res.destroy());
}

function page(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Please log in</h1>");
}

test("the first archive is taken", () => expect(before).toContain("The good version"));

test.each(cases)(
  "an archive %s is answered without rc, and the article stays as it is",
  async (_what, download, words) => {
    bench.download = download;
    const { status, body } = await bench.save(id);
    expect(body).toEqual({ detail: expect.stringMatching(words) });
    expect(status).toBe(502);
    expect(await stored()).toBe(before);
    expect(existsSync(path.join(bench.dir, "..", "evil.png"))).toBe(false);
  },
);

test("the next whole archive is taken", async () => {
  bench.download = sendZip(saveArchive("Better"));
  expect((await bench.save(id)).body.rc).toBe(1);
});

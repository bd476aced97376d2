import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";
import { craftedZip, makeZip } from "../support/archives.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/listening.ts";
import { KEY, SECRET, saveArchive, saveEntries, sendZip, startSiteAndService } from "../support/minimal-service.ts";

const folder = temporaryFolder();
const bench = await startSiteAndService();
const guide = await readFile(new URL("../../docs/integrating.md", import.meta.url), "utf8");
await writeFile(path.join(folder, "receiver.py"), /^```python\n(.*?)^```$/ms.exec(guide)?.[1] ?? "");
const port = await freePort();
const receiverUrl = `http://127.0.0.1:${port}`;
const env = { ...process.env, API_KEY: KEY, API_SECRET: SECRET, PORT: String(port) };
const receiver = spawn("python3", ["receiver.py"], { cwd: folder, env, stdio: "ignore" });
// Callbacks of the minimal service go to the guide's receiver instead of the sample site.
bench.siteUrl = receiverUrl;
beforeAll(() => eventually(() => fetch(receiverUrl)));
afterAll(async () => {
  receiver.kill();
  await bench.close();
});

test("stores fonts, with public URLs in the CSS and the response", async () => {
  const files = { woff2: { id: "p-1.woff2", clientUrl: "dummy-p-1.woff2" } };
  const tree = {
    css: { id: "vms_fonts.css", clientUrl: "dummy-vms_fonts.css" },
    list: [{ family: "Proof", variants: [{ weight: 400, files }] }],
  };
  const entries = [
    { name: "vms_fonts.css", data: `@font-face{src:url("dummy-p-1.woff2")}` },
    { name: "vms_fonts.json", data: JSON.stringify(tree) },
    { name: "vms_fonts/p-1.woff2", data: "wOF2" },
  ];
  bench.download = sendZip(makeZip(entries));
  const { body } = await bench.save("tram-42", { event: "site_fonts_updated", fonts: tree });
  expect(JSON.stringify(body.data?.fonts)).toBe(JSON.stringify(tree).replaceAll("dummy-", `${receiverUrl}/fonts/`));
  expect(await (await fetch(`${receiverUrl}/fonts/vms_fonts.css`)).text()).toContain(
    `url("${receiverUrl}/fonts/p-1.woff2")`,
  );
});

test.each([
  ["a foreign path", craftedZip([...saveEntries(), { name: "vms_media/../../../evil", data: "x" }])],
  ["a wrong checksum", craftedZip(saveEntries().map((entry) => ({ ...entry, declaredCrc: 1 })))],
  ["no end", (await saveArchive()).subarray(0, 100)],
])("responds to an archive with %s without rc, so that Galley retries", async (_what, archive) => {
  bench.download = sendZip(archive);
  const { status, body } = await bench.save("tram-43");
  expect(status).toBe(500);
  expect(body).toEqual({ detail: expect.any(String) });
  expect(existsSync(path.join(folder, "..", "evil"))).toBe(false);
});

test("rejects an invalid article ID", async () => {
  expect((await bench.save("../evil")).body).toEqual({ rc: 0, rm: "There is no such article." });
});

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/appliance.ts";
import { article, command, newFile, treeOf } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance, project, site } = await startNewsroom();
const writer = await article(appliance, project, "m", site.callbackUrl);
for (const text of ["One", "Two", "Three"]) await writer.save(text);
const copies = () => fs.readdirSync(path.join(appliance.dataDir, "tmp"));

it("prepares a backup that can be downloaded once, after any HEAD request", async () => {
  const call = (method: string, where: string) => appliance.request(method, where);
  type Prepared = { id: string; bytes: number; file_name: string };
  const view = await appliance.console<Prepared>("POST", "/backup", { prepare: true });
  const head = await call("HEAD", `/backup/${view.id}`);
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(view.bytes)]);
  const answer = await call("GET", `/backup/${view.id}`);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename=${view.file_name}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(view.bytes);
  const file = newFile();
  fs.writeFileSync(file, bytes);
  expect(await command("restore", [file, "--check"])).toMatchObject({ code: 0 });
  expect((await call("GET", `/backup/${view.id}`)).status).toBe(404);
  await eventually(() => expect(copies()).toEqual([]));
});

it("refuses requests without a login or from another origin", async () => {
  for (const where of ["/backup", "/restore"])
    expect((await fetch(`${appliance.consoleUrl}/api${where}`, { method: "POST" })).status).toBe(401);
  const elsewhere = { headers: { origin: "https://evil.example" } };
  expect((await appliance.request("POST", "/backup", undefined, elsewhere)).status).toBe(403);
});

it("reports missing or damaged files and backs up the rest", async () => {
  const folder = path.join(appliance.dataDir, "blobs");
  const [missing = "", damaged = ""] = Object.keys(treeOf(folder)).map((name) => path.join(folder, name));
  fs.rmSync(missing);
  const bytes = fs.readFileSync(damaged);
  bytes.writeUInt8(bytes.readUInt8(7) ^ 1, 7);
  fs.writeFileSync(damaged, bytes);

  const file = newFile();
  const made = await command("backup", [file, "--data-dir", appliance.dataDir]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("Warning: 2 article files are missing") });
  const dataDir = temporaryFolder();
  const restored = await command("restore", [file, "--data-dir", dataDir]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("Warning: 2 article files") });
  expect(fs.readdirSync(path.join(dataDir, "blobs"), { recursive: true })).toHaveLength(2);
});

it("removes its copy of the database when the download is aborted", async () => {
  await writer.save("Four", 20_000_000);
  const stop = new AbortController();
  const answer = await appliance.request("POST", "/backup", undefined, { signal: stop.signal });
  expect(answer.status).toBe(200);
  expect(copies()).toHaveLength(1);
  stop.abort();
  await eventually(() => expect(copies()).toEqual([]));
});

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { articleOfKeys, startNewsroom, valuesIn } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { editorAccess } from "../../../support/site.ts";

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)"><script>alert(1)</script><rect width="40" height="20" fill="red"/></svg>',
);

const { appliance, article } = await startNewsroom();

it("serves an uploaded SVG without its scripts, in a sandbox, with ranges", async () => {
  const { editor } = await article("svg");
  const uploaded = (await (await editor("POST", "/media?name=logo.svg", SVG)).json()) as UploadedMedia;
  expect(uploaded).toMatchObject({ type: "image/svg+xml", width: 40, height: 20 });
  const response = await editor("GET", `/media/${uploaded.file_name}`);
  const text = await response.text();
  expect(text).toContain("<rect");
  expect(text).not.toMatch(/script|onload/);
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("accept-ranges")).toBe("bytes");
});

it.each([0, 7])("does not serve a file truncated to %i bytes", async (bytes) => {
  const { editor, upload } = await article("cut");
  const content = Buffer.from(`a file that is cut to ${bytes}`);
  const file = await upload("a.txt", content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  fs.truncateSync(path.join(appliance.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2)), bytes);
  const response = await editor("GET", `/media/${file}`);
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("is damaged")]);
});

it("rejects a file of another type regardless of its name, and lists the accepted types", async () => {
  const { editor } = await article("refused");
  for (const bytes of ["MZ\x90\x00 program", "<html><script>alert(1)</script></html>", "PK\x03\x04 archive"]) {
    const response = await editor("POST", "/media?name=photo.jpg", Buffer.from(bytes, "latin1"));
    expect(response.status).toBe(415);
    expect(((await response.json()) as { detail: string }).detail).toMatch(/jpg.*png.*pdf/s);
  }
});

it("rejects a file above the limit before and during the upload", async () => {
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 2048 });
  const { session, editor } = await article("large");
  const response = await editor("POST", "/media?name=a.txt", Buffer.alloc(4096, "a"));
  const error = { code: "media.too_large", facts: { limit: 2048 } };
  expect([response.status, await response.json()]).toMatchObject([413, error]);
  const { api, headers } = editorAccess(session);
  const streamed = await fetch(`${api}/media?name=a.txt`, {
    method: "POST",
    headers,
    body: new Blob([new Uint8Array(4096).fill(97)]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1024 ** 3 });
});

it("rejects uploads beyond an article's quota, and says when files expire", async () => {
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1_024 });
  const { session, editor } = await article("full");
  const upload = (number: number) =>
    editor("POST", "/media?name=note.txt", Buffer.from(`${number} `.padEnd(1_000, "x")));
  const statuses: number[] = [];
  for (let number = 0; number < 12; number++) statuses.push((await upload(number)).status);
  expect(statuses).toEqual([...Array(11).fill(201), 409]);
  expect(await (await upload(99)).json()).toMatchObject({ code: "media.full", facts: { days: 14 } });
  expect(valuesIn(appliance.dataDir, "SELECT 1 FROM assets WHERE session_id = ?", session.session_id)).toHaveLength(11);
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1024 ** 3 });
});

let project: ProjectWithSecret;
beforeEach(async () => {
  project = await appliance.createProject();
});

const inProject = () => articleOfKeys(appliance, project, "m", "http://127.0.0.1:9/galley/callback");
const publishFont = async (family: string) => {
  const font = await addFont(appliance, project.id, `${family}.ttf`, ttf({ family }));
  await publish(appliance, project.id);
  return font.file_name;
};
const urlsIn = (css: string) => [...css.matchAll(/url\("([^"]*)"\)/g)].map(([, address = ""]) => address);

it("lists the families in the order of the tree, and serves their CSS and files", async () => {
  for (const family of ["Press", "Agate", "Press"])
    await addFont(appliance, project.id, `${family}.ttf`, ttf({ family, weight: family === "Press" ? 700 : 400 }));
  const { editor, load } = await inProject();
  expect((await load()).font_families).toEqual([]);
  expect((await editor("GET", "/fonts/vms_fonts.css")).status).toBe(404);

  await publish(appliance, project.id);
  expect((await load()).font_families).toEqual(["Agate", "Press"]);
  const response = await editor("GET", "/fonts/vms_fonts.css");
  expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const css = await response.text();
  // Only @font-face rules.
  expect(css.replace(/@font-face \{[^{}]*\}/g, "").trim()).toBe("");
  const addresses = urlsIn(css);
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    expect(address).toMatch(/^[a-z0-9-]+\.(ttf|woff2)$/);
    const file = await editor("GET", `/fonts/${address}`);
    expect(file.headers.get("content-type")).toBe(`font/${address.split(".").at(-1)}`);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await file.bytes()).length).toBe(Number(file.headers.get("content-length")));
  }
});

it("serves new CSS after a publication, and still the files of the previous one", async () => {
  const font = await publishFont("Press");
  const { editor } = await inProject();
  const first = await editor("GET", "/fonts/vms_fonts.css");
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const [old = ""] = urlsIn(await first.text());
  await appliance.console("DELETE", `/projects/${project.id}/fonts/${font}`);
  await publishFont("Agate");
  const second = await editor("GET", "/fonts/vms_fonts.css");
  expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
  expect((await editor("GET", `/fonts/${old}`)).status).toBe(200);
});

it("serves only published fonts of the session's project", async () => {
  const font = await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  const { editor } = await inProject();
  expect((await editor("GET", `/fonts/${font.file_name}`)).status).toBe(404);
  await publish(appliance, project.id);
  expect((await editor("GET", `/fonts/${font.file_name}`)).status).toBe(200);
  project = await appliance.createProject();
  const { editor: stranger } = await inProject();
  expect((await stranger("GET", `/fonts/${font.file_name}`)).status).toBe(404);
  for (const name of ["..%2F..%2Fgalley.db", "none.woff2", "constructor"])
    expect((await stranger("GET", `/fonts/${name}`)).status).toBe(404);
});

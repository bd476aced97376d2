import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { editorOf } from "../../../support/site.ts";

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)"><script>alert(1)</script><rect width="40" height="20" fill="red"/></svg>',
);

const { appliance, open, article } = await startNewsroom();

it("serves an uploaded SVG without its scripts, in a sandbox, with ranges", async () => {
  const { editor } = await article("svg");
  const uploaded = (await (await editor("POST", "/media?name=logo.svg", SVG)).json()) as UploadedMedia;
  expect(uploaded).toMatchObject({ type: "image/svg+xml", width: 40, height: 20 });
  const answer = await editor("GET", `/media/${uploaded.file_name}`);
  const text = await answer.text();
  expect(text).toContain("<rect");
  expect(text).not.toMatch(/script|onload/);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("accept-ranges")).toBe("bytes");
});

it.each([0, 7])("does not serve a file truncated to %i bytes", async (bytes) => {
  const { editor, upload } = await article("cut");
  const content = Buffer.from(`a file that is cut to ${bytes}`);
  const file = await upload("a.txt", content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  fs.truncateSync(path.join(appliance.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2)), bytes);
  const answer = await editor("GET", `/media/${file}`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("is damaged")]);
});

it("rejects a file of another type regardless of its name, and lists the accepted types", async () => {
  const { editor } = await article("refused");
  for (const bytes of ["MZ\x90\x00 program", "<html><script>alert(1)</script></html>", "PK\x03\x04 archive"]) {
    const answer = await editor("POST", "/media?name=photo.jpg", Buffer.from(bytes, "latin1"));
    expect(answer.status).toBe(415);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/jpg.*png.*pdf/s);
  }
});

it("rejects a file above the limit before and during the upload", async () => {
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 2048 });
  const session = await open("large");
  const answer = await editorOf(session)("POST", "/media?name=a.txt", Buffer.alloc(4096, "a"));
  expect([answer.status, await answer.json()]).toMatchObject([
    413,
    { code: "media.too_large", facts: { limit: 2048 } },
  ]);
  const [page = "", token = ""] = session.url.split("#t=");
  const streamed = await fetch(`${new URL(page).origin}/editor/api/sessions/${session.session_id}/media?name=a.txt`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: new Blob([new Uint8Array(4096).fill(97)]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(streamed.status).toBe(413);
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1024 ** 3 });
});

import { expect, it } from "vitest";
import type { VersionDetail } from "../../../../server/contracts/sessions-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { articleOf } from "../../../support/site.ts";

const HOUR = 3_600_000;

const clock = testClock();
const { appliance, article } = await startNewsroom({ clock });

async function published(materialId: string) {
  const { save, upload, load } = await article(materialId);
  const file = await upload("quay.png", drawnPng(3, 2));
  const { version_id } = await save(articleOf("<b>The quay</b>", { file }));
  const { preview_path: readers } = await load();
  const detail = () => appliance.console<VersionDetail>("GET", `/versions/${version_id}`);
  return { version_id, file, readers, detail };
}

const atConsole = (path: string, headers = {}) => fetch(new URL(path, appliance.consoleUrl), { headers });

it("serves a version in a sandbox with its pictures; only the console may frame it", async () => {
  const { detail, file } = await published("quay");
  const { preview_path } = await detail();
  const page = await atConsole(preview_path ?? "");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^sandbox; default-src 'none'/);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toMatch(/allow-|script-src|connect-src|frame-src/);
  expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain("&lt;b&gt;The quay&lt;/b&gt;");
  const address = new RegExp(`src="([^"]*${file})"`).exec(html)?.[1] ?? "";
  const picture = await fetch(new URL(address, page.url));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
});

it("forbids inline styles and foreign frames in the console", async () => {
  const policy = (await atConsole("/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

it("keeps the URL for an hour, expires it within two, and limits it to one article and listener", async () => {
  const [one, other] = [await published("one"), await published("other")];
  const first = (await one.detail()).preview_path ?? "";
  expect((await one.detail()).preview_path).toBe(first);
  const [, , session = "", token = ""] = first.split("/");
  const [, , otherSession = ""] = ((await other.detail()).preview_path ?? "").split("/");
  const [, , readersToken = ""] = one.readers.split("/");
  expect((await atConsole(first.replace(session, otherSession))).status).toBe(401);
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  expect((await atConsole(first.replace(token, forged))).status).toBe(401);
  expect((await atConsole(first.replace(token, readersToken))).status).toBe(401);
  expect((await fetch(`${appliance.url}${first}`)).status).toBe(401);
  expect((await atConsole(first.replace(/version\/1\/$/, "version/9/"))).status).toBe(404);
  expect((await atConsole("/preview/nothing")).status).toBe(404);

  clock.advance(HOUR);
  expect((await atConsole(first)).status).toBe(200);
  const next = (await one.detail()).preview_path ?? "";
  expect(next).not.toBe(first);
  clock.advance(HOUR);
  const late = await atConsole(first);
  expect([late.status, late.headers.get("x-frame-options")]).toEqual([401, "SAMEORIGIN"]);
  expect(await late.text()).toContain("Reload the console's page");
  expect((await atConsole(first.replace(/version.*/, `media/${one.file}`))).status).toBe(401);
  expect((await atConsole(next)).status).toBe(200);
});

import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { dataUrlBytes } from "../../../server/media/restoring.ts";
import { testClock } from "../../support/appliance.ts";
import { drawnPng } from "../../support/drawn-png.ts";
import { eventually } from "../../support/eventually.ts";
import {
  type Article,
  articleIn,
  articleOfKeys,
  type Newsroom,
  newsroomIn,
  served,
  startNewsroom,
} from "../../support/newsroom.ts";
import { articleOf, downloadArchive } from "../../support/site.ts";

const PNG = drawnPng(3, 2);
/** The public files of a site. */
let files: Map<string, Buffer>;
/** The Content-Encoding of some of them. */
const codings = new Map<string, string>();
let requests: { path: string; authorization: string | undefined }[];
let redirect: string | null;
const { appliance } = await startNewsroom();
await appliance.console("PATCH", "/settings", { media_limit_bytes: 1_048_576 });
let { project, site, article: open } = {} as Newsroom;
const base = await served(
  http.createServer((req, res) => {
    requests.push({ path: req.url ?? "", authorization: req.headers.authorization });
    if (redirect !== null) return void res.writeHead(302, { location: redirect }).end();
    if (req.url === "/protected") return void res.writeHead(401).end();
    const bytes = files.get(req.url ?? "");
    if (bytes === undefined) return void res.writeHead(404).end();
    const coding = codings.get(req.url ?? "");
    if (coding !== undefined) res.setHeader("content-encoding", coding);
    res.end(bytes);
  }),
);
beforeEach(async () => {
  files = new Map();
  requests = [];
  redirect = null;
  codings.clear();
  ({ project, site, article: open } = await newsroomIn(appliance));
});

const stateWith = (urls: Record<string, string>) => ({
  ...articleOf("Text", ...Object.keys(urls).map((file) => ({ file }))),
  assets: Object.fromEntries(Object.entries(urls).map(([file, clientUrl]) => [file, { clientUrl }])),
});
const CAT = "cat-12345678.png";
/** Opens an article with one picture of the site. */
const openWith = (materialId: string, clientUrl: string) =>
  open(materialId, { vms_json: stateWith({ [CAT]: clientUrl }) });
const bytesOf = async ({ editor }: Article) => {
  const response = await editor("GET", `/media/${CAT}`);
  return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
};

it("fetches, shows and archives the files of a first open with the session's credentials", async () => {
  files.set("/cat.png", PNG);
  const vms_json = stateWith({ [CAT]: `${base}/cat.png` });
  const metadata = { webhook_auth_user: "anna", webhook_auth_password: "secret-word" };
  const article = await open("first", { vms_json, metadata });
  const restored = await article.restored();
  expect([restored.restoring, await bytesOf(article)]).toEqual([[], PNG]);
  expect(requests).toEqual([
    { path: "/cat.png", authorization: `Basic ${Buffer.from("anna:secret-word").toString("base64")}` },
  ]);
  expect((await article.publish(restored.vms_json)).media).toEqual([CAT]);
});

it("decodes compressed responses", async () => {
  for (const [coding, encode] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
    files.set(`/${coding}.png`, encode(PNG));
    codings.set(`/${coding}.png`, coding);
    const article = await openWith(coding, `${base}/${coding}.png`);
    await article.restored();
    expect(await bytesOf(article)).toEqual(PNG);
  }
});

it.each<[string, string, RegExp]>([
  ["has an unknown coding", `${base}/zstd.png`, /sent the file with the Content-Encoding zstd, which Galley/],
  ["does not match its coding", `${base}/broken.png`, /is not valid gzip\. The site must send it without/],
  ["exceeds the limit when unpacked", `${base}/bomb.png`, /larger than/],
  ["is gone", `${base}/gone.png`, /responded with status 404/],
  ["has an unknown type", `${base}/program.bin`, /jpg/],
  ["is a login page", `${base}/page.html`, /^127\.0\.0\.1:\d+ sent a web page .* requires a login/],
  ["requires a login", `${base}/protected`, /status 401\. The site probably requires a login/],
  ["is on a host that is not allowed", "http://evil.test/cat.png", /not an allowed host/],
  ["has no web URL", "file:///etc/passwd", /not a URL that Galley can fetch/],
])("reports a file that %s, and keeps its clientUrl", async (_, url, problem) => {
  files.set("/page.html", Buffer.from("\n<!-- portal --><!DOCTYPE html><title>Log in</title>"));
  files.set("/program.bin", Buffer.from([1, 2, 3, 4]));
  files.set("/zstd.png", PNG);
  files.set("/broken.png", PNG);
  files.set("/bomb.png", gzipSync(Buffer.alloc(2_000_000)));
  for (const [file, coding] of Object.entries({ zstd: "zstd", broken: "gzip", bomb: "gzip" }))
    codings.set(`/${file}.png`, coding);
  const { restoring, vms_json } = await (await openWith("bad", url)).restored();
  expect(restoring).toMatchObject([{ file_name: CAT, state: "failed", problem: expect.stringMatching(problem) }]);
  expect(vms_json).toMatchObject({ assets: { [CAT]: { clientUrl: url } } });
});

it("does not follow a redirect to a host that is not allowed", async () => {
  redirect = "http://169.254.169.254/latest/meta-data";
  const { restoring } = await (await openWith("redirect", `${base}/cat.png`)).restored();
  expect(restoring).toMatchObject([{ state: "failed" }]);
  expect(requests).toHaveLength(1);
});

it("retries a failed file at the next open", async () => {
  const article = await openWith("again", `${base}/cat.png`);
  expect((await article.restored()).restoring).toMatchObject([{ state: "failed" }]);
  files.set("/cat.png", PNG);
  await open("again");
  await article.restored();
  expect(await bytesOf(article)).toEqual(PNG);
});

it("restores a blob that is missing on disk, which completes its version's archive", async () => {
  const { upload, save } = await open("lost");
  const file_name = await upload("cat.png", PNG);
  site.respond = () => ({ rc: 1, data: { vms_json: { assets: { [file_name]: { clientUrl: `${base}/cat.png` } } } } });
  await save(articleOf({ file: file_name }));
  const { body } = await site.received(1);
  const sha256 = createHash("sha256").update(PNG).digest("hex");
  fs.rmSync(path.join(appliance.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2)));
  expect((await downloadArchive(project, body.content_url, "lost")).status).toBe(503);
  files.set("/cat.png", PNG);
  await open("lost");
  await eventually(async () => expect((await downloadArchive(project, body.content_url, "lost")).status).toBe(200));
});

it("resumes after a restart", async () => {
  const hanging = http.createServer(() => {});
  const origin = await served(hanging);
  const requested = once(hanging, "request");
  const { appliance: first, open: openFirst, project: theirs } = await startNewsroom();
  await openFirst("m", { vms_json: stateWith({ [CAT]: `${origin}/cat.png` }) });
  await requested;
  await first.close();
  hanging.closeAllConnections();
  hanging.removeAllListeners("request").on("request", (_, res: http.ServerResponse) => res.end(PNG));
  const { appliance: second } = await startNewsroom({ dataDir: first.dataDir });
  const article = await articleOfKeys(second, theirs, "m", site.callbackUrl);
  await article.restored();
  expect(await bytesOf(article)).toEqual(PNG);
});

/** URLs of pictures of a site. */
const slowFiles = (origin: string, count: number) =>
  stateWith(
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`slow-${n + 1}.png`, `${origin}/${n + 1}.png`])),
  );

/** A site whose responses never end. */
async function startSlowSite() {
  const waiting: string[] = [];
  const slow = http.createServer((req, res) => {
    waiting.push(req.url ?? "");
    res.writeHead(200, { "content-type": "image/png" }).write(PNG.subarray(0, 20));
  });
  return { base: await served(slow), waiting };
}

it("is not blocked by slow sites", async () => {
  const slow = await Promise.all([startSlowSite(), startSlowSite()]);
  files.set("/cat.png", PNG);
  for (const { base: origin } of slow) await open(`slow ${origin}`, { vms_json: slowFiles(origin, 6) });
  const quick = await openWith("quick", `${base}/cat.png`);
  await quick.restored();
  expect(await bytesOf(quick)).toEqual(PNG);
  for (const { waiting } of slow) expect(waiting).toHaveLength(2);
});

it("stops fetching a file after ten minutes, and continues with the next one", async () => {
  const clock = testClock();
  const { article } = await startNewsroom({ clock });
  const slow = await startSlowSite();
  const { load } = await article("m", { vms_json: slowFiles(slow.base, 3) });
  await eventually(() => expect(slow.waiting).toEqual(["/1.png", "/2.png"]));
  clock.advance(10 * 60_000);
  await eventually(() => expect(slow.waiting).toEqual(["/1.png", "/2.png", "/3.png"]));
  const tooSlow = { state: "failed", problem: expect.stringContaining("longer than ten minutes") };
  const states = [
    { file_name: "slow-1.png", ...tooSlow },
    { file_name: "slow-2.png", ...tooSlow },
    { file_name: "slow-3.png", state: "pending", problem: "" },
  ];
  // The third file is requested once the first of the two has failed, maybe before the other.
  await eventually(async () => expect((await load()).restoring).toMatchObject(states));
});

describe("files on loopback for a dev project", () => {
  const secret = Buffer.from('{"internal":"secret of a local service"}');
  const stateOf = async (args: string[], allowed_hosts: string[], clientUrl: string) => {
    const { appliance: shared } = await startNewsroom({ args });
    const theirs = await shared.createProject({ environment: "dev", allowed_hosts });
    files.set("/internal.json", secret);
    const vms_json = stateWith({ "a-12345678.json": clientUrl });
    const { session } = await articleOfKeys(shared, theirs, "m", site.callbackUrl, { vms_json });
    const url = session.url.replace(/^.*(?=\/editor\/)/, shared.url);
    const { restoring } = await articleIn(shared, { ...session, url }).restored();
    return restoring[0]?.problem ?? "fetched";
  };
  const PUBLIC = ["--public-url", "https://galley.example.org"];
  const FILE = `${base}/internal.json`;
  const BY_NAME = FILE.replace("127.0.0.1", "localhost");
  const LISTED = [new URL(base).host];

  it.each<[string, string[], string]>([
    ["with a public URL, by host name", PUBLIC, BY_NAME],
    ["on every interface", ["--host", "0.0.0.0"], FILE],
  ])("are not fetched %s", async (_, args, url) => {
    expect(await stateOf(args, [], url)).toMatch(/not an allowed host/);
    expect(requests).toEqual([]);
  });

  it("are fetched if the host is listed, or if Galley is only on loopback", async () => {
    expect(await stateOf(PUBLIC, LISTED, FILE)).toBe("fetched");
    expect(await stateOf([], [], FILE)).toBe("fetched");
  });

  it("are not fetched through a redirect of a listed host", async () => {
    redirect = BY_NAME;
    expect(await stateOf(PUBLIC, LISTED, `${base}/a.json`)).toMatch(/localhost:\d+ is not an allowed host/);
  });
});

it.each<[string, string, string | null]>([
  ["base64", "data:image/png;base64,aGFyYm91cg==", "harbour"],
  ["base64 with escapes", "data:;base64,aGFyYm91cg%3D%3D", "harbour"],
  ["escapes", "data:image/svg+xml,%3Csvg%2f%3e,a", "<svg/>,a"],
  ["non-ASCII letters, and percent signs that are not escapes", "data:,100%, Я%zz%4%u0041", "100%, Я%zz%4%u0041"],
  ["an empty URL", "data:,", ""],
  ["a URL without data", "data:image/png;base64", null],
])("reads %s", (_, url, text) => {
  expect(dataUrlBytes(url)?.toString() ?? null).toBe(text);
});

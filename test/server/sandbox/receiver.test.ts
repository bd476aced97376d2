import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { craftedZip, makeZip } from "../../support/archives.ts";
import {
  PICTURE,
  saveArchive,
  saveEntries,
  sendZip,
  sign,
  startSiteAndService,
} from "../../support/minimal-service.ts";

const bench = await startSiteAndService();
afterAll(bench.close);
beforeEach(() => {
  bench.downloaded.length = 0;
});

const htmlOf = async (id: string) => (await fetch(`${bench.siteUrl}/desk/${id}/vms_html`)).text();

/** Holds the download of the next callback. @returns `asked` when it arrives, and `release` */
function holdDownload(text?: string): { asked: Promise<void>; release(): void } {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  bench.download = async (req, res) => {
    asked.resolve();
    await released.promise;
    sendZip(saveArchive(text))(req, res);
  };
  return { asked: asked.promise, release: released.resolve };
}

describe("an article", () => {
  test("goes from its title through the editor to the public page, and back into the editor", async () => {
    const id = await bench.write("The cat of the town hall");
    expect(bench.opened.at(-1)).toMatchObject({
      api_key: "gk_test",
      material_id: id,
      callback_url: `${bench.siteUrl}/galley/callback`,
      vms_json: null,
      metadata: { editor_user_id: "sandbox-editor", section_id: "news" },
    });

    bench.download = sendZip(saveArchive());
    const { status, body } = await bench.save(id);
    const url = `${bench.siteUrl}/files/${id}/cat-1a2b3c4d.png`;
    const assets = { "cat-1a2b3c4d.png": { clientUrl: url, size: PICTURE.length } };
    const vms_json = { assets, doc: { text: "Good morning", src: url } };
    expect([status, body]).toEqual([200, { rc: 1, rm: "ok", data: { vms_json } }]);
    expect(bench.downloaded).toHaveLength(1);

    const page = await (await fetch(`${bench.siteUrl}/articles/${id}`)).text();
    expect(page).toContain(`<p>Good morning</p><img src="${url}" alt="A cat">`);
    const { headers } = await fetch(url);
    expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual(["image/png", "nosniff"]);

    const edit = await bench.post(`/articles/${id}/edit`, {});
    expect(edit.status).toBe(303);
    expect(edit.headers.get("location")).toMatch(/\/editor\/1#t=token$/);
    expect(bench.opened.at(-1)?.vms_json).toEqual(vms_json);
  });

  test("may have an empty assets map that PHP wrote as []", async () => {
    const id = await bench.write("No pictures");
    const entries = [
      { name: "vms_html.html", data: "<p>Words</p>" },
      { name: "vms_json.json", data: `{"assets": []}` },
    ];
    bench.download = sendZip(makeZip(entries));
    expect((await bench.save(id)).body).toEqual({ rc: 1, rm: "ok", data: { vms_json: { assets: {} } } });
  });
});

describe("a signature", async () => {
  const id = await bench.write("Only with a signature");
  const CONTENT = "http://127.0.0.1:9/integration/download/media/a/b";

  test.each([
    ["that is empty", ""],
    ["of another length", "abc"],
    ["of another url", sign(id, "http://127.0.0.1/other")],
    ["of another material", sign("another", CONTENT)],
    ["in capitals", sign(id, CONTENT).toUpperCase()],
  ])("rejects a callback with a signature %s with 403 and no rc, and downloads nothing", async (_what, signature) => {
    const { status, body } = await bench.save(id, { content_url: CONTENT }, { "X-Service-Signature": signature });
    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.stringContaining("X-Service-Signature is wrong") });
    expect(bench.downloaded).toHaveLength(0);
  });
});

describe("a repeated or late callback", () => {
  const version = (minute: number) => ({
    metadata: { version_id: randomUUID(), version_cdate: `2026-05-04T10:0${minute}:00.000+02:00` },
  });

  test("returns the same response and stores the same article when it is repeated", async () => {
    const id = await bench.write("Twice");
    bench.download = sendZip(saveArchive());
    const change = version(1);
    const first = await bench.save(id, change);
    const html = await htmlOf(id);
    expect(await bench.save(id, change)).toEqual(first);
    expect(first.body.rc).toBe(1);
    expect(await htmlOf(id)).toBe(html);
  });

  test("is rejected with a reason for a version older than the stored one, in any time zone", async () => {
    const id = await bench.write("Older");
    bench.download = sendZip(saveArchive("Newer text"));
    await bench.save(id, version(5));
    bench.download = sendZip(saveArchive("Older text"));
    const old = { metadata: { version_id: randomUUID(), version_cdate: "2026-05-04T11:04:59.000+03:00" } };
    const { status, body } = await bench.save(id, old);
    expect(status).toBe(200);
    expect(body).toEqual({ rc: 0, rm: expect.stringContaining("is already stored") });
    expect(await htmlOf(id)).toContain("Newer text");
  });

  test("does not replace a newer version that was stored meanwhile, and delays no other callback", async () => {
    const [id, other] = [await bench.write("Slow"), await bench.write("Meanwhile")];
    const { asked, release } = holdDownload("First text");
    const slow = bench.save(id, version(1));
    await asked;
    bench.download = sendZip(saveArchive("Second text"));
    const newer = bench.save(id, version(2));
    expect((await bench.save(other)).body.rc).toBe(1);
    expect(await (await fetch(`${bench.siteUrl}/desk/${id}`)).text()).toContain("Processing");
    expect((await newer).body.rc).toBe(1);
    release();
    expect((await slow).body).toEqual({ rc: 0, rm: "A newer version is already stored." });
    expect(await htmlOf(id)).toContain("Second text");
  });

  test("is rejected for an unknown article", async () => {
    for (const id of ["unknown-000000", "../settings", "a/b", ""])
      expect((await bench.save(id)).body).toEqual({ rc: 0, rm: `This site has no article ${id}.` });
  });

  test("is rejected for an unknown event", async () => {
    const id = await bench.write("Unknown event");
    const { body } = await bench.save(id, { event: "moon_landed" });
    expect(body).toEqual({ rc: 0, rm: "This site does not support moon_landed." });
  });
});

describe("the body of a callback", () => {
  const headers = { "Content-Type": "application/json" };
  const post = (body: string) => fetch(`${bench.siteUrl}/galley/callback`, { method: "POST", body, headers });

  const noCallbacks = ["", "not json", "[]", "null", "{}", `{"event":"article_saved"}`];
  test.each([...noCallbacks, `{"event":1,"material_id":"a","content_url":"b"}`])(
    "is rejected with 400 and no rc if it is %j",
    async (body) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ detail: expect.any(String) });
    },
  );

  test("is accepted only with POST", async () => {
    const response = await fetch(`${bench.siteUrl}/galley/callback`);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  test("is rejected if it is too large", async () => {
    const response = await post(JSON.stringify({ event: "x".repeat(2 * 1024 ** 2) }));
    expect(response.status).toBe(413);
  });
});

describe("fonts", () => {
  const FILE = "proof-400-1a2b3c4d.woff2";
  /** The tree with the public URLs of the CSS and of its file. */
  const treeAt = (cssUrl: string, clientUrl: string) => {
    const variants = [{ weight: 400, style: "normal", files: { woff2: { id: FILE, clientUrl } } }];
    return { css: { id: "vms_fonts.css", clientUrl: cssUrl }, list: [{ family: "Proof", variants }] };
  };
  const tree = treeAt("dummy-vms_fonts.css", `dummy-${FILE}`);
  const css = `@font-face{font-family:"Proof";src:url("dummy-${FILE}") format("woff2")}`;
  const archive = [
    { name: "vms_fonts.css", data: css },
    { name: "vms_fonts.json", data: JSON.stringify(tree) },
    { name: `vms_fonts/${FILE}`, data: "wOF2…" },
  ];
  const metadata = { editor_user_id: null, version_id: null, version_cdate: null, user_email: null, user_ip: null };

  test("are stored, returned with public URLs, and included on every public page", async () => {
    const id = await bench.write("Set in Proof");
    const page = async () => (await fetch(`${bench.siteUrl}/articles/${id}`)).text();
    expect(await page()).not.toContain("vms_fonts.css");

    bench.download = sendZip(makeZip(archive));
    const { body } = await bench.save(id, { event: "site_fonts_updated", metadata, fonts: tree });
    const cssUrl = `${bench.siteUrl}/files/fonts/vms_fonts.css`;
    const fileUrl = `${bench.siteUrl}/files/fonts/${FILE}`;
    expect(body).toEqual({ rc: 1, rm: "ok", data: { fonts: treeAt(cssUrl, fileUrl) } });

    const served = await fetch(cssUrl);
    expect(served.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(await served.text()).toBe(css.replace(`dummy-${FILE}`, fileUrl));
    const { headers } = await fetch(fileUrl);
    expect([headers.get("content-type"), headers.get("access-control-allow-origin")]).toEqual(["font/woff2", "*"]);
    expect(await page()).toContain(`<link rel="stylesheet" href="${cssUrl}">`);

    // On another port.
    await bench.restart();
    const moved = `${bench.siteUrl}/files/fonts/vms_fonts.css`;
    expect(await page()).toContain(`<link rel="stylesheet" href="${moved}">`);
    expect(await (await fetch(moved)).text()).toContain(`${bench.siteUrl}/files/fonts/${FILE}`);
  });

  test("change nothing and cause a response without rc if the archive lacks its CSS", async () => {
    const id = await bench.write("Set in nothing");
    bench.download = sendZip(makeZip(archive.slice(1)));
    const response = await bench.save(id, { event: "site_fonts_updated", metadata, fonts: tree });
    expect(response).toEqual({ status: 500, body: { detail: expect.stringContaining("no vms_fonts.css") } });
  });
});

const stored = async (id: string) =>
  `${await htmlOf(id)}\n${(await readdir(bench.dir, { recursive: true })).sort().join("\n")}`;

const withEntry = (name: string, data = "x") => sendZip(craftedZip([...saveEntries(), { name, data }]));
const without = (name: string) => sendZip(craftedZip(saveEntries().filter((entry) => entry.name !== name)));
const withWrongFacts = (facts: object) =>
  sendZip(
    craftedZip(saveEntries("Lies").map((entry) => (entry.name === "vms_html.html" ? { ...entry, ...facts } : entry))),
  );

const cases: [string, (req: IncomingMessage, res: ServerResponse) => void, RegExp][] = [
  [
    "cut off in the middle of the file",
    sendZip((await saveArchive()).subarray(0, 200)),
    /could not process the archive/,
  ],
  ["cut off during the download", cutOff, /could not process the archive/],
  ["with ../ in a name", withEntry("vms_media/../../../evil.png"), /could not process|is not allowed/],
  ["with an absolute name", withEntry("/etc/evil.png"), /could not process|is not allowed/],
  ["with a backslash in a name", withEntry("vms_media\\evil.png"), /could not process|is not allowed/],
  ["with a file two levels down", withEntry("vms_media/deep/evil.png"), /is not allowed/],
  ["with a hidden file", withEntry("vms_media/.htaccess"), /is not allowed/],
  ["with an unexpected file", withEntry("index.php"), /is not allowed/],
  ["with one name twice", withEntry("vms_media/CAT-1a2b3c4d.png"), /twice/],
  ["that declares less than it unpacks", withWrongFacts({ declaredSize: 3 }), /could not process the archive/],
  ["that declares more than it unpacks", withWrongFacts({ declaredSize: 4_000 }), /could not process the archive/],
  ["that declares a gigantic text", withWrongFacts({ declaredSize: 0xfffffff0 }), /larger than/],
  ["with a wrong checksum", withWrongFacts({ declaredCrc: 1 }), /wrong checksum/],
  ["without its HTML", without("vms_html.html"), /no vms_html.html/],
  ["without its JSON", without("vms_json.json"), /no vms_json.json/],
  ["without a file that it refers to", without("vms_media/cat-1a2b3c4d.png"), /not in the archive/],
  ["served as a web page", page, /status 200, text\/html/],
  ["that responds with 404", (_req, res) => void res.writeHead(404).end("gone"), /status 404, .*: gone/],
  ["that redirects", (_req, res) => void res.writeHead(302, { Location: "/a" }).end(), /could not process the archive/],
  ["that is not a ZIP file", sendZip(Buffer.from("hello ".repeat(100))), /could not process the archive/],
];

async function cutOff(_req: IncomingMessage, res: ServerResponse): Promise<void> {
  const archive = await saveArchive();
  res.writeHead(200, { "Content-Type": "application/zip", "Content-Length": archive.length });
  res.write(archive.subarray(0, 100), () => res.destroy());
}

function page(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Please log in</h1>");
}

describe("an archive", async () => {
  const id = await bench.write("All or nothing");
  const saveFrom = (download: typeof bench.download) => {
    bench.download = download;
    return bench.save(id);
  };

  test.each(cases)("%s gets a response without rc and changes nothing", async (_what, download, message) => {
    await saveFrom(sendZip(saveArchive("The good version")));
    const before = await stored(id);
    expect(before).toContain("The good version");
    expect(await saveFrom(download)).toEqual({ status: 500, body: { detail: expect.stringMatching(message) } });
    expect(await stored(id)).toBe(before);
    expect(existsSync(path.join(bench.dir, "..", "evil.png"))).toBe(false);
  });
});

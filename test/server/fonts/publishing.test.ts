import { beforeEach, describe, expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import type { RecipientsView } from "../../../server/contracts/fonts-api.ts";
import type { FontTree } from "../../../server/fonts/font-store.ts";
import { readArchive, zipTexts } from "../../support/archives.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { addFont, fontsOf, publish } from "../../support/fonts.ts";
import { type Newsroom, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { ttf, woff2 } from "../../support/sample-fonts.ts";
import { downloadArchive, editorOf, openSession, type Site, signature } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let { project, site, open, article } = {} as Newsroom;
beforeEach(async () => {
  ({ project, site, open, article } = await newsroomIn(appliance));
});

const deliveriesOf = async (snapshot: string) =>
  (await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?snapshot=${snapshot}`)).items;
const save = async (material: string, metadata: Record<string, unknown> = {}) => {
  const saved = await (await article(material, { metadata })).save("Text", { user_email: "ida@example.org" });
  await deliverySettles(appliance, saved.delivery_id);
  return saved;
};

/** Publishes and waits for the one delivery's first attempt. */
async function publishToOne(response: Site["respond"]) {
  site.respond = response;
  const { snapshot, deliveries } = await publish(appliance, project.id);
  expect(deliveries).toBe(1);
  const [row] = await deliveriesOf(snapshot.id);
  const delivery = await deliverySettles(appliance, row?.id ?? "");
  return { snapshot, delivery, callback: site.callbacks.at(-1) };
}

it("sends the font tree and the session's metadata, signed with the archive's URL", async () => {
  const font = await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press", weight: 700, italic: true }));
  const metadata = { editor_user_id: 7, section_id: "sport", webhook_auth_user: "token-123" };
  const saved = await save("front-page", metadata);
  const { snapshot, callback } = await publishToOne(() => ({ rc: 1 }));
  const { body, headers } = callback ?? {};
  const file = (id: string) => ({ id, clientUrl: `dummy-${id}` });
  const files = { woff2: file(font.woff2?.file_name ?? ""), ttf: file(font.file_name) };
  expect(body).toEqual({
    event: "site_fonts_updated",
    material_id: "front-page",
    content_url: expect.stringMatching(
      new RegExp(`^${appliance.url}/integration/download/fonts/[0-9a-f-]{36}/${snapshot.id}$`),
    ),
    metadata: {
      ...metadata,
      version_id: saved.version_id,
      version_cdate: saved.created_at,
      user_email: "ida@example.org",
      user_ip: "127.0.0.1",
    },
    fonts: {
      css: file("vms_fonts.css"),
      list: [{ family: "Press", variants: [{ weight: 700, style: "italic", files }] }],
    },
  });
  expect(headers?.authorization).toBe("Bearer token-123");
  expect(headers?.["x-service-signature"]).toBe(signature(project.api_secret, "front-page", body?.content_url ?? ""));
});

it("serves an archive of font files, CSS and tree", async () => {
  const bytes = ttf({ family: 'The "Daily" </style>' });
  const font = await addFont(appliance, project.id, "daily.ttf", bytes);
  await open("m");
  // The test downloads the archive itself.
  site.downloads = false;
  let archive = Buffer.alloc(0);
  const { callback, delivery } = await publishToOne(async ({ body }) => {
    const response = await downloadArchive(project, body.content_url, "m");
    expect(response.headers.get("content-type")).toBe("application/zip");
    archive = Buffer.from(await response.arrayBuffer());
    return { rc: 1 };
  });
  const made = font.woff2?.file_name;
  const entries = await readArchive(archive);
  const names = [`vms_fonts/${font.file_name}`, `vms_fonts/${made}`, "vms_fonts.css", "vms_fonts.json"];
  expect([...entries.keys()].sort()).toEqual(names.sort());
  expect(entries.get(`vms_fonts/${font.file_name}`)).toEqual(bytes);
  expect(String(entries.get("vms_fonts.css"))).toBe(
    [
      "@font-face {",
      '  font-family: "The \\22 Daily\\22  \\3c /style\\3e ";',
      "  font-style: normal;",
      "  font-weight: 400;",
      "  font-display: swap;",
      `  src: url("dummy-${made}") format("woff2"),`,
      `    url("dummy-${font.file_name}") format("truetype");`,
      "}\n",
    ].join("\n"),
  );
  expect(JSON.parse(String(entries.get("vms_fonts.json")))).toEqual(callback?.body.fonts);
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${delivery.id}`);
  expect(attempts[0]?.downloads).toMatchObject([{ status: 200, complete: true }]);
});

it("publishes the unicode ranges of a family that is split by characters", async () => {
  const latin = await addFont(appliance, project.id, "latin.woff2", await woff2(ttf({ characters: "ABC" })));
  await addFont(appliance, project.id, "greek.woff2", await woff2(ttf({ characters: "ΑΒΓ" })));
  await appliance.console("PATCH", `/projects/${project.id}/fonts/${latin.file_name}`, { unicode_range: "U+0-24F" });
  await open("m");
  const { callback } = await publishToOne(() => ({ rc: 1 }));
  const tree = callback?.body.fonts as FontTree;
  expect(tree.list[0]?.variants.map(({ unicodeRange }) => unicodeRange)).toEqual(["U+0-24F", "U+391-393"]);
  const archive = await downloadArchive(project, callback?.body.content_url ?? "", "m");
  const css = (await zipTexts(Buffer.from(await archive.arrayBuffer()))).get("vms_fonts.css");
  expect(css).toContain("unicode-range: U+0-24F;");
  expect(css).toContain("unicode-range: U+391-393;");
});

it("notifies each callback URL once, through its most recent, preferably saved session", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  const second = `${site.callbackUrl}/second`;
  await save("a-saved");
  await open("a-newer");
  await open("b-older", { callback_url: second });
  await open("b-newer", { callback_url: second });
  const other = await appliance.createProject();
  await openSession(appliance.url, other, { material_id: "c", callback_url: `${site.callbackUrl}/c` });

  const recipients = await appliance.console<RecipientsView>("GET", `/projects/${project.id}/fonts/recipients`);
  expect(recipients).toMatchObject({
    total: 2,
    items: [
      { callback_url: site.callbackUrl, material_id: "a-saved", saved: true },
      { callback_url: second, material_id: "b-newer", saved: false },
    ],
  });
  const before = site.callbacks.length;
  const { snapshot, deliveries } = await publish(appliance, project.id);
  expect(deliveries).toBe(2);
  await site.received(before + 2);
  const sent = site.callbacks.slice(before).map(({ body }) => body);
  expect(sent.map(({ material_id }) => material_id).sort()).toEqual(["a-saved", "b-newer"]);
  const unknown = { editor_user_id: null, version_id: null, version_cdate: null, user_email: null, user_ip: null };
  expect(sent.find(({ material_id }) => material_id === "b-newer")?.metadata).toEqual(unknown);
  expect(await deliveriesOf(snapshot.id)).toHaveLength(2);
});

describe("the site's response", () => {
  const urls = (tree: FontTree | null | undefined) => ({
    css: tree?.css.clientUrl,
    files: tree?.list.flatMap(({ variants }) =>
      variants.flatMap(({ files }) => Object.values(files).map(({ clientUrl }) => clientUrl)),
    ),
  });
  const reopened = async () => {
    const session = await open("m");
    const editor = (await (await editorOf(session)("GET", "")).json()) as EditorSession;
    expect(editor.fonts).toEqual(session.fonts);
    return urls(session.fonts as FontTree);
  };

  beforeEach(async () => {
    await addFont(appliance, project.id, "press.woff2", await woff2(ttf()));
    await open("m");
  });

  it("with all URLs sets them for sessions with this callback URL", async () => {
    expect((await open("m")).fonts).toBeNull();
    const { delivery } = await publishToOne(({ body }) => {
      const text = JSON.stringify(body.fonts).replaceAll("dummy-", "http://localhost:1/fonts/");
      return { rc: 1, rm: "ok", data: { fonts: JSON.parse(text) } };
    });
    expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: [], event: "site_fonts_updated" });
    expect(await reopened()).toEqual({
      css: "http://localhost:1/fonts/vms_fonts.css",
      files: [expect.stringMatching(/^http:\/\/localhost:1\/fonts\/press-[0-9a-f]{8}\.woff2$/)],
    });
    const elsewhere = await open("n", { callback_url: `${site.callbackUrl}/elsewhere` });
    expect(urls(elsewhere.fonts as FontTree).css).toBe("dummy-vms_fonts.css");
  });

  /** The sent tree with other URLs of the CSS and of the font. */
  const withUrls = (fonts: object | undefined, css: string, woff2 = "dummy-press.woff2") => {
    const tree = structuredClone(fonts) as FontTree;
    tree.css.clientUrl = css;
    for (const { files } of tree.list[0]?.variants ?? []) Object.assign(files.woff2 ?? {}, { clientUrl: woff2 });
    return { rc: 1, data: { fonts: tree } };
  };
  const CSS = "http://127.0.0.1/f.css";

  it.each<[name: string, respond: Site["respond"], warnings: string[], css: string]>([
    ["no data", () => ({ rc: 1 }), [], "dummy-vms_fonts.css"],
    ["data []", () => ({ rc: 1, data: [] }), [], "dummy-vms_fonts.css"],
    ["fonts []", () => ({ rc: 1, data: { fonts: [] } }), [], "dummy-vms_fonts.css"],
    ["css []", () => ({ rc: 1, data: { fonts: { css: [] } } }), [], "dummy-vms_fonts.css"],
    ["only the URL of the CSS", ({ body }) => withUrls(body.fonts, CSS), [], CSS],
    ["an unchanged tree", ({ body }) => ({ rc: 1, data: body }), ["no_font_urls"], "dummy-vms_fonts.css"],
  ])("with %s is a success", async (_, response, warnings, css) => {
    const { delivery } = await publishToOne(response);
    expect(delivery).toMatchObject({ state: "delivered", code: null, warnings });
    expect(delivery.explanation).toContain(warnings.length === 0 ? "" : "only temporary URLs");
    expect(await reopened()).toEqual({ css, files: [expect.stringMatching(/^dummy-press-/)] });
  });

  it.each([
    ["a foreign host", "https://cdn.evil.example/press.woff2"],
    ["a relative URL", "/fonts/press.woff2"],
    ["another scheme", "javascript:alert(1)"],
  ])("with %s fails, and sets no URL", async (_, url) => {
    const { delivery } = await publishToOne(({ body }) => withUrls(body.fonts, CSS, url));
    expect(delivery).toMatchObject({ state: "failed", code: "font_url_not_allowed", next_attempt_at: null });
    expect(delivery.explanation).toContain(url);
    expect((await reopened()).css).toBe("dummy-vms_fonts.css");
  });

  it("with rc 0 rejects the delivery with the site's message", async () => {
    const { delivery } = await publishToOne(() => ({ rc: 0, rm: "No fonts here" }));
    expect(delivery).toMatchObject({ state: "rejected", site_message: "No fonts here" });
  });
});

it("supersedes an older delivery that the site has not accepted", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  await open("first");
  const { delivery } = await publishToOne((_, res) => void res.writeHead(502).end());
  expect(delivery).toMatchObject({ state: "pending", code: "http_status" });
  await open("second");
  await addFont(appliance, project.id, "bold.ttf", ttf({ weight: 700 }));
  const newer = await publishToOne(() => ({ rc: 1 }));
  expect(newer.delivery).toMatchObject({ state: "delivered", material_id: "second" });
  expect(await deliveryIs(appliance, delivery.id, ({ state }) => state === "superseded")).toBeTruthy();
  await expect(appliance.console("POST", `/deliveries/${delivery.id}/retry`)).rejects.toThrow("409");
});

it("sends newer fonts only after a delivery in progress to the same site", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  await open("first");
  const responding = Promise.withResolvers<object>();
  const arrived = Promise.withResolvers<void>();
  site.respond = () => {
    arrived.resolve();
    return responding.promise;
  };
  const older = (await publish(appliance, project.id)).snapshot;
  await arrived.promise;
  await open("second");
  await addFont(appliance, project.id, "bold.ttf", ttf({ weight: 700 }));
  const newer = (await publish(appliance, project.id)).snapshot;
  expect(await deliveriesOf(newer.id)).toMatchObject([{ material_id: "first", state: "pending", attempts: 0 }]);
  site.respond = () => ({ rc: 1 });
  responding.resolve({ rc: 1 });
  const { body } = await site.received(2);
  expect(site.callbacks[0]?.body.content_url).toContain(older.id);
  expect(body.content_url).toContain(newer.id);
});

it("holds deliveries of fonts while deliveries are paused", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  await open("m");
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const { snapshot } = await publish(appliance, project.id);
  expect(await deliveriesOf(snapshot.id)).toMatchObject([{ state: "held" }]);
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  await site.received(1);
});

it("publishes nothing before the first font, and an empty tree after the last one is removed", async () => {
  await expect(publish(appliance, project.id)).rejects.toThrow("409");
  const { file_name } = await addFont(appliance, project.id, "press.ttf", ttf());
  expect(await fontsOf(appliance, project.id)).toMatchObject({ current: null, changed: true, snapshots: [] });
  await publish(appliance, project.id);
  await appliance.console("DELETE", `/projects/${project.id}/fonts/${file_name}`);
  await open("m");
  const { callback } = await publishToOne(() => ({ rc: 1 }));
  expect(callback?.body.fonts).toMatchObject({ list: [] });
});

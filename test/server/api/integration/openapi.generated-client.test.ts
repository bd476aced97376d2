import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { zipTexts } from "../../../support/archives.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { generatedClient } from "../../../support/generated-client.ts";
import { articleIn, startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { type OpenedSession, signature } from "../../../support/site.ts";

interface GeneratedClient {
  defaults: { baseUrl: string; fetch?: typeof fetch };
  openSession(
    signature: string,
    body: { api_key: string; callback_url: string; material_id: string; metadata?: object },
  ): Promise<{ status: number; data: OpenedSession & { detail?: unknown } }>;
  downloadMedia: Download;
  downloadFonts: Download;
}
type Download = (
  fingerprint: string,
  archiveId: string,
  apiKey: string,
  materialId: string,
  signature: string,
) => Promise<{ status: number; data: unknown }>;

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  webhooks: Record<string, { post: { operationId: string } }>;
}

const { appliance, project, site } = await startNewsroom();
const description = (await (await fetch(`${appliance.url}/openapi.json`)).json()) as Description;
const client = await generatedClient<GeneratedClient>(description);
/** The last archive; the generated functions read every body as text. */
let archive: Buffer;
client.defaults.fetch = async (...request) => {
  const answer = await fetch(...request);
  archive = Buffer.from(await answer.clone().arrayBuffer());
  return answer;
};
const ajv = new Ajv2020({ strict: false, formats: { uuid: true, uri: true, binary: true } });
ajv.addSchema(description, "openapi");

const sign = (url: string) => signature(project.api_secret, "m", url);
const open = (metadata = {}) =>
  client.openSession(sign(site.callbackUrl), {
    api_key: project.api_key,
    callback_url: site.callbackUrl,
    material_id: "m",
    metadata,
  });

/** Expects a body that matches the webhook's schema. */
function expectDeclared(event: string, body: unknown): void {
  const check = ajv.getSchema(`openapi#/webhooks/${event}/post/requestBody/content/application~1json/schema`);
  if (check === undefined) throw new Error(`No webhook ${event}.`);
  check(body);
  expect(check.errors ?? []).toEqual([]);
}

const namesIn = async (zip: Buffer) => [...(await zipTexts(zip)).keys()];

it("has readable function names", () => {
  expect(Object.keys(client).filter((name) => typeof client[name as keyof GeneratedClient] === "function")).toEqual([
    "openSession",
    "downloadMedia",
    "downloadFonts",
  ]);
});

it("opens a session, and downloads the archive of a save's callback", async () => {
  const { status, data: session } = await open({ editor_user_id: "7" });
  expect(status).toBe(200);
  await articleIn(appliance, session).save("The tram runs again.");
  const callback = (await site.received(1)).body;
  expectDeclared("article_saved", callback);
  const [, fingerprint = "", version = ""] = /media\/([^/]+)\/([^/]+)$/.exec(callback.content_url) ?? [];
  const download = (signed: string) => client.downloadMedia(fingerprint, version, project.api_key, "m", signed);
  expect((await download(sign(callback.content_url))).status).toBe(200);
  expect(await namesIn(archive)).toEqual(expect.arrayContaining(["vms_html.html", "vms_json.json"]));
  expect(await download("0".repeat(64))).toMatchObject({ status: 403, data: { detail: "Invalid signature" } });
});

it("downloads the archive of a font callback", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  const count = site.callbacks.length;
  await publish(appliance, project.id);
  const callback = (await site.received(count + 1)).body;
  expectDeclared("site_fonts_updated", callback);
  const [, fingerprint = "", snapshot = ""] = /fonts\/([^/]+)\/([^/]+)$/.exec(callback.content_url) ?? [];
  await client.downloadFonts(fingerprint, snapshot, project.api_key, "m", sign(callback.content_url));
  expect(await namesIn(archive)).toEqual(expect.arrayContaining(["vms_fonts.css", "vms_fonts.json"]));
});

it.each(["/integration/session/open", "/integration/download/media/a/b", "/integration/download/fonts/a/b"])(
  "declares the errors of %s for wrong methods and headers",
  async (address) => {
    const declared = Object.entries(description.paths).find(
      ([name]) => name.split("/")[3] === address.split("/")[3] && name.split("/").length === address.split("/").length,
    )?.[1];
    const [operation] = Object.values(declared ?? {});
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(expect.arrayContaining(["400", "405", "431", "503"]));
    const answer = await fetch(appliance.url + address, { method: "DELETE" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, expect.any(String)]);
    const headers = { "x-long": "x".repeat(20_000) };
    expect((await fetch(appliance.url + address, { headers })).status).toBe(431);
  },
);

it("omits callback hosts from the downloads' 403, and uses no deprecated `example`", () => {
  const downloads = Object.entries(description.paths).filter(([name]) => name.includes("/download/"));
  expect(downloads).toHaveLength(2);
  for (const [, { get }] of downloads) expect(get?.responses["403"]?.description).not.toContain("callback");
  expect(JSON.stringify(description)).not.toContain('"example":');
  expect(Object.values(description.webhooks).map(({ post }) => post.operationId)).toEqual([
    "article_saved",
    "site_fonts_updated",
  ]);
});

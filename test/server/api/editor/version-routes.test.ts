import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { RetriedDelivery, SavedVersion, VersionView } from "../../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../../server/contracts/media-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { readArchive } from "../../../nightly/fault/support/archive.ts";
import { type RunningAppliance, startAppliance } from "../../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../../support/deliveries.ts";
import { articleOf, downloadArchive, editorOf, openSession, type Site, startSite } from "../../../support/site.ts";

const SECRETS = { webhook_auth_user: "galley", webhook_auth_password: "s3cret", timeLimitedAuthToken: "t0ken" };

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let site: Site;

beforeEach(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  site = await startSite();
});
afterEach(async () => {
  await appliance.close();
  await site.close();
});

async function article(materialId: string) {
  const session = await openSession(appliance.url, project, {
    material_id: materialId,
    callback_url: site.callbackUrl,
    metadata: { ...SECRETS, section_id: 7 },
  });
  const editor = editorOf(session);
  let base: number | null = null;
  return {
    session,
    editor,
    async save(...blocks: Parameters<typeof articleOf>): Promise<SavedVersion> {
      const body = { save_id: `s${base}`, vms_json: articleOf(...blocks), base_version: base };
      const saved = (await (await editor("POST", "/versions", body)).json()) as SavedVersion;
      base = saved.number;
      return saved;
    },
  };
}
const sentence = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;

describe("the archive of a version", () => {
  it("is what the site downloads, with what the callbacks log in with masked", async () => {
    const { editor, save } = await article("a");
    const { file_name } = (await (
      await editor("POST", "/media?name=note.txt", Buffer.from("a note"))
    ).json()) as UploadedMedia;
    await save("Hello", { file: file_name });
    const { body } = await site.received(1);
    const theirs = await readArchive(
      Buffer.from(await (await downloadArchive(project, body.content_url, "a")).arrayBuffer()),
    );
    const answer = await editor("GET", "/versions/1/archive");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=version-1-[0-9a-f]{8}\.zip$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    const ours = await readArchive(bytes);
    expect([...ours.keys()]).toEqual([...theirs.keys()]);
    for (const [name, content] of theirs)
      if (name !== "metadata_json.json") expect(ours.get(name)?.equals(content)).toBe(true);
    const metadata = JSON.parse(theirs.get("metadata_json.json")?.toString() ?? "");
    expect(metadata).toMatchObject(SECRETS);
    expect(JSON.parse(ours.get("metadata_json.json")?.toString() ?? "")).toEqual({
      ...metadata,
      webhook_auth_user: "•••",
      webhook_auth_password: "•••",
      timeLimitedAuthToken: "•••",
    });
  });

  it("answers HEAD with the same headers, and 404 for what is not there", async () => {
    const { editor, save, session } = await article("a");
    await save("Hello");
    const [get, head] = [await editor("GET", "/versions/1/archive"), await editor("HEAD", "/versions/1/archive")];
    await get.arrayBuffer();
    for (const name of ["content-length", "content-disposition", "content-type"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    for (const number of [0, 2]) {
      const missing = await editor("GET", `/versions/${number}/archive`);
      expect([missing.status, await sentence(missing)]).toEqual([404, expect.stringContaining(`no version ${number}`)]);
    }
    const stranger = await fetch(`${appliance.url}/editor/api/sessions/${session.session_id}/versions/1/archive`);
    expect(stranger.status).toBe(401);
  });
});

it("explains a failed delivery to journalists without the JSON that a developer needs", async () => {
  site.answer = () => ({ ok: true });
  const { editor, save } = await article("a");
  const { delivery_id } = await save("Hello");
  const { explanation } = await deliverySettles(appliance, delivery_id);
  expect(explanation).toContain('Expected {"rc": 1');
  const { items } = (await (await editor("GET", "/versions")).json()) as Page<VersionView>;
  expect(items[0]?.delivery?.explanation).toMatch(/^The JSON response of 127\.0\.0\.1:\d+ has no integer rc\./);
  expect(items[0]?.delivery?.explanation).not.toContain("{");
});

describe("sending again", () => {
  it("sends a version that the site refused, and writes down that it was done from the editor", async () => {
    site.answer = () => ({ rc: 0, rm: "The section is closed." });
    const { editor, save } = await article("a");
    const { delivery_id } = await save("Hello");
    await deliverySettles(appliance, delivery_id);
    site.answer = () => ({ rc: 1 });
    const answer = await editor("POST", "/versions/1/retry");
    expect(answer.status).toBe(202);
    expect(((await answer.json()) as RetriedDelivery).delivery).toMatchObject({ delivery_id, state: "pending" });
    expect(await deliveryIs(appliance, delivery_id, ({ state }) => state === "delivered")).toMatchObject({
      attempts: 2,
    });
    const { items } = await appliance.console<{ items: object[] }>("GET", "/audit");
    expect(items).toContainEqual(
      expect.objectContaining({ action: "delivery sent again", subject: delivery_id, detail: { from: "editor" } }),
    );
  });

  it("refuses to put an older text back, and to send twice at once", async () => {
    const { editor, save } = await article("a");
    await deliverySettles(appliance, (await save("one")).delivery_id);
    const held = Promise.withResolvers<object>();
    const second = await save("two");
    await deliverySettles(appliance, second.delivery_id);
    const older = await editor("POST", "/versions/1/retry");
    expect([older.status, await sentence(older)]).toEqual([409, expect.stringContaining("newer version")]);
    site.answer = () => held.promise;
    expect((await editor("POST", "/versions/2/retry")).status).toBe(202);
    await deliveryIs(appliance, second.delivery_id, ({ state }) => state === "sending");
    const twice = await editor("POST", "/versions/2/retry");
    expect([twice.status, await sentence(twice)]).toEqual([409, expect.stringContaining("is being sent")]);
    held.resolve({ rc: 1 });
    await deliveryIs(appliance, second.delivery_id, ({ state }) => state === "delivered");
  });

  it("says to ask the admin while deliveries are paused, and 404 for a version that is none", async () => {
    const { editor, save } = await article("a");
    await deliverySettles(appliance, (await save("one")).delivery_id);
    await appliance.console("PATCH", "/settings", { deliveries_paused: true });
    const paused = await editor("POST", "/versions/1/retry");
    expect([paused.status, await sentence(paused)]).toEqual([
      409,
      expect.stringContaining("Ask an admin of Galley to release them"),
    ]);
    expect((await editor("POST", "/versions/9/retry")).status).toBe(404);
    expect((await editor("POST", "/versions/x/retry")).status).toBe(422);
  });
});

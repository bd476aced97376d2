import { beforeEach, describe, expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type {
  DeliveryView,
  EditorEvents,
  RetriedDelivery,
  VersionView,
} from "../../../../server/contracts/editor-api.ts";
import { zipTexts } from "../../../support/archives.ts";
import { deliveryIs } from "../../../support/deliveries.ts";
import { type Newsroom, newsroomIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, downloadArchive } from "../../../support/site.ts";

const SECRETS = { webhook_auth_user: "galley", webhook_auth_password: "s3cret", timeLimitedAuthToken: "t0ken" };

const { appliance } = await startNewsroom();
let { project, site, article } = {} as Newsroom;
beforeEach(async () => {
  ({ project, site, article } = await newsroomIn(appliance));
});
/** Opens an article, with credentials of the callback. */
const open = () => article("a", { metadata: { ...SECRETS, section_id: 7 } });
const sentence = async (response: Response) => ((await response.json()) as { detail: string }).detail;

describe("the archive of a version", () => {
  it("equals the site's archive, except for masked callback credentials", async () => {
    const { editor, publish, upload } = await open();
    const { texts: theirs } = await publish(articleOf({ file: await upload("note.txt", Buffer.from("a note")) }));
    const response = await editor("GET", "/versions/1/archive");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=version-1-[0-9a-f]{8}\.zip$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    const ours = await zipTexts(bytes);
    const metadata = JSON.parse(theirs.get("metadata_json.json") ?? "");
    expect(metadata).toMatchObject(SECRETS);
    const masked = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, "•••"]));
    expect(JSON.parse(ours.get("metadata_json.json") ?? "")).toEqual({ ...metadata, ...masked });
    for (const archive of [ours, theirs]) archive.delete("metadata_json.json");
    expect([...ours]).toEqual([...theirs]);
  });

  it("responds to HEAD with the same headers, and 404 for a missing version", async () => {
    const { editor, save } = await open();
    await save("Hello");
    const [get, head] = [await editor("GET", "/versions/1/archive"), await editor("HEAD", "/versions/1/archive")];
    await get.arrayBuffer();
    for (const name of ["content-length", "content-disposition", "content-type"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    for (const number of [0, 2]) {
      const missing = await editor("GET", `/versions/${number}/archive`);
      expect([missing.status, await sentence(missing)]).toEqual([404, expect.stringContaining(`no version ${number}`)]);
    }
  });
});

it("explains a failed delivery to journalists without JSON", async () => {
  site.respond = () => ({ ok: true });
  const { editor, deliver } = await open();
  const { explanation } = await deliver("Hello");
  expect(explanation).toContain('Expected {"rc": 1');
  const { items } = (await (await editor("GET", "/versions")).json()) as Page<VersionView>;
  expect(items[0]?.delivery?.explanation).toMatch(/^The JSON response of 127\.0\.0\.1:\d+ has no integer rc\./);
  expect(items[0]?.delivery?.explanation).not.toContain("{");
});

describe("resending", () => {
  it("sends a rejected version, and records that the editor requested it", async () => {
    site.respond = () => ({ rc: 0, rm: "The section is closed." });
    const { editor, deliver } = await open();
    const { id: delivery_id } = await deliver("Hello");
    site.respond = () => ({ rc: 1 });
    const response = await editor("POST", "/versions/1/retry");
    expect(response.status).toBe(202);
    expect(((await response.json()) as RetriedDelivery).delivery).toMatchObject({ delivery_id, state: "pending" });
    const delivered = await deliveryIs(appliance, delivery_id, ({ state }) => state === "delivered");
    expect(delivered.attempts).toBe(2);
    const [resent] = await appliance.audit("delivery sent again");
    expect(resent).toMatchObject({ subject: delivery_id, detail: { from: "editor" } });
  });

  it("is refused for an older version, and while the delivery is being sent", async () => {
    const { editor, deliver } = await open();
    await deliver("one");
    const held = Promise.withResolvers<object>();
    const second = await deliver("two");
    const older = await editor("POST", "/versions/1/retry");
    expect([older.status, await sentence(older)]).toEqual([409, expect.stringContaining("newer version")]);
    site.respond = () => held.promise;
    expect((await editor("POST", "/versions/2/retry")).status).toBe(202);
    await deliveryIs(appliance, second.id, ({ state }) => state === "sending");
    const twice = await editor("POST", "/versions/2/retry");
    expect([twice.status, await sentence(twice)]).toEqual([409, expect.stringContaining("is being sent")]);
    held.resolve({ rc: 1 });
    await deliveryIs(appliance, second.id, ({ state }) => state === "delivered");
  });

  it("is refused while deliveries are paused, and returns 404 for an unknown version", async () => {
    const { editor, deliver } = await open();
    await deliver("one");
    await appliance.console("PATCH", "/settings", { deliveries_paused: true });
    const paused = await editor("POST", "/versions/1/retry");
    expect([paused.status, await sentence(paused)]).toEqual([409, expect.stringContaining("Ask an admin of Galley")]);
    expect((await editor("POST", "/versions/9/retry")).status).toBe(404);
    expect((await editor("POST", "/versions/x/retry")).status).toBe(422);
    await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  });
});

it("reports the size of a completely downloaded archive immediately, and stores it", async () => {
  let archiveBytes = 0;
  const response = Promise.withResolvers<void>();
  site.respond = async ({ body }) => {
    const archive = await downloadArchive(project, body.content_url, body.material_id);
    archiveBytes = (await archive.arrayBuffer()).byteLength;
    await response.promise;
    return { rc: 1, rm: "", data: {} };
  };
  const { listen, save, load } = await article("bridge");
  const events = await listen();
  await save();

  const received = (state: DeliveryView["state"], bytes: boolean) =>
    events.until(({ events: all }) =>
      all.some(({ event, data }) => {
        const delivery = data as EditorEvents["delivery"];
        return event === "delivery" && delivery.state === state && (delivery.downloaded_bytes !== null) === bytes;
      }),
    );
  await received("sending", false);
  await received("sending", true);
  response.resolve();
  await received("delivered", true);
  expect((await load()).versions[0]?.delivery?.downloaded_bytes).toBe(archiveBytes);
});

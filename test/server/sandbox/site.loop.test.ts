import { expect, test } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { drawnPng } from "../../support/drawn-png.ts";
import { eventually } from "../../support/eventually.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { articleOf } from "../../support/site.ts";

const PICTURE = drawnPng(3, 2);
const { appliance } = await startNewsroom();

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${appliance.sandboxUrl}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

interface Editor {
  id: string;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** Presses a button of the site that opens the editor, and calls the editor's API as a tab does. */
async function openEditor(path: string, fields: Record<string, string>): Promise<Editor> {
  const response = await post(path, fields);
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("location") ?? "");
  const sessionId = location.pathname.split("/").at(-1);
  const token = location.hash.slice("#t=".length);
  const base = `${appliance.url}/editor/api/sessions/${sessionId}`;
  const call: Editor["call"] = async (method, where, body) => {
    const init =
      body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) };
    const answer = await fetch(base + where, { method, headers: { authorization: `Bearer ${token}` }, ...init });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { id } = await appliance.console<{ id: string }>("GET", `/sessions/${sessionId}`);
  return { id, call };
}

/** The delivery, once it needs no further attempt. */
async function settled(deliveryId: unknown): Promise<DeliveryDetail> {
  const get = () => appliance.console<DeliveryDetail>("GET", `/deliveries/${String(deliveryId)}`);
  await eventually(async () => expect((await get()).finished_at).not.toBeNull());
  return get();
}

test("an article saved in the editor is on the public page, and reopens with the site's URLs", async () => {
  const editor = await openEditor("/articles", { title: "A cat in the town hall" });
  const { material_id } = await editor.call("GET", "/");
  const { file_name } = await editor.call("POST", "/media?name=cat.png", PICTURE);
  const saved = await editor.call("POST", "/versions", {
    save_id: "first",
    base_version: null,
    user_email: "ann@example.org",
    vms_json: articleOf("The cat was asleep.", { file: String(file_name), alt: "A cat" }),
  });
  const delivery = await settled(saved.delivery_id);
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: [], site_message: "ok" });
  expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 200, complete: true }]);

  const page = await (await fetch(`${appliance.sandboxUrl}/articles/${String(material_id)}`)).text();
  const url = `${appliance.sandboxUrl}/files/${String(material_id)}/${String(file_name)}`;
  expect(page).toContain("The cat was asleep.");
  expect(page).toContain(url);
  expect(page).not.toContain("dummy-");
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(PICTURE);

  const again = await openEditor(`/articles/${String(material_id)}/edit`, {});
  expect(again.id).toBe(editor.id);
  expect(await again.call("GET", "/")).toMatchObject({
    current_version: 1,
    vms_json: { assets: { [String(file_name)]: { clientUrl: url } } },
  });
});

test("a published font is on the site's pages, and the appliance knows its URLs", async () => {
  const project = await appliance.sandboxProject();
  const editor = await openEditor("/articles", { title: "Set in Ferry" });
  const { material_id } = await editor.call("GET", "/");
  const font = ttf({ family: "Ferry" });
  const { file_name, woff2 } = await addFont(appliance, project.id, "ferry.ttf", font);
  const { snapshot, deliveries } = await publish(appliance, project.id);
  expect(deliveries).toBe(1);
  const { items } = await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?snapshot=${snapshot.id}`);
  expect(await settled(items[0]?.id)).toMatchObject({ state: "delivered", site_message: "ok" });

  const cssUrl = `${appliance.sandboxUrl}/files/fonts/vms_fonts.css`;
  const fileUrl = (name?: string) => `${appliance.sandboxUrl}/files/fonts/${name}`;
  const text = async (url: string) => (await fetch(url)).text();
  expect(await text(`${appliance.sandboxUrl}/articles/${material_id}`)).toContain(
    `<link rel="stylesheet" href="${cssUrl}">`,
  );
  const css = await text(cssUrl);
  expect(css).toContain(`url("${fileUrl(woff2?.file_name)}") format("woff2")`);
  expect(css).not.toContain("dummy-");
  expect(Buffer.from(await (await fetch(fileUrl(file_name))).arrayBuffer())).toEqual(font);
  expect((await editor.call("GET", "/")).fonts).toMatchObject({
    css: { clientUrl: cssUrl },
    list: [{ family: "Ferry", variants: [{ files: { woff2: { clientUrl: fileUrl(woff2?.file_name) } } }] }],
  });
});

test("a rejected save shows the site's message", async () => {
  const editor = await openEditor("/articles", { title: "Locked" });
  const { material_id } = await editor.call("GET", "/");
  await post(`/articles/${String(material_id)}/refusal`, { on: "1", message: "Locked by the legal desk." });
  const body = { save_id: "refused", base_version: null, vms_json: articleOf("Not like this.") };
  const saved = await editor.call("POST", "/versions", body);
  const rejected = { state: "rejected", code: "rejected_by_site", site_message: "Locked by the legal desk." };
  expect(await settled(saved.delivery_id)).toMatchObject(rejected);
});

test("an article that predates the integration opens with its text and containers", async () => {
  const response = await post("/articles/sample", {});
  const id = response.headers.get("location")?.split("/").at(-1);
  const editor = await openEditor(`/articles/${id}/edit`, {});
  const state = await editor.call("GET", "/");
  expect(state).toMatchObject({ readable: true, current_version: null });
  expect(JSON.stringify(state.vms_json)).toContain("the Marguerite will cast off");
  // The container must equal the one that the site offers, or the editor would report a change.
  const { doc } = state.vms_json as { doc: { content: { type: string; attrs: { definition: object } }[] } };
  const { definition } = doc.content.find(({ type }) => type === "customContainer")?.attrs ?? {};
  const [offered] = state.custom_containers as object[];
  expect(JSON.stringify(definition)).toBe(JSON.stringify(offered));
});

test("a save in a tab opened before a rotation is delivered, and its download uses the new secret", async () => {
  const project = await appliance.sandboxProject();
  const editor = await openEditor("/articles", { title: "Before the rotation" });
  const rotated = await appliance.console<ProjectView>("POST", `/projects/${project.id}/rotate-secret`);
  expect(rotated.previous_secret_signs).toBe(true);
  const body = { save_id: "before", base_version: null, vms_json: articleOf("Signed with the previous secret.") };
  const saved = await editor.call("POST", "/versions", body);
  expect((await settled(saved.delivery_id)).state).toBe("delivered");
  const after = await appliance.console<ProjectView>("GET", `/projects/${project.id}`);
  expect(after.previous_secret_signs).toBe(false);
});

test("a new secret of the project takes effect immediately on both sides", async () => {
  const project = await appliance.sandboxProject();
  await appliance.console("POST", `/projects/${project.id}/rotate-secret`);
  const editor = await openEditor("/articles", { title: "After the rotation" });
  const body = { save_id: "rotated", base_version: null, vms_json: articleOf("Signed again.") };
  const saved = await editor.call("POST", "/versions", body);
  expect((await settled(saved.delivery_id)).state).toBe("delivered");
  const { items } = await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?project=${project.id}`);
  expect(items.length).toBeGreaterThan(0);
});

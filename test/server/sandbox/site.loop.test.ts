import { expect, test } from "vitest";
import type { DeliveryDetail, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { drawnPng } from "../../support/drawn-png.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { articleIn, startNewsroom } from "../../support/newsroom.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { articleOf, type OpenedSession } from "../../support/site.ts";

const PICTURE = drawnPng(3, 2);
const { appliance } = await startNewsroom();

const post = (path: string, fields: Record<string, string>) =>
  fetch(`${appliance.sandboxUrl}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

/** Presses a button of the site that opens the editor. @returns the tab, and the id of the article on the site */
async function openEditor(path: string, fields: Record<string, string>) {
  const response = await post(path, fields);
  expect(response.status).toBe(303);
  const url = response.headers.get("location") ?? "";
  const session_id = new URL(url).pathname.split("/").at(-1) ?? "";
  const { load, ...tab } = articleIn(appliance, { url, session_id } as OpenedSession);
  return { ...tab, load, session_id, id: (await load()).material_id };
}

const deliveryOf = ({ id }: { id: string }) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
const textOf = async (path: string) => (await fetch(`${appliance.sandboxUrl}${path}`)).text();
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test("an article saved in the editor is on the public page, and reopens with the site's URLs", async () => {
  const { id, session_id, upload, deliver } = await openEditor("/articles", { title: "A cat in the town hall" });
  const file = await upload("cat.png", PICTURE);
  const delivery = await deliveryOf(await deliver(articleOf("The cat was asleep.", { file, alt: "A cat" })));
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: [], site_message: "ok" });
  expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 200, complete: true }]);

  const url = `${appliance.sandboxUrl}/files/${id}/${file}`;
  const page = await textOf(`/articles/${id}`);
  expect(page).toContain("The cat was asleep.");
  expect(page).toContain(url);
  expect(page).not.toContain("dummy-");
  expect(await bytesOf(url)).toEqual(PICTURE);

  const again = await openEditor(`/articles/${id}/edit`, {});
  expect(again.session_id).toBe(session_id);
  expect(await again.load()).toMatchObject({
    current_version: 1,
    vms_json: { assets: { [file]: { clientUrl: url } } },
  });
});

test("a published font is on the site's pages, and the appliance knows its URLs", async () => {
  const project = await appliance.sandboxProject();
  const { id, load } = await openEditor("/articles", { title: "Set in Ferry" });
  const font = ttf({ family: "Ferry" });
  const { file_name, woff2 } = await addFont(appliance, project.id, "ferry.ttf", font);
  const { snapshot, deliveries } = await publish(appliance, project.id);
  expect(deliveries).toBe(1);
  const [row] = await appliance.list<DeliveryRow>(`/deliveries?snapshot=${snapshot.id}`);
  const settled = await deliverySettles(appliance, row?.id ?? "");
  expect(settled).toMatchObject({ state: "delivered", site_message: "ok" });

  const at = (name?: string) => `${appliance.sandboxUrl}/files/fonts/${name}`;
  expect(await textOf(`/articles/${id}`)).toContain(`<link rel="stylesheet" href="${at("vms_fonts.css")}">`);
  const css = await textOf("/files/fonts/vms_fonts.css");
  expect(css).toContain(`url("${at(woff2?.file_name)}") format("woff2")`);
  expect(css).not.toContain("dummy-");
  expect(await bytesOf(at(file_name))).toEqual(font);
  expect((await load()).fonts).toMatchObject({
    css: { clientUrl: at("vms_fonts.css") },
    list: [{ family: "Ferry", variants: [{ files: { woff2: { clientUrl: at(woff2?.file_name) } } }] }],
  });
});

test("a rejected save shows the site's message", async () => {
  const { id, deliver } = await openEditor("/articles", { title: "Locked" });
  await post(`/articles/${id}/refusal`, { on: "1", message: "Locked by the legal desk." });
  const rejected = { state: "rejected", code: "rejected_by_site", site_message: "Locked by the legal desk." };
  expect(await deliver("Not like this.")).toMatchObject(rejected);
});

test("an article that predates the integration opens with its text and containers", async () => {
  const response = await post("/articles/sample", {});
  const sample = response.headers.get("location")?.split("/").at(-1);
  const { load } = await openEditor(`/articles/${sample}/edit`, {});
  const { vms_json, custom_containers, ...state } = await load();
  expect(state).toMatchObject({ readable: true, current_version: null });
  expect(JSON.stringify(vms_json)).toContain("the Marguerite will cast off");
  // The container must equal the one that the site offers, or the editor would report a change.
  const doc = vms_json?.doc as { content: { type: string; attrs: { definition: object } }[] } | undefined;
  const { definition } = doc?.content.find(({ type }) => type === "customContainer")?.attrs ?? {};
  expect(JSON.stringify(definition)).toBe(JSON.stringify(custom_containers[0]));
});

test("a new secret of the project takes effect immediately on both sides, also for a tab opened before", async () => {
  const project = await appliance.sandboxProject();
  const before = await openEditor("/articles", { title: "Before the rotation" });
  const rotated = await appliance.console<ProjectView>("POST", `/projects/${project.id}/rotate-secret`);
  expect(rotated.previous_secret_signs).toBe(true);
  // Its download is the first signature with the new secret.
  expect(await before.deliver()).toMatchObject({ state: "delivered" });
  const after = await appliance.console<ProjectView>("GET", `/projects/${project.id}`);
  expect(after.previous_secret_signs).toBe(false);

  const { deliver } = await openEditor("/articles", { title: "After the rotation" });
  expect(await deliver()).toMatchObject({ state: "delivered" });
});

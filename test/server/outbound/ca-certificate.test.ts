import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { selfSigned } from "../../support/certificates.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { articleOf, editorOf, openSession } from "../../support/site.ts";

const own = selfSigned(["IP:127.0.0.1"]);
let appliance: RunningAppliance;
let project: ProjectWithSecret;
let receiver: Receiver;

beforeAll(async () => {
  appliance = await startAppliance();
  project = await appliance.createProject();
  receiver = await startReceiver(project, {}, own);
});
afterAll(async () => {
  receiver.close();
  await appliance.close();
});

const trustIt = (id = project.id) =>
  appliance.console("PATCH", `/projects/${id}`, { settings: { ca_certificate: own.cert } });

it("lets deliveries through that waited for it", async () => {
  const session = await openSession(appliance.url, project, {
    material_id: "tram",
    callback_url: receiver.callbackUrl,
  });
  const saved = await editorOf(session)("POST", "/versions", {
    save_id: "s",
    vms_json: articleOf("Text"),
    base_version: null,
  });
  const { delivery_id } = (await saved.json()) as SavedVersion;
  const refused = await deliverySettles(appliance, delivery_id);
  expect(refused).toMatchObject({ state: "pending", code: "tls_untrusted" });
  expect(refused.explanation).toContain("add it as the project's CA certificate");

  await trustIt();
  await appliance.console<DeliveryRow>("POST", `/deliveries/${delivery_id}/retry`);
  await expect(deliverySettles(appliance, delivery_id, 1)).resolves.toMatchObject({ state: "delivered" });
});

it("lets files be fetched from the site", async () => {
  await trustIt();
  const check = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl }, "article_saved");
  const [{ file_name, url } = { file_name: "", url: "" }] = check.step("article_saved").fetches;
  const vms_json = { ...articleOf("Text", { file: file_name }), assets: { [file_name]: { clientUrl: url } } };
  const body = { material_id: "brought", callback_url: receiver.callbackUrl, vms_json };
  const editor = editorOf(await openSession(appliance.url, project, body));
  await vi.waitFor(async () => expect((await editor("GET", `/media/${file_name}`)).status).toBe(200), {
    timeout: 10_000,
  });
});

import { afterAll, expect, it } from "vitest";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import { selfSigned } from "../../support/certificates.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { articleOfKeys, startNewsroom } from "../../support/newsroom.ts";
import { startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { articleOf } from "../../support/site.ts";

const own = selfSigned(["IP:127.0.0.1"]);
const { appliance, project } = await startNewsroom();
const receiver = await startReceiver(project, {}, own);
afterAll(receiver.close);

const trustIt = (id = project.id) =>
  appliance.console("PATCH", `/projects/${id}`, { settings: { ca_certificate: own.cert } });

it("allows pending deliveries to a site with its own CA", async () => {
  const { save } = await articleOfKeys(appliance, project, "tram", receiver.callbackUrl);
  const { delivery_id } = await save();
  const refused = await deliverySettles(appliance, delivery_id);
  expect(refused).toMatchObject({ state: "pending", code: "tls_untrusted" });
  expect(refused.explanation).toContain("add it as the project's CA certificate");

  await trustIt();
  await appliance.console<DeliveryRow>("POST", `/deliveries/${delivery_id}/retry`);
  await expect(deliverySettles(appliance, delivery_id, 1)).resolves.toMatchObject({ state: "delivered" });
});

it("allows downloads of the site's files", async () => {
  await trustIt();
  const check = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl }, "article_saved");
  const [{ file_name, url } = { file_name: "", url: "" }] = check.step("article_saved").fetches;
  const vms_json = { ...articleOf("Text", { file: file_name }), assets: { [file_name]: { clientUrl: url } } };
  const { editor } = await articleOfKeys(appliance, project, "brought", receiver.callbackUrl, { vms_json });
  await eventually(async () => expect((await editor("GET", `/media/${file_name}`)).status).toBe(200));
});

import { afterAll, expect, it, onTestFinished } from "vitest";
import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { ProjectView, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { CheckStepName } from "../../../server/contracts/receiver-check-api.ts";
import { type Certificate, selfSigned, signedByOwnAuthority } from "../../support/certificates.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { articleOfKeys, startNewsroom } from "../../support/newsroom.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { articleOf } from "../../support/site.ts";

const HERE = ["IP:127.0.0.1", "DNS:localhost"];
const LONG: [string, string] = ["20200101000000Z", "20990101000000Z"];

const { appliance, project: trusting } = await startNewsroom();
let project: ProjectWithSecret;
let receiver: Receiver;

const trust = (ca: string | null, id = project.id) =>
  appliance.console<ProjectView>("PATCH", `/projects/${id}`, { settings: { ca_certificate: ca } });

async function check(certificate: Certificate | null, ca: string | null = null, until: CheckStepName = "tls") {
  project = await appliance.createProject();
  if (ca !== null) await trust(ca);
  receiver = await startReceiver(project, {}, certificate);
  onTestFinished(receiver.close);
  const callback_url = receiver.callbackUrl.replace("http:", "https:");
  return checkReceiver(appliance, project.id, { callback_url }, until);
}

const own = signedByOwnAuthority(HERE, LONG);
const self = selfSigned(HERE);
const expired = signedByOwnAuthority(HERE, ["20200101000000Z", "20210203040500Z"]);
const elsewhere = signedByOwnAuthority(["DNS:cms.example.org"], LONG);
const soon = selfSigned(HERE, 10);
const chain = { ...own, cert: own.cert + own.ca };

const FAULTS: [certificate: string, served: Certificate | null, ca: string | null, code: string, message: RegExp][] = [
  ["that is self-signed", self, null, "tls_untrusted", / is self-signed \(issued to The Daily Test by The Daily/],
  ["that has expired", expired, expired.ca, "tls_expired", /expired on 2021-02-03 04:05 UTC \(issued to cms\.daily/],
  ["without its chain", own, null, "tls_untrusted", /does not send the whole certificate chain.* whole chain/],
  ["of the site's own CA", chain, null, "tls_untrusted", /is from an unknown CA.*the project's CA cert/],
  ["for another host", elsewhere, elsewhere.ca, "tls_untrusted", /is for cms\.example\.org, not for this host/],
  ["signed by another CA", own, elsewhere.ca, "tls_untrusted", /./],
  ["on a port without TLS", null, null, "protocol_error", /does not use TLS on this port/],
];

it.each(FAULTS)("reports a certificate %s", async (_, served, ca, code, message) => {
  const result = await check(served, ca);
  const step = result.step("tls");
  expect([result.summary[0], step]).toMatchObject(["reachability: passed", { verdict: "failed", code }]);
  expect(`${step.happened} ${step.change}`).toMatch(message);
  expect(receiver.callbacks).toEqual([]);
});

it("trusts certificates of the project's own CA, for callbacks and files", async () => {
  const result = await check(own, own.ca, "article_saved");
  expect(result.step("article_saved").verdict).toBe("passed");
  expect(result.step("tls")).toMatchObject({
    verdict: "passed",
    certificate: { subject: "cms.daily.test", issuer: "The Daily Test CA", names: ["127.0.0.1", "localhost"] },
  });
});

it("warns about a certificate that expires soon", async () => {
  const step = (await check(soon, soon.cert)).step("tls");
  expect(step).toMatchObject({ verdict: "warning", code: "certificate_ends_soon" });
  expect(step.happened).toMatch(/: (9|10) days left\.$/);
});

it("trusts a project's self-signed certificate until it is removed, and rejects other texts", async () => {
  expect((await check(self, self.cert)).step("tls").verdict).toBe("passed");
  for (const wrong of ["", "a certificate", self.key, `${self.cert}${self.key}`])
    await expect(trust(wrong)).rejects.toThrow(/422.*certificates in PEM form/);
  expect((await trust(null)).settings.ca_certificate).toBeNull();
  const again = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl }, "tls");
  expect(again.step("tls").verdict).toBe("failed");
});

const site = await startReceiver(trusting, {}, self);
afterAll(site.close);

it("allows pending deliveries to a site with its own CA", async () => {
  const { save } = await articleOfKeys(appliance, trusting, "tram", site.callbackUrl);
  const { delivery_id } = await save();
  const refused = await deliverySettles(appliance, delivery_id);
  expect(refused).toMatchObject({ state: "pending", code: "tls_untrusted" });
  expect(refused.explanation).toContain("add it as the project's CA certificate");

  await trust(self.cert, trusting.id);
  await appliance.console<DeliveryRow>("POST", `/deliveries/${delivery_id}/retry`);
  await expect(deliverySettles(appliance, delivery_id, 1)).resolves.toMatchObject({ state: "delivered" });
});

it("allows downloads of the site's files", async () => {
  await trust(self.cert, trusting.id);
  const check = await checkReceiver(appliance, trusting.id, { callback_url: site.callbackUrl }, "article_saved");
  const [{ file_name, url } = { file_name: "", url: "" }] = check.step("article_saved").fetches;
  const vms_json = { ...articleOf("Text", { file: file_name }), assets: { [file_name]: { clientUrl: url } } };
  const { editor } = await articleOfKeys(appliance, trusting, "brought", site.callbackUrl, { vms_json });
  await eventually(async () => expect((await editor("GET", `/media/${file_name}`)).status).toBe(200));
});

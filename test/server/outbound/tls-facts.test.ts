import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProjectView, ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";
import { type Certificate, selfSigned, signedByOwnAuthority } from "../../support/certificates.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";

const HERE = ["IP:127.0.0.1", "DNS:localhost"];
const LONG: [string, string] = ["20200101000000Z", "20990101000000Z"];

let appliance: RunningAppliance;
let project: ProjectWithSecret;
let receiver: Receiver;

beforeAll(async () => {
  appliance = await startAppliance();
});
afterAll(() => appliance.close());
afterEach(() => receiver.close());

const trust = (ca: string | null) =>
  appliance.console<ProjectView>("PATCH", `/projects/${project.id}`, { settings: { ca_certificate: ca } });

async function check(certificate: Certificate, ca: string | null = null) {
  project = await appliance.createProject();
  if (ca !== null) await trust(ca);
  receiver = await startReceiver(project, {}, certificate);
  return checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl });
}

describe("without a CA certificate", () => {
  it("names a certificate that is self-signed, and what to do", async () => {
    const result = await check(selfSigned(HERE));
    const step = result.step("tls");
    expect(result.summary[0]).toBe("reachability: passed");
    expect(step).toMatchObject({ verdict: "failed", code: "tls_untrusted" });
    expect(step.happened).toMatch(
      /^The certificate of 127\.0\.0\.1:\d+ is self-signed \(issued to The Daily Test by The Daily Test\)\.$/,
    );
    expect(step.change).toContain("the project's CA certificate");
    expect(receiver.callbacks).toEqual([]);
  });

  it("names an expired one with its day", async () => {
    const own = signedByOwnAuthority(HERE, ["20200101000000Z", "20210203040500Z"]);
    const step = (await check(own, own.ca)).step("tls");
    expect(step).toMatchObject({ verdict: "failed", code: "tls_expired" });
    expect(step.happened).toContain("expired on 2021-02-03 04:05 UTC (issued to cms.daily.test by The Daily Test CA)");
  });

  it("names one that came without its chain", async () => {
    const step = (await check(signedByOwnAuthority(HERE, LONG))).step("tls");
    expect(step.happened).toContain("does not send the whole certificate chain");
    expect(step.change).toContain("whole chain");
  });

  it("names one that comes from an authority of the site's own", async () => {
    const own = signedByOwnAuthority(HERE, LONG);
    const step = (await check({ ...own, cert: own.cert + own.ca })).step("tls");
    expect(step.happened).toContain("is from an unknown CA");
    expect(step.change).toContain("the project's CA certificate");
  });
});

describe("with a CA certificate", () => {
  it("trusts what the project's own authority signed, for callbacks and files alike", async () => {
    const own = signedByOwnAuthority(HERE, LONG);
    const result = await check(own, own.ca);
    expect(result.verdict).toBe("passed");
    expect(result.step("tls")).toMatchObject({
      verdict: "passed",
      certificate: { subject: "cms.daily.test", issuer: "The Daily Test CA", names: ["127.0.0.1", "localhost"] },
    });
  });

  it("trusts the very certificate that is self-signed", async () => {
    const own = selfSigned(HERE);
    expect((await check(own, own.cert)).step("tls").verdict).toBe("passed");
  });

  it("still wants the right name", async () => {
    const own = signedByOwnAuthority(["DNS:cms.example.org"], LONG);
    const step = (await check(own, own.ca)).step("tls");
    expect(step).toMatchObject({ verdict: "failed", code: "tls_untrusted" });
    expect(step.happened).toContain("is for cms.example.org, not for this host");
  });

  it("trusts no other", async () => {
    const own = signedByOwnAuthority(HERE, LONG);
    const other = signedByOwnAuthority(HERE, LONG);
    expect((await check(own, other.ca)).step("tls")).toMatchObject({ verdict: "failed", code: "tls_untrusted" });
  });

  it("warns of one that ends soon", async () => {
    const own = selfSigned(HERE, 10);
    const step = (await check(own, own.cert)).step("tls");
    expect(step).toMatchObject({ verdict: "warning", code: "certificate_ends_soon" });
    expect(step.happened).toMatch(/: (9|10) days left\.$/);
  });

  it("is taken only as certificates, and goes away again", async () => {
    const own = selfSigned(HERE);
    await check(own, own.cert);
    for (const wrong of ["", "a certificate", own.key, `${own.cert}${own.key}`])
      await expect(trust(wrong)).rejects.toThrow(/422.*certificates in PEM form/);
    expect((await trust(null)).settings.ca_certificate).toBeNull();
    const again = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl });
    expect(again.step("tls").verdict).toBe("failed");
  });
});

it("names an https address behind which no TLS is spoken", async () => {
  project = await appliance.createProject();
  receiver = await startReceiver(project);
  const callback_url = receiver.callbackUrl.replace("http:", "https:");
  const step = (await checkReceiver(appliance, project.id, { callback_url })).step("tls");
  expect(step).toMatchObject({ verdict: "failed", code: "protocol_error" });
  expect(step.happened).toContain("does not use TLS on this port");
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELIVERY_CODES } from "../../server/callbacks/codes.ts";
import { explain, tell } from "../../server/callbacks/explain.ts";
import type { DeliveryDetail, ProjectWithSecret } from "../../server/console/console-api.ts";
import type { SavedVersion } from "../../server/editor/editor-api.ts";
import { type RunningAppliance, startAppliance } from "../support/appliance.ts";
import { deliverySettles } from "../support/deliveries.ts";
import { type Behaviour, type Receiver, startReceiver } from "../support/receiver.ts";
import { articleOf, editorOf, openSession, signature } from "../support/site.ts";

it.each(DELIVERY_CODES)("%s has its sentence, also where little is known", (code) => {
  const little = { status: 418, seconds: 10, limit_mb: 20, rc: 0, assets: ["a.png"], urls: ["https://cdn.example/a"] };
  for (const facts of [little, { ...little, host: "cms.example.org" }]) {
    expect(tell(code, facts).happened).toMatch(/^[A-Z].*\.$|^cms\.example\.org .*\.$/);
    expect(explain(code, facts)).not.toMatch(/undefined|null|\{\}|\(\)/);
  }
});

describe("an attempt's explanation", () => {
  let appliance: RunningAppliance;
  let project: ProjectWithSecret;
  let receiver: Receiver;
  let right: Behaviour;
  let count = 0;

  beforeAll(async () => {
    appliance = await startAppliance();
    project = await appliance.createProject();
    receiver = await startReceiver(project);
    right = receiver.behaviour;
  });
  afterAll(async () => {
    receiver.close();
    await appliance.close();
  });

  /** The delivery of a save to a receiver that does something wrong, after its first attempt. */
  async function saveAnd(change: Partial<Behaviour>, metadata = {}): Promise<DeliveryDetail> {
    receiver.behaviour = { ...right, ...change };
    const body = { material_id: `material-${++count}`, callback_url: receiver.callbackUrl, metadata };
    const editor = editorOf(await openSession(appliance.url, project, body));
    const saved = await editor("POST", "/versions", {
      save_id: randomUUID(),
      vms_json: articleOf("Text"),
      base_version: null,
    });
    const { delivery_id } = (await saved.json()) as SavedVersion;
    await deliverySettles(appliance, delivery_id);
    return appliance.console<DeliveryDetail>("GET", `/deliveries/${delivery_id}`);
  }

  it("says nothing of a download that went well", async () => {
    const delivery = await saveAnd({});
    expect(delivery).toMatchObject({ state: "delivered", explanation: "" });
    expect(delivery.attempts[0]).toMatchObject({ explanation: "", downloads: [{ complete: true, refusal: null }] });
  });

  it("says that the site answered rc 1 but never downloaded the archive", async () => {
    const delivery = await saveAnd({ download: async () => null });
    expect(delivery.state).toBe("delivered");
    for (const told of [delivery.explanation, delivery.attempts[0]?.explanation])
      expect(told).toContain("answered rc 1 but never downloaded the archive");
  });

  it("says that the download came with a wrong signature, and what that looks like", async () => {
    const delivery = await saveAnd({
      async download({ body, headers }) {
        const query = `api_key=${project.api_key}&material_id=${body.material_id}`;
        const callbackUrl = `http://${headers.host}/galley/callback`;
        const signed = signature(project.api_secret, body.material_id, callbackUrl);
        await fetch(`${body.content_url}?${query}`, { headers: { "x-service-signature": signed } });
        throw new Error("no archive");
      },
    });
    expect(delivery.code).toBe("http_status");
    expect(delivery.explanation).toContain(
      "refused with 403: Wrong signature. It looks as if it covers the callback_url",
    );
    expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 403, complete: false }]);
  });

  it("says that an archive was asked for which does not belong to the material", async () => {
    const delivery = await saveAnd({
      async download({ body }) {
        const signed = signature(project.api_secret, "another", body.content_url);
        await fetch(`${body.content_url}?api_key=${project.api_key}&material_id=another`, {
          headers: { "x-service-signature": signed },
        });
        return null;
      },
    });
    expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 404 }]);
    expect(delivery.explanation).toContain("refused with 404");
  });

  it("says what was expected and begins what came instead", async () => {
    const page = `<h1>Wartung</h1>${"x".repeat(5_000)}`;
    const delivery = await saveAnd({
      answer: () => (res: import("node:http").ServerResponse) =>
        void res.writeHead(200, { "content-type": "text/html" }).end(page),
    });
    expect(delivery.code).toBe("not_json");
    expect(delivery.explanation).toContain('Expected {"rc": 1');
    expect(delivery.explanation).toContain(`received status 200 (text/html): ${page.slice(0, 2_048)}`);
    expect(delivery.explanation).not.toContain(page.slice(0, 2_049));
  });

  it("never repeats the credentials that a site's answer repeats", async () => {
    const delivery = await saveAnd(
      { answer: () => ({ rc: 0, rm: "anna-of-the-desk may not write here, secret-word" }) },
      { webhook_auth_user: "anna-of-the-desk", webhook_auth_password: "secret-word" },
    );
    expect(delivery.site_message).toBe("••• may not write here, •••");
    expect(JSON.stringify(delivery)).not.toMatch(/anna-of-the-desk|secret-word/);
  });
});

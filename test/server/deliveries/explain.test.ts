import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { DELIVERY_CODES } from "../../../server/contracts/delivery-states.ts";
import { explain, explainWarning, failureParts, judgeDownloads } from "../../../server/deliveries/explain.ts";
import { articleOfKeys, startNewsroom } from "../../support/newsroom.ts";
import { type Behaviour, startReceiver } from "../../support/receiver.ts";
import { downloadArchive, signature } from "../../support/site.ts";

it.each(DELIVERY_CODES)("%s has an explanation, even with few facts", (code) => {
  const little = { status: 418, seconds: 10, limit_mb: 20, rc: 0, assets: ["a.png"], urls: ["https://cdn.example/a"] };
  for (const facts of [little, { ...little, host: "cms.example.org" }]) {
    expect(failureParts(code, facts).happened.detail).toMatch(/^([A-Z]|cms\.example\.org |the site ).*\.$/);
    expect(explain(code, facts).detail).not.toMatch(/undefined|null|\{\}|\(\)| \./);
  }
});

it("counts the files beyond the named ones, and names the size of an archive only if it is known", () => {
  const facts = { missing: ["a.png"], missing_count: 3 };
  expect(explainWarning("missing_client_urls", facts).detail).toContain("no URL for a.png and 2 more. ");
  const cutOff = (totalBytes: number | null, accepted: boolean) =>
    judgeDownloads([{ status: 200, bytes: 5e6, totalBytes, complete: 0, refusal: null }], accepted)?.happened.detail;
  expect(cutOff(null, true)).toContain("rc 1, but downloaded only 5 MB of the archive and aborted.");
  expect(cutOff(9e6, false)).toBe("The site downloaded 5 MB of 9 MB of the archive and aborted.");
});

const { appliance, project } = await startNewsroom();
const receiver = await startReceiver(project);
afterAll(receiver.close);
const right = receiver.behaviour;
let count = 0;

describe("an attempt's explanation", () => {
  /** The delivery of a save to a faulty receiver, after its first attempt. */
  async function saveAnd(change: Partial<Behaviour>, metadata = {}): Promise<DeliveryDetail> {
    receiver.behaviour = { ...right, ...change };
    const { callbackUrl } = receiver;
    const { deliver } = await articleOfKeys(appliance, project, `material-${++count}`, callbackUrl, { metadata });
    return appliance.console<DeliveryDetail>("GET", `/deliveries/${(await deliver()).id}`);
  }

  it("diagnoses the wrong signature of a download", async () => {
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
      "download of the archive with 403: Wrong signature. It looks as if it covers the callback_url",
    );
    expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 403, complete: false }]);
  });

  it("reports a download with another material id", async () => {
    const delivery = await saveAnd({
      async download({ body }) {
        await downloadArchive(project, body.content_url, "another");
        return null;
      },
    });
    expect(delivery.attempts[0]?.downloads).toMatchObject([{ status: 404 }]);
    expect(delivery.explanation).toContain("of the archive with 404");
  });

  /** A site that gives this response to every callback. */
  const responding = (status: number, type: string, body: unknown): Partial<Behaviour> => ({
    respond: () => (res: ServerResponse) =>
      void res.writeHead(status, { "content-type": type }).end(typeof body === "string" ? body : JSON.stringify(body)),
  });

  it("shows the expected response and the beginning of the received one", async () => {
    const text = `not yet\n${"x".repeat(5_000)}`;
    const delivery = await saveAnd(responding(200, "text/plain", text));
    expect(delivery.code).toBe("not_json");
    expect(delivery.explanation).toContain('Expected {"rc": 1');
    expect(delivery.explanation).toContain(`received status 200 (text/plain): ${text.slice(0, 2_048)}`);
    expect(delivery.explanation).not.toContain(text.slice(0, 2_049));
  });

  const fault = { type: "missing", loc: ["body", "metadata"], msg: "Field required", input: {} };
  it.each<[string, number, string, unknown, string]>([
    ["message", 400, "application/json", { message: "The article is archived.", code: 7 }, "The article is archived."],
    ["a code and a message", 500, "application/json", { error: "db", message: "No database" }, "No database"],
    ["error", 500, "application/json", { error: "The store is full" }, "The store is full"],
    ["detail", 404, "application/json", { detail: "No such section" }, "No such section"],
    ["rm without rc", 200, "application/json", { rm: "Falsche Rubrik" }, "Falsche Rubrik"],
    ["a nested error", 500, "application/json", { error: { code: 5, message: "Deep trouble" } }, "Deep trouble"],
    ["FastAPI's list of faults", 422, "application/json", { detail: [fault] }, "body.metadata: Field required"],
    ["a line of text", 503, "text/plain", "Down for maintenance", "Down for maintenance"],
    ["a page's title", 500, "text/html", "<title>500 Oops</title><h1>A</h1><script>x</script>", "500 Oops"],
    ["markup in a sentence", 500, "application/json", { message: "<p>It <b>broke</b></p>" }, "It broke"],
  ])("begins with the site's message: %s, status %i", async (_, status, type, body, said) => {
    const { explanation, state } = await saveAnd(responding(status, type, body));
    expect(state).toBe("pending");
    expect(explanation.startsWith(`The site says: “${said}”${said.endsWith(".") ? "" : "."} `)).toBe(true);
    expect(explanation).not.toMatch(/<(h1|script|title|body)/);
  });

  it("ends the site's message with exactly one punctuation mark", () => {
    for (const [site_words, shown] of [
      ["Section 14 is closed.", "“Section 14 is closed.”"],
      ["Why?", "“Why?”"],
      ["Closed", "“Closed”."],
    ] as const) {
      const { detail } = explain("http_status", { host: "example.org", status: 500, site_words });
      expect(detail.startsWith(`The site says: ${shown} example.org responded`), detail).toBe(true);
    }
    const refused = (rm: string) => explain("rejected_by_site", { rc: 0, rm, status: 403 }).detail;
    for (const rm of ["Wrong signature", "Wrong signature."])
      expect(refused(rm)).toMatch(/^The site rejected it: Wrong signature\. The site's secret differs/);
    expect(refused("no")).toBe("The site rejected it: no");
  });

  it("shows nothing of a page without a title, and cuts long messages", async () => {
    const page = await saveAnd(responding(500, "text/html", `<div>${"x<br>".repeat(2_000)}</div>`));
    expect(page.explanation).toMatch(/^127\.0\.0\.1:\d+ responded with status 500 and no rc\..*a web page/);
    expect(page.explanation).not.toContain("<br>");
    expect(page.attempts[0]?.answer?.body).toContain("<br>");
    const long = await saveAnd(responding(500, "application/json", { message: "word ".repeat(10_000) }));
    expect(long.explanation.length).toBeLessThan(4_000);
  });

  it.each<[string, number, unknown]>([
    ["403 and a sentence", 403, { detail: "Invalid signature" }],
    ["401 and another language", 401, { message: "Подпись неверна" }],
    ["403 and a page", 403, "<html><title>HMAC mismatch</title></html>"],
    ["200 and rc 0", 200, { rc: 0, rm: "The signature is wrong." }],
    ["rc 0 with its own key", 403, { rc: 0, message: "Invalid signature" }],
  ])("says that the two secrets differ after %s", async (_, status, body) => {
    const { explanation } = await saveAnd(responding(status, "application/json", body));
    expect(explanation).toMatch(/signature|Подпись|HMAC/);
    expect(explanation).toContain("differs");
    expect(explanation).toContain("After a rotation");
    expect(explanation).not.toContain("webhook_auth_user");
  });

  it("does not report other rejections as a wrong signature", async () => {
    const { explanation } = await saveAnd(responding(403, "application/json", { detail: "Login required" }));
    expect(explanation).toContain("webhook_auth_user");
    expect(explanation).not.toContain("differs");
  });

  it("finds the site's reason under another key than rm", async () => {
    const delivery = await saveAnd(responding(200, "application/json", { rc: 0, message: "Locked by the legal desk" }));
    const site_message = "Locked by the legal desk";
    const explanation = `The site rejected it: ${site_message}`;
    const rejected = { state: "rejected", code: "rejected_by_site", next_attempt_at: null };
    expect(delivery).toMatchObject({ ...rejected, site_message, explanation });
  });

  it("masks credentials that the site's response repeats", async () => {
    const delivery = await saveAnd(
      { respond: () => ({ rc: 0, rm: "anna-of-the-desk may not write here, secret-word" }) },
      { webhook_auth_user: "anna-of-the-desk", webhook_auth_password: "secret-word" },
    );
    expect(delivery.site_message).toBe("••• may not write here, •••");
    expect(JSON.stringify(delivery)).not.toMatch(/anna-of-the-desk|secret-word/);
  });
});

import { describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, type ReceivedCallback, signature } from "../../support/site.ts";

let materials = 0;

const { appliance, project, site, article } = await startNewsroom();

/** Saves an article with one picture. The site responds with `answer`. Returns the delivery after the attempt. */
async function saveAnd(
  answer: (callback: ReceivedCallback, file: string) => unknown,
  metadata: Record<string, unknown> = {},
) {
  const material = `material-${++materials}`;
  const { upload, deliver, load } = await article(material, { metadata });
  const file = await upload("cat.png", PNG);
  site.answer = (callback, res) => {
    const value = answer(callback, file);
    if (value instanceof Function) return void value(res);
    return value;
  };
  const count = site.callbacks.length;
  const delivery = await deliver(articleOf("Text", { file }));
  const assets = (await load()).vms_json?.assets as Record<string, { clientUrl: string }>;
  return { delivery, file, clientUrl: assets[file]?.clientUrl, callback: site.callbacks[count], material };
}

/** The same with two files; `other` is the stored clientUrl of the second. */
async function saveTwo(assets: (first: string, second: string) => Record<string, unknown>) {
  const material = `material-${++materials}`;
  const { upload, deliver, load } = await article(material);
  const first = await upload("cat.png", PNG);
  const second = await upload("note.txt", Buffer.from("a note"));
  site.answer = () => accepted(assets(first, second));
  const delivery = await deliver(articleOf({ file: first }, { file: second }));
  const kept = (await load()).vms_json?.assets as Record<string, { clientUrl: string }>;
  return { delivery, clientUrl: kept[first]?.clientUrl, other: kept[second]?.clientUrl };
}

const accepted = (assets: unknown) => ({ rc: 1, rm: "", data: { vms_json: { assets } } });

it("stores the clientUrls of an accepted save", async () => {
  const unknown = { clientUrl: "https://cdn.example/x" };
  const { delivery, clientUrl, file } = await saveAnd((_, name) =>
    accepted({ [name]: { clientUrl: `https://cdn.example/${name}` }, "unknown.png": unknown }),
  );
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: [] });
  expect(clientUrl).toBe(`https://cdn.example/${file}`);
});

it("signs the callback over material_id and content_url, and sets debug for a dev project", async () => {
  const { callback, material } = await saveAnd((_, file) =>
    accepted({ [file]: { clientUrl: "https://cdn.example/a" } }),
  );
  expect(callback?.headers["x-service-signature"]).toBe(
    signature(project.api_secret, material, callback?.body.content_url ?? ""),
  );
  expect(callback?.body).toMatchObject({ event: "article_saved", material_id: material, debug: true });
  expect(callback?.body.content_url).not.toContain("?");
});

describe("the Authorization header", () => {
  it.each([
    [
      { webhook_auth_user: "anna", webhook_auth_password: "pässword" },
      `Basic ${Buffer.from("anna:pässword").toString("base64")}`,
    ],
    [{ webhook_auth_user: "token-1234" }, "Bearer token-1234"],
    [{ webhook_auth_user: "Bearer token-1234", webhook_auth_password: "" }, "Bearer token-1234"],
    [{ webhook_auth_password: "alone" }, undefined],
    [{ webhook_auth_user: 7 }, undefined],
  ])("for %j is %s", async (metadata, expected) => {
    const { callback, delivery } = await saveAnd(() => ({ rc: 1 }), metadata);
    expect(callback?.headers.authorization).toBe(expected);
    const log = JSON.stringify(delivery);
    for (const value of Object.values(metadata))
      if (typeof value === "string" && value !== "") expect(log).not.toContain(value);
  });

  it("is never sent with control characters", async () => {
    const { delivery, callback } = await saveAnd(() => ({ rc: 1 }), { webhook_auth_user: "a\r\nX-Evil: 1" });
    expect(callback).toBeUndefined();
    expect(delivery).toMatchObject({
      state: "failed",
      code: "invalid_credentials",
      explanation: expect.stringContaining("webhook_auth_user"),
    });
  });
});

it("shows the site's message for a rejection and does not retry", async () => {
  const { delivery } = await saveAnd(() => ({ rc: 0, rm: "Der Artikel ist gesperrt" }));
  expect(delivery).toMatchObject({
    state: "rejected",
    code: "rejected_by_site",
    site_message: "Der Artikel ist gesperrt",
    explanation: "The site rejected it: Der Artikel ist gesperrt",
    next_attempt_at: null,
  });
});

describe("the charset of a response", () => {
  const windows1251 = (text: string) =>
    Buffer.from([...text].map((letter) => (letter > "~" ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))));
  const ANSWER = '{"rc":0,"rm":"Рубрика закрыта"}';

  it.each([
    ["application/json; charset=windows-1251", windows1251(ANSWER), "Рубрика закрыта"],
    ['application/json; profile=x; Charset="WINDOWS-1251"', windows1251(ANSWER), "Рубрика закрыта"],
    [
      "application/json; charset=iso-8859-1",
      Buffer.from('{"rc":0,"rm":"gesperrt für heute"}', "latin1"),
      "gesperrt für heute",
    ],
    ["application/json; charset=iso-8859-1", Buffer.from(ANSWER), "Рубрика закрыта"],
    ["application/json; charset=klingon", Buffer.from(ANSWER), "Рубрика закрыта"],
    ["application/json; charset=klingon", windows1251('{"rc":0,"rm":"Ой"}'), "\uFFFD\uFFFD"],
  ])("is detected for %s: %#", async (type, body, words) => {
    const { delivery } = await saveAnd(
      () => (res: import("node:http").ServerResponse) => void res.setHeader("content-type", type).end(body),
    );
    expect(delivery).toMatchObject({ state: "rejected", site_message: words });
    const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${delivery.id}`);
    expect(attempts[0]?.answer?.body).toContain(`"rm":"${words}"`);
  });

  it("does not reveal secrets in the response", async () => {
    const { delivery } = await saveAnd(
      () => (res: import("node:http").ServerResponse) =>
        void res
          .setHeader("content-type", "application/json; charset=windows-1251")
          .end(windows1251('{"rc":0,"rm":"Ой","sent":"тайный-пароль"}')),
      { webhook_auth_user: "desk", webhook_auth_password: "тайный-пароль" },
    );
    const detail = JSON.stringify(await appliance.console("GET", `/deliveries/${delivery.id}`));
    expect(detail).not.toContain("тайный-пароль");
    expect(detail).toContain('"bytes":null');
  });
});

it("judges by rc, not by status", async () => {
  const { delivery } = await saveAnd((_, file) => (res: import("node:http").ServerResponse) => {
    res.statusCode = 500;
    res.end(JSON.stringify(accepted({ [file]: { clientUrl: "https://cdn.example/a" } })));
  });
  expect(delivery).toMatchObject({ state: "delivered", last_status: 500 });
});

describe("dummy_client_url", () => {
  it.each([
    ["an empty clientUrl", { clientUrl: "" }],
    ["a missing clientUrl", {}],
    ["an empty list", []],
    ["a temporary clientUrl", { clientUrl: "dummy-cat.png" }],
    ["a clientUrl that is no string", { clientUrl: 7 }],
  ])("is the code for %s, and no clientUrl is stored", async (_, entry) => {
    const { delivery, clientUrl, file } = await saveAnd((__, file) =>
      accepted({ [file]: { clientUrl: "https://cdn.example/good" }, "other.png": entry }),
    );
    expect(delivery).toMatchObject({ state: "failed", code: "dummy_client_url", next_attempt_at: null });
    expect(delivery.explanation).toContain("other.png");
    expect(clientUrl).toBe(`dummy-${file}`);
  });
});

it.each([
  ["no data", { rc: 1, rm: "" }],
  ["data []", { rc: 1, rm: "", data: [] }],
  ["vms_json []", { rc: 1, rm: "", data: { vms_json: [] } }],
  ["assets []", { rc: 1, rm: "", data: { vms_json: { assets: [] } } }],
])("warns with no_client_urls for %s, which PHP sites send", async (_, answer) => {
  const { delivery } = await saveAnd(() => answer);
  expect(delivery).toMatchObject({ state: "delivered", warnings: ["no_client_urls"] });
});

it("reports a vms_json sent as a string, and ignores it", async () => {
  const { delivery, clientUrl } = await saveAnd((_, file) => ({
    rc: 1,
    data: { vms_json: JSON.stringify({ assets: { [file]: { clientUrl: "https://cdn.example/a" } } }) },
  }));
  expect(delivery).toMatchObject({ state: "delivered", warnings: ["no_client_urls"] });
  expect(delivery.explanation).toContain("vms_json as a string");
  expect(clientUrl).toMatch(/^dummy-/);
});

it.each([
  ["an HTML page", "not_json", 200, "<html>Log in</html>"],
  ["an HTML error", "http_status", 502, "<html>Bad gateway</html>"],
  ["JSON without rc", "no_rc", 200, '{"ok":true}'],
  ["an rc that is no integer", "no_rc", 200, '{"rc":"1"}'],
  ["a list", "not_json", 200, "[]"],
])("retries after %s: %s", async (_, code, status, text) => {
  const { delivery } = await saveAnd(
    () => (res: import("node:http").ServerResponse) => res.writeHead(status).end(text),
  );
  expect(delivery).toMatchObject({ state: "pending", code, last_status: status, next_attempt_at: expect.any(String) });
  expect(delivery.explanation).toContain(text.startsWith("<") ? "a web page" : text);
  expect(delivery.explanation).not.toContain("<html");
});

it("names the files without a clientUrl in an accepted response", async () => {
  const { delivery, clientUrl, file } = await saveAnd(() =>
    accepted({ "other.png": { clientUrl: "https://cdn.example/other.png" } }),
  );
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: ["missing_client_urls"] });
  expect(delivery.explanation).toContain(`returned no URL for ${file}`);
  expect(clientUrl).toBe(`dummy-${file}`);
});

it("ignores a clientUrl that is too long, names its file, and stores the others", async () => {
  const long = `https://cdn.example/${"a".repeat(8_192)}`;
  const { delivery, clientUrl, other } = await saveTwo((first, second) => ({
    [first]: { clientUrl: long },
    [second]: { clientUrl: "https://cdn.example/second" },
  }));
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: ["client_url_too_long"] });
  expect(delivery.explanation).toMatch(
    /^The clientUrl of cat-\w+\.png is longer than 8192 characters and was ignored\. Return a shorter URL\./,
  );
  expect([clientUrl, other]).toEqual([expect.stringMatching(/^dummy-/), "https://cdn.example/second"]);
});

it.each([
  ["/upload/x.png", (origin: string) => `${origin}/upload/x.png`],
  ["x.png?v=1", (origin: string) => `${origin}/galley/x.png?v=1`],
  ["//media.example/x.png", () => "http://media.example/x.png"],
])("resolves the relative clientUrl %s against callback_url, and warns", async (relative, resolved) => {
  const { delivery, clientUrl, file } = await saveAnd((_, file) => accepted({ [file]: { clientUrl: relative } }));
  expect(clientUrl).toBe(resolved(new URL(site.callbackUrl).origin));
  expect(delivery).toMatchObject({ state: "delivered", warnings: ["client_url_relative"] });
  expect(delivery.explanation).toContain(`The clientUrl of ${file} is relative`);
});

it.each([
  `data:image/png;base64,${PNG.toString("base64")}`,
  "ftp://files.example/x.png",
  "javascript:alert(1)",
  "C:\\files\\x.png",
  "http://",
])("ignores the clientUrl %s, and warns", async (url) => {
  const { delivery, clientUrl, file } = await saveAnd((_, file) => accepted({ [file]: { clientUrl: url } }));
  expect(clientUrl).toMatch(/^dummy-/);
  expect(delivery).toMatchObject({ state: "delivered", warnings: ["client_url_scheme"] });
  expect(delivery.explanation).toContain(`The clientUrl of ${file} is not an http or https URL`);
});

it("combines warnings about relative and missing clientUrls in one delivery", async () => {
  const { delivery } = await saveTwo((first) => ({ [first]: { clientUrl: "/upload/first.png" } }));
  expect(delivery.warnings).toEqual(["client_url_relative", "missing_client_urls"]);
});

it("logs the request and the response of an attempt", async () => {
  const { delivery, callback } = await saveAnd(async () => ({ rc: 1 }));
  const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${delivery.id}`);
  const [attempt] = detail.attempts;
  expect(attempt).toMatchObject({ number: 1, reason: "saved", status: 200 });
  expect(attempt?.remote_address).toContain("127.0.0.1");
  expect(attempt?.request.body).toBe(callback?.text);
  expect(JSON.parse(attempt?.answer?.body ?? "")).toEqual({ rc: 1 });
  expect(attempt?.phases.total).toBeGreaterThanOrEqual(attempt?.phases.first_byte ?? Number.POSITIVE_INFINITY);
});

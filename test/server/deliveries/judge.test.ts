import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { PNG } from "../../support/sample-media.ts";
import { articleOf, signature } from "../../support/site.ts";

const { appliance, project, site, article } = await startNewsroom();

/** A site's response to an article with these files: a value is sent as JSON, a function writes the response. */
type Reply = (file: string, other: string) => object | ((res: ServerResponse) => void);

let materials = 0;

/** Saves an article with a picture, and with a second file if given. Returns the delivery after its attempt. */
async function saveAnd(reply: Reply, metadata: object = {}, second: string | null = null) {
  const material = `material-${++materials}`;
  const { upload, deliver, load } = await article(material, { metadata });
  const files = [await upload("cat.png", PNG)];
  if (second !== null) files.push(await upload("note.txt", Buffer.from(second)));
  const [file = "", other = ""] = files;
  const value = reply(file, other);
  site.respond = (_, res) => (value instanceof Function ? value(res) : value);
  const count = site.callbacks.length;
  const delivery = await deliver(articleOf("Text", ...files.map((file) => ({ file }))));
  const assets = (await load()).vms_json?.assets as Record<string, { clientUrl: string }>;
  const clientUrls = files.map((name) => assets[name]?.clientUrl);
  return { delivery, file, clientUrls, callback: site.callbacks[count], material };
}

const accepted = (assets: unknown) => ({ rc: 1, rm: "", data: { vms_json: { assets } } });
const detailOf = ({ id }: { id: string }) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);

it("signs the callback over material_id and content_url, and sets debug for a dev project", async () => {
  const { callback, material } = await saveAnd(() => ({ rc: 1 }));
  const { content_url = "" } = callback?.body ?? {};
  expect(callback?.headers["x-service-signature"]).toBe(signature(project.api_secret, material, content_url));
  expect(callback?.body).toMatchObject({ event: "article_saved", material_id: material, debug: true });
  expect(content_url).not.toContain("?");
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
    expect(delivery).toMatchObject({ state: "failed", code: "invalid_credentials" });
    expect(delivery.explanation).toContain("webhook_auth_user");
  });
});

describe("the charset of a response", () => {
  const windows1251 = (text: string) =>
    Buffer.from([...text].map((letter) => (letter > "~" ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))));
  const sent = (type: string, body: Buffer) => (res: ServerResponse) =>
    void res.setHeader("content-type", `application/json; ${type}`).end(body);
  const RUSSIAN = '{"rc":0,"rm":"Рубрика закрыта"}';
  const GERMAN = '{"rc":0,"rm":"gesperrt für heute"}';

  it.each([
    ["charset=windows-1251", windows1251(RUSSIAN), "Рубрика закрыта"],
    ['profile=x; Charset="WINDOWS-1251"', windows1251(RUSSIAN), "Рубрика закрыта"],
    ["charset=iso-8859-1", Buffer.from(GERMAN, "latin1"), "gesperrt für heute"],
    ["charset=iso-8859-1", Buffer.from(RUSSIAN), "Рубрика закрыта"],
    ["charset=klingon", Buffer.from(RUSSIAN), "Рубрика закрыта"],
    ["charset=klingon", windows1251('{"rc":0,"rm":"Ой"}'), "\uFFFD\uFFFD"],
  ])("is detected for %s: %#", async (type, body, words) => {
    const { delivery } = await saveAnd(() => sent(type, body));
    expect(delivery).toMatchObject({ state: "rejected", site_message: words });
    expect((await detailOf(delivery)).attempts[0]?.answer?.body).toContain(`"rm":"${words}"`);
  });

  it("does not reveal secrets in the response", async () => {
    const body = windows1251('{"rc":0,"rm":"Ой","sent":"тайный-пароль"}');
    const metadata = { webhook_auth_user: "desk", webhook_auth_password: "тайный-пароль" };
    const { delivery } = await saveAnd(() => sent("charset=windows-1251", body), metadata);
    const detail = JSON.stringify(await detailOf(delivery));
    expect(detail).not.toContain("тайный-пароль");
    expect(detail).toContain('"bytes":null');
  });
});

it("judges by rc, not by status", async () => {
  const { delivery } = await saveAnd((file) => (res) => {
    res.writeHead(500).end(JSON.stringify(accepted({ [file]: { clientUrl: "https://cdn.example/a" } })));
  });
  expect(delivery).toMatchObject({ state: "delivered", last_status: 500 });
});

it.each([
  ["an HTML page", "not_json", 200, "<html>Log in</html>"],
  ["an HTML error", "http_status", 502, "<html>Bad gateway</html>"],
  ["JSON without rc", "no_rc", 200, '{"ok":true}'],
  ["an rc that is no integer", "no_rc", 200, '{"rc":"1"}'],
  ["a list", "not_json", 200, "[]"],
])("retries after %s: %s", async (_, code, status, text) => {
  const { delivery } = await saveAnd(() => (res) => void res.writeHead(status).end(text));
  expect(delivery).toMatchObject({ state: "pending", code, last_status: status, next_attempt_at: expect.any(String) });
  expect(delivery.explanation).toContain(text.startsWith("<") ? "a web page" : text);
  expect(delivery.explanation).not.toContain("<html");
});

const { origin } = new URL(site.callbackUrl);
const GOOD = { clientUrl: "https://cdn.example/good" };
const withUrl =
  (clientUrl: string): Reply =>
  (file) =>
    accepted({ [file]: { clientUrl }, "unknown.png": GOOD });
const withOther =
  (entry: unknown): Reply =>
  (file) =>
    accepted({ [file]: GOOD, "other.png": entry });
const DATA_URL = `data:image/png;base64,${PNG.toString("base64")}`;

it.each<[name: string, reply: Reply, outcome: string, stored: string, explanation: RegExp]>([
  ["a URL", withUrl("https://cdn.example/a"), "delivered", "https://cdn.example/a", /^$/],
  ["an empty clientUrl", withOther({ clientUrl: "" }), "dummy_client_url", "dummy-", /other\.png/],
  ["a missing clientUrl", withOther({}), "dummy_client_url", "dummy-", /other\.png/],
  ["an empty list", withOther([]), "dummy_client_url", "dummy-", /other\.png/],
  ["a temporary clientUrl", withOther({ clientUrl: "dummy-cat.png" }), "dummy_client_url", "dummy-", /other\.png/],
  ["a clientUrl that is no string", withOther({ clientUrl: 7 }), "dummy_client_url", "dummy-", /other\.png/],
  // PHP sites send empty lists for empty maps.
  ["no data", () => ({ rc: 1, rm: "" }), "no_client_urls", "dummy-", /./],
  ["data []", () => ({ rc: 1, data: [] }), "no_client_urls", "dummy-", /./],
  ["vms_json []", () => ({ rc: 1, data: { vms_json: [] } }), "no_client_urls", "dummy-", /./],
  ["assets []", () => accepted([]), "no_client_urls", "dummy-", /./],
  ["a string", () => ({ rc: 1, data: { vms_json: "{}" } }), "no_client_urls", "dummy-", /vms_json as a string/],
  [
    "another file",
    () => accepted({ "a.png": GOOD }),
    "missing_client_urls",
    "dummy-",
    /returned no URL for cat-\w+\.png/,
  ],
  ["/x.png", withUrl("/x.png"), "client_url_relative", `${origin}/x.png`, /of cat-\w+\.png is relative/],
  ["x.png?v=1", withUrl("x.png?v=1"), "client_url_relative", `${origin}/galley/x.png?v=1`, /is relative/],
  ["//a.example/x", withUrl("//a.example/x"), "client_url_relative", "http://a.example/x", /is relative/],
  ["a data URL", withUrl(DATA_URL), "client_url_scheme", "dummy-", /of cat-\w+\.png is not an http or https URL/],
  ["FTP", withUrl("ftp://files.example/x.png"), "client_url_scheme", "dummy-", /is not an http or https URL/],
  ["a script", withUrl("javascript:alert(1)"), "client_url_scheme", "dummy-", /is not an http or https URL/],
  ["a local path", withUrl("C:\\files\\x.png"), "client_url_scheme", "dummy-", /is not an http or https URL/],
  ["only a scheme", withUrl("http://"), "client_url_scheme", "dummy-", /is not an http or https URL/],
])("judges the returned clientUrls: %s", async (_, reply, outcome, stored, explanation) => {
  const { delivery, clientUrls, file } = await saveAnd(reply);
  expect(clientUrls).toEqual([stored === "dummy-" ? `dummy-${file}` : stored]);
  expect(delivery.explanation).toMatch(explanation);
  if (outcome === "dummy_client_url")
    expect(delivery).toMatchObject({ state: "failed", code: outcome, next_attempt_at: null });
  else {
    const warnings = outcome === "delivered" ? [] : [outcome];
    expect(delivery).toMatchObject({ state: "delivered", code: null, warnings });
  }
});

it("ignores a clientUrl that is too long, names its file, and stores the others", async () => {
  const long = { clientUrl: `https://cdn.example/${"a".repeat(8_192)}` };
  const { delivery, clientUrls } = await saveAnd((first, other) => accepted({ [first]: long, [other]: GOOD }), {}, "a");
  expect(delivery).toMatchObject({ state: "delivered", code: null, warnings: ["client_url_too_long"] });
  expect(delivery.explanation).toMatch(
    /^The clientUrl of cat-\w+\.png is longer than 8192 characters and was ignored\. Return a shorter URL\./,
  );
  expect(clientUrls).toEqual([expect.stringMatching(/^dummy-/), GOOD.clientUrl]);
});

it("combines warnings about relative and missing clientUrls in one delivery", async () => {
  const { delivery } = await saveAnd((first) => accepted({ [first]: { clientUrl: "/upload/first.png" } }), {}, "b");
  expect(delivery.warnings).toEqual(["client_url_relative", "missing_client_urls"]);
});

it("logs the request and the response of an attempt", async () => {
  const { delivery, callback } = await saveAnd(() => ({ rc: 1 }));
  const [attempt] = (await detailOf(delivery)).attempts;
  expect(attempt).toMatchObject({ number: 1, reason: "saved", status: 200 });
  expect(attempt?.remote_address).toContain("127.0.0.1");
  expect(attempt?.request.body).toBe(callback?.text);
  expect(JSON.parse(attempt?.answer?.body ?? "")).toEqual({ rc: 1 });
  expect(attempt?.phases.total).toBeGreaterThanOrEqual(attempt?.phases.first_byte ?? Number.POSITIVE_INFINITY);
});

describe("a long response", () => {
  const MB = 1024 * 1024;

  /** Saves two versions with the same response, and checks the size of every list. */
  async function saveTwice(response: typeof site.respond) {
    site.respond = response;
    const material = `material-${++materials}`;
    const { deliver, load } = await article(material);
    await deliver();
    const row = await deliver();
    const loaded = await load();
    const lists: unknown[] = [loaded];
    for (const where of [
      `/deliveries?session=${row.session_id}`,
      `/sessions/${row.session_id}`,
      `/sessions?q=${material}`,
    ])
      lists.push(await appliance.console("GET", where));
    for (const list of lists) expect(JSON.stringify(list).length).toBeLessThan(30_000);
    const detail = await detailOf(row);
    expect(JSON.stringify(detail).length).toBeLessThan(100_000);
    return { versions: loaded.versions, detail };
  }

  it("keeps the beginning of a long rejection, and less of it in lists", async () => {
    const { versions, detail } = await saveTwice(() => ({ rc: 0, rm: `Not today. ${"n".repeat(MB)}` }));
    // The newest version, which the journalist sees, has all 2,000 stored characters.
    expect(versions.map(({ delivery }) => delivery?.site_message?.length)).toEqual([2_000, 301]);
    expect([detail.site_message?.length, detail.attempts[0]?.answer?.body.length]).toEqual([2_000, 64 * 1024]);
  });

  it("cuts the names of unknown files", async () => {
    const assets = Object.fromEntries([0, 1, 2].map((n) => [`${n}-${"x".repeat(MB)}`, { clientUrl: "" }]));
    const { versions } = await saveTwice(() => ({ rc: 1, data: { vms_json: { assets } } }));
    expect(versions[0]?.delivery).toMatchObject({ code: "dummy_client_url" });
    expect(versions[0]?.delivery?.explanation).toContain("0-xxx");
  });

  it("cuts a temporary reference that is too long to show", async () => {
    const assets = { "a.png": { clientUrl: `dummy-${"a".repeat(MB)}` } };
    const { detail } = await saveTwice(() => ({ rc: 1, data: { vms_json: { assets } } }));
    expect(detail.explanation).toContain(`a.png: "dummy-${"a".repeat(95)}`);
  });

  it.each([
    ["values", `{"rc":1,"data":{"k":[${"[[[]]],".repeat(120_000)}0]}}`, /more than 350000 values/],
    ["keys", `{"rc":1,"data":{${Array.from({ length: 40_000 }, (_, n) => `"k${n}":1`)}}}`, /more than 20000 different/],
    ["levels", `{"rc":1,"data":${"[".repeat(301)}${"]".repeat(301)}}`, /more than 300 levels/],
  ])("does not parse a response with too many %s", async (_, text, sentence) => {
    const send: typeof site.respond = (_callback, res) =>
      void res.setHeader("content-type", "application/json").end(text);
    expect((await saveTwice(send)).detail.explanation).toMatch(sentence);
  });
});

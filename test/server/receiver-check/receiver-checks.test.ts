import type { ServerResponse } from "node:http";
import { beforeEach, expect, it } from "vitest";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { CheckStepName } from "../../../server/contracts/receiver-check-api.ts";
import { eventually } from "../../support/eventually.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { type Behaviour, type Receiver, startReceiver } from "../../support/receiver.ts";
import { checkReceiver, requestCheck } from "../../support/receiver-check.ts";
import { ttf } from "../../support/sample-fonts.ts";
import { downloadArchive, openSession, type ReceivedCallback, signature } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let project: ProjectWithSecret;
let receiver: Receiver;
beforeEach(async () => {
  project = await appliance.createProject();
  receiver = await startReceiver(project);
  return receiver.close;
});

const PASSED = ["article_saved", "repeated", "forged_signature", "odd_file_name", "large_archive"];
const ALL_PASSED = ["reachability: passed", "tls: skipped", ...PASSED.map((step) => `${step}: passed`)];

it("passes every step of a correct receiver, shows requests and responses, and stores nothing", async () => {
  const body = { callback_url: receiver.callbackUrl, fonts: true };
  const result = await checkReceiver(appliance, project.id, body);
  expect(result.summary).toEqual([...ALL_PASSED, "fonts: skipped"]);
  const facts = { verdict: "passed", material_id: "galley-check", callback_url: receiver.callbackUrl };
  expect(result.check).toMatchObject({ ...facts, steps: result.steps });
  expect(result.lines.at(-1)?.event).toBe("done");
  const started = result.lines.flatMap((line) => (line.event === "started" ? [line.number] : []));
  expect(started).toEqual([1, 3, 4, 5, 6, 7, 8]);

  const step = result.step("article_saved");
  expect(step.number).toBe(3);
  expect(step.request?.body).toBe(receiver.callbacks[0]?.text);
  expect(JSON.parse(step.answer?.body ?? "")).toMatchObject({ rc: 1 });
  expect(step.downloads).toMatchObject([{ status: 200, complete: true }]);
  expect(step.fetches).toMatchObject([{ status: 200, content_type: "image/png", same: true }]);
  const large = result.step("large_archive");
  expect(large.downloads[0]?.bytes).toBeGreaterThan(20 * 1024 * 1024);
  expect(large.fetches).toHaveLength(4);
  expect(result.step("odd_file_name").fetches[0]?.file_name).toMatch(/^Galley_Check\.v2\.0_.*\.PNG$/);

  expect(receiver.requests.filter((line) => !/^GET \/files\/|^POST \/galley\/callback$/.test(line))).toEqual([]);
  const [first, second, forged] = receiver.callbacks.map(({ text, headers }) => [text, headers["x-service-signature"]]);
  expect(second).toEqual(first);
  expect(forged?.[1]).toMatch(/^[0-9a-f]{64}$/);
  expect(receiver.callbacks.map(receiver.behaviour.verify)).toEqual([true, true, false, true, true]);

  for (const list of ["/sessions", "/deliveries"])
    expect(await appliance.list(`${list}?project=${project.id}`)).toEqual([]);
  for (const callback of receiver.callbacks) await expect(receiver.behaviour.download(callback)).rejects.toThrow("404");
});

it("passes every step of the sample site, including fonts, and creates no article there", async () => {
  const sandbox = await appliance.sandboxProject();
  await addFont(appliance, sandbox.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, sandbox.id);
  const site = appliance.sandboxUrl;
  const body = { callback_url: `${site}/galley/callback`, fonts: true };
  const result = await checkReceiver(appliance, sandbox.id, body);
  expect(result.summary).toEqual([...ALL_PASSED, "fonts: passed"]);
  const step = result.step("fonts");
  expect(step).toMatchObject({ number: 8, downloads: [{ status: 200, complete: true }] });
  const fonts = { list: [{ family: "Ferry" }] };
  expect(JSON.parse(step.request?.body ?? "")).toMatchObject({ event: "site_fonts_updated", fonts });
  expect(await appliance.console("GET", "/deliveries")).toMatchObject({ items: [] });
  expect(await (await fetch(site)).text()).not.toContain("/articles/galley-check");
  expect((await fetch(`${site}/articles/galley-check`)).status).toBe(404);
});

it("reports an aborted download of the large archive, and a font URL on a host that is not allowed", async () => {
  await addFont(appliance, project.id, "ferry.ttf", ttf({ family: "Ferry" }));
  await publish(appliance, project.id);
  receiver.behaviour.download = async ({ body }) => {
    const response = await downloadArchive(project, body.content_url, body.material_id);
    if (Number(response.headers.get("content-length")) < 1_000_000) return Buffer.from(await response.arrayBuffer());
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return null;
  };
  receiver.behaviour.respond = ({ state }, { body }) =>
    body.event === "site_fonts_updated"
      ? { rc: 1, data: { fonts: { css: { id: "vms_fonts.css", clientUrl: "https://elsewhere.example/a.css" } } } }
      : { rc: 1, data: { vms_json: state } };
  const result = await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl, fonts: true });
  const failed = ["large_archive: failed (archive_cut_short)", "fonts: failed (font_url_not_allowed)"];
  expect(result.summary).toEqual([...ALL_PASSED.slice(0, -1), ...failed]);
  const { happened } = result.step("large_archive");
  expect(happened).toMatch(/downloaded only [\d.]+ (?:k|M)B of 21 MB of the archive and aborted/);
  expect(result.step("fonts").happened).toContain("https://elsewhere.example/a.css");
});

it("rejects a material ID of an existing article", async () => {
  const body = { callback_url: receiver.callbackUrl, material_id: "taken" };
  await openSession(appliance.url, project, body);
  await expect(checkReceiver(appliance, project.id, body)).rejects.toThrow(/409.*already has an article/);
});

it("sends the credentials in metadata, and masks them in its results", async () => {
  const metadata = { webhook_auth_user: "anna-of-the-desk", webhook_auth_password: "secret-word" };
  const body = { callback_url: receiver.callbackUrl, metadata };
  const { lines } = await checkReceiver(appliance, project.id, body, "forged_signature");
  expect(receiver.callbacks.at(-1)?.headers.authorization).toMatch(/^Basic /);
  expect(JSON.stringify(lines)).not.toMatch(/anna-of-the-desk|secret-word|Basic /);
});

it("responds with 409 while a check of the project runs, and ends with its request", async () => {
  const called = Promise.withResolvers<void>();
  const right = receiver.behaviour.download;
  receiver.behaviour.download = () => {
    called.resolve();
    return new Promise(() => undefined);
  };
  const body = { callback_url: receiver.callbackUrl };
  const stop = new AbortController();
  const first = await requestCheck(appliance, project.id, body, stop.signal);
  await called.promise;
  await expect(checkReceiver(appliance, project.id, body)).rejects.toThrow(/409/);
  stop.abort();
  await expect(first.text()).rejects.toThrow();
  receiver.behaviour.download = right;
  await eventually(async () => {
    expect((await checkReceiver(appliance, project.id, body, "repeated")).summary[3]).toBe("repeated: passed");
  });
});

it.each([
  [{ callback_url: "ftp://127.0.0.1/" }, "callback_url"],
  [{ callback_url: "http://127.0.0.1/", material_id: "" }, "material_id"],
  [{}, "callback_url"],
])("responds with 422 for %j and names the field", async (body, field) => {
  const response = appliance.console("POST", `/projects/${project.id}/check-receiver`, body);
  await expect(response).rejects.toThrow(new RegExp(`422.*${field}`));
});
/** Checks the receiver with one fault, up to the step that finds it. */
const checkWith = (until: CheckStepName, change: Partial<Behaviour>) => {
  Object.assign(receiver.behaviour, change);
  return checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl }, until);
};

const say = (status: number, text: string) => () => (res: ServerResponse) => void res.writeHead(status).end(text);
const rcOne = (assets: unknown) => () => ({ rc: 1, rm: "", data: { vms_json: { assets } } });
/** Downloads with a changed URL or signature. */
const download =
  (url: (callback: ReceivedCallback) => string, signed: (callback: ReceivedCallback) => string) =>
  async (callback: ReceivedCallback) => {
    const response = await fetch(url(callback), { headers: { "x-service-signature": signed(callback) } });
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
  };
const query = ({ body }: ReceivedCallback) =>
  `${body.content_url}?api_key=${project.api_key}&material_id=${body.material_id}`;
const right = ({ body }: ReceivedCallback) => signature(project.api_secret, body.material_id, body.content_url);

type Case = [code: string, message: string | RegExp, change: Partial<Behaviour>, step?: CheckStepName];
const [SAVED, FORGED] = ["article_saved", "forged_signature"] as const;

const signedOver = (url: (host: string) => string) =>
  download(query, ({ body, headers }) => signature(project.api_secret, body.material_id, url(String(headers.host))));
const page: Behaviour["serve"] = (_, res) =>
  void res.setHeader("content-type", "text/html").end("<html>A viewer</html>");
const half: Behaviour["serve"] = (bytes, res) =>
  void res.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 9), () => res.destroy());
const otherAsset = { "galley-check.png": { clientUrl: "https://cdn.example/a" } };

const CASES: Record<string, Case> = {
  "rejects an unknown material": ["rejected_by_site", "Unknown", { respond: () => ({ rc: 0, rm: "Unknown" }) }],
  "returns an error page": ["http_status", "status 502: <h1>Down</h1>", { respond: say(502, "<h1>Down</h1>") }],
  "returns rc as a string": ["no_rc", '{"rc":"1"}', { respond: say(200, '{"rc":"1"}') }],
  "keeps the temporary references": [
    "dummy_client_url",
    /galley-check-\w{8}\.png: "dummy-g/,
    { urlOf: (name) => `dummy-${name}` },
  ],
  "never downloads the archive": ["archive_not_downloaded", "returned rc 1 but never", { download: async () => null }],
  "signs the callback_url for the download": [
    "archive_refused",
    "it covers the callback_url instead of",
    { download: signedOver((host) => `http://${host}/galley/callback`) },
  ],
  "forgets api_key and material_id": [
    "archive_refused",
    "query.api_key: Field required",
    { download: download(({ body }) => body.content_url, right) },
  ],
  "returns no vms_json": [
    "client_url_missing",
    "no clientUrl for galley-check-",
    { respond: () => ({ rc: 1, data: [] }) },
  ],
  "returns other assets only": ["client_url_missing", "entries for", { respond: rcOne(otherAsset) }],
  "returns a URL with another scheme": [
    "client_url_scheme",
    "not an http or https URL",
    { urlOf: () => "ftp://files.example/a" },
  ],
  "returns a private URL": [
    "client_url_unreachable",
    "10.0.0.1, which is not public",
    { urlOf: (name) => `http://10.0.0.1/${name}` },
  ],
  "protects its files": ["client_url_status", "status 403", { serve: (_, res) => void res.writeHead(403).end() }],
  "serves a page instead of a file": ["client_url_differs", "<html>", { serve: page }],
  "cuts a file short": ["client_url_unreachable", "cannot be fetched", { serve: half }],
  "does not check signatures": [
    "forged_signature_accepted",
    "Anyone who knows the URL can overwrite",
    { verify: () => true },
    FORGED,
  ],
  "rejects duplicates": ["rejected_by_site", "Duplicate", { respond: rejectingDuplicates() }, "repeated"],
  "accepts only file names in lower case": [
    "client_url_missing",
    "no clientUrl for Galley_Check",
    { respond: acceptingLowerCase },
    "odd_file_name",
  ],
};

function rejectingDuplicates(): Behaviour["respond"] {
  const seen = new Set<unknown>();
  return ({ state }, { body }) => {
    if (seen.has(body.metadata.version_id)) return { rc: 0, rm: "Duplicate" };
    seen.add(body.metadata.version_id);
    return { rc: 1, data: { vms_json: state } };
  };
}

function acceptingLowerCase({ state }: Parameters<Behaviour["respond"]>[0]) {
  const kept = Object.entries(state.assets).filter(([name]) => name === name.toLowerCase());
  return { rc: 1, data: { vms_json: { ...state, assets: Object.fromEntries(kept) } } };
}

const WARNINGS: Record<string, Case> = {
  "changes the editor state": [
    "state_changed",
    "different vms_json",
    { respond: ({ state }) => ({ rc: 1, data: { vms_json: { assets: state.assets } } }) },
  ],
  "returns URLs without a host, which are resolved against callback_url": [
    "client_url_relative",
    /http:\/\/127\.0\.0\.1:\d+\/files\/.*Return the whole public URL, with scheme and host/s,
    { urlOf: (name) => `/files/${name}` },
  ],
  "downloads the archive of a forged callback before rejecting it": [
    "forged_signature_followed",
    "downloaded its archive first",
    {
      verify: () => true,
      respond: ({ state }, callback) =>
        callback.headers["x-service-signature"] === right(callback)
          ? { rc: 1, data: { vms_json: state } }
          : { rc: 0, rm: "wrong signature" },
    },
    FORGED,
  ],
  "rejects a wrong signature with rc 0, which Galley does not retry": [
    "forged_signature_final",
    "403 and without rc",
    { refusal: { rc: 0, rm: "The signature is wrong." } },
    FORGED,
  ],
};

it.each(Object.entries(CASES))("fails a receiver that %s", async (_, [code, message, change, name = SAVED]) => {
  const check = await checkWith(name, change);
  const step = check.step(name);
  expect(step).toMatchObject({ verdict: "failed", code });
  expect([step.happened, step.expected, step.received].join(" ")).toMatch(message);
  expect(step.change).not.toBe("");
  // No earlier step fails.
  for (const before of check.steps.slice(0, step.number - 1)) expect(before.verdict).not.toBe("failed");
});

it.each(Object.entries(WARNINGS))(
  "warns about a receiver that %s",
  async (_, [code, message, change, name = SAVED]) => {
    const { happened, change: advice, fetches, ...step } = (await checkWith(name, change)).step(name);
    expect(step).toMatchObject({ verdict: "warning", code });
    expect([...fetches.map(({ url }) => url), happened, advice].join(" ")).toMatch(message);
  },
);

it.each([
  ["that is unreachable", "http://127.0.0.1:9/galley/callback", "connection_refused", "127.0.0.1:9"],
  ["on a host that is not allowed", "http://cms.example.org/galley/callback", "host_not_allowed", "allowed hosts"],
])("fails the first step and skips all others for a receiver %s", async (_, callback_url, code, words) => {
  const result = await checkReceiver(appliance, project.id, { callback_url });
  expect(result.check?.verdict).toBe("failed");
  expect(result.summary[0]).toBe(`reachability: failed (${code})`);
  const { happened, change } = result.step("reachability");
  expect(`${happened} ${change}`).toContain(words);
  expect(result.steps.slice(1).every(({ verdict }) => verdict === "skipped")).toBe(true);
});

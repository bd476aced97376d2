import type { ServerResponse } from "node:http";
import { beforeEach, expect, it } from "vitest";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import type { CheckStepName } from "../../../server/contracts/receiver-check-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { type Behaviour, startReceiver } from "../../support/receiver.ts";
import { checkReceiver } from "../../support/receiver-check.ts";
import { type ReceivedCallback, signature } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let project: ProjectWithSecret;
beforeEach(async () => {
  project = await appliance.createProject();
});

/** Checks a receiver with one fault, up to the step that finds it. */
async function checkWith(until: CheckStepName, change: Partial<Behaviour>) {
  const receiver = await startReceiver(project, change);
  try {
    return await checkReceiver(appliance, project.id, { callback_url: receiver.callbackUrl }, until);
  } finally {
    receiver.close();
  }
}

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
  "rejects an unknown material": [
    "rejected_by_site",
    "No such article",
    { answer: () => ({ rc: 0, rm: "No such article" }) },
  ],
  "returns an error page": [
    "http_status",
    "status 502: <h1>Bad gateway</h1>",
    { answer: say(502, "<h1>Bad gateway</h1>") },
  ],
  "returns rc as a string": ["no_rc", '{"rc":"1"}', { answer: say(200, '{"rc":"1"}') }],
  "keeps the temporary references": [
    "dummy_client_url",
    /galley-check-[0-9a-f]{8}\.png: "dummy-g/,
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
    { answer: () => ({ rc: 1, rm: "ok", data: [] }) },
  ],
  "returns other assets only": ["client_url_missing", "entries for", { answer: rcOne(otherAsset) }],
  "returns a URL with another scheme": [
    "client_url_scheme",
    "is not an http or https URL",
    { urlOf: (name) => `ftp://files.example/${name}` },
  ],
  "returns a URL that readers cannot reach": [
    "client_url_unreachable",
    "10.0.0.1, which is not public",
    { urlOf: (name) => `http://10.0.0.1/${name}` },
  ],
  "protects its files": [
    "client_url_status",
    "status 403",
    { serve: (_, res) => void res.writeHead(403).end("log in first") },
  ],
  "serves a page instead of a file": ["client_url_differs", "<html>", { serve: page }],
  "cuts a file short": ["client_url_unreachable", "cannot be fetched", { serve: half }],
  "does not check signatures": [
    "forged_signature_accepted",
    "Anyone who knows the URL can overwrite its",
    { verify: () => true },
    FORGED,
  ],
  "rejects duplicates": ["rejected_by_site", "Duplicate", { answer: rejectingDuplicates() }, "repeated"],
  "accepts only file names in lower case": [
    "client_url_missing",
    "no clientUrl for Galley_Check",
    { answer: acceptingLowerCase },
    "odd_file_name",
  ],
};

function rejectingDuplicates(): Behaviour["answer"] {
  const seen = new Set<unknown>();
  return ({ state }, { body }) => {
    if (seen.has(body.metadata.version_id)) return { rc: 0, rm: "Duplicate" };
    seen.add(body.metadata.version_id);
    return { rc: 1, data: { vms_json: state } };
  };
}

function acceptingLowerCase({ state }: Parameters<Behaviour["answer"]>[0]) {
  const kept = Object.entries(state.assets).filter(([name]) => name === name.toLowerCase());
  return { rc: 1, data: { vms_json: { ...state, assets: Object.fromEntries(kept) } } };
}

const WARNINGS: Record<string, Case> = {
  "changes the editor state": [
    "state_changed",
    "different vms_json",
    { answer: ({ state }) => ({ rc: 1, data: { vms_json: { assets: state.assets } } }) },
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
      answer: ({ state }, callback) =>
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

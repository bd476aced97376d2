import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ProjectWithSecret, WrongSignatureView } from "../../../server/contracts/projects-api.ts";
import { diagnoseSignature, type SignatureCase } from "../../../server/projects/wrong-signatures.ts";
import { keptLog } from "../../support/appliance.ts";
import { postOpen } from "../../support/integration.ts";
import { changeIn, startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const CALLBACK = "http://127.0.0.1:9/galley/callback";
const log = keptLog();
const { appliance } = await startNewsroom({ log });

const open = (project: ProjectWithSecret, given: string, material_id = "tram") =>
  postOpen(appliance.url, { api_key: project.api_key, material_id, callback_url: CALLBACK }, given);
const list = (id: string) => appliance.listAll<WrongSignatureView>(`/projects/${id}/wrong-signatures`);

it("shows the diagnosis in the console and the log, never in the response", async () => {
  const other = await appliance.createProject({ name: "The Other Test" });
  const project = await appliance.createProject();
  const response = await open(project, signature(other.api_secret, "tram", CALLBACK));
  expect([response.status, await response.json()]).toEqual([403, { detail: "Invalid signature" }]);
  const items = await list(project.id);
  const diagnosis = "It looks as if it was made with the secret of another project, “The Other Test”.";
  const request = { route: "session/open", material_id: "tram", url: CALLBACK, client_address: "127.0.0.1" };
  expect(items).toMatchObject([{ ...request, diagnosis }]);
  expect(log.lines.join("\n")).toContain("the secret of another project, “The Other Test”");
  expect(await list(other.id)).toEqual([]);
});

it("never stores a secret that was sent as a signature", async () => {
  const project = await appliance.createProject();
  await open(project, project.api_secret);
  const items = await list(project.id);
  expect(items[0]).toMatchObject({ given: "•••", diagnosis: expect.stringContaining("the API secret instead of") });
  expect(JSON.stringify(items) + log.lines.join()).not.toContain(project.api_secret);
});

it("keeps the newest thousand of each project, and lists the newest first, in pages", async () => {
  const [quiet, busy] = [await appliance.createProject(), await appliance.createProject()];
  await open(quiet, "wrong", "the only one");
  await open(busy, "wrong", "the oldest");
  changeIn(
    appliance.dataDir,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
     INSERT INTO wrong_signatures (project_id, at, route, material_id, url, given, client_address, diagnosis)
     SELECT project_id, at, route, 'material-' || i, url, given, client_address, diagnosis
     FROM n, wrong_signatures WHERE project_id = ?`,
    busy.id,
  );
  await open(busy, "wrong", "the newest");
  const materials = (await list(busy.id)).map(({ material_id }) => material_id);
  expect(materials).toEqual(["the newest", ...Array.from({ length: 999 }, (_, n) => `material-${999 - n}`)]);
  expect(await list(quiet.id)).toHaveLength(1);
  await expect(list("unknown")).rejects.toThrow("404");
});

// The diagnosis itself.

const SECRET = "gs_secret-of-this-project";
const OTHER = "gs_secret-of-another";
const FORMER = "gs_secret-before";
const KEY = "gk_dev_1234";
const MATERIAL = "tram 42";
const CONTENT = "http://127.0.0.1:8420/integration/download/media/f/v";

const hmac = (text: string, key = SECRET, algorithm = "sha256") => createHmac(algorithm, key).update(text);
const SIGNED = `${MATERIAL}:${CONTENT}`;
const hex = (text = SIGNED, key = SECRET) => hmac(text, key).digest("hex");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const diagnose = (given: string, more: Partial<SignatureCase> = {}) =>
  diagnoseSignature({
    given,
    materialId: MATERIAL,
    urls: [CONTENT, "https://galley.example.org/integration/download/media/f/v"],
    urlName: "content_url",
    callbackUrl: CALLBACK,
    query: `api_key=${KEY}&material_id=tram+42`,
    apiKey: KEY,
    secrets: [SECRET],
    formerSecret: FORMER,
    otherProjects: [{ name: "The Evening Test", secret: OTHER }],
    ...more,
  });

describe("diagnoseSignature of a download reports", () => {
  it.each<[string, string, string]>([
    ["the callback_url", hex(`${MATERIAL}:${CALLBACK}`), "it covers the callback_url instead of"],
    ["a trailing slash", hex(`${MATERIAL}:${CONTENT}/`), "it covers the content_url with a trailing slash"],
    ["the query", hex(`${MATERIAL}:${CONTENT}?api_key=${KEY}&material_id=tram+42`), "with the query"],
    ["an encoded URL", hex(`${MATERIAL}:${encodeURIComponent(CONTENT)}`), "after URL encoding"],
    ["a missing colon", hex(`${MATERIAL}${CONTENT}`), "without the colon"],
    ["the wrong order", hex(`${CONTENT}:${MATERIAL}`), "in the wrong order"],
    ["a line break", hex(`${MATERIAL}:${CONTENT}\n`), "a line break at the end"],
    ["the URL alone", hex(CONTENT), "only the content_url"],
    ["the material_id alone", hex(MATERIAL), "only the material_id"],
    ["another project's secret", hex(SIGNED, OTHER), "the secret of another project, “The Evening Test”"],
    ["the key instead of the secret", hex(SIGNED, KEY), "the API key in place of the secret"],
    ["the former secret", hex(SIGNED, FORMER), "the previous secret, which is no longer accepted"],
    ["a secret with a line break", hex(SIGNED, `${SECRET}\n`), "the secret and a line break"],
    ["an empty secret", hex(SIGNED, ""), "an empty secret"],
    ["upper-case hex", hex().toUpperCase(), "upper-case hex instead of lower-case"],
    ["base64", hmac(SIGNED).digest("base64"), "base64 instead of hex"],
    ["a prefix", `sha256=${hex()}`, "“sha256=” is before it"],
    ["quotation marks", `"${hex()}"`, "quotation marks around it"],
    [
      "a prefix of base64",
      `Bearer ${hmac(SIGNED).digest("base64")}`,
      "base64 instead of hex, and “Bearer” is before it",
    ],
    ["HMAC-SHA1", hmac(SIGNED, SECRET, "sha1").digest("hex"), "an HMAC-SHA1 instead of HMAC-SHA256"],
    ["a plain hash", sha256(SIGNED), "a plain hash without a key"],
    ["the secret itself", SECRET, "contains the API secret"],
    ["the key itself", KEY, "contains the API key instead of a signature"],
    ["nothing", " ", "The header is empty."],
    ["SHA-1 of something else", "ab".repeat(20), "the length of SHA1"],
    ["anything else", "hello", "It has 5 characters"],
  ])("%s", (_, given, message) => {
    expect(diagnose(given).detail).toContain(message);
  });

  it("two mistakes together", () => {
    const both = hmac(`${MATERIAL}:${CALLBACK}`, KEY).digest("hex").toUpperCase();
    expect(diagnose(both).detail).toBe(
      "It looks as if it was made with the API key in place of the secret, and it covers the callback_url instead of the content_url, and it is in upper-case hex instead of lower-case.",
    );
  });
});

it("reports an unknown secret for a well-formed signature", () => {
  expect(diagnose("ab".repeat(32)).code).toBe("projects.unknown_secret");
});

it("reports a missing trailing slash", () => {
  const given = hmac(`${MATERIAL}:https://cms.example.org/galley`).digest("hex");
  const about = { urls: ["https://cms.example.org/galley/"], urlName: "callback_url" as const, callbackUrl: null };
  expect(diagnose(given, about).detail).toBe("It looks as if it covers the callback_url without its trailing slash.");
});

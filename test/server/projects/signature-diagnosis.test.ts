import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { diagnoseSignature, type SignatureCase } from "../../../server/projects/signature-diagnosis.ts";

const SECRET = "gs_secret-of-this-project";
const OTHER = "gs_secret-of-another";
const FORMER = "gs_secret-before";
const KEY = "gk_dev_1234";
const MATERIAL = "tram 42";
const CONTENT = "http://127.0.0.1:8420/integration/download/media/f/v";
const CALLBACK = "https://cms.example.org/galley/callback";

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
    ["another project's secret", hex(SIGNED, OTHER), "the secret of another project, “The Evening Test”"],
    ["the key instead of the secret", hex(SIGNED, KEY), "the API key in place of the secret"],
    ["the former secret", hex(SIGNED, FORMER), "the previous secret, which is no longer accepted"],
    ["a secret with a line break", hex(SIGNED, `${SECRET}\n`), "the secret and a line break"],
    ["an empty secret", hex(SIGNED, ""), "an empty secret"],
    ["upper-case hex", hex().toUpperCase(), "upper-case hex instead of lower-case"],
    ["base64", hmac(SIGNED).digest("base64"), "base64 instead of hex"],
    ["base64 of the hex", Buffer.from(hex()).toString("base64"), "encoded again, as base64"],
    ["a prefix", `sha256=${hex()}`, "“sha256=” is before it"],
    ["the header twice", `${hex()}, ${hex()}`, "the header was sent twice"],
    ["quotation marks", `"${hex()}"`, "quotation marks around it"],
    ["HMAC-SHA1", hmac(SIGNED, SECRET, "sha1").digest("hex"), "an HMAC-SHA1 instead of HMAC-SHA256"],
    ["a plain hash", sha256(SIGNED), "a plain hash without a key"],
    ["a hash over the secret", sha256(`${SECRET}${MATERIAL}:${CONTENT}`), "a hash over secret and text"],
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

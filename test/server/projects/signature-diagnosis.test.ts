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
const right = () => hmac(`${MATERIAL}:${CONTENT}`);

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

describe("of a download's signature, it names", () => {
  it.each<[string, string, string]>([
    [
      "the callback_url",
      hmac(`${MATERIAL}:${CALLBACK}`).digest("hex"),
      "it covers the callback_url instead of the content_url",
    ],
    [
      "a trailing slash",
      hmac(`${MATERIAL}:${CONTENT}/`).digest("hex"),
      "it covers the content_url with a trailing slash",
    ],
    ["the query", hmac(`${MATERIAL}:${CONTENT}?api_key=${KEY}&material_id=tram+42`).digest("hex"), "with the query"],
    ["an encoded URL", hmac(`${MATERIAL}:${encodeURIComponent(CONTENT)}`).digest("hex"), "after URL encoding"],
    ["a missing colon", hmac(`${MATERIAL}${CONTENT}`).digest("hex"), "without the colon"],
    ["the wrong order", hmac(`${CONTENT}:${MATERIAL}`).digest("hex"), "in the wrong order"],
    ["a line break", hmac(`${MATERIAL}:${CONTENT}\n`).digest("hex"), "a line break at the end"],
    [
      "another project's secret",
      hmac(`${MATERIAL}:${CONTENT}`, OTHER).digest("hex"),
      "the secret of another project, “The Evening Test”",
    ],
    [
      "the key in place of the secret",
      hmac(`${MATERIAL}:${CONTENT}`, KEY).digest("hex"),
      "the API key in place of the secret",
    ],
    [
      "the former secret",
      hmac(`${MATERIAL}:${CONTENT}`, FORMER).digest("hex"),
      "the former secret, which is no longer accepted",
    ],
    [
      "a secret with a line break",
      hmac(`${MATERIAL}:${CONTENT}`, `${SECRET}\n`).digest("hex"),
      "the secret and a line break",
    ],
    ["an empty secret", hmac(`${MATERIAL}:${CONTENT}`, "").digest("hex"), "an empty secret"],
    ["upper-case hex", right().digest("hex").toUpperCase(), "upper-case hex instead of lower-case"],
    ["base64", right().digest("base64"), "base64 instead of hex"],
    ["base64 of the hex", Buffer.from(right().digest("hex")).toString("base64"), "encoded again, as base64"],
    ["a prefix", `sha256=${right().digest("hex")}`, "“sha256=” is before it"],
    ["the header twice", `${right().digest("hex")}, ${right().digest("hex")}`, "the header was sent twice"],
    ["quotation marks", `"${right().digest("hex")}"`, "quotation marks around it"],
    ["HMAC-SHA1", hmac(`${MATERIAL}:${CONTENT}`, SECRET, "sha1").digest("hex"), "an HMAC-SHA1 instead of HMAC-SHA256"],
    ["a plain hash", createHash("sha256").update(`${MATERIAL}:${CONTENT}`).digest("hex"), "a plain hash without a key"],
    [
      "a hash over the secret",
      createHash("sha256").update(`${SECRET}${MATERIAL}:${CONTENT}`).digest("hex"),
      "a hash over secret and text",
    ],
    ["the secret itself", SECRET, "contains the API secret"],
    ["the key itself", KEY, "contains the API key instead of a signature"],
    ["nothing", " ", "The header is empty."],
    ["SHA-1 of something else", "ab".repeat(20), "the length of SHA1"],
    ["anything else", "hello", "It has 5 characters"],
  ])("%s", (_, given, told) => {
    expect(diagnose(given).detail).toContain(told);
  });

  it("two mistakes at once", () => {
    const both = hmac(`${MATERIAL}:${CALLBACK}`, KEY).digest("hex").toUpperCase();
    expect(diagnose(both).detail).toBe(
      "It looks as if it was made with the API key in place of the secret, and it covers the callback_url instead of the content_url, and it is in upper-case hex instead of lower-case.",
    );
  });
});

it("calls no right secret wrong that merely looks unknown", () => {
  expect(diagnose("ab".repeat(32)).code).toBe("projects.unknown_secret");
});

it("tells a missing slash where one belongs", () => {
  const given = hmac(`${MATERIAL}:https://cms.example.org/galley`).digest("hex");
  const about = { urls: ["https://cms.example.org/galley/"], urlName: "callback_url" as const, callbackUrl: null };
  expect(diagnose(given, about).detail).toBe("It looks as if it covers the callback_url without its trailing slash.");
});

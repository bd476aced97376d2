import { expect, it } from "vitest";
import { fileSize } from "../../../server/contracts/file-size.ts";
import {
  fault,
  joined,
  sentence,
  shortFacts,
  storedSentence,
  toStored,
  withSentence,
} from "../../../server/contracts/sentences/index.ts";

it("fills in texts, numbers, plurals and sizes", () => {
  expect(sentence("logins.no_login", { id: "a{#b}" }).detail).toBe("There is no login a{#b}.");
  expect(sentence("requests.string_too_long", { max: 1 }).detail).toBe("Use at most 1 character");
  expect(sentence("requests.string_too_long", { max: 2000 })).toEqual({
    code: "requests.string_too_long",
    facts: { max: 2000 },
    detail: "Use at most 2000 characters",
  });
  expect(sentence("media.too_large", { limit: 1_500_000 }).detail).toContain("size of 1.5 MB.");
});

it("accepts lists and other sentences as facts", () => {
  const inner = sentence("logins.no_login", { id: "7" });
  expect(sentence("storage.file_missing", { name: ["a", inner] }).detail).toMatch(/^The file a, There is no login 7. /);
});

it("joins sentences with a site's text", () => {
  const both = joined("", sentence("requests.not_found"), "“Nein.”");
  expect(both.detail).toBe("Nothing exists at this URL. “Nein.”");
  expect(withSentence("explanation", both)).toEqual({
    explanation: both.detail,
    explanation_sentence: { code: "joined", facts: { parts: [sentence("requests.not_found"), "“Nein.”"] } },
  });
});

it("flattens joined sentences, and reads stored texts of earlier versions", () => {
  const inner = sentence("requests.not_found");
  expect(joined(joined(inner, "a"), "b").facts.parts).toEqual([inner, "a", "b"]);
  expect(storedSentence(toStored(inner))).toEqual(inner);
  expect(storedSentence("Old words.")).toMatchObject({ code: "joined", detail: "Old words." });
  expect(storedSentence('{"code": "cut').detail).toBe('{"code": "cut');
});

it("shortens the texts of a sentence", () => {
  const cut = shortFacts(joined(sentence("logins.no_login", { id: "12345" })), (text) => text.slice(0, 3));
  expect(cut.facts.parts).toMatchObject([{ facts: { id: "123" } }]);
});

it("requires exactly the facts of the template", () => {
  // @ts-expect-error: a fact is missing.
  expect(sentence("logins.no_login").detail).toBe("");
  // @ts-expect-error: no such code.
  expect(fault("logins.nothing")).toContain("logins.nothing");
  // @ts-expect-error: a number is required.
  sentence("requests.string_too_long", { max: "1" });
});

it.each([
  [1, "en", "1 byte"],
  [999, "en", "999 bytes"],
  [3_449, "en", "3.4 kB"],
  [999_499, "en", "999 kB"],
  [999_500, "en", "1 MB"],
  [1_500_000_000_000, "en", "1,500 GB"],
  [376, "ru", "376 байт"],
  [3_449, "ru", "3,4 кБ"],
  [3_449, "", "3.4 kB"],
  [3_449, "en-latin-latin", "3.4 kB"],
])("%i bytes in %j are %s", (bytes, lang, words) => {
  expect(fileSize(bytes, lang).replaceAll("\u00a0", " ")).toBe(words);
});

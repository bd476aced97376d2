import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../../renderer/editor/writing/language/article-language.ts";
import { substitute } from "../../../../renderer/editor/writing/typography/typography.ts";

/** The text after typing key by key. */
function typed(text: string, language: string): string {
  let shown = "";
  for (const key of text) {
    const found = substitute(shown, key, language);
    shown = found === null ? shown + key : shown.slice(0, shown.length - found.remove) + found.insert;
  }
  return shown;
}

describe("typography by language", () => {
  it.each([
    ["en", `He said "go 'now'" and left`, "He said “go ‘now’” and left"],
    ["en-GB", `"Yes," she said`, "“Yes,” she said"],
    ["ru", `Газета "Вечерняя "Москва"" вышла`, "Газета «Вечерняя „Москва“» вышла"],
    ["uk", `"Так", сказав він`, "«Так», сказав він"],
    ["de", `Er sagte "geh 'jetzt'" laut`, "Er sagte „geh ‚jetzt‘“ laut"],
    ["de-CH", `"Ja"`, "«Ja»"],
    ["fr", `Il dit "oui"`, "Il dit «\u202foui\u202f»"],
    ["pl", `"Tak"`, "„Tak”"],
    ["es", `"Sí"`, "“Sí”"],
    ["it", `"Sì"`, "«Sì»"],
    ["pt-BR", `"Sim"`, "“Sim”"],
    ["nl", `"Ja"`, "“Ja”"],
    ["sv", `"Ja", sa "hon"`, "”Ja”, sa ”hon”"],
    ["xx", `"Yes"`, "“Yes”"],
    ["en", `("quoted")`, "(“quoted”)"],
  ])("sets quotes (%s): %s", (language, keys, expected) => {
    expect(typed(keys, language)).toBe(expected);
  });

  it.each([
    ["en", "it's the dogs' day", "it’s the dogs’ day"],
    ["fr", "l'eau", "l’eau"],
    ["uk", "п'ять", "п’ять"],
    ["en", `"it's 'mine'"`, "“it’s ‘mine’”"],
  ])("sets apostrophes (%s): %s", (language, keys, expected) => {
    expect(typed(keys, language)).toBe(expected);
  });

  it.each([
    ["en", "one--two", "one—two"],
    ["en", "one - two", "one – two"],
    ["ru", "Москва - столица", "Москва — столица"],
    ["ru", "-- Да, сказал он", "— Да, сказал он"],
    ["de", "eins -- zwei", "eins – zwei"],
    ["de", "eins---zwei", "eins—zwei"],
    ["en", "1914--18", "1914–18"],
    ["en", "wait... what", "wait… what"],
    ["fr", "Quoi ? Non !", "Quoi\u202f? Non\u202f!"],
    ["fr", "Ceci : cela", "Ceci\u00a0: cela"],
  ])("sets dashes, dots and spaces (%s): %s", (language, keys, expected) => {
    expect(typed(keys, language)).toBe(expected);
  });

  it.each(["---", "- item", "> said", "1. one", "well-known", "http://example.org", `5"`, "a ? b"])(
    "keeps %s as typed",
    (keys) => {
      expect(typed(keys, "en")).toBe(keys);
    },
  );
});

it.each([
  ["", "de-AT", "de-AT"],
  ["2026, 12:30", "ru", "ru"],
  ["The bridge", "en-GB", "en-GB"],
  ["The bridge", "ru-RU", "en"],
  ["Мост открыт", "en", "ru"],
  ["Мост Galley открыт", "uk", "ru"],
  ["Міст відкрито", "ru", "uk"],
  ["Мост адкрыўся і стаіць", "ru", "be"],
  ["Мостът е отворен", "bg", "bg"],
])("detects %j in a browser with language %s as %s", (sample, own, expected) => {
  expect(detectLanguage(sample, own)).toBe(expected);
});

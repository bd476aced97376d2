import { expect, it } from "vitest";
import { detectLanguage } from "../../../../renderer/editor/writing/language/article-language.ts";

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

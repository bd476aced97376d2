import { expect, test } from "vitest";
import * as en from "../../../../renderer/console/messages/en/index.ts";
import { localeFor } from "../../../../renderer/console/messages/index.ts";
import * as ru from "../../../../renderer/console/messages/ru/index.ts";

test("uses the chosen or first supported language of the browser, with its region", () => {
  expect(localeFor(["de-CH", "ru-RU", "en-US"], "browser")).toBe("ru-RU");
  expect(localeFor(["en-US", "ru"], "browser")).toBe("en-US");
  expect(localeFor(["de", "constructor"], "browser")).toBe("en-GB");
  expect(localeFor(["ru-RU", "en-US", "en-GB"], "en")).toBe("en-US");
  expect(localeFor(["de-DE"], "en")).toBe("en-GB");
  expect(localeFor(["en"], "ru")).toBe("ru");
});

test("translates every message to Russian, with the same tags", () => {
  const same: string[] = [];
  const wrongTags: string[] = [];
  walk(en, ru, "", (path, english, translated) => {
    // A single word may be a name or a key, which is not translated.
    if (/[a-z]{2}\s+[a-z]{2}/.test(english) && !/[а-яё]/i.test(translated)) same.push(path);
    if (tagsOf(english).join() !== tagsOf(translated).join()) wrongTags.push(path);
  });
  expect(same).toEqual([]);
  expect(wrongTags).toEqual([]);
});

/** Calls `visit` with each pair of texts under the same key. Functions are left to the compiler. */
function walk(english: object, other: object, at: string, visit: (path: string, a: string, b: string) => void) {
  for (const [key, value] of Object.entries(english)) {
    const against: unknown = Reflect.get(other, key);
    if (typeof value === "string" && typeof against === "string") visit(`${at}${key}`, value, against);
    else if (typeof value === "object" && value !== null && typeof against === "object" && against !== null)
      walk(value, against, `${at}${key}.`, visit);
  }
}

function tagsOf(text: string): string[] {
  return [...text.matchAll(/<(\w+)>/g)].map(([, tag = ""]) => tag).sort();
}

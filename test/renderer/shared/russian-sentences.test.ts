import { expect, it } from "vitest";
import { RUSSIAN } from "../../../renderer/shared/language-russian.ts";
import { RUSSIAN_SENTENCES } from "../../../renderer/shared/russian/sentences/index.ts";
import { joined, SENTENCES, sentence } from "../../../server/contracts/sentences/index.ts";

const { said } = RUSSIAN;
const placeholdersOf = (text: string) => [...text.matchAll(/\{#?(\w+)(:[^}]*)?\}/g)];

it("has each placeholder of the English sentence, and three forms for each plural", () => {
  for (const [room, sentences] of Object.entries(SENTENCES))
    for (const [key, english] of Object.entries(sentences)) {
      const russian = (RUSSIAN_SENTENCES as Record<string, Record<string, string>>)[room]?.[key] ?? "";
      const names = (text: string) => [...new Set(placeholdersOf(text).map(([, name]) => name))].sort();
      expect(names(russian), `${room}.${key}`).toEqual(names(english));
      for (const [placeholder, , form = ":bytes"] of placeholdersOf(russian))
        if (form !== ":bytes") expect(form.split(","), placeholder).toHaveLength(3);
    }
});

it("translates a sentence by its code, with numbers, sizes and plural forms", () => {
  const long = sentence("requests.string_too_long", { max: 2021 });
  expect(said(long.detail, long)).toBe("Не длиннее 2\u00a0021 знака");
  const large = sentence("storage.file_too_large", { limit: 1_500_000 });
  expect(said(large.detail, large)).toMatch(/^Файл больше предельного размера загрузки: 1,5.МБ\.$/);
  const both = joined(sentence("requests.busy"), "“Nein.”");
  expect(said(both.detail, both)).toMatch(/^Galley занят.* “Nein\.”$/);
});

it("leaves a site's own words unchanged", () => {
  const rejected = sentence("deliveries.rejected_ended", { words: "{n} $& \\1 The site rejected it." });
  expect(said(rejected.detail, rejected)).toBe("Сайт отклонил: {n} $& \\1 The site rejected it.");
});

it("shows the English if the code is unknown or a fact is missing", () => {
  expect(said("New words.", { code: "requests.of_a_newer_version", facts: {} })).toBe("New words.");
  expect(said("Too long.", { code: "requests.string_too_long", facts: {} })).toBe("Too long.");
});

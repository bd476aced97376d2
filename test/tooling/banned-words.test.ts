import { expect, it } from "vitest";
import { bannedWordsIn } from "../../scripts/lib/banned-words.mjs";

it("reports the line, the word and the standard term in a page of the docs", () => {
  expect(bannedWordsIn("docs/operating.md", "Start Galley.\nWhoever calls gets a 403.")).toEqual([
    { line: 2, found: "Whoever", say: "the client, the site, the admin, the journalist or the caller" },
  ]);
});

it("checks comments, texts and names in code and tests", () => {
  const code = '/** Told to the site. */\nexport const told = "anew";\n';
  for (const file of ["server/deliveries/judge.ts", "test/server/deliveries/judge.test.ts"])
    expect(bannedWordsIn(file, code).map(({ line, found }) => [line, found])).toEqual([
      [1, "Told"],
      [2, "told"],
      [2, "anew"],
    ]);
});

it("ignores names in backticks in a page, and files that are not checked", () => {
  expect(bannedWordsIn("README.md", "The key `told` is part of the API.")).toEqual([]);
  expect(bannedWordsIn("server/storage/migrations/0001-first.ts", "// whoever")).toEqual([]);
});

import { expect, it } from "vitest";
import { bannedWordsIn } from "../../scripts/lib/banned-words.mjs";

it("names the line, the word and the standard term in a page of the docs", () => {
  expect(bannedWordsIn("docs/operating.md", "Start Galley.\nWhoever calls gets a 403.")).toEqual([
    { line: 2, found: "Whoever", say: "the client, the site, the admin, the journalist or the caller" },
  ]);
});

it("reads screens whole, and of other code the doc comments alone", () => {
  const code = '/**\n * Told to the site.\n */\nexport const told = "anew";\n';
  expect(bannedWordsIn("server/deliveries/judge.ts", code).map(({ line, found }) => [line, found])).toEqual([
    [2, "Told"],
  ]);
  expect(bannedWordsIn("renderer/console/messages/en/list.ts", code)).toHaveLength(3);
});

it("passes names in backticks and files that are not checked", () => {
  expect(bannedWordsIn("README.md", "The key `told` is part of the API.")).toEqual([]);
  expect(bannedWordsIn("renderer/console/messages/ru/list.ts", "// whoever")).toEqual([]);
});

import { expect, it } from "vitest";
import { bannedWordsIn } from "../../scripts/lib/banned-words.mjs";

it("reports the line, the word and the standard term in docs", () => {
  expect(bannedWordsIn("docs/operating.md", "Start Galley.\nWhoever calls gets a 403.")).toEqual([
    { line: 2, found: "Whoever", say: "the client, the site, the admin, the journalist or the caller" },
  ]);
});

it("checks all of a screen's messages, but only the doc comments of other code", () => {
  const code = '/**\n * Told to the site.\n */\nexport const told = "anew";\n';
  expect(bannedWordsIn("server/deliveries/judge.ts", code).map(({ line, found }) => [line, found])).toEqual([
    [2, "Told"],
  ]);
  expect(bannedWordsIn("renderer/console/messages/en/list.ts", code)).toHaveLength(3);
});

it("ignores names in backticks and files that are not checked", () => {
  expect(bannedWordsIn("README.md", "The key `told` is part of the API.")).toEqual([]);
  expect(bannedWordsIn("renderer/console/messages/ru/list.ts", "// whoever")).toEqual([]);
});

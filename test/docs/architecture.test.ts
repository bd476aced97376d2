/** Files in docs/architecture.md and cited sections of docs/contract.md exist. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const read = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");

it("every file and folder in docs/architecture.md exists", () => {
  const named = [...read("docs/architecture.md").matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)*(?:\/|\.(?:ts|tsx|mjs)))`/g)].map(
    ([, name = ""]) => name,
  );
  const exists = (name: string) =>
    ["", "server", "server/contracts"].some((folder) => fs.existsSync(path.join(ROOT, folder, name)));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it("every section of the contract that a comment cites exists", () => {
  const contract = read("docs/contract.md");
  const has = (section: string) => {
    const [chapter = "", rule] = section.split(/\.(?=\d+$)/);
    if (new RegExp(`^##+ ${section.replaceAll(".", "\\.")}\\.? `, "m").test(contract)) return true;
    // A number without its own heading is an item of the chapter's numbered list.
    const text = contract
      .split(/^(?=##+ )/m)
      .find((part) => new RegExp(`^##+ ${chapter.replaceAll(".", "\\.")}\\.? `).test(part));
    return rule !== undefined && text !== undefined && new RegExp(`^${rule}\\. `, "m").test(text);
  };
  const cited = ["server", "main", "renderer", "test"]
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .map((name) => path.join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) =>
      [...read(name).matchAll(/\b[Cc]ontract ((?:\d+(?:\.\d+)*(?:, | and | to )?)+)/g)].flatMap(([, sections = ""]) =>
        sections
          .split(/, | and | to /)
          .filter(Boolean)
          .map((section) => ({ name, section })),
      ),
    );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ section }) => !has(section))).toEqual([]);
});

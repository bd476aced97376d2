import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const CONSOLE = path.join(import.meta.dirname, "../../../renderer/console");
const sheets = fs
  .readdirSync(CONSOLE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({
    name: name.replaceAll(path.sep, "/"),
    text: fs.readFileSync(path.join(CONSOLE, name), "utf8"),
  }));

/** The classes that a sheet gives looks to: those of the last part of each selector. */
function styledIn(text: string): Set<string> {
  const styled = new Set<string>();
  const plain = text.replaceAll(/\/\*.*?\*\//gs, "");
  for (const [, selectors = ""] of plain.matchAll(/([^{}]+)\{/g)) {
    if (selectors.trim().startsWith("@")) continue;
    for (const selector of selectors.split(/,(?![^(]*\))/)) {
      const last =
        selector
          .trim()
          .replace(/:(is|not|has|where)\(.*\)$/, "")
          .split(/[\s>+~]+/)
          .at(-1) ?? "";
      for (const [, name = ""] of last.matchAll(/\.([\w-]+)/g)) styled.add(name);
    }
  }
  return styled;
}

/** Of each page of the console, how the names of its classes begin. */
const PREFIX: Record<string, string> = {
  app: "shell-",
  check: "check-",
  deliveries: "delivery-",
  fonts: "font-",
  home: "home-",
  login: "login-",
  sessions: "session-",
  settings: "settings-",
};

describe("the console's style sheets", () => {
  it("give looks to a class in one file alone", () => {
    const owners = new Map<string, string[]>();
    for (const { name, text } of sheets)
      for (const styled of styledIn(text)) owners.set(styled, [...(owners.get(styled) ?? []), name]);
    expect([...owners].filter(([, names]) => names.length > 1)).toEqual([]);
  });

  it("name a page's classes after the page", () => {
    const strange = sheets.flatMap(({ name, text }) => {
      const prefix = PREFIX[name.split("/")[0] ?? ""];
      const isOwn = (styled: string) => prefix === undefined || styled === "shell" || styled.startsWith(prefix);
      return [...styledIn(text)].filter((styled) => !isOwn(styled)).map((styled) => `${name}: .${styled}`);
    });
    expect(strange).toEqual([]);
  });

  it("have at most 300 lines", () => {
    expect(sheets.filter(({ text }) => text.split("\n").length > 301).map(({ name }) => name)).toEqual([]);
  });
});

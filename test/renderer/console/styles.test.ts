import path from "node:path";
import { describe, expect, it } from "vitest";
import { sheetsOf, styledIn, styledTwice, tooLong } from "../style-sheets.ts";

const sheets = sheetsOf("console");

/** The class prefix of each page of the console. */
const PREFIX: Record<string, string> = {
  app: "shell-",
  deliveries: "delivery-",
  fonts: "font-",
  home: "home-",
  login: "login-",
  palette: "palette-",
  projects: "project-",
  "projects/check": "check-",
  sessions: "session-",
  settings: "settings-",
  sites: "site-",
};

describe("the console's style sheets", () => {
  it("style each class in one file only", () => {
    expect(styledTwice(sheets)).toEqual({});
  });

  it("prefix the classes of a page with its name", () => {
    const strange = sheets.flatMap(({ name, text }) => {
      const prefix = PREFIX[path.dirname(name)] ?? PREFIX[name.split("/")[0] ?? ""];
      const isOwn = (styled: string) => prefix === undefined || styled === "shell" || styled.startsWith(prefix);
      return [...styledIn(text)].filter((styled) => !isOwn(styled)).map((styled) => `${name}: .${styled}`);
    });
    expect(strange).toEqual([]);
  });

  it("have at most 400 lines", () => {
    expect(tooLong(sheets, 400)).toEqual([]);
  });
});

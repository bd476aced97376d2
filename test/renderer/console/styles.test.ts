import path from "node:path";
import { describe, expect, it } from "vitest";
import { sheetsOf, styledIn, styledTwice, tooLong } from "../style-sheets.ts";

const sheets = sheetsOf("console");

/** The class prefixes of each page of the console. */
const PREFIXES: Record<string, RegExp> = {
  app: /^shell/,
  deliveries: /^delivery-/,
  fonts: /^font-/,
  home: /^home-/,
  login: /^login-/,
  palette: /^palette-/,
  projects: /^(project|check)-/,
  sessions: /^session-/,
  settings: /^settings-/,
  sites: /^site-/,
};

describe("the console's style sheets", () => {
  it("style each class in one file only", () => {
    expect(styledTwice(sheets)).toEqual({});
  });

  it("prefix the classes of a page with its name", () => {
    const strange = sheets.flatMap(({ name, text }) => {
      const prefixes = PREFIXES[path.dirname(name)] ?? /^/;
      return [...styledIn(text)].filter((styled) => !prefixes.test(styled)).map((styled) => `${name}: .${styled}`);
    });
    expect(strange).toEqual([]);
  });

  it("have at most 400 lines", () => {
    expect(tooLong(sheets, 400)).toEqual([]);
  });
});

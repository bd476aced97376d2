import { expect, test } from "vitest";
import { plainFileName } from "../../../main/window/file-name.ts";

test.each([
  ["galley-2026-01-31.zip", "galley-2026-01-31.zip"],
  ["Первая полоса.zip", "Первая полоса.zip"],
  ["../../.ssh/authorized_keys", "authorized_keys"],
  ["C:\\Windows\\System32\\cmd.exe", "cmd.exe"],
  ["..", "download"],
  ["", "download"],
  [".bashrc", "bashrc"],
  ["archive.zip. . ", "archive.zip"],
  ["CON.zip", "download-CON.zip"],
  ["a\u0000b\r\n<c>:d?.zip", "abcd.zip"],
  ["gpj.\u202eexe", "gpj.exe"],
])("suggests %j as %j", (given, expected) => {
  expect(plainFileName(given)).toBe(expected);
});

test("keeps the extension of a long name", () => {
  const name = plainFileName(`${"ä".repeat(500)}.zip`);
  expect(name).toHaveLength(120);
  expect(name.endsWith("ä.zip")).toBe(true);
});

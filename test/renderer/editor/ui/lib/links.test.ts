import { expect, it } from "vitest";
import { isAllowedTarget, targetFromTyped } from "../../../../../renderer/editor/ui/lib/links.ts";

it.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  [" http://intranet:8080/x ", "http://intranet:8080/x"],
  ["mailto:anna@example.org", "mailto:anna@example.org"],
  ["tel:+49301234", "tel:+49301234"],
  ["/about", "/about"],
  ["../archive/2026", "../archive/2026"],
  ["#top", "#top"],
  ["?page=2", "?page=2"],
  ["example.org/story", "https://example.org/story"],
  ["münchen.example:8080", "https://münchen.example:8080"],
  ["anna@example.org", "mailto:anna@example.org"],
])("reads %s as %s", (typed, href) => {
  expect(targetFromTyped(typed)).toBe(href);
});

it.each([
  "",
  "   ",
  "two words",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "ftp://x.example/",
  "https://",
  "mailto:",
  "about",
])("rejects %j", (typed) => {
  expect(targetFromTyped(typed)).toBeNull();
});

it("rejects a scheme with characters that browsers ignore", () => {
  expect(isAllowedTarget("java\nscript:alert(1)")).toBe(false);
  expect(isAllowedTarget("\u0001javascript:alert(1)")).toBe(false);
  expect(isAllowedTarget("  javascript:alert(1)")).toBe(false);
});

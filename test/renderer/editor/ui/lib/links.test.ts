import { expect, it } from "vitest";
import { isAllowedTarget, loneUrl, targetFromTyped, unwrapped } from "../../../../../renderer/editor/ui/lib/links.ts";

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

const google = (url: string) => `https://www.google.com/url?q=${encodeURIComponent(url)}&sa=D&source=docs`;

it.each([
  [google("https://example.org/a?b=c&d#e"), "https://example.org/a?b=c&d#e"],
  ["https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fexample.org%2F", "https://example.org/"],
  ["https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fx&h=AT0", "https://example.org/x"],
  ["https://vk.com/away.php?to=https%3A%2F%2Fexample.org%2F", "https://example.org/"],
  [google(google("https://example.org/")), "https://example.org/"],
  ["https://example.org/url?q=https://other.example/", "https://example.org/url?q=https://other.example/"],
  [
    "https://google.com.evil.example/url?q=https://x.example/",
    "https://google.com.evil.example/url?q=https://x.example/",
  ],
  [google("javascript:alert(1)"), google("javascript:alert(1)")],
  ["mailto:anna@example.org", "mailto:anna@example.org"],
])("unwraps %s to %s", (url, inside) => {
  expect(unwrapped(url)).toBe(inside);
});

it.each(["https://", "example.org", "https://a.example and more", "https://[", "ftp://a.example/", ""])(
  "does not read %j as a URL",
  (text) => {
    expect(loneUrl(text)).toBeNull();
  },
);

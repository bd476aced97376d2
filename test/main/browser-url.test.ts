import { expect, test } from "vitest";
import { browserUrl } from "../../main/browser-url.ts";

test.each([
  ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
  ["http://127.0.0.1:8420/editor/1#t=2", "http://127.0.0.1:8420/editor/1#t=2"],
  ["HTTP://EXAMPLE.org", "http://example.org/"],
  ["  https://example.org/a b\n", "https://example.org/a%20b"],
])("opens %j as %j", (link, url) => {
  expect(browserUrl(link)).toBe(url);
});

test.each([
  "",
  "about:blank",
  "/relative",
  "file:///etc/passwd",
  "smb://host/share",
  "mailto:desk@example.org",
  "javascript:alert(1)",
  "data:text/html,hello",
  "ms-settings:network",
  "\\\\host\\share",
  "http://name@example.org/",
  "https://example.org:pass@evil.example/",
  `https://example.org/${"a".repeat(8_000)}`,
])("does not open %j", (link) => {
  expect(browserUrl(link)).toBeNull();
});

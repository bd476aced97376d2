import { expect, it } from "vitest";
import { browserUrl, describeState, plainFileName, plainLine } from "../../main/texts.ts";
import type { ShellState } from "../../server/admin/shell/shell-view.ts";

const state = (name: ShellState["state"], counts: Partial<ShellState["deliveries"]>): ShellState => ({
  state: name,
  deliveries: { queued: 0, sending: 0, retrying: 0, held: 0, failed: 0, unfetched: 0, ...counts },
  nextAttemptAt: null,
});

it("describes the state of deliveries", () => {
  expect(describeState(state("running", {}))).toBe("Running");
  expect(describeState(state("waiting", { retrying: 1 }))).toBe("Running · 1 delivery pending");
  expect(describeState(state("waiting", { queued: 1, sending: 2, held: 1 }))).toBe("Running · 4 deliveries pending");
  expect(describeState(state("trouble", { failed: 3 }))).toBe("Needs attention: 3 deliveries failed");
  expect(describeState(state("trouble", { failed: 1, queued: 2 }))).toBe(
    "Needs attention: 1 delivery failed · 2 pending",
  );
  expect(describeState(state("trouble", { unfetched: 1 }))).toBe("Needs attention: 1 delivery not downloaded");
  expect(describeState(state("trouble", { failed: 3, unfetched: 1 }))).toBe(
    "Needs attention: 3 deliveries failed, 1 not downloaded",
  );
  expect(describeState(state("paused", {}))).toBe("Deliveries on hold");
  expect(describeState(state("paused", { held: 2, failed: 1 }))).toBe("2 deliveries on hold · 1 failed");
});

it("turns a site's text into one plain line", () => {
  expect(plainLine("Not\r\n\ttoday\u0000\u0007 ", 200)).toBe("Not today");
  expect(plainLine("<a href='x'>read</a>", 200)).toBe("‹a href='x'›read‹/a›");
  expect(plainLine("safe\u202egpj.exe\u2066", 200)).toBe("safegpj.exe");
  expect(plainLine("x".repeat(1_000_000), 200)).toBe(`${"x".repeat(199)}…`);
  expect([...plainLine("🗞".repeat(300), 200)]).toHaveLength(200);
  expect(plainLine("x".repeat(200), 200)).toBe("x".repeat(200));
});

it.each([
  ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
  ["http://127.0.0.1:8420/editor/1#t=2", "http://127.0.0.1:8420/editor/1#t=2"],
  ["HTTP://EXAMPLE.org", "http://example.org/"],
  ["  https://example.org/a b\n", "https://example.org/a%20b"],
])("opens %j as %j", (link, url) => {
  expect(browserUrl(link)).toBe(url);
});

it.each([
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

it.each([
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

it("keeps the extension of a long name", () => {
  const name = plainFileName(`${"ä".repeat(500)}.zip`);
  expect(name).toHaveLength(120);
  expect(name.endsWith("ä.zip")).toBe(true);
});

import { expect, it } from "vitest";
import { describeState, plainLine } from "../../../main/desktop/labels.ts";
import type { ShellState } from "../../../server/admin/shell/shell-view.ts";

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
  expect(describeState(state("paused", {}))).toBe("Paused");
  expect(describeState(state("paused", { held: 2, failed: 1 }))).toBe("Paused · 2 deliveries on hold · 1 failed");
});

it("turns a site's text into one plain line", () => {
  expect(plainLine("Not\r\n\ttoday\u0000\u0007 ", 200)).toBe("Not today");
  expect(plainLine("<a href='x'>read</a>", 200)).toBe("‹a href='x'›read‹/a›");
  expect(plainLine("safe\u202egpj.exe\u2066", 200)).toBe("safegpj.exe");
  expect(plainLine("x".repeat(1_000_000), 200)).toBe(`${"x".repeat(199)}…`);
  expect([...plainLine("🗞".repeat(300), 200)]).toHaveLength(200);
  expect(plainLine("x".repeat(200), 200)).toBe("x".repeat(200));
});

import { describe, expect, it } from "vitest";
import { type StatusFacts, saveLine } from "../../../../renderer/editor/app/StatusLines.tsx";
import { siteLine } from "../../../../renderer/editor/history/site-line.ts";
import { deliveryView, versionView } from "../support.ts";

const clean = { unsaved: false, onComputer: true, onServer: true, refusal: null };
const unsaved = { ...clean, unsaved: true };

function lineOf(change: Partial<StatusFacts>) {
  const time = (iso: string) => iso.slice(11, 16);
  const base = versionView(7);
  return saveLine({
    save: { kind: "idle" },
    drafts: clean,
    connection: "up",
    uploadsUnderWay: 0,
    base,
    time,
    ...change,
  });
}

describe("is it stored", () => {
  it("names version and time", () => {
    expect(lineOf({})).toEqual({
      tone: "quiet",
      text: "Saved — version 7, 14:02",
      at: "2026-11-20T14:02:00.000+00:00",
    });
  });

  it.each<[string, Partial<StatusFacts>]>([
    ["Nothing saved yet", { base: null }],
    ["Unsaved changes — draft kept", { drafts: unsaved }],
    ["Offline: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "down" }],
    ["Login expired: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "login_ended" }],
    [
      "Not stored anywhere: keep this tab open",
      { drafts: { ...unsaved, onComputer: false, onServer: false }, connection: "down" },
    ],
    ["Saves when 2 pictures are uploaded…", { save: { kind: "waiting_for_uploads" }, uploadsUnderWay: 2 }],
    ["Not saved: The disk is full.", { save: { kind: "refused", sentence: "The disk is full." }, drafts: unsaved }],
  ])("%s", (text, facts) => {
    expect(lineOf(facts).text).toBe(text);
  });

  it("says of a save that waits that it is not lost", () => {
    expect(lineOf({ save: { kind: "waiting_for_server" }, connection: "down" }).text).toContain(
      "Saves when Galley is reachable",
    );
    expect(lineOf({ save: { kind: "waiting_for_server" }, connection: "login_ended" }).text).toContain(
      "login has expired",
    );
  });
});

describe("did the site take it", () => {
  const at = (change: Parameters<typeof deliveryView>[0]) =>
    siteLine(versionView(7, { delivery: deliveryView(change) }), "example.org");

  it("says how long the site took", () => {
    expect(at({ state: "delivered", attempts: 1, finished_at: "2026-11-20T14:02:01.800Z" })).toMatchObject({
      tone: "good",
      text: "Version 7 delivered (1.8 s)",
    });
  });

  it.each([
    ["archive_not_downloaded", "Delivered, but the site did not download this version."],
    ["archive_refused", "Delivered, but the site could not download this version."],
  ])("warns where the site confirmed what it has not: %s", (warning, text) => {
    const line = at({ state: "delivered", attempts: 1, warnings: [warning], explanation: "Download content_url." });
    expect(line).toMatchObject({ tone: "waiting", text, steps: [], explanation: "Download content_url." });
  });

  it("tells the way of a version as far as it has come", () => {
    const way = (change: Parameters<typeof deliveryView>[0]) => {
      const line = at(change);
      return [...(line?.steps ?? []), line?.text];
    };
    const fetched = { attempts: 1, downloaded_bytes: 12_345_678 };
    expect(way({ state: "pending" })).toEqual(["Queued for example.org…"]);
    expect(way({ state: "sending", attempts: 1 })).toEqual(["Sending to example.org…"]);
    expect(way({ state: "sending", ...fetched })).toEqual([
      "Sent",
      "12 MB downloaded",
      "Waiting for the site’s response…",
    ]);
    expect(way({ state: "delivered", ...fetched, finished_at: "2026-11-20T14:02:01.800Z" })).toEqual([
      "12 MB downloaded",
      "Version 7 delivered (1.8 s)",
    ]);
    expect(way({ state: "superseded", ...fetched })).toEqual(["Version 7 superseded by a newer one"]);
  });

  it("leaves the seconds out where the answer came after retries", () => {
    expect(at({ state: "delivered", attempts: 4, finished_at: "2026-11-20T16:00:00Z" })?.text).toBe(
      "Version 7 delivered",
    );
  });

  it("shows the site's own words", () => {
    expect(at({ state: "rejected", site_message: "Section closed" })?.text).toBe("Rejected: Section closed");
    expect(at({ state: "rejected", site_message: null })?.text).toBe("Rejected without a reason");
  });

  it("gives the reason and the next attempt", () => {
    const line = at({
      state: "pending",
      attempts: 1,
      explanation: "Connection refused.",
      next_attempt_at: "2026-11-20T14:03:00Z",
    });
    expect(line).toEqual({
      tone: "waiting",
      text: "Retrying delivery to example.org",
      steps: ["Sent"],
      explanation: "Connection refused.",
      nextAttemptAt: "2026-11-20T14:03:00Z",
    });
  });

  it.each([
    ["pending", "Queued for example.org…"],
    ["sending", "Sending to example.org…"],
    ["exhausted", "Failed: version 7 not delivered to example.org"],
    ["failed", "Failed: version 7 not delivered to example.org"],
    ["superseded", "Version 7 superseded by a newer one"],
    ["held", "On hold"],
  ] as const)("%s: %s", (state, text) => {
    expect(at({ state })?.text).toBe(text);
  });

  it("is silent where nothing is sent", () => {
    expect(siteLine(versionView(0), "example.org")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { type StatusFacts, saveLine } from "../../../../renderer/editor/app/StatusLines.tsx";
import { siteLine } from "../../../../renderer/editor/history/site-line.ts";
import { deliveryView, versionView } from "../support.ts";

const clean = { unsaved: false, onComputer: true, onServer: true, refusal: null };
const unsaved = { ...clean, unsaved: true };
const nowhere = { ...unsaved, onComputer: false, onServer: false };

function lineOf(change: Partial<StatusFacts>) {
  const time = (iso: string) => iso.slice(11, 16);
  const base = versionView(7);
  const idle = { save: { kind: "idle" }, drafts: clean, connection: "up", uploadsUnderWay: 0 } as const;
  return saveLine({ ...idle, base, time, ...change });
}

describe("is it stored", () => {
  it("names version and time", () => {
    const at = "2026-11-20T14:02:00.000+00:00";
    expect(lineOf({})).toEqual({ tone: "quiet", text: "Saved — version 7, 14:02", at });
  });

  it.each<[string, Partial<StatusFacts>]>([
    ["Nothing saved yet", { base: null }],
    ["Unsaved changes — draft kept", { drafts: unsaved }],
    ["Offline: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "down" }],
    ["Login expired: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "login_ended" }],
    ["Not stored anywhere: keep this tab open", { drafts: nowhere, connection: "down" }],
    ["Saves when 2 pictures are uploaded…", { save: { kind: "waiting_for_uploads" }, uploadsUnderWay: 2 }],
    ["Not saved: The disk is full.", { save: { kind: "refused", sentence: "The disk is full." }, drafts: unsaved }],
  ])("%s", (text, facts) => {
    expect(lineOf(facts).text).toBe(text);
  });

  it("says of a save that waits that it is not lost", () => {
    const waits = (connection: StatusFacts["connection"]) =>
      lineOf({ save: { kind: "waiting_for_server" }, connection }).text;
    expect(waits("down")).toContain("Saves when Galley is reachable");
    expect(waits("login_ended")).toContain("login has expired");
  });
});

describe("did the site take it", () => {
  const at = (change: Parameters<typeof deliveryView>[0]) =>
    siteLine(versionView(7, { delivery: deliveryView(change) }), "example.org");

  it("says how long the site took, unless the answer came after retries", () => {
    expect(at({ state: "delivered", attempts: 4, finished_at: "2026-11-20T16:00:00Z" })?.text).toBe(
      "Version 7 delivered",
    );
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
    const sending = ["Sent", "12 MB downloaded", "Waiting for the site’s response…"];
    expect(way({ state: "sending", ...fetched })).toEqual(sending);
    const delivered = { state: "delivered", ...fetched, finished_at: "2026-11-20T14:02:01.800Z" } as const;
    expect(way(delivered)).toEqual(["12 MB downloaded", "Version 7 delivered (1.8 s)"]);
    expect(way({ state: "superseded", ...fetched })).toEqual(["Version 7 superseded by a newer one"]);
  });

  it("shows the site's own words", () => {
    expect(at({ state: "rejected", site_message: "Section closed" })?.text).toBe("Rejected: Section closed");
    expect(at({ state: "rejected", site_message: null })?.text).toBe("Rejected without a reason");
  });

  it("gives the reason and the next attempt", () => {
    const [explanation, next_attempt_at] = ["Connection refused.", "2026-11-20T14:03:00Z"];
    expect(at({ state: "pending", attempts: 1, explanation, next_attempt_at })).toEqual({
      ...{ tone: "waiting", text: "Retrying delivery to example.org", steps: ["Sent"] },
      ...{ explanation, nextAttemptAt: next_attempt_at },
    });
  });

  it.each([
    ["exhausted", "Failed: version 7 not delivered to example.org"],
    ["failed", "Failed: version 7 not delivered to example.org"],
    ["held", "On hold"],
  ] as const)("%s: %s", (state, text) => {
    expect(at({ state })?.text).toBe(text);
  });

  it("is silent where nothing is sent", () => {
    expect(siteLine(versionView(0), "example.org")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { type StatusFacts, saveLine } from "../../../../renderer/editor/app/save-line.ts";
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
    ["Not saved yet — draft kept", { drafts: unsaved }],
    ["Offline: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "down" }],
    [
      "Your login has ended: kept on this computer",
      { drafts: { ...unsaved, onServer: false }, connection: "login_ended" },
    ],
    [
      "Not stored anywhere: keep this tab open",
      { drafts: { ...unsaved, onComputer: false, onServer: false }, connection: "down" },
    ],
    ["Saves as soon as 2 pictures have come in…", { save: { kind: "waiting_for_uploads" }, uploadsUnderWay: 2 }],
    ["Not saved: The disk is full.", { save: { kind: "refused", sentence: "The disk is full." }, drafts: unsaved }],
  ])("%s", (text, facts) => {
    expect(lineOf(facts).text).toBe(text);
  });

  it("says of a save that waits that it is not lost", () => {
    expect(lineOf({ save: { kind: "waiting_for_server" }, connection: "down" }).text).toContain("saved by itself");
    expect(lineOf({ save: { kind: "waiting_for_server" }, connection: "login_ended" }).text).toContain(
      "login has ended",
    );
  });
});

describe("did the site take it", () => {
  const at = (change: Parameters<typeof deliveryView>[0]) =>
    siteLine(versionView(7, { delivery: deliveryView(change) }), "example.org");

  it("says how long the site took", () => {
    expect(at({ state: "delivered", attempts: 1, finished_at: "2026-11-20T14:02:01.800Z" })).toMatchObject({
      tone: "good",
      text: "Site accepted version 7 (1.8 s)",
    });
  });

  it.each([
    ["archive_not_downloaded", "The site confirmed, but never fetched this version."],
    ["archive_refused", "The site confirmed, but could not fetch this version."],
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
    expect(way({ state: "pending" })).toEqual(["On its way to example.org…"]);
    expect(way({ state: "sending", attempts: 1 })).toEqual(["Sent to example.org…"]);
    expect(way({ state: "sending", ...fetched })).toEqual(["Sent", "12 MB fetched", "Waiting for the site’s answer…"]);
    expect(way({ state: "delivered", ...fetched, finished_at: "2026-11-20T14:02:01.800Z" })).toEqual([
      "12 MB fetched",
      "Site accepted version 7 (1.8 s)",
    ]);
    expect(way({ state: "superseded", ...fetched })).toEqual(["Version 7 was overtaken by a newer one"]);
  });

  it("leaves the seconds out where the answer came after retries", () => {
    expect(at({ state: "delivered", attempts: 4, finished_at: "2026-11-20T16:00:00Z" })?.text).toBe(
      "Site accepted version 7",
    );
  });

  it("shows the site's own words", () => {
    expect(at({ state: "rejected", site_message: "Section closed" })?.text).toBe(
      "The site rejected it: Section closed",
    );
    expect(at({ state: "rejected", site_message: null })?.text).toBe("The site rejected it and gave no reason");
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
      text: "Not delivered to example.org yet",
      steps: ["Sent"],
      explanation: "Connection refused.",
      nextAttemptAt: "2026-11-20T14:03:00Z",
    });
  });

  it.each([
    ["pending", "On its way to example.org…"],
    ["sending", "Sent to example.org…"],
    ["exhausted", "example.org did not take version 7"],
    ["failed", "example.org did not take version 7"],
    ["superseded", "Version 7 was overtaken by a newer one"],
    ["held", "Held back by the administrator"],
  ] as const)("%s: %s", (state, text) => {
    expect(at({ state })?.text).toBe(text);
  });

  it("is silent where nothing is sent", () => {
    expect(siteLine(versionView(0), "example.org")).toBeNull();
  });
});

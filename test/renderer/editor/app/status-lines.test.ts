import { describe, expect, it } from "vitest";
import { type StatusFacts, saveLine } from "../../../../renderer/editor/app/StatusLines.tsx";
import { siteLine } from "../../../../renderer/editor/history/site-line.ts";
import { deliveryView, versionView } from "../support.ts";

const clean = { unsaved: false, onComputer: true, onServer: true, refusal: null };
const unsaved = { ...clean, unsaved: true };
const nowhere = { ...unsaved, onComputer: false, onServer: false };

function lineOf(change: Partial<StatusFacts>) {
  const time = (iso: string) => iso.slice(11, 16);
  const idle = { save: { kind: "idle" }, drafts: clean, connection: "up", uploadsUnderWay: 0 } as const;
  return saveLine({ ...idle, base: versionView(7), time, ...change });
}

describe("the save status", () => {
  it("shows the version and the time", () => {
    const at = "2026-11-20T14:02:00.000+00:00";
    expect(lineOf({})).toEqual({ tone: "quiet", text: "Saved — version 7, 14:02", at });
  });

  it.each<[string, Partial<StatusFacts>]>([
    ["Nothing saved yet", { base: null }],
    ["Unsaved changes — draft kept", { drafts: unsaved }],
    ["Unsaved changes — only on this computer", { drafts: { ...unsaved, onServer: false, refusal: "Deleted." } }],
    ["Offline: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "down" }],
    ["Login expired: kept on this computer", { drafts: { ...unsaved, onServer: false }, connection: "login_ended" }],
    ["Not stored anywhere: keep this tab open", { drafts: nowhere, connection: "down" }],
    ["Saves when 2 pictures are uploaded…", { save: { kind: "waiting_for_uploads" }, uploadsUnderWay: 2 }],
    ["Not saved: The disk is full.", { save: { kind: "refused", sentence: "The disk is full." }, drafts: unsaved }],
    ["Saves when Galley is reachable", { save: { kind: "waiting_for_server" }, connection: "down" }],
    ["Not saved: your login has expired", { save: { kind: "waiting_for_server" }, connection: "login_ended" }],
  ])("shows %j", (text, facts) => {
    expect(lineOf(facts).text).toContain(text);
  });
});

describe("the delivery status", () => {
  type Change = Parameters<typeof deliveryView>[0];
  const at = (change: Change) => siteLine(versionView(7, { delivery: deliveryView(change) }), "example.org");
  const quick = { finished_at: "2026-11-20T14:02:01.800Z" };
  const fetched = { attempts: 1, downloaded_bytes: 12_345_678 };
  const explanation = "Download content_url.";
  const warned = (warning: string): Change => ({ state: "delivered", attempts: 1, warnings: [warning], explanation });

  it.each<[Change, string[]]>([
    [{ state: "pending" }, ["Queued for example.org…"]],
    [{ state: "sending", attempts: 1 }, ["Sending to example.org…"]],
    [{ state: "sending", ...fetched }, ["Sent", "12 MB downloaded", "Waiting for the site’s response…"]],
    [{ state: "delivered", ...fetched, ...quick }, ["12 MB downloaded", "Version 7 delivered (1.8 s)"]],
    // Without the time after retries.
    [{ state: "delivered", attempts: 4, finished_at: "2026-11-20T16:00:00Z" }, ["Version 7 delivered"]],
    [warned("archive_not_downloaded"), ["Delivered, but the site did not download this version."]],
    [warned("archive_refused"), ["Delivered, but the site could not download this version."]],
    [{ state: "superseded", ...fetched }, ["Version 7 superseded by a newer one"]],
    [{ state: "rejected", site_message: "Section closed" }, ["Sent", "Rejected: Section closed"]],
    [{ state: "rejected", site_message: null }, ["Sent", "Rejected without a reason"]],
    [{ state: "exhausted" }, ["Sent", "Failed: version 7 not delivered to example.org"]],
    [{ state: "failed" }, ["Sent", "Failed: version 7 not delivered to example.org"]],
    [{ state: "held" }, ["On hold"]],
  ])("shows %o as %j", (change, steps) => {
    const line = at(change);
    expect([...(line?.steps ?? []), line?.text]).toEqual(steps);
  });

  it("warns about an archive that was not downloaded, and is absent without a delivery", () => {
    expect(at(warned("archive_refused"))).toMatchObject({ tone: "waiting", explanation });
    expect(at({ state: "delivered", attempts: 1, ...quick })?.tone).toBe("good");
    expect(siteLine(versionView(0), "example.org")).toBeNull();
  });

  it("shows the reason and the time of the next attempt", () => {
    const next_attempt_at = "2026-11-20T14:03:00Z";
    expect(at({ state: "pending", attempts: 1, explanation, next_attempt_at })).toEqual({
      ...{ tone: "waiting", text: "Retrying delivery to example.org", steps: ["Sent"] },
      ...{ explanation, nextAttemptAt: next_attempt_at },
    });
  });
});

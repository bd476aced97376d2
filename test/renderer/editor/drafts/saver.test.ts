import { beforeEach, expect, it, vi } from "vitest";
import { LoginEnded, Refused, SaveConflictError, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { type Connection, createConnection } from "../../../../renderer/editor/client/connection.ts";
import { createSaver, type Saver } from "../../../../renderer/editor/drafts/saver.ts";
import type { SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { SaveBody, SharedSaveBody } from "../../../../server/contracts/editor-bodies.ts";
import { manualSchedule, settled, versionView } from "../support.ts";

let connection: Connection;
let saver: Saver;
let revision: number;
let uploads: Promise<void> | null;
let held: number;
let posts: SaveBody[];
let responses: (() => Promise<SavedVersion> | SavedVersion)[];
let saved: number[];
let conflicts: number;
/** Why Galley rejects the steps of this tab. */
let unsent: string | null;
/** Thrown by `content` and by `saved`. */
let readError: Error | null;
let savedError: Error | null;

const version = (number: number): SavedVersion => ({
  number,
  version_id: `v${number}`,
  delivery_id: `d${number}`,
  created_at: "2026-11-20T14:02:00Z",
});
const conflict = new SaveConflictError({ detail: "x", base_version: 3, current_version: 5, current: versionView(5) });

beforeEach(() => {
  connection = createConnection(manualSchedule().schedule, () => 0.5);
  [revision, held, conflicts] = [1, 0, 0];
  [uploads, unsent, readError, savedError] = [null, null, null, null];
  [posts, responses, saved] = [[], [], []];
  const ids = new Map<string, string>();
  const api = {
    async save(sent: SaveBody | SharedSaveBody) {
      if ("epoch" in sent) throw new Error("This tab is not in a room.");
      const { save_id, ...body } = sent;
      // Replaces random ids: the first press is save-1.
      ids.set(save_id, ids.get(save_id) ?? `save-${ids.size + 1}`);
      posts.push({ save_id: ids.get(save_id) ?? "", ...body });
      expect(held).toBe(1);
      const response = responses.shift();
      return response === undefined ? version(posts.length) : response();
    },
  };
  const drafts = {
    revision: () => revision,
    async hold() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
  };
  saver = createSaver(
    { connection, api },
    {
      drafts,
      uploads: { idle: () => uploads },
      content() {
        if (readError !== null) throw readError;
        const body = { vms_json: { revision }, base_version: 3, user_email: "anna", client_id: "tab" };
        return { body, revision, steps: 0 };
      },
      async settled() {
        if (unsent !== null) throw new Error(unsent);
      },
      async conflict() {
        conflicts += 1;
      },
      saved(each) {
        saved.push(each.number);
        if (savedError !== null) throw savedError;
      },
    },
  );
});

async function press(): Promise<void> {
  saver.press();
  await settled();
}

const fails = (error: Error) => () => Promise.reject(error);

it("creates a version, also without changes", async () => {
  await press();
  await press();
  const body = { vms_json: { revision: 1 }, base_version: 3, user_email: "anna", client_id: "tab" };
  expect(posts).toEqual(["save-1", "save-2"].map((save_id) => ({ save_id, ...body })));
  expect(saver.state.get()).toEqual({ kind: "saved", version: version(2) });
  expect(held).toBe(0);
});

it.each([
  ["a missing response", new Unreachable("offline")],
  ["an expired login", new LoginEnded("expired")],
])("repeats the same save after %s, with the text at the time of the press", async (_, failure) => {
  responses.push(fails(failure));
  await press();
  expect(saver.state.get()).toEqual({ kind: "waiting_for_server" });
  expect(held).toBe(0);
  revision = 2;
  connection.up();
  await settled();
  expect(posts.map((post) => [post.save_id, post.vms_json])).toEqual(Array(2).fill(["save-1", { revision: 1 }]));
  expect(saved).toEqual([2]);
});

it.each([
  ["creates no other version without changes", 1, ["save-1"]],
  ["creates another version after a change", 2, ["save-1", "save-2"]],
])("a press during a save %s", async (_, next, ids) => {
  const { promise, resolve: respond } = Promise.withResolvers<SavedVersion>();
  responses.push(() => promise);
  await press();
  revision = next;
  saver.press();
  saver.press();
  respond(version(4));
  await settled();
  expect(posts.map((post) => post.save_id)).toEqual(ids);
});

it("waits for uploads, then saves the current article", async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  uploads = promise;
  await press();
  expect(saver.state.get().kind).toBe("waiting_for_uploads");
  expect(posts).toEqual([]);
  revision = 7;
  uploads = null;
  finish();
  await settled();
  expect(posts.map((post) => post.vms_json)).toEqual([{ revision: 7 }]);
});

it("shows why Galley rejects the article or its steps, and does not retry", async () => {
  responses.push(fails(new Refused(507, "The disk of the appliance is full.")));
  await press();
  expect(saver.state.get()).toEqual({ kind: "refused", sentence: "The disk of the appliance is full." });
  expect(posts).toHaveLength(1);
  unsent = "The article is larger than the limit of 2 MB. Shorten it to continue.";
  await press();
  expect(saver.state.get()).toEqual({ kind: "refused", sentence: unsent });
  expect(posts).toHaveLength(1);
  unsent = null;
  await press();
  expect(saver.state.get().kind).toBe("saved");
});

it("reports a conflicting version, and saves with a new id at the next press", async () => {
  responses.push(fails(conflict));
  await press();
  expect(conflicts).toBe(1);
  expect(saver.state.get()).toEqual({ kind: "idle" });
  await press();
  expect(posts.map((post) => post.save_id)).toEqual(["save-1", "save-2"]);
});

it("shows an accepted version as saved even if the page then fails", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  savedError = new Error("no such row");
  await press();
  expect(saver.state.get()).toEqual({ kind: "saved", version: version(1) });
  expect([held, saved]).toEqual([0, [1]]);
  expect(logged).toHaveBeenCalledExactlyOnceWith(savedError);
});

it("reports an article that cannot be read, and saves at the next press", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  readError = new Error("no such node");
  await press();
  expect(saver.state.get()).toEqual({
    kind: "refused",
    sentence: "Could not read the article. Copy your text, then reload this page.",
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith(readError);
  readError = null;
  await press();
  expect(saver.state.get()).toEqual({ kind: "saved", version: version(1) });
});

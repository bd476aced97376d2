import { beforeEach, expect, it } from "vitest";
import { LoginEnded, Refused, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { type Connection, createConnection } from "../../../../renderer/editor/client/connection.ts";
import {
  createDraftKeeper,
  type DraftKeeper,
  TYPING_PAUSE_MS,
} from "../../../../renderer/editor/drafts/draft-keeper.ts";
import type { DraftStore, LocalDraft } from "../../../../renderer/editor/drafts/draft-store.ts";
import { createStore } from "../../../../renderer/editor/ui/lib/store.ts";
import { type ManualSchedule, manualSchedule, settled } from "../support.ts";

let clock: ManualSchedule;
let connection: Connection;
let keeper: DraftKeeper;
let [text, base]: [string, number | null] = ["", 3];
let computer: LocalDraft[];
/** The drafts stored on this computer, each with its durability. */
let written: string[];
/** Callbacks that wait for the paint; null to call them immediately. */
let screen: (() => void)[] | null;
let sent: unknown[];
/** Galley's responses to the next drafts. */
let responses: (() => Promise<void> | void)[];
let diskFull: boolean;

beforeEach(() => {
  clock = manualSchedule();
  connection = createConnection(clock.schedule, () => 0.5);
  [text, base, screen, diskFull] = ["", 3, null, false];
  [computer, written, sent, responses] = [[], [], [], []];
  const store: DraftStore = {
    async put(draft, durability) {
      if (diskFull) throw new Error("QuotaExceededError");
      written.push(`${(draft.vms_json as { text: string }).text} ${durability}`);
      computer = [draft];
    },
    async remove() {
      computer = [];
    },
    list: async () => computer,
  };
  const api = {
    async putDraft({ vms_json }: { vms_json: unknown }) {
      sent.push((vms_json as { text: string }).text);
      await responses.shift()?.();
    },
  };
  const content = () => ({ vms_json: { text }, base_version: base });
  keeper = createDraftKeeper(
    { api, connection, schedule: clock.schedule, clientId: "tab", session: { session_id: "s" } },
    store,
    {
      content,
      // Outside a room.
      shared: {
        state: createStore({ shared: false, unsaved: false, sent: true, refusal: null }),
        place: () => null,
        ownSteps: () => 0,
        drafted: () => undefined,
      },
    },
    {
      afterPaint: (callback) => void (screen === null ? callback() : screen.push(callback)),
      now: () => "2026-11-20T14:02:00Z",
    },
  );
});

function type(value: string): void {
  text = value;
  keeper.changed();
}

async function typeAndPause(value: string): Promise<void> {
  type(value);
  await clock.pass(TYPING_PAUSE_MS);
}

/** Delays Galley's response to the next draft until the returned function is called. */
function delayResponse(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  responses.push(() => promise);
  return resolve;
}

it("stores changes on this computer immediately, and sends them after a pause in typing", async () => {
  type("a");
  await settled();
  expect(computer.map((draft) => draft.vms_json)).toEqual([{ text: "a" }]);
  expect(keeper.state.get()).toMatchObject({ unsaved: true, onComputer: true, onServer: false });
  await clock.pass(TYPING_PAUSE_MS - 1);
  type("ab");
  await clock.pass(TYPING_PAUSE_MS - 1);
  expect(sent).toEqual([]);
  await clock.pass(1);
  expect(sent).toEqual(["ab"]);
  expect(keeper.state.get()).toMatchObject({ onComputer: true, onServer: true });
});

it("writes to disk only after a pause in typing, also offline", async () => {
  responses.push(() => Promise.reject(new Unreachable("off")));
  type("a");
  await settled();
  type("ab");
  await settled();
  expect(written).toEqual(["a relaxed", "ab relaxed"]);
  await clock.pass(TYPING_PAUSE_MS);
  expect(written).toEqual(["a relaxed", "ab relaxed", "ab strict"]);
  await clock.pass(TYPING_PAUSE_MS);
  expect(written).toHaveLength(3);
});

it("waits for the paint, then stores all changes in one write", async () => {
  screen = [];
  type("a");
  type("ab");
  await settled();
  expect([written, screen.length]).toEqual([[], 1]);
  screen.shift()?.();
  await settled();
  expect(written).toEqual(["ab relaxed"]);
  type("abc");
  expect(screen).toHaveLength(1);
});

it.each([
  ["immediately", 0],
  ["after a long delay", 10 * TYPING_PAUSE_MS],
])("stores and sends changes made during a request with a response %s", async (_, ms) => {
  const response = delayResponse();
  await typeAndPause("a");
  type("ab");
  type("abc");
  await clock.pass(ms);
  expect(computer.map((draft) => draft.vms_json)).toEqual([{ text: "abc" }]);
  response();
  await settled();
  expect([sent, keeper.state.get().onServer]).toEqual([["a"], false]);
  await clock.pass(TYPING_PAUSE_MS);
  expect([sent, keeper.state.get().onServer]).toEqual([["a", "abc"], true]);
});

it.each([
  ["Galley is not reachable", () => new Unreachable("offline")],
  ["the login has expired", () => new LoginEnded("expired")],
])("resends the draft after %s", async (_, failure) => {
  responses.push(() => Promise.reject(failure()));
  await typeAndPause("a");
  expect(keeper.state.get()).toMatchObject({ unsaved: true, onComputer: true, onServer: false });
  connection.tryNow();
  await settled();
  expect(sent).toEqual(["a", "a"]);
  expect(keeper.state.get().onServer).toBe(true);
});

it("shows why Galley rejects a draft, and sends the next changes", async () => {
  responses.push(() => Promise.reject(new Refused(413, "The article is larger than 20 MB.")));
  type("a");
  await clock.pass(60_000);
  expect(sent).toEqual(["a"]);
  expect(keeper.state.get()).toMatchObject({ onServer: false, refusal: "The article is larger than 20 MB." });
  await typeAndPause("b");
  expect(keeper.state.get()).toMatchObject({ onServer: true, refusal: null });
});

it("reports changes that are stored nowhere", async () => {
  diskFull = true;
  responses.push(() => Promise.reject(new Unreachable("offline")));
  await typeAndPause("a");
  expect(keeper.state.get()).toMatchObject({ unsaved: true, onComputer: false, onServer: false });
});

it("removes the draft after a save", async () => {
  type("a");
  await settled();
  keeper.saved(keeper.revision());
  await clock.pass(60_000);
  expect(computer).toEqual([]);
  expect(sent).toEqual([]);
  expect(keeper.state.get().unsaved).toBe(false);
});

it("keeps changes made during a save, based on the new version", async () => {
  type("a");
  const pressed = keeper.revision();
  type("ab");
  base = 4;
  keeper.saved(pressed);
  await clock.pass(TYPING_PAUSE_MS);
  expect(computer).toMatchObject([{ base_version: 4, vms_json: { text: "ab" } }]);
  expect(sent).toEqual(["ab"]);
  expect(keeper.state.get().unsaved).toBe(true);
});

it("sends no draft while a save holds it", async () => {
  const response = delayResponse();
  await typeAndPause("a");
  let release: (() => void) | undefined;
  void keeper.hold().then((held) => (release = held));
  await settled();
  expect(release).toBeUndefined();
  response();
  await settled();
  type("ab");
  await clock.pass(60_000);
  connection.tryNow();
  keeper.flush();
  await settled();
  expect(sent).toEqual(["a"]);
  release?.();
  await clock.pass(TYPING_PAUSE_MS);
  expect(sent).toEqual(["a", "ab"]);
});

it("stores and sends pending changes immediately when the tab is hidden", async () => {
  screen = [];
  type("One");
  expect(written).toEqual([]);
  keeper.flush();
  expect(written).toEqual(["One relaxed"]);
  await settled();
  expect(sent).toEqual(["One"]);
});

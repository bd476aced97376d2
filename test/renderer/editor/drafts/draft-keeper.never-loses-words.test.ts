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
/** What was stored on this computer, and how lastingly. */
let written: string[];
/** What waits until the letters are on the screen; null where they are at once. */
let screen: (() => void)[] | null;
let sent: unknown[];
/** What the appliance does with the next drafts: answers, or throws. */
let answers: (() => Promise<void> | void)[];
let diskFull: boolean;

beforeEach(() => {
  clock = manualSchedule();
  connection = createConnection(clock.schedule, () => 0.5);
  [text, base, screen, diskFull] = ["", 3, null, false];
  [computer, written, sent, answers] = [[], [], [], []];
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
      await answers.shift()?.();
    },
  };
  const content = () => ({ vms_json: { text }, base_version: base });
  keeper = createDraftKeeper(
    { api, connection, schedule: clock.schedule, clientId: "tab", session: { session_id: "s" } },
    store,
    {
      content,
      kept: content,
      // This tab is alone.
      shared: {
        state: createStore({ shared: false, unsaved: false, sent: true, refusal: null }),
        ownSteps: () => 0,
        stored: () => undefined,
      },
    },
    {
      afterPaint: (callback) => void (screen === null ? callback() : screen.push(callback)),
      now: () => "2026-11-20T14:02:00Z",
    },
  );
});

function type(words: string): void {
  text = words;
  keeper.changed();
}

async function typeAndPause(words: string): Promise<void> {
  type(words);
  await clock.pass(TYPING_PAUSE_MS);
}

/** The appliance answers the next draft when it is told to. */
function answersLater(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers.push(() => promise);
  return resolve;
}

it("stores on this computer at once, and sends after a pause in typing", async () => {
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

it("costs no keystroke the disk's time, and has the words on the disk after a pause, with or without the appliance", async () => {
  answers.push(() => Promise.reject(new Unreachable("off")));
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

it("stores nothing before the letters are on the screen, and then all of them at once", async () => {
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
  ["soon", 0],
  ["after more than a pause", 10 * TYPING_PAUSE_MS],
])("stores and sends words that came while it was sending, also where the answer comes %s", async (_, ms) => {
  const answer = answersLater();
  await typeAndPause("a");
  type("ab");
  type("abc");
  await clock.pass(ms);
  expect(computer.map((draft) => draft.vms_json)).toEqual([{ text: "abc" }]);
  answer();
  await settled();
  expect([sent, keeper.state.get().onServer]).toEqual([["a"], false]);
  await clock.pass(TYPING_PAUSE_MS);
  expect([sent, keeper.state.get().onServer]).toEqual([["a", "abc"], true]);
});

it.each([
  ["the appliance is gone", () => new Unreachable("gone")],
  ["the login has ended", () => new LoginEnded("ended")],
])("catches up by itself after %s", async (_, failure) => {
  answers.push(() => Promise.reject(failure()));
  await typeAndPause("a");
  expect(keeper.state.get()).toMatchObject({ unsaved: true, onComputer: true, onServer: false });
  connection.tryNow();
  await settled();
  expect(sent).toEqual(["a", "a"]);
  expect(keeper.state.get().onServer).toBe(true);
});

it("says why the appliance refuses a draft, and tries the next words again", async () => {
  answers.push(() => Promise.reject(new Refused(413, "The article is larger than 20 MB.")));
  type("a");
  await clock.pass(60_000);
  expect(sent).toEqual(["a"]);
  expect(keeper.state.get()).toMatchObject({ onServer: false, refusal: "The article is larger than 20 MB." });
  await typeAndPause("b");
  expect(keeper.state.get()).toMatchObject({ onServer: true, refusal: null });
});

it("knows when words are stored nowhere", async () => {
  diskFull = true;
  answers.push(() => Promise.reject(new Unreachable("gone")));
  await typeAndPause("a");
  expect(keeper.state.get()).toMatchObject({ unsaved: true, onComputer: false, onServer: false });
});

it("forgets the draft of what became a version", async () => {
  type("a");
  await settled();
  keeper.saved(keeper.revision());
  await clock.pass(60_000);
  expect(computer).toEqual([]);
  expect(sent).toEqual([]);
  expect(keeper.state.get().unsaved).toBe(false);
});

it("keeps words typed while a save was on its way, on the new version", async () => {
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

it("lets no draft overtake a save", async () => {
  const answer = answersLater();
  await typeAndPause("a");
  let release: (() => void) | undefined;
  void keeper.hold().then((held) => (release = held));
  await settled();
  expect(release).toBeUndefined();
  answer();
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

it("writes and sends at once what waits when the tab is left", async () => {
  screen = [];
  type("One");
  expect(written).toEqual([]);
  keeper.flush();
  expect(written).toEqual(["One relaxed"]);
  await settled();
  expect(sent).toEqual(["One"]);
});

import { EditorState, type Transaction } from "@tiptap/pm/state";
import { beforeEach, expect, it } from "vitest";
import { OwnSteps, receiveSteps } from "../../../../renderer/editor/article/own-steps.ts";
import { Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createOwnText } from "../../../../renderer/editor/collaboration/own-text.ts";
import { createPresence, HEARTBEAT_MS, type Presence } from "../../../../renderer/editor/collaboration/presence.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import type { People, PersonView } from "../../../../server/contracts/editor-api.ts";
import type { PresenceBody } from "../../../../server/contracts/editor-bodies.ts";
import { type ManualSchedule, manualSchedule, settled } from "../support.ts";

let people: Map<string, PersonView>;
let isUp: boolean;
let time: ManualSchedule;

const view = (): People => ({ people: [...people.values()] });
const others = (presence: Presence) => presence.state.get().others.map(({ author, mode }) => `${author} ${mode}`);

function tab(clientId: string, author = clientId): Presence {
  const put = ({ author, mode }: PresenceBody) =>
    people.set(clientId, { client_id: clientId, author, mode, color: people.size, since: "2026-11-21T14:10:00.000Z" });
  return createPresence(
    {
      clientId,
      schedule: time.schedule,
      session: view(),
      api: {
        async putPresence(_id, body) {
          if (!isUp) throw new Unreachable("off");
          put(body);
          return view();
        },
        removePresence: (id) => void (isUp && people.delete(id)),
      },
    },
    () => author,
  );
}

beforeEach(() => {
  people = new Map();
  isUp = true;
  time = manualSchedule();
});

it("shows the other tabs and their modes", async () => {
  const anna = tab("anna");
  await settled();
  const ben = tab("ben");
  await settled();
  anna.apply(view());
  expect([others(anna), others(ben)]).toEqual([["ben editing"], ["anna editing"]]);
  ben.choose("reading");
  expect(ben.state.get().mode).toBe("reading");
  await settled();
  anna.apply(view());
  expect(others(anna)).toEqual(["ben reading"]);
  anna.disconnect();
  ben.apply(view());
  expect(others(ben)).toEqual([]);
});

it("stays in editing mode offline, and reports again after reconnecting", async () => {
  isUp = false;
  const anna = tab("anna");
  await time.pass(2 * HEARTBEAT_MS);
  expect(anna.state.get().mode).toBe("editing");
  isUp = true;
  await time.pass(HEARTBEAT_MS);
  expect(people.has("anna")).toBe(true);
});

it("reports immediately when Galley has dropped the tab", async () => {
  const anna = tab("anna");
  await settled();
  people.delete("anna");
  anna.apply(view());
  await settled();
  expect(people.has("anna")).toBe(true);
});

const { nodes } = articleSchema;
const start = () =>
  EditorState.create({
    doc: nodes.doc.create(null, [nodes.paragraph.create(null, articleSchema.text("First")), nodes.paragraph.create()]),
  });

let now = 0;
function typist() {
  const own = createOwnText(() => now);
  let state = start();
  const apply = (tr: Transaction) => {
    state = state.apply(tr);
    return tr;
  };
  return {
    type(text: string, at: number) {
      [...text].forEach((letter, index) => void own.typed(apply(state.tr.insertText(letter, at + index))));
    },
    /** Applies a change by another tab. @returns whether own text is lost */
    other(make: (tr: Transaction) => Transaction, unconfirmed = false): boolean {
      const before = state.doc;
      const tr = apply(make(state.tr));
      return own.received({ tr, own: 0, others: tr.steps.length, doc: tr.doc }, before, unconfirmed);
    },
  };
}

it("detects own text that another tab deletes fully or in part", () => {
  const anna = typist();
  anna.type("typed", 8);
  expect(anna.other((tr) => tr.delete(1, 3))).toBe(false);
  expect(anna.other((tr) => tr.delete(8, 10))).toBe(true);
  expect(anna.other((tr) => tr.delete(7, 8).insertText("much more", 7))).toBe(true);
});

it("ignores text of others inside own text, and a deletion before it", () => {
  const anna = typist();
  anna.type("typed", 8);
  expect(anna.other((tr) => tr.insertText("BBB", 10))).toBe(false);
  expect(anna.other((tr) => tr.delete(10, 13))).toBe(false);
  expect(anna.other((tr) => tr.delete(0, 7))).toBe(false);
});

it("keeps other people's text that own steps delete, if these waited for more than five seconds", () => {
  const sentAfter = (ms: number, text: string) => {
    now = 0;
    const ben = createOwnText(() => now);
    const before = start().reconfigure({ plugins: OwnSteps.config.addProseMirrorPlugins?.call({} as never) ?? [] });
    const move = before.tr.delete(0, 7).insert(2, nodes.paragraph.create(null, articleSchema.text("First")));
    ben.typed(move);
    const { steps, doc } = start().tr.insertText(text, 6);
    const shown = before.apply(move);
    ben.received({ tr: receiveSteps(shown, steps, ["anna"]), own: 2, others: 1, doc }, shown.doc);
    now = ms;
    return ben.sent(true)?.textContent;
  };
  expect(sentAfter(6_000, " typed")).toBe("First typed");
  expect([sentAfter(4_000, " typed"), sentAfter(6_000, " ")]).toEqual([undefined, undefined]);
});

it("reports deleted own text after five seconds only while own steps are unconfirmed", () => {
  now = 0;
  const anna = typist();
  anna.type("typed", 8);
  now = 6_000;
  expect(anna.other((tr) => tr.insertText("x", 1), true)).toBe(false);
  expect(anna.other((tr) => tr.delete(9, 11), true)).toBe(true);
  expect(anna.other((tr) => tr.delete(9, 10))).toBe(false);
});

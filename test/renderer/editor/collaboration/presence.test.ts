import { beforeEach, expect, it } from "vitest";
import { Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createPresence, HEARTBEAT_MS, type Presence } from "../../../../renderer/editor/collaboration/presence.ts";
import type { People, PersonView, PresenceBody } from "../../../../server/contracts/editor-api.ts";
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

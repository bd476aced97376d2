import { beforeEach, describe, expect, it } from "vitest";
import { Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createPresence, HEARTBEAT_MS, type Presence } from "../../../../renderer/editor/presence/presence.ts";
import type { People, PersonView, PresenceBody } from "../../../../server/contracts/editor-api.ts";
import { type ManualSchedule, manualSchedule, settled } from "../support.ts";

const NOW = "2026-11-21T14:10:00.000Z";

/** The appliance's side, as its routes behave: one writing lease. */
function writingLease() {
  const people = new Map<string, PersonView>();
  return {
    people,
    up: true,
    asked: [] as string[],
    view: (): People => ({ people: [...people.values()] }),
    put(client_id: string, { author, wants }: PresenceBody): People {
      this.asked.push(`${client_id} ${wants}`);
      const editor = [...people.values()].find((person) => person.mode === "editing" && person.client_id !== client_id);
      const mode = wants !== "read" && (wants === "take_over" || editor === undefined) ? "editing" : "reading";
      if (mode === "editing" && editor !== undefined) people.set(editor.client_id, { ...editor, mode: "reading" });
      people.set(client_id, { client_id, author, since: NOW, mode });
      return this.view();
    },
  };
}

let server: ReturnType<typeof writingLease>;
let time: ManualSchedule;

function tab(clientId: string, author = clientId): Presence {
  return createPresence(
    {
      clientId,
      schedule: time.schedule,
      session: server.view(),
      api: {
        async putPresence(id, body) {
          if (!server.up) throw new Unreachable("off");
          return server.put(id, body);
        },
        removePresence: (id) => void (server.up && server.people.delete(id)),
      },
    },
    () => author,
  );
}

const others = (presence: Presence) => presence.state.get().others.map(({ author, mode }) => `${author} ${mode}`);

beforeEach(() => {
  server = writingLease();
  time = manualSchedule();
});

it("a tab that is alone edits at once, before any answer", async () => {
  server.up = false;
  const anna = tab("anna");
  expect(anna.state.get().mode).toBe("editing");
  await settled();
  expect(anna.state.get().mode).toBe("editing");
});

describe("two tabs", () => {
  let anna: Presence;
  let ben: Presence;
  beforeEach(async () => {
    anna = tab("anna");
    await settled();
    ben = tab("ben");
    await settled();
    anna.apply(server.view());
  });

  it("the second one reads, and each knows of the other", () => {
    expect(anna.state.get().mode).toBe("editing");
    expect(ben.state.get()).toMatchObject({ mode: "reading", takenOver: null });
    expect(others(anna)).toEqual(["ben reading"]);
    expect(others(ben)).toEqual(["anna editing"]);
  });

  it("a take-over is at once, and who was editing reads and is told by whom", async () => {
    ben.takeOver();
    expect(ben.state.get().mode).toBe("editing");
    // An event of before the take-over.
    ben.apply({ people: [{ client_id: "anna", author: "anna", since: NOW, mode: "editing" }] });
    expect(ben.state.get().mode).toBe("editing");
    await settled();
    anna.apply(server.view());
    expect(anna.state.get()).toMatchObject({ mode: "reading", takenOver: { by: { author: "ben" }, at: NOW } });
    await time.pass(HEARTBEAT_MS);
    expect(server.asked.slice(-2)).toEqual(["anna read", "ben edit"]);

    anna.takeOver();
    await settled();
    ben.apply(server.view());
    expect([anna.state.get().mode, ben.state.get().mode]).toEqual(["editing", "reading"]);
  });

  it("when the one who edits leaves, the other is offered the writing lease and does not take it by itself", async () => {
    anna.disconnect();
    ben.apply(server.view());
    expect(ben.state.get()).toMatchObject({ mode: "reading", others: [] });
    await time.pass(HEARTBEAT_MS);
    expect(server.people.get("ben")?.mode).toBe("reading");
    expect(server.people.has("anna")).toBe(false);
  });

  it("offline, who edits goes on editing, and reads after somebody took over meanwhile", async () => {
    server.up = false;
    await time.pass(4 * HEARTBEAT_MS);
    expect(anna.state.get().mode).toBe("editing");
    server.people.delete("anna");
    server.put("ben", { author: "ben", wants: "edit" });
    server.up = true;
    await time.pass(HEARTBEAT_MS);
    expect(anna.state.get()).toMatchObject({ mode: "reading", takenOver: { by: { author: "ben" } } });
  });

  it("a take-over that did not get through is asked for until it does", async () => {
    server.up = false;
    ben.takeOver();
    await settled();
    expect(ben.state.get().mode).toBe("editing");
    server.up = true;
    await time.pass(HEARTBEAT_MS);
    expect(server.asked).toContain("ben take_over");
    expect(server.people.get("anna")?.mode).toBe("reading");
  });

  it("a tab that was forgotten in its sleep says at once that it is there", async () => {
    server.people.delete("anna");
    anna.apply(server.view());
    await settled();
    expect(server.people.get("anna")?.mode).toBe("editing");
    expect(anna.state.get().mode).toBe("editing");
  });

  it("a late event of an older take-over does not take the writing lease for good", async () => {
    anna.apply({ people: [{ client_id: "ben", author: "ben", since: NOW, mode: "editing" }] });
    expect(anna.state.get().mode).toBe("reading");
    anna.apply(server.view());
    expect(anna.state.get()).toMatchObject({ mode: "editing", takenOver: null });
  });
});

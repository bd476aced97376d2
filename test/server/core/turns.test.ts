import { expect, it } from "vitest";
import { createTurns } from "../../../server/core/tasks.ts";

function opened() {
  const turns = createTurns();
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const start = (key: string, name: string) =>
    turns.run(key, async () => {
      order.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  return { turns, order, finish, start };
}

it("runs one task at a time and gives each key with waiting tasks a turn", async () => {
  const { turns, order, finish, start } = opened();
  const all = ["a1", "a2", "a3", "b1", "a4", "c1"].map((name) => start(name.charAt(0), name));
  expect([order, turns.waiting(), turns.waiting("a"), turns.waiting("b")]).toEqual([["a1"], 5, 3, 1]);
  for (const expected of [
    ["a1", "a2"],
    ["a1", "a2", "b1"],
    ["a1", "a2", "b1", "c1"],
  ]) {
    finish.at(-1)?.();
    await Promise.race(all);
    await new Promise(setImmediate);
    expect(order).toEqual(expected);
  }
  while (order.length < 6) {
    finish.at(-1)?.();
    await new Promise(setImmediate);
  }
  finish.at(-1)?.();
  await Promise.all(all);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
  expect(turns.waiting()).toBe(0);
});

it("continues after a failed task", async () => {
  const turns = createTurns();
  const failed = turns.run("a", () => Promise.reject(new Error("no")));
  const next = turns.run("a", async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});

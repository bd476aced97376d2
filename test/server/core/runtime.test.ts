import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, test } from "vitest";
import { YOUNG_BYTES } from "../../../server/core/process.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { createTurns } from "../../../server/core/tasks.ts";

it("runs one task at a time and gives each key with waiting tasks a turn", async () => {
  const turns = createTurns();
  const order: string[] = [];
  const finish: (() => void)[] = [];
  const all = ["a1", "a2", "a3", "b1", "a4", "c1"].map((name) =>
    turns.run(name.charAt(0), async () => {
      order.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  expect([turns.waiting(), turns.waiting("a"), turns.waiting("b")]).toEqual([5, 3, 1]);
  for (let started = 1; started <= all.length; started++) {
    expect(order).toHaveLength(started);
    finish.at(-1)?.();
    await new Promise(setImmediate);
  }
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

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a timed UUID has the form of a version 4 UUID and begins with its time", () => {
  const id = systemRandom.timedUuid(0x0123456789ab);
  expect(id).toMatch(VERSION_4);
  expect(id.slice(0, 13)).toBe("01234567-89ab");
});

test("timed UUIDs sort by time, and those of the same millisecond differ", () => {
  const ids = [1, 0x1_0000, 0x1_0000_0000, Date.now(), Date.now() + 1].map((now) => systemRandom.timedUuid(now));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1_000 }, () => systemRandom.timedUuid(1))).size).toBe(1_000);
});

const run = promisify(execFile);
const MODULE = new URL("../../../server/core/process.ts", import.meta.url).href;

/** Peak bytes of the young generation while parsed requests live for 60 turns of the event loop. */
async function mostBytes(begin: string): Promise<number> {
  const script = `
    import { limitYoungHeap, youngBytes } from ${JSON.stringify(MODULE)};
    ${begin}
    const text = JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ type: "text", text: "word " + n })));
    const alive = [];
    let most = 0;
    for (let turn = 0; turn < 400; turn++) {
      alive.push(JSON.parse(text));
      if (alive.length > 60) alive.shift();
      most = Math.max(most, youngBytes());
      await new Promise((resolve) => setImmediate(resolve));
    }
    console.log(most);
    process.exit();`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return Number(stdout);
}

it("keeps the young generation within its bound, which V8 alone exceeds several times", async () => {
  expect(await mostBytes("limitYoungHeap();")).toBeLessThanOrEqual(2 * YOUNG_BYTES);
  expect(await mostBytes("")).toBeGreaterThan(3 * YOUNG_BYTES);
});

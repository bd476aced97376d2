import { expect, it } from "vitest";
import { createConnection } from "../../../../renderer/editor/client/connection.ts";
import { manualSchedule, settled } from "../support.ts";

it.each([
  [0, [500, 1_000, 2_000, 4_000, 7_500, 7_500]],
  [0.9, [1_400, 2_800, 5_600, 11_200, 21_000, 21_000]],
])("increases the retry interval, spread by the random factor %d", async (random, expected) => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule, () => random);
  connection.down();
  for (const pause of expected) {
    const next = connection.nextTry();
    expect(clock.waiting().map(Math.round)).toEqual([pause]);
    await clock.pass(21_000);
    await next;
  }
});

it("releases all waiting requests as soon as one request succeeds", async () => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule, () => 0.5);
  connection.down();
  const released: string[] = [];
  void connection.nextTry().then(() => released.push("save"));
  void connection.nextTry().then(() => released.push("upload"));
  connection.up();
  await settled();
  expect(released).toEqual(["save", "upload"]);
  expect(clock.waiting()).toEqual([]);
  expect(connection.state.get()).toBe("up");
});

it("retries an expired login only once a minute", () => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule, () => 0.5);
  connection.loginEnded();
  void connection.nextTry();
  expect(clock.waiting()).toEqual([60_000]);
});

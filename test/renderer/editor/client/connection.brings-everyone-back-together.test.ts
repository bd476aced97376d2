import { expect, it } from "vitest";
import { createConnection } from "../../../../renderer/editor/client/connection.ts";
import { manualSchedule, settled } from "../support.ts";

it("waits longer each time, up to 15 seconds", async () => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule);
  connection.down();
  const pauses: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    const next = connection.nextTry();
    pauses.push(...clock.waiting());
    await clock.pass(15_000);
    await next;
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

it("lets everyone go on as soon as one request got through", async () => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule);
  connection.down();
  const back: string[] = [];
  void connection.nextTry().then(() => back.push("save"));
  void connection.nextTry().then(() => back.push("upload"));
  connection.up();
  await settled();
  expect(back).toEqual(["save", "upload"]);
  expect(clock.waiting()).toEqual([]);
  expect(connection.state.get()).toBe("up");
});

it("does not hammer the appliance with an ended login", () => {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule);
  connection.loginEnded();
  void connection.nextTry();
  expect(clock.waiting()).toEqual([60_000]);
});

import { expect, it } from "vitest";
import { keepLoggedIn, LoginEnded, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createConnection } from "../../../../renderer/editor/client/connection.ts";
import { manualSchedule, settled } from "../support.ts";

function connectionWith(random = 0.5) {
  const clock = manualSchedule();
  return { clock, connection: createConnection(clock.schedule, () => random) };
}

it.each([
  [0, [500, 1_000, 2_000, 4_000, 7_500, 7_500]],
  [0.9, [1_400, 2_800, 5_600, 11_200, 21_000, 21_000]],
])("increases the retry interval, spread by the random factor %d", async (random, expected) => {
  const { clock, connection } = connectionWith(random);
  connection.down();
  for (const pause of expected) {
    const next = connection.nextTry();
    expect(clock.waiting().map(Math.round)).toEqual([pause]);
    await clock.pass(21_000);
    await next;
  }
});

it("releases all waiting requests as soon as one request succeeds", async () => {
  const { clock, connection } = connectionWith();
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
  const { clock, connection } = connectionWith();
  connection.loginEnded();
  void connection.nextTry();
  expect(clock.waiting()).toEqual([60_000]);
});

const HOUR = 3_600_000;

function start() {
  const { clock, connection } = connectionWith();
  const calls: (string | null)[] = [];
  const failures: Error[] = [];
  const api = {
    async login(token: string | null) {
      calls.push(token);
      const failure = failures.shift();
      if (failure instanceof LoginEnded) connection.loginEnded();
      if (failure instanceof Unreachable) connection.down();
      if (failure !== undefined) throw failure;
      connection.up();
      return { login_expires_at: new Date(8 * HOUR).toISOString(), clip: "" };
    },
  };
  keepLoggedIn(
    new Date(4 * HOUR).toISOString(),
    { api, connection, schedule: clock.schedule },
    () => {},
    () => 0,
  );
  return { clock, connection, calls, failures };
}

it("renews the login at half of its lifetime, with only the cookie", async () => {
  const { clock, calls } = start();
  await clock.pass(2 * HOUR - 1);
  expect(calls).toEqual([]);
  await clock.pass(1);
  expect(calls).toEqual([null]);
  await clock.pass(4 * HOUR);
  expect(calls).toEqual([null, null]);
});

it("retries the renewal while Galley is not reachable", async () => {
  const { clock, calls, failures } = start();
  failures.push(new Unreachable("offline"));
  await clock.pass(2 * HOUR);
  await clock.pass(1_000);
  expect(calls).toEqual([null, null]);
});

it("recovers an expired login that was renewed elsewhere", async () => {
  const { connection, calls } = start();
  connection.loginEnded();
  await settled();
  expect(calls).toEqual([]);
  connection.tryNow();
  await settled();
  expect(calls).toEqual([null]);
  expect(connection.state.get()).toBe("up");
});

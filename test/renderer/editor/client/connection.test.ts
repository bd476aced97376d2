import { expect, it, vi } from "vitest";
import { keepLoggedIn, LoginEnded, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createConnection } from "../../../../renderer/editor/client/connection.ts";
import { fakeTime, pass, settled } from "../support.ts";

fakeTime();

it.each([
  [0, [500, 1_000, 2_000, 4_000, 7_500, 7_500]],
  [0.9, [1_400, 2_800, 5_600, 11_200, 21_000, 21_000]],
])("increases the retry interval, spread by the random factor %d", async (random, expected) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const connection = createConnection();
  connection.down();
  for (const pause of expected) {
    const start = Date.now();
    const next = connection.nextTry().then(() => Date.now() - start);
    await pass(21_000);
    expect(await next).toBe(pause);
  }
});

it("releases all waiting requests as soon as one request succeeds", async () => {
  const connection = createConnection();
  connection.down();
  const released: string[] = [];
  void connection.nextTry().then(() => released.push("save"));
  void connection.nextTry().then(() => released.push("upload"));
  connection.up();
  await settled();
  expect(released).toEqual(["save", "upload"]);
  expect(vi.getTimerCount()).toBe(0);
  expect(connection.state.get()).toBe("up");
});

it("retries an expired login only once a minute", async () => {
  const connection = createConnection();
  connection.loginEnded();
  const next = connection.nextTry().then(() => Date.now());
  await pass(60_000);
  expect(await next).toBe(60_000);
});

const HOUR = 3_600_000;

function start() {
  const connection = createConnection();
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
  keepLoggedIn(new Date(4 * HOUR).toISOString(), { api, connection }, () => {});
  return { connection, calls, failures };
}

it("renews the login at half of its lifetime, with only the cookie", async () => {
  const { calls } = start();
  await pass(2 * HOUR - 1);
  expect(calls).toEqual([]);
  await pass(1);
  expect(calls).toEqual([null]);
  await pass(4 * HOUR);
  expect(calls).toEqual([null, null]);
});

it("retries the renewal while Galley is not reachable", async () => {
  const { calls, failures } = start();
  failures.push(new Unreachable("offline"));
  await pass(2 * HOUR);
  expect(calls).toEqual([null]);
  await pass(1_500);
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

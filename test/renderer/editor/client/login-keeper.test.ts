import { expect, it } from "vitest";
import { LoginEnded, Unreachable } from "../../../../renderer/editor/client/api.ts";
import { createConnection } from "../../../../renderer/editor/client/connection.ts";
import { keepLoggedIn } from "../../../../renderer/editor/client/login-keeper.ts";
import { manualSchedule, settled } from "../support.ts";

const HOUR = 3_600_000;

function start() {
  const clock = manualSchedule();
  const connection = createConnection(clock.schedule, () => 0.5);
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

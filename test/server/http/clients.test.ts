import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientAddress, createThrottle } from "../../../server/http/clients.ts";
import { keptLog, testClock } from "../../support/appliance.ts";
import { openRequest, postOpen } from "../../support/integration.ts";
import { startNewsroom } from "../../support/newsroom.ts";

function atTime() {
  const clock = testClock();
  const throttle = createThrottle(clock);
  const refusal = (address: string) => {
    try {
      throttle.countWrong(address);
      return null;
    } catch (error) {
      return error;
    }
  };
  return { clock, refusal };
}

test("the 61st wrong signature is a 429 with Retry-After; a valid one passes", async () => {
  const log = keptLog();
  const { appliance, project } = await startNewsroom({ log });
  const { body, signature } = openRequest(project);
  for (let i = 0; i < 60; i++) expect((await postOpen(appliance.url, body, "0".repeat(64))).status).toBe(403);
  const refused = await postOpen(appliance.url, body, "0".repeat(64));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(/wait \d+ seconds/) });
  expect(log.lines.filter((line) => line.includes("had a wrong signature"))).toHaveLength(60);
  expect((await postOpen(appliance.url, body, signature)).status).toBe(200);
});

test("a client that waits for Retry-After is accepted again", () => {
  const { clock, refusal } = atTime();
  for (let i = 0; i < 60; i++) {
    expect(refusal("10.0.0.1")).toBeNull();
    clock.advance(500);
  }
  const error = refusal("10.0.0.1");
  expect(error).toMatchObject({ code: "too_many_requests", headers: { "Retry-After": "31" } });
  expect(refusal("10.0.0.2")).toBeNull();
  clock.advance(31_000);
  expect(refusal("10.0.0.1")).toBeNull();
});

test("an IPv6 network counts as one address", () => {
  const { refusal } = atTime();
  for (let i = 1; i <= 60; i++) expect(refusal(`2001:db8::${i.toString(16)}`)).toBeNull();
  expect(refusal("2001:0db8:0:0:ffff::1")).not.toBeNull();
  expect(refusal("2001:db8:0:1::1")).toBeNull();
});

test("remembers at most ten thousand IP addresses", () => {
  const { refusal } = atTime();
  for (let i = 0; i < 61; i++) refusal("10.0.0.1");
  for (let i = 0; i < 10_000; i++) refusal(`10.1.${i >> 8}.${i & 255}`);
  expect(refusal("10.0.0.1")).toBeNull();
});

test.each([
  ["no trusted proxy", [], "10.0.0.9", "1.2.3.4", "10.0.0.9"],
  ["the proxy", ["10.0.0.9"], "10.0.0.9", "1.2.3.4", "1.2.3.4"],
  ["a range", ["10.0.0.0/8"], "::ffff:10.0.0.9", "1.2.3.4", "1.2.3.4"],
  ["two proxies, the first entry forged", ["10.0.0.0/8"], "10.0.0.9", "6.6.6.6, 1.2.3.4, 10.0.0.8", "1.2.3.4"],
  ["another machine", ["10.0.0.9"], "10.0.0.10", "1.2.3.4", "10.0.0.10"],
  ["no header", ["10.0.0.9"], "10.0.0.9", undefined, "10.0.0.9"],
  ["an entry with a port", ["10.0.0.9"], "10.0.0.9", "1.2.3.4:567", "1.2.3.4"],
  ["IPv6 with a port", ["loopback"], "::1", "[2001:db8::7]:567", "2001:db8::7"],
  ["mapped IPv4", [], "::ffff:1.2.3.4", undefined, "1.2.3.4"],
  ["an invalid IP address", ["10.0.0.9"], "10.0.0.9", "unknown", "10.0.0.9"],
  ["a closed connection", ["10.0.0.9"], undefined, "1.2.3.4", ""],
])("finds the client's IP address: %s", (_name, trusted, remote, forwarded, expected) => {
  const request = { socket: { remoteAddress: remote }, headers: { "x-forwarded-for": forwarded } };
  expect(createClientAddress(trusted)(request as unknown as IncomingMessage)).toBe(expected);
});

test("rejects an invalid trusted proxy, and names it", () => {
  expect(() => createClientAddress(["10.0.0.9", "proxy.example.org"])).toThrow(/proxy\.example\.org/);
});

/** Contract 5.4: only X-Forwarded-For of trusted proxies is used. */
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientAddress } from "../../../server/http/clients.ts";

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

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
])("%s", (_name, trusted, remote, forwarded, expected) => {
  expect(createClientAddress(trusted)(request(remote, forwarded))).toBe(expected);
});

test("names an invalid entry", () => {
  expect(() => createClientAddress(["10.0.0.9", "proxy.example.org"])).toThrow(/proxy\.example\.org/);
});

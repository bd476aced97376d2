/** The client of a request: its IP address (contract 2.5), cookies and token, and the limit for wrong credentials (contract 7). */
import type { IncomingMessage } from "node:http";
import net from "node:net";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import proxyAddr from "proxy-addr";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import { groupsOf } from "../outbound/address-kind.ts";

/** The connection's IP address, or X-Forwarded-For of trusted proxies. "" for a closed connection; IPv4 for mapped IPv6. */
export type ClientAddress = (req: IncomingMessage) => string;

/** @param trustedProxies IP addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal` @throws TypeError naming the invalid one */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  const trust = proxyAddr.compile(trustedProxies);
  return (req) => {
    if (req.socket.remoteAddress === undefined) return "";
    // Nearest first; all except the last are trusted proxies. A trusted proxy adds only IP addresses, so an invalid
    // entry and all earlier ones came from the client.
    const addresses = proxyAddr.all(req, trust).map(plainAddress);
    const firstInvalid = addresses.indexOf(null);
    return addresses.slice(0, firstInvalid === -1 ? undefined : firstInvalid).at(-1) ?? "";
  };
}

/** Removes the port that some proxies add; null for an invalid IP address. */
function plainAddress(entry: string): string | null {
  const [, host = entry] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry) ?? [];
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1] ?? host;
  return net.isIP(address) === 0 ? null : address;
}

/** The network of a customer: an IPv4 address, or an IPv6 /64. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The network of an organisation: an IPv4 address, or an IPv6 /48, whose 65,536 networks may have one owner. */
export const organisationOf = (address: string): string => prefixOf(address, 3);

/** @param count number of 16-bit groups of an IPv6 address */
function prefixOf(address: string, count: number): string {
  if (!address.includes(":") || !net.isIPv6(address)) return address;
  return groupsOf(address.replace(/%.*$/, ""))
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

export interface LoginCookie {
  name: string;
  value: string;
  path: string;
  /** Seconds. */
  maxAge: number;
  secure: boolean;
}

/** HttpOnly and SameSite=Strict. */
export function setLoginCookie(res: Response, cookie: LoginCookie): void {
  res.append("Set-Cookie", stringifySetCookie({ ...cookie, httpOnly: true, sameSite: "strict" }));
}

export function readCookie(req: Request, name: string): string | null {
  return parseCookie(req.headers.cookie ?? "")[name] ?? null;
}

/** The token of `Authorization: Bearer <token>`; null without one. */
export function bearerToken(req: Request): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(req.get("Authorization") ?? "")?.[1] ?? null;
}

/** Maximum number of remembered IP addresses; the least recent is evicted first. */
const MAX_ADDRESSES = 10_000;

export type Throttle = ReturnType<typeof createThrottle>;

export interface WrongLimit {
  most: number;
  withinMs: number;
  code: "requests.too_many_wrong" | "requests.too_many_passwords" | "requests.too_many_codes";
}

const WRONG_CREDENTIALS: WrongLimit = { most: 60, withinMs: 60_000, code: "requests.too_many_wrong" };

/** Counts wrong credentials by IP address. Valid ones always pass, unless the caller calls `refuse` first. */
export function createThrottle(clock: Clock, { most, withinMs, code }: WrongLimit = WRONG_CREDENTIALS) {
  /** Times of the last wrong attempts by IP address, oldest first, at most `most` + 1. Least recent address first. */
  const wrong = new Map<string, number[]>();
  const within = (key: string, now: number) => (wrong.get(key) ?? []).filter((time) => time > now - withinMs);
  /** @param until time of the next allowed attempt, ms */
  const tooMany = (until: number): AppError => {
    const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
    return new AppError("too_many_requests", sentence(code, { seconds }), { "Retry-After": String(seconds) });
  };
  return {
    /** Call it before checking a password or code. @throws AppError too_many_requests if the limit is reached */
    refuse(address: string): void {
      const times = within(networkOf(address), clock.now());
      if (times.length >= most) throw tooMany((times.at(-most) ?? 0) + withinMs);
    },
    /** Counts a wrong signature or token. Call it before responding 401 or 403. @throws AppError too_many_requests */
    countWrong(address: string): void {
      const now = clock.now();
      const key = networkOf(address);
      const times = within(key, now);
      times.push(now);
      if (times.length > most + 1) times.shift();
      wrong.delete(key);
      wrong.set(key, times);
      if (wrong.size > MAX_ADDRESSES) wrong.delete(wrong.keys().next().value ?? key);
      // The next attempt is allowed when the two oldest have left the window.
      if (times.length > most) throw tooMany((times[1] ?? now) + withinMs);
    },
  };
}

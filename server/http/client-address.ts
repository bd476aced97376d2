/** The client's IP address: the connection's, or X-Forwarded-For of trusted proxies (contract 5.4). */
import type { IncomingMessage } from "node:http";
import net from "node:net";
import proxyAddr from "proxy-addr";
import { groupsOf } from "../outbound/address-kind.ts";

/** Returns "" for a closed connection, and IPv4 for IPv4-mapped IPv6 addresses. */
export type ClientAddress = (req: IncomingMessage) => string;

/**
 * @param trustedProxies IP addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError naming the invalid entry
 */
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

/** The client's IP address: the connection's, or X-Forwarded-For of trusted proxies (contract 5.4). */
import type { IncomingMessage } from "node:http";
import net from "node:net";
import proxyAddr from "proxy-addr";
import { groupsOf } from "../outbound/address-kind.ts";

/** "" where the connection is gone. IPv4-mapped IPv6 addresses are returned as IPv4. */
export type ClientAddress = (req: IncomingMessage) => string;

/**
 * @param trustedProxies addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError naming the entry that is none of these
 */
export function createClientAddress(trustedProxies: string[]): ClientAddress {
  const trust = proxyAddr.compile(trustedProxies);
  return (req) => {
    if (req.socket.remoteAddress === undefined) return "";
    // From the connection outwards; all but the last are trusted proxies. A trusted proxy writes only addresses, so an
    // invalid entry and all before it came from the client.
    const addresses = proxyAddr.all(req, trust).map(plainAddress);
    const firstInvalid = addresses.indexOf(null);
    return addresses.slice(0, firstInvalid === -1 ? undefined : firstInvalid).at(-1) ?? "";
  };
}

/** An entry without the port that some proxies add; null where it is no address. */
function plainAddress(entry: string): string | null {
  const [, host = entry] = /^\[([^\]]+)\](?::\d+)?$/.exec(entry) ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry) ?? [];
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1] ?? host;
  return net.isIP(address) === 0 ? null : address;
}

/** The customer's network: an IPv6 /64 counts as one. */
export const networkOf = (address: string): string => prefixOf(address, 4);

/** The organisation's network: an IPv6 /48 holds 65,536 networks, which one sender may own. */
export const organisationOf = (address: string): string => prefixOf(address, 3);

/** @param count 16-bit groups of an IPv6 address; IPv4 stays whole */
function prefixOf(address: string, count: number): string {
  if (!address.includes(":") || !net.isIPv6(address)) return address;
  return groupsOf(address.replace(/%.*$/, ""))
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

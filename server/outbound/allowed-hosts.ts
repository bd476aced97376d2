/**
 * The hosts that a project may call (contract 5.1), and the check of each IP address at the moment of connecting. An
 * entry is `name` or `*.name`, each with an optional `:port`; without one it covers every port. `*.name` does not cover
 * `name` itself.
 */
import type dns from "node:dns";
import type { LookupFunction } from "node:net";
import net from "node:net";
import { addressKind } from "./address-kind.ts";

/** One parsed entry. `name` is lower-case ASCII, IPv6 without brackets. */
export interface AllowedHost {
  name: string;
  wildcard: boolean;
  port: number | null;
}

export const DEV_HOSTS: readonly AllowedHost[] = ["localhost", "127.0.0.1", "::1"].map((name) => ({
  name,
  wildcard: false,
  port: null,
}));

const MAX_ENTRY_LENGTH = 260;

/** Parses an entry and normalizes its name like a URL's host; null for an invalid one. */
export function parseAllowedHost(entry: string): AllowedHost | null {
  const text = entry.trim();
  if (text === "" || text.length > MAX_ENTRY_LENGTH || /[\s/@?#\\%]/.test(text)) return null;
  const wildcard = text.startsWith("*.");
  const rest = wildcard ? text.slice(2) : text;
  if (rest.includes("*")) return null;
  const bracketed = net.isIPv6(rest) ? `[${rest}]` : rest;
  // Reads the port first, because URL.parse drops a default port.
  const match = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(bracketed);
  const url = match && URL.parse(`http://${match[1]}/`);
  if (!match || !url) return null;
  const port = match[2] === undefined ? null : Number(match[2]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  const name = hostName(url);
  if (wildcard && net.isIP(name) !== 0) return null;
  return { name, wildcard, port };
}

export function allowedHostText({ name, wildcard, port }: AllowedHost): string {
  const host = net.isIPv6(name) && port !== null ? `[${name}]` : name;
  return `${wildcard ? "*." : ""}${host}${port === null ? "" : `:${port}`}`;
}

/** Returns the URL's host in the form of entries: lower case, without IPv6 brackets or a final dot. */
export function hostName(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Finds the entry that allows the URL's host, preferring an exact one to a wildcard; null without one. */
export function findAllowedHost(entries: readonly AllowedHost[], url: URL): AllowedHost | null {
  const name = hostName(url);
  const port = portOf(url);
  const fits = (entry: AllowedHost) =>
    (entry.port === null || entry.port === port) &&
    (entry.wildcard ? name.endsWith(`.${entry.name}`) && name.length > entry.name.length + 1 : name === entry.name);
  return entries.find((entry) => !entry.wildcard && fits(entry)) ?? entries.find(fits) ?? null;
}

/** The same, but with `anyPublicHost`, an unlisted host has an entry that covers only public IP addresses. */
export function entryFor(
  { allowedHosts, anyPublicHost }: { allowedHosts: readonly AllowedHost[]; anyPublicHost?: boolean },
  url: URL,
): AllowedHost | null {
  const entry = findAllowedHost(allowedHosts, url);
  if (entry !== null || anyPublicHost !== true) return entry;
  return { name: hostName(url), wildcard: true, port: null };
}

/** Names the host in an error, with a port if the URL has one or the list has the name with other ports. */
export function rejectedHostName(entries: readonly AllowedHost[], url: URL): string {
  const isPort = entries.some((entry) => findAllowedHost([{ ...entry, port: null }], url) !== null);
  return isPort ? `${url.hostname}:${portOf(url)}` : url.host;
}

/** Checks the address of the actual connection, so that a name cannot change its address in between (DNS rebinding). */
export function isDialable(address: string, entry: AllowedHost): boolean {
  switch (addressKind(address)) {
    case "public":
      return true;
    case "private":
      return !entry.wildcard;
    case "loopback":
      return !entry.wildcard && (entry.name === "localhost" || addressKind(entry.name) === "loopback");
    case "forbidden":
      return false;
  }
}

/** Tests replace it. */
export type Resolver = typeof dns.lookup;

/** The entry allows none of a host's IP addresses. */
export class AddressRefused extends Error {
  /** The first refused IP address; null without one. */
  readonly address: string | null;
  constructor(address: string | null) {
    super("No IP address of this host is allowed.");
    this.address = address;
  }
}

export function checkedLookup(entry: AllowedHost, resolve: Resolver): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const usable = addresses.filter(({ address }) => isDialable(address, entry));
      const [first] = usable;
      if (first === undefined) return callback(new AddressRefused(addresses[0]?.address ?? null), [], 0);
      if (options.all) return callback(null, usable);
      callback(null, first.address, first.family);
    });
  };
}

/** Whether the URL's host is an IP address that the entry forbids: such a host skips the lookup. */
export function isRefusedAddress(url: URL, entry: AllowedHost): boolean {
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith("[");
  return isAddress && !isDialable(hostName(url), entry);
}

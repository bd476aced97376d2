/** The guard at the moment of dialling: only addresses that may be dialled ever reach the connection (contract 5.1). */
import type dns from "node:dns";
import type { LookupFunction } from "node:net";
import { type AllowedHost, hostName, mayDial } from "./allowed-hosts.ts";

/** Resolves names; a test hands in one that changes its mind. */
export type Resolver = typeof dns.lookup;

/** A name resolved to nothing that may be dialled. */
export class AddressRefused extends Error {
  /** The first address that was refused, null where there was none. */
  readonly address: string | null;
  constructor(address: string | null) {
    super("No address of this host may be dialled.");
    this.address = address;
  }
}

/** A lookup for `http.request` that hands on only addresses that may be dialled for the entry. */
export function guardedLookup(entry: AllowedHost, resolve: Resolver): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const usable = addresses.filter(({ address }) => mayDial(address, entry));
      const [first] = usable;
      if (first === undefined) return callback(new AddressRefused(addresses[0]?.address ?? null), [], 0);
      if (options.all) return callback(null, usable);
      callback(null, first.address, first.family);
    });
  };
}

/** Whether the URL's host is an address, which is dialled without a lookup, and may not be. */
export function isRefusedAddress(url: URL, entry: AllowedHost): boolean {
  const isAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith("[");
  return isAddress && !mayDial(hostName(url), entry);
}

import type { Resolver } from "../../server/outbound/allowed-hosts.ts";

/** A resolver for the names of a test. @param find returns IP addresses; null for an unknown name */
export function resolving(find: (name: string) => string[] | null): Resolver {
  const lookup = (name: string, _options: unknown, done: (error: Error | null, found: object[]) => void) => {
    const addresses = find(name);
    if (addresses === null) return done(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }), []);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    done(null, found);
  };
  return lookup as unknown as Resolver;
}

/** Names that a test makes up, and where they lead. */
import type { Resolver } from "../../server/outbound/allowed-hosts.ts";

/** @param find the IP addresses of a name; null for a name that does not exist */
export function resolving(find: (name: string) => string[] | null): Resolver {
  const lookup = (name: string, _options: unknown, done: (error: Error | null, found: object[]) => void) => {
    const addresses = find(name);
    if (addresses === null) return done(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }), []);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    done(null, found);
  };
  return lookup as unknown as Resolver;
}

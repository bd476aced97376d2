/**
 * Checks a typed URL against the rules for opening and dialling (contract 4.1, 5.1), without a request. Galley looks up
 * only host names that the rules allow, so half-typed names do not leave the machine.
 */
import type { LookupAddress } from "node:dns";
import net from "node:net";
import type { HostCheck, HostDial } from "../contracts/projects-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { addressKind } from "../outbound/address-kind.ts";
import { type AllowedHost, allowedHostText, hostName, isDialable, portOf } from "../outbound/allowed-hosts.ts";
import { proxyName } from "../outbound/environment-proxies.ts";
import type { Outgoing } from "../outbound/site-request.ts";
import { readCallbackUrl, requireAllowedHost } from "./callback-url.ts";
import type { Projects } from "./projects.ts";

/** Timeout of a lookup, ms. The system continues the lookup after it. */
const LOOKUP_MS = 5_000;
/** Maximum concurrent lookups: the system has few threads for them, which callbacks also need. */
const MAX_LOOKUPS = 4;
const MAX_ADDRESSES = 20;

export function createHostChecks({ projects, outgoing }: { projects: Projects; outgoing: Outgoing }) {
  /** Running lookups by name, because each typed character repeats the check. */
  const lookups = new Map<string, Promise<LookupAddress[]>>();

  const lookUp = (name: string): Promise<LookupAddress[]> => {
    const known = lookups.get(name);
    if (known !== undefined) return known;
    if (lookups.size >= MAX_LOOKUPS) throw new AppError("too_many_requests", sentence("projects.lookups_busy"));
    const result = new Promise<LookupAddress[]>((resolve, reject) => {
      outgoing.resolve(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
    });
    lookups.set(name, result);
    // A lookup counts until the system has finished it, which may be after the timeout.
    const done = () => void lookups.delete(name);
    result.then(done, done);
    return result;
  };

  const dialOf = async (url: URL, entry: AllowedHost): Promise<HostDial> => {
    const name = hostName(url);
    const proxy = outgoing.proxyFor(url);
    const to = { host: name, port: portOf(url), proxy: proxy && proxyName(proxy) };
    const judge = (address: string) => ({ address, kind: addressKind(address), dialled: isDialable(address, entry) });
    if (net.isIP(name) !== 0) {
      const address = judge(name);
      return { ...to, addresses: [address], lookup: "literal", possible: address.dialled };
    }
    const found = await within(LOOKUP_MS, lookUp(name)).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof AppError) throw error;
      return error.code === "ENOTFOUND" || error.code === "ENODATA" ? ("not_found" as const) : ("failed" as const);
    });
    // A proxy looks up names itself, so a name that is unknown on this machine may still be reachable.
    if (typeof found === "string") return { ...to, addresses: [], lookup: found, possible: proxy !== null };
    const addresses = found.slice(0, MAX_ADDRESSES).map(({ address }) => judge(address));
    return { ...to, addresses, lookup: "resolved", possible: addresses.some(({ dialled }) => dialled) };
  };

  return {
    /** @throws AppError not_found for the project; too_many_requests during too many lookups */
    async check(projectId: string, text: string): Promise<HostCheck> {
      const project = projects.byId(projectId);
      const refusals = project.enabled ? [] : [sentence("projects.unknown_key").detail];
      try {
        const url = readCallbackUrl(text);
        const entry = requireAllowedHost(project.allowedHosts, url);
        return {
          allowed: project.enabled,
          refusals,
          entry: { host: allowedHostText(entry), listed: project.listedHosts.includes(entry) },
          dial: await dialOf(url, entry),
        };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
        return { allowed: false, refusals: [...refusals, error.message], entry: null, dial: null };
      }
    },
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The lookup took too long.")), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

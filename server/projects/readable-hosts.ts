/**
 * Where files may be read from on behalf of a project (contract 5.3). Loopback is open to a dev project without being listed
 * so that a laptop needs no setting; what it fetches from there, its key's holder can look at. On a service that others
 * reach, that would be every service of this machine which trusts whoever stands on it, so there it must be listed.
 */
import { addressKind } from "../outbound/address-kind.ts";
import { type AllowedHost, hostName } from "../outbound/allowed-hosts.ts";
import type { Project } from "./projects.ts";

interface Parts {
  /** The public address in force. */
  publicUrl: () => string;
  /** Where the public listener listens: behind `0.0.0.0` the public address may be loopback all the same. */
  listenHost: string;
  /** The project of the sample site, and where that is, null where it is off. */
  sample: () => { projectId: string | null; url: string | null };
}

export function createReadableHosts({ publicUrl, listenHost, sample }: Parts) {
  return (project: Project): readonly AllowedHost[] => {
    if (isLoopback(hostName(new URL(publicUrl()))) && isLoopback(listenHost)) return project.allowedHosts;
    const { projectId, url } = sample();
    if (project.id !== projectId || url === null) return project.listedHosts;
    const { hostname, port } = new URL(url);
    return [...project.listedHosts, { name: hostname, wildcard: false, port: Number(port) }];
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || addressKind(host) === "loopback";
}

/** Rules for an allowed host (contract 5.1), checked before saving. */
import { messages } from "../messages/index.ts";

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** @returns the error in a sentence, or null @param entry `name`, `*.name` or an IP address, with an optional port */
export function hostFault(entry: string): string | null {
  const faults = messages.projects.hosts.faults;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(entry) || entry.includes("/")) return faults.address(entry);
  if (/\s/.test(entry)) return faults.space(entry);
  if (entry.includes("@")) return faults.mail(entry);
  const { host, port } = splitPort(entry);
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return faults.port(entry);
  const wildcard = host.startsWith("*.");
  const name = wildcard ? host.slice(2) : host;
  if (name.includes("*")) return faults.star(entry);
  if (wildcard && (name.startsWith("[") || IPV4.test(name))) return faults.starAddress(entry);
  if (name === "" || /[?#\\%]/.test(name) || URL.parse(`http://${name}/`) === null) return faults.name(entry);
  return null;
}

export function hostOf(pasted: string): string {
  const text = pasted.trim().toLowerCase();
  return /^https?:\/\//.test(text) ? (URL.parse(text)?.host ?? text) : text;
}

function splitPort(entry: string): { host: string; port: string | null } {
  if (entry.startsWith("[")) {
    const end = entry.indexOf("]:");
    return end === -1 ? { host: entry, port: null } : { host: entry.slice(0, end + 1), port: entry.slice(end + 2) };
  }
  // An IPv6 address without brackets has no port.
  if (entry.split(":").length > 2) return { host: `[${entry}]`, port: null };
  const colon = entry.indexOf(":");
  return colon === -1 ? { host: entry, port: null } : { host: entry.slice(0, colon), port: entry.slice(colon + 1) };
}

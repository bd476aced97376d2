/** The rules for an allowed host (contract 5.1), so that a slip is told before it is sent. */

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * What is wrong with an allowed host, in a sentence, or null.
 * @param entry `name` or `*.name`, an address, each perhaps with `:port`
 */
export function hostFault(entry: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(entry) || entry.includes("/"))
    return `${entry} is an address with a scheme or a path. Give the host alone, such as cms.example.org.`;
  if (/\s/.test(entry)) return `“${entry}” has a space in it. Give one host at a time.`;
  if (entry.includes("@")) return `${entry} looks like an e-mail address. Give the host alone.`;
  const { host, port } = splitPort(entry);
  if (port !== null && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return `${entry} has no valid port. Ports are 1 to 65535.`;
  const wildcard = host.startsWith("*.");
  const name = wildcard ? host.slice(2) : host;
  if (name.includes("*")) return `${entry} has * in the wrong place. Only a leading *. stands for any subdomain.`;
  if (wildcard && (name.startsWith("[") || IPV4.test(name)))
    return `${entry} puts *. before an address. Only names have subdomains; list the addresses themselves.`;
  if (name === "" || /[?#\\%]/.test(name) || URL.parse(`http://${name}/`) === null)
    return `${entry} is not a host name. Give one such as cms.example.org or *.example.org.`;
  return null;
}

/** A host out of what was pasted: of a whole URL only the host with its port is kept. */
export function hostOf(pasted: string): string {
  const text = pasted.trim().toLowerCase();
  return /^https?:\/\//.test(text) ? (URL.parse(text)?.host ?? text) : text;
}

function splitPort(entry: string): { host: string; port: string | null } {
  if (entry.startsWith("[")) {
    const end = entry.indexOf("]:");
    return end === -1 ? { host: entry, port: null } : { host: entry.slice(0, end + 1), port: entry.slice(end + 2) };
  }
  // More than one colon: an IPv6 address without brackets, which takes no port.
  if (entry.split(":").length > 2) return { host: `[${entry}]`, port: null };
  const colon = entry.indexOf(":");
  return colon === -1 ? { host: entry, port: null } : { host: entry.slice(0, colon), port: entry.slice(colon + 1) };
}

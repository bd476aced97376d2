/**
 * The hosts that the console accepts. In a DNS rebinding attack, a web page points its own name at this machine.
 * Therefore the console accepts only loopback names, the machine's names if it listens for others, and the setting
 * `console_hosts`.
 */
import os from "node:os";
import type { AccessView } from "../../contracts/access-api.ts";
import { addressKind } from "../../outbound/address-kind.ts";
import type { Services } from "../../services.ts";

const CACHE_MS = 10_000;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const EVERYWHERE = new Set(["0.0.0.0", "::"]);
const MAX_SHOWN = 100;

export type ConsoleHosts = ReturnType<typeof createConsoleHosts>;

export function createConsoleHosts(services: Pick<Services, "config" | "settings" | "addresses" | "runtime">) {
  const { config, settings, addresses, runtime } = services;
  const listensOn = config.console.host;
  const isOpen = !isLoopback(listensOn);
  let machine = { names: new Set<string>(), until: 0 };

  const port = () => new URL(addresses().consoleUrl).port;
  const machineNames = (): Set<string> => {
    const now = runtime.clock.now();
    if (now >= machine.until) machine = { names: namesOfMachine(), until: now + CACHE_MS };
    return machine.names;
  };
  const ownNames = (): string[] => {
    const named = EVERYWHERE.has(listensOn) ? [] : [hostnameOf(listensOn)];
    return [...new Set([...LOOPBACK_NAMES, ...named, ...(isOpen ? machineNames() : [])])];
  };
  /** URLs for other machines: IP addresses before names. */
  const addressesOf = (): string[] => {
    const others = EVERYWHERE.has(listensOn) ? [...machineNames()] : [hostnameOf(listensOn)];
    return isOpen ? others.map((name) => `http://${name}:${port()}`) : [];
  };

  return {
    isOpen,
    /** Whether a `Host` header, or an `Origin` without its scheme, names the console. */
    isOwn(host: string | undefined): boolean {
      const url = host === undefined ? null : URL.parse(`http://${host}`);
      if (url === null || url.pathname !== "/" || url.search !== "" || url.username !== "") return false;
      const name = url.hostname.replace(/\.$/, "");
      if (url.port === port() && ownNames().includes(name)) return true;
      return settings.get().console_hosts.some((entry) => fits(entry, name, url.port, port()));
    },
    refusal(host: string | undefined): string {
      const shown = JSON.stringify((host ?? "").slice(0, MAX_SHOWN));
      return `The console does not accept the host name ${shown}. To allow it, open http://127.0.0.1:${port()} on the machine that runs Galley, and add the name under Settings → Access → Names of the console (console_hosts).`;
    },
    /** The console's URL in links for other persons. @param origin the `Origin` header, already checked; preferred */
    urlFor: (origin: string | undefined): string => origin ?? addressesOf()[0] ?? addresses().consoleUrl,
    /** Whether the host is a loopback name, so that the browser runs on this machine. */
    isLocalName: (host: string | undefined): boolean =>
      LOOPBACK_NAMES.includes(URL.parse(`http://${host ?? ""}`)?.hostname ?? ""),
    view: (): AccessView => ({
      listens_on: listensOn,
      open: isOpen,
      addresses: [addresses().consoleUrl, ...addressesOf()],
      own_names: ownNames(),
    }),
    /** The log line at startup; null unless other machines can reach the console. @param hasAccounts with a password */
    startLine(hasAccounts: boolean): string | null {
      if (!isOpen) return null;
      const where = `Other machines can reach the console at ${addressesOf()[0] ?? addresses().consoleUrl}`;
      return hasAccounts
        ? `${where} and log in with an account. Put a TLS proxy in front of it (docs/operating.md).`
        : `${where} but no accounts exist: only the console token and one-time links log in. Add accounts under Settings → Admins, and put a TLS proxy in front of the console (docs/operating.md).`;
    },
  };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || addressKind(host) === "loopback";
}

/** Normalizes a host as URLs do: lower case, IPv6 in brackets. */
function hostnameOf(host: string): string {
  return URL.parse(`http://${host.includes(":") ? `[${host}]` : host}`)?.hostname ?? host;
}

function namesOfMachine(): Set<string> {
  const addresses = Object.values(os.networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ address, internal }) => !internal && !address.startsWith("fe80"))
    // IPv4 first: it is easier to type.
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => hostnameOf(address));
  const name = hostnameOf(os.hostname());
  return new Set([...addresses, name, ...(name.includes(".") ? [] : [`${name}.local`])]);
}

/** An entry without a port matches the default ports (80, 443) and the console's own. */
function fits(entry: string, name: string, port: string, ownPort: string): boolean {
  const url = URL.parse(`http://${entry}`);
  if (url === null || url.hostname.replace(/\.$/, "") !== name) return false;
  const named = /:(\d+)$/.exec(entry)?.[1];
  if (named === undefined) return ["", "443", ownPort].includes(port);
  return portNumber(named) === portNumber(port === "" ? "80" : port) || (port === "" && portNumber(named) === 443);
}

const portNumber = (text: string): number => Number.parseInt(text, 10);
